"""Colours that can be told apart by everyone and read on light and dark paper; worked out here from the definitions."""

from collections.abc import Sequence
from itertools import combinations
from math import dist

import pytest

from chipledger.show.theme import CONFIG, INK, OTHERS, VENDORS, vendor_scales

#: White, and the papers of the site's two themes.
PAPERS = ("#ffffff", "#fcfbf7", "#11171d", "#182029")

#: How linear RGB looks to eyes without one kind of cone (Machado, Oliveira, Fernandes, severity one).
DEFICIENCIES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def sumprod(one: Sequence[float], other: Sequence[float]) -> float:
    """The sum of products, pair by pair."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def linear(colour: str) -> list[float]:
    """Linear RGB of an sRGB colour (IEC 61966-2-1)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2 defines it."""
    dark, light = sorted(sumprod((0.2126, 0.7152, 0.0722), linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: list[float]) -> tuple[float, float, float]:
    """CIELAB of linear RGB, for the white of daylight."""
    r, g, b = rgb
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, kind: str) -> float:
    """Distance of two colours in CIELAB as one kind of eye sees them."""

    def seen(colour: str) -> tuple[float, float, float]:
        rgb = linear(colour)
        return lab([min(1, max(0, sumprod(row, rgb))) for row in DEFICIENCIES[kind]])

    return dist(seen(one), seen(other))


def test_the_measures_are_right():
    # Black on white is 21 to 1 by definition; white is (100, 0, 0) in CIELAB.
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab(linear("#ffffff")) == pytest.approx((100, 0, 0), abs=0.02)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("colour", [*(colour for colour, _ in VENDORS.values()), OTHERS[0]])
def test_every_mark_stands_out_on_every_paper(colour, paper):
    assert contrast(colour, paper) >= 3


def test_text_reads_on_white_and_on_dark():
    assert contrast(INK, "#ffffff") >= 4.5
    # No colour reaches 4.5 on both; on the site the page's own ink takes its place.
    assert contrast(INK, "#11171d") >= 3.9


@pytest.mark.parametrize("kind", DEFICIENCIES)
def test_the_lead_vendors_differ_for_every_eye(kind):
    lead = [VENDORS[vendor][0] for vendor in ("AWS", "NVIDIA", "Google")]
    assert min(distance(a, b, kind) for a, b in combinations(lead, 2)) >= 20


def test_every_vendor_has_a_shape_of_its_own():
    shapes = [shape for _, shape in VENDORS.values()] + [OTHERS[1]]
    assert len(set(shapes)) == len(shapes)


def test_the_order_of_vendors_does_not_depend_on_the_rows():
    forth, back = vendor_scales(["Google", "AWS", "NVIDIA"]), vendor_scales(["NVIDIA", "Google", "AWS", "AWS"])
    assert [scale.to_dict() for scale in forth] == [scale.to_dict() for scale in back]


def test_a_vendor_keeps_its_colour_in_other_company():
    alone, together = vendor_scales(["NVIDIA"])[0].to_dict(), vendor_scales(["AWS", "NVIDIA"])[0].to_dict()
    assert alone["range"][0] == together["range"][together["domain"].index("NVIDIA")]


def test_an_unknown_vendor_is_drawn_too():
    colours, shapes = vendor_scales(["Zeta", "AWS"])
    assert colours.to_dict()["domain"] == ["AWS", "Zeta"]
    assert shapes.to_dict()["range"] == ["circle", "cross"]


def test_the_background_is_the_page():
    assert CONFIG["background"] is None
    assert CONFIG["view"]["stroke"] is None
