"""PNGs of our own making: the same pixels, by any reader."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pbem.reports.maps.encode import encode_png


@given(
    st.integers(1, 40),
    st.integers(1, 40),
    st.integers(1, 64),
    st.randoms(use_true_random=False),
    st.sampled_from([6, 9]),
)
def test_a_reader_finds_the_very_pixels(width: int, height: int, colours: int, chance: object, level: int) -> None:
    image = Image.new("P", (width, height))
    image.putpalette([chance.randrange(256) for _ in range(3 * colours)])
    image.putdata([chance.randrange(colours) for _ in range(width * height)])
    read = Image.open(io.BytesIO(encode_png(image, level)))
    read.load()
    assert (read.mode, read.size) == ("P", (width, height))
    assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_an_image_without_a_palette_is_refused() -> None:
    with pytest.raises(ValueError, match="reduce it to a palette"):
        encode_png(Image.new("RGB", (2, 2)), 6)
