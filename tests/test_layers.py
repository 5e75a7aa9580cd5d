"""The house, floor by floor: what each room may import, who may open which heavy package, how large a room may be.

The floors are those of the design, with the rooms that came since put where their imports allow:

    0  errors
    1  units, numerals, dates, then interval      exact numbers and what they measure
    2  records                                    frozen statements
    3  vocabulary, selection, cite, digits        words, the rule, references, how many digits to show
    4  other, then fact                           how claims compare; the answer to one question
    5  questions, search, comparison, compute, then unpublished, restated, identities, then reading
    6  ledger                                     all questions
    7  age, edition, then show, export, mcp       what is made of answers
    8  site, then cli, then __main__              what people touch

A room imports from floors below its own, and within its floor only from rooms named before a "then". The package's own
door, chipledger/__init__, opens `load` and the errors; nothing under floor 7 goes through it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import PACKAGE

#: Rooms by height; a room sees only what is lower.
FLOORS = [
    {"errors"},
    {"units", "numerals", "dates"},
    {"interval"},
    {"records"},
    {"vocabulary", "selection", "cite", "digits"},
    {"other"},
    {"fact"},
    {"questions", "search", "comparison", "recipes", "compute"},
    {"unpublished", "restated", "identities"},
    {"reading"},
    {"ledger"},
    {"age", "edition"},
    {"show", "export", "mcp"},
    {"site"},
    {"cli"},
    {"__main__"},
]
HEIGHT = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}

#: The package's door may be used from here up.
DOOR = HEIGHT["show"]

#: Who may import what is not in the standard library; a name with a slash is one module.
GUESTS = {
    "pint": {"units"},
    "yaml": {"reading/yamlfile"},
    "pandas": {"show"},
    "altair": {"show"},
    "sympy": {"compute/symbolic"},
    "sphinx": {"site"},
    "docutils": {"site"},
    "myst_nb": {"site"},
    "bs4": {"site"},
    "vl_convert": {"site"},
    "latex2mathml": {"site"},
    "nbclient": {"site"},
    "nbformat": {"site"},
}

#: Lines of a module, documentation and blank lines included.
LARGEST = 300

MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").as_posix()


def room_of(path: Path) -> str:
    return name_of(path).partition("/")[0]


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Every import of a module, also those inside functions and those for type checkers, with its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            own = node.module == "chipledger"
            yield from ((node.lineno, f"chipledger.{a.name}" if own else str(node.module)) for a in node.names)


def broken_rules(path: Path) -> Iterator[str]:
    room = room_of(path)
    for line, target in imported(path):
        first, _, rest = target.partition(".")
        where = f"{name_of(path)}:{line} imports {target}"
        if first == "chipledger":
            other = rest.partition(".")[0]
            if other in HEIGHT:
                if other != room and HEIGHT[other] >= HEIGHT[room]:
                    yield f"{where}, which is not below it"
            elif HEIGHT[room] < DOOR:
                yield f"{where}, the package's door"
        elif first not in sys.stdlib_module_names:
            hosts = GUESTS.get(first, set())
            if not {room, name_of(path)} & hosts:
                yield f"{where}; allowed in {', '.join(sorted(hosts)) or 'no room'}"


def test_every_room_has_a_floor():
    assert {room_of(path) for path in MODULES} - {"__init__"} <= set(HEIGHT)
    assert sum(len(rooms) for rooms in FLOORS) == len(HEIGHT)


def test_rooms_import_only_from_below():
    broken = [rule for path in MODULES if name_of(path) != "__init__" for rule in broken_rules(path)]
    assert broken == []


def test_the_walk_sees_imports_wherever_they_stand(tmp_path, monkeypatch):
    module = tmp_path / "chipledger" / "interval.py"
    module.parent.mkdir()
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", module.parent)
    for text, seen in [
        ("from chipledger.errors import UnitError", 0),
        ("def f():\n    from chipledger.ledger import Ledger", 1),
        ("if TYPE_CHECKING:\n    import chipledger.records", 1),
        ("def f():\n    import pint", 1),
        ("import yaml, pandas", 2),
        ("from chipledger import units", 0),
        ("from chipledger import fact, errors", 1),
        ("import chipledger", 1),
        ("from chipledger import load", 1),
        ("import json, re", 0),
        ("from chipledger.interval import Interval", 0),
        ("import numpy", 1),
    ]:
        module.write_text(text)
        assert len(list(broken_rules(module))) == seen, text


def test_the_door_opens_no_more_than_it_must():
    door = PACKAGE / "__init__.py"
    top = {node for node in ast.parse(door.read_text("utf-8")).body if isinstance(node, ast.Import | ast.ImportFrom)}
    modules = {node.module for node in top if isinstance(node, ast.ImportFrom)}
    assert modules == {"__future__", "typing", "chipledger.errors"}
    assert {target.partition(".")[2].partition(".")[0] for _, target in imported(door) if "chipledger" in target} == {
        "errors",
        "ledger",
        "reading",
        "recipes",
    }


def test_the_public_names_are_these():
    import chipledger

    assert sorted(chipledger.__all__) == [
        "ChipledgerError",
        "DataFaults",
        "QuestionError",
        "UnitError",
        "__version__",
        "load",
    ]
    assert all(hasattr(chipledger, name) for name in chipledger.__all__)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_has_one_room_and_says_what_it_is(path):
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= LARGEST
    assert ast.get_docstring(ast.parse(text))


#: Rooms that handle figures and must not know any: a figure enters through data/ with its source.
FIGURELESS = {"dates", "vocabulary", "selection", "cite", "other", "fact", "questions", "search", "comparison"}
FIGURELESS |= {"unpublished", "identities", "ledger"}

#: Numbers that are no figures of hardware: sizes of text and lists, places after the point, small weights.
HARMLESS = range(-1, 101)


@pytest.mark.parametrize("path", [path for path in MODULES if room_of(path) in FIGURELESS], ids=name_of)
def test_no_figure_of_hardware_is_written_in_code(path):
    tree = ast.parse(path.read_text("utf-8"))
    numbers = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)
    ]
    assert [number for number in numbers if number not in HARMLESS] == []


def test_every_error_raised_on_purpose_has_one_base():
    from chipledger import errors

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) > 10
    assert all(issubclass(kind, errors.ChipledgerError) for kind in kinds)
    assert not issubclass(errors.NoDatedClaim, errors.NoClaim)
    assert issubclass(errors.UnitError, ValueError)
    assert issubclass(errors.QuestionError, LookupError)
