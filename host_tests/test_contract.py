"""The check that every numbered line of the contract is named by a scenario or a test."""

import pytest

from checks import __main__ as lint
from checks import contract

LINES = 'T1 = "one"\nT2 = "two"\nT3 = "three"\nB1 = "four"\nT10 = "ten"\n'


@pytest.fixture
def found(tmp_path):
    """found(texts by file under host_tests, exceptions=…) -> what the check finds."""

    def check(texts, exceptions="", of=contract.problems):
        data = tmp_path / "contract.toml"
        data.write_text(f"[lines]\n{LINES}\n[exceptions]\n{exceptions}")
        files = []
        for name, text in texts.items():
            path = tmp_path / "host_tests" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            files.append(path)
        return of(tmp_path, files, data)

    return check


def missing(problems):
    return [line.split(":")[0] for line in problems if "no scenario or test" in line]


def test_a_line_that_nobody_names_is_found(found):
    assert missing(found({"a.scenario": "# T1, T3: so.\n"})) == ["T2", "B1", "T10"]


@pytest.mark.parametrize("range_", ["T1–T3", "T1-T3", "T1–3", "T1 – T3"])
def test_a_range_counts_for_each(found, range_):
    assert missing(found({"a.scenario": f"# {range_}: so.\n"})) == ["B1", "T10"]


@pytest.mark.parametrize(
    "text",
    [
        '"""About T2."""\n',
        'def test_a():\n    """Two (T2)."""\n',
        "def test_a():\n    pass  # T2: so\n",
        "# T2\n",
    ],
)
def test_a_test_names_it_in_docstring_or_comment(found, text):
    assert missing(found({"rules/test_a.py": text})) == ["T1", "T3", "B1", "T10"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.scenario", 'settings {"tunes": {"start": "x # T2"}}\ntap p1\n'),
        ("test_a.py", "T2 = 'T2'\n"),
        ("conftest.py", "# T2\n"),
        ("a.txt", "# T2\n"),
    ],
)
def test_what_is_no_scenario_or_test_comment_does_not_count(found, name, text):
    assert "T2" in missing(found({name: text}))


def test_a_number_that_is_no_line_is_found_where_it_stands(found):
    all_of_them = "# T1–T3, B1, T10\n"
    problems = found({"a.scenario": all_of_them + "tap p1  # T4: no; GPIO7, C4, H2O: no number\n"})
    assert problems == ["host_tests/a.scenario:2: T4 is no line of the contract"]


def test_an_exception_needs_a_reason_and_a_need(found):
    named = {"a.scenario": "# T1–T3, B1\n"}
    assert found(named, 'T10 = "cannot be shown"') == []
    assert len(found(named, 'T10 = " "')) == 1
    assert len(found(named, 'T10 = "so"\nT1 = "named after all"')) == 1
    assert len(found(named, 'T10 = "so"\nT11 = "what?"')) == 1


def test_at_most_five_exceptions(found):
    six = "".join(f'T{number} = "so"\n' for number in range(20, 26))
    assert any("6 exceptions; at most 5" in line for line in found({}, six))


def test_the_table_tells_who_names_what(found):
    texts = {"a.scenario": "# T1\n", "test_a.py": "class TestA:\n    # T1, T2\n    x = 1\n"}
    lines = found(texts, 'T10 = "cannot be shown"', of=contract.table).splitlines()
    assert [line.split() for line in lines] == [
        ["T1", "one"],
        ["host_tests/a.scenario"],
        ["host_tests/test_a.py::TestA"],
        ["T2", "two"],
        ["host_tests/test_a.py::TestA"],
        ["T3", "three"],
        ["B1", "four"],
        ["T10", "ten"],
        ["none:", "cannot", "be", "shown"],
    ]


def test_the_table_is_printed_on_demand(capsys):
    assert lint.main(["--coverage"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("S1 ")
    assert "host_tests/scenarios/safe_mode.scenario" in out
