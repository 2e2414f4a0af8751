"""Groups: who is in each, by what the unit reported."""

from unosim.groups import members
from unosim.log import parse
from unosim.view import View


def after(*reports):
    view = View()
    for i, report in enumerate(reports):
        view = view.after(parse(f"{i} {report}"), i * 1_000)
    return view


def groups(*reports):
    view = after(*reports)
    names = ("chosen", "flashing", "joined", "others", "unslapped", "free")
    found = {name: " ".join(members(name, view, 4)) for name in names}
    return {name: buttons for name, buttons in found.items() if buttons}


JOINED = ("joined p3", "joined p3 p1 p2", "state joining")
ALL = {"joined": "p1 p2 p3", "others": "p1 p2 p3", "free": "p4"}
IN_TURN = {"chosen": "p2", "joined": "p1 p2 p3", "others": "p1 p3", "free": "p4"}


def test_before_anything_is_reported_all_seats_are_free():
    assert groups() == {"free": "p1 p2 p3 p4"}


def test_nobody_is_chosen_before_the_first_turn():
    assert groups(*JOINED, "state choosing") == ALL


def test_the_chosen_one_stays_so_until_the_next_turn():
    turn = (*JOINED, "state turn p2 6000000")
    assert groups(*turn) == IN_TURN
    assert groups(*turn, "state choosing") == IN_TURN
    assert groups(*turn, "state paused p2") == IN_TURN
    assert groups(*turn, "state choosing", "state turn p3 none")["chosen"] == "p3"


def test_a_reset_leaves_nobody_chosen_in_whichever_order_it_is_told():
    turn = (*JOINED, "state turn p2 6000000")
    assert "chosen" not in groups(*turn, "joined", "state joining")
    assert "chosen" not in groups(*turn, "state joining", "joined")
    assert groups(*turn, "state joining")["chosen"] == "p2"  # too few left, no reset


def test_flashing_are_those_awaited():
    turn = (*JOINED, "state turn p2 6000000")
    assert groups(*turn, "state timed_out p2") == {**IN_TURN, "flashing": "p2"}
    lost = (*turn, "state slap_race p1 p3", "state slap_lost p1 p3")
    assert groups(*lost) == {**IN_TURN, "flashing": "p1 p3"}
    assert groups(*lost, "state slap_lost p3") == {**IN_TURN, "flashing": "p3"}
    assert groups(*lost, "state paused p1 p3") == IN_TURN


def test_unslapped_are_the_opponents_who_have_not_slapped():
    race = (*JOINED, "state turn p2 6000000", "state slap_race p1 p3")
    assert groups(*race)["unslapped"] == "p1 p3"
    assert groups(*race, "slap p3", "state slap_race p1")["unslapped"] == "p1"
    assert "unslapped" not in groups(*race, "slap p3", "state slap_lost p1")
