"""The desk: what is asked, what has come in, who sits where, what the clock says, as a value and how it is looked at.

Desk entries never touch the battle.  The desk is folded (`deskfold`) from all entries in journal order, rewound or not.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from pbem.engine.asks import Ask, OpenAsk, Submission
from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import PlannedRuling

LOOK_AT = "look:"
"""How the right begins to see one seat: a co-umpire of one side has it for each of its seats."""


class SeatHolder(msgspec.Struct, frozen=True):
    """Who plays a seat."""

    who: str = ""
    """The player's id; '' for an empty seat and for an aide-de-camp."""

    aide: bool = False
    """Whether the aide-de-camp writes its orders."""


class Deputy(msgspec.Struct, frozen=True):
    """Who may order for a seat beside its player, for some of its turns."""

    who: str
    """The deputy's player id."""

    first: int
    """First of the turns, as the seat counts."""

    last: int
    """Last of the turns."""


class Filed(msgspec.Struct, frozen=True):
    """When and by whom a version of orders was filed; ``number`` counts withdrawn ones too."""

    number: int
    at: str
    by: str
    sent: str


class Misses(msgspec.Struct, frozen=True):
    """Turns a seat has missed: in all, and in a row up to now."""

    total: int = 0
    running: int = 0


class Pause(msgspec.Struct, frozen=True):
    """The clock stopped by the service, because mail could not tell a player of the turn."""

    seq: Seq
    """The entry that stopped it."""

    at: str
    """When it was stopped, UTC ISO."""

    due: str
    """The deadline that ran until then, UTC ISO."""


class Rest(msgspec.Struct, frozen=True):
    """A pause that all players have agreed, or the umpire has made: no deadline runs."""

    seq: Seq
    """The entry that began it."""

    at: str
    """When it began, UTC ISO."""

    until: str
    """The day on which the clock runs again (``2026-08-01``, in the game's zone); '' until it is ended by word."""

    due: str
    """The deadline that ran until then, UTC ISO; '' for none."""

    by: str = ""
    """Whose word began it: a seat's, or that of the umpire, who alone ends it then."""


class TableWord(msgspec.Struct, frozen=True):
    """What a commander has told of a battle on a real table."""

    number: int
    """Of the campaign's battles."""

    seat: Seat
    """Who told it; '' for the service's notices: that the battle is called, that its game is stopped."""

    text: str
    """The result as lines; of the notices '' or ``stopped``."""

    at: str
    """When, UTC ISO."""


class PactOffer(msgspec.Struct, frozen=True):
    """An open offer of one seat to the others."""

    at: str
    """When it was made, UTC ISO."""

    turn: str
    """Name of the turn it was made in."""

    until: str
    """The day on which the clock would run again, for a pause; '' for none."""

    agreed: tuple[Seat, ...]
    """The seats that have agreed, the one that offered it first."""

    own: int = 0
    """Number of the turn that the seat which made it was asked for last."""


class Relief(msgspec.Struct, frozen=True):
    """A change of a seat's player."""

    who: str
    """Id of the player who left."""

    note: str
    """What that player wrote for the next."""

    left_at: str
    """When that player left, UTC ISO."""

    taken_at: str = ""
    """When the next player came, UTC ISO; '' until then."""

    taken: Seq | None = None
    """The entry of the next player's coming; None until then."""


class LetterCame(msgspec.Struct, frozen=True):
    """A letter come to a seat."""

    seq: Seq
    """The entry by which it came."""

    at: str
    """When, UTC ISO."""

    taken: bool = False
    """Whether it was meant for another seat, and this one reads a copy."""


class LetterDeed(msgspec.Struct, frozen=True):
    """What was done with a letter on its way."""

    at: str
    """When, UTC ISO."""

    does: str
    """As `LetterAct` names it."""

    to: tuple[Seat, ...]
    """The seats it concerned."""

    reason: str
    """The umpire's; '' for none."""

    turns: int = 0
    """Of a delay."""


class PressLetter(msgspec.Struct, frozen=True):
    """A letter from seat to seats."""

    seq: Seq
    """The entry that holds it."""

    at: str
    """When it was written, UTC ISO."""

    sender: Seat
    """The seat that wrote it."""

    to: tuple[Seat, ...]
    """The seats it went to."""

    text: str
    """Plain text."""

    by: str = ""
    """Id of the player who wrote it; '' if unknown."""

    signed: str = ""
    """The seat, or the name, that a letter of the umpire's is signed with; '' for its own."""

    arrived: Mapping[Seat, LetterCame] = {}
    """When and how it came to each seat that it has reached."""

    given: str = ""
    """What its addressees read, where the umpire has changed it; '' where not."""

    due: Mapping[Seat, int] = {}
    """The turn of each addressee with which it is delivered, where it was delayed."""

    lost: bool = False

    sent_from: str = ""
    """The place that its courier set out from; '' for a letter that goes without one."""

    rides: Mapping[Seat, int] = {}
    """Whom a courier will bring it to, an enemy perhaps, and how many turns that takes."""

    turn: str = ""
    """Name of the turn in which the ride began."""

    deeds: tuple[LetterDeed, ...] = ()
    """What was done with it, the oldest first."""

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The addressees it has not reached, and may still."""
        return () if self.lost else tuple(seat for seat in self.to if seat not in self.arrived)


class Question(msgspec.Struct, frozen=True):
    """A question put to the umpire, with what became of it."""

    number: int
    """Of the question in its game, from 1."""

    seat: Seat
    """The seat that asked."""

    at: str
    """When it was asked, UTC ISO."""

    text: str

    by: str
    """Id of the player who wrote it."""

    state: Literal["open", "answered", "withdrawn"] = "open"

    answers: tuple[tuple[str, str], ...] = ()
    """What the umpire has answered, the oldest first: when, UTC ISO, and the words."""

    to_all: bool = False
    """Whether the last answer is a clarification for every player."""


class NewsItem(msgspec.Struct, frozen=True):
    """An item of the newsbook."""

    number: int
    """Among all items of the game, from 1."""

    seat: Seat
    """The seat that wrote it, or the umpire."""

    at: str
    """When it was written, UTC ISO."""

    text: str

    signed: str
    """What it is signed with; '' for no name."""

    by: str
    """Id of the player who wrote it."""

    turn: str
    """Name of the turn in which it was written; it is printed in a later one."""

    struck: str = ""
    """The umpire's reason for striking it; '' where it was not struck."""

    struck_openly: bool = False
    """Whether its writer heard of that at once."""

    issue: int = 0
    """The issue it is printed in; 0 until then."""

    printed: Seq = Seq(0)
    """The entry by which it is printed; 0 until then."""

    printed_at: str = ""
    """When, UTC ISO; '' until then."""


class Remark(msgspec.Struct, frozen=True):
    """What an umpire has done to a report before it went out."""

    seat: Seat
    """Its reader."""

    number: int
    """The turn of that seat which it tells of."""

    act: Literal["noted", "struck"]
    """Whether words were put under it, or a sentence was taken out."""

    text: str
    """Those words, or that sentence."""


class LaidPlan(msgspec.Struct, frozen=True):
    """A ruling that waits for the closed turn to be played."""

    by: str
    """Id of the umpire or co-umpire who laid it down."""

    ruling: PlannedRuling


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a game that is no part of its story, folded from its journal."""

    open: OpenAsk | None = None
    """The batch awaited, with the orders that have come in; None when nothing is asked."""

    filed: Mapping[Seat, Filed] = {}
    """The last version of each seat's orders."""

    turns: Mapping[Seat, int] = {}
    """Number of each seat's latest turn, counted by what that seat was asked, from 1."""

    opened_at: str = ""
    """When the batch was opened, UTC ISO; '' for none."""

    due: str = ""
    """Its deadline, UTC ISO; '' for none."""

    grace_until: str = ""
    """When grace ends, UTC ISO; '' for none."""

    passed: Seq | None = None
    """The entry that said the deadline had passed; None until then."""

    reminded: bool = False
    """Whether the reminder of this batch was sent."""

    chased_at: str = ""
    """When the late were last told that their orders are overdue, UTC ISO; '' for never."""

    chased: int = 0
    """How often they were told since the first time."""

    excused: Mapping[Seat, int] = {}
    """Missed deadlines that each seat was excused."""

    plays_at: str = ""
    """When the turn is played, all seats having submitted, UTC ISO; '' while not all have."""

    shut: str = ""
    """When the orders were closed for the umpire to play the turn, UTC ISO; '' while they are open."""

    looked: str = ""
    """When the closed orders were closed that an umpire has seen played in memory, UTC ISO; '' for none.  After the
    first look no word is added to the dice."""

    plans: Mapping[Seq, LaidPlan] = {}
    """Rulings laid down for the open turn, by the entries that laid them down, in the order of those."""

    held: Mapping[Seat, Seq] = {}
    """Reports that the umpire holds: by their readers, up to which entry these know the game; 0 for one that is held
    once the closed turn is published."""

    ended: bool = False
    """Whether the battle is over while a report is held: its dice are published with the last that is released."""

    remarks: tuple[Remark, ...] = ()
    """What umpires have done to reports, the oldest first."""

    paused: Pause | None = None
    """Why the clock of this batch is stopped; None while it runs."""

    waived: bool = False
    """Whether the umpire has let the clock of this batch run although a player has not been told."""

    extended: Mapping[Seat, int] = {}
    """Times that each seat has put a deadline off for itself."""

    granted: tuple[Seat, ...] = ()
    """Seats that have put this batch's deadline off for the others."""

    leave: Mapping[Seat, int] = {}
    """Days by which each seat's deadlines were put off while its player was away."""

    offers: Mapping[str, PactOffer] = {}
    """Open offers, by what they are about (``draw``, ``pause``)."""

    rest: Rest | None = None
    """The pause agreed last, until a player ends it; one with a last day stays here (`resting` tells whether it holds).
    """

    reliefs: Mapping[Seat, Relief] = {}
    """The last change of player of each seat."""

    seats: Mapping[Seat, SeatHolder] = {}
    """Who plays each seat."""

    umpire: str = ""
    """Id of the player who umpires the game; '' for a game without an umpire."""

    co_umpires: Mapping[str, tuple[str, ...]] = {}
    """By player id, what each co-umpire may do."""

    nudged: Mapping[Seat, str] = {}
    """When the umpire had a seat reminded of the open batch last, UTC ISO."""

    looks: frozenset[tuple[str, Seat, int]] = frozenset()
    """Which umpire has seen which seat's pages, in which of its turns."""

    deputies: Mapping[Seat, tuple[Deputy, ...]] = {}
    """Deputies of each seat."""

    privy: Mapping[str, frozenset[Seat]] = {}
    """By player id, the seats the player ever had or was named a deputy of, whose secrets they know; ``umpire`` among
    them for those who ever umpired."""

    sided: Mapping[str, frozenset[Seat]] = {}
    """By player id, the seats of the side that a co-umpire of one side ever saw; ``umpire`` among them for those who
    saw to its letters, for then they know more than its players."""

    words: tuple[tuple[Seat, str], ...] = ()
    """Words that seats have added to the seed of the dice."""

    misses: Mapping[Seat, Misses] = {}
    """Missed turns of each seat."""

    known_misses: Mapping[Seat, Mapping[Seat, Misses]] = {}
    """By the readers of reports that are played and held, the missed turns they know of."""

    letters: tuple[PressLetter, ...] = ()
    """Letters between seats, the oldest first."""

    umpire_at: str = ""
    """When an umpire last acted in the game (an entry of the journal), UTC ISO; '' for never."""

    numbered: Mapping[str, tuple[Seq, ...]] = {}
    """Letters (their entries) in the order in which each person who is or was a co-umpire came to see to them: their
    numbers, which stay when that person is given another side, or every one.  Of any other umpire: as written."""

    letters_wait: bool | None = None
    """Whether letters wait for the umpire, by the umpire's word; None: as was agreed."""

    questions: tuple[Question, ...] = ()
    """What seats have asked the umpire, by number."""

    news: tuple[NewsItem, ...] = ()
    """Items of the newsbook, by number."""

    told: tuple[TableWord, ...] = ()
    """What commanders have told of battles on a real table, in the order in which they told it."""

    stopped: str = ""
    """Why the game waits for its umpire; '' when it does not."""

    seed: str = ""
    """The seed in hexadecimal, published when the battle is over; '' before."""

    rolled: bool = False
    """Whether dice have been thrown."""

    lapsed: OpenAsk | None = None
    """What was open before the ``unask`` just read: equal asks of the next batch take its submissions over."""


# --- looking ------------------------------------------------------------------------------------------------------


def asked(desk: Desk, seat: Seat) -> Ask[Any] | None:
    """What a seat is asked now; nothing before it has its report."""
    return desk.open.ask_of(seat) if desk.open and not desk.held.get(seat) else None


def standing(desk: Desk, seat: Seat) -> Submission | None:
    """The version of a seat's orders that stands."""
    return desk.open.submissions.get(seat) if desk.open else None


def missed_by(desk: Desk, seat: Seat, reader: Seat) -> Misses:
    """Turns that a seat has missed, as far as a reader's reports have told."""
    return desk.known_misses.get(reader, desk.misses).get(seat, Misses())


def deputies_in(desk: Desk, seat: Seat, turn: int) -> tuple[Deputy, ...]:
    """Who may order for a seat in a turn of its own, beside its player."""
    return tuple(one for one in desk.deputies.get(seat, ()) if one.first <= turn <= one.last)


def deputy_of(desk: Desk, seat: Seat, turn: int, player: str) -> bool:
    """Whether a player may order for a seat in a turn as its deputy."""
    return any(one.who == player for one in deputies_in(desk, seat, turn))


def one_side_of(desk: Desk, player: str) -> frozenset[Seat]:
    """The seats of the one side that a co-umpire sees; none for every other person."""
    rights = desk.co_umpires.get(player, ())
    return frozenset(Seat(one.removeprefix(LOOK_AT)) for one in rights if one.startswith(LOOK_AT))


def known_seats(desk: Desk, player: str) -> frozenset[Seat]:
    """The seats whose secrets a player ever knew, as a player, an umpire or a co-umpire of one side."""
    return desk.privy.get(player, frozenset()) | desk.sided.get(player, frozenset())


def letters_in_hand(desk: Desk, player: str) -> Mapping[int, PressLetter]:
    """The letters that an umpire sees to, by number; for a co-umpire of one side those to and from its seats."""
    found = letters_of(desk, one_side_of(desk, player))
    own = desk.numbered.get(player)
    if own is None:
        return dict(enumerate(found, 1))
    by_seq = {one.seq: one for one in found}
    return {number: by_seq[seq] for number, seq in enumerate(own, 1) if seq in by_seq}


def letters_of(desk: Desk, side: frozenset[Seat]) -> tuple[PressLetter, ...]:
    """The letters to and from seats of a side, the oldest first; all, for no side."""
    return tuple(one for one in desk.letters if not side or side & {one.sender, *one.to})


def without_answer(desk: Desk) -> tuple[Seat, ...]:
    """The seats of the open batch of whom nothing stands: the late ones, once the deadline has passed."""
    if desk.open is None:
        return ()
    have = {seat for seat, one in desk.open.submissions.items() if one.answer is not None}
    return tuple(ask.seat for ask in desk.open.batch.asks if ask.seat not in have)


def not_ready(desk: Desk) -> tuple[Seat, ...]:
    """The seats that the open batch still waits for.  What stood when the deadline passed counts as final."""
    if desk.open is None:
        return ()
    subs, passed = desk.open.submissions, desk.passed
    ready = {
        seat
        for seat, one in subs.items()
        if one.answer is not None and (one.final or (passed is not None and one.at < passed))
    }
    return tuple(ask.seat for ask in desk.open.batch.asks if ask.seat not in ready)


def resting(desk: Desk, day: str) -> bool:
    """Whether a pause that was agreed holds on a day (``2026-08-01``, in the game's zone)."""
    return desk.rest is not None and (not desk.rest.until or day < desk.rest.until)
