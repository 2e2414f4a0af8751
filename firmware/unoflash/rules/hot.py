"""Methods that are called in every press, kept where they are found at once.

MicroPython looks for a method among its object's attributes first, from one to the next where
they fill their table: 10 us for a dozen of them, 40 us for fifty, before it asks the class. For
the same reason no class here has a property: with one, each assignment to any attribute asks the
class first, 10 us.
"""


def keep(owner, *names):
    """Save the methods of `owner` in it, each as an attribute."""
    for name in names:
        setattr(owner, name, getattr(owner, name))
