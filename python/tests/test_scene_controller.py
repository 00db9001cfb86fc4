"""Controllers that scenes name, and those that take their place; recorded, reported and replayed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import bristle as br
import pytest

PROGRAM = os.environ.get("BRISTLE_PROGRAM")

CONTROLLER = '''
import bristle as br


class ThreeFingers(br.Controller):
    """Closes each finger until it touches, presses on, and lifts."""

    FINGERS = ("thumb", "left", "right")

    def __init__(self, press: float, height: float = 0.05) -> None:
        self.press, self.height = press, height
        self.touched = {}
        self.phase = "close"
        self.since = 0.0

    def enter(self, phase, percept):
        self.phase, self.since = phase, percept.time

    def step(self, percept):
        for finger in self.FINGERS:
            if percept.skins[finger + "_pad"].sum > 0.2:
                self.touched.setdefault(finger, percept.joints[finger + "_proximal"].position)
        if self.phase == "close":
            if len(self.touched) == 3:
                self.enter("press", percept)
                return {finger + "_motor": {"position": at + self.press} for finger, at in self.touched.items()}
            waits = lambda finger: {"position": self.touched[finger]} if finger in self.touched else {"velocity": 0.4}
            return {finger + "_motor": waits(finger) for finger in self.FINGERS}
        if self.phase == "press" and percept.time - self.since > 0.3:
            self.enter("lift", percept)
            return {"lift": {"position": self.height}}
        if self.phase == "lift" and abs(percept.joints["lift"].position - self.height) < 5e-4:
            raise br.Done(min(percept.skins[finger + "_pad"].sum for finger in self.FINGERS))
        return None
'''

SCENE = """
run = { duration = 4.0 }

[[include]]
file = "lib:scenes/three-finger"
set.bodies.lift.start = { position = 0.0 }

[controller]
kind = "python"
class = "three_fingers:ThreeFingers"
period = 0.005
parameters = { press = 0.012 }
"""


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "three_fingers", raising=False)
    (tmp_path / "three_fingers.py").write_text(CONTROLLER)
    path = tmp_path / "hand.toml"
    path.write_text(SCENE)
    return path


def test_a_three_finger_hand_led_from_python_records_reports_and_replays(scene: Path, tmp_path: Path) -> None:
    world = br.load(scene).world()
    before = world.matrix("sphere")[2, 3]
    log = tmp_path / "hand.csv"
    with world.record(tmp_path / "out") as recorder:
        weakest = world.run(log=log)
    assert weakest > 1.0 and world.matrix("sphere")[2, 3] == pytest.approx(before + 0.05, abs=1e-3)
    phases = [name for _, kind, name in recorder.recording.events if kind == "phase"]
    assert phases == ["close", "press", "lift"]
    assert [phase["name"] for phase in world.outcome()["phases"]] == phases
    page = Path(br.report(tmp_path / "out")).read_text()
    assert "press" in page and "thumb_pad" in page

    import three_fingers  # type: ignore[import-not-found]

    agreement = br.replay(three_fingers.ThreeFingers(press=0.012), log)
    assert agreement.is_complete and agreement.turns > 100
    other = br.replay(three_fingers.ThreeFingers(press=0.013), log)
    assert other.first is not None and other.first[2]["thumb_motor"] != other.first[3]["thumb_motor"]


def test_the_module_runs_a_scene_as_the_program_does(scene: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bristle", "run", str(scene), "--out", "out"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert "press" in said and "report.html" in said
    assert br.open_recording(tmp_path / "out").times[-1] > 1.0
    assert (tmp_path / "out" / "report.html").exists()
    again = subprocess.run(command[:-2] + ["--out", "other", "--set", "controller.parameters.grip = 1"], capture_output=True, text=True, cwd=tmp_path)
    assert again.returncode == 3 and "it takes press, height" in again.stderr


@pytest.mark.skipif(PROGRAM is None, reason="BRISTLE_PROGRAM names no command line; scripts/test-python does")
def test_the_program_says_how_to_run_a_controller_written_in_python(scene: Path) -> None:
    ran = subprocess.run([str(PROGRAM), "run", str(scene)], capture_output=True, text=True, cwd=scene.parent)
    assert ran.returncode == 2 and f"python -m bristle run {scene}" in ran.stderr


@pytest.mark.parametrize(
    ("old", "new", "words", "marked"),
    [
        ("three_fingers:ThreeFingers", "nowhere:Grasp", "nowhere.py beside the scene", '"nowhere:Grasp"'),
        ("three_fingers:ThreeFingers", "three_fingers:Four", "it has ThreeFingers", '"three_fingers:Four"'),
        ("three_fingers:ThreeFingers", "three_fingers.py:ThreeFingers", "without .py", '"three_fingers.py'),
        ("three_fingers:ThreeFingers", "../three_fingers:ThreeFingers", "no name of a module", '"../three_fingers'),
        ("three_fingers:ThreeFingers", "broken:Grasp", "the module `broken` fails: ZeroDivisionError", '"broken:Grasp"'),
        ("three_fingers:ThreeFingers", "os:system", "os has no class `system`", '"os:system"'),
        ("three_fingers:ThreeFingers", "subprocess:Popen", "it has no method `step", '"subprocess:Popen"'),
        ("press = 0.012", "press = 0.01, hight = 3", "it takes press, height; did you mean `height`", "3"),
        ("press = 0.012", "height = 0.01", "needs the parameter `press`", "{ height = 0.01 }"),
        ("press = 0.012", "press = 0.01, height = -7.5", "ValueError: height is -7.5", "-7.5"),
    ],
    ids=["module", "class", "file", "path", "broken", "function", "no controller", "unknown", "missing", "refused by the class"],
)
def test_what_a_class_does_not_take_is_refused_with_its_place(scene: Path, old: str, new: str, words: str, marked: str) -> None:
    module = scene.parent / "three_fingers.py"
    checks = "        if height < 0.0:\n            raise ValueError(f'height is {height}; it must not be negative')\n"
    module.write_text(module.read_text().replace("        self.touched = {}\n", checks + "        self.touched = {}\n"))
    (scene.parent / "broken.py").write_text("1 / 0\n")
    text = scene.read_text().replace(old, new)
    world = br.parse(text, scene).world()
    with pytest.raises(br.SceneError, match=words) as raised:
        world.run()
    error = raised.value
    assert error.file == str(scene) and error.line is not None and error.column is not None
    assert text.splitlines()[error.line - 1][error.column - 1 :].startswith(marked)
    assert world.time == 0.0
    world.step(3)


def test_parameters_of_a_dictionary_are_refused_by_their_path(scene: Path) -> None:
    table = {
        "include": [{"file": "lib:scenes/three-finger"}],
        "controller": {"kind": "python", "class": "three_fingers:ThreeFingers", "parameters": {"press": 0.01, "grip": 3}},
    }
    with pytest.raises(br.SceneError, match=r"controller\.parameters\.grip"):
        br.Scene.from_dict(table, scene).world().run()


ACTION = {
    "include": ["lib:scenes/work-cycle"],
    "run": {"duration": 8.0},
    "controller": {
        "kind": "action",
        "period": 0.01,
        "parameters": {
            "steps": [
                {"approach": {"aperture": 0.95, "by": [0.0, 0.0, -0.06]}},
                {"grasp": {"force": 12.0}},
                {"name": "lift", "carry": {"by": [0.0, 0.0, 0.05]}},
            ]
        },
    },
}


def test_the_action_of_a_scene_has_the_bits_of_the_same_action_from_python() -> None:
    own, led = br.Scene.from_dict(ACTION).world(), br.load("lib:scenes/work-cycle").world()
    steps = ACTION["controller"]["parameters"]["steps"]  # type: ignore[index]
    ending = led.run(br.ActionController(br.Action(steps)), period=0.01)
    assert ending.done
    own.run(duration=led.time)
    own.step(1)  # The last turn is taken before the step after it.
    assert own.controller_ending == (True, None, None)
    assert [phase["name"] for phase in own.outcome()["phases"]] == ["approach", "grasp", "lift"]
    led.step(1)
    assert own.texels("left_dsa").tobytes() == led.texels("left_dsa").tobytes()


def test_a_script_does_not_fight_a_controller_given_from_python(pick: br.Scene) -> None:
    world, alone = pick.world(), pick.world(script=False)
    hold = lambda percept: {"jaws": {"position": 0.02}}  # noqa: E731
    world.run(hold, 1.5, period=0.01)
    alone.run(hold, 1.5, period=0.01)
    assert world.joint("lift") == pytest.approx(alone.joint("lift"), abs=1e-6)
    assert world.joint("left_jaw")[0] == pytest.approx(0.02, abs=1e-4)


def test_a_controller_of_no_kind_is_refused() -> None:
    scene = br.Scene.from_dict({**ACTION, "controller": {"kind": "dance"}})
    with pytest.raises(br.BristleError, match="allowed: action, grasp, python, script"):
        scene.world()
    with pytest.raises(br.SceneError, match="class"):
        br.Scene.from_dict({**ACTION, "controller": {"kind": "python"}})


def test_a_class_that_does_not_exist_costs_no_recording(
    scene: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bristle.__main__ import main

    monkeypatch.chdir(tmp_path)
    assert main(["run", str(scene), "--duration", "0.1", "--log", "turns.csv"]) == 0
    before = len(br.open_recording("out").times)
    scene.write_text(scene.read_text().replace("three_fingers:ThreeFingers", "three_fingers:Four"))
    assert main(["run", str(scene), "--duration", "0.1"]) == 3
    assert "it has ThreeFingers" in capsys.readouterr().err
    assert len(br.open_recording("out").times) == before > 1
    # Nor does a log give way to another.
    scene.write_text(scene.read_text().replace("three_fingers:Four", "three_fingers:ThreeFingers"))
    assert main(["run", str(scene), "--duration", "0.1", "--log", "turns.csv"]) == 1
    assert "turns.csv is there already" in capsys.readouterr().err
