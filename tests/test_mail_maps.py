"""The map in a mail: cropped to the fight, numbers that a telephone shows readable, and a link to the whole."""

import io
import re
from email import message_from_bytes
from email.policy import default

import pytest
from PIL import Image

from pbem.engine.hexchart import HexChart
from pbem.reports.maps import render_png, render_svg
from pbem.service.outgoing.drawing import draw_some
from tests import chart_samples
from tests.mail_offices import mail_office
from tests.web_offices import SOUTH

TELEPHONE = 390
"""Pixels across."""


@pytest.mark.usefixtures("mail_maps")
def test_a_report_has_the_fight_alone_and_leads_to_the_whole_map(tmp_path_factory: pytest.TempPathFactory) -> None:
    with mail_office(tmp_path_factory.mktemp("office")) as desk:
        game = desk.begin()
        draw_some(desk.services)
        raw = next(one.raw for one in desk.sent("report") if one.seat == SOUTH)
        larger = f"{desk.services.config.base_url}/g/{game}/turns/0/map.svg?view=large"
        assert desk.visitor(desk.ann).get(larger.removeprefix(desk.services.config.base_url)).status_code == 200
    mail = message_from_bytes(raw, policy=default)
    texts = {one.get_content_type(): one for one in mail.walk()}
    assert f'<a href="{larger}" style="color:#14564d;">Larger map</a>' in texts["text/html"].get_content()
    assert f"Larger map: {larger}" in re.sub(r"\s+", " ", texts["text/plain"].get_content())
    picture = Image.open(io.BytesIO(texts["image/png"].get_content()))
    assert picture.width == 1200
    assert picture.height < 1000, "it has a title, a legend or empty ground"


@pytest.mark.parametrize("chart", [chart_samples.harrow_down(), chart_samples.harrow_down_contact()])
def test_on_a_telephone_its_numbers_can_be_read(chart: HexChart) -> None:
    width = Image.open(io.BytesIO(render_png(chart, crop="fight", furniture=False))).width
    drawn = render_svg(chart, crop="fight", furniture=False)
    size = float(re.findall(r'class="f-hex-number[^"]*"[^>]*font-size="([0-9.]+)"', drawn)[0])
    scale = float(re.findall(r"scale\(([0-9.]+)\)", drawn)[0])
    sheet = float(re.findall(r'viewBox="0 0 ([0-9.]+)', drawn)[0])
    assert width == 1200
    assert size * scale * TELEPHONE / sheet >= 7.5
