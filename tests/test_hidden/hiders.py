"""What twins of hidden battles need of each rule set, and random hidden battles of each."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.hexes import Facing, Hex, from_label, key
from pbem.engine.hiding import is_hidden as hexes_hidden
from pbem.engine.hiding import is_hidden as inches_hidden
from pbem.engine.ids import Side, StandId
from pbem.engine.journal import Line
from pbem.engine.sightings import SideSights, Sights
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.noticed import UnitsGaveAway
from pbem.engine.table.places import Pose, Spot
from pbem.fuzz.games import FuzzedGame, game_of
from pbem.fuzz.playing import play_through
from pbem.rulesets import armatys, fornovo, onehour, snaphance
from pbem.rulesets.armatys.fuzzing.secrets import unseen_altered as figures_altered
from pbem.rulesets.armatys.state import battle as ar
from pbem.rulesets.armatys.state import facts as ar_facts
from pbem.rulesets.fornovo.fuzzing.secrets import unseen_altered as blocks_altered
from pbem.rulesets.fornovo.state import battle as fs
from pbem.rulesets.fornovo.state import facts as fs_facts
from pbem.rulesets.onehour import battle as oh
from pbem.rulesets.onehour import facts as oh_facts
from pbem.rulesets.onehour.commands import Hold
from pbem.rulesets.onehour.commands import Sheet as TableSheet
from pbem.rulesets.onehour.fuzzing.secrets import unseen_altered as inches_altered
from pbem.rulesets.onehour.scenario.blinds import blind_of, has_room
from pbem.rulesets.snaphance.fuzzing.secrets import unseen_altered as hexes_altered
from pbem.rulesets.snaphance.scenario.blinds import blinds_of
from pbem.rulesets.snaphance.state import battle as sn
from pbem.rulesets.snaphance.state import facts as sn_facts
from pbem.rulesets.snaphance.state import noticed as sn_noticed
from pbem.rulesets.snaphance.state.commands import Sheet as HexSheet
from pbem.rulesets.snaphance.state.commands import StandingOrder
from tests.test_hidden.twins import ADDED, Hider, names_in


def random_battle(name: str, seed: int, number: int) -> tuple[FuzzedGame, tuple[Line, ...]]:
    """A random hidden battle fought to its end, by rule set, seed and number."""
    game = game_of(name, seed, number)
    chance = Chance(b"hidden %d %d" % (seed, number))
    hidden = _HIDDEN[name](game.setup.battle, chance)
    game = FuzzedGame(game.rules, game.fuzzing, seed, number, replace(game.setup, battle=hidden))
    return game, play_through(game)[0].lines


def _hidden_hexes(battle: sn.Battle, chance: Chance) -> sn.Battle:
    first: SideSights[sn.Stand] = SideSights(held=dict(battle.holders))
    sights = Sights(visibility=chance.pick((3, 3, 4, 6, 12)), sides={one.id: first for one in battle.armies})
    hidden = replace(battle, pace="round", sights=sights)
    for army in hidden.armies if chance.odds(50) else ():
        hidden = blinds_of(hidden, army, 1 + chance.below(2))
    return hidden


def _hidden_inches(battle: oh.Battle, chance: Chance) -> oh.Battle:
    hidden = replace(battle, sights=Sights(visibility=chance.pick((600, 600, 1200, 2400, 3600))))
    return _with_blinds(hidden, chance) if chance.odds(50) else hidden


def _with_blinds(battle: oh.Battle, chance: Chance) -> oh.Battle:
    """The same with a blind or two of each side, where there is room for them."""
    assert battle.sights is not UNSET
    battle = replace(battle, sights=replace(battle.sights, blinds=True))
    for army in battle.armies:
        for number in range(1 + chance.below(2)):
            blind = blind_of(battle, army, number, _any_pose(battle, chance))
            if has_room(battle, blind):
                battle = oh.with_unit(battle, blind)
    return battle


def _hidden_figures(battle: ar.Battle, chance: Chance) -> ar.Battle:
    return replace(battle, stops=(), sights=Sights(visibility=chance.pick((600, 600, 1200, 2400, 3600))))


def _hidden_blocks(battle: fs.Battle, chance: Chance) -> fs.Battle:
    return replace(battle, stops=(), sights=Sights(visibility=chance.pick((600, 600, 1200, 2400, 3600))))


_HIDDEN: dict[str, Callable[[Any, Chance], Any]] = {
    "snaphance": _hidden_hexes,
    "onehour": _hidden_inches,
    "armatys": _hidden_figures,
    "fornovo": _hidden_blocks,
}

# --- Snaphance ------------------------------------------------------------------------------------------------------


def _other_hexes(
    battle: sn.Battle, side: Side, unseen: Sequence[StandId], chance: Chance
) -> tuple[sn.Battle, frozenset[str]]:
    fixed = {stand for one in battle.arrivals for stand in one.stands} | _named_in_rules(battle)
    gone: set[str] = set()
    for code in unseen:
        if code not in fixed and chance.odds(75):
            gone |= {code, *(c for c, one in battle.commanders.items() if one.attached_to == code)}
            how = chance.below(3)
            battle = _without_stand(battle, code) if how == 0 else _changed_stand(battle, code, chance, moves=how == 1)
    like = next((one for _, one in sorted(battle.stands.items()) if one.side != side and one.on_board), None)
    spot = _free_hex(battle, chance)
    if like is not None and spot is not None and chance.odds(50):
        battle = sn.with_stand(battle, replace(like, id=ADDED, name="added", hex=spot, doing=sn.Doing()))
    return battle, frozenset(gone)


def _named_in_rules(battle: sn.Battle) -> set[StandId]:
    return {StandId(name) for name in names_in(battle.special)}


def _keeps_its_general(battle: sn.Battle, stand: StandId, facts: Sequence[Any]) -> bool:
    """Whether no general who was with a stand rode away, fell or was replaced."""
    with_it = {code for code, one in battle.commanders.items() if one.attached_to == stand}
    riding = (sn_facts.CommanderMoved, sn_facts.CommanderReplaced, sn_facts.CommanderKilled)
    return not any(isinstance(fact, riding) and fact.commander in with_it for fact in facts)


def _without_stand(battle: sn.Battle, code: StandId) -> sn.Battle:
    stands = {c: one for c, one in battle.stands.items() if c != code}
    generals = {
        c: replace(one, alive=False, attached_to=None) if one.attached_to == code else one
        for c, one in battle.commanders.items()
    }  # fmt: skip
    return replace(battle, stands=stands, commanders=generals, at={h: c for h, c in battle.at.items() if c != code})


def _changed_stand(battle: sn.Battle, code: StandId, chance: Chance, *, moves: bool) -> sn.Battle:
    one = battle.stands[code]
    kind = chance.pick(sorted(battle.types))
    changed = replace(
        one, type=kind, sp=battle.types[kind].sp, name="other", facing=Facing(chance.below(6)),
        disordered=chance.odds(50), opportunity=chance.odds(30),
    )  # fmt: skip
    spot = _free_hex(battle, chance) if moves and one.on_board else None
    if spot is not None:
        changed = replace(changed, hex=spot)
        generals = {
            c: replace(it, hex=spot) if it.attached_to == code else it for c, it in battle.commanders.items()
        }  # fmt: skip
        battle = replace(battle, commanders=generals)
    return sn.with_stand(battle, changed)


def _free_hex(battle: sn.Battle, chance: Chance) -> Hex | None:
    columns, rows = battle.columns or 0, battle.rows or 0
    for _ in range(12 if columns and rows else 0):
        here = from_label(f"{1 + chance.below(columns):02d}{1 + chance.below(rows):02d}")
        if key(here) not in battle.at and sn.terrain(battle, here) != "impassable":
            return here
    return None


def _other_sheet(battle: sn.Battle, fact: Any) -> Any:
    if not isinstance(fact, sn_facts.OrdersTaken):
        return fact
    return replace(fact, sheet=HexSheet(standing=(StandingOrder("evade", "never"), StandingOrder("pursue", "yes"))))


def _activations(facts: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Activations in which no stand does anything but stay."""
    idle = (sn_facts.StandBegan, sn_facts.ActionEnded, sn_facts.OrderTakenUp, sn_facts.GroupActivated, type(None))
    begun = None
    for place, fact in enumerate(facts):
        if isinstance(fact, sn_facts.GroupActivated):
            begun = place
        elif isinstance(fact, sn_facts.ActivationEnded) and begun is not None:
            yield begun, place
            begun = None
        elif not isinstance(fact, idle):
            begun = None


SNAPHANCE = Hider(
    rules=snaphance.RULES, units=lambda battle: battle.stands, otherwise=_other_hexes, others_orders=_other_sheet,
    is_hidden=hexes_hidden,
    unseen_altered=hexes_altered, settled=_keeps_its_general,
    unnoticed=sn_noticed.GaveAway(stands=(ADDED,)),
    rest_of=lambda battle, gone: frozenset({*battle.stands, *battle.commanders} - gone), unheard=_activations,
)  # fmt: skip

# --- the one-hour rules ---------------------------------------------------------------------------------------------


def _other_inches(
    battle: oh.Battle, side: Side, unseen: Sequence[StandId], chance: Chance
) -> tuple[oh.Battle, frozenset[str]]:
    fixed = {unit for one in battle.arrivals for unit in one.units} | {u for tie in battle.ties for u in tie.units}
    gone: set[str] = set()
    units = dict(battle.units)
    for code in unseen:
        if code in fixed or units[code].state != "on table" or not chance.odds(75):
            continue
        gone.add(code)
        how, one = chance.below(3), units[code]
        if how == 0:
            del units[code]
            continue
        kind = chance.pick(oh.TYPES)
        pose = _any_pose(battle, chance) if how == 1 else one.pose
        units[code] = replace(one, type=kind, hits=chance.below(14), name="other", pose=pose)
    like = next((one for _, one in sorted(units.items()) if one.side != side and one.state == "on table"), None)
    if like is not None and chance.odds(50):
        units[ADDED] = replace(like, id=ADDED, name="added", pose=_any_pose(battle, chance))
    return replace(battle, units=units), frozenset(gone)


def _any_pose(battle: oh.Battle | ar.Battle | fs.Battle, chance: Chance) -> Pose:
    x, y = 200 + chance.below(battle.table.width - 400), 200 + chance.below(battle.table.depth - 400)
    return Pose(Spot(Hundredths(x), Hundredths(y)), Tenths(chance.below(3600)))


def _other_table_sheet(battle: oh.Battle, fact: Any) -> Any:
    if not isinstance(fact, oh_facts.OrdersTaken):
        return fact
    return replace(fact, sheet=TableSheet(orders=(Hold(unit=ADDED),)))


ONEHOUR = Hider(
    rules=onehour.RULES, units=lambda battle: battle.units, otherwise=_other_inches, others_orders=_other_table_sheet,
    is_hidden=inches_hidden, unseen_altered=inches_altered,
    unnoticed=UnitsGaveAway(units=(ADDED,)),
    rest_of=lambda battle, gone: frozenset(battle.units.keys() - gone),
)  # fmt: skip

# --- Armatys' rules -------------------------------------------------------------------------------------------------


def _other_figures(
    battle: ar.Battle, side: Side, unseen: Sequence[StandId], chance: Chance
) -> tuple[ar.Battle, frozenset[str]]:
    fixed = names_in(battle.special)
    gone: set[str] = set()
    units = dict(battle.units)
    for code in unseen:
        if code in fixed or not chance.odds(75):
            continue
        gone.add(code)
        how, one = chance.below(3), units[code]
        if how == 0:
            del units[code]
            continue
        pose = _any_pose(battle, chance) if how == 1 else one.pose
        units[code] = replace(one, ability="raw", counters=1, rows=one.rows[:1], name="other", pose=pose)
    like = next((one for _, one in sorted(units.items()) if one.side != side), None)
    if like is not None and chance.odds(50):
        units[ADDED] = replace(like, id=ADDED, name="added", pose=_any_pose(battle, chance))
    return replace(battle, units=units), frozenset(gone)


def _other_standing(battle: ar.Battle, fact: Any) -> Any:
    return replace(fact, standing=()) if isinstance(fact, ar_facts.StandingGiven) else fact


ARMATYS = Hider(
    rules=armatys.RULES, units=lambda battle: battle.units, otherwise=_other_figures, others_orders=_other_standing,
    is_hidden=inches_hidden, unseen_altered=figures_altered, unnoticed=UnitsGaveAway(units=(ADDED,)),
    rest_of=lambda battle, gone: frozenset({*battle.units, *battle.generals} - gone),
)  # fmt: skip

# --- Fornovo to Sedgemoor -------------------------------------------------------------------------------------------


def _other_blocks(
    battle: fs.Battle, side: Side, unseen: Sequence[StandId], chance: Chance
) -> tuple[fs.Battle, frozenset[str]]:
    fixed = names_in(battle.special) | names_in(battle.arrivals)
    gone: set[str] = set()
    units = dict(battle.units)
    for code in unseen:
        if code in fixed or code not in units or not chance.odds(75):
            continue
        gone.add(code)
        how, one = chance.below(3), units[code]
        if how == 0:
            del units[code]
            continue
        pose = _any_pose(battle, chance) if how == 1 else one.pose
        units[code] = replace(one, grade="A", nobles=True, name="other", pose=pose, inside=None)
    like = next((one for _, one in sorted(units.items()) if one.side != side), None)
    if like is not None and chance.odds(50):
        units[ADDED] = replace(like, id=ADDED, name="added", pose=_any_pose(battle, chance), inside=None)
    return replace(battle, units=units), frozenset(gone)


def _other_words(battle: fs.Battle, fact: Any) -> Any:
    return replace(fact, standing=()) if isinstance(fact, fs_facts.StandingGiven) else fact


FORNOVO = Hider(
    rules=fornovo.RULES, units=lambda battle: battle.units, otherwise=_other_blocks, others_orders=_other_words,
    is_hidden=inches_hidden, unseen_altered=blocks_altered, unnoticed=UnitsGaveAway(units=(ADDED,)),
    rest_of=lambda battle, gone: frozenset({*battle.units, *battle.generals} - gone),
)  # fmt: skip

HIDERS = {"snaphance": SNAPHANCE, "onehour": ONEHOUR, "armatys": ARMATYS, "fornovo": FORNOVO}
