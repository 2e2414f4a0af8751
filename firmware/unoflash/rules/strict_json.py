"""Reading JSON as RFC 8259 has it, so that a slip of the keyboard is named, not guessed at.

MicroPython's own `json` takes commas, colons and brackets as they come: `{"volume" "mute"
"log":}` passes there, and the rest of the file shifts by one. This reader says the same on
every Python, tells the line, and where each value stands, so that one can be replaced in place.
It works on bytes, where an index costs nothing, and does not recurse: any depth is fine.
Power-on waits for it, so its loops are native code, and what can be is left to the built-ins.
"""

import micropython

_SPACE = b" \t\n\r"
_ENDS = b' \t\n\r,:[]{}"'  # what ends a number or a word
_QUOTE, _BACKSLASH, _MINUS = 34, 92, 45
_COMMA, _COLON = 44, 58
_OPENS, _CLOSES = b"{[", b"}]"
_ESCAPES = {98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"}
_WORDS = {b"null": None, b"true": True, b"false": False}
_SHOWN = 40  # bytes of a value shown to people

_NAMES = ("name", "first name")
_VALUES = ("value", "first item")
_CLOSABLE = ("after", "first name", "first item")

CONTAINER = ()  # what `value` answers for any object or array


def members(data):
    """Goes through the members of the object that `data` (bytes) is, in its order.

    Of each a tuple: its name, and where in `data` the name begins, the value begins, the value
    ends. Raises ValueError with a reason for people, and the line, as late as it comes to it: only
    when all have been gone through it was JSON. A byte order mark is passed over.
    """
    _check_utf8(data)
    walk = _Walk(data)
    name_start = value_start = 0
    while walk.finds_token():
        at, state, depth = walk.at, walk.state, len(walk.stack)
        ended = walk.take_token()
        if depth == 1 and state in _NAMES:
            name_start = at
        elif depth == 1 and state == "value":
            value_start = at
        if ended and len(walk.stack) == 1 and walk.is_object:
            name = _string(data[name_start : _string_end(data, name_start)])
            yield name, name_start, value_start, walk.at
    if not walk.is_object:
        raise ValueError("not a JSON object {...}")


def value(text):
    """What a value (bytes, as `members` found it) means; CONTAINER for an object or array."""
    if text[0] == _QUOTE:
        return _string(text)
    if text[0] in _OPENS:
        return CONTAINER
    if text in _WORDS:
        return _WORDS[text]
    digits = text[1:] if text[0] == _MINUS else text
    if len(digits) < 10 and all(48 <= byte <= 57 for byte in digits):
        return int(text)
    return float(text)  # large ones become infinite, which no range allows


def shown(text):
    """A value as it stands (bytes), for people: on one line, cut where it is long."""
    if len(text) > _SHOWN:
        end = _SHOWN - 3
        while text[end] & 0xC0 == 0x80:  # not within a letter
            end -= 1
        text = text[:end] + b"..."
    return str(bytes(byte if byte >= 32 and byte != 127 else 32 for byte in text), "utf-8")


class _Walk:
    """From token to token; `state` is what is due, a key of _EXPECTED."""

    def __init__(self, data):
        self.data = data
        self.at = 3 if data[:3] == b"\xef\xbb\xbf" else 0
        self.state = "value"
        self.stack = []  # the brackets that are open
        self.is_object = False

    @micropython.native
    def finds_token(self):
        """Whether there is one more, at `at`."""
        data = self.data
        while self.at < len(data) and data[self.at] in _SPACE:
            self.at += 1
        if self.at == len(data) and self.state != "end":
            raise _error(data, self.at, self.state)
        return self.at < len(data)

    @micropython.native
    def take_token(self):
        """Go past it; whether a value ends with it."""
        byte = self.data[self.at]
        state = self.state
        stack = self.stack
        if byte in _CLOSES and state in _CLOSABLE and byte == stack[-1] + 2:  # ASCII: {|} [\]
            stack.pop()
            return self._value_ends(self.at + 1)
        if state in _NAMES and byte == _QUOTE:
            self.at = _string_end(self.data, self.at)
            self.state = "colon"
        elif state == "colon" and byte == _COLON:
            self.at += 1
            self.state = "value"
        elif state == "after" and byte == _COMMA:
            self.at += 1
            self.state = "name" if stack[-1] == _OPENS[0] else "value"
        elif state in _VALUES and byte in _OPENS:
            if not stack:
                self.is_object = byte == _OPENS[0]
            stack.append(byte)
            self.at += 1
            self.state = "first name" if byte == _OPENS[0] else "first item"
        elif state in _VALUES and byte == _QUOTE:
            return self._value_ends(_string_end(self.data, self.at))
        elif state in _VALUES:
            return self._value_ends(_scalar_end(self.data, self.at, state))
        else:
            raise _error(self.data, self.at, state)
        return False

    @micropython.native
    def _value_ends(self, at):
        self.at = at
        self.state = "after" if self.stack else "end"
        return True


@micropython.native
def _string_end(data, at):
    """Where the string that begins at `at` ends."""
    start = at
    at += 1
    end = data.find(b'"', at)
    if end >= 0:
        text = data[at:end]
        if not text or (_BACKSLASH not in text and min(text) >= 32):
            return end + 1
    while at < len(data):
        byte = data[at]
        if byte == _QUOTE:
            return at + 1
        if byte < 32:
            break
        if byte == _BACKSLASH:
            at += 1
            escape = data[at : at + 1]
            if escape == b"u":
                digits = data[at + 1 : at + 5]
                if len(digits) < 4 or any(d not in b"0123456789abcdefABCDEF" for d in digits):
                    raise _error(data, at - 1, "four hex digits after \\u")
            elif not escape or escape not in b'"\\/bfnrt':
                raise _error(data, at - 1, 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u')
        at += 1
    raise _error(data, start, 'a closing " in the same line')


@micropython.native
def _scalar_end(data, at, state):
    end = at
    while end < len(data) and data[end] not in _ENDS:
        end += 1
    text = data[at:end]
    if text not in _WORDS and not _is_number(text):
        raise _error(data, at, state)
    return end


def _is_number(text):
    at = 1 if text[:1] == b"-" else 0
    first = at
    at = _digits(text, at)
    if at == first or (text[first] == 48 and at > first + 1):
        return False
    if text[at : at + 1] == b".":
        first = at + 1
        at = _digits(text, first)
        if at == first:
            return False
    if text[at : at + 1] in (b"e", b"E"):
        at += 1
        if text[at : at + 1] in (b"+", b"-"):
            at += 1
        first = at
        at = _digits(text, first)
        if at == first:
            return False
    return at == len(text)


@micropython.native
def _digits(text, at):
    while at < len(text) and 48 <= text[at] <= 57:
        at += 1
    return at


def _string(text):
    if _BACKSLASH not in text:
        return str(text[1:-1], "utf-8")
    parts = []
    at = 1
    end = len(text) - 1
    while at < end:
        escape = text.find(b"\\", at, end)
        if escape < 0:
            escape = end
        parts.append(str(text[at:escape], "utf-8"))
        at = escape + 2
        if escape < end:
            byte = text[escape + 1]
            if byte != 117:
                parts.append(_ESCAPES.get(byte, chr(byte)))
                continue
            code = int(text[at : at + 4], 16)
            at += 4
            if 0xD800 <= code < 0xDC00 and text[at : at + 2] == b"\\u":
                low = int(text[at + 2 : at + 6], 16)
                if 0xDC00 <= low < 0xE000:
                    code = 0x10000 + ((code - 0xD800) << 10) + low - 0xDC00
                    at += 6
            parts.append(chr(0xFFFD if 0xD800 <= code < 0xE000 else code))
    return "".join(parts)


@micropython.native
def _check_utf8(data):
    at = 0
    size = len(data)
    if not size or max(data) < 0x80:
        return
    while at < size:
        lead = data[at]
        at += 1
        if lead < 0x80:
            continue
        if 0xC2 <= lead < 0xF5:
            more = 1 + (lead >= 0xE0) + (lead >= 0xF0)
            tail = data[at : at + more]
            at += more
            if len(tail) == more and all(byte & 0xC0 == 0x80 for byte in tail):
                # Too long a form, a half of a pair, or beyond Unicode.
                low, high = {
                    0xE0: (0xA0, 0xBF),
                    0xED: (0x80, 0x9F),
                    0xF0: (0x90, 0xBF),
                    0xF4: (0x80, 0x8F),
                }.get(lead, (0x80, 0xBF))
                if low <= tail[0] <= high:
                    continue
        raise ValueError("not UTF-8")


_EXPECTED = {
    "value": "a value",
    "first item": "a value or ]",
    "name": 'a key in "quotes"',
    "first name": 'a key in "quotes" or }',
    "colon": "a colon",
    "after": "a comma or a closing bracket",
    "end": "nothing more",
}


def _error(data, at, expected):
    line = 1 + data[:at].count(b"\n")
    end = at + 1
    if at < len(data) and data[at] not in _ENDS:
        while end < len(data) and data[end] not in _ENDS:
            end += 1
    found = "not " + shown(data[at:end]) if at < len(data) else "not the end of the file"
    return ValueError(
        "not JSON: line {}: {} expected, {}".format(line, _EXPECTED.get(expected, expected), found)
    )
