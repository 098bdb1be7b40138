"""The three palettes of a map, by role, and the style sheet made of them."""

import re
from typing import Final, Literal

from pbem.reports.maps import fonts

Theme = Literal["paper", "dark", "print"]

THEMES: Final[tuple[Theme, ...]] = ("paper", "dark", "print")

_ROLES: Final = """
page          #F4ECD8 #161513 #FFFFFF
field         #FAF5E8 #1E1C19 #FFFFFF
ink           #2A2019 #F0E7D3 #000000
soft-ink      #6B5B44 #B9AC93 #444444
hex-number    #7A694B #A0937A #5E5E5E
grid          #D3C5A4 #3B362E #C4C4C4
side1-plate   #1F3D6B #9CC3EE #1C1C1C
side1-edge    #14294A #D5E7FB #000000
side1-marks   #FFFFFF #0C1B30 #FFFFFF
side1-column  #FFFFFF #0C1B30 #FFFFFF
side2-plate   #FFFBF0 #2B1A17 #FFFFFF
side2-frame   #A3241A #FF9E8A #000000
side2-marks   #7E1710 #FFD9D0 #000000
side2-digits  #FFFFFF #2B0E08 #FFFFFF
wood          #D6DFBB #29331F #E6E6E6
wood-line     #667941 #86A05E #6C6C6C
tree          #B9C892 #3A4A2B #CFCFCF
hill          #EBDCB8 #33291A #F1F1F1
hachure       #8F6C3A #A5834E #8A8A8A
water         #CBDFE3 #16313B #DADADA
water-line    #447487 #6FA3B6 #666666
roof          #D99F7C #6B4631 #BDBDBD
roof-line     #5A3826 #D9A988 #2E2E2E
road-line     #8A704C #A08E6B #3A3A3A
road-fill     #FFFBEF #4A4233 #FFFFFF
works         #6B4A2B #D0A877 #3E3E3E
town          #F3E1CF #30251E #ECECEC
crop          #EEE9C9 #2C2A1B #F3F3F3
furrow        #A39A5A #8A8248 #9A9A9A
marsh         #E1E7D6 #222B24 #F0F0F0
marsh-line    #5F8070 #7FA08C #6E6E6E
disc          #E3A81C #F2C14E #FFFFFF
disc-mark     #4A3300 #2A1D00 #000000
ghost         #6C604F #A79B86 #6A6A6A
ghost-fill    #EFE8D6 #262320 #F4F4F4
"""

PALETTES: Final[dict[Theme, dict[str, str]]] = {
    theme: {row.split()[0]: row.split()[1 + i] for row in _ROLES.strip().splitlines()} for i, theme in enumerate(THEMES)
}
"""Role to colour, ``#RRGGBB``, for each theme."""

RARE: Final = ("road-line", "road-fill", "works", "town")
"""Roles that many a ground has no use for."""

_PROPERTY: Final = {"f": "fill", "s": "stroke", "c": "color"}
_CLASSES: Final = re.compile(r'class="([^"]*)"')


def check_theme(name: str) -> Theme:
    """The theme of that name.  Raises ValueError for another word."""
    for theme in THEMES:
        if theme == name:
            return theme
    raise ValueError(f"{name!r} is not a theme of the maps: use one of {', '.join(THEMES)}")


def _rules(theme: Theme, selector: str, classes: list[str]) -> str:
    palette = PALETTES[theme]
    return "".join(f"{selector} .{c}{{{_PROPERTY[c[0]]}:{palette[c[2:]]}}}" for c in classes)


def style_of(body: str, theme: Theme, *, dark_too: bool) -> str:
    """The rules that a drawing needs: those of the classes it uses, no others.

    dark_too: also dark colours for a reader who prefers them (only for paper; the PNG renderer would ignore them).
    """
    used = {word for words in _CLASSES.findall(body) for word in words.split()}
    colours = sorted(c for c in used if c[1:2] == "-" and c[0] in _PROPERTY and c[2:] in PALETTES[theme])
    return _sheet(theme, colours, dark_too=dark_too and theme == "paper")


def map_css() -> str:
    """One style sheet for every map of a site whose pages allow no inline style: see ``render_svg(style=False)``."""
    colours = [f"{p}-{role}" for role in PALETTES["paper"] for p in _PROPERTY]
    sheets = (_sheet(theme, colours, dark_too=theme == "paper") for theme in THEMES)
    return "\n".join((".map{max-width:100%;height:auto}", *sheets)) + "\n"


def page_css() -> str:
    """The style sheet of maps that stand in a page (``inline``): dark for who prefers that, grey on paper.

    Colours are properties, ``--m-ink``, for the page's own marks on the map.  Classes of colours stand alone, and the
    face is inherited: what a ``<use>`` repeats is not found under another selector.
    """
    properties = {theme: "".join(f"--m-{role}:{hue};" for role, hue in PALETTES[theme].items()) for theme in THEMES}
    rules = (f".{p}-{role}{{{named}:var(--m-{role})}}" for role in PALETTES["paper"] for p, named in _PROPERTY.items())
    return "\n".join(
        (
            f":root{{{properties['paper']}}}",
            f"@media (prefers-color-scheme:dark){{:root{{{properties['dark']}}}}}",
            f"@media print{{:root{{{properties['print']}}}}}",
            *rules,
            fonts.CSS.format(".board-map"),
            f".board-map{{font-family:{fonts.SANS};font-weight:500;text-anchor:middle}}",
            ".bold{font-weight:700}",
            "",
        )
    )


def _sheet(theme: Theme, colours: list[str], *, dark_too: bool) -> str:
    selector = f".map.{theme}"
    sheet = fonts.CSS.format(selector) + _rules(theme, selector, colours)
    if dark_too:
        sheet += f"@media (prefers-color-scheme:dark){{{_rules('dark', selector, colours)}}}"
    return sheet
