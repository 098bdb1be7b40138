"""Letters that ride with couriers: sent off, brought to their addressees, fallen into other hands."""

from pbem.engine.couriers import Ride
from pbem.engine.ids import UMPIRE, Seat
from pbem.engine.journal import LetterAct, Pressed
from pbem.service.model.desk import PressLetter
from pbem.service.play.newsbook import turn_now
from pbem.service.play.work import Work


def ride_now(work: Work, sender: Seat, reader: Seat) -> Ride | None:
    """The ride of a letter written now; None where letters go without couriers."""
    couriers = work.rules.course.couriers
    if couriers is None or work.options.letters != "couriers" or work.state == "over" or UMPIRE in {sender, reader}:
        return None
    return couriers(work.battle, work.view(sender), sender, reader)


def send_off(work: Work, one: PressLetter, ride: Ride) -> None:
    """Note the ride of a letter to its one addressee, from where it has come to; without an open way it waits.

    A letter that rides past enemies whom its writer's side does not see falls into their hands.
    """
    (reader,) = one.to
    if ride.turns is None:
        return
    taker = _reader_of(work, ride, one) if ride.taken_by is not None else None
    if taker is not None:
        _note(work, one, LetterAct(does="lost", letter=one.seq))
    if ride.turns == 0 and taker is None:
        _note(work, one, LetterAct(does="delivered", letter=one.seq), reader)
        return
    rides = LetterAct(does="rides", letter=one.seq, turns=max(ride.turns, 1), turn=turn_now(work))
    _note(work, one, rides, taker or reader)


def deliver_rides(work: Work, seat: Seat) -> None:
    """Note what couriers bring a seat with its next report; and send off those that found no way before."""
    for one in work.desk.letters:
        ride = None
        if not one.rides and one.sent_from and one.waits_for == (seat,) and not any(deed.reason for deed in one.deeds):
            ride = ride_now(work, one.sender, seat)
        if ride is not None:
            send_off(work, one, ride)
        elif seat in one.rides and seat not in one.arrived and turns_ridden(work, one) >= one.rides[seat]:
            _note(work, one, LetterAct(does="delivered" if seat in one.to else "shown", letter=one.seq), seat)


def turns_ridden(work: Work, one: PressLetter) -> int:
    """How many turns have begun since a ride did, as they are named, whichever seat was asked in them."""
    marks = (mark for chair in work.chairs for mark in work.marks_of(chair.seat))
    names = {mark.turn_name for mark in marks if mark.to_seq > one.seq}
    return len((names | {turn_now(work)}) - {one.turn})


def same_side(work: Work, one: Seat, other: Seat) -> bool:
    """Whether two seats are of one side."""
    if UMPIRE in {one, other}:
        return False
    side = work.rules.state.side_of(work.battle, one)
    return side is not None and side == work.rules.state.side_of(work.battle, other)


def _note(work: Work, one: PressLetter, act: LetterAct, *to: Seat) -> None:
    work.note("press", "engine", Pressed(sender=UMPIRE, to=to, text="", act=act))


def _reader_of(work: Work, ride: Ride, one: PressLetter) -> Seat | None:
    """The first seat of the side that takes a letter; None for the side it is written to."""
    seats = [chair.seat for chair in work.chairs if work.rules.state.side_of(work.battle, chair.seat) == ride.taken_by]
    return next((seat for seat in seats if seat not in one.to), None)
