"""What a shop takes in."""

PRICES = {"apple": 40, "bread": 320, "cheese": 890}


def price(name: str) -> int:
    """The price of an item, in cents."""
    return PRICES[name]


def total(names: list[str]) -> int:
    """What a basket costs, in cents."""
    found = 0
    for name in names:
        found += price(name)
    return found


def receipt(names: list[str]) -> str:
    """What the customer gets."""
    lines = [f"{name:20} {price(name) / 100:8.2f}" for name in names]
    lines.append(f"{'total':20} {total(names) / 100:8.2f}")
    return "\n".join(lines)
