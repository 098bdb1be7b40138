"""Orders coming in: read, overlaid on what stood, filed; and the turn played as soon as every seat is ready."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec

from pbem.clock import from_iso, iso
from pbem.engine.asks import Ask, Submission
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Clocked, Submitted
from pbem.engine.language.lines import takes_back
from pbem.engine.orders import Reading
from pbem.engine.reporting import FormLine
from pbem.reports import times
from pbem.service.model import deadlines
from pbem.service.model.deadlines import rests
from pbem.service.model.desk import asked, not_ready, standing
from pbem.service.model.gamepage import Due, GamePage, Plays, Stands, WaitedFor
from pbem.service.play.clashes import OrdersClash, clash_with_version
from pbem.service.play.clocks import play_soon
from pbem.service.play.gaps import gaps_of, said_of, said_of_lines
from pbem.service.play.heartbeat import was_away
from pbem.service.play.mailing import tell_seats
from pbem.service.play.pages import CLOSED, all_in, due_of, page_of, plays_of, stands_of, waiting_for, zone_of_seat
from pbem.service.play.running import guarded, turn_over
from pbem.service.play.work import Also, Work, open_game
from pbem.service.services import Services, retried

DOORS = frozenset({"mail", "web", "api", "umpire", "chief"})
"""The doors persons use; the aide has his own.  umpire: for a seat, by its umpire."""

WHOLE_TEXT_DOORS = frozenset({"web", "api", "umpire", "chief"})
"""Doors through which the whole sheet comes: what is not in it is taken back.  A mail changes only what it names."""

LONGEST_TEXT = 20_000
"""Characters of orders that are read; a sheet of forty stands has some 2,000."""

Outcome = Literal[
    "filed", "played", "withdrawn", "extended", "nothing", "closed", "late", "earlier", "not asked", "stopped", "over",
    "too long", "conflict", "gaps",
]  # fmt: skip
"""What became of a submission.

filed: it stands.  played: it was the last one awaited, and the turn has been played.  nothing: nothing in it could be
taken, and nothing changed.  closed: its turn has been played.  late: its deadline (and grace) has passed.  earlier:
orders that arrived later stand.  not asked: nothing is asked of that seat now.  stopped, over: so is the game.
conflict: other orders were filed since the version this text was begun from; nothing changed.
gaps: they would be final, and units have no order or lines were not read as orders; nothing changed.
"""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a submission; every submission gets one."""

    game: GameId

    title: str

    seat: Seat

    turn: int
    """The seat's turn that is open now, as reports and tokens number it."""

    outcome: Outcome
    """What became of it."""

    said: tuple[str, ...]
    """What was done and what it means, in sentences."""

    reading: Reading | None = None
    """The text as read, with its problems; None: not read."""

    standing: Reading | None = None
    """All orders that stand now, read again; for a turn played at once, those it was played with."""

    stands: Stands | None = None
    """The version that stands now; None for none."""

    before: Stands | None = None
    """The version it replaced; None for none."""

    due: Due | None = None
    """The deadline, as pages show it."""

    waiting: WaitedFor = WaitedFor(False)
    """Who is waited for, as pages show it."""

    page: GamePage | None = None
    """The seat's page afterwards, for a door that writes an answer alongside; else None."""

    later: tuple[int, ...] = ()
    """Later turns whose kept orders the text changed."""

    unkept: bool = False
    """Whether it held orders for later turns that could not be kept."""

    played: str = ""
    """Name of the turn that it was the last submission for; '' where no turn was played."""

    told: bool = True
    """Whether that turn's report is written; else it comes when the seat is asked again."""

    clash: OrdersClash | None = None
    """The two texts, where another version came in meanwhile."""

    plays: Plays | None = None
    """When the turn is played; None while not all have submitted, or without a delay."""

    quiet: bool = False
    """Whether the game's options want no mail for it: it was ready, and every line was understood and will work."""

    gaps: tuple[FormLine, ...] = ()
    """Units without an order in what is, or would be, final, with what each does by default."""

    @property
    def taken(self) -> bool:
        """Whether anything changed."""
        return self.outcome in {"filed", "played", "withdrawn", "extended"} or bool(self.later)


class CheckedOrders(msgspec.Struct, frozen=True):
    """A text read without filing it.  reading None: nothing is asked of that seat now; then ``why`` says so."""

    reading: Reading | None
    why: str = ""


Answer = Any
"""An answer of whatever rule set: a closed box here."""

Alongside = Callable[[Receipt], Also]
"""What a door wants written in the very transaction of its submission (a mail's answer): worked out from the receipt
before anything is written, then called within."""


def submit(
    services: Services,
    game: GameId,
    seat: Seat,
    text: str,
    door: str,
    by: str,
    ready: bool | None = None,
    *,
    turn: int | None = None,
    whole: bool | None = None,
    base: int | None = None,
    at: datetime | None = None,
    late_too: bool = False,
    as_is: bool = True,
    alongside: Alongside | None = None,
    opened: Work | None = None,
    reason: str = "",
) -> Receipt:
    """A seat's orders, or its words ready, not ready, extend, withdraw.  One transaction; always one receipt.

    by: who sent it (a player's id or address).  ready: a button's word; a word in the text does the same.  turn: the
    seat's turn it was written for (None: whichever is open): orders for another turn are refused, never applied.
    whole: the text is the whole sheet (default: by the door).  base: number of the version the text was begun from, 0
    for none (None: not named): where another came in between that says something else, nothing is filed.  at: when it
    arrived (default now); deadlines go by it, and so does which of two submissions is the later.  late_too: taken even
    after the deadline, as its umpire says.  as_is: whether orders with gaps or with lines not read are
    made final, too.  reason: the umpire's, for orders given on a seat's behalf.  opened: the game as its door has
    opened it; where another writer has come in since, it is opened again.
    Raises UnknownGame, Conflict when writers keep coming first, StoreUnavailable.
    """
    if door not in DOORS:
        raise ValueError(f"orders cannot come by the door {door!r}; there are {', '.join(sorted(DOORS))}")
    now = at or services.clock.now()
    replaces = door in WHOLE_TEXT_DOORS if whole is None else whole

    at_hand = [opened] if opened is not None else []

    def attempt() -> Receipt:
        work = replace(at_hand.pop(), now=now) if at_hand else open_game(services, game, now)
        receipt = _Filing(work, seat, door, by, replaces, late_too, base, as_is, reason).take(text, ready, turn)
        also = (alongside(msgspec.structs.replace(receipt, page=page_of(work, seat))),) if alongside else ()
        if work.drafts or also:
            work.write(*also)
        return receipt

    return retried(attempt)


def check(services: Services, game: GameId, seat: Seat, text: str) -> CheckedOrders:
    """Read a text as `submit` would, and write nothing.  Raises UnknownGame."""
    return check_in(open_game(services, game), seat, text)


def check_in(work: Work, seat: Seat, text: str) -> CheckedOrders:
    """The same, in a game that is open.  Raises UnknownGame for a seat it does not have."""
    work.chair(seat)
    refused = _refusal(work, seat, None, late_too=False)
    if refused is not None:
        return CheckedOrders(None, refused[1])
    if len(text) > LONGEST_TEXT:
        return CheckedOrders(None, _too_long(text))
    ask = asked(work.desk, seat)
    assert ask is not None  # else it had been refused
    return CheckedOrders(work.rules.reading(work.view(seat), ask, text))


def ready(services: Services, game: GameId, seat: Seat, door: str, by: str, *, turn: int | None = None) -> Receipt:
    """What stands is final; where nothing stands, what the order form shows."""
    return submit(services, game, seat, "", door, by, True, turn=turn, whole=False)


def withdraw(services: Services, game: GameId, seat: Seat, door: str, by: str, *, turn: int | None = None) -> Receipt:
    """Nothing stands any more."""
    return submit(services, game, seat, "withdraw", door, by, turn=turn, whole=False)


def extend(services: Services, game: GameId, seat: Seat, door: str, by: str, *, turn: int | None = None) -> Receipt:
    """Put the deadline off by a day, if the seat has an extension left."""
    return submit(services, game, seat, "extend", door, by, turn=turn, whole=False)


# --- how it works -------------------------------------------------------------------------------------------------


def _refusal(work: Work, seat: Seat, turn: int | None, *, late_too: bool) -> tuple[Outcome, str] | None:
    """Why nothing can be taken from a seat now, or None."""
    desk, open_turn = work.desk, work.desk.turns.get(seat, 0)
    if work.state == "over" or (desk.ended and not desk.held.get(seat)):
        return "over", f"{work.title} is over; nothing more can be ordered."
    if desk.stopped or work.state == "stopped":
        return "stopped", (
            f"{work.title} has been stopped: the program could not play it on. The operator has been told. "
            "Your saved orders are safe; new ones cannot be submitted until the game goes on."
        )
    if desk.held.get(seat):
        return "closed", CLOSED
    if turn is not None and turn < open_turn:
        return "closed", (
            f"These orders were for your turn {turn}, which has been played. They were not applied to turn "
            f"{open_turn}, which is open now."
        )
    if turn is not None and turn > open_turn:
        return "closed", f"These orders name your turn {turn}, but there has been no such turn yet."
    if desk.shut and not late_too:
        return "closed", f"{CLOSED} Ask the umpire if yours must change: write a line that begins with question:"
    if work.chair(seat).aide or asked(desk, seat) is None:
        return "not asked", "No orders are needed from you now; a mail comes when they are."
    if desk.due and work.options.missed != "wait" and not late_too:
        end = max(from_iso(desk.due) + timedelta(hours=work.options.grace), from_iso(desk.grace_until or desk.due))
        if work.now >= end and not (desk.passed is None and was_away(work.services, from_iso(desk.due))):
            zone = zone_of_seat(work, seat)
            came, due = times.both(work.now, zone), times.both(from_iso(desk.due), zone)
            return "late", (
                f"Your orders came {came}; the deadline was {due}"
                + (f", and grace ended {times.both(end, zone)}" if work.options.grace else "")
                + ". The turn is played without these orders."
            )
    return None


NO_ORDER = "No order was found in this text"

_TOO_LATE_TO_UNDO = (
    "It is too late to take those orders back: the turn they were for has been played. To tell the umpire of a slip, "
    "write a line that begins with question: and say what happened; the orders below are for the turn that is open now."
)


def _too_long(text: str) -> str:
    return (
        f"The text has {len(text)} characters; at most {LONGEST_TEXT} are read as orders. Send the order lines alone."
    )


class _Filing:
    """One submission to one game."""

    def __init__(
        self, work: Work, seat: Seat, door: str, by: str, replaces: bool, late_too: bool, base: int | None,
        as_is: bool, reason: str = "",
    ) -> None:  # fmt: skip
        self.work, self.seat, self.door, self.by = work, seat, door, by
        self.replaces, self.late_too, self.base = replaces, late_too, base
        self.as_is, self.reason = as_is, reason
        self.clash: OrdersClash | None = None
        self.gaps: tuple[FormLine, ...] = ()
        work.chair(seat)
        self.before = stands_of(work, seat)
        self.said: list[str] = []
        self.reading: Reading | None = None
        self.played: Reading | None = None
        self.played_turn = ""
        self.told = True

    def take(self, text: str, button: bool | None, turn: int | None) -> Receipt:
        """Read it and do what it says."""
        refused = _refusal(self.work, self.seat, turn, late_too=self.late_too) or self._overtaken()
        if refused is None and len(text) > LONGEST_TEXT:
            refused = "too long", _too_long(text)
        if refused is not None:
            self.said.append(refused[1] if refused[0] != "closed" or not takes_back(text) else _TOO_LATE_TO_UNDO)
            return self._receipt(refused[0])
        if self.base is not None:
            self.clash = clash_with_version(self.work, self.seat, text, self.base)
        if self.clash is not None:
            self.said.append(
                f"Other orders were saved since you began these (version {self.clash.number}), so nothing was changed."
            )
            return self._receipt("conflict")
        ask = asked(self.work.desk, self.seat)
        assert ask is not None
        stood = standing(self.work.desk, self.seat)
        under = stood.answer if stood and not self.replaces else None
        reading = self.work.rules.reading(self.work.view(self.seat), ask, text, under)
        self.reading = reading if text.strip() else None
        outcome = self._file(ask, reading, text, button)
        if "extend" in reading.controls:
            outcome = "extended" if self._extend() and outcome == "nothing" else outcome
        if outcome == "filed" and not not_ready(self.work.desk) and not self.work.desk.shut:
            outcome = self._all_in()
        return self._receipt(outcome)

    def _overtaken(self) -> tuple[Outcome, str] | None:
        """Why a text that arrived before what was filed last changes nothing: the latest to arrive counts."""
        filed, zone = self.work.desk.filed.get(self.seat), zone_of_seat(self.work, self.seat)
        if self.door != "mail" or filed is None or from_iso(filed.at) <= self.work.now:
            return None
        came = f"These orders came {times.both(self.work.now, zone)}, before"
        later = f"what you sent {times.both(from_iso(filed.at), zone)} (version {filed.number}), which count."
        return "earlier", f"{came} {later} The latest to arrive counts; send these again if you want them."

    def _file(self, ask: Ask[Any], reading: Reading, text: str, button: bool | None) -> Outcome:
        """A new version, if the text or its words change anything."""
        had = standing(self.work.desk, self.seat)
        if reading.controls == ("extend",) and not reading.understood and not reading.problems and button is None:
            return "nothing"  # what comes of it is said there
        if "withdraw" in reading.controls:
            if had is None:
                self.said.append("You had sent no orders for this turn, so there is nothing to withdraw.")
                return "nothing"
            self._write(ask, None, "", text, final=False, withdrawn=True)
            self.said.append("Your orders for this turn are withdrawn.")
            return "withdrawn"
        answer = self._answer(ask, reading, had)
        final = self._final(reading, button, had, answer)
        silent, waits = answer is None, bool(self.work.desk.plays_at)
        if answer is None and final:
            answer = self.work.rules.deciding.silent(self.work.view(self.seat), ask).answer
            self.said.append("You sent no orders, so the defaults in your order form count.")
        if answer is None:
            self.said.append(f"{NO_ORDER}; nothing has changed.")
            return "nothing"
        stands = self.work.rules.language.write(self.work.view(self.seat), answer)
        self.gaps = self._gaps(ask, silent, stands) if final else ()
        if had is not None and answer == had.answer and final == had.final:
            same = "You had sent these already" if reading.understood or reading.controls else NO_ORDER
            self.said.append(f"{same}; version {had.number} of your orders still counts.")
            return "nothing"
        if final and not self.as_is and (self.gaps or reading.left_out):
            self.said += [said for said in (said_of(self.gaps), said_of_lines(reading.left_out)) if said]
            return "gaps"
        self._write(ask, answer, stands, text, final=final)
        if waits and not final:
            self.said.append("All sides had submitted; now the turn waits until you submit your orders again.")
        return "filed"

    def _gaps(self, ask: Ask[Any], silent: bool, stands: str) -> tuple[FormLine, ...]:
        view = self.work.view(self.seat)
        return gaps_of(self.work, self.seat, ask, self.work.rules.language.read(view, ask, "" if silent else stands))

    def _answer(self, ask: Ask[Any], reading: Reading, had: Submission | None) -> Answer:
        """What stands after this text: what it says, overlaid on what stood; what stood where it says nothing."""
        stood = had.answer if had else None
        if reading.answer is None or not reading.understood:
            return stood
        # A first version is overlaid too: on what outlasts a turn (standing orders), which only the rule set knows.
        under = None if self.replaces else stood
        answer = self.work.rules.language.overlay(self.work.view(self.seat), under, reading.answer)
        why = ask.refusal(answer)
        if why:
            self.said.append(f"It was not accepted: {why}.")
            return stood
        return answer

    def _final(self, reading: Reading, button: bool | None, had: Submission | None, answer: Answer) -> bool:
        """Ready only by a word of the player's, and never over lines that need him."""
        words = [word for word in reading.controls if word in {"ready", "not ready"}]
        word = words[-1] == "ready" if words else button
        lines = len({problem.line for problem in reading.problems if problem.holds_up})
        if word and lines:
            self.said.append(
                f"{lines} {'line needs' if lines == 1 else 'lines need'} you, so your orders are not submitted yet. "
                "Correct them, or submit again without them."
            )
            return False
        if word is None:
            return had is not None and had.final and answer == had.answer
        return word

    def _write(
        self, ask: Ask[Any], answer: Answer, text: str, sent: str, *, final: bool, withdrawn: bool = False
    ) -> None:
        desk = self.work.desk
        assert desk.open is not None
        number = desk.filed[self.seat].number + 1 if self.seat in desk.filed else 1
        body = Submitted(
            ask=desk.open.seq, seat=self.seat, number=number, door=self.door, text=text, answer=answer, final=final,
            withdrawn=withdrawn, by=self.by, sent=sent, reason=self.reason or msgspec.UNSET,
        )  # fmt: skip
        self.work.note("orders", self.seat, body)

    def _extend(self) -> bool:
        """A day more, if there is one; every seat asked is told the new deadline, and not why."""
        work, desk = self.work, self.work.desk
        if desk.paused is not None:
            self.said.append(
                "The game already waits because a player could not be reached. There is no deadline to put off."
            )
            return False
        if not desk.due or desk.open is None:
            rest = desk.rest is not None and rests(work.options, desk, work.now)
            why = "The game is paused" if rest else "This game has no deadlines"
            self.said.append(f"{why}, so there is nothing to extend.")
            return False
        if desk.extended.get(self.seat, 0) >= work.options.extensions:
            self.said.append(f"You have no extra day left; this game gives each side {work.options.extensions}.")
            return False
        due = deadlines.day_later(work.options, max(from_iso(desk.due), work.now))
        work.note("clock", self.seat, Clocked(act="extended", ask=desk.open.seq, due=iso(due)))
        self.said.append(f"The deadline is now {times.both(due, zone_of_seat(work, self.seat))}.")
        others = [one.seat for one in desk.open.batch.asks if one.seat != self.seat]
        return guarded(work, lambda: tell_seats(work, "extended", others, str(work.last_seq)))

    def _all_in(self) -> Outcome:
        """All have submitted: the turn is played after the agreed delay, or in the same transaction."""
        due = play_soon(self.work)
        if due is not None:
            self.said.append(all_in(self.work, self.seat))
            return "filed"
        self.played = self._standing()  # afterwards another turn is open
        return self._play()

    def _play(self) -> Outcome:
        """Played now."""
        work = self.work
        work.now = max(work.now, work.services.clock.now())  # what arrived long ago is played now
        self.played_turn, marks = work.rules.course.turn_name(work.view(self.seat)), len(work.marks_of(self.seat))

        if not guarded(work, lambda: turn_over(work)):
            self.said.append(
                "Your orders are saved and all had submitted, but the turn could not be played: the program has a "
                "fault. The game is stopped and the operator told; nothing is lost."
            )
            return "stopped"
        if work.desk.shut:
            self.played, self.played_turn = None, ""
            self.said.append(f"All had submitted. {CLOSED}")
            return "filed"
        self.told = len(work.marks_of(self.seat)) > marks
        report = "its report is written" if self.told else "its report comes with your next turn"
        self.said.append(f"All had submitted, so the turn was played at once; {report}.")
        return "played"

    def _standing(self) -> Reading | None:
        """The whole of what stands, read again."""
        stands, ask = stands_of(self.work, self.seat), asked(self.work.desk, self.seat)
        return self.work.rules.reading(self.work.view(self.seat), ask, stands.text) if ask and stands else None

    def _receipt(self, outcome: Outcome) -> Receipt:
        work = self.work
        stands = stands_of(work, self.seat)
        ask = asked(work.desk, self.seat)
        return Receipt(
            game=work.game, title=work.title, seat=self.seat, turn=work.desk.turns.get(self.seat, 0), outcome=outcome,
            said=tuple(self.said), reading=self.reading,
            standing=self.played if outcome == "played" else self._standing(),
            stands=stands, before=self.before, due=due_of(work, zone_of_seat(work, self.seat)) if ask else None,
            waiting=waiting_for(work, self.seat), played=self.played_turn, told=self.told,
            clash=self.clash, plays=plays_of(work, self.seat), gaps=self.gaps, quiet=self._quiet(outcome),
        )  # fmt: skip

    def _quiet(self, outcome: Outcome) -> bool:
        reading = self.reading
        if self.work.options.receipts != "problems" or reading is None or outcome not in {"filed", "played"}:
            return False
        doubts = reading.problems or reading.warnings or reading.unread
        return "ready" in reading.controls and not doubts
