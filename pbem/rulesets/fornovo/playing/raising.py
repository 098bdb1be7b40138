"""Before the first turn: both sides' army lists, sealed, and where their troops stand (FS-4, FS-Q89)."""

from collections.abc import Iterator

from pbem.engine.ids import RuleId, Side
from pbem.engine.play import Play
from pbem.rulesets.fornovo.moving.deploying import deployed, led
from pbem.rulesets.fornovo.muster.raising import leader_points, points_of
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet
from pbem.rulesets.fornovo.state.battle import Battle, General
from pbem.rulesets.fornovo.state.raising_facts import ArmyRaised, ListsDone
from pbem.rulesets.fornovo.state.units import Unit


def raise_armies(play: Play[Battle]) -> None:
    """A side that sends no list fights with the scenario's army."""
    before = play.battle
    asks = [AskPacket(seat=one.seat, default=Packet(), side=one.id, turn=0, stop="armies") for one in before.armies]
    lists = play.ask_each(asks, sealed=True)
    for ask, packet in zip(asks, lists, strict=True):
        units, leaders = within(packet, before.army_points)
        if units:
            _take_the_field(play, ask.side, units, leaders)
    play.record(ListsDone())


def _take_the_field(play: Play[Battle], side: Side, units: tuple[Unit, ...], leaders: tuple[General, ...]) -> None:
    there = deployed(play.battle, side, units)
    play.record(
        ArmyRaised(
            side, there, led(play.battle, side, leaders), points_of(there, leaders), rules=(RuleId("FS-4a"),)
        )
    )  # fmt: skip


def within(packet: Packet, limit: int) -> tuple[tuple[Unit, ...], tuple[General, ...]]:
    """FS-4: of a list that costs more than was agreed, the last lines stay at home."""
    leaders = tuple(_affordable(packet.leaders, limit))
    left = limit - points_of((), leaders)
    units: list[Unit] = []
    for one in packet.levies:
        if one.points <= left:
            units.append(one)
            left -= one.points
    return tuple(units), leaders


def _affordable(leaders: tuple[General, ...], left: int) -> Iterator[General]:
    for one in leaders:
        if leader_points(one) <= left:
            left -= leader_points(one)
            yield one
