"""The generic part of the order language: cleaning lines, spelling, grammar, help."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.guide import Guide, chapters_of, markdown
from pbem.engine.language.controls import settled_controls
from pbem.engine.language.grammar import Grammar, Unreadable
from pbem.engine.language.lines import OrderLine, barred, clean, control, lines
from pbem.engine.language.spelling import nearest, slip
from pbem.engine.orders import CONTROLS, Control, Verb, VerbTable
from pbem.engine.ruleset import RuleSet
from pbem.rulesets import rule_sets

TABLE = VerbTable(
    frame='order: CODE ":"? action\nhexes: HEX+\nCODE.3: /[a-z][0-9]+(?!\\w)/\nHEX.3: /[0-9]{4}(?!\\w)/\n%ignore " "',
    terms={"HEX": "a hex"},
    kinds={"action": ("Orders", "What a unit can do.")},
    verbs=(
        Verb(word="hold", form="<unit> hold", grammar='"hold"', help="Stand.", example="A1 hold"),
        Verb(word="go", form="<unit> go <hexes>", grammar='"go" hexes', help="March.", example="A1 go 0101"),
    ),
)


# --- cleaning


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("S01 Hold.", "s01 hold"),
        ("  S01   hold !! ", "s01 hold"),
        ("1. S01 hold", "s01 hold"),
        ("1) S01 hold", "s01 hold"),
        ("(2) S01 hold", "s01 hold"),
        ("- S01 hold", "s01 hold"),
        ("* S01 hold", "s01 hold"),
        ("\u2022 S01 hold", "s01 hold"),
        ("- [x] S01 hold", "s01 hold"),
        ("1\\. S01 hold", "s01 hold"),
        ("**S01** hold", "s01 hold"),
        ("`S01 hold`", "s01 hold"),
        ("\u201cS01 hold\u201d", "s01 hold"),
        ('"Left" to "Right"', '"left" to "right"'),
        ("\u2705 S01 hold", "s01 hold"),
        ("\u2694\ufe0f S01 hold", "s01 hold"),
        ("\U0001f449 1. S01 hold", "s01 hold"),
        ("S01 hold # in the wood", "s01 hold"),
        ("# S01 hold", ""),
        ("S01 turn 10 o\u2019clock", "s01 turn 10 o'clock"),
        ("group \u201cLeft Wing\u201d hold", 'group "left wing" hold'),
        ("S01\u00a0hold", "s01 hold"),
        ("S01\u200b hold\ufeff", "s01 hold"),
        ("\u202eS01 hold\u202c", "s01 hold"),
        ("S01 hold, please!", "s01 hold"),
        ("S01 hold thanks (to guard the wood)", "s01 hold"),
        ("S01 hold // as before", "s01 hold"),
        ("S01 charge N05 (if it is disordered)", "s01 charge n05 (if it is disordered)"),
        ("S01 charge N05 (only when disordered)", "s01 charge n05 (only when disordered)"),
        ("S01 forward (0507)", "s01 forward (0507)"),
        ("S01 ranks (pike)", "s01 ranks (pike)"),
        ("ready (if Bob is)", "ready (if bob is)"),
        ("thank you, please", "thank you, please"),
        ("a) S01 hold", "s01 hold"),
        ("(b) S01 hold", "s01 hold"),
        ("\uff33\uff10\uff11 hold", "s01 hold"),
        ("S01 \ufb01re N01", "s01 fire n01"),
        ("I1 toward 24,18.", "i1 toward 24,18"),
        ("I1 forward 4.5, pivot left 30", "i1 forward 4.5, pivot left 30"),
        ('I1 forward 4", pivot left 30\u00b0.', 'i1 forward 4", pivot left 30\u00b0'),
        ("I1 forward 4\u2033, pivot left 30\u00b0", 'i1 forward 4", pivot left 30\u00b0'),
        ("I1 forward 4\u201d", 'i1 forward 4"'),
        ("I1 forward .75, 1200,1300", "i1 forward .75, 1200,1300"),
        ("C2 to (12.25, 30)", "c2 to (12.25, 30)"),
        ("1. C2 pivot right 7.5", "c2 pivot right 7.5"),
        ("S04 go 0504 <tel:0504>", "s04 go 0504"),
        ("-1", "-1"),
        ("\u22121", "-1"),
        ("standing S01 evade_fire never", "standing s01 evade fire never"),
        ("-----", ""),
        ("", ""),
    ],
)
def test_what_phones_and_mail_programs_do_is_undone(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@given(st.text())
def test_cleaning_never_fails_and_is_done_once(raw: str) -> None:
    once = clean(raw)
    assert "\n" not in once
    assert once == once.strip()


@pytest.mark.parametrize("raw", ["S01 | hold", "| S01 hold", "S01 \uff5c hold", "S01 \u2502 hold", "S01 \u2503 hold"])
def test_a_line_with_any_bar_is_barred(raw: str) -> None:
    assert barred(raw)
    assert list(lines(raw)) == []


def test_lines_carry_their_number_and_their_words_as_sent() -> None:
    found = list(lines("Hello\n\n S01 Hold \n| S02 hold\n> S03 hold\nbegin G-7 turn 3\nS04 hold"))
    assert [(line.number, line.quote, line.text) for line in found] == [
        (1, "Hello", "hello"), (3, "S01 Hold", "s01 hold"), (7, "S04 hold", "s04 hold"),
    ]  # fmt: skip


@pytest.mark.parametrize("stop", ["-- ", "--", "END", "end.", "signoff", "\u2014"])
def test_nothing_is_read_after_a_signature_or_an_end(stop: str) -> None:
    assert [line.text for line in lines(f"S01 hold\n{stop}\nS02 hold")] == ["s01 hold"]


@pytest.mark.parametrize("text", ["Ready", "READY!", "not ready.", "- extend", "Withdraw", "cancel", "No orders."])
def test_controls_are_read_however_they_are_written(text: str) -> None:
    assert control(clean(text)) is not None


def test_a_control_within_a_sentence_is_none() -> None:
    assert control(clean("I am ready when you are")) is None


# --- spelling


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("chrage", "charge"), ("fier", "fire"), ("fired", "fire"), ("rallly", "rally"), ("forwrd", "forward"),
        ("turns", "turn"),
        ("hlod", "hold"), ("moev", "move"), ("sidways", "sideways"), ("xyzzy", None), ("", None), ("q", None),
    ],
)  # fmt: skip
def test_a_misspelt_verb_is_recognised(written: str, meant: str | None) -> None:
    known = ("hold", "rally", "turn", "forward", "back", "sideways", "move", "fire", "charge", "fight")
    assert nearest(written, known) == meant


def test_nothing_is_suggested_when_two_are_as_near() -> None:
    assert nearest("s07", ["s01", "s02", "s03"]) is None
    assert nearest("so4", ["s01", "s02", "s04"]) == "s04"


def test_prose_is_no_slip_of_the_finger() -> None:
    verbs = ("hold", "rally", "turn", "forward", "move", "fire", "charge", "fight")
    for word in ("hello", "thanks", "regards", "tom", "dear", "sent", "cheers", "best", "right"):
        assert not slip(word, verbs), word
    assert all(slip(word, verbs) for word in ("hold", "holds", "chrage", "fired", "moves"))


# --- grammar


def test_a_word_is_read_whole_or_not_at_all() -> None:
    grammar = Grammar(TABLE)
    for text, at in (("a1 holdfast", 3), ("a1 go 12134", 6), ("a1 go 0101x", 6)):
        stop = grammar.parse(text, "order")
        assert isinstance(stop, Unreadable), text
        assert stop.at == at, text


def test_what_could_have_stood_there_is_told_in_words() -> None:
    grammar = Grammar(TABLE)
    stop = grammar.parse("a1 dance", "order")
    assert isinstance(stop, Unreadable)
    assert grammar.words(stop.expected) == ("go", "hold")
    stop = grammar.parse("a1 go", "order")
    assert isinstance(stop, Unreadable)
    assert stop.at == len("a1 go")
    assert grammar.things(stop.expected) == ("a hex",)


def test_a_new_row_is_a_new_verb() -> None:
    row = Verb(word="dance", form="<unit> dance", grammar='"dance"', help="Dance.", example="A1 dance")
    grammar = Grammar(VerbTable(frame=TABLE.frame, verbs=(*TABLE.verbs, row)))
    assert not isinstance(grammar.parse("a1 dance", "order"), Unreadable)
    assert isinstance(Grammar(TABLE).parse("a1 dance", "order"), Unreadable)


def test_the_help_page_holds_every_row() -> None:
    page = markdown(Guide(title="Help", opening=("Opening.",), chapters=chapters_of(TABLE)))
    assert page.startswith("# Help\n\nOpening.\n\n## Orders\n")
    for verb in TABLE.verbs:
        assert f"**`{verb.form}`**" in page
        assert f"Example: `{verb.example}`" in page


@pytest.mark.parametrize("rules", rule_sets().values(), ids=lambda rules: rules.name)
def test_the_page_in_docs_is_the_one_the_table_makes(rules: RuleSet[Any]) -> None:
    page = Path(__file__).parent.parent / "docs" / f"orders-{rules.name}.md"
    assert page.read_text(encoding="utf-8") == markdown(rules.order_guide), "run `make pages`"


@pytest.mark.parametrize("rules", rule_sets().values(), ids=lambda rules: rules.name)
def test_the_page_names_every_standing_order_with_its_answers(rules: RuleSet[Any]) -> None:
    page = markdown(rules.order_guide)
    assert rules.order_guide.decisions
    for one in rules.order_guide.decisions:
        assert f"`standing <unit> {one.word} <answer>`" in page
        assert all(f"\n- `{value}`: " in page for value in one.values)


def test_every_control_has_a_word_of_its_own() -> None:
    assert set(CONTROLS.values()) == {word for word, meant in CONTROLS.items() if word == meant}


@pytest.mark.parametrize(
    ("words", "orders", "taken", "reason"),
    [
        (("ready", "ready"), True, ("ready",), ""),
        (("ready", "extend", "not ready"), False, ("extend",), 'one line says "ready", another "not ready"'),
        (("withdraw", "ready"), False, (), 'one line says "ready", another "withdraw"'),
        (("withdraw", "extend"), True, ("extend",), "this line takes all orders back, and other lines give orders"),
        (("withdraw",), False, ("withdraw",), ""),
    ],
)
def test_controls_that_contradict_one_another_are_not_taken(
    words: tuple[Control, ...], orders: bool, taken: tuple[Control, ...], reason: str
) -> None:
    found = [(OrderLine(number, word, word), word) for number, word in enumerate(words, 1)]
    left, problems = settled_controls(found, orders=orders)
    assert left == taken
    assert [one.reason for one in problems] == ([reason] if reason else [])
