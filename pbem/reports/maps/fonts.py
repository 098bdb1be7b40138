"""The faces of a map, and where their files lie (``reports/fonts``, with their licences)."""

from pathlib import Path
from typing import Final, Literal

Face = Literal["sans", "bold", "fell", "fell-italic"]

_FOLDER: Final = Path(__file__).resolve().parent.parent / "fonts"

FILES: Final[dict[Face, str]] = {
    "sans": str(_FOLDER / "ArchivoNarrow_500Medium.ttf"),
    "bold": str(_FOLDER / "ArchivoNarrow_700Bold.ttf"),
    "fell": str(_FOLDER / "IMFellDWPica_400Regular.ttf"),
    "fell-italic": str(_FOLDER / "IMFellDWPica_400Regular_Italic.ttf"),
}

FALLBACK: Final = str(_FOLDER / "DejaVuSans.ttf")
"""For glyphs the others lack; the renderer falls back glyph by glyph."""

SANS: Final = '"Archivo Narrow","Liberation Sans Narrow","Arial Narrow","DejaVu Sans",sans-serif'

CSS: Final = (
    f"{{0}} text{{{{font-family:{SANS};font-weight:500}}}}"
    "{0} .bold{{font-weight:700}}"
    '{0} .fell{{font-family:"IM FELL DW Pica","EB Garamond",Georgia,"DejaVu Sans",serif;font-weight:400}}'
    "{0} .italic{{font-style:italic}}"
)
"""Rules for text; ``{0}`` is the map's own selector.  Family names are exact: a wrong one gives no text at all."""


def name_face(text: str, *, italic: bool) -> Face:
    """The face of a title or a place name: Fell, unless there is a digit (its figures are old-style)."""
    if any(c.isdigit() for c in text):
        return "bold"
    return "fell-italic" if italic else "fell"


FACE_CLASS: Final[dict[Face, str]] = {"sans": "", "bold": "bold", "fell": "fell", "fell-italic": "fell italic"}
"""The classes that set a face."""
