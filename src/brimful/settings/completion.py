"""What an inline completion is given (IC)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from brimful.settings.about import about


class Completion(Struct, frozen=True, forbid_unknown_fields=True):
    """What an inline completion is given, how it is found, and how long that may take."""

    budget_tokens: Annotated[int, about("Tokens of context in all.", unit="tokens", spec="IC-1", ge=1)] = 8_192
    reserve_tokens: Annotated[
        int, about("Held back before the document is taken off.", unit="tokens", spec="IC-1", ge=0)
    ] = 256
    primary_tokens: Annotated[
        int,
        about("What pieces that matter may take when a request names no budget.", unit="tokens", spec="IC-1", ge=1),
    ] = 7_168
    chars_per_token: Annotated[
        int, about("Characters reckoned for a token.", unit="characters", spec="IC-1", ge=1)
    ] = 4
    prompt_reserve_tokens: Annotated[
        int, about("Tokens of the budget the prompt leaves for the answer.", unit="tokens", spec="IC-1", ge=0)
    ] = 500
    suffix_share: Annotated[
        float,
        about("Share of the prompt the text after the cursor may take.", unit="share", spec="IC-1", ge=0, le=1),
    ] = 0.15
    encoding: Annotated[str, about("The encoding prompts are counted in.", unit="name", spec="IC-1")] = "o200k_base"
    mode: Annotated[
        str, about("What other pieces may take: minimal, half, double, fill.", unit="name", spec="IC-2")
    ] = "fill"
    mandatory_from: Annotated[
        float, about("Pieces of at least this priority matter.", unit="priority", spec="IC-2", ge=0, le=1)
    ] = 0.7
    locals_lines: Annotated[
        int, about("Lines before the cursor searched for names in scope.", unit="lines", spec="IC-2", ge=1)
    ] = 200
    locals_names: Annotated[int, about("Most names in scope that are told.", unit="names", spec="IC-2", ge=1)] = 40
    import_files: Annotated[int, about("Most imported files that are shown.", unit="files", spec="IC-2", ge=0)] = 16
    import_file_chars: Annotated[
        int, about("Imported files longer than this are not read.", unit="characters", spec="IC-2", ge=1)
    ] = 400_000
    outline_chars: Annotated[
        int, about("Most of a file's signatures in one piece.", unit="characters", spec="IC-2", ge=1)
    ] = 2_000
    outline_aside_chars: Annotated[
        int, about("Outlines of longer files are drawn in a thread.", unit="characters", spec="IC-3", ge=0)
    ] = 20_000
    recent_documents: Annotated[
        int, about("Documents remembered by when they had the focus.", unit="documents", spec="IC-3", ge=1)
    ] = 32
    open_documents: Annotated[
        int, about("Most open documents kept that never had the focus.", unit="documents", spec="IC-3", ge=0)
    ] = 200
    neighbours: Annotated[int, about("Most neighbours of a document.", unit="documents", spec="IC-3", ge=0)] = 10
    race_ms: Annotated[
        float, about("Longest a request waits for what is not ready.", unit="ms", spec="IC-3", ge=0)
    ] = 20
    warm_budget_ms: Annotated[
        float, about("Longest a provider warms for one cursor.", unit="ms", spec="IC-3", ge=0)
    ] = 50
    warm_quiet_ms: Annotated[
        float,
        about("A cursor that moves sooner after an edit of its file warms nothing.", unit="ms", spec="IC-3", ge=0),
    ] = 500
    warm_debounce_ms: Annotated[
        float, about("Moves by keyboard and edits wait for the next one this long.", unit="ms", spec="IC-3", ge=0)
    ] = 100
    remembered_answers: Annotated[
        int, about("Documents whose pieces a provider's cache remembers.", unit="documents", spec="IC-3", ge=1)
    ] = 32
    command_wait_ms: Annotated[
        float, about("What `brimful complete` waits for in place of the race.", unit="ms", spec="IC-3", ge=0)
    ] = 5_000
    similar_window_lines: Annotated[
        int, about("Lines before the cursor, and of a window, that are compared.", unit="lines", spec="IC-2", ge=1)
    ] = 60
    similar_threshold: Annotated[
        float, about("Windows must be more alike than this.", unit="share", spec="IC-2", ge=0, le=1)
    ] = 0.0
    similar_top: Annotated[int, about("Most similar windows.", unit="windows", spec="IC-2", ge=0)] = 4
    similar_per_file: Annotated[int, about("Most similar windows of a file.", unit="windows", spec="IC-2", ge=1)] = 1
    similar_files: Annotated[int, about("Most files that are compared.", unit="files", spec="IC-2", ge=0)] = 20
    similar_file_chars: Annotated[
        int, about("Files of this length and longer are not compared.", unit="characters", spec="IC-2", ge=1)
    ] = 10_000
    similar_cpp_top: Annotated[int, about("Most similar windows, in C++.", unit="windows", spec="IC-2", ge=0)] = 16
    similar_cpp_per_file: Annotated[
        int, about("Most similar windows of a file, in C++.", unit="windows", spec="IC-2", ge=1)
    ] = 4
    similar_cpp_files: Annotated[
        int, about("Most files that are compared, in C++.", unit="files", spec="IC-2", ge=0)
    ] = 200
    similar_cpp_file_chars: Annotated[
        int, about("C++ files of this length and longer are not compared.", unit="characters", spec="IC-2", ge=1)
    ] = 100_000
    similar_total_chars: Annotated[
        int, about("Most of all files together that are compared.", unit="characters", spec="IC-2", ge=0)
    ] = 200_000
