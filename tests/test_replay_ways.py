"""How units are seen to move when a battle on a table is followed: they turn, go, and turn."""

from msgspec.structs import replace

from pbem.engine.mapstyle import SideKey
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import Base, TableChart, Track
from pbem.reports.maps import ways


def pose(x: float, y: float, degrees: float) -> Pose:
    return Pose(Spot(Hundredths(round(x * 100)), Hundredths(round(y * 100))), Tenths(round(degrees * 10)))


def table(at: Pose, *tracks: Track) -> TableChart:
    base = Base(
        code="I1", name="", look=1, symbol="foot", at=at, width=Hundredths(400), depth=Hundredths(200), strength="15"
    )
    return TableChart(
        title="", subtitle="", width=Hundredths(3600), depth=Hundredths(3600), features=(), areas=(),
        objective_text="", sides=(SideKey("S", "South", 1, 0, 0), SideKey("N", "North", 2, 0, 0)), bases=(base,),
        tracks=tracks,
    )  # fmt: skip


def moved(start: Pose, end: Pose, kind: str = "moved") -> list[tuple[float, float, float]]:
    """The steps of a unit that goes straight from one pose to another, in inches."""
    track = Track(kind, 1, "I1", (start.at, end.at), end)  # type: ignore[arg-type]  # one of its kinds
    (found,) = ways(table(start), table(end, track)).values()
    inch = 30.3
    return [(round(x / inch, 1), round(-y / inch, 1), turn) for x, y, turn in found]


def test_it_turns_goes_and_turns_by_the_short_way() -> None:
    assert moved(pose(12, 6, 350), pose(12, 12, 30)) == [(0, -6, -40), (0, -6, -30), (0, 0, -30), (0, 0, 0)]


def test_whoever_falls_back_faces_as_he_did() -> None:
    assert moved(pose(12, 12, 0), pose(12, 6, 0), "fell-back") == [(0, 6, 0), (0, 0, 0)]


def test_a_turn_on_the_spot_is_seen_and_whoever_stays_is_not() -> None:
    before, after = table(pose(12, 6, 0)), table(pose(12, 6, 90))
    assert ways(before, after) == {"I1": [(0, 0, -90), (0, 0, 0)]}
    assert ways(before, before) == {}
    assert ways(before, replace(before, tracks=(Track("shot", 1, "I1", (Spot(Hundredths(0), Hundredths(0)),)),))) == {}
