import React from 'react';

type Props = { names: string[]; onPick?: (name: string) => void };

export const Row: React.FC<Props> = ({ names, ...rest }) => (
	<ul {...rest}>
		{/* all of them */}
		{names.map(name => {
			const shown = name.trim();
			return <li key={name} onClick={() => { pick(shown); }}>{shown}</li>;
		})}
		<>
			<b>{names.length}</b>
		</>
		<Empty when={names.length < 1} />
	</ul>
);

export default function View(props: Props) {
	if (!props.names) return <div>{'none'}</div>;
	return props.names.length > 3 ? <Row {...props} /> : <p>
		few
	</p>;
}
