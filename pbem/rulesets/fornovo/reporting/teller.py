"""A turn in words: step by step, in the order in which things happened."""

from collections.abc import Mapping

from pbem.engine.asks import Decided
from pbem.engine.commanders import ParcelledOut, parcelled_words
from pbem.engine.grades import figures, graded
from pbem.engine.hiding import SightingWithdrawn, SightRuled, ghosts_of
from pbem.engine.ids import Side, StandId
from pbem.engine.narrator.briefs import Harvest, on_a_table
from pbem.engine.narrator.citing import Citing, rule_ids
from pbem.engine.narrator.narration import Naming
from pbem.engine.narrator.narrator import Narrator
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import Outcome, Told
from pbem.engine.ruleset import SeatTurn
from pbem.engine.rulings.told import lost_points, ruling_sentences
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitsGaveAway
from pbem.rulesets.fornovo.reporting import fighting_sentences as h
from pbem.rulesets.fornovo.reporting import sentences as s
from pbem.rulesets.fornovo.reporting import sightings as seen
from pbem.rulesets.fornovo.reporting.tallying import tallies
from pbem.rulesets.fornovo.reporting.troops import last_seen, rows
from pbem.rulesets.fornovo.special.speaking import special_told
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import fighting_facts as g
from pbem.rulesets.fornovo.state import noticed as n
from pbem.rulesets.fornovo.state import raising_facts as r
from pbem.rulesets.fornovo.state import special_facts as x
from pbem.rulesets.fornovo.state.asks import Packet
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import Unit
from pbem.rulesets.fornovo.view import side_of

STEPS: Mapping[str, str] = {
    "R1": "Initiative", "R2": "Recoils", "R3a": "Rallies and halts", "R3b": "Routers and pursuers",
    "R4": "Returns to the table", "M1": "Side A's charges", "M2": "Side B's charges", "M3a": "Side A's moves",
    "M3b": "Side B's moves", "S1": "Shooting", "S2": "Tests after shooting", "S3": "Charges completed", "C1": "Combat",
    "C2": "Losers of combat", "C3": "Friends who rout", "C4": "Recovery",
}  # fmt: skip


def _step(teller: Narrator[Battle], fact: f.PhaseBegan) -> None:
    teller.chapter(STEPS.get(fact.step, fact.step))


def _refused(teller: Narrator[Battle], fact: f.OrderRefused) -> None:
    """Told to its owner alone, as an order that could not be carried out."""
    teller.not_carried_out(fact.unit, "its order", s.refusal(fact), fact.why)


TELLING: Telling[Battle] = Telling(
    citing=Citing(most=3, routine=rule_ids("FS-6a")),
    sentences={
        f.TurnBegan: lambda view, fact: None,
        f.RolesChosen: s.roles,
        f.MoveMade: s.moved,
        f.GeneralChanged: s.general_changed,
        f.DebtPaid: lambda view, fact: Sentence(text="makes good a move of its maneuver.", subject=fact.unit),
        f.WoodFound: s.wood_found,
        f.Mutinied: s.mutinied,
        f.Removed: s.removed,
        f.MoraleChanged: s.morale,
        f.Disordered: lambda view, fact: Sentence(text="is disordered.", subject=fact.unit),
        f.Recovered: s.recovered,
        f.Routed: s.routed,
        f.Rallied: s.rallied,
        f.ChargeDeclared: s.declared,
        f.ChargeAnswered: s.answered,
        f.ChargeMoved: s.charged,
        f.Evaded: s.evaded,
        f.FalseRout: s.false_rout,
        f.ChargeConfirmed: s.confirmed,
        f.ChargeFailed: s.failed,
        f.ChargeEnded: s.charge_ended,
        f.ContactMade: s.contact,
        f.ContactLost: lambda view, fact: Sentence(text=f"is free of {fact.units[1]}.", subject=fact.units[0]),
        f.CombatDisordered: lambda view, fact: Sentence(
            text="is disordered by two rounds of combat.", subject=fact.unit
        ),
        f.Overrun: s.overrun,
        f.RecoilOwed: lambda view, fact: Sentence(text="is to recoil.", subject=fact.unit),
        f.Recoiled: s.recoiled,
        f.FollowedUp: s.followed,
        f.CrewLeft: lambda view, fact: Sentence(text="is left by its crew.", subject=fact.unit),
        f.DrivenOut: lambda view, fact: Sentence(text="is driven out of its cover.", subject=fact.unit.id),
        f.HorsesDispersed: lambda view, fact: Sentence(text="loses its horses.", subject=fact.unit, weight=3),
        f.StakesMoved: lambda view, fact: Sentence(
            text="takes its stakes up." if fact.carried else "plants its stakes.", subject=fact.unit
        ),
        f.HedgeWorked: lambda view, fact: Sentence(
            text={
                "begun": "begins to break the hedge down.",
                "loopholed": "loopholes the hedge.",
                "broken": "has broken the hedge down.",
            }[fact.how],
            subject=fact.unit,
        ),
        f.StakesLost: lambda view, fact: Sentence(text="loses its stakes.", subject=fact.unit),
        f.RoutMoved: s.fled,
        f.BurstThrough: s.burst,
        f.PursuitBegan: s.pursuit_began,
        f.PursuitMoved: s.pursued,
        f.PursuitAllowed: lambda view, fact: Sentence(text="is let go on.", subject=fact.unit),
        f.PursuitEnded: s.pursuit_ended,
        f.OffTable: s.off_table,
        f.CameBack: s.returned,
        g.Tested: h.tested,
        g.Shot: h.shot,
        g.VolleyFired: h.volley,
        g.GunsHit: h.guns_hit,
        g.Saved: h.saved,
        g.FiguresLost: h.lost,
        g.WorksHit: h.works_hit,
        g.WagonsHit: h.wagons_hit,
        g.GeneralAtRisk: h.at_risk,
        g.PairCounted: h.counted,
        g.Struck: h.struck,
        g.RoundDecided: h.decided,
        r.ArmyRaised: s.army_raised,
        x.SpecialActed: s.special_acted,
        x.Marked: s.special_marked,
        x.UnitArrived: s.arrived,
        x.GroundClosed: s.ground_closed,
        f.UnitPut: s.unit_put,
        f.FogPut: s.fog_put,
        ParcelledOut: lambda view, fact: Sentence(text=parcelled_words(view, fact)),
        **ruling_sentences("turn", s.named, lost_points),
        n.Sighted: seen.sighted,
        n.LostSight: seen.lost_sight,
        n.FoundOut: seen.found_out,
        n.SightingReported: seen.reported,
        SightRuled: seen.sight_ruled,
        SightingWithdrawn: seen.withdrawn,
        PlaceSeenEmpty: seen.place_empty,
        SeenMoving: seen.seen_moving,
        AreaSeen: seen.area_seen,
        f.BattleEnded: lambda view, fact: Sentence(text="The battle is over.", kind="end", weight=9, brief=""),
    },
    clauses={f.PhaseBegan: _step, f.OrderRefused: _refused},
    silent={
        UnitsGaveAway: "neither side is told",
        r.ListsDone: "the armies are told one by one",
        f.OrdersAsked: "orders are asked for",
        f.StandingGiven: "its writer knows it",
        f.GroundHeld: "the tally tells it",
    },
)


class Teller(Narrator[Battle]):
    """Counts the reader's units with orders."""

    def decided(self, decided: Decided) -> None:
        """The reader's packet."""
        if isinstance(decided.given.answer, Packet):
            packet = decided.given.answer
            self.ordered |= {one.unit for one in packet.charges} | {one.who for one in packet.moves}


def tell(turn: SeatTurn[Battle]) -> Told:
    """The turn as its seat learned of it."""
    battle = turn.after
    mine = side_of(battle, turn.seat)
    names: dict[str, Naming] = {
        code: Naming(f"{code} {one.name}", one.name)
        for code, one in {**last_known(battle, mine), **battle.removed, **battle.units}.items()
    }
    teller = Teller(turn, TELLING, Harvest(), names)
    teller.chapter("Before the turn")
    teller.hear_all()
    return Told(
        turn_name=f"turn {battle.turn}" if turn.number else "the start",
        in_short=on_a_table(turn, teller.chapters, g.VolleyFired),
        chapters=tuple(chapter for chapter in teller.chapters if chapter.events),
        carried_out=teller.carried_out,
        ordered=len(teller.ordered),
        not_done=tuple(teller.not_done),
        mine=() if battle.army_points else rows(turn, mine),  # they are raised first
        seen=()
        if mine is None
        else tuple(row for one in battle.armies if one.id != mine for row in rows(turn, one.id)),
        no_longer_seen=last_seen(battle, mine),
        outcome=outcome(battle),
        tallies=tallies(battle, mine, turn.seat),
        readings=(
            *(() if turn.number else seen.hidden_units(battle)),
            *special_told(battle, turn.number, (happening.fact for happening in turn.happenings)),
        ),
    )


def last_known(battle: Battle, side: Side | None) -> dict[StandId, Unit]:
    """Units that a side sees no longer, by the names that it has for them."""
    return {name: ghost.was for name, ghost in ghosts_of(battle, side).items()}


def outcome(battle: Battle) -> Outcome | None:
    """How it ended; None while it goes on."""
    if not battle.how or battle.verdict is None:
        return None
    names = {one.id: one.name for one in battle.armies}
    if battle.how == "ruled":
        winner = f": {names[battle.winner]} wins." if battle.winner is not None else ": neither side wins."
        return Outcome("ruled", battle.winner or "", f"The umpire ended the battle{winner}")
    breaks = {one.id: one.points for one in battle.armies}
    won = f"{names[battle.winner]} has won: " if battle.winner is not None else "Neither side has won: "
    how = graded(battle.verdict, names, broken=battle.how == "broken" and battle.winner is not None)
    text = f"{won}{how} {figures(battle.verdict, names, breaks, battle.winner)}"
    return Outcome(battle.how, battle.winner or "", text)
