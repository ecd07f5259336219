"""Tool results made smaller: shape by shape, cut at safe places, put aside when large (RES)."""
