"""One call that makes any result fit, the same way each time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import brimful
from brimful.errors import UnknownName
from brimful.models import Registry
from brimful.results import Condensed, Piece, Room, Weight, limit_for, load_condensers, select, shorten
from brimful.results.shapes import SHIPPED, detect, shipped
from brimful.tokens import counter

SAMPLES = Path(__file__).parents[1] / "data" / "tool-outputs" / "samples.jsonl"


def samples() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAMPLES.read_text("utf-8").splitlines()]


TELLING = ["error: x", "\x1b[31m", "{", "10% [=>  ]", "a,b,c", "@@ -1 +1 @@"]
LINES = st.lists(st.text(max_size=60) | st.sampled_from(TELLING))
TEXTS = st.builds(lambda lines, times: "\n".join(lines * times), LINES, st.integers(1, 50))


@pytest.mark.spec("RES-1", "RES-4")
@given(TEXTS, st.integers(0, 400))
@example("\ud800" * 50, 20)
def test_never_more_characters_than_asked(text: str, chars: int) -> None:
    short = shorten(text, chars=chars)
    assert len(short.text) == short.chars <= chars
    assert short.problems == ()
    if len(text) <= chars:
        assert short.text == text


@pytest.mark.spec("RES-1", "RES-2")
@given(TEXTS, st.integers(0, 120))
def test_never_more_tokens_than_asked_counted_again_after_the_cut(text: str, limit: int) -> None:
    short = shorten(text, limit=limit, model="gpt-5")
    assert counter("o200k_base")(short.text) == short.tokens <= limit


@pytest.mark.spec("RES-1")
@given(TEXTS, st.integers(0, 80), st.integers(0, 300))
def test_both_limits_hold_when_both_are_given(text: str, limit: int, chars: int) -> None:
    short = shorten(text, limit=limit, chars=chars)
    assert short.tokens <= limit
    assert short.chars <= chars


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample["id"][-40:])
def test_real_results_fit_are_final_and_say_what_went(sample: dict[str, Any]) -> None:
    for chars in (300, 1_000, 4_000):
        short = shorten(sample["text"], chars=chars)
        assert short.chars <= chars
        assert short.problems == ()
        assert shorten(short.text, chars=chars).text == short.text
        if short.shape:
            assert short.recall in short.text.splitlines()[-1] or short.shape == "plain"
            assert short.left_out or "a shorter form" in short.text.splitlines()[-1]


@pytest.mark.spec("RES-4")
def test_the_same_result_becomes_the_same_bytes_in_another_process() -> None:
    text = samples()[0]["text"]
    program = (
        "import sys, brimful.results as r; text = sys.stdin.buffer.read().decode();"
        "sys.stdout.buffer.write(r.shorten(text, limit=400).text.encode())"
    )
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=text.encode(),
            env={"PYTHONPATH": "src", "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            check=True,
            capture_output=True,
        )
        assert done.stdout.decode() == shorten(text, limit=400).text


@pytest.mark.spec("RES-1")
def test_what_fits_is_not_touched_not_even_cleaned() -> None:
    text = "kept as it is  \n\n\n\n\x1b[31mred\x1b[0m\r\n"
    short = shorten(text, limit=1_000)
    assert (short.text, short.changed, short.shape, short.recall, short.left_out) == (text, False, "", "", {})


@pytest.mark.spec("RES-4")
def test_what_fits_once_cleaned_is_only_cleaned() -> None:
    short = shorten("\x1b[31mred\x1b[0m " * 20, chars=100)
    assert (short.text, short.changed, short.shape, short.left_out) == (" ".join(["red"] * 20), True, "", {})


@pytest.mark.spec("RES-4")
def test_the_last_line_says_what_went_and_how_to_get_it_back() -> None:
    text = "\n".join(f"line {n} of it" for n in range(500))
    short = shorten(text, chars=400, recall="r17")
    assert short.recall == "r17"
    gone = short.left_out["lines"]
    assert short.text.splitlines()[-1] == f"[{gone} lines left out; whole: recall r17]"
    assert shorten(text, chars=400).recall == shorten(text, chars=500).recall != ""


@pytest.mark.spec("RES-2")
def test_the_limit_is_half_of_the_models_prompt_unless_told_otherwise() -> None:
    most = Registry.shipped().max_input("gpt-5")
    assert limit_for("gpt-5") == most // 2
    assert limit_for("gpt-5", 0.25) == most // 4
    assert limit_for("a model nobody knows") > 0
    with pytest.raises(ValueError, match="share"):
        limit_for("gpt-5", 0)


@pytest.mark.spec("RES-2")
def test_without_a_limit_a_result_of_the_models_share_is_not_touched() -> None:
    assert not shorten("x " * 1_000, model="gpt-5").changed


class Recipes:
    """Somebody's own shape: lines that begin with a star matter."""

    name = "recipes"

    def suits(self, text: str) -> float:
        return 0.9 if text.startswith("RECIPES\n") else 0.0

    def condense(self, text: str, room: Room) -> Condensed:
        lines = text.split("\n")
        return select([Piece(line, Weight.ERROR if line.startswith("*") else Weight.PLAIN) for line in lines], room)


class Broken(Recipes):
    """One with a bug."""

    name = "broken"

    def condense(self, text: str, room: Room) -> Condensed:
        raise KeyError("oops")


class Greedy(Recipes):
    """One that does not keep to its room."""

    name = "greedy"

    def condense(self, text: str, room: Room) -> Condensed:
        return Condensed(text)


class Blind(Recipes):
    """One that cannot even look."""

    name = "blind"

    def suits(self, text: str) -> float:
        raise RuntimeError("no eyes")


RECIPES = "RECIPES\n" + "\n".join(f"* salt {n}" if n == 77 else f"stir {chr(97 + n % 26) * 9}" for n in range(200))


@pytest.mark.spec("RES-4")
def test_a_condenser_of_ones_own_is_asked_and_named() -> None:
    short = shorten(RECIPES, chars=300, condensers=[Recipes(), *shipped()])
    assert short.shape == "recipes"
    assert "* salt 77" in short.text
    assert shorten(RECIPES, chars=300, condensers=[Recipes()], shape="recipes") == short


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize(
    ("condenser", "says"), [(Broken, "broken: KeyError: 'oops'"), (Greedy, "greedy: ValueError: gave")]
)
def test_a_condenser_that_fails_costs_its_shape_never_the_result(condenser: type[Recipes], says: str) -> None:
    short = shorten(RECIPES, chars=300, condensers=[condenser()])
    assert short.shape == "plain"
    assert 0 < short.chars <= 300
    assert short.problems[0].startswith(says)


@pytest.mark.spec("RES-4")
def test_a_condenser_that_fails_to_look_is_passed_over_and_named() -> None:
    short = shorten(RECIPES, chars=300, condensers=[Blind(), *shipped()])
    assert short.shape == "log"
    assert short.problems == ("blind: RuntimeError: no eyes",)


@pytest.mark.spec("RES-4")
def test_an_unknown_shape_names_the_ones_there_are() -> None:
    with pytest.raises(UnknownName, match=r"no shape is called 'logs'.*auto, .*log"):
        shorten(RECIPES, chars=10, shape="logs")


@pytest.mark.spec("RES-4")
def test_every_shape_that_ships_has_a_name_of_its_own() -> None:
    names = [condenser.name for condenser in shipped()]
    assert len(set(names)) == len(names) == sum(len(classes) for classes in SHIPPED.values())
    assert set(names) <= {condenser.name for condenser in load_condensers()}


@pytest.mark.spec("RES-4")
@pytest.mark.parametrize("condenser", shipped(), ids=lambda condenser: condenser.name)
@given(text=TEXTS, chars=st.integers(0, 300))
def test_every_shape_keeps_to_its_room_whatever_the_text(condenser: Any, text: str, chars: int) -> None:
    assert 0 <= condenser.suits(text) <= 1
    if len(text) > chars:
        assert len(condenser.condense(text, Room(chars, len)).text) <= chars


@pytest.mark.spec("RES-4")
def test_text_without_lines_is_plain() -> None:
    assert detect("x" * 9_000, shipped()).condenser.name == "plain"


@pytest.mark.spec("RES-1")
@pytest.mark.parametrize("wrong", [{"limit": -1}, {"chars": -1}])
def test_a_limit_below_nothing_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 0"):
        shorten("text", **wrong)  # type: ignore[arg-type]


def test_the_room_is_loaded_by_its_name() -> None:
    assert brimful.results.shorten is shorten
