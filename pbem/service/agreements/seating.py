"""Who plays a seat while a battle runs: it is left, opened, taken, given to the aide-de-camp.

An empty seat is played by the game's policy for missed turns until a player takes it; any other player at the table may
let the aide-de-camp write for it meanwhile.  Its next player gets a full turn from that hour, and what the one
before him left (`handover`).  The others are told that a seat fell empty and was filled, never why.
"""

from collections.abc import Callable
from typing import Literal

import msgspec
from sqlmodel import Session

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, GameId, Seat, Side
from pbem.engine.journal import Seated, Submitted
from pbem.service.agreements.handover import brief_letter, handover_of
from pbem.service.model import deadlines
from pbem.service.model.deadlines import rests
from pbem.service.model.desk import asked, known_seats, missed_by, standing
from pbem.service.model.mails import MailMatter
from pbem.service.plainwords import plain_words
from pbem.service.play.clocks import run_until
from pbem.service.play.forks import knows_elsewhere
from pbem.service.play.letters import letters_with
from pbem.service.play.mailing import compose_mails
from pbem.service.play.pages import page_of, side_of
from pbem.service.play.playermail import add_word, tell_players, trouble_word
from pbem.service.play.running import go_on_with_aides, guarded
from pbem.service.play.work import Also, Chair, Work, chair_of, correspondent, open_game
from pbem.service.services import Services, retried
from pbem.store.tables import Game, Player, PlayerId, SeatRow, SeatState

SILENT_TURNS = 3
"""So many turns missed in a row, and another player may ask that the seat be opened."""

LONGEST_NOTE = 2000
"""Characters of a leaver's note."""

ToWhom = Literal["aide", "open"]
"""Who has a seat that the umpire takes from its player: the aide-de-camp, or the next player who comes."""


class SeatTaken(Exception):
    """A seat is not to be had, left or opened; the message says why."""


# --- the use cases ------------------------------------------------------------------------------------------------


def take_seat(services: Services, game: GameId, seat: Seat, player_id: PlayerId, ruled: Seated | None = None) -> None:
    """A player takes over a seat that is the aide-de-camp's or empty.

    What was filed for the open turn stands until he files something else, and is not final.  He is mailed what he
    needs, and has a full turn from now.  ruled: the umpire's word, which takes the seat from its player first, in the
    same transaction.  Raises SeatTaken, UnknownGame.
    """

    def attempt() -> None:
        work = open_game(services, game)
        if ruled is not None and work.chair(seat).person is not None:
            _empty(work, seat, UMPIRE, ruled)
        chair = work.chair(seat)
        why = cannot_take(work, chair, player_id)
        if why:
            raise SeatTaken(why)
        with services.db.reading() as session:
            newcomer = session.get_one(Player, player_id)
        filled = not chair.aide or seat in work.desk.reliefs
        work.reseat(chair_of(chair, newcomer))
        reason = ruled.reason if ruled is not None else msgspec.UNSET
        work.note("seat", seat, Seated(seat=seat, act="taken", who=player_id, reason=reason))
        work.people = {**work.people, player_id: correspondent(newcomer)}
        guarded(work, lambda: _settle_in(work, seat, filled=filled))
        work.write(_seat_row(game, seat, "taken", player=player_id))

    retried(attempt)


def leave_seat(services: Services, game: GameId, seat: Seat, by: PlayerId, note: str = "") -> None:
    """The player of a seat leaves it, open to any other player; the others are told.

    note: for his successor alone.  Raises SeatTaken, UnknownGame.
    """
    words = plain_words(note)
    if len(words) > LONGEST_NOTE:
        raise SeatTaken(f"your note has {len(words)} characters; at most {LONGEST_NOTE} are allowed. Make it shorter")
    _vacate(services, game, seat, seat, words, lambda work: _check_own(work, seat, by))


def open_silent_seat(services: Services, game: GameId, seat: Seat, by: PlayerId, silent: Seat) -> None:
    """Another player has a seat opened whose own has missed `SILENT_TURNS` turns in a row; all are told.

    by: the player of ``seat``.  Raises SeatTaken, UnknownGame.
    """

    def check(work: Work) -> None:
        _check_own(work, seat, by)
        why = cannot_open(work, seat, silent)
        if why:
            raise SeatTaken(why)

    _vacate(services, game, silent, seat, "", check)


def hand_to_aide(services: Services, game: GameId, seat: Seat) -> None:
    """The aide-de-camp takes a seat for good; if it alone is waited for, the turn is played.

    The others are told.  Raises SeatTaken, UnknownGame.
    """
    _to_aide(services, game, seat, "taken", lambda work: None)


def give_to_aide(services: Services, game: GameId, seat: Seat, by: PlayerId) -> None:
    """The same, by the word of the seat's own player.  Raises SeatTaken, UnknownGame."""
    _to_aide(services, game, seat, "taken", lambda work: _check_own(work, seat, by))


def let_aide_write(services: Services, game: GameId, seat: Seat, by: PlayerId, empty: Seat) -> None:
    """The aide-de-camp writes for an empty seat until a player takes it, by the word of another player at the table.

    Raises SeatTaken, UnknownGame.
    """

    def check(work: Work) -> None:
        _check_own(work, seat, by)
        chair = work.chair(empty)
        if chair.person is not None:
            raise SeatTaken(f"{chair.title} in {work.title} is played by {chair.person.name}")

    _to_aide(services, game, empty, "open", check)


def change_player(
    services: Services,
    game: GameId,
    seat: Seat,
    to: ToWhom,
    umpire: PlayerId,
    reason: str,
    check: Callable[[Work], None],
) -> None:
    """The umpire takes a seat from its player: for the aide-de-camp, or open to any other player.

    All are told, the player of the seat why.  check: whether the umpire may.  Raises SeatTaken, UnknownGame, and what
    the check raises.
    """
    ruled = Seated(seat=seat, act="aide" if to == "aide" else "left", who=umpire, reason=reason)

    def also(work: Work) -> None:
        check(work)
        chair = work.chair(seat)
        if work.state == "over":
            raise SeatTaken(f"{work.title} is over")
        if to == "open" and chair.person is None:
            raise SeatTaken(f"{chair.title} in {work.title} has no player")

    if to == "aide":
        _to_aide(services, game, seat, "taken", also, ruled)
    else:
        _vacate(services, game, seat, UMPIRE, "", also, ruled)


# --- what may be done ---------------------------------------------------------------------------------------------


def is_open(services: Services, game: GameId, seat: Seat) -> bool:
    """Whether a player is looked for to take a seat; no for one that there is not, and for an aide-de-camp's own."""
    with services.db.reading() as session:
        row, played = session.get(SeatRow, (game, seat)), session.get(Game, game)
    return row is not None and played is not None and row.state == "open" and played.state != "over"


def cannot_take(work: Work, chair: Chair, player: PlayerId) -> str:
    """Why a player cannot take a seat; '' when he can."""
    if chair.person is not None:
        return f"{chair.title} in {work.title} is played by {chair.person.name}"
    if work.state == "over":
        return f"{work.title} is over"
    if any(one.person is not None and one.person.player == player for one in work.chairs):
        return f"you have a seat in {work.title} already"
    if player in work.desk.co_umpires:
        return f"you help to umpire {work.title}; ask the umpire to dismiss you first"
    if not sides_known(work, player) <= {side_of(work, chair.seat)}:
        return f"you have seen another side of {work.title}, so you cannot play this one"
    return knows_elsewhere(work, player, side_of(work, chair.seat))


def sides_known(work: Work, player: PlayerId) -> set[Side | None]:
    """The sides whose secrets a player ever knew; None for the umpire's."""
    return {side_of(work, seat) for seat in known_seats(work.desk, player)}


def cannot_open(work: Work, seat: Seat, silent: Seat) -> str:
    """Why a seat cannot have another one opened; '' when it can."""
    chair, missed = work.chair(silent), missed_by(work.desk, silent, seat).running
    if seat == silent or chair.person is None:
        return f"{chair.title} in {work.title} has no other player"
    if missed < SILENT_TURNS:
        return (
            f"{chair.title} has missed {missed} turns in a row; after {SILENT_TURNS} another player may have the seat "
            "opened"
        )
    return ""


def _check_own(work: Work, seat: Seat, by: PlayerId) -> None:
    chair = work.chair(seat)
    if work.state == "over":
        raise SeatTaken(f"{work.title} is over")
    if chair.person is None or chair.person.player != by:
        raise SeatTaken(f"only the player of {chair.title} can do that; a deputy gives orders only")


# --- how it is done -----------------------------------------------------------------------------------------------


def _vacate(
    services: Services,
    game: GameId,
    seat: Seat,
    author: Seat,
    note: str,
    check: Callable[[Work], None],
    ruled: Seated | None = None,
) -> None:
    def attempt() -> None:
        work = open_game(services, game)
        check(work)
        chair = work.chair(seat)
        _empty(work, seat, author, ruled or Seated(seat=seat, act="left", note=note))
        guarded(work, lambda: _tell_left(work, chair, opened=author not in {seat, UMPIRE}))
        work.write(_seat_row(game, seat, "open"))

    retried(attempt)


def _empty(work: Work, seat: Seat, author: Seat, left: Seated) -> None:
    """A seat has no player from now on; a player from whom an umpire took it reads why."""
    chair = work.chair(seat)
    work.reseat(Chair(chair.seat, chair.title, False, None))
    work.note("seat", author, left)
    _tell_unseated(work, chair, left if author == UMPIRE else None)


def _to_aide(
    services: Services,
    game: GameId,
    seat: Seat,
    state: SeatState,
    check: Callable[[Work], None],
    ruled: Seated | None = None,
) -> None:
    def attempt() -> None:
        work = open_game(services, game)
        chair = work.chair(seat)
        if chair.aide:
            raise SeatTaken(f"{chair.title} in {work.title} is played by the aide-de-camp already")
        check(work)
        work.reseat(chair_of(chair, None))
        work.note("seat", UMPIRE if ruled else seat, ruled or Seated(seat=seat, act="aide"))
        _tell_unseated(work, chair, ruled)
        others = [one for one in work.chairs if one.seat != seat]
        told = f"The aide-de-camp commands {chair.title} from now on."
        tell_players(work, "seat", others, f"The aide-de-camp for {chair.title}", told)
        if work.state == "running":
            guarded(work, lambda: go_on_with_aides(work))
        else:
            compose_mails(work)
        work.write(_seat_row(game, seat, state, aide=True))

    retried(attempt)


def _tell_unseated(work: Work, chair: Chair, ruled: Seated | None) -> None:
    """The player whom an umpire has taken a seat from is told why.  chair: as it was."""
    if ruled is not None and chair.person is not None:
        told = f"The umpire has taken the seat of {chair.title} from you. The reason: {ruled.reason}"
        add_word(work, "seat", chair, chair.person, "Your seat was changed", told)


def _seat_row(
    game: GameId, seat: Seat, state: SeatState, *, player: PlayerId | None = None, aide: bool = False
) -> Also:
    def write(session: Session) -> None:
        row = session.get_one(SeatRow, (game, seat))
        row.player, row.aide, row.state = player, aide, state

    return write


# --- what follows, and who is told --------------------------------------------------------------------------------


def _settle_in(work: Work, seat: Seat, *, filled: bool) -> None:
    """A full turn for who has just taken a seat, what he has to know, and a word to the others."""
    chair = work.chair(seat)
    assert chair.person is not None  # he has just sat down
    _reopen(work, seat)
    moved = _full_turn(work, seat)
    letter = brief_letter(work, handover_of(work, seat), chair.person)
    turn = work.desk.turns.get(seat, 0)
    brief = MailMatter(
        kind="seat", to=chair.person, at=work.now, game=work.game, turn=turn, seat=seat, revision=str(work.last_seq),
        letter=letter,
    )  # fmt: skip
    work.matters = (*work.matters, brief)
    if work.state == "running" and asked(work.desk, seat) is not None:
        page = page_of(work, seat)
        report = MailMatter(
            kind="report", to=chair.person, at=work.now, game=work.game, turn=turn, seat=seat, page=page,
            revision=f"{work.last_seq}-{chair.person.player}", penned=letters_with(work, seat, page.number),
        )  # fmt: skip
        work.matters = (*work.matters, report)
    title = f"{chair.title} is filled" if filled else f"A player for {chair.title}"
    told = f"{chair.person.name} plays {chair.title} from now on."
    tell_players(work, "seat", [one for one in work.chairs if one.seat != seat], title, told, moved=moved)


def _reopen(work: Work, seat: Seat) -> None:
    """What the one before him made final is not final for the newcomer: the turn must not be played over his head.

    A turn that waits for its umpire is closed for the newcomer too.
    """
    open_ask, had = work.desk.open, standing(work.desk, seat)
    if work.desk.shut or work.state != "running" or open_ask is None or had is None or not had.final:
        return
    filed = work.desk.filed[seat]
    body = Submitted(
        ask=open_ask.seq, seat=seat, number=filed.number + 1, door=had.door,
        text=had.text, answer=had.answer, final=False, by=filed.by,
    )  # fmt: skip
    work.note("orders", seat, body)


def _full_turn(work: Work, seat: Seat) -> bool:
    """The open turn is given its whole time anew, where a clock runs; whether it was."""
    desk = work.desk
    due = deadlines.next_due(work.options, work.now)
    if due is None or work.state != "running" or asked(desk, seat) is None or desk.shut:
        return False
    if desk.paused is not None or rests(work.options, desk, work.now):
        return False
    if desk.due and desk.passed is None and from_iso(desk.due) >= due:
        return False
    run_until(work, due, "moved", seat)
    return True


def _tell_left(work: Work, chair: Chair, *, opened: bool) -> None:
    """The others hear that a seat is empty and what becomes of it; its player, and the umpire or operator, hear why."""
    told = f"{chair.title} has no player now; a new player gets a full turn."
    others = [one for one in work.chairs if one.seat != chair.seat]
    tell_players(work, "seat", others, f"{chair.title} is empty", told, meanwhile(work))
    if opened and chair.person is not None:
        url = f"{work.services.config.base_url}/open/{work.game}/{chair.seat}"
        gone = (
            f"{chair.person.name} has missed {SILENT_TURNS} turns of {work.title} in a row, and another player has "
            f"asked to open the seat of {chair.title}."
        )
        back = "Until another player takes it, you can take it back."
        add_word(work, "seat", chair, chair.person, "Your seat was opened", gone, (back,), button=("Take it back", url))
        trouble_word(work, f"{chair.title} in {work.title} was opened", gone)


def meanwhile(work: Work) -> str:
    """What becomes of an empty seat's turns, in a sentence."""
    acts = {
        "standing orders": "Until a player takes it, its standing orders act at each deadline.",
        "aide": "Until a player takes it, the aide-de-camp commands it at each deadline.",
    }
    waits = "The battle waits for a player to take it, unless another player gives it to the aide-de-camp."
    return acts.get(work.options.missed, waits) if work.options.every else waits
