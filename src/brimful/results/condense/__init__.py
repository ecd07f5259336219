"""The shapes of tool output that are known, one module each (RES-4)."""
