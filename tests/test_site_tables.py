"""Tables and mathematics on the page."""

import pytest

from chipledger.site.mathml import mathml
from chipledger.site.tables import boxed

BOX = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'


def test_each_table_gets_a_box_of_its_own():
    html = boxed("<p>a</p><table><tr></tr></table><p>b</p><TABLE></TABLE>")
    assert html == f"<p>a</p>{BOX}<table><tr></tr></table></div><p>b</p>{BOX}<TABLE></TABLE></div>"


def test_what_pandas_adds_is_left_out():
    html = '<div><style scoped>\n.dataframe {}\n</style>\n<table border="1" class="dataframe"><th></th></table></div>'
    assert boxed(html) == f'<div>{BOX}<table class="dataframe"><td></td></table></div></div>'


def test_a_boxed_table_is_left_alone():
    assert boxed(f"{BOX}<table></table></div>") == f"{BOX}<table></table></div>"


def test_a_formula_is_mathml():
    html = mathml(r"\frac{N}{B}", "block")
    assert 'display="block"' in html
    assert "<mfrac><mrow><mi>N</mi></mrow><mrow><mi>B</mi></mrow></mfrac>" in html


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\frac{a}", "a part of a frac is missing"),
        (r"\peek + 1", r"unknown \peek"),
        ("a^b^c", "DoubleSuperscriptsError"),
        (r"\begin{aligned} a &= b \end{aligned}", "ParseError"),
    ],
)
def test_a_formula_that_cannot_be_read_is_named(latex, words):
    with pytest.raises(ValueError, match="cannot read the formula") as caught:
        mathml(latex, "inline")
    assert words in str(caught.value)
    assert repr(latex) in str(caught.value)
