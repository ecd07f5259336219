"""What a message says: the texts below it joined, with line breaks where elements meet (PT-3).

A chunk starts on a new line. The first literal of any other element does so unless it comes right behind a text. A
line break is only put behind text that is there and does not end in one; all other texts join with nothing between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brimful.messages import CacheMark, Document, Image, Message, Opaque, Part, Text, ToolCall, ToolResult
from brimful.prompt.nodes import Box, Breaks, MarkNode, MessageBox, Node, PartNode, Speech, TextNode

if TYPE_CHECKING:
    from brimful.prompt.elements import Message as MessageElement


def speech_of(box: MessageBox) -> Speech:
    """Return what a message says, remembered until something below it changes."""
    if box.speech is None:
        box.speech = _Joiner().speech(box)
    return box.speech


def message_of(box: MessageBox) -> Message:
    """Return the message as it would be sent."""
    said = speech_of(box)
    return _message(box, tuple(Text(part) if isinstance(part, str) else part for part in said))


def unpruned_message(box: MessageBox) -> Message:
    """Return the message as it was before anything was pruned."""
    said = _Joiner(pruned_too=True).speech(box)
    return _message(box, tuple(Text(part) if isinstance(part, str) else part for part in said))


def frame_message(box: MessageBox) -> Message:
    """Return the message without its texts and media: opaque parts and calls stay."""
    said = speech_of(box)
    return _message(box, tuple(part for part in said if isinstance(part, (Opaque, CacheMark))))


def bare_message(box: MessageBox) -> Message:
    """Return the message as it is before it has children."""
    return _message(box, ())


def _message(box: MessageBox, said: tuple[Text | Image | Document | Opaque | CacheMark, ...]) -> Message:
    element: MessageElement = box.element  # type: ignore[assignment]  # a MessageBox is made of a message element
    if element.role == "tool":
        result = ToolResult(element.call_id, said, element.is_error)
        return Message("tool", (result,), element.name)
    parts: tuple[Part, ...] = said
    if box.calls:
        parts += tuple(ToolCall(call.id, call.name, call.arguments) for call in box.calls)
    return Message(element.role, (*element.thinking, *parts) if element.thinking else parts, element.name)


class _Joiner:
    def __init__(self, *, pruned_too: bool = False) -> None:
        self.pruned_too = pruned_too
        self.said: list[str | Image | Document | Opaque | CacheMark] = []
        self.texts: list[str] = []  # of the text part that is being put together
        self.last = ""  # the last of them that is not empty

    def speech(self, box: Box) -> Speech:
        """Return what a box says."""
        self._walk(box, beside_text=False)
        self._end_text()
        return tuple(self.said)

    def _walk(self, box: Box, *, beside_text: bool) -> None:
        for child in box.children:
            if child.gone and not (self.pruned_too and not _is_unused(child)):
                continue
            if isinstance(child, TextNode):
                self._text(child, beside_text)
                beside_text = type(child) is TextNode  # a chunk is an element of its own
            elif isinstance(child, Box):
                self._walk(child, beside_text=beside_text)
                beside_text = False
            else:
                self._part(child)

    def _text(self, node: TextNode, beside_text: bool) -> None:
        text = node.text
        breaks = node.breaks
        if breaks and self.last and (breaks == Breaks.ALWAYS or not beside_text) and not self.last.endswith("\n"):
            self.texts.append("\n")
            self.last = "\n"
        if text:
            self.texts.append(text)
            self.last = text

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
            self.texts = []
        self.last = ""


def _is_unused(node: Node) -> bool:
    return isinstance(node, Box) and node.unused
