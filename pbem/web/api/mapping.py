"""The API's maps made from charts, of every kind."""

from collections.abc import Iterable
from typing import assert_never

from pbem.engine.chart import Chart, Drawn
from pbem.engine.countrychart import CountryChart, MileSpot, RoadMarch
from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.hexes import SIDE_HOURS, Hex, hour, label
from pbem.engine.table.measures import inches
from pbem.engine.table.places import Spot
from pbem.engine.table.references import say_spot
from pbem.engine.tablechart import TableChart, Track
from pbem.web.api import mapshapes as shapes
from pbem.web.api.shaping import shaped


def map_of(chart: Chart, number: int) -> shapes.Map:
    """A turn's map.  number: of its report."""
    match chart:
        case HexChart():
            return hex_map(chart, number)
        case TableChart():
            return table_map(chart, number)
        case CountryChart():
            return country_map(chart, number)
        case _:
            assert_never(chart)


def pieces_of(chart: Chart) -> shapes.Pieces:
    """What is on a map, without its ground."""
    match chart:
        case HexChart():
            return hex_pieces(chart)
        case TableChart():
            return table_pieces(chart)
        case CountryChart():
            return country_pieces(chart)
        case _:
            assert_never(chart)


def arrows(drawn: Iterable[Drawn]) -> tuple[shapes.ArrowShape, ...]:
    """What was done or is ordered."""
    return tuple(_arrow(one) for one in drawn)


def _arrow(drawn: Drawn) -> shapes.ArrowShape:
    match drawn:
        case Arrow(kind, look, code, path):
            return shapes.ArrowShape(kind, look, code, _labels(path), None)
        case Track(kind, look, code, way, end):
            return shapes.ArrowShape(kind, look, code, _places(way), end.facing / 10 if end else None)
        case RoadMarch(kind, look, code, spots):
            return shapes.ArrowShape(kind, look, code, _miles(spots), None)
        case _:
            assert_never(drawn)


# --- hexes --------------------------------------------------------------------------------------------------------


def hex_map(chart: HexChart, number: int) -> shapes.HexMapShape:
    """A map of hexes."""
    pieces = hex_pieces(chart)
    return shapes.HexMapShape(
        counters=pieces.counters, generals=pieces.generals, arrows=pieces.arrows, melees=pieces.melees,
        wrecks=pieces.wrecks, number=number, title=chart.title, subtitle=chart.subtitle, columns=chart.columns,
        rows=chart.rows, scale=chart.scale, scale_unit=chart.scale_unit,
        ground=tuple(shapes.GroundShape(hex=label(one.hex), kind=one.ground) for one in chart.ground),
        names=tuple(
            shapes.PlaceNameShape(text=one.text, kind=one.kind, hexes=_labels(one.hexes)) for one in chart.names
        ),
        walls=tuple(
            shapes.WallShape(
                hex=label(one.hex), sides=tuple(SIDE_HOURS[side] for side in one.sides), prepared=one.prepared
            )
            for one in chart.walls
        ),
        objective=_labels(chart.objective), objective_text=chart.objective_text,
        sides=tuple(shaped(one, shapes.MapSideShape) for one in chart.sides), coming=chart.coming,
    )  # fmt: skip


def hex_pieces(chart: HexChart) -> shapes.HexPiecesShape:
    """What is on it."""
    return shapes.HexPiecesShape(
        counters=tuple(
            shapes.CounterShape(
                code=one.code, name=one.name, look=one.look, symbol=one.symbol, hex=label(one.hex),
                facing=hour(one.facing), ranks=one.ranks, disordered=one.disordered, ready=one.ready,
                general=one.general, lost=one.lost, seen_in=one.ghost,
            )
            for one in chart.counters
        ),
        generals=tuple(
            shapes.GeneralShape(letter=one.letter, look=one.look, hex=label(one.hex)) for one in chart.generals
        ),
        arrows=arrows(chart.arrows),
        melees=tuple(shapes.MeleeShape(one=label(one.one), other=label(one.other)) for one in chart.melees),
        wrecks=tuple(shapes.WreckShape(code=one.code, look=one.look, hex=label(one.hex)) for one in chart.wrecks),
    )  # fmt: skip


def _labels(hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(label(one) for one in hexes)


# --- a table ------------------------------------------------------------------------------------------------------


def table_map(chart: TableChart, number: int) -> shapes.TableMapShape:
    """A map of a table in inches."""
    pieces = table_pieces(chart)
    return shapes.TableMapShape(
        bases=pieces.bases, arrows=pieces.arrows, contacts=pieces.contacts, fallen=pieces.fallen, number=number,
        title=chart.title, subtitle=chart.subtitle, width=inches(chart.width), depth=inches(chart.depth),
        features=tuple(
            shapes.FeatureShape(
                id=one.id, kind=one.kind, shape=_places(one.shape), half_width=inches(one.half_width), name=one.name
            )
            for one in chart.features
        ),
        areas=tuple(
            shapes.AreaShape(
                kind=one.kind, shape=_places(one.shape), radius=inches(one.radius), name=one.name, look=one.look
            )
            for one in chart.areas
        ),
        objective_text=chart.objective_text, sides=tuple(shaped(one, shapes.MapSideShape) for one in chart.sides),
        coming=chart.coming,
    )  # fmt: skip


def table_pieces(chart: TableChart) -> shapes.TablePiecesShape:
    """What is on it."""
    return shapes.TablePiecesShape(
        bases=tuple(
            shapes.BaseShape(
                code=one.code, name=one.name, look=one.look, symbol=one.symbol, at=say_spot(one.at.at),
                facing=one.at.facing / 10, width=inches(one.width), depth=inches(one.depth), strength=one.strength,
                marks=one.marks, lost=one.lost, seen_in=one.ghost, told=one.told,
            )
            for one in chart.bases
        ),
        arrows=arrows(chart.tracks),
        contacts=tuple(shapes.ContactShape(one.one, one.other, say_spot(one.at)) for one in chart.touches),
        fallen=tuple(
            shapes.FallenShape(one.code, one.look, say_spot(one.at.at), one.at.facing / 10) for one in chart.fallen
        ),
    )  # fmt: skip


def _places(spots: Iterable[Spot]) -> tuple[str, ...]:
    return tuple(say_spot(one) for one in spots)


# --- a country ----------------------------------------------------------------------------------------------------


def country_map(chart: CountryChart, number: int) -> shapes.CountryMapShape:
    """A map of a country."""
    pieces = country_pieces(chart)
    ground = (("river", chart.rivers), ("hills", chart.hills), ("wood", chart.woods))
    return shapes.CountryMapShape(
        flags=pieces.flags, arrows=pieces.arrows, places=pieces.places, fights=pieces.fights, number=number,
        title=chart.title, subtitle=chart.subtitle, width=chart.width, height=chart.height,
        roads=tuple(
            shapes.RoadShape(
                a=one.a, b=one.b, course=_miles(one.course), miles=one.miles, halves=one.halves, bridge=one.bridge,
                broken=one.broken,
            )
            for one in chart.roads
        ),
        ground=tuple(shapes.CourseShape(kind, one.name, _miles(one.course)) for kind, some in ground for one in some),
        sides=tuple(shaped(one, shapes.MapSideShape) for one in chart.sides),
    )  # fmt: skip


def country_pieces(chart: CountryChart) -> shapes.CountryPiecesShape:
    """What is in it."""
    return shapes.CountryPiecesShape(
        flags=tuple(
            shapes.FlagShape(
                code=one.code, name=one.name, look=one.look, at=_mile(one.at), place=one.place, strength=one.strength,
                grade=one.grade, when=one.when, age=one.age, told=one.told,
            )
            for one in chart.flags
        ),
        arrows=arrows(chart.marches),
        places=tuple(
            shapes.TownShape(
                id=one.id, name=one.name, at=_mile(one.at), site=one.site, stronghold=one.stronghold,
                magazine=one.magazine, held=one.held,
            )
            for one in chart.places
        ),
        fights=_miles(chart.fights),
    )  # fmt: skip


def _mile(spot: MileSpot) -> str:
    return f"{spot[0] / 100:g},{spot[1] / 100:g}"


def _miles(spots: Iterable[MileSpot]) -> tuple[str, ...]:
    return tuple(_mile(one) for one in spots)
