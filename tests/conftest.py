"""Shared by all tests."""

from __future__ import annotations

import os

import hypothesis

# One profile for every run (bounded, so the suite stays short) and one for full counts (`make soak`).
hypothesis.settings.register_profile("default", deadline=None, max_examples=100, print_blob=True)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=10_000, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
