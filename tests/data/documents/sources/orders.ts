import { a, // the first
	b } from './a';
import type X = require('x');

declare module 'outside' {
	export function far(): void;
}
declare const version: string;

namespace Inner.Deep {
	export const depth = 1;
}

@decorated
export abstract class Order<T> extends Base implements Thing {
	static #secret = 1; // hidden
	readonly lines: Line[] = [], more;
	declare typed: string;

	constructor(private readonly name: string) { super(); }

	abstract total(): number;
	protected lookup(key: string): T;
	protected lookup(key: any): T {
		if (!key) return null; else if (key === 1) { return one; } else log(key);
		if (key) log(key);
		for (let i = 0, n = 2; i < n; i++) { if (i) continue; }
		for (const k in key) break;
		label: while (true) { do { x(); } while (y); }
		switch (key) {
			case 1:
			case 2: { two(); break; }
			default: other();
		}
		try { risky(); } catch { debugger; } finally { done(); }
		return key as T;
	}
	get size() { return 1; }
	*[Symbol.iterator]() { yield 1; }
}

export interface Thing extends Other {
	(call: number): string;
	readonly price: number;
	label?(): string;
	nested: { inner: string, method(): void };
}

export default class extends Order<string> {
	total() { return 1; }
}

export enum Size { Small = 1, Large, Huge = 'huge' }
const enum Bare { A, B }
export type Shape = { kind: 'a', run(): void } | string;
function overload(a: string): void;
function overload(a: any) { return a; }

export const tax = (n: number): number => {
	const rate = 0.2, other = 1;
	return n * rate;
}, plain = 2;
export function* generate() { yield* [1, 2].map(n => { return n; }); }
const { x, y: [z] } = load({ method() { return 1; }, get it() { return 2; }, f: function named() { stop(); } });
let counter: number; var old = function () { return 1; };
Order.prototype.patched = function () { return this; };
throw new Error(`bad ${() => { thrown(); }}`);
export { a as default, b };
export * from './rest';
;
