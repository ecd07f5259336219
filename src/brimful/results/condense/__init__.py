"""Condensers, one module for a family of shapes (RES-4)."""
