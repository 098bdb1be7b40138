"""Maps of a table with hidden units: each grade is drawn and told so that nothing of it betrays more."""

from msgspec.structs import replace

from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import Base, TableChart
from pbem.reports.maps.drawing import render_svg
from pbem.reports.maps.tables.maptext import chart_alt, text_map, text_map_key
from tests.table_samples import the_mill

LINES = the_mill()
KNOWN = LINES.bases[-1]


def base(**changes: object) -> Base:
    return replace(KNOWN, code="?1", name="body of troops", strength="", told=(), **changes)


def with_base(one: Base) -> TableChart:
    return replace(LINES, bases=(*LINES.bases[:-1], one), tracks=(), touches=(), fallen=())


def test_a_body_of_troops_is_told_without_a_facing() -> None:
    told = chart_alt(with_base(base(seen="body", symbol="foot")))
    assert "?1 at" in told
    assert "facing" not in told.partition("?1 at")[2].partition(";")[0].partition(".")[0]
    assert "?1" in "\n".join(text_map(with_base(base(seen="body", symbol="foot"))))


def test_what_is_not_known_is_drawn_dashed_and_named_in_the_legend() -> None:
    made_out = render_svg(with_base(base(seen="made out", symbol="horse")))
    body = render_svg(with_base(base(seen="body", symbol="horse")))
    assert "made out: kind and front" in made_out
    assert "a body of troops" in body
    assert 'stroke-dasharray="9,5"' in made_out


def test_an_older_ghost_has_wider_gaps() -> None:
    place = Spot(Hundredths(1000), Hundredths(1000))
    drawn = [render_svg(with_base(base(ghost=2, age=age, at=Pose(place, Tenths(0))))) for age in (1, 2, 5)]
    assert ['dasharray="4,7"' in one for one in drawn] == [False, True, False]
    assert ['dasharray="2,6"' in one for one in drawn] == [False, False, True]


def test_a_blind_is_hatched_and_told_of_from_the_first_turn_on() -> None:
    blind = replace(with_base(base(seen="blind", symbol="foot")), blinds=True)
    assert "a body of troops or a blind" in render_svg(blind)
    assert "a body of troops or a blind" in render_svg(replace(LINES, blinds=True)), "though none is in sight"
    assert "facing" not in chart_alt(blind).partition("?1 at")[2].partition(";")[0].partition(".")[0]
    assert "a body of troops may be a blind" in text_map_key(blind)


def test_what_was_told_is_dotted_with_its_source_and_no_ghost() -> None:
    told = with_base(base(ghost=3, source="spy"))
    drawn = render_svg(told)
    assert "spy t3" in drawn
    assert "told, not seen" in drawn
    assert "last seen" not in drawn
    assert "?1 suspected at" in chart_alt(told)
    assert "<?1>" in "\n".join(text_map(told))
    assert "in pointed brackets: told, not seen" in text_map_key(told)
