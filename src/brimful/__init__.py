"""brimful fits an agent's conversation, tools and code into a model's context window."""

__version__ = "0.1.0"
