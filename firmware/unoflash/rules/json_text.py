"""What keeps a text from being JSON. MicroPython's `json` also takes much that is none, such as
a text that was cut off before its last bracket, or one without a comma; CPython's takes NaN.
"""

from micropython import const

DEEPEST = const(16)  # brackets in brackets; `json.dumps` needs stack for each

# What has to come next.
_VALUE = const(0)
_VALUE_OR_END = const(1)  # an array was just opened
_NAME = const(2)
_NAME_OR_END = const(3)  # an object was just opened
_COMMA_OR_END = const(4)
_MAY_END = (_VALUE_OR_END, _NAME_OR_END, _COMMA_OR_END)

_BLANKS = b" \t\n\r"
_DIGITS = b"0123456789"
_ESCAPED = b'"\\/bfnrt'
_HEX = b"0123456789abcdefABCDEF"
_ENDS = {b"{": b"}", b"[": b"]"}
_WORDS = (b"true", b"false", b"null")


def fault(data):
    """Why `data` (bytes, UTF-8) is not one JSON value, or None.

    Brackets nested deeper than DEEPEST are refused too.
    """
    ends = []  # the brackets that close what is open
    wanted = _VALUE
    at = 0
    while True:
        at = _after_any(data, at, _BLANKS)
        sign = data[at : at + 1]
        if not sign:
            return None if wanted == _COMMA_OR_END and not ends else "not JSON"
        if ends and sign == ends[-1] and wanted in _MAY_END:
            ends.pop()
            wanted = _COMMA_OR_END
            at += 1
        elif wanted == _COMMA_OR_END:
            if not ends or sign != b",":
                return "not JSON"
            wanted = _NAME if ends[-1] == b"}" else _VALUE
            at += 1
        elif wanted in (_NAME, _NAME_OR_END):
            at = _after_any(data, _after_string(data, at), _BLANKS)
            if at < 0 or data[at : at + 1] != b":":
                return "not JSON"
            wanted = _VALUE
            at += 1
        elif sign in _ENDS:
            if len(ends) == DEEPEST:
                return "nested too deeply"
            ends.append(_ENDS[sign])
            wanted = _NAME_OR_END if sign == b"{" else _VALUE_OR_END
            at += 1
        else:
            at = _after_scalar(data, at)
            if at < 0:
                return "not JSON"
            wanted = _COMMA_OR_END


# The functions below answer where what begins at `at` ends; -1: it is not what it should be.


def _after_any(data, at, signs):
    while 0 <= at < len(data) and data[at] in signs:
        at += 1
    return at


def _after_scalar(data, at):
    for word in _WORDS:
        if data[at : at + len(word)] == word:
            return at + len(word)
    return _after_string(data, at) if data[at] == ord('"') else _after_number(data, at)


def _after_string(data, at):
    if data[at] != ord('"'):
        return -1
    at += 1
    while at < len(data) and data[at] >= ord(" "):
        sign = data[at]
        at += 1
        if sign == ord('"'):
            return at
        if sign != ord("\\"):
            continue
        if data[at : at + 1] == b"u":
            if _after_any(data, at + 1, _HEX) < at + 5:
                return -1
        elif at == len(data) or data[at] not in _ESCAPED:
            return -1
        at += 1
    return -1


def _after_number(data, at):
    if data[at] == ord("-"):
        at += 1
    whole = at
    at = _after_digits(data, at)
    if at > whole + 1 and data[whole] == ord("0"):
        return -1
    if data[at : at + 1] == b"." and at > 0:
        at = _after_digits(data, at + 1)
    if at > 0 and data[at : at + 1] in (b"e", b"E"):
        at += 1
        if data[at : at + 1] in (b"+", b"-"):
            at += 1
        at = _after_digits(data, at)
    return at


def _after_digits(data, at):
    end = _after_any(data, at, _DIGITS)
    return end if end > at else -1
