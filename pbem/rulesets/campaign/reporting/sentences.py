"""A sentence for each kind of fact, as the seat that learns of it reads it (CA-9)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.engine.ids import Side, StandId
from pbem.engine.narrator.citing import Citing, rule_ids
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import RollLine
from pbem.engine.wording import capital, listed, plural
from pbem.rulesets.campaign.reporting.places import at_place, name, place, spotted, when
from pbem.rulesets.campaign.reporting.troops import strength
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign, side_of_seat
from pbem.rulesets.campaign.state.forces import Force


def called(view: Campaign, code: StandId) -> str:
    """``The King's army (R1)``; a force the reader knows only by its code keeps it."""
    force = view.forces.get(code)
    return f"{force.name} ({code})" if force is not None else str(code)


def _all(view: Campaign, codes: tuple[StandId, ...]) -> str:
    return listed([called(view, code) for code in codes])


def side(view: Campaign, one: Side | None) -> str:
    """A side's name."""
    return next((army.name for army in view.armies if army.id == one), "neither side")


def _lot(view: Campaign, fact: f.LotDealt) -> Sentence:
    goal = next((one for one in view.goals if one.name == fact.goal), None)
    return Sentence(text=f"Your private aim: {goal.text if goal else fact.goal}. Only you know it.", brief="", weight=0)


def orders(view: Campaign, fact: f.OrdersCame, my: str = "your") -> Sentence | None:
    """None for orders to a force of another commander who is in the same town.  my: as the report's voice has it."""
    force = view.forces.get(fact.force)
    if force is None or force.seat not in view.knows:
        return None
    whose = f"{my} orders" if len(view.knows) == 1 else "its orders"
    return Sentence(text=f"{called(view, fact.force)} has {whose}.", brief="", weight=0)


def _marched(view: Campaign, fact: f.Marched) -> Sentence:
    if fact.entered:
        return Sentence(text=f"{called(view, fact.force)} came to {place(view, fact.end)}.", kind="arrival")
    by = [name(view, town) for town in fact.through if town != fact.end.town]
    way = f" by {listed(by)}" if by else ""
    night = " by night" if fact.night else ""
    return Sentence(text=f"{called(view, fact.force)} marched{night} to {place(view, fact.end)}{way}.")


def _met(view: Campaign, fact: f.MetEnemy) -> Sentence:
    ends = {
        "battle": "a battle was offered and taken", "rear guard": "the pursuer caught the rear guard",
        "stand-off": "both stopped, half a day apart", "horse": "the outguards fought",
        "vanishes": "the others were a blind, and vanished", "invested": "it lies before the works",
    }  # fmt: skip
    text = f"{_all(view, fact.ones)} met {_all(view, fact.others)} {at_place(view, fact.at)}: {ends[fact.comes]}."
    return Sentence(text=capital(text), brief=capital(f"{listed(list(fact.ones))} met {listed(list(fact.others))}."),
                    weight=4, kind="charge")  # fmt: skip


def _small(view: Campaign, fact: f.SmallFought) -> Sentence:
    won = f"{side(view, fact.winner)} won" if fact.winner is not None else "neither side gave way"
    text = (
        f"A small action: {won}. {_all(view, fact.ones)} lost {fact.lost[0]}, {_all(view, fact.others)} {fact.lost[1]}."
    )
    return Sentence(text=text, brief=text, weight=5, kind="melee")


def _battle(view: Campaign, fact: f.BattleCalled) -> Sentence:
    men = [sum(one.men for one in each.units if one.type != "ART") for each in fact.spec.sides]
    names = [each.name for each in fact.spec.sides]
    text = f"A battle: {fact.spec.title}. {names[0]} brought {men[0]:,} men, {names[1]} {men[1]:,}."
    return Sentence(text=text, brief=text, weight=9, kind="charge")


def _returned(view: Campaign, fact: f.BattleReturned) -> Sentence:
    result = fact.result
    won = f"{side(view, result.winner)} won" if result.winner is not None else "Neither side won"
    return Sentence(text=f"{won} the battle. {came_of(view, fact)}".strip(), brief=f"{won} the battle.", weight=10,
                    kind="army")  # fmt: skip


def came_of(view: Campaign, fact: f.BattleReturned) -> str:
    """What a battle cost, and what its report adds."""
    fallen = f" Fallen or taken: {listed(list(fact.result.leaders_lost))}." if fact.result.leaders_lost else ""
    return f"{' '.join(_losses(view, fact))}{fallen} {fact.result.text}"


def _losses(view: Campaign, fact: f.BattleReturned) -> Iterator[str]:
    """What each side lost; of an enemy, who is not counted, those that were taken."""
    fight = next(one for one in view.fights if one.spec.number == fact.number)
    reader = side_of_seat(view, next(iter(view.knows))) if len(view.knows) == 1 and view.phase != "over" else None
    for one in fight.spec.sides:
        guns = {unit.code for unit in one.units if unit.type == "ART"}
        mine = {unit.code for unit in one.units} - guns
        some = [loss for loss in fact.result.losses if loss.unit in mine]
        taken = sum(loss.taken for loss in some)
        pieces = sum(loss.taken for loss in fact.result.losses if loss.unit in guns)
        and_guns = f" and {plural(pieces, 'gun', 'guns')}" if pieces else ""
        if reader in (None, one.side):
            gone = sum(loss.lost + loss.taken for loss in some)
            yield f"{one.name} lost {gone:,} men{and_guns}."
        elif taken or pieces:
            yield f"{taken:,} men{and_guns} of {one.name} were taken."


def _fell_back(view: Campaign, fact: f.FellBack) -> Sentence:
    lost = f" and lost {fact.lost:,} men" if fact.lost else ""
    return Sentence(
        text=f"{called(view, fact.force)} fell back to {place(view, fact.end)}{lost}.", kind="loss" if lost else ""
    )


def _ate(view: Campaign, fact: f.Ate) -> Sentence | None:
    if fact.how == "none":
        text = f"{called(view, fact.force)} had no bread and lost {fact.lost:,} men."
        return Sentence(text=text, brief=text, weight=5, kind="loss")
    if fact.how == "wagons":
        left = plural(fact.bread, "day", "days")
        return Sentence(text=f"{called(view, fact.force)} ate of its wagons; {left} of bread left.")
    return None


def _letter(view: Campaign, fact: f.Delivered) -> Sentence:
    one = fact.letter
    who = view.officers[one.sender].name
    written = f"written {when(view, one.written)} at {name(view, one.sent_from)}"
    how = f"Taken from the enemy: {who} to {view.officers[one.to].name}" if one.taken else f"A letter from {who}"
    if one.returned:
        how = f"Your letter to {view.officers[one.to].name} came back"
    return Sentence(text=f"{how}, {written}: “{one.text}”", brief=f"{how}.", weight=6 if one.taken else 3)


def _sent(view: Campaign, fact: f.LetterWritten) -> Sentence:
    to = view.officers[fact.letter.to].name
    return Sentence(text=f"Your letter to {to} left for {name(view, fact.end)}.")


def _report(view: Campaign, fact: f.ReportCame) -> Sentence | None:
    """A dispatch; one that its reader has already tells nothing more: who is beside their chief reports twice."""
    one = fact.report
    if view.knows[fact.seat].reports.get(one.code) == one:
        return None
    return Sentence(text=f"A dispatch: {one.name} ({one.code}) was {reported(view, one)}.")


def reported(view: Campaign, force: Force) -> str:
    """Where a force was by its dispatch, how strong and when: ``at Burford, 300 men, the morning of 5 June``."""
    return f"{at_place(view, force.where)}, {strength(force)}, {when(view, force.as_of)}"


def _news(view: Campaign, fact: f.NewsCame) -> Sentence:
    text = " ".join(spotted(view, one) for one in fact.news)
    return Sentence(text=text, brief=text, weight=2)


def _spy(view: Campaign, fact: f.SpyTold) -> Sentence:
    many = "more than a thousand of the enemy were there today" if fact.many else "no thousand of the enemy was there"
    return Sentence(text=f"Your spy at {name(view, fact.town)}: {many}.")


def _siege(view: Campaign, fact: f.SiegeWorked) -> Sentence:
    rolls = tuple(
        RollLine(str(fact.force), "breach", (face,), (fact.breached,), "a breach" if fact.breached else "none")
        for face in fact.dice
    )
    what = "there is a breach" if fact.breached else "the guns are being placed" if not fact.dice else "no breach yet"
    return Sentence(text=f"{called(view, fact.force)} before {name(view, fact.town)}: {what}.", rolls=rolls)


def _yielded(view: Campaign, fact: f.Yielded) -> Sentence:
    text = (
        f"{name(view, fact.town)} yielded to {side(view, fact.side)}: {fact.men:,} men and {fact.guns} guns were taken."
    )
    return Sentence(text=text, brief=text, weight=8, kind="army")


def _done(view: Campaign, fact: f.OrderDone) -> Sentence:
    if fact.why:
        return Sentence(text=f"{called(view, fact.force)} could not go on: {fact.why}.", brief=f"{fact.force} stopped.",
                        weight=2)  # fmt: skip
    return Sentence(text=f"{called(view, fact.force)} has carried out its orders.")


def _if(view: Campaign, fact: f.IfCame) -> Sentence:
    return Sentence(text=f"{called(view, fact.force)} took up its if-line: {fact.line.then.does}.", brief="", weight=0)


def _points(view: Campaign, fact: f.PointsWon) -> Sentence:
    goal = next((one for one in view.goals if one.name == fact.goal), None)
    what = goal.text if goal is not None else fact.goal
    whose = "your private aim" if fact.private else side(view, fact.side)
    text = f"{fact.points} points for {whose}: {what}."
    return Sentence(text=text, brief=text, weight=6)


def plain(text: Callable[[Campaign, Any], str], weight: int = 0) -> Callable[[Campaign, Any], Sentence]:
    """A sentence that needs no more than its words."""

    def tell(view: Campaign, fact: Any) -> Sentence:  # noqa: ANN401  # of any kind
        told = text(view, fact)
        return Sentence(text=told, brief=told if weight else "", weight=weight)

    return tell


def _bridge(view: Campaign, fact: f.BridgeWorked) -> str:
    doing = f"is {fact.done}" if fact.done else "is being worked at"
    return f"The bridge {fact.bridge} {doing} ({called(view, fact.force)})."


def _town_known(view: Campaign, fact: f.TownKnown) -> str:
    if fact.bridge:
        return f"The bridge {fact.bridge} is {'broken' if fact.broken else 'whole'}."
    return f"{name(view, fact.town)} is held by {side(view, fact.side)}."


SENTENCES: Mapping[type, Callable[[Campaign, Any], Sentence | None]] = {
    f.LotDealt: _lot, f.Marched: _marched, f.MetEnemy: _met, f.SmallFought: _small, f.BattleCalled: _battle,
    f.BattleReturned: _returned, f.FellBack: _fell_back, f.Ate: _ate, f.Delivered: _letter, f.LetterWritten: _sent,
    f.ReportCame: _report, f.NewsCame: _news, f.SpyTold: _spy, f.SiegeWorked: _siege, f.Yielded: _yielded,
    f.OrderDone: _done, f.IfCame: _if, f.PointsWon: _points,
    f.WeatherCame: plain(lambda view, fact: "Rain began.", 1),
    f.OrdersCame: orders,
    f.SpySet: plain(lambda view, fact: f"You have a spy at {name(view, fact.town)} today."),
    f.Parted: plain(lambda view, fact: f"{fact.into.name} ({fact.into.code}) parted from {called(view, fact.force)}."),
    f.Merged: plain(lambda view, fact: f"{called(view, fact.force)} joined {called(view, fact.into)}."),
    f.HeadMoved: plain(lambda view, fact: f"You are now with {called(view, fact.force)}.", 5),
    f.Straggled: plain(lambda view, fact: f"{fact.lost:,} men of {called(view, fact.force)} fell out.", 2),
    f.LeftMap: plain(lambda view, fact: f"{called(view, fact.force)} has left for {name(view, fact.town)}.", 6),
    f.TownTaken: plain(lambda view, fact: f"{called(view, fact.by)} took {name(view, fact.town)}.", 3),
    f.Vanished: plain(lambda view, fact: f"Nothing is left of {called(view, fact.force)}.", 5),
    f.TownKnown: plain(_town_known),
    f.MenBack: plain(lambda view, fact: f"{fact.men:,} men came back to {called(view, fact.force)}."),
    f.WentHome: plain(lambda view, fact: f"{fact.men:,} of {called(view, fact.force)} went home.", 4),
    f.BridgeWorked: plain(_bridge, 2),
    f.CampaignEnded: plain(lambda view, fact: f"The campaign is over: {side(view, fact.winner)} has won."
                            if fact.winner is not None else "The campaign is over: neither side has won.", 10),
    f.ForceRuled: plain(lambda view, fact: f"The umpire ruled on {called(view, fact.force)}.", 3),
}  # fmt: skip

TELLING: Telling[Campaign] = Telling(
    citing=Citing(most=3, routine=rule_ids("CA-3", "CA-6", "CA-7", "CA-8")),
    sentences=SENTENCES,
    clauses={
        f.HalfBegan: lambda teller, fact: teller.chapter(capital(teller.turn.after.calendar.said(fact.half))),
        f.OrderRefused: lambda teller, fact: teller.not_carried_out(fact.force, fact.act.does, fact.why, fact.rules),
    },
    silent={
        f.TurnBegan: "the heading says it", f.OrdersTaken: "its writer knows it", f.HalfEnded: "the heading says it",
        f.ForcedDay: "a count", f.Unattacked: "a count", f.CourierSent: "only the umpire sees riders",
        f.CourierRode: "only the umpire sees riders", f.CourierGone: "only the umpire sees riders",
        f.ResultCame: "what it brings is told", f.HowFought: "the umpire's own", f.EatenOf: "a count",
        f.DaysCounted: "a count",
    },
)  # fmt: skip
"""How a dispatch tells each fact."""
