"""Grasping by touch from Python: a client of its own, other hands, other engines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import bristle as br
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
STATES = ["close", "load", "lift and hold", "replace", "unload", "open", "idle"]


class PickAndPlace(br.Controller):
    """Grasps a cube with a PG70, lifts it by 2 cm, and puts it down."""

    def __init__(self, **grip: Any) -> None:
        self.fingers = br.GraspController(hand="pg70", constants={"KD": 20.0, "EFRICTION": 0.0}, **grip)
        self.fingers.grasp()
        self.target = 0.0
        self.highest = 0.0

    @property
    def phase(self) -> str:
        return self.fingers.phase

    def step(self, percept: br.Percept) -> dict[str, Any]:
        commands = self.fingers.step(percept)
        if self.phase == "lift and hold":
            self.target = min(self.target + 2e-5, 0.02)
            if self.target == 0.02:
                self.fingers.place()
        elif self.phase == "replace":
            self.target -= 2e-5
        self.highest = max(self.highest, percept.joints["lift"].position)
        commands["lift"] = {"position": self.target}
        if self.phase == "idle" and self.highest > 0.015:
            raise br.Done("put down", commands)
        return commands


def bench() -> br.World:
    world = br.load("lib:scenes/work-cycle").world()
    world.set_joint("lift", 0.0)
    return world


def test_a_client_grasps_lifts_and_places_and_the_recording_has_its_states(tmp_path: Path) -> None:
    world, client = bench(), PickAndPlace()
    before = world.matrix("cube")[2, 3]
    with world.record(tmp_path / "out") as recorder:
        assert world.run(client, 20.0, period=0.001) == "put down"
    began = [state for _, state, words in client.fingers.events if words == "begins"]
    assert began == STATES
    assert client.highest > 0.015
    assert world.matrix("cube")[2, 3] == pytest.approx(before, abs=1e-3)
    phases = [name for _, kind, name in recorder.recording.events if kind == "phase"]
    assert phases[-len(STATES) :] == STATES
    assert client.fingers.failure is None


def test_what_it_sees_is_told_and_what_was_asked_before_the_first_turn_is_heeded() -> None:
    fingers = br.GraspController(hand="pg70")
    with pytest.raises(br.ControllerError, match="call step first"):
        _ = fingers.readout
    assert fingers.phase == "idle" and fingers.events == [] and not fingers.is_holding
    fingers.grasp()
    world = bench()
    fingers.step(world.percept())
    assert fingers.phase == "close" and fingers.readout.aperture == pytest.approx(0.066, abs=1e-6)
    assert fingers.events[0][1:] == ("idle", "Grasp()")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"hand": "pr3"}, "pr2, pg70, three_finger"),
        ({"grip": "gentle"}, "hardness, force, margin, full_effort"),
        ({"grip": "force"}, "needs its force"),
        ({"hand": "pg70", "constants": {"KSLIP": 0.9}}, "at least 1"),
        ({"hand": "pg70", "constants": {"KSLOP": 1.1}}, "KSLOP"),
        ({"preset": "newest"}, "paper, released"),
    ],
)
def test_what_makes_no_controller_is_refused_in_words(given: dict[str, Any], words: str) -> None:
    with pytest.raises(br.ControllerError, match=words):
        br.GraspController(**given).step(bench().percept())


def test_a_robot_of_another_engine_gives_percepts() -> None:
    skins = {"left": (5, 3), "right": (5, 3)}
    robot = br.Robot(joints={"jaw": "prismatic"}, motors={"jaws": "jaw"}, skins=skins, accelerometers=["palm"], rates={"palm": 3000.0})
    forces = {"left": [0.2] * 15, "right": [0.1] * 15}
    percept = robot.percept(0.5, joints={"jaw": (0.04, -0.01)}, skins=forces, accelerations={"palm": [(0.4997, (0.0, 0.0, 9.8))]})
    assert percept.joints["jaw"].velocity == -0.01 and percept.skins["left"].sum == pytest.approx(3.0)
    assert percept.skins["left"].is_new and percept.sensors["palm"].samples[0].values[2] == 9.8
    again = robot.percept(0.501, joints={"jaw": (0.04, 0.0)}, skins={"left": [0.3] * 15})
    assert not again.skins["right"].is_new and again.skins["right"].sum == pytest.approx(1.5)
    for wrong, words in (
        (lambda: robot.percept(0.0, joints={}, skins={}), "joint `jaw` is missing"),
        (lambda: robot.percept(0.0, joints={"jaw": (0.0, 0.0)}, skins={"thumb": [0.0]}), "there is no skin `thumb`"),
        (lambda: robot.percept(0.0, joints={"jaw": (0.0, 0.0)}, skins={"left": [0.0] * 14}), "as many numbers as it says"),
        (lambda: robot.percept(0.0, joints={"jaw": (float("nan"), 0.0)}, skins={}), "all finite"),
        (lambda: br.Robot(joints={}, motors={"jaws": "jaw"}, skins={}), "drives `jaw`"),
        (lambda: br.Robot(joints={}, motors={}, skins={}, rates={"left": 3.0}), "no skin or accelerometer"),
    ):
        with pytest.raises(br.ControllerError, match=words):
            wrong()


def test_the_same_controller_grasps_in_mujoco() -> None:
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
    if not hasattr(mujoco.MjSpec, "activate_plugin"):
        pytest.skip("attach needs MuJoCo 3.3.2")
    ran = subprocess.run([sys.executable, str(EXAMPLES / "mujoco" / "grasp.py")], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "StableContact" in ran.stdout and "lifted by" in ran.stdout
