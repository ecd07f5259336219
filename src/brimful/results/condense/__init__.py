"""Condensers: one module a shape of tool output (RES-4)."""
