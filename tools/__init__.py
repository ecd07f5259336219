"""Small programs for those who work on brimful itself."""
