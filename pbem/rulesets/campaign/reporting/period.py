"""The dispatch in the voice of its time (CA-9): the same facts in the words of a commander of the 1640s."""

from collections.abc import Callable, Mapping
from dataclasses import replace as with_table
from typing import Any

from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.wording import capital, listed, plural
from pbem.rulesets.campaign.reporting import sentences as s
from pbem.rulesets.campaign.reporting.places import at_place, name, place, spotted, when
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import Whereabouts

HOURS = {"evening": "at evening", "noon": "about noon", "morning": "in the morning"}
"""Of a dateline."""


def dateline(view: Campaign, where: Whereabouts, hour: str, day: int) -> str:
    """Where and when it was written: ``From my quarters at Burford, this 5 June 1644, at evening.``.

    hour: a key of HOURS.  day: of the campaign, from 1.
    """
    return f"From my quarters {at_place(view, where)}, this {view.calendar.dated(day)}, {HOURS[hour]}."


def _marched(view: Campaign, fact: f.Marched) -> Sentence:
    by = [name(view, town) for town in fact.through if town != fact.end.town]
    way = f" by way of {listed(by)}" if by else ""
    night = ", having marched in the night" if fact.night else ""
    return Sentence(text=f"{s.called(view, fact.force)} is come to {place(view, fact.end)}{way}{night}.")


def _met(view: Campaign, fact: f.MetEnemy) -> Sentence:
    ends = {
        "battle": "battle was offered, and not refused", "rear guard": "we fell upon their rear",
        "stand-off": "both stood, and neither would come on", "horse": "the forlorn hopes were engaged",
        "vanishes": "it was but a show of men, and is vanished", "invested": "it is set down before the works",
    }  # fmt: skip
    ones, others = (listed([s.called(view, code) for code in some]) for some in (fact.ones, fact.others))
    text = f"{ones} fell in with {others} {at_place(view, fact.at)}: {ends[fact.comes]}."
    brief = f"{listed(list(fact.ones))} fell in with {listed(list(fact.others))}."
    return Sentence(text=capital(text), brief=capital(brief), weight=4, kind="charge")


def _returned(view: Campaign, fact: f.BattleReturned) -> Sentence:
    winner = fact.result.winner
    won = (
        f"It pleased God to give the victory to {s.side(view, winner)}."
        if winner is not None
        else "Neither party can boast of the day."
    )
    return Sentence(text=f"{won} {s.came_of(view, fact)}".strip(), brief=won, weight=10, kind="army")


def _fell_back(view: Campaign, fact: f.FellBack) -> Sentence:
    lost = f", with the loss of {fact.lost:,} men" if fact.lost else ""
    text = f"{s.called(view, fact.force)} is retired upon {place(view, fact.end)}{lost}."
    return Sentence(text=text, kind="loss" if lost else "")


def _ate(view: Campaign, fact: f.Ate) -> Sentence | None:
    who = s.called(view, fact.force)
    if fact.how == "none":
        text = f"{who} wanted bread, and {fact.lost:,} men are lost by it."
        return Sentence(text=text, brief=text, weight=5, kind="loss")
    if fact.how == "wagons":
        return Sentence(
            text=f"{who} lives of its own carriages, and has bread for {plural(fact.bread, 'day', 'days')}."
        )
    return None


def _letter(view: Campaign, fact: f.Delivered) -> Sentence:
    one = fact.letter
    who, to = view.officers[one.sender].name, view.officers[one.to].name
    written = f"written {when(view, one.written)} at {name(view, one.sent_from)}"
    how = f"I received a letter of {who}"
    if one.taken:
        how = f"We have intercepted a letter of {who} to {to}"
    elif one.returned:
        how = f"My letter to {to} is brought back to me"
    return Sentence(text=f"{how}, {written}: “{one.text}”", brief=f"{how}.", weight=6 if one.taken else 3)


def _report(view: Campaign, fact: f.ReportCame) -> Sentence | None:
    one = fact.report
    if view.knows[fact.seat].reports.get(one.code) == one:
        return None
    return Sentence(text=f"I am advertised by {one.name} ({one.code}) that it was {s.reported(view, one)}.")


def _news(view: Campaign, fact: f.NewsCame) -> Sentence:
    text = f"I am informed: {' '.join(spotted(view, one) for one in fact.news)}"
    return Sentence(text=text, brief=text, weight=2)


def _spy(view: Campaign, fact: f.SpyTold) -> Sentence:
    many = "above a thousand of the enemy were there this day" if fact.many else "no thousand of the enemy was there"
    return Sentence(text=f"One whom I keep at {name(view, fact.town)} assures me that {many}.")


def _yielded(view: Campaign, fact: f.Yielded) -> Sentence:
    text = (
        f"{name(view, fact.town)} is rendered to {s.side(view, fact.side)}, with {fact.men:,} men and "
        f"{plural(fact.guns, 'gun', 'guns')}."
    )
    return Sentence(text=text, brief=text, weight=8, kind="army")


def _done(view: Campaign, fact: f.OrderDone) -> Sentence:
    who = s.called(view, fact.force)
    if fact.why:
        return Sentence(text=f"{who} was hindered: {fact.why}.", brief=f"{fact.force} was hindered.", weight=2)
    return Sentence(text=f"{who} has performed its orders.")


SENTENCES: Mapping[type, Callable[[Campaign, Any], Sentence | None]] = {
    f.Marched: _marched, f.MetEnemy: _met, f.BattleReturned: _returned, f.FellBack: _fell_back, f.Ate: _ate,
    f.Delivered: _letter, f.ReportCame: _report, f.NewsCame: _news, f.SpyTold: _spy, f.Yielded: _yielded,
    f.OrderDone: _done,
    f.OrdersCame: lambda view, fact: s.orders(view, fact, "my"),
    f.SpySet: s.plain(lambda view, fact: f"I have one at {name(view, fact.town)} this day to bring me word."),
    f.HeadMoved: s.plain(lambda view, fact: f"I am now with {s.called(view, fact.force)}.", 5),
    f.LetterWritten: s.plain(
        lambda view, fact: f"I have written to {view.officers[fact.letter.to].name} at {name(view, fact.end)}."
    ),
    f.WeatherCame: s.plain(lambda view, fact: "It fell to raining.", 1),
    f.TownTaken: s.plain(lambda view, fact: f"{s.called(view, fact.by)} is possessed of {name(view, fact.town)}.", 3),
    f.Straggled: s.plain(
        lambda view, fact: f"{fact.lost:,} men of {s.called(view, fact.force)} are strayed from their colours.", 2
    ),
    f.WentHome: s.plain(lambda view, fact: f"{fact.men:,} of {s.called(view, fact.force)} are gone to their homes.", 4),
}  # fmt: skip
"""Facts that the voice of the time puts in other words; all others read as in plain English."""

TELLING: Telling[Campaign] = with_table(s.TELLING, sentences={**s.SENTENCES, **SENTENCES})
"""How a dispatch in the voice of the time tells each fact."""
