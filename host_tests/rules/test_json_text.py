"""Strict JSON, where MicroPython's own parser is not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflash.rules.json_text import DEEPEST, fault


def is_json(data):
    """As CPython's parser sees it, its NaN and Infinity left out."""

    def refuse(word):
        raise ValueError(word)

    try:
        json.loads(data.decode(), parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    return True


# MicroPython 1.25 takes most of these, and makes something of them.
ALMOST = r"""
{"choose_ms":_0
{"a":_{"fast":_1}
[1
[1_2]
{"a"_1}
{"a",1}
{"a":1,}
{"a":1]
[}
{,}
[,]
[1,]
{1:2}
{"a"}
{"a":}
{"a":1}}
{"a":1}{}
"a
"a\
"\x"
"\u12"
"\u12g4"
-
01
1.
.5
1e
1e+
1-2
NaN
-Infinity
nul
truee
""".replace("_", " ").split("\n")


@pytest.mark.parametrize("text", ALMOST)
def test_almost_json_is_not_json(text):
    assert not is_json(text.encode())
    assert fault(text.encode()) == "not JSON"


def test_a_control_character_in_a_string_is_not_json():
    assert fault(b'"\x1f"') == "not JSON"
    assert fault(b'"\x7f"') is None


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.integers()
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_what_json_writes_is_json(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert fault(text.encode("utf-8", "surrogatepass")) is None


SIGNS = st.sampled_from([*'{}[],:"\\0 1-.eE+\n', "u00e9", "true", "null", '"a"', '"b":'])


@given(st.lists(SIGNS, max_size=10).map("".join))
def test_any_signs_are_judged_as_by_a_strict_parser(text):
    assert (fault(text.encode()) is None) == is_json(text.encode())


def test_brackets_may_be_nested_as_deep_as_the_stack_allows():
    assert fault(b"[" * DEEPEST + b"]" * DEEPEST) is None
    assert fault(b'{"a":[' * 9 + b"]}" * 9) == "nested too deeply"
    assert fault(b"[]," * 50) == "not JSON"
    assert fault(b"[" + b"[]," * 50 + b"1]") is None
