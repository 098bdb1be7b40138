"""Two toy rule sets: a skirmish on hexes with reactions and asks in mid-step, and a sealed bound."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.facts import Fact
from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Hex, distance, neighbours
from pbem.engine.ids import RuleId, Seat, Side, StandId
from pbem.engine.orders import Reading, VerbTable
from pbem.engine.play import Play
from pbem.engine.reporting import Outcome, Told
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, Scenario, State

SIDES = (Side("red"), Side("blue"))


def _none(*_: Any) -> Any:
    raise NotImplementedError("a toy has no words")


def toy(
    name: str,
    battle: type[Any],
    facts: Any,
    asks: Any,
    answers: Any,
    script: Callable[[Play[Any]], None],
    over: Callable[[Any], bool],
    view: Callable[[Any, Seat], Any],
    decide: Callable[[Any, Ask[Any]], Given[Any] | None],
) -> RuleSet[Any]:
    """A rule set that can be played and nothing else."""
    scenario: Callable[..., Scenario[Any]] = _none
    read: Callable[..., Reading] = _none
    tell: Callable[..., Told] = _none
    chart: Callable[..., HexChart] = _none
    outcome: Callable[..., Outcome | None] = _none
    return RuleSet(
name=name,
version="1",
title=name,
state=State(
battle=battle,
facts=facts,
asks=asks,
answers=answers,
view=view,
),
course=Course(
scenario=scenario,
script=script,
over=over,
outcome=outcome,
turn_name=_none,
),
deciding=Deciding(
decide=decide,
silent=lambda view, ask: Given(ask.default, "deadline"),
),
language=Language(
verbs=VerbTable(verbs=()),
read=read,
form=_none,
describe=_none,
overlay=_none,
write=_none,
looks_like_order=lambda line: False,
),
reporting=Reporting(
tell=tell,
chart=chart,
),
aide=AideDeCamp(
orders=_none,
),
)  # fmt: skip


# --- the skirmish ---------------------------------------------------------------------------------------------------


class Piece(msgspec.Struct, frozen=True):
    """A piece.  hidden: its enemy does not see it."""

    id: StandId
    side: Side
    hex: Hex
    hp: int
    hidden: bool = False


class Skirmish(msgspec.Struct, frozen=True):
    """turn: of the piece whose step is played.  standing: each side's secret order whether to shoot."""

    pieces: Mapping[StandId, Piece]
    turn: int = 0
    limit: int = 12
    standing: Mapping[Side, str] = {}


class Goes(msgspec.Struct, frozen=True, tag="goes"):
    """Where to; None to stay."""

    to: Hex | None


class Shoots(msgspec.Struct, frozen=True, tag="shoots"):
    yes: bool


class AskGo(Ask[Goes], frozen=True, tag="go"):
    piece: StandId
    options: tuple[Hex, ...]

    def refusal(self, answer: Goes) -> str:
        return "" if answer.to is None or answer.to in self.options else "it cannot go there"


class AskShoot(Ask[Shoots], frozen=True, tag="shoot"):
    piece: StandId
    at: StandId


class Moved(Fact[Skirmish], frozen=True, tag="moved"):
    piece: StandId
    to: Hex

    def apply(self, battle: Skirmish) -> Skirmish:
        return changed(battle, replace(battle.pieces[self.piece], hex=self.to))


class Seen(Fact[Skirmish], frozen=True, tag="seen"):
    """A hidden piece is found."""

    piece: StandId

    def apply(self, battle: Skirmish) -> Skirmish:
        return changed(battle, replace(battle.pieces[self.piece], hidden=False))


class Hit(Fact[Skirmish], frozen=True, tag="hit"):
    piece: StandId
    by: StandId
    hits: int
    hp: int

    def apply(self, battle: Skirmish) -> Skirmish:
        return changed(battle, replace(battle.pieces[self.piece], hp=self.hp))


class TurnEnded(Fact[Skirmish], frozen=True, tag="turn ended"):
    def apply(self, battle: Skirmish) -> Skirmish:
        return replace(battle, turn=battle.turn + 1)


SkirmishFacts = Moved | Seen | Hit | TurnEnded


def changed(battle: Skirmish, piece: Piece) -> Skirmish:
    return replace(battle, pieces={**battle.pieces, piece.id: piece})


def alive(battle: Skirmish, side: Side) -> list[StandId]:
    return [p for p in sorted(battle.pieces) if battle.pieces[p].hp > 0 and battle.pieces[p].side == side]


def standing_in(battle: Skirmish, here: Hex) -> StandId | None:
    found = [p for p in sorted(battle.pieces) if battle.pieces[p].hex == here and battle.pieces[p].hp > 0]
    return found[0] if found else None


def play_turn(play: Play[Skirmish]) -> None:
    """One piece's turn: it goes, enemies near it shoot, what was hit falls back."""
    side = SIDES[play.battle.turn % 2]
    mine = alive(play.battle, side)
    piece = mine[play.battle.turn // 2 % len(mine)]
    move(play, piece)
    foes = foes_near(play.seen(Seat(other(side))), piece)
    asks = [AskShoot(seat=Seat(other(side)), default=Shoots(False), piece=foe, at=piece) for foe in foes]
    for foe, answer in zip(foes, play.ask_each(asks), strict=True):
        if answer.yes and play.battle.pieces[piece].hp > 0:
            shoot(play, foe, piece)
    play.record(TurnEnded())


def other(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


def foes_near(view: Skirmish, piece: StandId) -> list[StandId]:
    """The enemies who see a piece within 2 hexes."""
    if piece not in view.pieces or view.pieces[piece].hp == 0:
        return []
    one = view.pieces[piece]
    return [foe for foe in alive(view, other(one.side)) if distance(one.hex, view.pieces[foe].hex) <= 2]


def move(play: Play[Skirmish], piece: StandId) -> None:
    side = play.battle.pieces[piece].side
    view = play.seen(Seat(side))
    free = tuple(
        there for there in neighbours(view.pieces[piece].hex) if standing_in(view, there) is None and board(there)
    )
    goes = play.ask(AskGo(seat=Seat(side), default=Goes(None), piece=piece, options=free))
    if goes.to is None:
        return
    met = standing_in(play.battle, goes.to)
    if met is not None:
        play.record(Seen(piece=met, rules=(RuleId("T-1"),)))
        shoot(play, met, piece)
        return
    play.record(Moved(piece=piece, to=goes.to, rules=(RuleId("T-2"),)))


def board(here: Hex) -> bool:
    return 0 <= here.q < 5 and 0 <= here.r < 5


def shoot(play: Play[Skirmish], by: StandId, at: StandId) -> None:
    dice = play.roll("fire", by, 2).values
    hits = sum(1 for die in dice if die >= 5)
    play.record(Hit(piece=at, by=by, hits=hits, hp=max(0, play.battle.pieces[at].hp - hits), rules=(RuleId("T-3"),)))
    if play.battle.pieces[by].hidden:
        play.record(Seen(piece=by))
    if hits and play.battle.pieces[at].hp > 0:
        flee(play, at, by)


def flee(play: Play[Skirmish], piece: StandId, foe: StandId) -> None:
    before = play.battle
    here, there = before.pieces[piece].hex, before.pieces[foe].hex
    ways = tuple(
        way for way in neighbours(here)
        if board(way) and standing_in(before, way) is None and distance(way, there) > distance(here, there)
    )  # fmt: skip
    if not ways:
        return
    goes = play.ask(AskGo(seat=Seat(before.pieces[piece].side), default=Goes(ways[0]), piece=piece, options=ways))
    if goes.to is not None and play.roll("nerve", piece, 1).values[0] > 1:
        play.record(Moved(piece=piece, to=goes.to))


def skirmish_view(battle: Skirmish, seat: Seat) -> Skirmish:
    if seat not in SIDES:
        return battle
    pieces = {p: one for p, one in battle.pieces.items() if one.side == seat or not one.hidden}
    return replace(battle, pieces=pieces, standing={s: v for s, v in battle.standing.items() if s == seat})


def skirmish_decide(view: Skirmish, ask: Ask[Any]) -> Given[Any] | None:
    word = view.standing.get(Side(ask.seat), "ask")
    if isinstance(ask, AskShoot) and word != "ask":
        return Given(Shoots(word == "always"), "standing order", f"shoot: {word}")
    return None


SKIRMISH = toy(
    "skirmish", Skirmish, SkirmishFacts, AskGo | AskShoot, Goes | Shoots, play_turn,
    lambda battle: battle.turn >= battle.limit or not all(alive(battle, side) for side in SIDES),
    skirmish_view, skirmish_decide,
)  # fmt: skip


def skirmish(standing: Mapping[str, str] | None = None, limit: int = 16) -> Skirmish:
    places = {"R1": (1, 0), "R2": (2, 0), "B1": (1, 3), "B2": (2, 2), "B3": (0, 2)}
    pieces = {
        StandId(name): Piece(StandId(name), SIDES[name[0] == "B"], Hex(*at), 2, hidden=name == "B3")
        for name, at in places.items()
    }
    return Skirmish(pieces, 0, limit, {Side(s): word for s, word in (standing or {}).items()})


# --- the sealed bound -----------------------------------------------------------------------------------------------


class Auction(msgspec.Struct, frozen=True):
    """won: bounds won by each side.  plans: what each side means to bid, its own business."""

    won: Mapping[Side, int]
    bound: int = 0
    plans: Mapping[Side, int] = {}


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    points: int


class AskBid(Ask[Bid], frozen=True, tag="bid"):
    bound: int
    most: int

    def refusal(self, answer: Bid) -> str:
        return "" if 0 <= answer.points <= self.most else f"from 0 to {self.most}"


class BidTaken(Fact[Auction], frozen=True, tag="bid taken"):
    side: Side
    points: int

    def apply(self, battle: Auction) -> Auction:
        return replace(battle, plans={**battle.plans, self.side: self.points})

    def seen_by(self, battle: Auction, seat: Seat) -> bool:
        return seat not in SIDES or seat == self.side


class BoundWon(Fact[Auction], frozen=True, tag="bound won"):
    side: Side | None

    def apply(self, battle: Auction) -> Auction:
        won = {**battle.won, self.side: battle.won[self.side] + 1} if self.side else battle.won
        return replace(battle, won=won, bound=battle.bound + 1, plans={})


def play_bound(play: Play[Auction]) -> None:
    """Both bid unseen; the higher bid with its die wins the bound."""
    most = 3 + play.battle.bound % 2
    asks = [AskBid(seat=Seat(s), default=Bid(0), bound=play.battle.bound, most=most) for s in SIDES]
    bids = play.ask_both(asks[0], asks[1], sealed=True)
    totals = []
    for side, bid in zip(SIDES, bids, strict=True):
        play.record(BidTaken(side=side, points=bid.points))
        totals.append(bid.points + play.roll("luck", side, 1).values[0])
    winner = None if totals[0] == totals[1] else SIDES[0] if totals[0] > totals[1] else SIDES[1]
    play.record(BoundWon(side=winner))


def auction_view(battle: Auction, seat: Seat) -> Auction:
    if seat not in SIDES:
        return battle
    return replace(battle, plans={s: n for s, n in battle.plans.items() if s == seat})


AUCTION = toy(
    "auction", Auction, BidTaken | BoundWon, AskBid, Bid, play_bound,
    lambda battle: battle.bound >= 7 or max(battle.won.values()) >= 3, auction_view, lambda view, ask: None,
)  # fmt: skip


def auction() -> Auction:
    return Auction(dict.fromkeys(SIDES, 0))


def answers_to(ask: Ask[Any]) -> list[Any]:
    """Everything an ask may be answered with."""
    if isinstance(ask, AskGo):
        return [Goes(None), *(Goes(way) for way in ask.options)]
    if isinstance(ask, AskShoot):
        return [Shoots(True), Shoots(False)]
    return [Bid(n) for n in range(ask.most + 1)]
