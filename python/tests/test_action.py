"""Native controllers that carry out abstract actions, led from Python."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import bristle as br
import numpy as np
import pytest

PROGRAM = os.environ.get("BRISTLE_PROGRAM")

HOLD = [
    {"approach": {"aperture": 0.95, "by": [0.0, 0.0, -0.06]}},
    {"grasp": {"force": 12.0}},
    {"name": "lift", "carry": {"by": [0.0, 0.0, 0.05]}},
]


@pytest.fixture
def bench() -> br.World:
    return br.load("lib:scenes/work-cycle").world()


class Watched(br.ActionController):
    """Takes down what the left pad feels whenever a step ends."""

    def __init__(self, action: br.Action) -> None:
        super().__init__(action)
        self.ends: dict[str | None, float] = {}

    def step(self, percept: br.Percept) -> Any:
        before = self.phase
        commands = super().step(percept)
        if self.phase != before:
            self.ends[before] = percept.skins["left_dsa"].sum
        return commands


@pytest.mark.skipif(PROGRAM is None, reason="BRISTLE_PROGRAM names no command line; scripts/test-python does")
def test_the_work_cycle_of_the_papers_has_the_same_bits_through_both_doors(tmp_path: Path) -> None:
    command = [str(PROGRAM), "reproduce", "fig12-work-cycle", "--json"]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, cwd=tmp_path).stdout)
    told = {value["name"]: value["value"] for value in said["values"]}

    # 30 % of a pad of 47.6 mm on a cube of 50 mm; pads that hang 30 mm above the table go 60 mm down.
    lift = 0.05 - 0.3 * 47.6e-3 + 0.5 * 47.6e-3 - 30e-3 + 0.06
    # The experiment divides the pad evenly, which is not 3.4 mm to the last bit.
    grid = {"rows": 14, "columns": 6, "pitch": 47.6e-3 / 14}
    pads = {skin: {"samples": 1, "sampling": "regular", "layout": {"grid": grid}} for skin in ("left_dsa", "right_dsa")}
    settings = {"run": {"step": 1e-3}, "bodies": {"cube": {"mass": 0.2}, "lift": {"start": {"position": lift}}}, "skins": pads}
    world = br.load("lib:scenes/work-cycle").with_settings(settings).world()
    controller = Watched(br.Action.work_cycle(time_limit=40.0))
    ending = world.run(controller, period=5e-3)
    assert ending.done and ending.why is None
    for step in ("grasp", "lift", "move down"):
        assert told[f"force at the end of {step}, left pad"].hex() == controller.ends[step].hex(), step


def test_a_missed_object_is_told_and_can_be_recovered_from(bench: br.World) -> None:
    bench.set_pose("cube", [0.3, 0.0, 0.0])
    ending = bench.run(br.ActionController(br.Action(HOLD)), period=0.01)
    assert (ending.done, ending.phase) == (False, "grasp")
    assert "nothing was between them" in ending.why
    assert ending.events[-1][1] == "grasp" and ending.events[-1][2].startswith("failed")

    again = [{**HOLD[1], "or_else": "open"}, {"name": "open", "release": {"aperture": 0.9}, "then": "done"}]
    ending = bench.run(br.ActionController(br.Action(again)), period=0.01)
    assert ending.done and bench.joint("left_jaw")[0] > 0.03


def test_what_is_held_stays_held_and_a_snapshot_knows_it(bench: br.World) -> None:
    assert bench.run(br.ActionController(br.Action(HOLD)), period=0.01).done
    held = bench.snapshot()
    height = bench.pose("cube")[2]

    def a_while() -> Any:
        bench.step(500)
        return bench.texels("left_dsa").copy()

    first = a_while()
    assert abs(bench.normal_force("left_dsa") - 12.0) < 0.1 and abs(bench.pose("cube")[2] - height) < 1e-4
    bench.command("jaws", effort=2.0)  # Who commands last is obeyed.
    bench.step(600)
    assert bench.pose("cube")[2] < height - 0.02
    bench.restore(held)
    np.testing.assert_array_equal(a_while(), first)
    copied = bench.copy()
    copied.step(100)
    bench.step(100)
    np.testing.assert_array_equal(copied.texels("left_dsa"), bench.texels("left_dsa"))


def test_an_action_that_takes_too_long_ends_by_itself(bench: br.World) -> None:
    ending = bench.run(br.ActionController(br.Action([{"hold": {"time": 5.0}, "within": 60.0}], time_limit=0.5)))
    assert not ending.done and "0.5 s" in ending.why
    assert 0.5 < bench.time < 0.6


NONSENSE: list[tuple[list[Any], str]] = [
    ([], "no steps"),
    ([{"grasp": {"fource": 12.0}}], "fource"),
    ([{"grasp": {}}], "force"),
    ([{"grasp": {"force": "hard"}}], "a number"),
    ([{"grasp": {"force": -3.0}}], "positive"),
    ([{"grasp": {"force": float("nan")}}], "finite"),
    ([{"grasp": {"force": 3.0, "one_sided": "push"}}], "centre"),
    ([{"name": "nothing"}], "needs one of"),
    ([{"touch": {}, "hold": {"time": 1.0}}], "2 primitives"),
    ([{"touch": {}, "then": "moon"}], "moon"),
    ([{"touch": {}}, {"touch": {}}], "rename"),
    ([{"carry": {"by": [0.0, 0.0, 50.0]}}], "metres"),
    ([{"touch": 3}], "a table"),
    ([{7: {}}], "7"),
]


@pytest.mark.parametrize(("steps", "part"), NONSENSE, ids=[part for _, part in NONSENSE])
def test_an_action_that_makes_no_sense_is_refused_and_the_world_stays(bench: br.World, steps: list[Any], part: str) -> None:
    with pytest.raises(br.ActionError, match=part):
        bench.run(br.ActionController(br.Action(steps)))
    assert bench.time == 0.0
    bench.step(3)


@pytest.mark.parametrize(
    ("keys", "part"),
    [
        ({"motor": "jawz"}, "jaws"),
        ({"skins": ["left", "right_dsa"]}, "left_dsa"),
        ({"arm": {"lift": [0.0, 0.0, 2.0]}}, "length"),
        ({"opening_per_joint": 0.0}, "not 0"),
        ({"colour": "red"}, "colour"),
        ({"skins": ["left_dsa"]}, "length 2"),
        ({"closing_speed": -1.0}, "closing speed"),
        ({"force": {"integral": 0.0}}, "integral"),
        ({"force": {"intergal": 1.0}}, "intergal"),
        ({"kind": "tentacle"}, "fingers"),
        ({"kind": "fingers"}, "thumb_motor"),
    ],
    ids=str,
)
def test_a_hand_that_is_not_there_is_refused(bench: br.World, keys: dict[str, Any], part: str) -> None:
    with pytest.raises(br.ActionError, match=part):
        bench.run(br.ActionController(br.Action(HOLD), hand=keys))
    bench.step(3)


def test_what_is_no_action_is_refused_at_once(pick: br.Scene) -> None:
    with pytest.raises(br.ActionError, match="dictionary"):
        br.Action(["grasp"])  # type: ignore[list-item]
    with pytest.raises(br.ActionError, match="work_cycle"):
        br.ActionController("grasp")  # type: ignore[arg-type]
    arm_off_axis = br.Action([{"carry": {"by": [0.1, 0.0, 0.0]}}])
    with pytest.raises(br.ActionError, match="along no axis"):
        pick.world(script=False).run(br.ActionController(arm_off_axis))
