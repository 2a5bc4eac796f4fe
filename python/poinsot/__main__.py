"""The command line: `poinsot`, or `python -m poinsot`. Beside what the command of Rust does, it carries out and draws studies."""

from __future__ import annotations

import signal
import sys

from ._native import command


def main() -> None:
    """Carries out the arguments of the process."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["study"]:
        from ._study_command import main as carry_out

        sys.exit(carry_out(arguments[1:]))
    if arguments[:1] == ["plot"]:
        from ._plot_command import is_table
        from ._plot_command import main as draw

        if any(is_table(word) for word in arguments[1:]):
            sys.exit(draw(arguments[1:]))
    # The command listens for Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["poinsot", *arguments]))


if __name__ == "__main__":
    main()
