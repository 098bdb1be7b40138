"""The chief of a side parcels its units out anew in a running game, until the side's first orders.

It is an entry of the story, by the chief.  The other side learns nothing of it.  What the side's commanders had saved
is read anew, for it may name units that are theirs no longer; the aide-de-camp writes again.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from pbem.engine.commanders import BadParcels, Parcel, ParcelledOut, given_anew, parcels_said
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Ruled, Submitted
from pbem.engine.language.lines import folded
from pbem.engine.wording import listed
from pbem.service.model.desk import asked, standing
from pbem.service.play.pages import page_of, side_of
from pbem.service.play.parcels import ParcelCard, ShareCard, led_parcels, no_parcelling, parcel_card, parcel_line
from pbem.service.play.playermail import tell_players
from pbem.service.play.running import aide_orders, guarded, play_on, still_asked
from pbem.service.play.work import Chair, Work, open_game
from pbem.service.services import Services, retried
from pbem.store.tables import PlayerId


class NoParcels(Exception):
    """Units cannot be parcelled out so; the message says why and what to do."""


def parcels_to_give(work: Work, seat: Seat) -> ParcelCard | None:
    """What the chief of a side may still parcel out; None where that is over, and for any other seat."""
    return None if no_parcelling(work, seat) else _card(work, seat)


def _card(work: Work, seat: Seat) -> ParcelCard:
    return parcel_card(led_parcels(work, seat), page_of(work, seat).told.mine)


def parcel_units(services: Services, game: GameId, seat: Seat, by: PlayerId, holders: Mapping[str, Seat]) -> str:
    """Give each group or unit of the chief's side to a commander; what was done, in a sentence.

    holders: whose each is from now on; one that is not named stays whose it was.  Raises NoParcels, UnknownGame.
    """
    return retried(lambda: _parcel(open_game(services, game), seat, by, holders))


def parcel_lines(services: Services, game: GameId, seat: Seat, by: PlayerId, lines: Iterable[str]) -> str:
    """The same by lines such as ``N01, N02 to Coligny``, taken together.  Raises NoParcels, UnknownGame."""

    def attempt() -> str:
        work = open_game(services, game)
        if why := no_parcelling(work, seat):
            raise NoParcels(why)
        card, example = _card(work, seat), parcel_line(work, seat) or ""
        return _parcel(work, seat, by, {thing: to for line in lines for thing, to in _read(card, line, example)})

    return retried(attempt)


def _parcel(work: Work, seat: Seat, by: PlayerId, holders: Mapping[str, Seat]) -> str:
    person = work.chair(seat).person
    if person is None or person.player != by:
        raise NoParcels("Only the chief's own player parcels the units out.")
    if why := no_parcelling(work, seat):
        raise NoParcels(why)
    had = led_parcels(work, seat)
    try:
        anew = given_anew(had, holders)
    except BadParcels as fault:
        raise NoParcels(f"{fault}.") from fault
    if anew == had:
        return f"Nothing changes on your side: {parcels_said(had)}."
    if not guarded(work, lambda: _noted(work, seat, anew)):
        raise NoParcels("The battle could not go on so; who commands what stays as it is.")
    work.write()
    mailed = " Its other players get a mail." if _players(work, seat, anew) else ""
    return f"Your side is parcelled out so: {parcels_said(anew)}.{mailed}"


def _noted(work: Work, seat: Seat, anew: tuple[Parcel, ...]) -> None:
    side, said = side_of(work, seat), parcels_said(anew)
    assert side is not None  # a chief has one
    fact = ParcelledOut(side=side, holds={one.seat: one.holds for one in anew})
    work.note("ruling", seat, Ruled(reason=f"{work.chair(seat).title} parcels the side out. {said}.", facts=(fact,)))
    for one in anew:
        _read_anew(work, one.seat)
    told = f"The chief of your side has parcelled its units out anew. {said}."
    tell_players(work, "seat", _players(work, seat, anew), "Your side is parcelled out anew", told)
    if not still_asked(work):
        play_on(work)


def _players(work: Work, chief: Seat, some: Iterable[Parcel]) -> list[Chair]:
    """The chairs of a side's other commanders who are players."""
    chairs = [work.chair(one.seat) for one in some if one.seat != chief]
    return [one for one in chairs if one.person is not None]


def _read_anew(work: Work, seat: Seat) -> None:
    """What a commander has saved for the open turn, as it reads with the units that are his now."""
    ask, had, opened = asked(work.desk, seat), standing(work.desk, seat), work.desk.open
    if ask is None or had is None or opened is None:
        return
    if had.door == "aide":
        answer, text, sent = aide_orders(work, ask)
    else:
        view, language, sent = work.view(seat), work.rules.language, ""
        answer = language.read(view, ask, had.text).answer
        text = language.write(view, answer) if answer is not None else ""
    number = work.desk.filed[seat].number + 1
    body = Submitted(
        ask=opened.seq, seat=seat, number=number, door=had.door, text=text, answer=answer, final=had.final,
        by=work.desk.filed[seat].by, sent=sent,
    )  # fmt: skip
    work.note("orders", seat, body)


# --- by mail ----------------------------------------------------------------------------------------------------------

_TO = re.compile(r"(?P<what>.+?)\s+to\s+(?P<who>.+?)\s*[.!]?", re.IGNORECASE)


def _read(card: ParcelCard, line: str, example: str) -> Iterable[tuple[str, Seat]]:
    """What a line gives to whom.  Raises NoParcels, with what it may have meant."""
    found = _TO.fullmatch(line.strip())
    if found is None:
        then = f" Write for example: {example}" if example else ""
        raise NoParcels(f"`parcel {line.strip()}` does not say to whom.{then}")
    to = _seat(card, found["who"])
    names = [one for one in re.split(r"\s*,\s*|\s+and\s+", found["what"]) if one]
    return [(one.thing, to) for one in _shares(card, names)]


def _seat(card: ParcelCard, name: str) -> Seat:
    known = {folded(said): seat for seat, title in card.commanders for said in (title, seat)}
    if folded(name) not in known:
        raise NoParcels(
            f"Your side has no commander {name!r}.{_meant(name, [title for _, title in card.commanders])} "
            f"Its commanders are {listed([title for _, title in card.commanders])}."
        )
    return known[folded(name)]


def _shares(card: ParcelCard, names: list[str]) -> Iterable[ShareCard]:
    """The shares that names are for; units of one group go together, so all of them must be named, or the group."""
    known = {folded(said): one for one in card.shares for said in (one.thing, one.title)}
    known |= {folded(one.codes[0]): one for one in card.shares if len(one.codes) == 1}
    whole = {folded(code): one for one in card.shares for code in one.codes}
    said = {folded(name) for name in names}
    for name in names:
        one = known.get(folded(name)) or whole.get(folded(name))
        if one is None:
            titles = [share.title for share in card.shares]
            raise NoParcels(f"Your side has no {name!r}.{_meant(name, titles)} You can parcel out: {listed(titles)}.")
        if folded(name) not in known and not {folded(code) for code in one.codes} <= said:
            raise NoParcels(f"{name} goes with its group, {one.title}. Write for example: parcel {one.title} to ...")
        yield one


def _meant(name: str, names: list[str]) -> str:
    close = get_close_matches(folded(name), [folded(one) for one in names], 1)
    return f" Did you mean {next(one for one in names if folded(one) == close[0])}?" if close else ""
