"""The steps of a turn (FS-6a, catalogue sections 1 and 11), and which function plays each.

``Orders`` (``state/orders.py``) hold what both sides ordered and chose; ``orders.choose(battle, unit or side)`` gives
``Choices``.  A step takes of them what is for it.  Numbers and dice of fire, combat and tests are called here:

- S1: ``fighting.shooting.shoot(play, orders)``: all of it, from the refusals of fire orders to the losses and
  ``fs.general``.  Losses of either party of a charge to charge fire go into ``Charge.fire``; ``Combat.fire`` takes
  them over in S3.  Each target's ``Unit.shot`` is set, each shooter's ``Unit.fired``.
- C1: ``fighting.melee.fight(play, orders)``: all of it; losses go into ``Combat.now``.  Charges that came home and
  crashes have their ``Combat`` by then.  ``orders.until == "melee_dice"``: it stops before any die.
- Tests roll one die, record ``Tested`` (``state/fighting_facts.py``) and give back whether it passed; what follows
  from it is played here:
  ``morale.tests.rally(play, unit)`` FS-8.4; ``halt(play, unit, returning=False)`` FS-8.5 (label ``fs.halt`` or
  ``fs.return``); ``shot_at(play, unit)`` FS-8.6; ``charge(play, unit)`` FS-8.7; ``lost(play, unit)`` FS-8.8;
  ``friend(play, unit)`` FS-8.9.  ``unit``: its code.  Chargers tested are those of ``battle.charges``; a crash has
  ``Combat.crash``.
- ``morale.tests.must_test_shot(battle, unit) -> bool`` FS-8.6 but for the charge situation, which is looked at here;
  ``morale.tests.routing_friends(battle, unit) -> list of units`` whose rout of this turn makes it test (FS-8.9);
  ``morale.tests.modifiers_friend(battle, unit) -> int`` for the default order of D-21.
- ``fighting.melee.losers(battle) -> list of codes`` of C1 (FS-10.6, FS-Q64).
"""

from collections.abc import Callable, Mapping

from pbem.engine.play import Play
from pbem.rulesets.fornovo.fighting.melee import fight
from pbem.rulesets.fornovo.fighting.shooting import shoot
from pbem.rulesets.fornovo.state import facts as ff
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.orders import Orders

STEPS = (
    *("R1", "R2", "R3a", "R3b", "R4", "M1", "M2", "M3a", "M3b", "S1", "S2", "S3", "C1", "C2", "C3", "C4"),
)  # fmt: skip
"""Of a turn, in order."""

PLAYED: Mapping[str, Callable[[Play[Battle], Orders], None]] = {"S1": shoot, "C1": fight}
"""The steps that are built."""


def play_step(play: Play[Battle], step: str, orders: Orders) -> None:
    """One step of the turn."""
    play.record(ff.PhaseBegan(step))
    PLAYED[step](play, orders)
