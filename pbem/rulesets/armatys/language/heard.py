"""What a line says, before it is looked up on the table."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.engine.language.transformer import Maker, Parts, Transformer, Unfit, first, one
from pbem.engine.table.measures import Hundredths, Tenths, read_degrees, read_inches, say_inches
from pbem.engine.table.places import Spot
from pbem.rulesets.armatys.language.verbs import VERBS

COMPASS = {
    word: Tenths(450 * place)
    for place, word in enumerate(("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"))
}
CHARGED = ("charged by horse", "charged by foot")
ABOUT = {
    "if charged by horse": CHARGED[:1], "if charged by foot": CHARGED[1:], "if charged": CHARGED,
    "if counter fails": ("failed counter",), "if charged while charging": ("charged charging",),
    "support fire": ("support",), "melee": ("weapons",), "horse for general": ("horse",),
}  # fmt: skip
"""What a verb of a standing order settles, where that is called otherwise."""


class LineStep(NamedTuple):
    """A thing that a unit does: its verb and what goes with it."""

    verb: str
    value: Any = None
    more: Any = None


class Near(NamedTuple):
    """``unless``, ``until`` and a distance."""

    word: str
    inches: Hundredths


class UnitLine(NamedTuple):
    """A line for units or generals.  codes: () for every unit of the side."""

    codes: tuple[str, ...]
    steps: tuple[LineStep, ...]
    near: Near | None = None


class StandingLine(NamedTuple):
    """A standing order.  code: '' for all.  does: '' takes it back."""

    code: str
    about: tuple[str, ...]
    does: str


Said = UnitLine | StandingLine


def _length(parts: Parts) -> Hundredths:
    try:
        return read_inches(str(parts[0]).rstrip('"'))
    except ValueError as fault:
        raise Unfit(str(fault)) from None


def _angle(parts: Parts) -> Tenths:
    try:
        return read_degrees(str(parts[0]).rstrip("\u00b0"))
    except ValueError as fault:
        raise Unfit(str(fault)) from None


def _place(parts: Parts) -> Spot | str:
    word = str(parts[0])
    if "," not in word:
        return word.upper()
    across, up = word.split(",")
    return Spot(_length([across]), _length([up]))


def _signed(parts: Parts) -> Any:  # noqa: ANN401  # of the measure
    """A hand and a measure in either order: to the left negative."""
    hand, measure = parts if isinstance(parts[0], str) else parts[::-1]
    return -measure if hand == "left" else measure


def _charge(parts: Parts) -> LineStep:
    return LineStep("charge", parts[0], Tenths(_signed(parts[1:])) if len(parts) > 1 else None)


def _unit(parts: Parts) -> UnitLine:
    near = parts[2] if len(parts) > 2 else None
    return UnitLine(parts[0], tuple(parts[1]), near)


def _coded(name: str) -> Maker:
    return lambda parts: LineStep(name, str(parts[0]).upper())


def _valued(name: str) -> Maker:
    return lambda parts: LineStep(name, parts[0])


def _settles(name: str) -> Maker:
    about = ABOUT.get(name, (name,))
    return lambda parts: StandingLine("", about, "" if parts[0] == "default" else str(parts[0]))


_PLAIN = (
    "hold",
    "column",
    "cross",
    "mount",
    "dismount",
    "limber",
    "unlimber",
    "man",
    "fix",
    "unfix",
    "rest",
    "reload",
    "receive",
    "retire",
    "pistols",
)
_CODED = ("join", "speak", "rejoin")
MAKE: Mapping[str, Maker] = {
    "for_units": _unit,
    "who": first,
    "everyone": one(()),
    "codes": lambda parts: tuple(str(code).upper() for code in parts),
    "standing_for": lambda parts: parts[1]._replace(code=parts[0]),
    "steps": tuple,
    "scope": lambda parts: str(parts[0]).upper() if parts else "",
    "length": _length,
    "angle": _angle,
    "place": _place,
    "facing": first,
    "compass": first,
    **{word: one(at) for word, at in COMPASS.items()},
    "enemy": lambda parts: str(parts[0]).upper(),
    "unless_near": lambda parts: Near("unless", parts[0]),
    "keep_off": lambda parts: Near("until", parts[0]),
    "flee": one("break"),
    "anyone": one("any"),
    "within": lambda parts: f"within {say_inches(parts[0])}",
    **{f"step_{name}": one(LineStep(name)) for name in _PLAIN},
    **{f"step_{name}": _coded(name) for name in _CODED},
    **{f"step_{name}": _valued(name) for name in ("forward", "back", "push", "to", "turn", "face", "fire")},
    "turn_about": one(LineStep("about")),
    "step_wheel": lambda parts: LineStep("wheel", Tenths(_signed(parts))),
    "step_aside": lambda parts: LineStep("aside", Hundredths(_signed(parts))),
    "step_charge": _charge,
    "step_counter": lambda parts: LineStep("counter", parts[0] if parts else None),
    "step_form": lambda parts: LineStep("form", int(float(parts[0]))),
    "step_detach": lambda parts: LineStep("detach", str(parts[0]).upper(), (int(float(parts[1])), parts[2])),
    **{row.rule: _settles(row.word) for row in VERBS.verbs if row.kind == "standing"},
}
READER: Transformer[Said] = Transformer(VERBS, MAKE)
"""A tidied line -> what it says."""
