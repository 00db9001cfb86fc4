"""Scenes from files, text and code."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import bristle as br
import numpy as np
import pytest


def test_a_scene_built_in_code_is_that_of_the_text() -> None:
    text = """
        title = 'A ball, "quoted"'
        include = ["lib:objects/table"]
        run = { duration = 0.3, step = 7e-4, seed = 3 }
        [bodies.ball]
        joint = "free"
        mass = 0.7
        pose = { xyz = [0.3, -0.7, 1.1] }
        shapes.body = { sphere = { radius = 0.02 } }
    """
    table = {
        "title": 'A ball, "quoted"',
        "include": ["lib:objects/table"],
        "run": {"duration": 0.3, "step": 7e-4, "seed": np.int64(3)},
        "bodies": {
            "ball": {
                "joint": "free",
                "mass": np.float64(0.7),
                "pose": {"xyz": np.array([0.3, -0.7, 1.1])},
                "shapes": {"body": {"sphere": {"radius": 0.02}}},
            }
        },
    }
    assert br.Scene.from_dict(table) == br.parse(text)
    other = {**table, "run": {"duration": 0.3, "step": 8e-4}}
    assert br.Scene.from_dict(other) != br.parse(text)


def test_a_file_is_read_with_what_it_includes(tmp_path: Path) -> None:
    (tmp_path / "part.toml").write_text('[bodies.stand]\nshapes.body = { box = { size = [0.1, 0.1, 0.1] } }\n')
    (tmp_path / "whole.toml").write_text('include = ["part.toml"]\n')
    scene = br.load(tmp_path / "whole.toml")
    assert scene.bodies == ["stand"]
    assert [Path(name).name for name in scene.files] == ["whole.toml", "part.toml"]
    assert br.parse(scene.to_toml()) == scene


def test_settings_replace_values_and_leave_the_scene(weigh: br.Scene) -> None:
    other = weigh.with_settings({"bodies": {"cube": {"mass": 0.3}}, "run": {"seed": 7}})
    assert isinstance(other, br.Scene) and other != weigh
    world = other.world()
    world.step(1000)
    # m g, which the solver meets to its own tolerance of 1e-10 of the forces.
    assert world.normal_force("dsa") == pytest.approx(0.3 * 9.8, rel=1e-6)


def test_a_mistake_is_shown_with_its_place() -> None:
    with pytest.raises(br.SceneError) as caught:
        br.parse("[run]\nduraton = 1.0\n", origin="mine.toml")
    error = caught.value
    assert (error.kind, error.file, error.line, error.column) == ("unknown_key", "mine.toml", 2, 1)
    assert any("duration" in note for note in error.notes)
    assert "mine.toml:2:1" in str(error)
    assert isinstance(error, ValueError) and isinstance(error, br.BristleError)


def test_a_mistake_in_a_dictionary_is_shown_by_its_path() -> None:
    with pytest.raises(br.SceneError) as caught:
        br.Scene.from_dict({"bodies": {"ball": {"mas": 0.3}}})
    error = caught.value
    assert (error.kind, error.line) == ("unknown_key", None)
    assert error.file == "dictionary" and "bodies.ball.mas" in str(error) and "did you mean `mass`?" in str(error)


@pytest.mark.parametrize(
    "table",
    [
        {"run": {"step": float("nan")}},
        {"run": {"step": -1.0}},
        {"bodies": {"a": {"joint": "welded"}}},
        {"bodies": {"a": {"pose": {"xyz": [0.3, -0.7]}}}},
        {"bodies": {"a": object()}},
        {"bodies": {3: {}}},
        {"bodies": {"a": {"parent": None}}},
        {"include": ["lib:objects/unicorn"]},
        {"include": [b"bytes"]},
        [("run", {})],
    ],
)
def test_what_is_no_scene_is_refused(table: object) -> None:
    with pytest.raises(br.SceneError):
        br.Scene.from_dict(table)  # type: ignore[arg-type]


def test_missing_files_and_models_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(br.SceneError) as caught:
        br.load(tmp_path / "nothing.toml")
    assert caught.value.kind == "unreadable"
    with pytest.raises(br.UnknownNameError, match="scenes/weigh"):
        br.load("lib:scenes/nothing")
    with pytest.raises(TypeError):
        br.Scene()


def test_every_model_of_the_library_loads() -> None:
    scenes = [name for name in br.library() if name.startswith("scenes/")]
    assert len(scenes) >= 6
    for name in scenes:
        assert br.load("lib:" + name).bodies


def test_a_scene_can_be_sent_to_another_process(pick: br.Scene) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        there = processes.submit(cube_after, pick, 1400).result()
    np.testing.assert_array_equal(there, cube_after(pick, 1400))


def cube_after(scene: br.Scene, steps: int) -> list[float]:
    """What is felt when the jaws have closed."""
    world = scene.world()
    world.step(steps)
    assert world.normal_force("left_dsa") > 1.0
    return [*world.pose("cube"), *world.wrench("left_dsa")]
