"""All of the rule set but how it is tried out."""

from pbem.engine.called import CallsBattles
from pbem.engine.commanders import led_by_chief
from pbem.engine.ids import Seat
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, Showcase, State
from pbem.rulesets.campaign.aides.writer import TEMPERS, aide
from pbem.rulesets.campaign.deciding import decide, silent
from pbem.rulesets.campaign.knowing import afterwards, knowledge
from pbem.rulesets.campaign.language.foreseeing import extra_order
from pbem.rulesets.campaign.language.helping import GUIDE
from pbem.rulesets.campaign.language.language import describe, form, looks_like_order, overlay, read
from pbem.rulesets.campaign.language.offering import offers, offers_for
from pbem.rulesets.campaign.language.results import read as read_result
from pbem.rulesets.campaign.language.verbs import VERBS
from pbem.rulesets.campaign.language.writing import write
from pbem.rulesets.campaign.playing.battles import table_result, waiting, won
from pbem.rulesets.campaign.playing.sequence import over, script
from pbem.rulesets.campaign.reporting.charting import chart, drawn
from pbem.rulesets.campaign.reporting.teller import outcome, tell, turn_name
from pbem.rulesets.campaign.scenario.reader import scenario
from pbem.rulesets.campaign.state.asks import Answers, Asks, call_of, refusal
from pbem.rulesets.campaign.state.campaign import (
    BATTLES,
    FOUGHT_BY,
    LEADS,
    OWN_SIDE,
    PACES,
    VOICES,
    Campaign,
    side_of_seat,
)
from pbem.rulesets.campaign.state.facts import BattleCalled, Facts, HalfBegan, ResultCame
from pbem.rulesets.campaign.umpiring import RULINGS
from pbem.rulesets.campaign.view import learned, view

CALLS: CallsBattles[Campaign] = CallsBattles(
    fact=BattleCalled, of_ask=call_of, waiting=waiting, came=ResultCame, default=table_result, refusal=refusal,
    read=read_result, won=won,
)  # fmt: skip
"""How it calls battles."""

RULES: RuleSet[Campaign] = RuleSet(
    name="campaign",
    version="1",
    title="Campaign",
    state=State(
        battle=Campaign,
        facts=Facts,
        asks=Asks,
        answers=Answers,
        view=view,
        learned=learned,
        side_of=side_of_seat,
        chief_over=lambda battle, seat: led_by_chief(battle.armies, seat),
    ),
    course=Course(
        scenario=scenario,
        script=script,
        over=over,
        outcome=outcome,
        turn_name=turn_name,
        paces=PACES,
        exchanges={"day": 1},
        choices={
            "battles": {"": "As the campaign's file has it.", **BATTLES},
            "fought_by": FOUGHT_BY,
            "lead": LEADS,
            "own_side": OWN_SIDE,
            "voice": VOICES,
        },
        showcase=Showcase(first="oxford-1644", largest="oxford-1644", grounds={"two-rivers": Seat("red")}),
    ),
    deciding=Deciding(decide=decide, silent=silent),
    language=Language(
        verbs=VERBS,
        read=read,
        form=form,
        describe=describe,
        overlay=overlay,
        write=write,
        looks_like_order=looks_like_order,
        offers=offers,
        offers_for=offers_for,
        extra_order=extra_order,
        guide=GUIDE,
    ),
    reporting=Reporting(
        tell=tell,
        chart=chart,
        drawn=drawn,
        knowledge=knowledge,
        afterwards=afterwards,
        stage_began=HalfBegan,
        stage_name=lambda campaign: campaign.calendar.said(campaign.half),
    ),
    rulings=RULINGS,
    calls=CALLS,
    aide=AideDeCamp(orders=aide, tempers=TEMPERS),
)
"""The rule set, to be played by."""
