"""The state of a Snaphance battle: immutable values (catalogue section 2).

A battle changes only by facts.  Mappings are read-only to the type checker; ``with_stand`` and its like make new
battles.  Hexes are keyed ``"q,r"`` where JSON needs text.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import Parcel, holder, side_with
from pbem.engine.grades import Borders, GradedVerdict
from pbem.engine.hexes import Facing, Hex, HexKey, key
from pbem.engine.ids import CommanderId, GroupId, MeleeId, RuleId, Seat, Side, StandId
from pbem.engine.rulings.words import Words, word_on
from pbem.engine.sightings import Grade, Sights
from pbem.rulesets.snaphance.state.commands import Sheet
from pbem.rulesets.snaphance.state.special_rules import NOTHING, Special, SpecialRecord

Category = Literal["Pi", "Ln", "Hs", "FH", "Pk", "PS", "Art", "Sh", "Dr", "Sk", "LC"]
OrderClass = Literal["A", "B", "C"]
Terrain = Literal["open", "stream", "field", "woods", "hill-slope", "hill-top", "swamp", "town", "impassable"]
Phase = Literal["set-up", "orders", "declare", "activation", "over"]
Pace = Literal["round", "activation", "ask me"]

MCS: frozenset[Category] = frozenset({"Pi", "Ln", "Hs", "FH"})
"""Mounted combat stands."""
FOOT_CS: frozenset[Category] = frozenset({"Pk", "PS"})
CS = MCS | FOOT_CS
MOUNTED: frozenset[Category] = MCS | {"LC"}
FREE_MOVERS: frozenset[Category] = frozenset({"Sk", "Dr", "LC", "Art"})
"""SN-4.1a."""


class StandType(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the army list (SN-15.0a).  Distances in hexes, sp in strength points per rank, front first.

    fire: change in dice by range column ``PB 2H 3H 4H 6H``; a missing column is no fire at that range (SN-Q48).
    """

    name: str
    title: str
    category: Category
    subtype: str = ""
    weapon: str = ""
    order_class: OrderClass
    mp_first: int
    mp_extra: int
    sp: tuple[int, ...]
    cb: int = 0
    cb_after_loss: int = 0
    pike_bonus: int = 0
    fire: Mapping[str, int] = {}
    bp: int = 1
    pursuit: Literal["must", "may", "never"] = "never"
    pursuit_table: Literal["infantry", "cavalry", "cavalry3"] = "infantry"
    heavy: bool = False
    may_charge_mcs: bool = False
    rides: bool = False
    century: int | None = None
    """Whose town rules are its own; None: those of the battle's year (SN-Q67)."""

    @property
    def is_cs(self) -> bool:
        """A combat stand (SN-2.1a)."""
        return self.category in CS

    @property
    def is_mcs(self) -> bool:
        """A mounted combat stand."""
        return self.category in MCS

    @property
    def is_mounted(self) -> bool:
        """MCS or light cavalry; dragoons fight as foot, or mounted where the battle reads SN-Q41 so (``rides``)."""
        return self.rides or self.category in MOUNTED

    @property
    def is_free_mover(self) -> bool:
        """Steps into any neighbouring hex, turns freely (SN-4.1a)."""
        return self.category in FREE_MOVERS


class Doing(msgspec.Struct, frozen=True, kw_only=True):
    """What a stand has done in the current activation of its group."""

    began: bool = False
    """Its turn has begun."""
    moves: int = 0
    """Finished and current moves."""
    hexes: int = 0
    """Stepped this turn."""
    turned: int = 0
    fired: bool = False
    fired_to_move: bool = False
    """It declared before its shot that it would move (SN-7.2c, SN-7.3b)."""
    rallied: bool = False
    """A rally was tried."""
    waited: bool = False
    """A test for opportunity was taken."""
    cb_lost: bool = False
    """Pistols have taken the bonus of its charge (SN-7.4.1.1a)."""
    ragged: bool = False
    """A thin line that is (special rule)."""
    over: bool = False
    """Its action is over."""
    ended: tuple[RuleId, ...] = ()
    """The rules by which its action is over."""
    started_hex: Hex | None = None
    """Where its turn (its pursuit, its opportunity charge) began (SN-Q65)."""
    move_hex: Hex | None = None
    """Where its last move began."""
    started_facing: Facing | None = None
    """Where its turn (its pursuit, its opportunity charge) began (SN-Q65)."""
    trail: tuple[Hex, ...] = ()
    """Hexes entered since then, oldest first."""
    went_back: bool = False
    """Stepped backward this turn (SNT-mv-e)."""
    evaded: Mapping[StandId, int] = {}
    """Attackers it has evaded from in this activation, with how often."""
    barred_from: tuple[StandId, ...] = ()
    """Attackers it may no longer evade (SN-5.0d-f)."""


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """A stand on or off the board."""

    id: StandId
    name: str
    side: Side
    group: GroupId
    type: str
    """A row of ``Battle.types``."""
    hex: Hex
    facing: Facing
    sp: tuple[int, ...]
    """As it is now, front rank first."""
    disordered: bool = False
    opportunity: bool = False
    opp_turned: bool = False
    """On opportunity, it has used its one point of turning (SN-6.1c)."""
    moved: bool = False
    destroyed: bool = False
    off_board: bool = False
    to_come: bool = False
    """Not yet on the board; hex and facing are then where it enters, and ``enters`` all the hexes it may enter by."""
    enters: tuple[Hex, ...] = ()
    doing: Doing = Doing()
    seen: Grade | UnsetType = UNSET
    """Of an enemy that a side does not know, how well it sees it (SN-H3)."""
    blind: bool | UnsetType = UNSET
    """Whether it is a blind: nothing, though it moves as a stand does (SN-H10)."""

    @property
    def on_board(self) -> bool:
        """On the board: come, and still in the battle."""
        return not (self.destroyed or self.off_board or self.to_come)

    @property
    def gone(self) -> bool:
        """Out of the battle for good."""
        return self.destroyed or self.off_board


class Commander(msgspec.Struct, frozen=True, kw_only=True):
    """A general (catalogue 2.4)."""

    id: CommanderId
    name: str
    side: Side
    group: GroupId
    hex: Hex
    attached_to: StandId | None = None
    bonus: int = 0
    range: int = 4
    """Command range in hexes."""
    gives_morale: bool = True
    alive: bool = True
    replacement: bool = False
    move_used: bool = False
    hexes_moved: int = 0
    helped: str = ""
    """Whose order test he has been counted for (SN-3.1e)."""
    bound: bool = False
    """That test was passed, so that he stays with them, and goes where they go (SN-3.1b)."""


class Melee(msgspec.Struct, frozen=True, kw_only=True):
    """An ongoing melee.  stands: the battle stand of each side.  fought_in: activations it was fought in."""

    id: MeleeId
    stands: Mapping[Side, StandId]
    supports: Mapping[Side, tuple[StandId, ...]] = {}
    initiator: StandId | None = None
    fought_in: tuple[int, ...] = ()


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A command group.  name: as players write it."""

    id: GroupId
    name: str
    side: Side
    moved: bool = False


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """A side.  break_at: points lost at which it breaks.  adjective letter: first letter of its stands' codes."""

    id: Side
    name: str
    letter: str
    seat: Seat
    training: Literal["well", "poor"] = "poor"
    break_total: int
    break_at: int
    break_lost: int = 0
    broken: bool = False
    parcels: tuple[Parcel, ...] | UnsetType = UNSET
    """Which groups each of several commanders has; UNSET: ``seat`` has them all."""
    zone: tuple[Hex, ...] | UnsetType = UNSET
    """Where its player may set it up (SN-H8); UNSET: it stands as the scenario has it."""


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """Stands that come later, together."""

    stands: tuple[StandId, ...]
    round: int
    """The first in which they may."""
    needs: int | None = None
    """What a die must show, thrown each round from then on; None: no die."""
    secret: bool = False
    """The other side learns of them when they enter."""
    due: bool = False
    """They may enter from now on."""


class Crossing(msgspec.Struct, frozen=True):
    """A hex that so many stands a round may step into, of either side: a bridge."""

    hex: Hex
    stands_a_round: int = 1


class Defence(msgspec.Struct, frozen=True):
    """Defended hexsides of a hex (directions 0..5)."""

    hex: Hex
    sides: tuple[int, ...]
    prepared: bool = False


class HexObjective(msgspec.Struct, frozen=True):
    """Hexes to hold, and what that is worth."""

    name: str
    hexes: tuple[Hex, ...]
    need: int
    """How many of them make it held."""
    at_round: int | None = None
    """The round at whose end holding it wins; None for none."""
    from_round: int | None = None
    """The first round from which on holding it at the end of any wins; None for none."""
    percent: int = 0
    """Added at the end of the battle to the margin of the side that holds it."""
    points: int = 0
    """At the end of the battle, for each of its hexes in hand."""


class NamedPlace(msgspec.Struct, frozen=True):
    """A name on the map.  road: it is drawn as one, through its hexes in their order; no rule asks for it."""

    text: str
    hexes: tuple[Hex, ...]
    road: bool = False


class Battle(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Everything that is true of a battle."""

    title: str
    year: int
    history: str = ""
    pace: Pace = "round"
    limit: int | None = None
    columns: int | None = None
    """Size of the board as labels; None: without edges."""
    rows: int | None = None
    """Size of the board as labels; None: without edges."""
    board: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    """Limits in axial coordinates (min_q, max_q, min_r, max_r), each None where there is none (cases)."""
    ground: Mapping[HexKey, Terrain] = {}
    """What is not open."""
    heights: Mapping[HexKey, int] = {}
    """Levels of hexes whose terrain does not tell them: woods on a hill."""
    no_entry: Mapping[Terrain, tuple[Category, ...]] = {}
    defences: tuple[Defence, ...] = ()
    water: tuple[Hex, ...] = ()
    """Impassable hexes that are deep water: to the rules they are as any other."""
    cover: tuple[Hex, ...] = ()
    """Hexes the scenario marks as cover, whatever their terrain (SN-Q26)."""
    places: tuple[NamedPlace, ...] = ()
    objectives: tuple[HexObjective, ...] = ()
    victory: Borders = Borders()
    verdict: GradedVerdict | None = None
    holders: Mapping[HexKey, Side] = {}
    """Side that last passed through an objective hex."""
    arrivals: tuple[Arrival, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    crossed: Mapping[HexKey, tuple[StandId, ...]] = {}
    """Who has stepped into each crossing this round."""
    scale: int = 100
    types: Mapping[str, StandType]
    armies: tuple[Army, ...]
    """In the scenario's order, which is the order of dice."""
    groups: Mapping[GroupId, Group]
    stands: Mapping[StandId, Stand]
    commanders: Mapping[CommanderId, Commander]
    melees: Mapping[MeleeId, Melee] = {}
    at: Mapping[HexKey, StandId] = {}
    """Stand in each hex."""
    round: int = 0
    phase: Phase = "orders"
    activation: int = 0
    """Number of the current or last activation, from 1."""
    active_side: Side | None = None
    active_group: GroupId | None = None
    sheets: Mapping[str, Sheet] = {}
    """By seat, each commander's orders still to be carried out and standing orders."""
    ordered: int = 0
    """The activation in which the last sheet was taken."""
    next_order: int = 0
    """Place in the acting commander's sheet of the next order to be carried out."""
    last_active: Side | None = None
    """The side of the last activation that has ended."""
    melee_count: int = 0
    winner: Side | None = None
    ended: Literal["broken", "objective", "limit", "draw", "conceded", "ruled"] | None = None
    won_by: str = ""
    """Name of the objective that was held, where that ended the battle."""
    rulings: Mapping[str, str] = {}
    bans: tuple[str, ...] = ()
    """Parts of the rules the scenario leaves out: ``opportunity``."""
    special: tuple[Special, ...] = ()
    """The scenario's special rules."""
    happened: SpecialRecord = NOTHING
    """What has come of the special rules."""
    sights: Sights[Stand] | UnsetType = UNSET
    """What each side sees, where units are hidden."""
    umpires_words: Words | UnsetType = UNSET
    """What an umpire has forbidden and allowed stands."""
    ruled_broken: tuple[Side, ...] | UnsetType = UNSET
    """Sides whose armies count as broken by an umpire's word."""

    @property
    def sight_turn(self) -> int:
        """The round; as it begins, the one before: what goes out of sight then was last seen in that."""
        return self.round - (self.phase == "orders")


# --- looking ------------------------------------------------------------------------------------------------------


def type_of(battle: Battle, stand: StandId) -> StandType:
    """The army-list row of a stand."""
    return battle.types[battle.stands[stand].type]


def century(battle: Battle, stand: StandId) -> int:
    """16 or later: of a stand's row, else of the battle's year (SN-Q67)."""
    return type_of(battle, stand).century or battle.year // 100 + 1


def stand_at(battle: Battle, here: Hex) -> Stand | None:
    """The stand in a hex."""
    found = battle.at.get(key(here))
    return battle.stands[found] if found is not None else None


def terrain(battle: Battle, here: Hex) -> Terrain:
    """What lies in a hex."""
    return battle.ground.get(key(here), "open")


def level(battle: Battle, here: Hex) -> int:
    """0 flat, 1 slope, 2 plateau top."""
    if battle.heights and key(here) in battle.heights:
        return battle.heights[key(here)]
    found = terrain(battle, here)
    return 2 if found == "hill-top" else 1 if found == "hill-slope" else 0


def on_board(battle: Battle, here: Hex) -> bool:
    """Whether a hex is on the board."""
    min_q, max_q, min_r, max_r = battle.board
    if (min_q is not None and here.q < min_q) or (max_q is not None and here.q > max_q):
        return False
    if (min_r is not None and here.r < min_r) or (max_r is not None and here.r > max_r):
        return False
    if battle.rows is None or battle.columns is None:
        return True
    column = here.q + (here.r - (here.r & 1)) // 2
    return 0 <= here.r < battle.rows and 0 <= column < battle.columns


def army(battle: Battle, side: Side) -> Army:
    """A side's army.  Raises KeyError for an unknown side."""
    for one in battle.armies:
        if one.id == side:
            return one
    raise KeyError(side)


def other_side(battle: Battle, side: Side) -> Side:
    """The enemy of a side."""
    return next(one.id for one in battle.armies if one.id != side)


def side_of_seat(battle: Battle, seat: Seat) -> Side | None:
    """The side a seat plays; None for umpires and spectators."""
    return side_with(battle.armies, seat)


def seat_of_group(battle: Battle, group: GroupId) -> Seat:
    """The seat that commands a group."""
    return holder(army(battle, battle.groups[group].side), group)


def seat_of_stand(battle: Battle, stand: StandId) -> Seat:
    """The seat that commands a stand."""
    one = battle.stands[stand]
    return holder(army(battle, one.side), one.group)


def acting_seat(battle: Battle) -> Seat | None:
    """The seat that commands the group that acts; None between activations."""
    if battle.active_side is None:
        return None
    return holder(army(battle, battle.active_side), battle.active_group or "")


def groups_of(battle: Battle, seat: Seat) -> tuple[GroupId, ...]:
    """The groups a seat commands, by id; () for umpires and spectators."""
    side = side_of_seat(battle, seat)
    return tuple(
        g for g, group in sorted(battle.groups.items()) if group.side == side and seat_of_group(battle, g) == seat
    )


def stands_of(battle: Battle, side: Side) -> list[Stand]:
    """A side's stands still on the board, by id."""
    return _by_id(one for one in battle.stands.values() if one.side == side and one.on_board)


def led_by(battle: Battle, seat: Seat) -> list[Stand]:
    """A seat's stands still on the board, by id."""
    led = groups_of(battle, seat)
    return _by_id(one for one in battle.stands.values() if one.group in led and one.on_board)


def enemies_of(battle: Battle, side: Side) -> list[Stand]:
    """The other side's stands still on the board, by id."""
    return _by_id(one for one in battle.stands.values() if one.side != side and one.on_board)


def group_stands(battle: Battle, group: GroupId) -> list[Stand]:
    """A group's stands still on the board, by id."""
    return _by_id(one for one in battle.stands.values() if one.group == group and one.on_board)


def _by_id(stands: Iterable[Stand]) -> list[Stand]:
    return sorted(stands, key=lambda one: one.id)


def commander_of(battle: Battle, group: GroupId) -> Commander | None:
    """A group's general, alive and on the board."""
    found = [c for _, c in sorted(battle.commanders.items()) if c.group == group and c.alive and is_here(battle, c)]
    return found[0] if found else None


def is_here(battle: Battle, commander: Commander) -> bool:
    """Whether a general is on the board: not with a stand that is still to come."""
    return commander.attached_to is None or not battle.stands[commander.attached_to].to_come


def umpires_word(battle: Battle, stand: StandId, act: str, against: StandId | None = None) -> str:
    """What an umpire says of an act of a stand in this round: ``forbidden``, ``allowed``, or '' for nothing."""
    words = battle.umpires_words
    return "" if words is UNSET else word_on(words, battle.round, stand, act, against)


def melee_of(battle: Battle, stand: StandId) -> Melee | None:
    """The ongoing melee a stand is in, as battle stand or support."""
    for _, melee in sorted(battle.melees.items()):
        if stand in melee.stands.values() or any(stand in some for some in melee.supports.values()):
            return melee
    return None


# --- changing: used by facts only ---------------------------------------------------------------------------------


def with_stand(battle: Battle, stand: Stand) -> Battle:
    """The battle with a stand replaced, its place in ``at`` kept true."""
    before = battle.stands.get(stand.id)
    stands = {**battle.stands, stand.id: stand}
    if before is not None and before.hex == stand.hex and before.on_board == stand.on_board:
        return replace(battle, stands=stands)
    at = dict(battle.at)
    if before is not None and at.get(key(before.hex)) == stand.id:
        del at[key(before.hex)]
    if stand.on_board:
        at[key(stand.hex)] = stand.id
    return replace(battle, stands=stands, at=at)


def with_stands(battle: Battle, stands: Iterable[Stand]) -> Battle:
    """The battle with several stands replaced at once (an exchange of hexes)."""
    changed = {stand.id: stand for stand in stands}
    at = {k: v for k, v in battle.at.items() if v not in changed}
    at.update({key(stand.hex): stand.id for stand in changed.values() if stand.on_board})
    return replace(battle, stands={**battle.stands, **changed}, at=at)


def with_commander(battle: Battle, commander: Commander) -> Battle:
    """The battle with a commander replaced."""
    return replace(battle, commanders={**battle.commanders, commander.id: commander})


def with_army(battle: Battle, changed: Army) -> Battle:
    """The battle with an army replaced."""
    return replace(battle, armies=tuple(changed if one.id == changed.id else one for one in battle.armies))


def losing(battle: Battle, side: Side, points: int, stand: StandId | None = None) -> Battle:
    """A side with so many more of its break points lost; below 0, found again.

    stand: whose loss it is; where units are hidden, the other side counts it if it sees that stand (SN-H9).
    """
    if not points:
        return battle
    one = army(battle, side)
    battle = with_army(battle, replace(one, break_lost=one.break_lost + points))
    if battle.sights is UNSET:
        return battle
    other = other_side(battle, side)
    mine = battle.sights.of(other)
    if stand is not None and stand not in mine.seen:
        return battle
    return replace(battle, sights=battle.sights.with_side(other, replace(mine, points=mine.points + points)))
