"""Pursuit (SN-13, SNS-P1, SNS-P2, SNS-P3): who may, the die, the way, what bars it (3.18d, points 4 and 5)."""

from pbem.engine.hexes import Direction, Facing, Hex, direction_to, distance, front_hexes, neighbour
from pbem.engine.ids import MeleeId, RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.moving.command import general_with
from pbem.rulesets.snaphance.moving.ground import entry
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.moving.zones import barred_by
from pbem.rulesets.snaphance.special.must_pursue import must_pursue
from pbem.rulesets.snaphance.state.asks import AskChange, AskWay, AskYesNo, Change, Way, YesNo
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    enemies_of,
    melee_of,
    on_board,
    seat_of_stand,
    stand_at,
    type_of,
)
from pbem.rulesets.snaphance.state.facts import PursuitRolled
from pbem.rulesets.snaphance.state.rulings import reading, switched_ids
from pbem.rulesets.snaphance.state.tables import PURSUIT, rules

FRESH_WITHIN = 3
"""Hexes in which a fresh enemy keeps cavalry from pursuing by default (D29)."""


# --- whether ------------------------------------------------------------------------------------------------------


def may_pursue(
    battle: Battle, winner: StandId, loser: StandId | None, *, would_have_won: bool = True, support: bool = False
) -> No | None:
    """Why a victor may not pursue; None when it may, or must (SN-13.0a, b, e, f, SN-Q53).

    loser None: an enemy that is gone and nothing is known of.
    """
    row = type_of(battle, winner)
    if support:
        return No(rules("SN-13.0a"), "a support does not pursue")
    light = row.category == "LC" and reading(battle, "SN-Q53") == "may"
    if not row.is_cs and not light:
        return No(rules("SN-13.0a", "SN-Q53"), f"{row.title} does not pursue after a melee")
    if not would_have_won:
        return No(rules("SN-13.0e"), "the melee would not have been won had the enemy not been eliminated")
    if (row.pursuit == "never" or row.cb <= 0) and not (light or must_pursue(battle, winner)):
        return No(rules("SN-13.0b"), f"{row.title} does not pursue")
    if loser is not None and not row.is_mounted and type_of(battle, loser).is_mounted:
        return No(rules("SN-13.0f"), "foot does not pursue cavalry")
    return None


def joinable(battle: Battle, winner: StandId) -> tuple[MeleeId, ...]:
    """Ongoing melees whose enemy battle stand a victor has in a front hex (SN-11.4b, SN-13.1c), by id."""
    stand = battle.stands[winner]
    found: list[MeleeId] = []
    for here in front_hexes(stand.hex, stand.facing):
        other = stand_at(battle, here)
        melee = melee_of(battle, other.id) if other is not None and other.side != stand.side else None
        if other is not None and melee is not None and other.id in melee.stands.values():
            found.append(melee.id)
    return tuple(sorted(found))


def pursues_by_default(view: Battle, winner: StandId) -> bool:
    """D29: foot no; cavalry unless a fresh enemy (in order, no skirmishers, in no melee) is within 3H."""
    stand = view.stands[winner]
    if not type_of(view, winner).is_mounted:
        return False
    return not any(
        distance(stand.hex, enemy.hex) <= FRESH_WITHIN
        and not enemy.disordered
        and type_of(view, enemy.id).is_cs
        and melee_of(view, enemy.id) is None
        for enemy in enemies_of(view, stand.side)
    )


def hexes_of(table: str, die: int) -> int:
    """Hexes of pursuit for a changed die: below 2 none, above 6 as 6 (SN-Q29)."""
    return PURSUIT[table][max(0, min(6, die))]


# --- after a victory ----------------------------------------------------------------------------------------------


def no_way_in(battle: Battle, winner: StandId, was_at: Hex) -> No | None:
    """Why a victor does not even try for the vacated hex: no die is thrown (SN-13.0f, SN-13.1a; 3.18d, point 4).

    A zone on its flank is no reason: it stops before that after the die (SN-13.0g).
    """
    stand = battle.stands[winner]
    if was_at not in front_hexes(stand.hex, stand.facing):
        return No(rules("SN-13.1a"), "it does not face the hex its enemy has left, and a pursuer does not turn")
    bar = barred(battle, winner, was_at)
    return bar if bar is not None and RuleId("SN-13.0g") not in bar.rules else None


def wishes_to_pursue(play: Play[Battle], winner: StandId, loser: StandId | None) -> bool:
    """D29."""
    seat = seat_of_stand(play.battle, winner)
    default = YesNo(pursues_by_default(play.seen(seat), winner))
    return play.ask(AskYesNo(seat=seat, default=default, matter="pursue", stand=winner, other=loser)).yes


def roll_hexes(play: Play[Battle], winner: StandId, *, must: bool, by: tuple[str, ...] = ()) -> int:
    """The die, with the change of a general who is with the stand (D30, SNS-P3, SN-Q29)."""
    change = 0
    if general_with(play.battle, winner) is not None:
        seat = seat_of_stand(play.battle, winner)
        change = play.ask(AskChange(seat=seat, default=Change(0), stand=winner)).by
    die = play.roll("pursuit.must" if must else "pursuit.may", winner, 1).values[0]
    table = type_of(play.battle, winner).pursuit_table
    hexes = hexes_of(table, die + change)
    why = ("SN-13.0d", "SNS-P1", *by) if must else ("SNS-P2",)
    cited = rules("SN-13.0b" if table == "infantry" else "SN-13.0c", *why)
    if type_of(play.battle, winner).category == "LC":
        cited = (*cited, *switched_ids(play.battle, "SN-Q53"))
    play.record(PursuitRolled(stand=winner, must=must, die=die, change=change, hexes=hexes, rules=cited))
    return hexes


# --- the way ------------------------------------------------------------------------------------------------------


def line_of(play: Play[Battle], winner: StandId, was_at: Hex, path: tuple[Hex, ...], hexes: int) -> tuple[Hex, ...]:
    """The hexes of the pursuit: the vacated one, then those of the retreat that lie ahead; no sideways steps.

    After an enemy that was eliminated, straight on: by default so as to stay nearest the line of facing (D31).
    """
    before = play.battle.stands[winner]
    if path:
        return follow_line(before.hex, before.facing, was_at, path, hexes)
    lines = straight_lines(before.hex, before.facing, was_at, hexes)
    options = tuple(dict.fromkeys(_to_edge(play.battle, line) for line in lines))
    if len(options) == 1:
        return options[0]
    seat = seat_of_stand(play.battle, winner)
    ask = AskWay(seat=seat, default=Way(options[0]), matter="pursue", stand=winner, other=None, options=options)
    return play.ask(ask).path


def _to_edge(battle: Battle, line: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """As much of a line as there is of the board, and the hex by which it leaves it (SN-13.0h)."""
    beyond = next((i for i, there in enumerate(line) if not on_board(battle, there)), len(line))
    return line[: beyond + 1]


def follow_line(here: Hex, facing: Facing, was_at: Hex, path: tuple[Hex, ...], hexes: int) -> tuple[Hex, ...]:
    """As much of a retreat's line as a pursuer follows without turning (SN-13.1a)."""
    line: tuple[Hex, ...] = ()
    for to in (was_at, *path):
        if len(line) == hexes or to not in front_hexes(here, facing):
            break
        line, here = (*line, to), to
    return line


def straight_lines(here: Hex, facing: Facing, was_at: Hex, hexes: int) -> tuple[tuple[Hex, ...], ...]:
    """Ways straight on from a vacated hex: by turns left and right of the facing, first, or all on the first side."""
    first = direction_to(here, was_at)
    sides = (Direction((facing - 1) % 6), Direction(facing % 6))
    if first not in sides:
        return ((was_at,),)
    other = sides[1] if first == sides[0] else sides[0]
    found: list[tuple[Hex, ...]] = []
    for turns in ((first, other), (first, first)):
        at, line = here, []
        for i in range(hexes):
            at = neighbour(at, turns[i % 2])
            line.append(at)
        found.append(tuple(line))
    return tuple(dict.fromkeys(found))


def barred(battle: Battle, winner: StandId, to: Hex) -> No | None:
    """Why a pursuer stops before a hex; None when it goes in (SN-13.0f, SN-13.0g).

    A stand in it, its ground, MCS ahead of foot, or an enemy on its flank or rear whose zone it would enter.
    """
    stand, row = battle.stands[winner], type_of(battle, winner)
    if stand_at(battle, to) is not None:
        return No(rules("SN-13.1a", "SN-Q61"), "another stand is in its way")
    ground = entry(battle, winner, to)
    if ground.closed:
        return No(ground.rules, ground.closed)
    if not row.is_mounted:  # elite pike too
        for ahead in front_hexes(to, stand.facing):
            other = stand_at(battle, ahead)
            if other is not None and other.side != stand.side and type_of(battle, other.id).is_mcs:
                return No(rules("SN-13.0f"), f"it would come upon {other.id}")
    if barred_by(battle, stand.side, to, stand.facing):
        return No(rules("SN-13.0g"), "its flank or rear would come into an enemy zone of control")
    return None
