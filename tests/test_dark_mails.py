"""Mails where it is dark: every colour of a mail has another, and words stay legible on what is behind them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from pbem.reports.letter import letter_html
from tests.test_reports import other_letters, reports_of
from tests.told_battles import fought

PAIR = re.compile(r'\[style\*="([^"]+)"\]\{([^}]+)\}')
COLOUR = re.compile(r"(?<![-\w])(background|color):\s*#[0-9a-f]{6}")

LEGIBLE = """() => {
  const parse = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => { const c = [r, g, b].map(v => { v /= 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 });
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] };
  const behind = node => { for (let one = node; one; one = one.parentElement) {
    const colour = parse(getComputedStyle(one).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour; } return [255, 255, 255] };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim(), parent = walker.currentNode.parentElement;
    if (!words || words === "|" || !parent.offsetParent) continue;
    const [a, b] = [light(parse(getComputedStyle(parent).color)), light(behind(parent))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push(`${words.slice(0, 30)} ${contrast.toFixed(1)}`);
  }
  return found;
}"""


def pages() -> Iterator[str]:
    """A report, and one of each other kind of mail."""
    yield letter_html([letter for letter, _ in reports_of(fought("a"))][4])
    yield from map(letter_html, other_letters())


def test_every_colour_of_a_mail_has_one_for_the_dark() -> None:
    for page in pages():
        rules = dict(PAIR.findall(page.partition("<body")[0]))
        used = {found[0] for found in COLOUR.finditer(page.partition("<body")[2])}
        assert used - set(rules) == set()
        for said in rules.values():
            assert all(one.endswith("!important") for one in said.split(";"))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_legible(chromium: Browser, scheme: str) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = context.new_page()
    for html in pages():
        page.set_content(html)
        assert page.evaluate(LEGIBLE) == []
        behind = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert behind == ("rgb(22, 21, 19)" if scheme == "dark" else "rgb(244, 236, 216)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
