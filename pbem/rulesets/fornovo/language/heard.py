"""What a line says, before it is looked up on the table."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.engine.language.transformer import Maker, Parts, Transformer, Unfit, first, one
from pbem.engine.table.measures import Hundredths, Tenths, read_degrees, read_inches, say_degrees, say_inches
from pbem.engine.table.places import Spot
from pbem.rulesets.fornovo.language.verbs import VERBS

COMPASS = {
    word: Tenths(450 * place)
    for place, word in enumerate(("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"))
}
CHARGED = ("charged by horse", "charged by foot")
ABOUT = {
    "if charged by horse": CHARGED[:1], "if charged by foot": CHARGED[1:], "if charged": CHARGED,
    "if target gone": ("target gone",),
}  # fmt: skip
"""What a verb of a standing order settles, where that is called otherwise."""


class LineStep(NamedTuple):
    """A thing that a unit does: its verb and what goes with it."""

    verb: str
    value: Any = None
    more: Any = None


class UnitLine(NamedTuple):
    """A line for units or generals.  codes: () for every unit of the side.  unless: an enemy so near."""

    codes: tuple[str, ...]
    steps: tuple[LineStep, ...]
    unless: Hundredths | None = None


class StandingLine(NamedTuple):
    """Standing orders.  code: '' for all.  settles: what of what; '' takes it back."""

    code: str
    settles: tuple[tuple[str, str], ...]


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


def _whole(parts: Parts) -> int:
    said = float(str(parts[0]))
    if not said.is_integer():
        near = tuple((str(parts[0]), str(int(said) + more)) for more in (0, 1))
        raise Unfit(f"{parts[0]} is no whole number: ranks, files, figures and turns are counted", near)
    return int(said)


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


def _unit(parts: Parts) -> UnitLine:
    near = parts[2] if len(parts) > 2 else None
    return UnitLine(parts[0], tuple(parts[1]), near)


def _coded(name: str) -> Maker:
    return lambda parts: LineStep(name, str(parts[0]).upper())


def _valued(name: str) -> Maker:
    return lambda parts: LineStep(name, parts[0])


def _settles(name: str) -> Maker:
    about = ABOUT.get(name, (name,))

    def made(parts: Parts) -> StandingLine:
        said = parts[0]
        each = said if isinstance(said, tuple) else tuple("" if said == "default" else str(said) for _ in about)
        return StandingLine("", tuple(zip(about, each, strict=True)))

    return made


_PLAIN = (
    *("hold", "square", "line", "unlimber", "limber", "mount", "dismount", "plant", "lift", "unfix", "detach", "stand"),
    *("hitch", "unhitch", "break", "loophole"),
    "receive",
)
_VALUED = ("forward", "back", "push", "to", "turn", "emerge")
MAKE: Mapping[str, Maker] = {
    "for_units": _unit,
    "who": first,
    "everyone": one(()),
    "codes": lambda parts: tuple(str(code).upper() for code in parts),
    "standing_for": lambda parts: parts[1]._replace(code=parts[0]),
    "steps": tuple,
    "near": first,
    "scope": lambda parts: str(parts[0]).upper() if parts else "",
    "length": _length,
    "angle": _angle,
    "place": _place,
    "facing": first,
    "compass": first,
    **{word: one(at) for word, at in COMPASS.items()},
    **{f"edge_{word}": one(word) for word in ("north", "east", "south", "west")},
    "edge": first,
    "enemy": lambda parts: str(parts[0]).upper(),
    **{
        word: one(word) for word in ("pike", "heavy_weapon", "sword_and_shield", "long_spear", "handarm", "heavy_lance")
    },
    "weapon": first,
    **{word: one(word) for word in ("ball", "hail")},
    "salvee": lambda parts: ("salvee", parts[0] if parts else None),
    "front_rank": one(1),
    "second_rank": one(2),
    "rank": _whole,
    "shot": first,
    **{f"step_{name}": one(LineStep(name)) for name in _PLAIN},
    **{f"answer_{name}": one(LineStep(name)) for name in _PLAIN},
    **{f"step_{name}": _valued(name) for name in _VALUED},
    "step_join": _coded("join"),
    "turn_about": one(LineStep("about")),
    "step_wheel": lambda parts: LineStep("wheel", Tenths(_signed(parts))),
    "step_oblique": lambda parts: LineStep("oblique", Tenths(_signed(parts[:2])), parts[2]),
    "step_aside": lambda parts: LineStep("aside", Hundredths(_signed(parts))),
    "shooting": one(True),
    "step_charge": lambda parts: LineStep("charge", parts[0], bool(parts[1:])),
    "answer_countercharge": lambda parts: LineStep("countercharge", parts[0] if parts else None),
    "veer": lambda parts: ("veer", Tenths(_signed(parts))),
    "so_far": lambda parts: ("far", parts[0]),
    "answer_evade": lambda parts: LineStep("evade", dict(parts)),
    "step_fire": lambda parts: LineStep("fire", parts[0], parts[1] if len(parts) > 1 else None),
    "yes_front": one(True),
    "step_fix": lambda parts: LineStep("fix", bool(parts)),
    "step_form": lambda parts: LineStep("form", _whole(parts)),
    "step_enter": lambda parts: LineStep("enter", str(parts[0])),
    "step_switch": lambda parts: LineStep("switch", parts[0]),
    "step_exchange": lambda parts: LineStep("exchange", parts[0], parts[1]),
    "reply": first,
    "reply_stand": one("stand"),
    "reply_counter": one("countercharge"),
    "reply_evade": one("evade"),
    "reply_square": one("square"),
    "by_arm": tuple,
    "side_a": one("a"),
    "side_b": one("b"),
    "if_ordered": one("a if charges"),
    "allow_below": lambda parts: f"allow below {_whole(parts)}",
    "face_to": lambda parts: f"face {say_degrees(parts[0]).rstrip(chr(176))}",
    "from_turn": lambda parts: f"turn {_whole(parts)}",
    "within": lambda parts: f"within {say_inches(parts[0])}",
    "to_hand": lambda parts: f"{parts[0]} {say_degrees(parts[1]).rstrip(chr(176))}",
    "next_one": one("next"),
    "go_on": one("continue"),
    "keep_off": lambda parts: f"keep {say_inches(parts[0])}",
    "shots": one("shot"),
    "best": one("best first"),
    "worst": one("worst first"),
    **{row.rule: _settles(row.word) for row in VERBS.verbs if row.kind == "standing"},
}
READER: Transformer[Said] = Transformer(VERBS, MAKE)
"""A tidied line -> what it says."""
