"""Fetching over HTTP for commands: one request, a time limit, and errors that never repeat a key."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from brimful.errors import InvalidInput, UpstreamRefused
from brimful.settings import DEFAULTS

TIMEOUT_S = 20.0


def fetch(url: str, headers: Mapping[str, str]) -> bytes:
    """GET an address; the body of the answer."""
    address = urlsplit(url)
    if address.scheme not in ("http", "https"):
        raise InvalidInput(f"{address.scheme or 'that'} is not http or https", hint="give a whole address: https://…")
    where = f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"
    try:
        with urlopen(Request(url, headers=dict(headers)), timeout=TIMEOUT_S) as answer:
            data: bytes = answer.read(DEFAULTS.limits.body_max_bytes)
            return data
    except HTTPError as error:
        hint = "is the key right, and may it list models?" if error.code in (401, 403) else "is the address right?"
        raise UpstreamRefused(f"{where} answered {error.code}", hint=hint) from None
    except (URLError, TimeoutError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise UpstreamRefused(
            f"{where} cannot be reached: {reason}", hint="is it running, and the address right?"
        ) from None
