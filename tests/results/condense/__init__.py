"""Tests of the condensers."""
