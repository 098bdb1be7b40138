"""What a sender typed is told from what he quoted, in the words of many mail programs and languages."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.bodytext import from_html
from pbem.mail.quoted import own_words
from tests.test_mail.conftest import Office, letter

US = "orders@example.test"
TYPED = "S02 turn 2\nS04 turn 10"
OLD = "S09 hold\nS11 fire S12"

WROTE = [
    "On Mon, May 11, 2026 at 12:00 PM X <{}> wrote:",  # Gmail
    "On Mon, 11 May 2026 at 12:00, X <{}> wrote:",
    "On 11 May 2026, at 12:00, X <{}> wrote:",  # Apple Mail
    "On 11/05/2026 12:00, X <{}> wrote:",  # Thunderbird
    "On Mon, 2026-05-11 at 12:00 +0200, X <{}> wrote:",  # Evolution
    "On Monday, 11 May 2026 12:00:00 CEST X <{}> wrote:",  # KMail
    "On Mon, May 11, 2026 at 12:00:00PM +0200, X <{}> wrote:",  # mutt
    "On Monday, May 11, 2026 at 12:00:00 PM GMT+2, X <{}> wrote:  ",  # Yahoo
    "--- On Mon, 5/11/26, X <{}> wrote:",  # Yahoo, old
    "X <{}> wrote on 05/11/2026 12:00:00 PM:",  # Lotus Notes
    "2026/5/11 X via Y <{}>",  # Gmail, old
    "X <{}> hat am 11.05.2026 12:00 geschrieben:",
    ">>> X <{}> 05/11/26 12:00 PM >>>",  # GroupWise
    "------- Original Message -------\nOn Monday, May 11th, 2026 at 12:00, X <{}> wrote:",  # ProtonMail
    "On Monday, May 11th, 2026 at 12:00, X with a long name that wraps\n<{}> wrote:",
    "On Mon, May 11, 2026 at 12:00 PM\nX with a name <\n{}> wrote:",
    "Am Mo., 11. Mai 2026 um 12:00 Uhr schrieb X <{}>:",
    "Am 11.05.26 um 12:00 schrieb X <{}>:",
    "X <{}> schrieb am Mo., 11. Mai 2026, 12:00:",
    "Le lun. 11 mai 2026 à 12:00, X <{}> a écrit :",
    "El lun, 11 may 2026 a las 12:00, X (<{}>) escribió:",
    "Il giorno lun 11 mag 2026 alle ore 12:00 X <{}> ha scritto:",
    "Op ma 11 mei 2026 om 12:00 schreef X <{}>:",
    "Em seg., 11 de mai. de 2026 às 12:00, X <{}> escreveu:",
    "Den mån 11 maj 2026 kl 12:00 skrev X <{}>:",
    "man. 11. mai 2026 kl. 12:00 skrev X <{}>:",
    "ma 11. toukok. 2026 klo 12.00 X ({}) kirjoitti:",
    "pon., 11 maj 2026 o 12:00 X <{}> napisał(a):",
    "po 11. 5. 2026 v 12:00 odesílatel X <{}> napsal:",
    "X <{}> ezt írta (időpont: 2026. máj. 11., H, 12:00):",
    "În lun., 11 mai 2026 la 12:00, X <{}> a scris:",
    "пн, 11 мая 2026 г. в 12:00, X <{}>:",
    "11.05.2026 12:00, X <{}> пишет:",
    "Στις Δευ 11 Μαΐ 2026 στις 12:00 μ.μ., ο/η X <{}> έγραψε:",
    "X <{}>, 11 May 2026 Pzt, 12:00 tarihinde şunu yazdı:",
    "2026年5月11日(月) 12:00 X <{}>:",
    "在 2026年5月11日 12:00，X <{}> 写道：",
    "X <{}> 於 2026年5月11日 週一 下午12:00寫道：",
    "2026년 5월 11일 (월) 오후 12:00, X <{}>님이 작성:",
    "בתאריך יום ב׳, 11 במאי 2026 ב-12:00 מאת X <{}>:\u200f",
    "Vào Th 2, 11 thg 5, 2026 lúc 12:00 X <{}> đã viết:",
]
HEADERS = [
    "From: X <{}>\nSent: Monday, May 11, 2026 12:00 PM\nTo: Y <y@y.test>\nSubject: [Z] orders",  # Outlook
    "________________________________\nFrom: X <{}>\nSent: Monday, May 11, 2026\nTo: Y\nSubject: Z",  # Outlook mobile
    "-----Original Message-----\nFrom: X [mailto:{}]\nSent: Monday\nTo: Y\nSubject: Z",
    "-----Original Message-----\nFrom: X <{}>\nTo: Y <y@y.test>\nSent: Mon, May 11, 2026\nSubject: Z",  # AOL
    "-------- Original message --------\nFrom: X <{}> \nDate: 11/05/2026  12:00  (GMT+01:00) \nTo: Y \nSubject: Z ",
    "----- Original Message -----\nFrom: \"X\" <{}>\nTo: \"Y\" <y@y.test>\nSent: Monday\nSubject: Z",  # Zimbra
    "*From:* X <{}>\n*Sent:* Monday\n*To:* Y\n*Subject:* Z",
    "From: X <{}> Sent: Monday, May 11 To: Y <y@y.test> Subject: Z",
    "From:   X <{}>\nTo:     Y,\n        and others,\nDate:   05/11/2026 12:00 PM\nSubject:        Z",  # Lotus Notes
    "Gesendet: Montag, 11. Mai 2026 um 12:00 Uhr\nVon: \"X\" <{}>\nAn: y@y.test\nBetreff: Z",  # GMX, web.de
    "-------- Ursprüngliche Nachricht --------\nVon: X <{}>\nDatum: 11.05.26 12:00\nAn: Y\nBetreff: Z",  # Samsung
    "-----Ursprüngliche Nachricht-----\nVon: X <{}>\nGesendet: Montag\nAn: Y\nBetreff: Z",
    "De : X <{}>\nEnvoyé : lundi 11 mai 2026 12:00\nÀ : Y\nObjet : Z",
    "-------- Message d’origine --------\nDe : X <{}>\nDate : 11/05/2026\nÀ : Y\nObjet : Z",
    "De: X <{}>\nEnviado el: lunes, 11 de mayo de 2026 12:00\nPara: Y\nAsunto: Z",
    "De: X <{}>\nEnviada em: segunda-feira\nPara: Y\nAssunto: Z",
    "Da: X <{}>\nInviato: lunedì 11 maggio 2026\nA: Y\nOggetto: Z",
    "Van: X <{}>\nVerzonden: maandag\nAan: Y\nOnderwerp: Z",
    "Från: X <{}>\nSkickat: den 11 maj\nTill: Y\nÄmne: Z",
    "Fra: X <{}>\nSendt: 11. maj\nTil: Y\nEmne: Z",
    "Lähettäjä: X <{}>\nLähetetty: maanantai\nVastaanottaja: Y\nAihe: Z",
    "Od: X <{}>\nWysłano: poniedziałek\nDo: Y\nTemat: Z",
    "Od: X <{}>\nOdesláno: pondělí\nKomu: Y\nPředmět: Z",
    "Feladó: X <{}>\nElküldve: hétfő\nCímzett: Y\nTárgy: Z",
    "De la: X <{}>\nTrimis: luni\nCătre: Y\nSubiect: Z",
    "От: X <{}>\nОтправлено: понедельник\nКому: Y\nТема: Z",
    "Від: X <{}>\nНадіслано: понеділок\nКому: Y\nТема: Z",
    "Από: X <{}>\nΣτάλθηκε: Δευτέρα\nΠρος: Y\nΘέμα: Z",
    "Kimden: X <{}>\nGönderildi: Pazartesi\nKime: Y\nKonu: Z",
    "差出人: X <{}>\n送信日時: 2026年5月11日\n宛先: Y\n件名: Z",
    "发件人: X <{}>\n发送时间: 2026年5月11日\n收件人: Y\n主题: Z",
    "보낸 사람: X <{}>\n보낸 날짜: 2026년\n받는 사람: Y\n제목: Z",
]  # fmt: skip
FORWARDS = [
    "---------- Forwarded message ---------",
    "-------- Forwarded Message --------",
    "Begin forwarded message:",
    "----- Forwarded by Ann/Corp on 05/11/2026 12:00 PM -----",
    "-------- Weitergeleitete Nachricht --------",
    "Anfang der weitergeleiteten Nachricht:",
    "---------- Message transféré ---------",
    "Début du message réexpédié :",
    "-------- Mensaje reenviado --------",
    "-------- Messaggio Inoltrato --------",
    "-------- Doorgestuurd bericht --------",
    "-------- Mensagem encaminhada --------",
    "-------- Vidarebefordrat meddelande --------",
    "-------- Videresendt meddelelse --------",
    "-------- Välitetty viesti --------",
    "-------- Przekazana wiadomość --------",
    "-------- Přeposlaná zpráva --------",
    "-------- Továbbított üzenet --------",
    "-------- Пересланное сообщение --------",
    "-------- Προωθημένο μήνυμα --------",
    "-------- İletilmiş Mesaj --------",
    "-------- 転送されたメッセージ --------",
    "-------- 转发的消息 --------",
]


def lines(text: str) -> list[str]:
    return [line for line in own_words(text, US).split("\n") if any(char.isalnum() for char in line)]


@pytest.mark.parametrize("form", [*WROTE, *HEADERS])
def test_below_what_somebody_else_wrote_nothing_is_read(form: str) -> None:
    assert lines(f"{TYPED}\n\n{form.format('ann@players.test')}\n\n\n{OLD}\n") == TYPED.split("\n")
    assert lines(f"{TYPED}\n\n{form.format('nobody@y.test')}\n{OLD}\n") == TYPED.split("\n")


def test_the_columns_of_lotus_notes() -> None:
    form = "X <{}>\n05/11/2026 12:00 PM\n\nTo\nY\ncc\n\nSubject\nZ"
    assert lines(f"{TYPED}\n\n{form.format('ann@players.test')}\n{OLD}") == [
        *TYPED.split("\n"), "X <ann@players.test>", "05/11/2026 12:00 PM",
    ]  # fmt: skip
    assert lines(f"{form.format(US)}\n\n{TYPED}")[-2:] == TYPED.split("\n")


@pytest.mark.parametrize("form", [*WROTE, *HEADERS])
def test_below_what_we_wrote_an_answer_is_read(form: str) -> None:
    quoted = form.format("orders+abc@Example.test")
    assert lines(f"{quoted}\n\nDear Ann\n\n{TYPED}\n")[-3:] == ["Dear Ann", *TYPED.split("\n")]
    assert not any(line in quoted.split("\n") for line in lines(f"{TYPED}\n\n{quoted}\n") if "05/11" in line)


@pytest.mark.parametrize("form", WROTE)
@pytest.mark.parametrize("sign", [">", "> ", "AA> ", ">> "])
def test_below_signs_of_quoting_an_answer_is_read(form: str, sign: str) -> None:
    quoted = "\n".join(f"{sign}{line}" for line in OLD.split("\n"))
    assert lines(f"{form.format('ann@players.test')}\n{quoted}\n\n{TYPED}\n") == TYPED.split("\n")


@pytest.mark.parametrize("form", FORWARDS)
def test_below_a_forward_nothing_is_read(form: str) -> None:
    assert lines(f"{TYPED}\n\n{form}\nFrom: orders@example.test\n\n{OLD}\n") == TYPED.split("\n")


@pytest.mark.parametrize(
    "typed",
    [
        "S02 turn 2\n1. S04 turn 10\n2. S05 hold",
        "To: the left wing\nS02 turn 2",
        "--- orders ---\nS02 turn 2\n---\nS04 turn 10",
        "Dear umpire,\nmy orders:\nS02 turn 2",
        "S02 0504 0605\nS04 3 steps 0506\nMon dieu:\nS05 hold",
        "press to North: you wrote too much\nS02 turn 2",
        "As I wrote on 10 May, my orders for round 2:\nS02 turn 2",
        "On turn 2 I want\nS02 turn 2\nS04 turn 10",
        "On 0607 first:\nS02 turn 2",
        "Wie ich am 10. Mai schrieb, hier die Befehle:\nS02 turn 2",
        "to North: I wrote on 3 May:\nS02 turn 2",
        "In round 1 the red regiment, as the report says:\nS02 turn 2",
        "To: Bob\nDate: 11 May 2026\nS02 turn 2",
        "2026-05-11 12:00 orders:\nS02 turn 2",
    ],
)
def test_what_was_typed_is_kept(typed: str) -> None:
    assert own_words(typed, US) == typed


@pytest.mark.parametrize("order", ["1. S04 turn 10", "S04 2 hexes 0512", "S04 turn 10", "- S04 turn 10"])
def test_an_order_right_above_a_quotation_is_kept(order: str) -> None:
    assert lines(f"S02 turn 2\n{order}\nOn Mon, May 11, 2026 X <{US}> wrote:\n> x") == ["S02 turn 2", order]


def test_orders_above_the_line_that_says_who_wrote_are_no_part_of_it() -> None:
    typed = ["On turn 2 I want", "S02 turn 2"]
    assert lines("\n".join([*typed, f"On Mon, May 11, 2026 X <{US}> wrote:", "> x"])) == typed


def test_line_numbers_stay() -> None:
    text = f"On Mon, May 11, 2026 X with a name\n<{US}> wrote:\n> one\n\n{TYPED}"
    assert own_words(text, US).split("\n") == ["", "", "", "", *TYPED.split("\n")]


def test_only_our_address_is_ours() -> None:
    for other in ("xorders@example.test", "orders@example.test.evil.test", "orders-x@example.test"):
        assert lines(f"{TYPED}\n\nFrom: X <{other}>\nTo: Y\nSubject: Z\n\n{OLD}") == TYPED.split("\n")


@given(st.text(st.sampled_from("On wrote:>From: To\n\t -=*S02<@.é"), max_size=400))
def test_no_text_is_too_strange_and_none_is_made_up(text: str) -> None:
    kept = own_words(text, US).split("\n")
    assert all(
        line in {"", original, original.rstrip()} for line, original in zip(kept, text.split("\n"), strict=False)
    )


@pytest.mark.parametrize(
    "line",
    ["On " * 40_000, "-" * 100_000, ">" * 400_000, "From: " * 20_000, "x <a@b> " * 20_000 + ":", "a@b:" * 40_000,
     "\n".join(["From: x"] * 20_000), "\n".join(["On Mon 1"] * 40_000), "\n".join(["x wrote:", ""] * 40_000),
     "\n".join(["To"] * 40_000), "\n" * 200_000, "From: x\nTo: y\nSubject: z\n\n" * 10_000],
    ids=range(12),
)  # fmt: skip
def test_nothing_takes_long(line: str) -> None:
    began = time.process_time()
    own_words(line, US)
    assert time.process_time() - began < 5


# --- HTML ---------------------------------------------------------------------------------------------------------

OLD_HTML = "".join(f"<div>{line}</div>" for line in OLD.split("\n"))
NEW_HTML = "".join(f"<div>{line}</div>" for line in TYPED.split("\n"))


@pytest.mark.parametrize(
    "quoted",
    [
        '<div class="gmail_quote"><div class="gmail_attr">On Monday X wrote:</div><blockquote>{}</blockquote></div>',
        '<div class="gmail_quote gmail_quote_container">{}</div>',
        '<div class="moz-cite-prefix">X wrote:</div><blockquote type="cite">{}</blockquote>',
        '<div class="moz-forward-container">{}</div>',
        '<div class="yahoo_quoted" id="yahoo_quoted_1">{}</div>',
        '<div class="protonmail_quote">{}</div>',
        '<div class="zmail_extra">{}</div>',
        '<div id="appendonsend"></div>Text<div>{}</div>',
        '<hr><div id="divRplyFwdMsg">From: X</div> tail <table><tr><td>{}</td></tr></table>',
        '<div name="quote" style="margin:10px">{}</div>',
        '<p>On Monday Ann wrote:</p><blockquote>{}</blockquote>',
        '<p>On Monday Ann wrote:</p><div>{}</div>',
        ('<div><b>From:</b> Ann &lt;ann@players.test&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Y<br>'
         '<b>Subject:</b> Z</div>{}'),
    ],
)  # fmt: skip
def test_quotations_in_html(quoted: str) -> None:
    text = own_words(from_html(f"<html><body>{NEW_HTML}<br>{quoted.format(OLD_HTML)}</body></html>"), US)
    assert text.split() == TYPED.split()


def test_an_answer_below_a_quotation_in_html_is_read() -> None:
    page = f"<p>On Monday Ann wrote:</p><blockquote>{OLD_HTML}</blockquote>{NEW_HTML}"
    assert own_words(from_html(page), US).split() == TYPED.split()


@pytest.mark.parametrize(
    "page",
    ["<blockquote>" * 20_000, "<div id=appendonsend>x</div>" * 20_000, "<blockquote>x</blockquote>" * 20_000,
     "<div class=gmail_quote>" * 20_000, "<a " * 100_000, "<!--" * 50_000, "<table><tr><td>" * 20_000,
     "<td>x" * 19_000, "<li>x" * 40_000, "<ul><li>" * 40_000, "<b>" * 100_000, "&amp;" * 100_000,
     "<p style='" + "a:b;" * 100_000 + "'>x", "<span class='" + "x " * 200_000 + "'>y", "<pre>" + "\n" * 400_000],
    ids=range(15),
)  # fmt: skip
def test_no_html_takes_long(page: str) -> None:
    began = time.process_time()
    own_words(from_html(page), US)
    assert time.process_time() - began < 5


SAID_BY_PROGRAMS = {
    "Zoho": "---- On Mon, 11 May 2026 12:00:00 +0200 {who} wrote ----\n",
    "broken over four lines, with mailto": (
        "On Mon, May 11, 2026 at 12:00 PM,\nHarrow Down\n<{address}\n<mailto:{address}>> wrote:\n"
    ),
    "German, name first, broken": "Harrow Down ‹{address}› schrieb am Mo., 11. Mai 2026\num 12:52 Uhr:\n",
}


@pytest.mark.parametrize("program", SAID_BY_PROGRAMS)
@pytest.mark.parametrize("whose", [US, "ann@players.test"])
def test_the_words_above_a_quotation_are_known_however_they_are_broken(program: str, whose: str) -> None:
    said = SAID_BY_PROGRAMS[program].format(who=f"Harrow Down <{whose}>", address=whose)
    text = own_words(f"S02 turn 2\n\n{said}\nS03 turn 4\n", US)
    orders = [line for line in text.split("\n") if line.strip()]
    assert orders == (["S02 turn 2", "S03 turn 4"] if whose == US else ["S02 turn 2"])


def test_a_quotation_between_does_not_join_an_order_with_prose(office: Office) -> None:
    office.receive(letter("S02 forward 0607\n> a line of yours\nAnd this is some text.\n"))
    assert office.orders() == ["S02 forward 0607"]
