"""The phases of a bound (AR-seq, catalogue section 11)."""

from collections.abc import Sequence

import msgspec

from pbem.engine.play import Play
from pbem.rulesets.armatys.fighting import bayonets, fire, melee
from pbem.rulesets.armatys.morale import breaking, generals, pursuing, resting
from pbem.rulesets.armatys.playing import advancing, charges, driving, moves, returning
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.orders import ChargeOrder, Chooser, MoveOrder, RestOrder, Shot, Speech, unchosen

STEPS = (
    *("P1a", "P1b", "P1c", "P1d", "P1e", "P1f", "P2a", "P2b", "P2c", "P2d", "P3a", "P3b", "P3c", "P3d"),
    *("P4a", "P4b", "P4c", "P4d", "P4e", "P4f", "P5a", "P5b", "P5c", "P5d", "P5e", "P6a", "P6b", "P6c", "P6d"),
    *("P7", "P8"),
)
"""Of a bound, in order."""


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """What was ordered and chosen for the phases that are built."""

    charges: Sequence[ChargeOrder] = ()
    closing: Sequence[Shot] = ()
    """Of P3."""
    moves: Sequence[MoveOrder] = ()
    shots: Sequence[Shot] = ()
    """Of P6."""
    rests: Sequence[RestOrder] = ()
    speeches: Sequence[Speech] = ()
    choose: Chooser = unchosen
    """What is chosen for a unit or general, as the battle then stands."""
    since: str = ""
    """A step in the midst of P3, P4 or P6 (``P4e``) at which the phase is entered: for cases."""
    until: str = ""
    """A step in the midst of P3, P4 or P6 (``P4c``) after which the phase is left: for cases."""


def step_declarations(play: Play[Battle], orders: Orders) -> None:
    """P1a."""
    charges.declare(play, orders.charges, orders.choose)


def step_charge_tests(play: Play[Battle], orders: Orders) -> None:
    """P1b."""
    charges.test_charges(play, orders.choose)


def step_answers(play: Play[Battle], orders: Orders) -> None:
    """P1c."""
    charges.answer(play, orders.choose)


def step_counter_tests(play: Play[Battle], orders: Orders) -> None:
    """P1d."""
    charges.test_counters(play, orders.choose)


def step_stand_tests(play: Play[Battle], orders: Orders) -> None:
    """P1e."""
    charges.test_stands(play, orders.choose)


def step_breaking(play: Play[Battle], orders: Orders) -> None:
    """P1f."""
    charges.break_charged(play)


def step_retirements(play: Play[Battle], orders: Orders) -> None:
    """P2a."""
    advancing.retire(play, orders.choose, at_once=True)


def step_pursuit_tests(play: Play[Battle], orders: Orders) -> None:
    """P2b."""
    advancing.test_pursuits(play, orders.choose)


def step_charge_moves(play: Play[Battle], orders: Orders) -> None:
    """P2c."""
    advancing.move(play, orders.choose)


def step_charge_costs(play: Play[Battle], orders: Orders) -> None:
    """P2d."""
    advancing.settle(play, orders.choose)


def phase_fire_on_charges(play: Play[Battle], orders: Orders) -> None:
    """P3."""
    before = play.battle
    if not orders.since:
        fire.resolve(play, orders.closing, orders.choose, fire.as_they_close, orders.until[2:])
        bayonets.fix_to_receive(play, orders.choose)
    if not orders.until:
        breaking.check(play)
        generals.suffer(play, before, orders.choose, also=("fire",) if orders.since else ())


def phase_melee(play: Play[Battle], orders: Orders) -> None:
    """P4."""
    before = play.battle
    bayonets.fix_in_melee(play)
    melee.fight(play, orders.choose, orders.until[2:], orders.since[2:])
    if orders.until:
        return
    breaking.check(play)
    pursuing.begin(play, before)
    generals.suffer(play, before, orders.choose, also=generals.COMBAT if orders.since else ())


def phase_break_moves(play: Play[Battle], orders: Orders) -> None:
    """P5a."""
    pursuing.choose_shot(play, orders.choose)
    advancing.retire(play, orders.choose, at_once=False)


def step_halting(play: Play[Battle], orders: Orders) -> None:
    """P5b."""
    pursuing.test(play, orders.choose)
    pursuing.follow_on(play)


def step_pursuits(play: Play[Battle], orders: Orders) -> None:
    """P5c."""
    advancing.pursue(play, orders.choose)


def phase_fire(play: Play[Battle], orders: Orders) -> None:
    """P6."""
    before = play.battle
    shots = () if orders.since else orders.shots
    fired = fire.resolve(play, shots, orders.choose, until=orders.until[2:])
    if orders.until:
        return
    breaking.check(play)
    generals.suffer(play, before, orders.choose, also=("fire",) if orders.since else ())
    generals.under_fire(play, [one.target for one in fired for _ in range(one.hits)], orders.choose)


def phase_quiet(play: Play[Battle], orders: Orders) -> None:
    """P7."""
    resting.rest(play, orders.rests)


def phase_speeches(play: Play[Battle], orders: Orders) -> None:
    """P8."""
    generals.speak(play, orders.speeches)
    breaking.check(play)


def step_moves(play: Play[Battle], orders: Orders) -> None:
    """P5d."""
    moves.move_all(play, driving.driven(play.battle, orders.moves), orders.choose)


def step_costs_of_moves(play: Play[Battle], orders: Orders) -> None:
    """P5e: what the moves of P5 have cost, a break check, generals touched."""
    advancing.settle(play, orders.choose)


PHASES = {
    "P1a": step_declarations,
    "P1b": step_charge_tests,
    "P1c": step_answers,
    "P1d": step_counter_tests,
    "P1e": step_stand_tests,
    "P1f": step_breaking,
    "P2a": step_retirements,
    "P2b": step_pursuit_tests,
    "P2c": step_charge_moves,
    "P2d": step_charge_costs,
    "P3a": phase_fire_on_charges,
    "P4a": phase_melee,
    "P5a": phase_break_moves,
    "P5b": step_halting,
    "P5c": step_pursuits,
    "P5d": step_moves,
    "P5e": step_costs_of_moves,
    "P6a": phase_fire,
    "P7": phase_quiet,
    "P8": phase_speeches,
}
"""What is played, at the step it begins with: P3, P4 and P6 as a whole."""


def begin(play: Play[Battle], bound: int) -> None:
    """A bound begins: its memory is empty, wounds that are over are healed (AR-Q70), special rules throw their dice."""
    play.record(f.BoundBegan(bound))
    for general in generals.recovered(play.battle.generals, bound):
        play.record(f.GeneralChanged(general))
    returning.roll_as_a_bound_begins(play)
