"""The command line: a door for people and for pipes (UI-2)."""


def main() -> None:
    """Run the command line; the entry point of `brimful`."""
    from brimful.cli.app import run  # `import brimful.cli` must stay free of side effects and light

    run()
