"""Anything at any time: people who press at random, and what must hold whatever they do.

    session = Session(settings={"choose_ms": 0}, seed=7)
    session.tap(["p1", "p2"])
    session.reset()
    session.text                    # the same as a scenario, for `unosim run`

Every promise that is broken raises `Broken`. The tests let Hypothesis choose what is done;
`python -m unosim.soak` (`make soak`) lets a seed choose, for simulated hours.
"""
