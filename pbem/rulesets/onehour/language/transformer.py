"""What each row of the verb table means: from a parsed line to what is said in it."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from lark import Token

from pbem.engine.language.transformer import Maker, Parts, Transformer, Unfit, first, one
from pbem.engine.table.angles import EIGHTH, HALF_TURN
from pbem.engine.table.measures import Hundredths, Tenths, read_degrees, read_inches, say_inches
from pbem.engine.table.places import Spot
from pbem.engine.table.references import say_spot
from pbem.engine.table.words.places import CodedPlace, MarkedPlace
from pbem.rulesets.onehour.language.parsed import (
    Along,
    AnyWithin,
    ArmyRow,
    AsSample,
    At,
    BadPath,
    ChargeAt,
    Codes,
    EnterAt,
    FaceTo,
    ForUnits,
    Forward,
    GoTo,
    HoldStill,
    Keep,
    Limits,
    ParsedHoldFire,
    ParsedPivot,
    Passing,
    Said,
    SetAt,
    ShootAt,
    Standing,
    Toward,
    TurnTo,
    Until,
    UpTo,
    Who,
    Words,
)
from pbem.rulesets.onehour.writing.verbs import VERBS

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
DEFAULT = Words(("default",))
"""Takes a standing order back."""
NEVER = Words(("never",))


def _length(parts: Parts) -> Hundredths:
    written = str(parts[0]).rstrip('"')
    try:
        return read_inches(written)
    except ValueError:
        short = _cut(written, 2)
        raise Unfit(
            f"{written} inches is finer than the hundredths that are measured here", ((written, short),)
        ) from None


def _angle(parts: Parts) -> Tenths:
    written = str(parts[0]).rstrip("\u00b0")
    try:
        return read_degrees(written)
    except ValueError:
        short = _cut(written, 1)
        raise Unfit(f"{written} degrees is finer than the tenths that are measured here", ((written, short),)) from None


def _cut(written: str, places: int) -> str:
    whole, _, part = written.partition(".")
    return f"{whole}.{part[:places]}"


def _spot(written: tuple[str, str]) -> Spot:
    return Spot(_length([written[0]]), _length([written[1]]))


def _place(parts: Parts) -> Spot | CodedPlace | MarkedPlace:
    first = parts[0]
    if len(parts) == 2:
        return _spot((str(parts[0]), str(parts[1])))
    if isinstance(first, Token) and first.type == "SPOT":
        across, up = str(first).split(",")
        if across.startswith("-") or up.startswith("-"):
            raise Unfit(f"{first} is not on the table: places are measured from its south-west corner")
        return _spot((across, up))
    return MarkedPlace(str(first)) if isinstance(first, Token) else first


def _hand(parts: Parts) -> Tenths:
    """A pivot by hand and angle, in either turn."""
    hand = next(part for part in parts if part in ("right", "left"))
    angle = next(part for part in parts if isinstance(part, int))
    return Tenths(angle if hand == "right" else -angle)


def _pivot(parts: Parts) -> ParsedPivot:
    return ParsedPivot(_hand(parts))


def _forward(parts: Parts) -> Forward:
    return Forward(parts[0] if parts else None)


class Bare(msgspec.Struct, frozen=True):
    """A length after a place with no word that says what it is."""

    by: Hundredths


def _toward(parts: Parts) -> Toward:
    to, most = parts[0], parts[1] if len(parts) > 1 else None
    if isinstance(most, Bare) and isinstance(to, Spot) and to.x % 100 == to.y % 100 == 0:
        raise _two_meanings(to, most.by)
    return Toward(to, most.by if isinstance(most, Bare) else most)


def _two_meanings(to: Spot, by: Hundredths) -> Unfit:
    """``12,5 10``: a place and how far, or a place whose first number has a decimal comma."""
    written = f"{say_spot(to)} {say_inches(by)}"
    meant = (f"{say_spot(to)} at most {say_inches(by)}", f"{say_inches(to.x)}.{say_inches(to.y)},{say_inches(by)}")
    told = " or ".join(f'"{one}"' for one in meant)
    return Unfit(f'"{written}" may mean {told}: write which', tuple((written, one) for one in meant), "ambiguous")


def _into(parts: Parts) -> Toward:
    if isinstance(parts[0], Spot | CodedPlace) and getattr(parts[0], "which", "") != "square":
        raise Unfit(
            'units go "into" ground; to a spot or a unit they go "toward"', (("into", "toward"), ("onto", "toward"))
        )
    most = parts[1] if len(parts) > 1 else None
    return Toward(parts[0], most.by if isinstance(most, Bare) else most, into=True)


def _along(parts: Parts) -> Along:
    road = next(MarkedPlace(str(part)) for part in parts if isinstance(part, Token))
    by = next((Hundredths(part) for part in parts if isinstance(part, int)), None)
    to = next((part for part in parts if isinstance(part, Spot | CodedPlace | MarkedPlace)), None)
    return Along(road, by, to)


def _charge(parts: Parts) -> ChargeAt:
    return ChargeAt(parts[0], parts[1] if len(parts) > 1 else None)


def _targets(parts: Parts) -> ShootAt:
    """Targets in turn; ``nearest`` ends the list."""
    if "nearest one" in parts[:-1] and parts[parts.index("nearest one") + 1] != "no more":
        raise Unfit('after "nearest" nothing can follow: it is anybody who may be shot at')
    codes = tuple(dict.fromkeys(part for part in parts if part not in ("nearest one", "no more")))
    return ShootAt(codes, nearest="nearest one" in parts)


def _bad(word: Literal["back", "sideways", "wheel", "turn"]) -> Maker:
    def made(parts: Parts) -> BadPath:
        hand = next((part for part in parts if part in ("right", "left")), None)
        said = next((part for part in parts if isinstance(part, int)), None)
        if said is None:
            return BadPath(word, hand)
        return BadPath(word, hand, Tenths(said) if word in {"wheel", "turn"} else Hundredths(said))

    return made


def _army(parts: Parts) -> ArmyRow:
    if not parts:
        return ArmyRow(None)
    row = str(parts[0])
    if not (row.isdigit() and 1 <= int(row) <= 6):
        raise Unfit(f"the army table has rows 1 to 6, not {row}")
    return ArmyRow(int(row))


def _upper(token: object) -> str:
    return str(token).upper()


def _codes(parts: Parts) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_upper(part) for part in parts))


def _standings(parts: Parts) -> Standing:
    who = parts[0] if isinstance(parts[0], Who) else None
    decision, value = parts[-1]
    if who is None and decision not in FOR_ALL:
        raise Unfit(
            "a standing order says for whom it is: a unit's code, a sort such as infantry, or all",
            (("standing", "standing all"),),
        )
    if who is not None and decision in FOR_ALL and (who.codes or who.sort):
        raise Unfit(FOR_ALL[decision], ((" ".join(who.codes).lower() or who.sort, "all"),))
    return Standing(who or Who(), decision, value)


FOR_ALL: Mapping[str, str] = {
    "order": "the order in which units move is one for all of them",
    "pass": "a turn is passed by all of your units, or asked for",
}
"""Standing orders that are said of the whole side, and why of no part of it."""


def _nots(parts: Parts) -> Words:
    if parts[0] is DEFAULT or DEFAULT in parts:
        return DEFAULT
    words = sorted({str(part) for part in parts})
    if "nothing" in words:
        return Words(("nothing",))
    return Words(tuple(words))


def _limits(parts: Parts) -> Limits:
    beyond = [part for part in parts if isinstance(part, int)]
    if len(beyond) > 1:
        raise Unfit('"beyond" is said once')
    return Limits(Hundredths(beyond[0]) if beyond else None, "cover" in parts)


def _sides(parts: Parts) -> Words:
    named = tuple(str(part) for part in parts)
    if len(set(named)) < len(named):
        raise Unfit("each face is named once")
    return Words(named)


def _wait(parts: Parts) -> Until | Words:
    if isinstance(parts[0], Words):
        return parts[0]
    turn = str(parts[0])
    if not turn.isdigit() or int(turn) < 1:
        raise Unfit(f"turns are counted 1, 2, 3, not {turn}")
    return Until(int(turn))


def _next_turns(parts: Parts) -> Passing:
    turns = str(parts[0])
    if not turns.isdigit() or not 1 < int(turns) <= MOST_TURNS:
        raise Unfit(f"two turns at least can be passed, and {MOST_TURNS} at most")
    return Passing(turns=int(turns), within=parts[1] if len(parts) > 1 else None)


def _through_turn(parts: Parts) -> Passing:
    turn = str(parts[0])
    if not turn.isdigit():
        raise Unfit(f"turns are counted 1, 2, 3, not {turn}")
    return Passing(through=int(turn), within=parts[1] if len(parts) > 1 else None)


MOST_TURNS = 20


def _decision(name: str, without: object = None) -> Maker:
    """without: what is meant where no value is said."""
    return lambda parts: (name, parts[-1] if parts else without)


_ROWS: Mapping[str, Maker] = {
    "step_forward": _forward,
    "step_pivot": _pivot,
    "step_face": lambda parts: FaceTo(parts[0]),
    "step_about": one(ParsedPivot(HALF_TURN)),
    "step_toward": _toward,
    "step_into": _into,
    "step_up_to": lambda parts: UpTo(parts[1], parts[0]),
    "step_along": _along,
    "step_charge": _charge,
    "step_turn": lambda parts: TurnTo(parts[0]),
    "step_shoot": first,
    "step_hold_fire": one(ParsedHoldFire()),
    "step_hold": one(HoldStill()),
    "step_enter": lambda parts: EnterAt(parts[0] if parts else None),
    "setup_at": lambda parts: SetAt(parts[0], parts[1] if len(parts) > 1 else None),
    "also_wheel": _bad("wheel"),
    "also_turn_by": _bad("turn"),
    "also_back": _bad("back"),
    "also_sideways": _bad("sideways"),
    "army_army": _army,
    "deploy_deploy": one(AsSample()),
    "standing_order": lambda parts: ("order", DEFAULT if parts[0] is DEFAULT else Codes(parts[0])),
    "standing_without_orders": _decision("without orders"),
    "standing_charge": _decision("charge", NEVER),
    "standing_only_charge": _decision("only charge", Words(("flank or rear",))),
    "standing_never_charge": _decision("never charge"),
    "standing_shoot": _decision("shoot"),
    "standing_hold_fire": _decision("hold fire", Words(("always",))),
    "standing_turn": _decision("turn", NEVER),
    "standing_enter": _decision("enter"),
    "standing_pass": lambda parts: ("pass", parts[0]),
    "standing_wait": lambda parts: ("wait", _wait(parts)),
}
"""A function for each row of the table."""

_FRAME: Mapping[str, Maker] = {
    "order": first,
    "pass_turns": lambda parts: Standing(Who(), "pass", parts[0]),
    "pass_until": lambda parts: Passing(within=parts[0]),
    "pass_next": _next_turns,
    "pass_through": _through_turn,
    "until_near": first,
    "orders": lambda parts: ForUnits(parts[0], parts[1]),
    "standings": _standings,
    "who": lambda parts: Who(codes=parts[0]) if parts else Who(),
    "scope": lambda parts: Who() if not parts else Who(sort=parts[0]) if isinstance(parts[0], str) else Who(parts[0]),
    "codes": _codes,
    "steps": tuple,
    "length": _length,
    "angle": _angle,
    "hand": first,
    "turned": _hand,
    "place": _place,
    "code": lambda parts: CodedPlace(_upper(parts[0])),
    "unit_code": lambda parts: CodedPlace(_upper(parts[0]), "unit"),
    "square_code": lambda parts: CodedPlace(_upper(parts[0]), "square"),
    "facing": first,
    "compass": first,
    "most": first,
    "bare_most": lambda parts: Bare(parts[0]),
    "reach": first,
    "contact": one("contact"),
    "charge_range": one("charge"),
    "fire_range": one("range"),
    "enemy": lambda parts: _upper(parts[0]),
    "targets": _targets,
    "target": first,
    "nearest_one": one("nearest one"),
    "no_more": one("no more"),
    "limits": _limits,
    "beyond": first,
    "sides": _sides,
    "side": lambda parts: parts[0] if parts else "rear",
    "never": one(NEVER),
    "default": one(DEFAULT),
    "idle": first,
    "idle_hold": one(HoldStill()),
    "idle_to": lambda parts: GoTo(parts[0]),
    "idle_by": lambda parts: GoTo(parts[1], MarkedPlace(str(parts[0]))),
    "idle_keep": lambda parts: Keep(parts[0]),
    "idle_face": one(Words(("face the enemy",))),
    "any_within": lambda parts: AnyWithin(parts[0] if parts else None),
    "named_enemies": lambda parts: Codes(tuple(dict.fromkeys(parts))),
    "charge_never": one(NEVER),
    "faces_any": one(Words(("any",))),
    "nots": _nots,
    "bar_nothing": one("nothing"),
    "infantry_front": one("infantry front"),
    "up_hill": one("up a hill"),
    "shoot_nearest": one(Words(("nearest",))),
    "shoot_weakest": one(Words(("most hits first",))),
    "fire_when": first,
    "fire_always": one(Words(("always",))),
    "fire_never": one(NEVER),
    "turning": first,
    "turn_sides": first,
    "turn_never": one(NEVER),
    "entry": first,
    "enter_place": lambda parts: At(parts[0]),
    "enter_middle": one(Words(("at the middle",))),
    "wait_never": first,
    **dict.fromkeys(("charge_default", "shoot_default", "fire_default", "turn_default", "enter_default"), one(DEFAULT)),
    **{name: one(Tenths(EIGHTH * place)) for place, name in enumerate(COMPASS)},
}
"""A function for each rule of the frame that has parts; the others are words and mean themselves."""


READER: Transformer[Said] = Transformer(VERBS, {**_ROWS, **_FRAME})
"""Reads tidied lines."""
heard = READER.heard
