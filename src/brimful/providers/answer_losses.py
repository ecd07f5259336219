"""What an answer leaves behind when it is written for another provider, as far as that is the same for all (MSG-2).

Places are those of the `Answer`: `messages[0].parts[2]`, `alternatives[0]`, `usage.cache_write`, `finish`.
"""

from __future__ import annotations

from brimful.messages import Thinking, Usage
from brimful.providers.answer import Answer, FinishReason
from brimful.providers.problem import Report


def place_of_choice(index: int) -> str:
    """Where the messages of a choice stand in the answer: the first is the answer itself."""
    return f"alternatives[{index - 1}]" if index else "messages"


def report_further_choices(answer: Answer, report: Report) -> None:
    """For wires whose answers hold one choice."""
    for index in range(len(answer.alternatives)):
        report.lost(f"alternatives[{index}]", "a further choice", "an answer of this provider holds one")


def report_seal(part: Thinking, report: Report, at: str) -> None:
    """For thinking that is shown, or would be if it had words: what proved whose it was cannot come along."""
    if part.signature:
        report.lost(at, "the signature of thinking", "it holds only for the provider that made it")
    elif part.id:
        report.lost(at, "the id of thinking", "it is known only to the provider that made it")


def report_ending(answer: Answer, finish: FinishReason | None, usage: Usage | None, report: Report) -> None:
    """`finish`, `usage`: what a reader of the written answer will take them to be."""
    if answer.finish is not None and finish != answer.finish:
        report.lost("finish", f"the finish reason {answer.finish}", f"what comes nearest reads as {finish or 'none'}")
    for name in Usage.__struct_fields__ if answer.usage else ():
        said = getattr(answer.usage, name)
        if said and getattr(usage, name, None) != said:
            report.lost(f"usage.{name}", f"{said} tokens", "usage of this provider has no such count")
