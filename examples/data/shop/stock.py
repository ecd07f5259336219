"""What a shop has on its shelves."""


class Stock:
    """Items by name."""

    def __init__(self) -> None:
        self.items: dict[str, int] = {}

    def add(self, name: str, count: int = 1) -> None:
        """Put items on the shelf."""
        if count < 1:
            raise ValueError(f"cannot add {count} of {name}")
        self.items[name] = self.items.get(name, 0) + count

    def take(self, name: str, count: int = 1) -> None:
        """Take items off the shelf."""
        left = self.items.get(name, 0) - count
        if left < 0:
            raise LookupError(f"only {left + count} of {name} are left")
        self.items[name] = left

    def report(self) -> str:
        """A line for each item."""
        lines = []
        for name, count in sorted(self.items.items()):
            lines.append(f"{name:20} {count:5}")
        return "\n".join(lines)
