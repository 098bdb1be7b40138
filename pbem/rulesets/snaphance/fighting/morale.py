"""Morale tests and what they cost (SN-8.x, SN-11.0, SN-11.1, SNS-L1, SNS-L2, SNS-L3, SNS-L4, SNS-L5, SNS-L6)."""

from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.moving.command import general_with
from pbem.rulesets.snaphance.moving.generals import stand_gone
from pbem.rulesets.snaphance.special.morale import RULE as STEADIED
from pbem.rulesets.snaphance.special.morale import steadied
from pbem.rulesets.snaphance.state.battle import Battle, Melee, type_of
from pbem.rulesets.snaphance.state.facts import (
    Destroyed,
    Disordered,
    MeleeEnded,
    MeleeStands,
    MoraleTested,
    StrengthLost,
    Term,
)
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import rules

Cause = Literal["fire", "melee"]


def hits_of(battle: Battle, dice: tuple[int, ...]) -> int:
    """One hit for each 6 and for each pair of 5s, or for all the 5s of the throw together (SN-7.0d, SN-Q2)."""
    pairs = dice.count(5) // 2
    return dice.count(6) + (min(1, pairs) if reading(battle, "SN-Q2") == "one-pair" else pairs)


def fives_ruled(battle: Battle, dice: tuple[int, ...]) -> tuple[str, ...]:
    """SN-Q2, where it may be what has counted the hits: read otherwise, with two pairs of 5s or more."""
    return ("SN-Q2",) if not switched(battle, "SN-Q2") or dice.count(5) > 3 else ()


class Tested(msgspec.Struct, frozen=True):
    """What a morale test came to.  loss: the morale loss.  was_disordered: before the test (SN-8.3b)."""

    loss: int
    was_disordered: bool


def adjusted_terms(battle: Battle, stand_id: StandId, hits: int) -> tuple[Term, ...]:
    """The sum of SN-8.0b: of the front rank only, so that rear ranks stand for its losses (SN-8.4b)."""
    stand = battle.stands[stand_id]
    start = type_of(battle, stand_id).sp[0]
    terms = [Term("starting SP", start), Term("hits", -hits)]
    if stand.sp[0] < start:
        terms.append(Term("lost before", stand.sp[0] - start))
    if stand.disordered:
        terms.append(Term("disordered", -1))
    general = general_with(battle, stand_id)
    if general is not None and general.gives_morale:
        terms.append(Term("general", 1))
    return (*terms, *steadied(battle, stand_id))


def morale_loss(adjusted: int, die: int, strong: bool = False) -> int:
    """SN-8.0c, SN-8.0d, SN-Q4.  ``adjusted`` at least 1.  strong: a 6 costs it 1, whatever the difference."""
    if die == 6 and (adjusted >= 6 or strong):
        return 1
    return max(0, die - adjusted)


def morale_test(play: Play[Battle], stand: StandId, hits: int, cause: Cause) -> Tested:
    """SN-8.0a: one die against the adjusted morale; the stand is disordered, pass or fail (SN-8.3a)."""
    terms = adjusted_terms(play.battle, stand, hits)
    was_disordered = play.battle.stands[stand].disordered
    adjusted = max(1, sum(term.value for term in terms))
    die = play.roll(f"morale.{cause}", stand, 1).values[0]
    strong = type_of(play.battle, stand).sp[0] >= 6 and reading(play.battle, "SN-Q4") == "commencing"
    loss = morale_loss(adjusted, die, strong)
    decided = switched(play.battle, "SN-Q4") if strong and die == 6 else ()
    steady = (STEADIED,) if play.battle.special and steadied(play.battle, stand) else ()
    cited = rules("SN-8.0b", "SN-8.0c", "SN-8.0d", *decided, *steady)
    play.record(MoraleTested(stand=stand, cause=cause, terms=terms, adjusted=adjusted, die=die, loss=loss, rules=cited))
    if not was_disordered:
        play.record(Disordered(stand=stand, cause="it had to test its morale", rules=rules("SN-8.3a")))
    return Tested(loss, was_disordered)


def fire_cost(tested: Tested, most: int) -> int:
    """SP that a shot costs: at most ``most`` (1, artillery at point blank 2), at least 1 when disordered before
    (SN-8.1a, SN-8.1c, SN-8.3b)."""
    return max(min(tested.loss, most), 1 if tested.was_disordered else 0)


def melee_cost(tested: Tested | None, lost_melee: bool, most: int) -> int:
    """SP that a melee round costs a battle stand (None: it was not hit).

    2 only for a loser with a morale loss of 2 or more; never over ``most`` (SN-8.1b, SN-8.3b, SN-11.0b).
    """
    if tested is None:
        return 0
    cost = min(tested.loss, 2 if lost_melee else 1)
    return max(min(cost, most), 1 if tested.was_disordered else 0)


def most_in_melee(battle: Battle, stand: StandId, enemy: StandId) -> int:
    """The most SP that a melee round can cost a stand (SN-11.1a, SN-11.1b, SN-11.1c, SNS-L4, SNS-L5, SNS-L6).

    MCS against foot, LC against all, and anyone against Sk and LC: 1; else 2.
    """
    mine, theirs = type_of(battle, stand), type_of(battle, enemy)
    if mine.is_mcs and not theirs.is_mounted:
        return 1
    if mine.category == "LC" or theirs.category in {"Sk", "LC"}:
        return 1
    return 2


def lose(
    play: Play[Battle], stand_id: StandId, lost: int, cause: str, cited: tuple[str, ...], *, hand_to_hand: bool = True
) -> bool:
    """SP off the rearmost rank first (SN-8.4a); a rank that is gone costs its points (SN-14.0b).

    True when the stand is still there.  hand_to_hand: not by fire.
    """
    stand = play.battle.stands[stand_id]
    if lost <= 0 or not stand.on_board:
        return stand.on_board
    left = ranks_after(stand.sp, lost)
    points = type_of(play.battle, stand_id).bp * (len(stand.sp) - len(left))
    taken = sum(stand.sp) - sum(left)
    play.record(
        StrengthLost(stand=stand_id, lost=taken, sp=left, points=points, cause=cause, rules=rules(*cited, "SN-8.4a"))
    )
    if left:
        return True
    destroy(play, stand_id, "its last SP is gone", cited, hand_to_hand=hand_to_hand)
    return False


def ranks_after(sp: tuple[int, ...], lost: int) -> tuple[int, ...]:
    """What is left of ranks when so many SP are lost from the rear."""
    left = list(sp)
    while lost > 0 and left:
        taken = min(lost, left[-1])
        lost -= taken
        left[-1] -= taken
        if left[-1] == 0:
            left.pop()
    return tuple(left)


def destroy(
    play: Play[Battle], stand_id: StandId, cause: str, cited: tuple[str, ...], *, hand_to_hand: bool = True
) -> None:
    """A stand is gone: its ranks cost their points, its general is seen to (SN-14.0b, SN-3.2b, SN-3.2d), melees end.

    hand_to_hand: not by fire.
    """
    stand = play.battle.stands[stand_id]
    points = type_of(play.battle, stand_id).bp * len(stand.sp)
    play.record(Destroyed(stand=stand_id, hex=stand.hex, points=points, cause=cause, rules=rules(*cited)))
    stand_gone(play, stand_id, hand_to_hand=hand_to_hand)
    leave_melees(play, stand_id)


def leave_melees(play: Play[Battle], stand_id: StandId) -> None:
    """A stand that is gone is in no melee any more: without a battle stand it ends, without a support it goes on."""
    for melee_id in sorted(play.battle.melees):
        melee = play.battle.melees[melee_id]
        if stand_id in melee.stands.values():
            play.record(MeleeEnded(melee=melee_id))
        elif any(stand_id in some for some in melee.supports.values()):
            play.record(MeleeStands(melee=without_support(melee, stand_id)))


def without_support(melee: Melee, stand_id: StandId) -> Melee:
    """A melee with one support less."""
    supports = {side: tuple(one for one in some if one != stand_id) for side, some in sorted(melee.supports.items())}
    return msgspec.structs.replace(melee, supports=supports)
