"""Whatever is typed into the form of a new game is read, or said to be wrong."""

from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from pbem.engine.ids import UMPIRE, Seat
from pbem.rulesets.snaphance import RULES
from pbem.service.lobby.terms import chosen, how_long, terms
from pbem.service.options import PRESETS, Options, check_options
from pbem.web.lobby.termsform import WHOLE, WORDS, blank, read

SEATS = (Seat("south"), Seat("north"))
NAMES = (*WHOLE, *WORDS, "weekdays", "note", *(f"{name}:{seat}" for seat in SEATS for name in ("place", "email")))
TYPED = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", "0", "1", "3", "12", "٣", "-1", "days", "hours", "none", "20:00", "24:61", "UTC", "Europe",
                     "../UTC", "round", "ask me", "wait", "aide", "aide:bold", "aide:", "me", "open", "invite",
                     "a@example.org", "\0", "strict", "players", "none", "7", "8"]),
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(NAMES), TYPED), max_size=30))
@settings(max_examples=150)
def test_a_form_is_read_or_something_is_said_to_be_wrong(fields: list[tuple[str, str]]) -> None:
    sheet = read(MultiDict(fields), SEATS, RULES, RULES.course.paces)
    assert sheet.wrong or (sheet.options is not None and sheet.places is not None)
    if sheet.places is not None:
        assert set(sheet.places) == {*SEATS, UMPIRE}
    if sheet.options is not None:
        check_options(sheet.options)


@given(
    st.builds(
        Options,
        every=st.integers(0, 366), unit=st.sampled_from(["days", "hours"]), grace=st.integers(0, 99),
        extensions=st.integers(0, 9), leave=st.integers(0, 99),
        weekdays=st.sets(st.integers(1, 7), min_size=1).map(lambda days: tuple(sorted(days))),
    ),
    st.integers(0, 20),
)  # fmt: skip
@settings(max_examples=100)
def test_terms_are_whole_sentences(options: Options, rounds: int) -> None:
    told = [*chosen(options), how_long(options, RULES, rounds), *(one.told for one in terms(options, RULES, rounds))]
    for sentence in filter(None, told):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert ".." not in sentence
        assert "  " not in sentence


def test_the_form_of_each_preset_is_read_as_it_was_meant() -> None:
    for name, preset in PRESETS.items():
        shown = blank(name, SEATS, "Europe/Madrid", RULES.usual_pace)
        typed = MultiDict([*shown.fields.items(), *(("weekdays", str(day)) for day in shown.weekdays)])
        sheet = read(typed, SEATS, RULES, RULES.course.paces)
        assert sheet.wrong == {}
        assert sheet.options is not None
        kept = ("every", "unit", "at", "grace", "extensions", "missed", "leave", "watch", "press", "trust", "remind")
        assert {one: getattr(sheet.options, one) for one in kept} == {one: getattr(preset.options, one) for one in kept}


def test_a_host_chooses_how_many_receipts_there_are_by_mail() -> None:
    shown = blank("relaxed", SEATS, "UTC", RULES.usual_pace)
    typed = [*shown.fields.items(), *(("weekdays", str(day)) for day in shown.weekdays)]
    few = read(
        MultiDict([*((a, b) for a, b in typed if a != "receipts"), ("receipts", "problems")]),
        SEATS,
        RULES,
        RULES.course.paces,
    )
    assert few.options is not None
    assert few.options.receipts == "problems"
    said = [" ".join(one.told for one in terms(options, RULES)) for options in (few.options, Options())]
    assert "get an answer only if a line needs you" in said[0]
    assert "Every mail with orders gets an answer" in said[1]
    assert read(MultiDict([*typed, ("receipts", "")]), SEATS, RULES, RULES.course.paces).wrong == {}
