"""Prompt trees: priorities, flexible budgets, pruning, and an account of every render (PT, CM)."""
