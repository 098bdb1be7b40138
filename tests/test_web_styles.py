"""The style sheets of the pages hold rules for what is on the pages, and nothing else."""

import re
from pathlib import Path

import pbem

ROOT = Path(pbem.__file__).parent
SHEETS = sorted((ROOT / "web" / "static").glob("*.css"))
MADE_OF_PARTS = re.compile(r"(?:is|no|l|zone)-")
"""How classes begin that templates and scripts put together, as ``is-{{ kind }}``."""


def names(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z][\w-]*", text))


def named() -> set[str]:
    """Every word of templates, scripts and the code that draws."""
    files = [*(ROOT.parent / "templates" / "web").rglob("*.html"), *(ROOT / "web").rglob("*.py")]
    files += [
        *(ROOT / "reports").rglob("*.py"),
        *(one for one in (ROOT / "web").rglob("*.js") if "htmx" not in one.name),
    ]
    return set().union(*(names(one.read_text(encoding="utf-8")) for one in files))


def test_every_class_of_the_style_sheets_is_on_some_page() -> None:
    used, unused = named(), list[str]()
    for sheet in SHEETS:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        selectors = " ".join(re.findall(r"([^{}]+)\{", rules))
        classes = set(re.findall(r"[.#]([A-Za-z][\w-]*)", re.sub(r"@[^{.#]*", "", selectors)))
        unused += [f"{sheet.name}: {one}" for one in sorted(classes - used) if not MADE_OF_PARTS.match(one)]
    assert not unused
