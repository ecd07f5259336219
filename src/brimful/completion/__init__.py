"""What an inline completion should know: the document, its neighbours, similar code (IC)."""
