"""The steps of a turn (FS-6a, catalogue sections 1 and 11), and which function plays each."""

from collections.abc import Callable, Mapping
from functools import partial

from pbem.engine.play import Play
from pbem.rulesets.fornovo.fighting.shooting import shoot
from pbem.rulesets.fornovo.playing.charges import charge_step
from pbem.rulesets.fornovo.playing.completing import complete, rout_shattered
from pbem.rulesets.fornovo.playing.moves import move_step
from pbem.rulesets.fornovo.playing.rallying import rallies, recoils, returns, roles
from pbem.rulesets.fornovo.playing.reactions import react
from pbem.rulesets.fornovo.playing.rounds import fight, lose, recover, see_friends
from pbem.rulesets.fornovo.playing.routing import run_all
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.orders import Orders


def _last_moves(play: Play[Battle], orders: Orders) -> None:
    """M3b; then units shattered by an overrun rout (catalogue section 11: K4)."""
    move_step(play, orders, b_moves=True)
    rout_shattered(play, orders)


STEPS: Mapping[str, Callable[[Play[Battle], Orders], None]] = {
    "R1": roles,
    "R2": recoils,
    "R3a": rallies,
    "R3b": run_all,
    "R4": returns,
    "M1": partial(charge_step, b_charges=False),
    "M2": partial(charge_step, b_charges=True),
    "M3a": partial(move_step, b_moves=False),
    "M3b": _last_moves,
    "S1": shoot,
    "S2": react,
    "S3": complete,
    "C1": fight,
    "C2": lose,
    "C3": see_friends,
    "C4": recover,
}
"""Of a turn, in order."""


def play_step(play: Play[Battle], step: str, orders: Orders) -> None:
    """One step of the turn."""
    play.record(f.PhaseBegan(step))
    STEPS[step](play, orders)
