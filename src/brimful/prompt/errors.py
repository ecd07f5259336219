"""Why a render stops (PT-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from brimful.errors import BrimfulError, InvalidInput

if TYPE_CHECKING:
    from brimful.messages import Message
    from brimful.prompt.extras import Meta
    from brimful.prompt.manifest import Manifest


class InvalidPrompt(InvalidInput):
    """The tree cannot be a prompt: text outside a message, a cycle, a property that makes no sense."""

    type: ClassVar[str] = "invalid_prompt"


class ElementFailed(BrimfulError):
    """An element raised while it was prepared or rendered; `at` is its path, the cause is what it raised."""

    type: ClassVar[str] = "element_failed"


class BudgetExceeded(BrimfulError):
    """What may not be pruned is more than the budget.

    budget:   the limit that could not be met, and needed: what is left when all that may go is gone.
    manifest: the account of the render up to there.
    metadata: what the elements left for the caller.
    messages: the whole prompt as it was before pruning, for whoever wants to make it smaller another way.
    contents: the whole text of every leaf, by its id in the manifest.
    """

    type: ClassVar[str] = "budget_exceeded"

    def __init__(
        self,
        message: str,
        *,
        budget: int,
        needed: int,
        manifest: Manifest,
        metadata: tuple[Meta, ...],
        messages: tuple[Message, ...],
        contents: dict[str, Any],
        at: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(message, at=at, hint=hint)
        self.budget = budget
        self.needed = needed
        self.manifest = manifest
        self.metadata = metadata
        self.messages = messages
        self.contents = contents
