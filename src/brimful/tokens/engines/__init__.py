"""The counting engines, one module each."""
