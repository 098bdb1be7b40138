"""Everything a program can do: the one table from which addresses, limits, document and page follow."""

from pbem.web.api import (
    afterwards,
    doing,
    looking,
    mapshapes,
    ordershapes,
    replayshapes,
    reportshapes,
    shapes,
    table,
    tableshapes,
    tags,
    tryshapes,
    what_if,
)
from pbem.web.api.calls import Operation

USUALLY = "240/minute"
"""How often a key may ask; a caller without one, as often for each network address."""

SELDOM = "10/minute;60/hour"
"""How often what the others are mailed of."""

NOT_ASKED = {409: "Nothing is asked of the seat now."}
NO_REPORT = {404: "The seat was given no report of that number."}
NOT_TAKEN = {
    409: "The turn has been played, its deadline has passed, nothing is asked, or the game is stopped or over.",
}
CHANGED = {412: "Other orders came in since the version in If-Match; the answer has both texts."}
UNSEEN = CHANGED | {
    428: "Orders stand that came otherwise than from a program, and the request names no version in If-Match.",
}
NOTHING_TAKEN = {
    409: f"{NOT_TAKEN[409]} Or no line could be taken; then `reading` tells why. Or units have no order and `as_is` is "
    "false; then `gaps` names them.",
}
NOT_OPEN = {404: "There are no such eyes, or no such turn of theirs.", 409: "Those eyes open when the battle is over."}
NOT_SETTLED = {409: "It cannot be offered, answered or done now; `detail` tells why."}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="get_game", method="GET", path="/game", does="How the game stands, and whether you are waited for",
        act=looking.game, gives=shapes.GameNowShape,
        more="To wait for your turn, ask again with If-None-Match every half minute or so: 304 means nothing is new.",
    ),
    Operation(
        name="get_reports", method="GET", path="/reports", does="The reports you were given",
        act=looking.reports, gives=shapes.ReportsShape,
    ),
    Operation(
        name="get_report", method="GET", path="/reports/{number}", does="A turn as it was told to you",
        act=looking.report, gives=reportshapes.ReportShape, refuses=NO_REPORT,
    ),
    Operation(
        name="get_report_text", method="GET", path="/reports/{number}/text", does="The same in words, as by mail",
        act=afterwards.text, gives="text/plain", refuses=NO_REPORT,
    ),
    Operation(
        name="get_map", method="GET", path="/reports/{number}/map", does="The map after a turn, as data",
        act=looking.map_data, gives=mapshapes.Map, refuses=NO_REPORT,
    ),
    Operation(
        name="get_map_svg", method="GET", path="/reports/{number}/map.svg", does="The map after a turn, drawn",
        act=looking.map_svg, gives="image/svg+xml", query=looking.WhichView, refuses=NO_REPORT, often="60/minute",
    ),
    Operation(
        name="get_map_png", method="GET", path="/reports/{number}/map.png", does="The map after a turn, in pixels",
        act=looking.map_png, gives="image/png", query=looking.WhichView, refuses=NO_REPORT, often="20/minute",
    ),
    Operation(
        name="get_ask", method="GET", path="/ask", does="What is asked of you, and every line that would be taken",
        act=looking.asked, gives=ordershapes.AskedShape, query=looking.WhichUnit,
        refuses=NOT_ASKED | {404: "No such unit can be ordered now."},
        more="Offers go on from your draft; without one, from what stands.",
    ),
    Operation(
        name="check", method="POST", path="/check", does="How a text would be understood; nothing is filed",
        act=doing.check, gives=ordershapes.CheckedShape, body=ordershapes.SentText,
        refuses=NOT_ASKED | {404: "A unit in `offers_for` cannot be ordered now."},
    ),
    Operation(
        name="what_if", method="POST", path="/what-if", does="What may come of a text: tried up to 200 times a call",
        act=what_if.what_if, gives=tryshapes.TriedShape, body=ordershapes.SentDraft, often="30/minute", refuses={
            409: "Nothing is asked, it cannot be tried, or tries of the same player are being played.",
        },
        more="On a branch that holds only what the seat can see; the others are played by the aide-de-camp. Send the "
        "same text again for more tries, until `tries` is `of`. Nothing is filed.",
    ),
    Operation(
        name="get_orders", method="GET", path="/orders", does="Which version of your orders stands",
        act=looking.orders, gives=ordershapes.OrdersShape, tag=tags.tag_now,
        more="Its ETag is the version; send it back as If-Match with what is to replace it.",
    ),
    Operation(
        name="send_orders", method="POST", path="/orders", does="File your orders: the whole sheet",
        act=doing.orders, gives=ordershapes.ReceiptShape, body=ordershapes.SentOrders, refuses=NOTHING_TAKEN | UNSEEN,
        tag=tags.tag_now, matched=True,
        more="Lines that could be taken are filed even when others have problems; then they are not final. Name the "
        "turn: the same text may then be sent again without harm when an answer was lost.",
    ),
    Operation(
        name="get_versions", method="GET", path="/versions", does="Every version of your orders, turn by turn",
        act=afterwards.versions, gives=replayshapes.VersionsShape,
    ),
    Operation(
        name="ready", method="POST", path="/ready", does="What stands is final; without orders, what the form shows is",
        act=doing.ready, gives=ordershapes.ReceiptShape, body=ordershapes.SentWord, body_needed=False,
        refuses=NOT_TAKEN | CHANGED, tag=tags.tag_now, matched=True,
    ),
    Operation(
        name="not_ready", method="POST", path="/not-ready", does="What stands is not final any more",
        act=doing.not_ready, gives=ordershapes.ReceiptShape, body=ordershapes.SentWord, body_needed=False,
        refuses=NOT_TAKEN | CHANGED, tag=tags.tag_now, matched=True,
    ),
    Operation(
        name="withdraw", method="POST", path="/withdraw", does="Take your orders back: nothing stands",
        act=doing.withdraw, gives=ordershapes.ReceiptShape, body=ordershapes.SentWord, body_needed=False,
        refuses=NOT_TAKEN | CHANGED, tag=tags.tag_now, matched=True,
    ),
    Operation(
        name="extend", method="POST", path="/extend", does="Put the deadline off by a day, if you have one left",
        act=doing.extend, gives=ordershapes.ReceiptShape, body=ordershapes.SentWord, body_needed=False,
        refuses=NOT_TAKEN | CHANGED, tag=tags.tag_now, matched=True,
    ),
    Operation(
        name="get_draft", method="GET", path="/draft", does="What was written and not sent",
        act=looking.draft, gives=ordershapes.DraftShape,
    ),
    Operation(
        name="put_draft", method="PUT", path="/draft", does="Keep a text without sending it; the page shows it too",
        act=doing.put_draft, gives=ordershapes.DraftShape, body=ordershapes.SentDraft,
        refuses={409: f"{NOT_ASKED[409]} Or another page or program wrote another draft."},
    ),
    Operation(
        name="get_standing", method="GET", path="/standing", does="What can be settled in advance, and how it is",
        act=looking.standing, gives=ordershapes.StandingShape, refuses=NOT_ASKED,
    ),
    Operation(
        name="put_standing", method="PUT", path="/standing", does="Settle things in advance; all else stays",
        act=doing.put_standing, gives=ordershapes.ReceiptShape, body=ordershapes.SentSettings,
        refuses=NOTHING_TAKEN | UNSEEN, tag=tags.tag_now,
    ),
    Operation(
        name="get_dice", method="GET", path="/dice", does="Every roll you know of, and how even the dice were",
        act=afterwards.dice, gives=replayshapes.DiceBookShape, query=afterwards.WhoseEyes, refuses=NOT_OPEN,
    ),
    Operation(
        name="add_dice_word", method="POST", path="/dice/word", does="Add a word to the seed of the dice, once",
        act=doing.dice_word, gives=shapes.DiceShape, body=ordershapes.SentDiceWord,
        refuses={409: "The first dice have been thrown, or a word was added already."},
    ),
    Operation(
        name="get_letters", method="GET", path="/letters", does="What you have written and been written",
        act=table.letters, gives=tableshapes.LettersShape,
    ),
    Operation(
        name="write_letter", method="POST", path="/letters", does="Write to the players of other seats",
        act=table.write, gives=tableshapes.LettersShape, body=tableshapes.SentLetter, refuses={
            409: "The game has no letters, the addressee cannot be written to, or you have written enough today.",
        },
    ),
    Operation(
        name="get_table", method="GET", path="/table", does="What is offered and agreed, and who sits where",
        act=table.table, gives=tableshapes.TableShape,
    ),
    Operation(
        name="draw", method="POST", path="/table/draw", does="Offer a draw, or answer one",
        act=table.draw, gives=tableshapes.SaidShape, body=tableshapes.SentDraw, refuses=NOT_SETTLED, often=SELDOM,
        more="Only the player of the seat settles such things, never a deputy.",
    ),
    Operation(
        name="pause", method="POST", path="/table/pause", does="Offer a pause, answer one, or end one",
        act=table.pause, gives=tableshapes.SaidShape, body=tableshapes.SentPause, refuses=NOT_SETTLED, often=SELDOM,
    ),
    Operation(
        name="concession", method="POST", path="/table/concession", does="Give up the field, for good",
        act=table.concession, gives=tableshapes.SaidShape, body=tableshapes.SentConcession, refuses=NOT_SETTLED,
        often=SELDOM,
    ),
    Operation(
        name="grant_day", method="POST", path="/table/day", does="Give the others a day more, once you are ready",
        act=table.grant, gives=tableshapes.SaidShape, refuses=NOT_SETTLED, often=SELDOM,
    ),
    Operation(
        name="seat", method="POST", path="/table/seat",
        does="Have a silent seat opened, or let the aide-de-camp write for an empty one",
        act=table.seat, gives=tableshapes.SaidShape, body=tableshapes.SentSeat, refuses=NOT_SETTLED, often=SELDOM,
    ),
    Operation(
        name="get_replay", method="GET", path="/replay/{number}", does="A turn event by event, with the map after each",
        act=afterwards.turn, gives=replayshapes.ReplayShape,
        query=afterwards.WhoseEyes, refuses=NOT_OPEN, often="60/minute",
        more="When the battle is over, through anybody's eyes.",
    ),
    Operation(
        name="get_archive", method="GET", path="/archive", does="The whole journal, when the battle is over",
        act=afterwards.archive, gives="application/jsonl", refuses={409: "The battle is not over."}, often="20/minute",
        more="`pbem verify` checks it.",
    ),
)  # fmt: skip
