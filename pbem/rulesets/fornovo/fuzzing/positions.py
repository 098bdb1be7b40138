"""What is played: shipped battles from their beginnings, most of them for a few turns, at some of their stops."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.commanders import seats_of
from pbem.engine.fuzzing import Library, Setup
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import StandId
from pbem.engine.sightings import Sights
from pbem.rulesets.fornovo.fuzzing.secrets import unseen_altered
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.scene import Switches
from pbem.rulesets.fornovo.state.standing import Standing
from pbem.rulesets.fornovo.view import side_of

STOPS = ("roles", "answers", "moves", "targets", "tests")
WHOLE = 8
"""One game of so many goes on to its end."""
HIDDEN = 20
"""In so many games of a hundred units are hidden."""
SWITCHED = 15
"""In so many games of a hundred rulings are read otherwise."""
SMALL = 16
"""Units of a battle that is played more often."""


def setup(chance: Chance, number: int, library: Library[Battle]) -> Setup[Battle]:
    """A game by its number."""
    battles = [library.battle(one, "") for one in library.names()]
    small = [one for one in battles if len(one.units) + len(one.to_come) <= SMALL]
    battle = chance.pick(battles if chance.odds(10) else small or battles)
    battle = replace(battle, stops=tuple(one for one in STOPS if chance.odds(12)))
    if chance.odds(SWITCHED):
        battle = replace(battle, switches=_read_otherwise(chance))
    if number % WHOLE:
        battle = replace(battle, limit=battle.turn + 1 + chance.below(5))
    if chance.odds(HIDDEN):
        battle = replace(battle, stops=(), sights=Sights(visibility=chance.pick((600, 1200, 2400, 3600))))
    return Setup(battle, battle.title, tuple(one.seat for one in battle.armies), wild=chance.odds(60))


def _read_otherwise(chance: Chance) -> Switches:
    """Every ruling by lot."""
    return Switches(
        pistols=chance.pick(("56H", "6HH")), mounted_dice=chance.pick((2, 3)), elite_halt=chance.pick((-1, 1)),
        late_light_ball=chance.pick(("body", "playsheet")), maneuvers=chance.pick(("body", "playsheet")),
        bill_and_bow=chance.pick(("sleeves", "free")), naked=chance.pick(("any", "pikes_and_horse")),
    )  # fmt: skip


def other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """Other standing orders of all other commanders; where units are hidden, all else that the side cannot know."""
    others = [seat for army in battle.armies for seat in seats_of(army) if seat != ask.seat]
    standing = {**battle.standing, **dict.fromkeys(others, (Standing(StandId(""), "fire", "hold"),))}
    altered = replace(battle, standing=standing)
    side = side_of(battle, ask.seat)
    return unseen_altered(altered, side) if side is not None and is_hidden(battle) else altered
