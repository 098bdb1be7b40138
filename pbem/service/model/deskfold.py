"""The desk as a fold of a game's journal: pure, one small step for each kind of entry."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec

from pbem.clock import from_iso
from pbem.engine.asks import OpenAsk, Submission
from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.journal import Codec, Entry, JournalError, LetterAct, Newsed, Pressed, Seated
from pbem.service.model.desk import (
    LOOK_AT,
    Deputy,
    Desk,
    Filed,
    LaidPlan,
    LetterCame,
    LetterDeed,
    Misses,
    NewsItem,
    PactOffer,
    Pause,
    PressLetter,
    Question,
    Relief,
    Remark,
    Rest,
    SeatHolder,
    TableWord,
    letters_of,
    one_side_of,
)  # fmt: skip

replace = msgspec.structs.replace

DAY = timedelta(days=1)


class NotedEntry(msgspec.Struct, frozen=True):
    """An entry, read."""

    seq: Seq
    kind: str
    author: str
    at: str
    body: Any


def read_all(codec: Codec[Any], entries: Iterable[Entry]) -> tuple[NotedEntry, ...]:
    """Entries, read.  Raises JournalError."""
    return tuple(NotedEntry(one.seq, one.kind, one.author, one.at, codec.read(one)) for one in entries)


def fold_desk(notes: Iterable[NotedEntry], desk: Desk | None = None) -> Desk:
    """The desk after these entries.  Raises JournalError for orders that answer nothing open."""
    desk = desk or Desk()
    for note in notes:
        step = _STEPS.get(note.kind)
        if step is not None:
            desk = step(desk, note)
        if note.author == UMPIRE:
            desk = replace(desk, umpire_at=note.at)
    return desk


# --- how it works -------------------------------------------------------------------------------------------------


def _asked(desk: Desk, note: NotedEntry) -> Desk:
    """A new batch.  An ask equal to one just taken back keeps its submission, its turn and its version number."""
    batch = note.body.batch
    lapsed = desk.lapsed
    kept = [ask.seat for ask in batch.asks if lapsed is not None and ask == lapsed.ask_of(ask.seat)]
    new = [ask.seat for ask in batch.asks if ask.seat not in kept]
    submissions = {s: lapsed.submissions[s] for s in kept if s in lapsed.submissions} if lapsed else {}
    return replace(
        desk,
        open=OpenAsk(note.seq, batch, submissions),
        filed={s: f for s, f in desk.filed.items() if s in kept},
        turns={**desk.turns, **{seat: desk.turns.get(seat, 0) + 1 for seat in new}},
        opened_at=note.at, due="", grace_until="", passed=None, reminded=False, plays_at="", paused=None, waived=False,
        shut="", lapsed=None, granted=(), chased_at="", chased=0, nudged={},
    )  # fmt: skip


def _closed(desk: Desk) -> Desk:
    return replace(
        desk, open=None, due="", grace_until="", passed=None, reminded=False, plays_at="", paused=None, waived=False,
        shut="",
    )  # fmt: skip


def _unasked(desk: Desk, note: NotedEntry) -> Desk:
    if desk.open is None or desk.open.seq != note.body.ask:
        raise JournalError(f"entry {note.seq} takes back the ask of entry {note.body.ask}, which is not open")
    return replace(_closed(desk), lapsed=desk.open)


def _answered(desk: Desk, note: NotedEntry) -> Desk:
    """Misses are what the deadline's policy had to answer; a player's own answer ends a row of them."""
    misses = dict(desk.misses)
    for ask, given in zip(note.body.batch.asks, note.body.given, strict=True):
        had = misses.get(ask.seat, Misses())
        if given.by == "deadline" or (given.by == "aide" and not desk.seats.get(ask.seat, SeatHolder()).aide):
            misses[ask.seat] = Misses(had.total + 1, had.running + 1)
        elif given.by == "player" and had.running:
            misses[ask.seat] = Misses(had.total, 0)
    desk = replace(desk, misses=misses, lapsed=None)
    if desk.open is not None and note.body.ask == desk.open.seq:
        return replace(_closed(desk), filed={}, plans={})
    return desk


def _submitted(desk: Desk, note: NotedEntry) -> Desk:
    body = note.body
    if desk.open is None or desk.open.seq != body.ask or desk.open.ask_of(body.seat) is None:
        raise JournalError(
            f"entry {note.seq} holds orders of {body.seat} for entry {body.ask}, which asks it nothing now"
        )
    submissions = dict(desk.open.submissions)
    if body.withdrawn:
        submissions.pop(body.seat, None)
    else:
        submissions[body.seat] = Submission(
            seat=body.seat, at=note.seq, number=body.number, door=body.door,
            text=body.text, answer=body.answer, final=body.final,
        )  # fmt: skip
    filed = {**desk.filed, body.seat: Filed(body.number, note.at, body.by, body.sent)}
    return replace(desk, open=replace(desk.open, submissions=submissions), filed=filed, plays_at="")


def _clocked(desk: Desk, note: NotedEntry) -> Desk:
    body = note.body
    if body.act == "stopped":
        return replace(desk, stopped=body.note or "stopped")
    if body.act == "resumed":
        return replace(desk, stopped="")
    if desk.open is None or body.ask != desk.open.seq:
        return desk
    if body.act == "given back":
        return replace(desk, grace_until=body.due, chased_at=note.at)
    if body.act == "all in":
        return replace(desk, plays_at=body.due)
    if body.act == "shut":
        return replace(desk, shut=note.at, due="", grace_until="", plays_at="", paused=None)
    if body.act in {"opened", "moved"}:
        waived = desk.waived or (desk.paused is not None and note.author == "umpire")
        return replace(
            desk, due=body.due, grace_until="", passed=None, reminded=False, paused=None, waived=waived, shut=""
        )
    if body.act in {"granted", "put off", "excused"}:
        return _put_off(desk, note)
    if body.act == "paused":
        return replace(desk, paused=Pause(note.seq, note.at, desk.due), due="", grace_until="", passed=None)
    if body.act == "extended":
        seat = Seat(note.author)
        extended = {**desk.extended, seat: desk.extended.get(seat, 0) + 1}
        return replace(desk, due=body.due, grace_until="", passed=None, reminded=False, extended=extended)
    if body.act == "passed":
        return replace(desk, passed=note.seq, grace_until=body.due, chased_at=note.at, chased=0)
    return _reminded(desk, note)


def _reminded(desk: Desk, note: NotedEntry) -> Desk:
    """Those whose orders are missing were told once more."""
    if note.body.act == "nudged":
        return replace(desk, nudged={**desk.nudged, Seat(note.body.note): note.at})
    if note.body.act == "chased":
        return replace(desk, chased_at=note.at, chased=desk.chased + 1)
    return replace(desk, reminded=True)


def _put_off(desk: Desk, note: NotedEntry) -> Desk:
    """A later deadline: granted by another seat, or because the author's player is away, or was late and is excused."""
    seat, due = Seat(note.author), from_iso(note.body.due)
    if note.body.act == "granted":
        desk = replace(desk, granted=(*desk.granted, seat))
    elif note.body.act == "excused":
        desk = replace(desk, excused={**desk.excused, seat: desk.excused.get(seat, 0) + 1})
    elif desk.due:
        days = round((due - from_iso(desk.due)) / DAY)
        desk = replace(desk, leave={**desk.leave, seat: desk.leave.get(seat, 0) + days})
    return replace(desk, due=note.body.due, grace_until="", passed=None, reminded=False)


def _seated(desk: Desk, note: NotedEntry) -> Desk:
    body = note.body
    if body.act == "word":
        return replace(desk, words=(*desk.words, (body.seat, body.word)))
    if body.act in {"deputy", "no deputy"}:
        return _deputed(desk, body)
    if body.act == "looked":
        return replace(desk, looks=desk.looks | {(body.who, body.seat, desk.turns.get(body.seat, 0))})
    if body.seat == UMPIRE:
        return _umpired(desk, body)
    holder = {"taken": SeatHolder(body.who), "left": SeatHolder(), "aide": SeatHolder(aide=True)}[body.act]
    deputies = {seat: some for seat, some in desk.deputies.items() if seat != body.seat}  # theirs was another's word
    had = desk.seats.get(body.seat, SeatHolder())
    desk = replace(desk, seats={**desk.seats, body.seat: holder}, deputies=deputies, offers={})
    if body.act == "left":
        relief = Relief(had.who, body.note, note.at)
        return replace(desk, reliefs={**desk.reliefs, body.seat: relief})
    return _taken(desk, note) if body.act == "taken" else desk


def _umpired(desk: Desk, body: Seated) -> Desk:
    """The umpire's seat taken or left; a co-umpire named, given other rights or dismissed.

    An umpire has seen every side, and may play none of them afterwards; a co-umpire of one side has seen that one.
    """
    given = () if body.rights is msgspec.UNSET else body.rights
    side = {Seat(one.removeprefix(LOOK_AT)) for one in given if one.startswith(LOOK_AT)}
    if side:
        knew = desk.sided.get(body.who, frozenset())
        desk = replace(desk, sided={**desk.sided, body.who: knew | side | ({UMPIRE} if "letters" in given else set())})
    elif body.act in {"umpire", "co-umpire"}:
        desk = _privy(desk, UMPIRE, body.who)
    others = {who: rights for who, rights in desk.co_umpires.items() if who != body.who}
    if body.act in {"umpire", "no umpire"}:
        return _numbered(replace(desk, umpire=body.who if body.act == "umpire" else "", co_umpires=others))
    if body.act == "co-umpire" and body.rights is not msgspec.UNSET:
        others[body.who] = body.rights
        desk = replace(desk, numbered={**desk.numbered, body.who: desk.numbered.get(body.who, ())})
    return _numbered(replace(desk, co_umpires=others))


def _numbered(desk: Desk) -> Desk:
    """With a number, for each who is or was a co-umpire, of every letter that they see to and had none of yet."""
    there = {desk.umpire, *desk.co_umpires} & desk.numbered.keys()
    fresh = {
        who: tuple(one.seq for one in letters_of(desk, one_side_of(desk, who)) if one.seq not in desk.numbered[who])
        for who in there
    }
    if not any(fresh.values()):
        return desk
    return replace(desk, numbered={**desk.numbered, **{who: (*desk.numbered[who], *fresh[who]) for who in there}})


def _taken(desk: Desk, note: NotedEntry) -> Desk:
    """A new player has missed no turn yet, has had no day of leave, and was never excused."""
    seat, relief = note.body.seat, desk.reliefs.get(note.body.seat)
    misses = {one: missed for one, missed in desk.misses.items() if one != seat}
    leave = {one: days for one, days in desk.leave.items() if one != seat}
    excused = {one: times for one, times in desk.excused.items() if one != seat}
    desk = _privy(replace(desk, misses=misses, leave=leave, excused=excused), seat, note.body.who)
    if relief is None or relief.taken_at:
        return desk
    return replace(desk, reliefs={**desk.reliefs, seat: replace(relief, taken_at=note.at, taken=note.seq)})


def _deputed(desk: Desk, body: Seated) -> Desk:
    """Naming a deputy again replaces the turns."""
    others = tuple(one for one in desk.deputies.get(body.seat, ()) if one.who != body.who)
    if body.act == "no deputy":
        return replace(desk, deputies={**desk.deputies, body.seat: others})
    named = Deputy(body.who, body.first, body.last)
    return _privy(replace(desk, deputies={**desk.deputies, body.seat: (*others, named)}), body.seat, body.who)


def _privy(desk: Desk, seat: Seat, who: str) -> Desk:
    return replace(desk, privy={**desk.privy, who: desk.privy.get(who, frozenset()) | {seat}})


def _pressed(desk: Desk, note: NotedEntry) -> Desk:
    """A letter written, which comes at once unless it waits; or something done with one."""
    body = note.body
    if body.act is not msgspec.UNSET:
        return _with_letter(desk, note, body, body.act)
    now = body.to if body.waits is msgspec.UNSET else tuple(seat for seat in body.to if seat == UMPIRE)
    signed = "" if body.signed is msgspec.UNSET else body.signed
    letter = PressLetter(
        note.seq, note.at, body.sender, body.to, body.text, body.by, signed,
        {seat: LetterCame(note.seq, note.at) for seat in now},
        sent_from="" if body.sent_from is msgspec.UNSET else body.sent_from,
    )  # fmt: skip
    return _numbered(replace(desk, letters=(*desk.letters, letter)))


def _with_letter(desk: Desk, note: NotedEntry, body: Pressed, act: LetterAct) -> Desk:
    if act.does in {"all wait", "none wait"}:
        return replace(desk, letters_wait=act.does == "all wait")
    letters = (_after(desk, note, body, act, one) if one.seq == act.letter else one for one in desk.letters)
    return replace(desk, letters=tuple(letters))


def _after(desk: Desk, note: NotedEntry, body: Pressed, act: LetterAct, one: PressLetter) -> PressLetter:
    """A letter after something was done with it."""
    one = replace(one, deeds=(*one.deeds, LetterDeed(note.at, act.does, body.to, act.reason, act.turns)))
    match act.does:
        case "delivered" | "shown":
            came = {seat: LetterCame(note.seq, note.at, act.does == "shown") for seat in body.to}
            return replace(one, arrived={**one.arrived, **came})
        case "delayed":
            due = {seat: desk.turns.get(seat, 0) + act.turns for seat in one.to if seat not in one.arrived}
            return replace(one, due=due, rides={}, lost=False)
        case "changed":
            return replace(one, given=body.text)
        case "rides":
            return replace(one, rides={**one.rides, **dict.fromkeys(body.to, act.turns)}, turn=act.turn)
        case _:
            return replace(one, due={}, rides={}, lost=act.does == "lost")


def _pacted(desk: Desk, note: NotedEntry) -> Desk:
    """An offer made, agreed to, or done with; a pause begun or ended."""
    body = note.body
    others = {about: one for about, one in desk.offers.items() if about != body.about}
    had = desk.offers.get(body.about)
    if body.act == "begun":
        due = desk.due or (desk.paused.due if desk.paused else "")
        return replace(desk, offers=others, rest=Rest(note.seq, note.at, body.until, due, body.seat), paused=None)
    if body.act == "ended":
        return replace(desk, offers=others, rest=None)
    if body.act in {"refused", "taken back"}:
        return replace(desk, offers=others)
    if body.act == "accepted" and had is not None:
        offer = replace(had, agreed=(*had.agreed, body.seat))
    else:
        offer = PactOffer(note.at, body.turn, body.until, (body.seat,), desk.turns.get(body.seat, 0))
    return replace(desk, offers={**others, body.about: offer})


def _questioned(desk: Desk, note: NotedEntry) -> Desk:
    """A question asked, answered (perhaps again) or withdrawn."""
    body = note.body
    if body.act == "asked":
        asked = Question(body.number, body.seat, note.at, body.text, body.by)
        return replace(desk, questions=(*desk.questions, asked))
    had = desk.questions[body.number - 1]
    if body.act == "withdrawn":
        now = replace(had, state="withdrawn")
    else:
        now = replace(had, state="answered", answers=(*had.answers, (note.at, body.text)), to_all=body.to_all)
    return replace(desk, questions=tuple(now if one.number == body.number else one for one in desk.questions))


def _newsed(desk: Desk, note: NotedEntry) -> Desk:
    """An item of the newsbook written or struck, or all that wait printed."""
    body = note.body
    match body.act:
        case "written":
            item = NewsItem(body.number, body.seat, note.at, body.text, body.signed, body.by, body.turn)
            return replace(desk, news=(*desk.news, item))
        case "struck":
            struck = {"struck": body.reason, "struck_openly": body.told is not msgspec.UNSET}
            news = (replace(one, **struck) if one.number == body.number else one for one in desk.news)
        case _:
            news = (_printed(one, body, note) for one in desk.news)
    return replace(desk, news=tuple(news))


def _printed(one: NewsItem, body: Newsed, note: NotedEntry) -> NewsItem:
    if one.issue or one.struck or one.turn == body.turn:
        return one
    return replace(one, issue=body.number, printed=note.seq, printed_at=note.at)


def _reported(desk: Desk, note: NotedEntry) -> Desk:
    body = note.body
    if body.act in {"noted", "struck"}:
        return replace(desk, remarks=(*desk.remarks, Remark(body.seat, body.number, body.act, body.text)))
    if body.act == "planned":
        return replace(desk, plans={**desk.plans, note.seq: LaidPlan(body.by, body.plan)})
    if body.act == "unplanned":
        return replace(desk, plans={seq: one for seq, one in desk.plans.items() if seq != body.number})
    if body.act in {"held", "released"}:
        held = {seat: told for seat, told in desk.held.items() if seat != body.seat}
        known = {seat: some for seat, some in desk.known_misses.items() if seat != body.seat}
        held = {**held, body.seat: Seq(0)} if body.act == "held" else held
        return replace(desk, held=held, known_misses=known)
    if body.act == "published":
        known = {seat: desk.known_misses.get(seat, desk.misses) for seat in desk.held}
        return replace(
            desk, held={seat: told or note.seq for seat, told in desk.held.items()}, known_misses=known
        )  # fmt: skip
    return replace(desk, ended=True) if body.act == "ended" else replace(desk, looked=desk.shut)


def _told(desk: Desk, note: NotedEntry) -> Desk:
    word = TableWord(note.body.number, note.body.seat, note.body.text, note.at)
    return replace(desk, told=(*desk.told, word))


def _rewound(desk: Desk, note: NotedEntry) -> Desk:
    """After an umpire has turned the game back every question is a new one, however alike, and no report is held.

    A battle on a table that is called anew is announced, and its result told, anew.  Where the battle had ended its
    last reports have numbers of their own.
    """
    if desk.ended:
        desk = replace(desk, ended=False, turns={seat: number + 1 for seat, number in desk.turns.items()})
    return desk if note.body.accepted is not None else replace(desk, lapsed=None, held={}, known_misses={}, told=())


def _revealed(desk: Desk, note: NotedEntry) -> Desk:
    return replace(desk, seed=note.body.seed)


def _rolled(desk: Desk, note: NotedEntry) -> Desk:
    return desk if desk.rolled else replace(desk, rolled=True)


_STEPS = {
    "ask": _asked, "unask": _unasked, "answer": _answered, "orders": _submitted, "clock": _clocked, "seat": _seated,
    "press": _pressed, "pact": _pacted, "seed": _revealed, "roll": _rolled, "question": _questioned,
    "news": _newsed, "report": _reported, "told": _told,
    "rewind": _rewound,
}  # fmt: skip
