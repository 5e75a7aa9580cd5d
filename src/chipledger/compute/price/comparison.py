"""Comparing prices: savings, discounts, what a claim implies, and where the answer flips."""

from __future__ import annotations

from chipledger.compute.answer import Answer
from chipledger.compute.argument import Value
from chipledger.compute.parameter import NOT_NEGATIVE, SHARE, USED, Limits, Parameter
from chipledger.compute.question import Across, Assume, answer, question

_DEFINITION = "arithmetic on the definition of price-performance, work for money"
_ALIKE = "like for like only: purchase option, region, date, scope"
_RATED = ("price_per_hour", "price_per_chip_hour")
_PRICE = "money/time, or per chip"


@question(
    "1 - amount / reference",
    symbol="s",
    unit="one",
    source="arithmetic; gross margin as in company accounts, cost over price",
    limits=f"{_ALIKE}; 30 % cheaper and 30 % better price-performance are different statements",
    parameters={
        "amount": Parameter("a", "any", "the lower figure, or the cost", NOT_NEGATIVE),
        "reference": Parameter("b", "any", "the figure that it is compared with, or the price"),
    },
    least=None,
    alike=("amount", "reference"),
)
def relative_saving(*, amount: Value, reference: Value, assume: Assume = None, across: Across = None) -> Answer:
    """How much lower one figure is than another; with cost and price it is the gross margin.

    Examples
    --------
    >>> relative_saving(amount="30 USD/hour", reference="40 USD/hour").text
    '0.25'
    """
    return answer("relative_saving", locals())


@question(
    "1 - (1 - first) * (1 - second)",
    symbol="d",
    unit="one",
    source="arithmetic",
    limits="discounts multiply, they do not add; whether a provider lets them stack at all is in its published terms",
    parameters={
        "first": Parameter("d_1", "fraction", "first reduction", SHARE),
        "second": Parameter("d_2", "fraction", "second reduction, of what is left", SHARE),
    },
    most=1,
    excess="no discount takes off more than the whole price",
)
def stacked_discount(*, first: Value, second: Value, assume: Assume = None) -> Answer:
    """Total discount when two reductions apply one after the other.

    Examples
    --------
    >>> stacked_discount(first="50 percent", second="20 percent").text
    '0.6'
    """
    return answer("stacked_discount", locals())


@question(
    "(1 + gain) * price_a / price_b",
    symbol="R",
    unit="one",
    source=_DEFINITION,
    limits=(
        "needs both prices at the claim's date and of one scope; a claim of lower cost is not a claim of higher "
        "performance: a saving of s is 1/(1 - s) times the work for the money"
    ),
    parameters={
        "gain": Parameter(
            "g",
            "fraction",
            "how much better the claim says a is",
            Limits(low=-1),
            asks={"counted_as": "gain"},
            facts=("price_performance_claim",),
        ),
        "price_a": Parameter("p_a", _PRICE, "price of the option praised", facts=_RATED),
        "price_b": Parameter("p_b", _PRICE, "price of the option that it is compared with", facts=_RATED),
    },
    alike=("price_a", "price_b"),
)
def implied_throughput_ratio(
    *, gain: Value, price_a: Value, price_b: Value, assume: Assume = None, across: Across = None
) -> Answer:
    """Relative speed that a price-performance claim asserts at dated prices.

    Examples
    --------
    >>> ratio = implied_throughput_ratio(gain="30 to 40 percent", price_a="20 USD/hour", price_b="40 USD/hour")
    >>> str(ratio.interval)
    '0.65 to 0.7'
    """
    return answer("implied_throughput_ratio", locals())


@question(
    "reference_price * rate / reference_rate",
    symbol="p_a^{*}",
    unit="USD{per_chip}/hour",
    source=_DEFINITION,
    limits="both rates for the same work at the same quality; migration is not included",
    parameters={
        "reference_price": Parameter("p_b", _PRICE, "price of the reference", facts=_RATED),
        "rate": Parameter("r_a", "any", "work that the option does in a time"),
        "reference_rate": Parameter("r_b", "any", "work that the reference does in a time"),
    },
    alike=("rate", "reference_rate"),
)
def break_even_price(
    *, reference_price: Value, rate: Value, reference_rate: Value, assume: Assume = None, across: Across = None
) -> Answer:
    """Price at which an option costs as much for a unit of work as a reference.

    Examples
    --------
    >>> break_even_price(
    ...     reference_price="40 USD/hour", rate="500 token/s", reference_rate="1000 token/s").text
    '20 USD/hour'
    """
    return answer("break_even_price", locals())


@question(
    "price * reference_rate * reference_utilization / (reference_price * rate)",
    symbol="u_a^{*}",
    unit="one",
    source=_DEFINITION,
    limits="both rates at full use, for the same work at the same quality; above 1 there is no such utilization",
    parameters={
        "price": Parameter("p_a", _PRICE, "price of the option, used or not", facts=_RATED),
        "reference_price": Parameter("p_b", _PRICE, "price of the reference", facts=_RATED),
        "rate": Parameter("r_a", "any", "work that the option does in a time, at full use", because="equal rates"),
        "reference_rate": Parameter("r_b", "any", "work that the reference does in a time", because="equal rates"),
        "reference_utilization": Parameter(
            "u_b", "fraction", "share of the reference's time that is used", USED, because="paid only while used"
        ),
    },
    alike=("rate", "reference_rate"),
    most=1,
    excess="even in full use the option costs more for the work than the reference",
)
def break_even_utilization(
    *,
    price: Value,
    reference_price: Value,
    rate: Value = 1,
    reference_rate: Value = 1,
    reference_utilization: Value = 1,
    assume: Assume = None,
    across: Across = None,
) -> Answer:
    """Utilization at which an option costs as much for a unit of work as a reference.

    Examples
    --------
    >>> break_even_utilization(price="15 USD/hour", reference_price="20 USD/hour").text
    '0.75'
    """
    return answer("break_even_utilization", locals())
