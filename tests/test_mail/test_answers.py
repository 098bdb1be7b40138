"""The one answer to a mail: exactly one, honest about time, and an end to them for machines that hide being one."""

from datetime import timedelta
from email import message_from_bytes
from email.policy import default

from pbem.mail.tokens import Tokens, TurnRef
from pbem.service.incoming import byhand
from pbem.service.incoming.answers import FRUITLESS_A_DAY
from pbem.service.incoming.unseen import tell_of_unseen
from pbem.service.play.clockwork import tick
from pbem.store import journal
from tests.test_mail.conftest import (
    ANN,
    BOB,
    HARROW,
    NORTH,
    SECRET,
    SOUTH,
    START,
    Office,
    letter,
    part_of,
    reply_to,
    text_of,
    token,
)
from tests.test_mail.worlds import WORLDS

DEADLINE = START + timedelta(days=3, hours=10)


def told(office: Office, *kinds: str) -> str:
    """The newest letter of these kinds, as one line."""
    return " ".join(text_of(office.mails(*kinds)[-1].raw).split())


# --- when it came -------------------------------------------------------------------------------------------------


def test_what_came_earlier_does_not_replace_what_came_later(office: Office) -> None:
    now = office.clock.now()
    office.receive(letter("S02 turn 4\n", name="second"), arrived=now)
    outcome = office.receive(letter("S02 turn 2\nS04 turn 10\n", name="first"), arrived=now - timedelta(minutes=9))
    assert (outcome.state, outcome.note) == ("rejected", "earlier")
    assert office.orders() == ["S02 turn 4"]
    said = told(office, "refused")
    assert "You have sent later orders" in said
    assert "These orders came Mon 11 May, 12:21 CEST (10:21 UTC), before what you sent Mon 11 May, 12:30" in said
    assert "| S02 turn 2" in said


def test_what_came_at_the_same_moment_is_no_earlier(office: Office) -> None:
    now = office.clock.now()
    office.receive(letter("S02 turn 2\n"), arrived=now)
    assert office.receive(letter("S02 turn 4\n", name="two"), arrived=now).state == "accepted"
    assert office.orders() == ["S02 turn 4"]


def test_neither_does_it_undo_a_withdrawal(office: Office) -> None:
    now = office.clock.now()
    office.receive(letter("S02 turn 2\n"), arrived=now - timedelta(minutes=10))
    office.receive(letter("withdraw\n", name="two"), arrived=now)
    assert office.receive(letter("S02 turn 4\n", name="three"), arrived=now - timedelta(minutes=5)).note == "earlier"
    assert office.orders() == []


def test_an_answer_says_which_version_replaces_which(office: Office) -> None:
    for number, hour in enumerate((2, 4, 6), 1):
        office.later(minutes=1)
        office.receive(letter(f"S02 turn {hour}\n", name=f"m{number}"))
        assert f"version {number} of your orders" in told(office, "answer")
    assert "it replaces version 2" in told(office, "answer")


def test_a_late_mail_is_told_when_it_came_and_what_was_due(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=3)
    office.receive(letter("S02 turn 2\n"))
    said = told(office, "refused")
    assert "Your orders came Fri 15 May, 10:03 CEST (08:03 UTC); the deadline was Thu 14 May, 22:00 CEST" in said
    assert "grace ended Fri 15 May, 10:00 CEST" in said


def test_an_old_turn_is_told_with_the_form_of_the_new_one(office: Office) -> None:
    WORLDS["played"](office)
    office.receive(letter("S02 turn 2\n"))
    said = told(office, "refused")
    assert "which has been played" in said
    assert "ORDER FORM FOR ROUND 2" in said
    assert office.orders() == []


# --- seen too late ------------------------------------------------------------------------------------------------


def test_what_came_in_time_and_is_seen_after_the_turn_is_held_and_everybody_told(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    tick(office.services)
    outcome = office.receive(letter("S02 turn 2\n"), arrived=DEADLINE - timedelta(minutes=1))
    assert outcome.state == "held"
    assert office.orders() == []
    (answer,) = office.mails("refused")
    assert (answer.recipient, answer.key) == (ANN, outcome.answer)
    assert "Your mail was not seen in time" in told(office, "refused")
    assert office.mails("operator") == []
    tell_of_unseen(office.services)
    (operator,) = office.mails("operator")
    assert outcome.mail[:16] in told(office, "operator")
    assert "harrow-down, south" in told(office, "operator")
    assert operator.recipient == "operator@example.org"


def test_of_a_backlog_the_operator_gets_one_list_an_hour(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    tick(office.services)
    for number in range(50):
        early = DEADLINE - timedelta(minutes=number + 1)
        assert office.receive(letter(f"S02 turn {number}\n", name=f"late{number}"), arrived=early).state == "held"
        tell_of_unseen(office.services)
    assert len(office.mails("operator")) == 1
    office.later(minutes=59)
    assert tell_of_unseen(office.services) == 0
    office.later(minutes=1)
    assert tell_of_unseen(office.services) == 50
    assert "and 10 more" in text_of(office.mails("operator")[-1].raw)
    office.later(hours=2)
    assert tell_of_unseen(office.services) == 0, "nothing new was found"


def test_what_came_within_grace_is_too(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    tick(office.services)
    assert office.receive(letter("S02 turn 2\n"), arrived=DEADLINE + timedelta(hours=11)).state == "held"


def test_the_end_of_grace_itself_is_too_late_before_and_after_the_turn_is_played(office: Office) -> None:
    end = DEADLINE + timedelta(hours=12)
    office.clock.at = end
    before = office.receive(letter("S02 turn 2\n"), arrived=end)
    tick(office.services)
    office.later(minutes=5)
    after = office.receive(letter("S02 turn 4\n", name="two"), arrived=end)
    assert [(one.state, one.note) for one in (before, after)] == [("rejected", "late"), ("rejected", "closed")]


def test_what_came_after_grace_is_not(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=9)
    tick(office.services)
    late = office.receive(letter("S02 turn 2\n"), arrived=DEADLINE + timedelta(hours=12, minutes=1))
    assert (late.state, late.note) == ("rejected", "closed")
    assert office.mails("operator") == []


def test_a_turn_that_all_were_ready_for_is_over_when_it_is_played(office: Office) -> None:
    office.receive(letter("S02 turn 2\nready\n"))
    office.receive(letter("all hold\nready\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    played = office.clock.now()
    office.later(minutes=5)
    in_time = office.receive(letter("S02 turn 4\n", name="x"), arrived=played - timedelta(seconds=1))
    after = office.receive(letter("S02 turn 6\n", name="y"), arrived=played + timedelta(seconds=1))
    assert (in_time.state, after.state) == ("held", "rejected")


def test_a_held_one_is_not_held_again_but_told_that_it_is_over(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    tick(office.services)
    outcome = office.receive(letter("S02 turn 2\n"), arrived=DEADLINE)
    taken = byhand.release(office.services, outcome.mail, "the operator")
    assert taken.state == "rejected"
    assert "which has been played" in told(office, "refused")


# --- how many -----------------------------------------------------------------------------------------------------


def fruitless(office: Office, many: int, name: str, sender: str = ANN) -> None:
    """Mails that come to nothing."""
    for number in range(many):
        office.later(minutes=1)
        office.receive(letter(f"I am away, back in {number} days.\n", sender=sender, name=f"{name}{number}"))


def test_after_twenty_in_a_day_one_mail_says_until_when_there_is_silence(office: Office) -> None:
    fruitless(office, FRUITLESS_A_DAY + 4, "a")
    kinds = [mail.kind for mail in office.mails()]
    assert kinds == ["unchanged"] * FRUITLESS_A_DAY + ["muted"]
    assert "Until Tue 12 May, 12:51 CEST (10:51 UTC) such mails are read and kept" in told(office, "muted")
    office.clock.at = START + timedelta(days=1, minutes=50)  # 10:50 UTC: a minute to go
    assert office.receive(letter("Away still.\n", name="b")).answer is None
    office.later(minutes=1)
    assert office.receive(letter("Away still.\n", name="c")).answer is not None


def test_the_answers_before_the_silence_announce_it(office: Office) -> None:
    fruitless(office, FRUITLESS_A_DAY, "a")
    texts = [" ".join(text_of(mail.raw).split()) for mail in office.mails("unchanged")]
    assert ["changed nothing" in text for text in texts] == [False] * (FRUITLESS_A_DAY - 3) + [True] * 3
    assert "So far 18 of your mails within a day changed nothing. After 20 more of them" in texts[-3]
    assert "This is the last answer for now" in texts[-1]
    assert "Mails whose orders are accepted are always answered" in texts[-1]


def test_orders_that_are_taken_are_answered_all_the_same(office: Office) -> None:
    fruitless(office, FRUITLESS_A_DAY + 2, "a")
    assert office.receive(letter("S02 turn 2\n", name="real")).answer is not None
    assert len(office.mails("answer")) == 1


def test_a_strangers_flood_mutes_its_victims_address_and_nobody_elses(office: Office) -> None:
    fruitless(office, FRUITLESS_A_DAY + 3, "e", "eve@evil.test")
    assert [mail.kind for mail in office.mails()] == ["confirm"] * FRUITLESS_A_DAY + ["muted"]
    bob = office.receive(letter("nothing\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    assert bob.answer is not None


def test_both_who_are_told_of_a_misused_token_are_muted_alike(office: Office) -> None:
    for number in range(FRUITLESS_A_DAY + 3):
        office.later(minutes=1)
        office.receive(letter("S02 turn 2\n", sender=BOB, to=reply_to(SOUTH), name=f"b{number}"))
    for who in (ANN, BOB):
        kinds = [mail.kind for mail in office.mails() if mail.recipient == who]
        assert kinds == ["refused"] * FRUITLESS_A_DAY + ["muted"]


# --- what else is said --------------------------------------------------------------------------------------------


def test_the_same_id_with_another_body_is_flagged(office: Office) -> None:
    office.receive(letter("S02 turn 2\n"))
    outcome = office.receive(letter("S02 turn 4\n"))
    assert (outcome.state, outcome.note) == ("accepted", "another mail came under the same id")


def test_lines_that_are_no_orders_are_told_once_as_not_read(office: Office) -> None:
    outcome = office.receive(letter("Dear umpire\nS02 turn 2\nHoping for rain\nS04 turn 10\nBest\nAnn\n"))
    assert outcome.state == "accepted"
    text = text_of(office.mails()[-1].raw).replace("\r\n", "\n")
    needs, _, unread = text.partition("NOT READ AS ORDERS")
    for line in ("Dear umpire", "Hoping for rain", "Best", "Ann"):
        assert f"| {line}\n" in unread
    assert "Dear umpire" not in needs


def test_a_row_keeps_who_wrote_it(office: Office) -> None:
    office.receive(letter("S02 turn 2\n", Subject="=?utf-8?q?Bef=C3=A9hl?="))
    (row,) = office.stored()
    assert row.sender == ANN


# --- where a token stands (threat 85) --------------------------------------------------------------------------------


def test_a_token_stands_in_the_reply_address_and_its_code_on_one_line(office: Office) -> None:
    """So a report that is passed on as text gives nothing away but one line, which is easily left out."""
    office.receive(letter("S02 turn 2\n"))
    office.receive(letter("S99 turn 2\n", name="two"))
    code = Tokens(SECRET).code(TurnRef(HARROW, SOUTH, 1))
    kinds = set()
    for mail in office.mails("report", "answer", "unchanged"):
        if mail.recipient != ANN:
            continue
        kinds.add(mail.kind)
        message = message_from_bytes(mail.raw, policy=default)
        told = "\n".join(f"{name}: {value}" for name, value in message.items() if name != "Reply-To")
        bodies = [text_of(mail.raw), part_of(mail.raw, "text/html")]
        assert token() in message["Reply-To"]
        assert token() not in "\n".join((told, *bodies))
        assert code not in told
        assert [body.count(code) for body in bodies] == [1, 1]
        assert len([line for line in bodies[0].splitlines() if code in line]) == 1
    assert kinds == {"report", "answer", "unchanged"}


def test_what_others_get_or_may_read_holds_none_of_a_seats_tokens(office: Office) -> None:
    office.receive(letter("S02 turn 2\nready\n"))
    office.receive(letter("all hold\nready\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    secret = {
        f(TurnRef(HARROW, SOUTH, turn)) for turn in (1, 2, 3) for f in (Tokens(SECRET).reply, Tokens(SECRET).code)
    }
    with office.services.db.reading() as session:
        written = [one.payload for one in journal.load(session, HARROW)]
    bobs = [mail.raw for mail in office.mails("report", "answer") if mail.recipient == BOB]
    assert len(bobs) == 3
    shown = [
        f"{text_of(raw)}{part_of(raw, 'text/html')}{message_from_bytes(raw, policy=default).items()}" for raw in bobs
    ]
    for text in (*written, *shown):
        assert not [one for one in secret if one in text]


def test_a_mail_that_changes_nothing_says_that_submitted_orders_stay_so(office: Office) -> None:
    office.receive(letter("S02 turn 2\nready\n"))
    office.receive(letter("S01 to 0607\n", name="two"))
    text = " ".join(text_of(office.mails("unchanged")[-1].raw).split())
    assert "Nothing was changed 1 line needs you. Your orders stay submitted as they were." in text
