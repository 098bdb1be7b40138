"""The words by which mail programs mark quotations, in the languages of their users.

Each line is a language or a few related ones: English, German and Dutch, French, Spanish, Portuguese and Italian, the
Nordic ones, the Slavic ones, Hungarian and Romanian, Greek and Turkish, Baltic ones, Chinese, Japanese and Korean, and
others.  Between bars: what may stand for one another, as parts of a regular expression without case.
"""

import re


def _any(table: str) -> str:
    """The rows of a table as one alternative."""
    return "|".join(row.strip() for row in table.strip().splitlines())


WROTE = _any("""
schrieb|geschrieben|schreef|geschreven
a écrit|écrivait|escribió|escribiu|escreveu|va escriure|ha scritto|scrive
skrev|skrifaði|kirjoitti|kirjutas
napisał|pisze|napsal|napísal|napisao|napisala|je napisal|писал|написал|пишет|написав|пише|написа
írta|a scris|έγραψε|yazdı|rakstīja|rašė
menulis|đã viết|idatzi zuen
""")
WROTE_UNSPACED = _any("""
写道|寫道|のメール|さんは書きました|작성
כתב|كتب|نوشت|เขียน
""")
"""The same where words are not told apart by spaces."""

WROTE_LAST = "wrote"
"""What ends the line, or stands before a date: elsewhere it is prose (*as I wrote, my orders are:*)."""

SAID_LAST = "writes|said|says|sent|replied"
"""The same, where a date or an address stands before them."""

QUOTING = "quoting|zitat von|citando|citazione di"
"""How the line begins that names an address and then quotes."""

BEFORE_DATES = _any("""
on|mon|tue|wed|thu|fri|sat|sun
am|op|den|le|el|il|em|på|kl|pe
dnia|w dniu|dne|dňa|в|în|în data|στις|vào
在|בתאריך|في
""")
"""How the line begins that says who wrote."""

FORWARDED = _any("""
(?:original )?forwarded (?:message|by|mail|e-?mail)
weitergeleitete (?:nachricht|mail)|doorgestuurd bericht
message (?:transféré|transmis|réexpédié)
mensaje reenviado|missatge reenviat|mensaxe reenviada|mensagem (?:encaminhada|reencaminhada)|messaggio inoltrato
vidarebefordrat (?:meddelande|brev)|videresendt (?:meddelelse|melding|besked)|välitetty viesti|edastatud kiri
przekazana wiadomość|wiadomość przekazana|přeposlaná zpráva|preposlaná správa
перенаправленное сообщение|пересланное сообщение|пересылаемое сообщение|переслане повідомлення|препратено съобщение
továbbított üzenet|mesaj redirecționat|προωθημένο μήνυμα|iletilmiş (?:mesaj|ileti)|iletilen mesaj
転送されたメッセージ|转发的(?:消息|邮件)|轉寄(?:的)?(?:郵件|訊息)|전달된 메시지
""")
"""Between dashes, above what is forwarded."""

BEGIN_FORWARDED = _any("""
begin forwarded message
anfang der weitergeleiteten (?:nachricht|e-mail)|begin doorgestuurd bericht
début du message (?:réexpédié|transféré)
inicio del mensaje reenviado|início da mensagem (?:reencaminhada|encaminhada)|inizio messaggio inoltrato
vidarebefordrat brev|start på videresendt besked|videresendt melding|välitetty viesti alkaa
początek przekazywanej wiadomości|začátek přeposílané zprávy|начало переадресованного сообщения
továbbított levél kezdete|iletilen ileti başlangıcı
転送されたメッセージ|以下是转发的邮件|전달된 메시지
""")
"""Before a colon, above what Apple's programs forward."""

ORIGINAL = _any("""
original (?:message|e-?mail|appointment)|reply message
ursprüngliche (?:nachricht|e-?mail|mail)|(?:original|antwort)[- ]?nachricht|oorspronkelijk bericht|origineel bericht
message (?:d['\u2019]origine|original|initial)|(?:e-?)?mail (?:original|d['\u2019]origine)
mensaje original|missatge original|mensaxe orixinal|mensagem original|messaggio (?:originale|di origine)
ursprungligt meddelande|originalmeddelande|originalt? ?meddelelse|oprindelig (?:meddelelse|besked)
opprinnelig melding|alkuperäinen viesti|originaalkiri
oryginalna wiadomość|wiadomość oryginalna|původní (?:zpráva|e-?mail)|pôvodná správa
исходное сообщение|оригинальное сообщение|оригінальне повідомлення|оригинално съобщение
eredeti (?:üzenet|levél)|mesaj(?:ul)? original|αρχικό μήνυμα|orijinal (?:mesaj|ileti)|özgün ileti
元のメッセージ|原始(?:邮件|郵件|消息)|원본 메시지|הודעה מקורית|الرسالة الأصلية
""")
"""Between dashes, above the header of what is answered."""

DATED = _any("""
sent|date
gesendet|datum|verzonden
envoyé|envoyé le|enviado|enviado el|fecha|enviada em|enviado em|data|inviato
skickat|sendt|dato|lähetetty|päivämäärä|wysłano|odesláno|отправлено|дата
""")
"""The field of a quoted header that names the time."""

FROM = _any("""
from|von|van|de|da|de la|expéditeur|remitente|remetente|mittente|afzender
från|fra|lähettäjä|saatja
od|nadawca|odesílatel|odosielateľ|от|від|из
feladó|din|από|kimden|gönderen|từ
差出人|送信者|发件人|寄件者|寄件人|보낸 ?사람|מאת|من
""")
"""The field of a quoted header that names who wrote."""

FIELDS = _any("""
sent|date|to|cc|subject|reply-to
gesendet|datum|an|kopie|betreff|antwort an|verzonden|aan|onderwerp
envoyé|envoyé le|à|objet|sujet
enviado|enviado el|fecha|para|asunto|assunto|enviada em|enviado em|data|inviato|a|oggetto
skickat|till|kopia|ämne|sendt|dato|til|emne|lähetetty|päivämäärä|vastaanottaja|kopio|aihe|saadetud|teema|kellele
wysłano|wysłane|do|dw|temat|odesláno|komu|předmět|odoslané|predmet
отправлено|дата|кому|копия|тема|надіслано|копія|изпратено|до|относно
elküldve|dátum|címzett|másolat|tárgy|trimis|către|subiect|subiectul|στάλθηκε|ημερομηνία|προς|θέμα
gönderildi|tarih|kime|konu|đến|ngày|chủ đề
日時|送信日時|日付|宛先|件名|发送时间|发送日期|收件人|抄送|主题|寄件日期|日期|收件者|主旨
보낸 날짜|날짜|받는 ?사람|참조|제목|נשלח|תאריך|אל|נושא|تاريخ|إلى|الموضوع
""")
"""The other fields of a quoted header."""

FIELDS_ALONE = _any("""
to|cc|subject|an|kopie|betreff|aan|onderwerp|à|objet|para|asunto|a|oggetto|till|til|do|temat
""")
"""Fields as Lotus Notes writes them, each on a line of its own."""


def matching(pattern: str) -> re.Pattern[str]:
    """A pattern of such words, without case."""
    return re.compile(pattern, re.IGNORECASE)
