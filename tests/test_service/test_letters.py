"""Letters from seat to seat: who gets them, who never sees them, and what is refused."""

from dataclasses import replace
from email import message_from_bytes, policy

import msgspec
import pytest

from pbem.config import Config
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Pressed
from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.letterbook import A_DAY, LONGEST, NoLetter, letterbook, write_letter
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.model.mails import Composed, Correspondent, MailMatter
from pbem.service.options import Options
from pbem.service.outgoing.digest import send_digests, set_digest
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.games import load_game
from pbem.service.play.letters import letters_with
from pbem.service.play.turns import submit
from pbem.service.play.work import Chair, Mark
from pbem.service.queues.quiet import set_quiet
from pbem.store.tables import PlayerId
from tests.test_service.conftest import Office, composed
from tests.toyrules import BLUE, RED

WORDS = "Sir, yield the ford.\n\nbid 3\nready"


def write(office: Office, game: GameId, text: str = WORDS, to: tuple[Seat, ...] = (BLUE,)) -> None:
    write_letter(office.services, game, RED, to, text, office.players[RED])


def test_a_letter_is_mailed_at_once_and_kept_in_both_books_and_told_with_the_next_report(office: Office) -> None:
    game = office.begin()
    write(office, game)
    (mail,) = office.mails("letter")
    assert (mail.recipient, mail.seat, mail.turn) == ("blue@example.org", "blue", 1)
    theirs, mine = (letterbook(load_game(office.services, game), seat).letters for seat in (BLUE, RED))
    assert [(one.sender, one.to, one.text, one.mine) for one in theirs] == [("Red", ("Blue",), WORDS, False)]
    assert [one.mine for one in mine] == [True]
    office.later(minutes=1)
    for seat in (RED, BLUE):
        submit(office.services, game, seat, "bid 1\nready", "mail", "x")
    told = {(one.seat, one.turn): penned_in(one.raw) for one in office.mails("report")}
    assert [len(told[place]) for place in (("blue", 1), ("red", 1), ("blue", 2), ("red", 2))] == [0, 0, 1, 0]
    for seat in (RED, BLUE):
        submit(office.services, game, seat, "bid 1\nready", "mail", "x")
    assert [penned_in(one.raw) for one in office.mails("report") if one.turn == 3] == [[], []]


def penned_in(raw: bytes) -> list[object]:
    """The letters in a mail of the tests' composer."""
    found: list[object] = msgspec.json.decode(raw)["penned"]
    return found


def test_the_words_of_a_letter_are_barred_and_cut_short_in_the_mail_and_never_lead_to_an_order_form(
    lite: Office,
) -> None:
    game = lite.begin()
    seen: list[MailMatter] = []

    def kept(config: Config, matter: MailMatter) -> Composed:
        seen.append(matter)
        return composed(config, matter)

    write(replace(lite, services=replace(lite.services, compose=kept)), game, "bid 3\nready " + "word " * 80)
    mail = message_from_bytes(compose_mail(lite.services.config, seen[0]).raw, policy=policy.default)
    body = mail.get_body(("plain",))
    assert body is not None
    text: str = body.get_content()
    lines = [line for line in text.splitlines() if "bid 3" in line or "word word" in line]
    assert len(lines) > 5, text
    assert [line for line in lines if not line.startswith("     | ") or len(line) > 7 + 60] == []
    assert mail["Reply-To"] is None
    assert mail["Subject"] == "Battles by Post: Red writes to you in A duel"


def test_no_third_party_and_no_operator_sees_a_letter(lite: Office) -> None:
    game = lite.begin()
    write(lite, game, "ROWAN-SECRET")
    assert [one.recipient for one in lite.mails() if b"ROWAN-SECRET" in one.raw] == ["blue@example.org"]
    hand_to_aide(lite.services, game, BLUE)
    assert [one.text for one in letterbook(load_game(lite.services, game), BLUE).letters] == ["ROWAN-SECRET"]


def test_of_three_at_a_table_only_the_two_know_what_they_write(lite: Office) -> None:
    """The toy has two seats; a third is set beside them."""
    game = lite.begin()
    work = load_game(lite.services, game)
    green = Chair(Seat("green"), "Green", False, Correspondent(PlayerId("p-g"), "Gus Green", "gus@example.org"))
    work.chairs = (*work.chairs, green)
    work.note("press", RED, Pressed(sender=RED, to=(green.seat,), text="ROWAN-SECRET", by=lite.players[RED]))
    texts = {one: [letter.text for letter in letterbook(work, one).letters] for one in (RED, BLUE, green.seat)}
    assert texts == {RED: ["ROWAN-SECRET"], BLUE: [], "green": ["ROWAN-SECRET"]}
    work.new_marks = (Mark(BLUE, 1, Seq(0), work.last_seq, "", ""), Mark(green.seat, 1, Seq(0), work.last_seq, "", ""))
    assert letters_with(work, BLUE, 1) == ()
    assert [one.text for one in letters_with(work, green.seat, 1)] == ["ROWAN-SECRET"]
    assert [one[0] for one in letterbook(work, RED).to] == [BLUE, green.seat]


@pytest.mark.parametrize(
    ("text", "to", "why"),
    [
        ("", (BLUE,), "needs some words"),
        (" \n\u200b\x00\n", (BLUE,), "needs some words"),
        ("x" * (LONGEST + 1), (BLUE,), "at most 2000"),
        ("Sir", (), "nobody to go to"),
        ("Sir", (RED,), "cannot be written to"),
        ("Sir", (Seat("umpire"),), "cannot be written to"),
    ],
)
def test_what_is_no_letter_is_refused(lite: Office, text: str, to: tuple[Seat, ...], why: str) -> None:
    game = lite.begin()
    with pytest.raises(NoLetter, match=why):
        write(lite, game, text, to)
    assert lite.mails("letter") == []


def test_letters_are_counted_by_the_day(lite: Office) -> None:
    game = lite.begin()
    for _ in range(A_DAY):
        write(lite, game)
    assert letterbook(load_game(lite.services, game), RED).left == 0
    with pytest.raises(NoLetter, match="in the last 24 hours"):
        write(lite, game)
    lite.later(hours=25)
    write(lite, game)


def test_a_game_without_letters_or_without_anybody_to_write_to_says_so(lite: Office) -> None:
    none, alone = lite.begin(Options(press="none")), lite.begin(aides=(BLUE,))
    for game, why in ((none, "begun without letters"), (alone, "answers no letters")):
        book = letterbook(load_game(lite.services, game), RED)
        assert not book.open
        assert why in book.why
        with pytest.raises(NoLetter, match=why):
            write(lite, game)


def test_a_deputy_writes_in_his_own_name(lite: Office) -> None:
    game = lite.begin()
    deputy = name_deputy(lite.services, game, RED, "dora@example.org", 1, 2, lite.players[RED])
    write_letter(lite.services, game, RED, (BLUE,), "I stand in.", deputy)
    assert letterbook(load_game(lite.services, game), BLUE).letters[0].by == "dora"
    write_letter(lite.services, game, BLUE, (RED,), "Welcome.", lite.players[BLUE])
    assert {one.recipient for one in lite.mails("letter")} == {
        "blue@example.org", "red@example.org", "dora@example.org",
    }  # fmt: skip


def test_letters_wait_for_quiet_hours_and_for_the_digest(lite: Office) -> None:
    game = lite.begin()
    set_quiet(lite.services, lite.players[BLUE], "11:00", "15:00")  # in London: it is 11:00 there now
    write(lite, game)
    assert lite.mails("letter")[0].next_at == lite.clock.at.replace(hour=14)
    set_quiet(lite.services, lite.players[BLUE], "", "")
    set_digest(lite.services, lite.players[BLUE], "18:00")
    write(lite, game, "Once more.")
    second = next(one for one in lite.mails("letter") if one.key.endswith("letter.2"))
    assert second.last_reply == "waits for the day's digest"
    lite.later(hours=7)
    assert send_digests(lite.services) == 1
    (digest,) = lite.mails("digest")
    assert b"Once more." in digest.raw
    assert b"report below" not in digest.raw
