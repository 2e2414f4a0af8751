"""Two queues of the virtual world: what is to come from outside, and calls that wait.

Neither allocates when something is taken out of it; `Calls` not when something is put in either.
"""

NEVER_NS = 1 << 60


class Timeline:
    """What happens when: (time, what, value), in order of time, at one time as it was added."""

    def __init__(self):
        self.due_ns = NEVER_NS  # time of the first
        self.what = 0  # of the one taken last
        self.value = 0
        self._at_ns = []
        self._what = []
        self._value = []
        self._next = 0

    def add(self, at_ns, what, value):
        if self._next > 64 and self._next * 2 > len(self._at_ns):
            self._at_ns = self._at_ns[self._next :]
            self._what = self._what[self._next :]
            self._value = self._value[self._next :]
            self._next = 0
        i = len(self._at_ns)
        while i > self._next and self._at_ns[i - 1] > at_ns:
            i -= 1
        self._at_ns.insert(i, at_ns)
        self._what.insert(i, what)
        self._value.insert(i, value)
        self.due_ns = self._at_ns[self._next]

    def take(self):
        """Take out the first, into `what` and `value`."""
        i = self._next
        self.what = self._what[i]
        self.value = self._value[i]
        i += 1
        self._next = i
        self.due_ns = self._at_ns[i] if i < len(self._at_ns) else NEVER_NS


class Calls:
    """Functions to be called with one argument, oldest first; at most `depth` of them."""

    def __init__(self, depth):
        self.waiting = 0
        self._functions = [None] * depth
        self._arguments = [None] * depth
        self._depth = depth
        self._first = 0

    def add(self, function, argument):
        """False if the queue is full: then the call is dropped."""
        if self.waiting == self._depth:
            return False
        i = (self._first + self.waiting) % self._depth
        self._functions[i] = function
        self._arguments[i] = argument
        self.waiting += 1
        return True

    def run(self):
        """Take out the oldest and call it."""
        i = self._first
        self._first = (i + 1) % self._depth
        self.waiting -= 1
        self._functions[i](self._arguments[i])
