"""Strict JSON, where MicroPython's own parser is not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unoflash.rules import strict_json
from unoflash.rules.strict_json import CONTAINER, members


def as_cpython_reads(data):
    """The object, by CPython's parser without its NaN and Infinity; ValueError as there."""

    def refuse(word):
        raise ValueError(word)

    values = json.loads(data.decode(), parse_constant=refuse)
    if not isinstance(values, dict):
        raise ValueError("no object")
    return {
        name: CONTAINER if isinstance(value, dict | list) else value
        for name, value in values.items()
    }


def is_object(data):
    try:
        as_cpython_reads(data)
    except ValueError:
        return False
    return True


def as_we_read(data):
    return {name: strict_json.value(data[start:end]) for name, _, start, end in members(data)}


def fault(data):
    try:
        list(members(data))
    except ValueError as error:
        return str(error)
    return None


# MicroPython 1.25 takes most of these, and makes something of them.
ALMOST = (
    r"""
{"choose_ms":_0
{"a":_{"fast":_1}
{"a":[1}
{"a":[1_2]}
{"a"_1}
{"a",1}
{"a":1,}
{"a":1_"b":2}
{"a":1]
{"a":[}
{,}
{"a":[,]}
{"a":[1,]}
{1:2}
{a:1}
{'a':1}
{"a"}
{"a":}
{"a":1}}
{"a":1}{}
{"a":"a}
{"a":"\
{"a":"\x"}
{"a":"\u12"}
{"a":"\u12g4"}
{"a":-}
{"a":01}
{"a":+1}
{"a":1.}
{"a":.5}
{"a":1e}
{"a":1e+}
{"a":1-2}
{"a":0x10}
{"a":NaN}
{"a":-Infinity}
{"a":nul}
{"a":True}
{"a":truefalse}
{"a":1}//_b
""".replace("_", " ")
    .strip()
    .split("\n")
)


@pytest.mark.parametrize("text", [*ALMOST, '{"a":"\x1f"}', '{"a":1}\0', "", " "])
def test_almost_json_is_not_json(text):
    assert not is_object(text.encode())
    assert fault(text.encode()).startswith("not JSON: line 1: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{\n"a": 1\n"b": 2}', 'line 3: a comma or a closing bracket expected, not "'),
        ('{\n"a": 1,\n}', 'line 3: a key in "quotes" expected, not }'),
        ("{'a': 1}", "line 1: a key in \"quotes\" or } expected, not 'a'"),
        ('{"a": True}', "line 1: a value expected, not True"),
        ('{"a": 1', "line 1: a comma or a closing bracket expected, not the end of the file"),
        ('{"a": "b\n}', 'line 1: a closing " in the same line expected, not "'),
        ('{\n"a": "bc}', 'line 2: a closing " in the same line expected, not "'),
        ("{}\n\nx", "line 3: nothing more expected, not x"),
        (r'{"a": "bc\u12"}', r"line 1: four hex digits after \u expected, not \u12"),
        (
            r'{"a": "bc\x41d"}',
            r"line 1: one of \" \\ \/ \b \f \n \r \t \u expected, not \x41d",
        ),
    ],
)
def test_the_line_is_named_and_what_is_wrong_there(text, reason):
    assert fault(text.encode()) == "not JSON: " + reason


def test_a_list_or_a_number_is_no_object():
    for text in (b"[]", b"3", b"null", b'["a", {"b": 1}]', b'"a"'):
        assert fault(text) == "not a JSON object {...}"


@pytest.mark.parametrize(
    "bad",
    [
        b"\x80",
        b"\xc3\xa4\xff",
        b"\xff",
        b"\xc0\xaf",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xe0\x80\xaf",
    ],
)
def test_what_is_not_utf_8_is_told(bad):
    assert fault(b'{"a": "' + bad + b'"}') == "not UTF-8"
    assert fault(b'{"a": "' + bad) == "not UTF-8"


def is_utf8(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_each_bound_of_utf_8_is_where_cpython_has_it():
    for lead in range(0x80, 0x100):
        for second in (0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0):
            for tail in (b"", b"\x80", b"\x80\x80", b"\xbf\xbf", b"\x80\xc0"):
                letters = bytes([lead, second]) + tail
                seen = fault(b'{"a": "' + letters + b'"}')
                assert seen == (None if is_utf8(letters) else "not UTF-8"), letters


def test_a_byte_order_mark_is_passed_over():
    assert as_we_read(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
    assert fault('{"a": 1}'.encode("utf-16")) == "not UTF-8"


def test_brackets_may_be_nested_to_any_depth():
    assert as_we_read(b'{"a":' * 9_999 + b"1" + b"}" * 9_999) == {"a": CONTAINER}
    assert fault(b"[" * 9_999 + b"]" * 9_999) == "not a JSON object {...}"
    assert fault(b"[" * 9_999).endswith("not the end of the file")


def test_a_name_given_twice_is_there_twice():
    assert [name for name, *_ in members(b'{"a": 1, "b": 2, "a": 3}')] == ["a", "b", "a"]


def test_large_numbers_are_numbers():
    seen = as_we_read(b'{"a": 1e999, "b": -1E999, "c": ' + b"9" * 5_000 + b', "d": 1234567890}')
    assert seen == {"a": float("inf"), "b": float("-inf"), "c": float("inf"), "d": 1234567890}


def test_whole_numbers_are_whole():
    seen = as_we_read(b'{"a": 100, "b": -7, "c": 0, "d": 100.0}')
    assert [type(value) for value in seen.values()] == [int, int, int, float]


def test_a_whole_number_is_whole_as_long_as_the_chip_holds_it_without_memory():
    # Small integers have 31 bits there; nine digits always fit.
    for text in (b"9", b"109", b"-190", b"999999999", b"-999999999"):
        assert type(strict_json.value(text)) is int
    for text in (b"1234567890", b"-1234567890"):
        assert type(strict_json.value(text)) is float


@pytest.mark.parametrize(
    "text", [b"1e5", b"1e+7", b"1E-7", b"0e0", b"1.5e+0", b"1e+", b"1e+x7", b"1e-.5", b"1e+-7"]
)
def test_an_exponent_may_have_a_sign_and_one_digit_is_enough(text):
    data = b'{"a": ' + text + b"}"
    assert (fault(data) is None) == is_object(data)
    if is_object(data):
        assert as_we_read(data) == as_cpython_reads(data)


def test_the_first_and_the_last_pair_are_letters():
    assert as_we_read(rb'{"\ud800\udc00": "\udbff\udfff"}') == {"\U00010000": "\U0010ffff"}


def test_half_a_pair_is_no_letter():
    assert as_we_read(rb'{"\ud800": "\udfff\ud83d\u0041"}') == {"\ufffd": "\ufffd\ufffdA"}
    assert as_we_read(rb'{"a": "\ud800\ue000"}') == {"a": "\ufffd\ue000"}
    assert as_we_read(rb'{"a": "\udc00\udc00"}') == {"a": "\ufffd\ufffd"}


def test_values_are_shown_on_one_line_and_cut_between_letters():
    assert strict_json.shown(b'{"a":\r\n\t1}') == '{"a":   1}'
    assert strict_json.shown(b"x" * 40) == "x" * 40
    assert strict_json.shown(b"x" * 41) == "x" * 37 + "..."  # as many
    assert strict_json.shown("ä".encode() * 20) == "ä" * 20
    assert strict_json.shown("ä".encode() * 21) == "ä" * 18 + "..."


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
NAMES = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.dictionaries(NAMES, VALUES), st.sampled_from([None, 1]), st.booleans())
def test_what_json_writes_is_read_as_it_was_meant(values, indent, ascii_only):
    data = json.dumps(values, indent=indent, ensure_ascii=ascii_only).encode()
    assert as_we_read(data) == as_cpython_reads(data)


SIGNS = st.sampled_from([*'{}[],:"\\0 1-.eE+\n', "u00e9", "true", "null", '"a"', '"b":'])


@given(st.lists(SIGNS, max_size=10).map("".join), st.booleans())
def test_any_signs_are_judged_as_by_a_strict_parser(text, inside):
    data = ('{"a":' + text + "}" if inside else text).encode()
    assert (fault(data) is None) == is_object(data)
    if is_object(data):
        assert as_we_read(data) == as_cpython_reads(data)


def test_micropython_reads_the_same(in_micropython):
    texts = [
        *ALMOST,
        r'{"a\ud83d\ude00\"": -0.5e+3, "b": "\n", "c": [{}], "d": {}}',
        '{"ä": 1e999}',
    ]
    script = """
from unoflash.rules import strict_json
for text in %r:
    data = text.encode()
    try:
        for name, a, b, c in list(strict_json.members(data)):
            text = data[b:c]
            print(name.encode(), a, strict_json.shown(text), [strict_json.value(text)])
    except ValueError as error:
        print(error)
"""
    told = in_micropython(script % texts)
    lines = []
    for text in texts:
        data = text.encode()
        try:
            for name, a, b, c in list(members(data)):
                shown, value = strict_json.shown(data[b:c]), strict_json.value(data[b:c])
                lines.append(f"{name.encode()!r} {a} {shown} {[value]}")
        except ValueError as error:
            lines.append(str(error))
    assert told.splitlines() == lines
