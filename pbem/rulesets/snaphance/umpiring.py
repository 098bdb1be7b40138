"""What an umpire can rule in Snaphance, beside what every rule set has."""

import re
from typing import Any, get_args

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import Facing, Hex, from_hour, from_label, hour, label
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import Side, StandId
from pbem.engine.rulings.facts import BreakRuled, VisibilityPut, WordGiven, given
from pbem.engine.rulings.language import (
    Press,
    RulingFault,
    RulingLanguage,
    RulingRow,
    UnitRuled,
    clause,
    general_said,
    row,
    side_named,
    the_one_called,
)
from pbem.engine.rulings.sighting import SightRows
from pbem.engine.rulings.undoing import undo_shared, while_as_ruled, words_back
from pbem.engine.rulings.words import UmpiresWord, WordRows
from pbem.rulesets.snaphance.fighting.morale import Cause as MoraleCause
from pbem.rulesets.snaphance.seeing.reports import reported
from pbem.rulesets.snaphance.state.battle import Battle, Commander, Stand, army, on_board
from pbem.rulesets.snaphance.state.facts import (
    BattleEnded,
    BreakPointsRuled,
    CommanderKilled,
    CommanderPut,
    FogPut,
    LastRoundPut,
    ShotPurpose,
    StandFreed,
    StandPut,
    TestPurpose,
)
from pbem.rulesets.snaphance.state.grades import outright
from pbem.rulesets.snaphance.state.special_rules import Sight

ACTS = ("move", "charge", "fire", "rally")
"""What can be forbidden."""
FARTHEST = 99
"""Hexes of visibility that can be ruled."""


def _hex(text: str, example: str) -> Hex:
    try:
        return from_label(text)
    except ValueError as fault:
        raise RulingFault(str(fault), (f"rule {example}",)) from fault


def _at(battle: Battle, stand: Stand, found: "re.Match[str]") -> UnitRuled:
    here = _hex(found["at"], f"{stand.id} at 0605")
    there = replace(stand, hex=here, destroyed=False, off_board=False, to_come=False, enters=())
    return UnitRuled(there, f"at {label(here)}")


def _facing(battle: Battle, stand: Stand, found: "re.Match[str]") -> UnitRuled:
    try:
        facing = from_hour(int(found["facing"]))
    except ValueError as fault:
        raise RulingFault(str(fault), (f"rule {stand.id} facing 2",)) from fault
    return UnitRuled(replace(stand, facing=facing), f"facing {hour(facing)}")


def _strength(battle: Battle, stand: Stand, found: "re.Match[str]") -> UnitRuled:
    """The front rank first, as far as its row has them."""
    left, full, ranks = int(found["strength"]), battle.types[stand.type].sp, []
    if not 0 < left <= sum(full):
        raise RulingFault(f"{stand.id} has a strength from 1 to {sum(full)}", (f"rule {stand.id} removed",))
    for most in full:
        ranks.append(min(most, left))
        left -= ranks[-1]
    return UnitRuled(replace(stand, sp=tuple(ranks), destroyed=False), f"strength {sum(ranks)}")


def _disordered(battle: Battle, stand: Stand, found: "re.Match[str]") -> UnitRuled:
    return UnitRuled(replace(stand, disordered=True, opportunity=False), "disordered")


def _good_order(battle: Battle, stand: Stand, found: "re.Match[str]") -> UnitRuled:
    return UnitRuled(replace(stand, disordered=False), "good order")


def _opportunity(battle: Battle, stand: Stand, found: "re.Match[str]") -> UnitRuled:
    none = bool(found["none"])
    return UnitRuled(
        replace(stand, opportunity=not none, opp_turned=False), "no opportunity" if none else "opportunity"
    )


def _remove(battle: Battle, stand: Stand, found: "re.Match[str]") -> UnitRuled:
    return UnitRuled(replace(stand, off_board=True, to_come=False), "removed")


def _commander(battle: Battle, name: str) -> tuple[Commander, str]:
    """A general, and how a line names him.  Raises RulingFault."""
    names = {key: (one.name, one.id, one.id.rpartition(".")[2]) for key, one in battle.commanders.items()}
    found = the_one_called(names, name)
    return battle.commanders[found], general_said(names, found)


def _general(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    one, said = _commander(battle, found["name"])
    if found["dead"]:
        return (CommanderKilled(commander=one.id),), f"general {said} dead"
    here = _hex(found["at"], f"general {said} at 0605")
    return (CommanderPut(commander=replace(one, hex=here, attached_to=None)),), f"general {said} at {label(here)}"


def _points(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    sides = _sides(battle)
    side = side_named(sides, found["side"])
    points = max(int(found["points"]), -army(battle, side).break_lost)
    return (BreakPointsRuled(side=side, points=points),), f"points {sides[side]} {points:+d}"


def _break(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    side = side_named(_sides(battle), found["side"])
    return (BreakRuled(side=side),), f"break {_sides(battle)[side]}"


def _last_round(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    last = int(found["round"])
    if last < max(1, battle.round):
        raise RulingFault(f"round {last} is over; to end the battle now write who wins", ("rule end: a draw",))
    return (LastRoundPut(round=last),), f"last round {last}"


def _fog(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    now = max(1, battle.round)
    if found["lifts"]:
        return (FogPut(fog=None),), "fog lifts"
    hexes, until = int(found["hexes"]), int(found["until"] or now)
    if not now <= until <= now + 50:
        raise RulingFault(f"fog lasts until round {now} at least, and no longer than round {now + 50}")
    fog = Sight(rounds=tuple(range(now, until + 1)), hexes=hexes)
    return (FogPut(fog=fog),), f"fog {hexes} until round {until}"


def _visibility(battle: Battle, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:
    hexes = int(found["hexes"])
    if not is_hidden(battle):
        raise RulingFault("no unit is hidden in this battle; fog bars shots and charges", (f"rule fog {hexes}",))
    if not 1 <= hexes <= FARTHEST:
        raise RulingFault(f"visibility is 1 to {FARTHEST} hexes")
    return (VisibilityPut(visibility=hexes),), f"visibility {hexes}"


def add(battle: Battle, code: str, what: str) -> Stand:
    """A new stand: of a row of the army list, or like another one, in full strength."""
    side = next((one.id for one in battle.armies if code.startswith(one.letter)), None)
    if side is None:
        letters = " or ".join(one.letter for one in battle.armies)
        raise RulingFault(f"{code} is of no side; codes begin with {letters}")
    like, _space, other = what.partition(" ")
    model = battle.stands.get(StandId(other.strip().upper())) if like.casefold() == "like" else None
    if model is not None and model.side != side:
        raise RulingFault(f"{model.id} is of the other side")
    rows = {word.casefold(): name for name, row in battle.types.items() for word in (row.title, name)}
    kind = model.type if model is not None else rows.get(what.casefold())
    if kind is None:
        titles = sorted({row.title for row in battle.types.values()})
        raise RulingFault(f"there is no {what!r} in this battle; there are {', '.join(titles)}")
    group = model.group if model is not None else min(g for g, one in battle.groups.items() if one.side == side)
    row_of = battle.types[kind]
    return Stand(
        id=StandId(code), name=model.name if model is not None else row_of.title, side=side, group=group, type=kind,
        hex=Hex(0, 0), facing=from_hour(12), sp=row_of.sp, off_board=True,
    )  # fmt: skip


def undo(before: Battle, after: Battle, now: Battle, fact: Fact[Any]) -> tuple[Fact[Any], ...]:
    """What a ruling did beside its stands, taken back."""
    match fact:
        case BreakPointsRuled(side=side, points=points):
            return (BreakPointsRuled(side=side, points=-points),)
        case WordGiven(word=UmpiresWord(unit=unit, act=act)) | StandFreed(stand=unit, act=act):
            said = [one.umpires_words or () for one in (before, after, now)]
            return words_back(said[0], said[1], said[2], (unit, act), given, _freed)
        case LastRoundPut() if before.limit is not None:
            while_as_ruled(after.limit, now.limit, "the last round")
            return (LastRoundPut(round=before.limit),)
        case FogPut():
            fogs = [[one for one in some.special if isinstance(one, Sight)] for some in (before, after, now)]
            while_as_ruled(fogs[1], fogs[2], "the fog")
            left = [replace(one, rounds=tuple(r for r in one.rounds if r >= now.round)) for one in fogs[0]]
            return (FogPut(fog=None), *(FogPut(fog=one) for one in left if one.rounds))
        case CommanderKilled(commander=one) | CommanderPut(commander=Commander(id=one)):
            while_as_ruled(after.commanders[one], now.commanders[one], f"general {before.commanders[one].name}")
            return (CommanderPut(commander=before.commanders[one]),)
        case _:
            return undo_shared(before, after, now, fact)


def _freed(unit: StandId, act: str) -> Fact[Any]:
    return StandFreed(stand=unit, act=act)


def _sides(battle: Battle) -> dict[Side, str]:
    return {one.id: one.name for one in battle.armies}


def end(battle: Battle, winner: Side | None) -> tuple[BattleEnded, ...]:
    """The battle ends by the umpire's word."""
    return (BattleEnded(kind="ruled", winner=winner, verdict=outright(battle, winner) if winner else None),)


def describe(battle: Battle, code: str) -> str:
    """``S04 at 0605, facing 2, strength 3, disordered``."""
    stand = battle.stands.get(StandId(code))
    if stand is None:
        return ""
    strength = f"strength {sum(stand.sp)}"
    if not stand.on_board:
        where = "to come" if stand.to_come else "destroyed" if stand.destroyed else "off the board"
        return f"{code}: {where}, {strength}"
    more = [what for what, so in (("disordered", stand.disordered), ("opportunity", stand.opportunity)) if so]
    return ", ".join((f"{code} at {label(stand.hex)}", f"facing {hour(stand.facing)}", strength, *more))


def presses(battle: Battle, code: str) -> tuple[Press, ...]:
    """Turns by a point and about, strength one less and one more, order and disorder, opportunity, off the board."""
    stand = battle.stands[StandId(code)]
    if not stand.on_board:
        return ()
    left, right, back = ((stand.facing + turn) % 6 for turn in (-1, 1, 3))
    strength, most = sum(stand.sp), sum(battle.types[stand.type].sp)
    return (
        *(Press(label, f"facing {hour(Facing(to))}") for label, to in (("Turn left", left), ("Turn right", right))),
        Press("Turn about", f"facing {hour(Facing(back))}"),
        *((Press("Strength −1", f"strength {strength - 1}"),) if strength > 1 else ()),
        *((Press("Strength +1", f"strength {strength + 1}"),) if strength < most else ()),
        Press("Good order", "good order") if stand.disordered else Press("Disordered", "disordered"),
        Press("No opportunity", "no opportunity") if stand.opportunity else Press("Opportunity", "opportunity"),
        Press("Remove", "removed"),
    )


def faults(battle: Battle) -> tuple[str, ...]:
    """Two stands in a hex (SN-4.10), stands off the board."""
    found: list[str] = []
    there: dict[Hex, StandId] = {}
    for stand in sorted(battle.stands.values(), key=lambda one: one.id):
        if not stand.on_board:
            continue
        if not on_board(battle, stand.hex):
            found.append(f"{stand.id} is off the board")
        if stand.hex in there:
            found.append(f"{there[stand.hex]} and {stand.id} are both in {label(stand.hex)}")
        there[stand.hex] = stand.id
    return tuple(found)


ROWS: tuple[RulingRow, ...] = (
    row(
        "general <name> dead", r"general\s+(?P<name>.+?)\s+(?:is\s+)?(?:(?P<dead>dead|killed)|at\s+(?P<at>\d{4}))",
        _general, "A general is dead, or with `at 0605` stands in that hex.", "general Major dead",
    ),
    row(
        "points <side> +<number>", r"points\s+(?P<side>.+?)\s+(?P<points>[+-]\d{1,3})", _points,
        "That side has lost so many more break points; with a minus, fewer.", "points South +2",
    ),
    row(
        "break <side>", r"break\s+(?P<side>.+)", _break,
        "That army counts as broken: the battle ends with this round at the latest, and it is beaten.", "break South",
    ),
    row(
        "last round <number>", r"last\s+round\s+(?P<round>\d{1,2})", _last_round,
        "The battle ends after that round.", "last round 12",
    ),
    row(
        "fog <hexes> until round <number>",
        r"fog\s+(?:(?P<lifts>lifts)|(?P<hexes>\d{1,2})(?:\s*,?\s*until\s+(?:round\s+)?(?P<until>\d{1,2}))?)", _fog,
        "Until then no stand sees, shoots at or charges an enemy farther off; `fog lifts` ends it.",
        "fog 3 until round 4",
    ),
    row(
        "visibility <hexes>", r"visibility\s+(?P<hexes>\d{1,2})", _visibility,
        "Where units are hidden: so far they are seen.", "visibility 6",
    ),
    *SightRows(
        language=lambda: LANGUAGE, turn="round", now=lambda battle: max(1, battle.round), place=r"\d{4}",
        example="0605", report=reported,
    ).rows(),
    *WordRows(
        acts=ACTS, allowed=("charge",), turn="round", now=lambda battle: max(1, battle.round),
        units=lambda battle: battle.stands, words=lambda battle: battle.umpires_words or (),
        given=given, freed=_freed,
        lifts="It may charge that enemy in this round, or until the round that is named, also where its kind or the "
        "enemy's bars it; it has to come to face it by a move as ever, or is put there.",
    ).rows(),
)  # fmt: skip

ROLLS = (
    "arrival", "capture", "initiative", "melee", "pursuit.must", "pursuit.may",
    *(f"fire.{one}" for one in get_args(ShotPurpose)), *(f"morale.{one}" for one in get_args(MoraleCause)),
    *(f"order_test.{one}" for one in get_args(TestPurpose)),
)  # fmt: skip
"""Labels of the rolls."""

LANGUAGE: RulingLanguage[Battle] = RulingLanguage(
    units=lambda battle: battle.stands,
    rolls=ROLLS,
    put=lambda stand: StandPut(stand=stand),
    describe=describe,
    end=end,
    undo=undo,
    sides=_sides,
    presses=presses,
    faults=faults,
    add=add,
    adds_kinds=True,
    adding="add S99 like S04 at 0304 facing 12, strength 2",
    rows=ROWS,
    clauses=(
        clause(
            "at <hex>", r"(?:is\s+)?(?:at|in)\s+(?P<at>\d{4})", _at,
            "The stand is in that hex; one that was off the board is on it.", "S04 at 0605",
        ),
        clause(
            "facing <hour>", r"(?:facing|faces)\s+(?P<facing>\d{1,2})", _facing,
            "It faces so: 12, 2, 4, 6, 8 or 10.", "S04 facing 2",
        ),
        clause(
            "strength <number>", r"strength\s+(?P<strength>\d{1,2})", _strength,
            "It has so many strength points, the front rank filled first.", "S04 strength 3",
        ),
        clause(
            "disordered", r"(?:is\s+)?(?:disordered|in\s+disorder)", _disordered, "It is disordered.", "S04 disordered"
        ),
        clause(
            "good order", r"(?:is\s+)?(?:in\s+)?good\s+order", _good_order, "It is in good order.", "S04 good order"
        ),
        clause(
            "opportunity", r"(?:is\s+on\s+|on\s+)?(?P<none>no\s+)?opportunity", _opportunity,
            "It is on opportunity, or with `no opportunity` is not.", "S04 opportunity",
        ),
        clause(
            "removed", r"(?:is\s+)?removed?", _remove, "It is taken off the board; no points are lost.", "S04 removed"
        ),
    ),
)  # fmt: skip
"""The rows of Snaphance."""
