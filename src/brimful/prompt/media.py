"""Pictures and documents as parts of a message."""

from __future__ import annotations

from brimful.messages import Document, Image
from brimful.prompt import elements
from brimful.prompt.element import Element

# How base64 of each kind of picture begins.
_BEGINNINGS = {
    "iVBORw0KGgo": "image/png",
    "/9j/": "image/jpeg",
    "R0lGOD": "image/gif",
    "UklGR": "image/webp",
}


def part_of(element: Element) -> Image | Document:
    """Return the part that an Image or Document element stands for."""
    if isinstance(element, elements.Document):
        return Document(media_type=element.media_type, data=element.data, name=element.name)
    if isinstance(element, elements.Image):
        return image(element.source, element.detail, element.media_type)
    raise TypeError(f"{element.kind} is neither an image nor a document")


def image(source: str, detail: str = "", media_type: str = "") -> Image:
    """Return an image by address, by data URL, or by base64 whose beginning tells its kind."""
    if source.startswith(("http://", "https://")):
        return Image(media_type=media_type, url=source, detail=detail)
    if source.startswith("data:"):
        kind, _, data = source[len("data:") :].partition(";base64,")
        return Image(media_type=media_type or kind, data=data, detail=detail)
    found = next((kind for beginning, kind in _BEGINNINGS.items() if source.startswith(beginning)), "image/png")
    return Image(media_type=media_type or found, data=source, detail=detail)
