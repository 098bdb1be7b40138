"""Every symbol of the maps as data: what a unit is, the marks it carries, what grows and stands on the ground.

One colour each (``currentColor``); the tree takes a second, its fill, from where it is used.  No class may stand inside
a symbol: browsers lose the map's rules there.  The front of a unit is the top edge of its symbol.

To add a kind of unit: one line in ``KINDS`` (box 48 x 28) and its word for the legend.  Solid means pikes or armour,
dots firearms, a diagonal mounted, strokes ahead pikes or lances, no frame open order.
"""

from typing import Final, NamedTuple


class Symbol(NamedTuple):
    """A symbol: its word in the legend, its box, filled path, strokes (width, path, dash), dots (radius, centres)."""

    word: str
    box: str
    fill: str = ""
    strokes: tuple[tuple[float, str, str], ...] = ()
    dots: tuple[float, str] = (0, "")


_FOOT: Final = (2.6, "M4.3,8.3h39.4v17.4h-39.4z", "")
_MOUNT: Final = (2.6, "M7,8.3h34v17.4h-34z", "")
_DIAGONAL: Final = (2.6, "M7,25.7L41,8.3", "")
_HALF: Final = "M7,25.7L41,8.3v17.4z"
_UNIT: Final = "0 0 48 28"
_MARK: Final = "0 0 24 24"

KINDS: Final[dict[str, Symbol]] = {
    "pike": Symbol(
        "pike",
        _UNIT,
        "M10,11.5h28v15h-28z",
        ((2, "M11.2,12V1.5M16.3,12V1.5M21.4,12V1.5M26.6,12V1.5M31.7,12V1.5M36.8,12V1.5", ""),),
    ),
    "shot": Symbol(
        "shot",
        _UNIT,
        "",
        (_FOOT,),
        (2.1, "10.5,13.6;17.25,13.6;24,13.6;30.75,13.6;37.5,13.6;10.5,20.4;17.25,20.4;24,20.4;30.75,20.4;37.5,20.4"),
    ),
    "pike-and-shot": Symbol(
        "pike and shot",
        _UNIT,
        "M15,11.5h18v15h-18z",
        (
            (2, "M16.2,12V1.5M21.4,12V1.5M26.6,12V1.5M31.8,12V1.5", ""),
            (2.6, "M15,13.3H2.3v11.9H15M33,13.3h12.7v11.9H33", ""),
        ),
        (2, "6.4,19.2;11.4,19.2;36.6,19.2;41.6,19.2"),
    ),
    "tercio": Symbol(
        "tercio",
        _UNIT,
        "M14,8.5h20v15.5h-20z",
        (
            (2, "M15.2,9V1.5M20.4,9V1.5M27.6,9V1.5M32.8,9V1.5", ""),
            (
                2.2,
                "M5.2,4.5h8.6v7.6h-8.6zM34.2,4.5h8.6v7.6h-8.6zM5.2,18.4h8.6v7.6h-8.6zM34.2,18.4h8.6v7.6h-8.6z",
                "",
            ),
        ),
    ),
    "brigade": Symbol(
        "Swedish brigade",
        _UNIT,
        "M18,8h12v8h-12zM4,18.5h12v8h-12zM32,18.5h12v8h-12z",
        (
            (
                1.9,
                "M19.2,8.4V1.5M24,8.4V1.5M28.8,8.4V1.5M5.2,19v-7M10,19v-7M14.8,19v-7M33.2,19v-7M38,19v-7M42.8,19v-7",
                "",
            ),
        ),
        (2.1, "20.6,22.6;27.4,22.6"),
    ),
    "foot": Symbol("foot", _UNIT, "M4.3,17h39.4v8.7h-39.4z", (_FOOT,)),
    "archers": Symbol(
        "archers",
        _UNIT,
        "M12,.5l3.4,5h-6.8zM24,.5l3.4,5h-6.8zM36,.5l3.4,5h-6.8z",
        ((2.6, "M4.3,10.3h39.4v15.4h-39.4z", ""), (2, "M12,22V3M24,22V3M36,22V3", "")),
    ),
    "skirmishers": Symbol(
        "skirmishers",
        _UNIT,
        dots=(2.6, "6,8.5;24,8.5;42,8.5;15,15.5;33,15.5;6,22.5;24,22.5;42,22.5"),
    ),
    "lancers": Symbol(
        "gendarmes, lancers",
        _UNIT,
        _HALF + "M12,.5l7,2.4l-7,2.4zM24,.5l7,2.4l-7,2.4zM36,.5l7,2.4l-7,2.4z",
        (_MOUNT, (2, "M12,9V1M24,9V1M36,9V1", "")),
    ),
    "reiters": Symbol("reiters", _UNIT, _HALF, (_MOUNT,), (2.4, "13.4,13.8;21.2,13.4")),
    "horse": Symbol("horse", _UNIT, _HALF, (_MOUNT,)),
    "fast-horse": Symbol("fast horse", _UNIT, _HALF, (_MOUNT, (2.6, "M12,5.6L24,1.2L36,5.6", ""))),
    "light-horse": Symbol("light horse", _UNIT, "", (_MOUNT, _DIAGONAL)),
    "dragoons": Symbol("dragoons", _UNIT, "", (_MOUNT, _DIAGONAL), (2.4, "13.4,13.8;21.2,13.4;26.8,20.6;34.6,20.2")),
    "guns": Symbol(
        "guns",
        _UNIT,
        "M21.6,2.5h4.8l1.4,16.5h-7.6zM22.6,19h2.8l1.2,8h-5.2zM9,8h4.6v15h-4.6zM34.4,8h4.6v15h-4.6z",
        ((2.6, "M12,15.5h24", ""),),
    ),
    "baggage": Symbol(
        "baggage",
        _UNIT,
        "M8.5,8h3.6v6.5h-3.6zM8.5,18h3.6v6.5h-3.6zM35.9,8h3.6v6.5h-3.6zM35.9,18h3.6v6.5h-3.6z",
        (
            (2.6, "M14,8.5h20v16h-20z", ""),
            (2, "M14,13.8h20M14,19.2h20", ""),
            (2.4, "M24,8.5v-7M18.5,1.8h11", ""),
        ),
    ),
    "commander": Symbol(
        "commander",
        _UNIT,
        "M25,4.6l1.7,3.9l4.2,.4l-3.2,2.8l1,4.1l-3.7,-2.2l-3.7,2.2l1,-4.1l-3.2,-2.8l4.2,-.4z",
        ((2.8, "M12.2,1v26", ""), (2.6, "M13,2.5h24v15.5h-24z", "")),
    ),
    "unknown": Symbol(
        "not known",
        _UNIT,
        "",
        (
            (2.6, "M4.3,5.3h39.4v20.4h-39.4z", "5,4"),
            (2.8, "M19.2,12.2c0,-6,9.6,-6,9.6,-.6c0,3.6,-4.8,3.4,-4.8,6.6", ""),
        ),
        (1.9, "24,22.2"),
    ),
}
"""Kinds of unit, by the word a chart's counter carries."""

MARKS: Final[dict[str, Symbol]] = {
    "disordered": Symbol("disordered, tilted", _MARK, "", ((3, "M3.5,15l4.2,-6l4.3,6l4.3,-6l4.2,6", ""),)),
    "ready": Symbol(
        "on opportunity",
        _MARK,
        "",
        ((2.2, "M2.5,12C6.5,5.6,17.5,5.6,21.5,12C17.5,18.4,6.5,18.4,2.5,12z", ""),),
        (3.3, "12,12"),
    ),
    "unseen": Symbol(
        "yours, unseen",
        _MARK,
        "",
        ((2.2, "M2.5,12C6.5,5.6,17.5,5.6,21.5,12C17.5,18.4,6.5,18.4,2.5,12z", ""), (2.8, "M4,20.5L20,3.5", "")),
        (3, "12,12"),
    ),
    "melee": Symbol(
        "mêlée",
        _MARK,
        "M4,3l2.6,.4L19.2,16l-1.7,1.7L4.4,5.6zM20,3l-2.6,.4L4.8,16l1.7,1.7L19.6,5.6z",
        ((2.2, "M14.2,20.2l6.2,-6.2M9.8,20.2L3.6,14M18.6,18.4l2.6,2.6M5.4,18.4l-2.6,2.6", ""),),
    ),
    "star": Symbol(
        "general with it",
        _MARK,
        "M12,1.6l2.9,6.6l7.2,.7l-5.4,4.8l1.6,7l-6.3,-3.7l-6.3,3.7l1.6,-7l-5.4,-4.8l7.2,-.7z",
    ),
    "hit": Symbol(
        "lost this round",
        _MARK,
        "M12,0l2,6.2L19.3,2.3l-2.4,6l6.5,.3l-5.5,3.5l5.3,3.8l-6.5,-.2l2,6.2l-5.2,-4L12,24l-1.5,-6.1l-5.2,4l2,-6.2"
        "l-6.5,.2l5.3,-3.8L.6,8.6l6.5,-.3l-2.4,-6L10,6.2z",
    ),
    "spent": Symbol(
        "out of ammunition",
        _MARK,
        "",
        ((2.4, "M3.5,12a8.5,8.5,0,1,0,17,0a8.5,8.5,0,1,0,-17,0z", ""), (2.8, "M5.5,18.5L18.5,5.5", "")),
        (2.9, "12,12"),
    ),
    "emptied": Symbol(
        "pistols fired",
        _MARK,
        "M3,6.5h13.5v5H9.5l-3,8.5H2.2l2.6,-9.2z",
        ((2.2, "M10.5,12l1.6,3.6h2.6", ""), (2.2, "M21.5,2L13,22", "")),
    ),
    "routed": Symbol("broken", _MARK, "", ((3, "M4.5,4.5l7.5,6l7.5,-6M4.5,12.5l7.5,6l7.5,-6", ""),)),
    "pursuing": Symbol("pursuing", _MARK, "", ((3, "M4.5,11l7.5,-6l7.5,6M4.5,19l7.5,-6l7.5,6", ""),)),
    "halted": Symbol("halted", _MARK, "", ((3, "M3.5,4.5h17", ""), (2.6, "M12,21V9.5M6.5,14.5L12,9l5.5,5.5", ""))),
    "shaken": Symbol("shaken", _MARK, "", ((3, "M13.5,1.5L8,10.5h7.5L10,22.5", ""),)),
    "exhausted": Symbol(
        "exhausted",
        _MARK,
        "M12,2.5a9.5,9.5,0,0,0,0,19z",
        ((2.2, "M2.5,12a9.5,9.5,0,1,0,19,0a9.5,9.5,0,1,0,-19,0z", ""),),
    ),
    "square": Symbol(
        "in square",
        _MARK,
        "M12,1l3,3.6h-6zM12,23l3,-3.6h-6zM1,12l3.6,-3v6zM23,12l-3.6,-3v6z",
        ((2.4, "M6.8,6.8h10.4v10.4h-10.4z", ""),),
    ),
    "loaded": Symbol("gun ready to fire", _MARK, dots=(7.5, "12,12")),
    "stands": Symbol("answer: stands", _MARK, "M3,16.5h18v4.5H3z", ((2.6, "M12,16V4M6.5,16V7.5M17.5,16V7.5", ""),)),
    "meets": Symbol("answer: counter-charges", _MARK, "M2,12L9.5,5.5v13zM22,12L14.5,5.5v13z", ((2.4, "M12,3v18", ""),)),
    "turns": Symbol("answer: breaks", _MARK, "", ((3, "M5,20V10a5.5,5.5,0,0,1,11,0v6M10.8,12.5l5.2,6l5.2,-6", ""),)),
    "failed": Symbol("charge: test failed", _MARK, "", ((3.4, "M4.5,4.5l15,15M19.5,4.5l-15,15", ""),)),
    "captured": Symbol(
        "captured",
        _MARK,
        "",
        ((2.4, "M6,22V2.5", ""), (2.2, "M7,3.5h13l-4,4.7l4,4.8H7z", ""), (2.6, "M2,21L22,5", "")),
    ),
    "broken": Symbol(
        "destroyed this round",
        _MARK,
        "M4,3h16v7l-4,-2l-3,5l-4,-3l-5,5zM4,21h16v-6l-3.5,-2l-3,5l-4.5,-3l-5,4z",
    ),
}
"""Marks on or beside a unit."""

TREE: Final = (
    '<g stroke="currentColor" stroke-width="1.3" stroke-linejoin="round">'
    '<path d="M0,0v4.5M.5,4.5h7M3,2.7h4" fill="none"/>'
    '<path d="M-5.5,.5a3.6,3.6,0,0,1,-.6,-6.6a4.3,4.3,0,0,1,3.3,-6a4.6,4.6,0,0,1,6.8,1.5a3.9,3.9,0,0,1,2.4,6'
    'a3.2,3.2,0,0,1,-2.4,5.1z"/>'
    '<path d="M2,-1.5a3,3,0,0,0,2.8,-3M1.5,-5.5a3,3,0,0,0,2,-3" fill="none"/></g>'
)
TREE_BOX: Final = "-10 -14 20 20"

GROUND: Final[dict[str, Symbol]] = {
    "church": Symbol(
        "church",
        "-16 -18 30 26",
        "M-14,-6.5h8v13h-8z",
        ((1.6, "M-8,-5h19v10h-19z", ""), (2.2, "M-10,-17v10.5M-13.5,-13.5h7", "")),
    ),
    "tuft": Symbol("grass", "-8 -9 16 10", "", ((1.5, "M-4,0l-2,-5M0,0v-7M4,0l2,-5", ""),)),
    "reeds": Symbol("reeds", "-11 -12 22 14", "", ((1.5, "M-10,0h20M-3,-2l-4,-5M0,-2v-8M3,-2l4,-5", ""),)),
    "compass": Symbol(
        "north",
        "-50 -50 100 100",
        "M0,0L15.6,-15.6L7.5,0zM0,0L15.6,15.6L0,7.5zM0,0L-15.6,15.6L-7.5,0zM0,0L-15.6,-15.6L0,-7.5z"
        "M0,0L0,-44L5.3,-5.3zM0,0L35.2,0L5.3,5.3zM0,0L0,35.2L-5.3,5.3zM0,0L-35.2,0L-5.3,-5.3z",
        (
            (1.2, "M-27.3,0a27.3,27.3,0,1,0,54.6,0a27.3,27.3,0,1,0,-54.6,0z", ""),
            (1.4, "M0,0V-7.5L15.6,-15.6L7.5,0zM0,0H7.5L15.6,15.6L0,7.5zM0,0V7.5L-15.6,15.6L-7.5,0z", ""),
            (1.4, "M0,0H-7.5L-15.6,-15.6L0,-7.5zM0,0L-5.3,-5.3L0,-44L5.3,-5.3zM0,0L5.3,-5.3L35.2,0L5.3,5.3z", ""),
            (1.4, "M0,0L5.3,5.3L0,35.2L-5.3,5.3zM0,0L-5.3,5.3L-35.2,0L-5.3,-5.3z", ""),
        ),
    ),
}
"""Things of the ground and the sheet."""

ALL: Final[dict[str, Symbol]] = (
    {f"p-{name}": symbol for name, symbol in KINDS.items()}
    | {f"m-{name}": symbol for name, symbol in MARKS.items()}
    | {f"g-{name}": symbol for name, symbol in GROUND.items()}
)
"""Every symbol but the tree, by its id: ``p-`` kinds, ``m-`` marks, ``g-`` ground."""


def kind(name: str) -> Symbol:
    """The symbol of a kind of unit.  Raises ValueError for a kind that has none, naming those that have."""
    if name not in KINDS:
        raise ValueError(f"no map symbol for the kind {name!r}: use one of {', '.join(KINDS)}")
    return KINDS[name]
