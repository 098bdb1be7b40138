"""What a screen would act on is written out in every mail of ours: in text, in HTML and in the subject."""

import html
import unicodedata
from email import message_from_bytes
from email.policy import default

from hypothesis import example, given
from hypothesis import strategies as st

from pbem.mail.heading import heading
from pbem.reports.letter import Letter, LetterRow, Note, Para, Quote, Rows, Section, letter_html, letter_text
from pbem.reports.unseen import visible
from tests.test_mail.conftest import Office, letter, part_of, text_of

CONTROLS = (*range(32), *range(0x7F, 0xA0))
MARKS = (0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF, 0xFFF9, 0xE0041)
UNSEEN = [*map(chr, (*CONTROLS, *MARKS))]
strange = st.text(st.sampled_from([*UNSEEN, "a", "é", " ", "<", "|", "\U0001f468", "ب"]), max_size=60)


def acts(text: str) -> set[str]:
    """The characters of a text that a screen acts on, but for line ends and what joins letters and pictures."""
    return {one for one in text if unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"}} - set(
        "\n\t\u200c\u200d"
    )


@given(strange)
@example("".join(UNSEEN))
def test_nothing_that_a_screen_acts_on_is_left_in_a_letter(text: str) -> None:
    blocks = (Para(text), Rows((LetterRow(text, text, (text,)),)), Quote(text), Note("bad", text, text))
    made = Letter(kicker=text, title=text, lead=(text,), due=(text, text), sections=(Section(text, blocks),))
    assert not acts(letter_text(made))
    assert not acts(html.unescape(letter_html(made)))


@given(strange)
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    plain = "".join(one for one in text if one.isprintable())
    assert visible(plain) == plain


def test_joined_letters_and_pictures_are_kept() -> None:
    for word in ("می\u200cخواهم", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "क्\u200dष"):
        assert visible(word) == word
    assert visible("S01\u200d hold") == "S01<U+200D> hold"


def test_an_answer_and_its_subject_show_what_was_hidden_in_a_mail(office: Office) -> None:
    raw = letter("S01 \u202eyalp\u2066 \x07\x9b\u200b\u200f\nS02 turn 2", Subject="a\x07b\u202e")
    office.receive(raw.replace(b"\r\n\r\n", b"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n", 1))
    (mail,) = office.mails("answer")
    assert r"S01 <U+202E>yalp<U+2066> \x07\x9b<U+200B><U+200F>" in " ".join(text_of(mail.raw).split())
    assert r"&lt;U+202E&gt;yalp" in part_of(mail.raw, "text/html")
    assert not acts(str(message_from_bytes(mail.raw, policy=default)["Subject"]))
    assert heading(raw).subject == r"a\x07b<U+202E>"
