"""Whether and where a charger goes on whose enemies have gone (SN-5.0i, SN-Q73, D23)."""

from pbem.engine.hexes import Hex, direction_to, distance, front_hexes
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.moving.movement import Walk, Yes, take
from pbem.rulesets.snaphance.state.asks import AskYesNo, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, seat_of_stand, stand_at


def follows(play: Play[Battle], attacker: StandId, target: StandId, walk: Walk) -> bool:
    """D23: by default to contact, if it can be reached with the MP left."""
    seat = seat_of_stand(play.battle, attacker)
    view = play.seen(seat)
    enemy, mine = view.stands[target], view.stands[attacker]
    reachable = enemy.on_board and distance(mine.hex, enemy.hex) - 1 <= walk.mp - walk.spent
    return play.ask(AskYesNo(seat=seat, default=YesNo(reachable), matter="follow", stand=attacker, other=target)).yes


def tries_further(play: Play[Battle], attacker: StandId, target: StandId) -> bool:
    """A further move after an evader, with its order test, by an attacker in order (SN-5.0i); by default not."""
    before = play.battle
    if not before.stands[target].on_board or before.stands[attacker].disordered or before.stands[attacker].doing.over:
        return False
    seat = seat_of_stand(before, attacker)
    ask = AskYesNo(seat=seat, default=YesNo(yes=False), matter="extra_follow", stand=attacker, other=target)
    return play.ask(ask).yes


def next_ahead(battle: Battle, attacker: StandId, target: StandId, walk: Walk, vacated: tuple[Hex, ...]) -> Hex | None:
    """The next hex straight on: of the front 2H it may enter, the vacated one, else the one nearer the evader, else as
    it went before."""
    stand, goal = battle.stands[attacker], battle.stands[target]
    open_to_it = [
        here
        for here in front_hexes(stand.hex, stand.facing)
        if stand_at(battle, here) is None and isinstance(take(battle, attacker, walk, here), Yes)
    ]
    if not open_to_it:
        return None
    before = (stand.doing.started_hex or stand.hex, *stand.doing.trail)
    last = direction_to(before[-2], before[-1]) if len(before) > 1 else None
    return min(
        open_to_it,
        key=lambda to: (to not in vacated, distance(to, goal.hex), direction_to(stand.hex, to) != last, to),
    )
