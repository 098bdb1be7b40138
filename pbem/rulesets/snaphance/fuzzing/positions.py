"""What is played: battles of the shipped scenarios and small random positions, by the number of the game."""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.fuzzing import Library, Setup
from pbem.engine.hexes import distance, from_label, key, neighbours
from pbem.engine.sightings import SideSights, Sights
from pbem.rulesets.snaphance.scenario.reader import scenario
from pbem.rulesets.snaphance.state.battle import Battle, Defence, Stand, Terrain, on_board, stands_of
from pbem.rulesets.snaphance.state.rulings import SWITCHABLE, read_otherwise

PACES = ("round", "activation", "ask me")
HIDDEN = 30
"""In so many of a hundred games at the pace of rounds units are hidden."""
SET_UP = 20
"""In so many of a hundred games at the pace of rounds players set up themselves."""
LARGE = 30
"""Stands: battles larger than this are played more seldom, as one takes the time of many."""


def setup(chance: Chance, number: int, library: Library[Battle]) -> Setup[Battle]:
    """A game by its number: scenarios and small random positions in turn, all paces.

    Opportunity is in half of them, rulings are switched in a third; of the random ones a third has arrivals and a goal.
    """
    pace = PACES[number % 3]
    bans = () if chance.odds(50) else ("opportunity",)
    if number % 2:
        battle = _scenario(chance, pace, library)
    else:
        battle = random_position(chance, pace, library.shared("army-list"), late=number % 6 == 2)
    battle = read_otherwise(replace(battle, bans=bans), _rulings(battle, chance))
    seats = tuple(one.seat for one in battle.armies)
    wild = chance.odds(40)
    if pace == "round" and chance.odds(HIDDEN):
        first: SideSights[Stand] = SideSights(held={str(here): side for here, side in battle.holders.items()})
        sights = Sights(visibility=chance.pick((3, 4, 6, 12)), sides={one.id: first for one in battle.armies})
        battle = replace(battle, sights=sights)
    if pace == "round" and chance.odds(SET_UP):
        battle = _to_set_up(battle)
    return Setup(battle, battle.title, seats, wild=wild)


def _to_set_up(battle: Battle) -> Battle:
    """The same battle, set up by its players: each side where its stands are or beside them, three from an enemy."""
    starts = {one.id: [stand.hex for stand in stands_of(battle, one.id)] for one in battle.armies}
    zones = {
        side: tuple(dict.fromkeys((*own, *(there for here in own for there in neighbours(here)))))
        for side, own in starts.items()
    }  # fmt: skip
    armies = []
    for one in battle.armies:
        enemies = [here for side, some in starts.items() if side != one.id for here in some]
        free = [here for here in zones[one.id] if all(distance(here, there) > 2 for there in enemies)]
        allowed = [here for here in free if on_board(battle, here)]
        armies.append(replace(one, zone=tuple(dict.fromkeys((*starts[one.id], *allowed)))))
    return replace(battle, phase="set-up", armies=tuple(armies))


def _scenario(chance: Chance, pace: str, library: Library[Battle]) -> Battle:
    """A shipped battle, of the large ones few."""
    battles = [library.battle(name, pace) for name in library.names()]
    if chance.odds(2):
        return chance.pick([one for one in battles if len(one.stands) > LARGE])
    return chance.pick([one for one in battles if len(one.stands) <= LARGE])


def _rulings(battle: Battle, chance: Chance) -> Mapping[str, str]:
    """Those of the scenario; in some games others switched besides."""
    if chance.odds(67):
        return battle.rulings
    switched = {str(name): chance.pick(words) for name, words in sorted(SWITCHABLE.items()) if chance.odds(15)}
    return {**switched, **battle.rulings}


def random_position(chance: Chance, pace: str, army_list: Mapping[str, Any], late: bool) -> Battle:
    """Some stands of any sort on a small board of any ground, through the scenario reader.

    army_list: as in its file.  late: some of them come during the battle, and there is something to hold.
    """
    columns, rows = 8 + chance.below(3), 7 + chance.below(3)
    spec = {
        "rules": "snaphance", "name": "random", "title": "A random position", "blurb": "Made by lot.",
        "year": 1450 + chance.below(250), "limit": 4 + chance.below(3), "board": {"columns": columns, "rows": rows},
        "army_list": army_list,
        "sides": [
            _side(chance, army_list, "south", _labels(columns, range(rows - 2, rows)), 12),
            _side(chance, army_list, "north", _labels(columns, range(1, 3)), 6),
        ],
    }  # fmt: skip
    if late:
        _come_later(spec, chance, columns, rows)
    read = scenario(spec, {"pace": pace})
    if read.battle is None:
        raise RuntimeError(f"the random position is refused: {read.faults}")
    return _grounded(read.battle, chance, _labels(columns, range(rows)))


def _come_later(spec: dict[str, Any], chance: Chance, columns: int, rows: int) -> None:
    """Half of the stands enter by the row they would have started in; some hexes are to be held."""
    for side, row in zip(spec["sides"], (rows - 1, 0), strict=True):
        for stand in [one for group in side["groups"] for one in group["stands"]]:
            if chance.odds(50):
                del stand["hex"]
                by = chance.mixed(_labels(columns, range(row, row + 1)))[: 1 + chance.below(2)]
                stand["enters"] = {"round": 1 + chance.below(3), "hex": by, "secret": chance.odds(40)}
                if chance.odds(40):
                    stand["enters"]["roll"] = f"{2 + chance.below(5)}+"
    goals = chance.mixed(_labels(columns, range(2, rows - 2)))[:3]
    spec["objectives"] = [{"name": "places", "hexes": goals, "need": 2, chance.pick(("at_round", "from_round")): 3}]


def _labels(columns: int, rows: range) -> list[str]:
    return [f"{column + 1:02d}{row + 1:02d}" for column in range(columns) for row in rows]


def _side(chance: Chance, army_list: Mapping[str, Any], side: str, hexes: list[str], facing: int) -> dict[str, Any]:
    letter = side[0].upper()
    total = 0
    stands: list[dict[str, Any]] = []
    for n, here in enumerate(chance.mixed(hexes)[: 3 + chance.below(5)], 1):
        row = chance.pick(sorted(army_list))
        total += army_list[row]["bp"] * len(army_list[row]["sp"])
        toward = facing if chance.odds(80) else 2 + 2 * chance.below(6)
        stands.append(
            {
                "id": f"{letter}{n:02d}", "name": f"stand {n}", "type": f"{row}-{chance.pick('AB')}", "hex": here,
                "facing": toward, "disordered": chance.odds(10),
            }
        )  # fmt: skip
    cut = len(stands) // 2 if chance.odds(60) else 0
    groups = [
        {
            "id": name, "stands": some,
            "general": {
                "id": f"{letter}{name[0]}", "name": f"general {name}", "bonus": chance.below(2), "with": some[0]["id"],
            },
        }
        for name, some in (("Van", stands[:cut]), ("Main", stands[cut:])) if some
    ]  # fmt: skip
    return {"id": side, "name": side.title(), "letter": letter, "break_at": (total + 1) // 2, "groups": groups}


def _grounded(battle: Battle, chance: Chance, labels: list[str]) -> Battle:
    """The battle on random ground: nothing impassable under a stand."""
    kinds: tuple[Terrain, ...] = get_args(Terrain)
    share = chance.pick((0, 20, 50))
    ground = dict(battle.ground)
    defences: list[Defence] = []
    for here in map(from_label, labels):
        if chance.odds(share):
            kind = chance.pick(kinds)
            if kind != "impassable" or key(here) not in battle.at:
                ground[key(here)] = kind
        if chance.odds(share // 10):
            defences.append(Defence(here, (chance.below(6),), prepared=chance.odds(50)))
    return replace(battle, ground=ground, defences=tuple(defences))
