"""Write the generated pages of docs/reference: `python -m tools.reference`. Tests compare them with what is true."""

from __future__ import annotations

from pathlib import Path

from brimful.settings import PROJECT_FILE, describe

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def settings_page() -> str:
    """Every setting, as a table."""
    rows = [
        f"| `{s.name}` | `{s.default}` | {s.unit} | {s.range} | `{s.environment}` | {s.spec} | {s.text} |\n"
        for s in describe()
    ]
    return (
        "# Settings\n\n"
        "Order of weight: argument, environment, "
        f"`{PROJECT_FILE}` in the current folder, `{PROJECT_FILE}` in the user's configuration folder\n"
        "(`~/.config/brimful/`), default. Everything wrong is reported at once; `brimful config show` prints each\n"
        "value and where it came from. In files a setting stands in its area's table:\n\n"
        "```toml\n[tokens]\nlru_entries = 10000\n```\n\n"
        "| Setting | Default | Unit | Range | Environment | Line | What it does |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n" + "".join(rows)
    )


def main() -> None:
    """Write the pages."""
    (REFERENCE / "settings.md").write_text(settings_page(), "utf-8")


if __name__ == "__main__":
    main()
