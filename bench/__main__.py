"""`python -m bench [--quick] [name …]`: every side-by-side run, or the ones named."""

from __future__ import annotations

import argparse

from bench import bodies, completion, documents, estimate, prompt_trees, results, startup, timing, tokens

RUNS = {
    "tokens": tokens.run,
    "bodies": bodies.run,
    "estimate": estimate.run,
    "documents": documents.run,
    "prompt": prompt_trees.run,
    "completion": completion.run,
    "results": results.run,
    "startup": startup.run,
}


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(RUNS))
    parser.add_argument("--quick", action="store_true", help="a look, not a measurement")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(RUNS):
        parser.error(f"there is no {', '.join(sorted(unknown))}; choose from {', '.join(RUNS)}")
    print(timing.machine())
    for name in arguments.names or RUNS:
        RUNS[name](quick=arguments.quick)


main()
