"""The words of code that tell what it is about: what windows of similar files are compared by (IC-2).

A word is a run of ASCII letters and digits. Words that stand everywhere, in English comments and in code, say
nothing and are left out; upper and lower case are different words.
"""

from __future__ import annotations

import re

_RUNS = re.compile("[A-Za-z0-9]+")

_ENGLISH = """
    a about above after again all an and any are as at be because been before being below between both but by can did
    do does doing don down during each few from further had has have having here how in into is it its just more most
    no not now of off on once only or other our out over own s same should so some such t than that the their them
    then there these they this those through to too under until up very was we were what when where which who why
    will would you
"""
_CODE = """
    TODO assert break case catch class const continue def else enum finally for function if import match new raise
    repeat return static struct super switch then this try var while with
"""
STOP_WORDS = frozenset((_ENGLISH + _CODE).split())
"""128 words: 99 of English and 31 of code, two of them of both."""


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that are compared, each once."""
    return frozenset(_RUNS.findall(text)) - STOP_WORDS
