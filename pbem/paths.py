"""Where the files that are not code lie: templates and scenarios, two folders at the top of the checkout.

pbem is run from a checkout (``make install`` installs it in place), so that an operator can read and change both.
"""

from pathlib import Path


class Missing(FileNotFoundError):
    """A folder that pbem cannot work without is not where it must be."""


def folder(name: str, root: Path | None = None) -> Path:
    """The folder of that name at the top of the checkout (or under ``root``).

    Raises Missing, naming the place looked in and what to do.
    """
    found = (root or Path(__file__).resolve().parent.parent) / name
    if not found.is_dir():
        raise Missing(
            f"pbem's {name} folder is missing: there is no {found}. pbem runs from a checkout of its repository: "
            f"clone it, run `make install` there, and use that checkout's .venv/bin/pbem."
        )
    return found


TEMPLATES = folder("templates")
"""Jinja2 templates: ``web/``, ``mail/``, ``maps/``."""

SCENARIOS = folder("scenarios")
"""Battles: ``<rule set>/<battle>.yaml``."""
