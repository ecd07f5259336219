"""What a message says: the texts below it joined, with line breaks where elements meet (PT-3).

A chunk starts on a new line. The first literal of any other element does so unless it comes right behind a text. A
line break is only put behind text that is there and does not end in one; all other texts join with nothing between.
"""

from __future__ import annotations

from brimful.messages import CacheMark, Document, Image, Message, Opaque, Part, Text, ToolCall, ToolResult
from brimful.prompt.elements import Message as MessageElement
from brimful.prompt.nodes import Box, Breaks, ChunkNode, MarkNode, MessageBox, Node, PartNode, Speech, TextNode


def speech_of(box: MessageBox) -> Speech:
    """Return what a message says, remembered until something below it changes."""
    if box.speech is None:
        box.speech = _Joiner().speech(box)
    return box.speech


def message_of(box: MessageBox) -> Message:
    """Return the message as it would be sent."""
    return _message(box, [Text(part) if isinstance(part, str) else part for part in speech_of(box)])


def unpruned_message(box: MessageBox) -> Message:
    """Return the message as it was before anything was pruned."""
    said = _Joiner(pruned_too=True).speech(box)
    return _message(box, [Text(part) if isinstance(part, str) else part for part in said])


def frame_message(box: MessageBox) -> Message:
    """Return the message without its texts and media: opaque parts and calls stay."""
    return _message(box, [part for part in speech_of(box) if isinstance(part, (Opaque, CacheMark))])


def bare_message(box: MessageBox) -> Message:
    """Return the message as it is before it has children."""
    return _message(box, [])


def _message(box: MessageBox, said: list[Text | Image | Document | Opaque | CacheMark]) -> Message:
    element: MessageElement = box.element  # type: ignore[assignment]  # a MessageBox is made of a message element
    if element.role == "tool":
        result = ToolResult(element.call_id, tuple(said), element.is_error)
        return Message("tool", (result,), element.name)
    parts: list[Part] = [*element.thinking, *said]
    if box.calls:
        parts += [
            ToolCall(call.id, call.name, call.arguments, call.kind, call.signature, call.wire) for call in box.calls
        ]
    return Message(element.role, tuple(parts), element.name)


class _Joiner:
    """Puts one message's speech together. `open`: there is text, and its line has not ended."""

    def __init__(self, *, pruned_too: bool = False) -> None:
        self.pruned_too = pruned_too
        self.said: list[str | Image | Document | Opaque | CacheMark] = []
        self.texts: list[str] = []  # of the text part that is being put together
        self.open = False

    def speech(self, box: Box) -> Speech:
        """Return what a box says."""
        self._walk(box, beside_text=False)
        self._end_text()
        return tuple(self.said)

    def _walk(self, box: Box, *, beside_text: bool) -> None:
        texts = self.texts
        for child in _once(box) if self.pruned_too else box.left():
            if type(child) is ChunkNode:
                # what `_text` does, in place: most nodes come by here, and each time a message is counted
                text = child.text
                if self.open:
                    texts.append("\n")
                    self.open = False
                if text:
                    texts.append(text)
                    self.open = text[-1] != "\n"
                beside_text = False  # a chunk is an element of its own
            elif isinstance(child, TextNode):
                breaks = child.breaks
                self._text(child.text, breaks == Breaks.ALWAYS or (breaks > 0 and not beside_text))
                beside_text = True
            elif isinstance(child, Box):
                self._walk(child, beside_text=beside_text)
                beside_text = False
            else:
                self._part(child)

    def _text(self, text: str, breaks: bool) -> None:
        if breaks and self.open:
            self.texts.append("\n")
            self.open = False
        if text:
            self.texts.append(text)
            self.open = text[-1] != "\n"
        elif not self.texts:
            self.texts.append(text)

    def _part(self, node: Node) -> None:
        self._end_text()
        if isinstance(node, PartNode):
            self.said.append(node.part)
        elif isinstance(node, MarkNode):
            if self.said and isinstance(self.said[-1], CacheMark):
                self.said.pop()
            self.said.append(node.mark)

    def _end_text(self) -> None:
        if self.texts:
            self.said.append("".join(self.texts))
            self.texts.clear()
        self.open = False


def _once(box: Box) -> list[Node]:
    """The children that were there before anything was pruned."""
    return [child for child in box.children if not (isinstance(child, Box) and child.unused)]
