"""Source files and changes made smaller: structure, budgeted summaries, outlines (DOC)."""
