"""Worlds, snapshots, skins and shapes in pickles and copies: what comes out goes on with the same bits."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import bristle as br
import numpy as np
import pytest


def felt(world: br.World) -> bytes:
    return b"".join(world.texels(skin).tobytes() for skin in world.skins)


def test_a_world_goes_on_in_another_process_with_the_same_bits(pick: br.Scene, tmp_path: Path) -> None:
    world = pick.world()
    world.step(1500)  # In the middle of the grasp: bristles are bent, the script is at work.
    file = tmp_path / "world.pickle"
    file.write_bytes(pickle.dumps(world))
    code = (
        "import pickle, sys\n"
        "world = pickle.load(open(sys.argv[1], 'rb'))\n"
        "world.step(700)\n"
        "sys.stdout.buffer.write(pickle.dumps((world.time, world.phase, world.events, [world.texels(s).tobytes() for s in world.skins])))\n"
    )
    there = subprocess.run([sys.executable, "-c", code, str(file)], check=True, capture_output=True).stdout
    before = felt(world)
    here = pickle.loads(pickle.dumps(world))
    assert felt(here) == before, "texels show what was felt then"
    for one in (world, here):
        one.step(700)
    time, phase, events, texels = pickle.loads(there)
    assert (time, phase, events) == (world.time, world.phase, world.events)
    assert b"".join(texels) == felt(world) == felt(here)
    assert here.outcome()["phases"] == world.outcome()["phases"]


def test_copies_are_worlds_of_their_own(weigh: br.Scene) -> None:
    world = weigh.world()
    world.step(100)
    for other in (copy.copy(world), copy.deepcopy(world), copy.deepcopy({"a": [world]})["a"][0]):
        assert type(other) is br.World and felt(other) == felt(world) and other.scene is world.scene
        other.step(50)
        assert other.time == pytest.approx(0.15) and world.time == pytest.approx(0.1)


def test_a_snapshot_from_a_file_fits_a_scene_that_says_the_same(tmp_path: Path) -> None:
    world = br.load("lib:scenes/weigh").world()
    world.step(40)
    (tmp_path / "at-40.pickle").write_bytes(pickle.dumps(world.snapshot()))
    world.step(60)
    loaded = pickle.loads((tmp_path / "at-40.pickle").read_bytes())
    other = br.load("lib:scenes/weigh").world()
    other.restore(loaded)
    assert other.time == pytest.approx(0.04)
    other.step(60)
    assert felt(other) == felt(world)
    assert copy.deepcopy(loaded) is loaded
    batch = br.Batch(br.load("lib:scenes/weigh"), 2)
    batch.restore(1, pickle.loads(pickle.dumps(loaded)))
    assert batch.time.tolist() == pytest.approx([0.0, 0.04])
    with pytest.raises(br.ModelError, match="another scene"):
        br.load("lib:scenes/pick-cube").world().restore(loaded)


LAYOUT = {"grid": {"rows": 7, "columns": 5, "pitch": 3.4e-3}}


def shapes() -> list[br.Shape]:
    corners = np.array([[0, 0, 0], [0.03, 0, 0], [0, 0.03, 0], [0, 0, 0.03]]) - 0.01
    return [
        br.Shape.sphere(0.021),
        br.Shape.box([0.03, 0.02, 0.019]),
        br.Shape.cylinder(0.011, 0.03),
        br.Shape.capsule(0.011, 0.03),
        br.Shape.ellipsoid([0.04, 0.03, 0.02]),
        br.Shape.half_space(),
        br.Shape.mesh(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]),
    ]


@pytest.mark.parametrize("index", range(len(shapes())))
def test_a_skin_and_the_shape_it_touches_go_on_together(index: int) -> None:
    skin, shape = br.Skin(LAYOUT, "foam_rs_55_066_corrected_per_area", samples=4), shapes()[index]

    def slide(skin: br.Skin, shape: br.Shape, step: int) -> bytes:
        # Sinks in and slides, so that bristles bend.
        skin.update([shape], poses=[[1e-5 * step, 0.0, 0.009 - 1e-5 * step]], twists=[[0.01, 0, 0, 0, 0, 0]], h=1e-3)
        return skin.texels.tobytes()

    for step in range(60):
        slide(skin, shape, step)
    other, its_shape = pickle.loads(pickle.dumps((skin, shape)))
    assert other.texels.tobytes() == skin.texels.tobytes() and repr(its_shape) == repr(shape)
    twin = copy.deepcopy(skin)
    for step in range(60, 90):
        here = slide(skin, shape, step)
        assert slide(other, its_shape, step) == here == slide(twin, shape, step)
    if index != 5:
        assert skin.normal_force > 0.0


def test_what_cannot_be_pickled_says_why(pick: br.Scene, tmp_path: Path) -> None:
    world = pick.world()
    with world.record(tmp_path / "out"), pytest.raises(br.RecordingError, match="close the recording"):
        pickle.dumps(world)
    action = {"steps": [{"approach": {"aperture": 0.95}}]}
    led = br.Scene.from_dict({"include": ["lib:scenes/work-cycle"], "controller": {"kind": "action", "parameters": action}}).world()
    with pytest.raises(br.ModelError, match="controller"):
        pickle.dumps(led)


def test_damaged_pickles_are_refused(weigh: br.Scene) -> None:
    from bristle import _native

    world = weigh.world()
    world.step(20)
    make, (scene, stored) = world.snapshot().__reduce__()
    for damaged in (b"", stored[:40], stored[:-1], b"\xff" * len(stored), bytes(len(stored))):
        with pytest.raises(br.BristleError):
            make(scene, damaged)
    skin = br.Skin(LAYOUT, "foam_rs_55_066_corrected_per_area")
    scene, name, stored, touched = skin.stored()
    other = br.Skin({"grid": {"rows": 7, "columns": 6, "pitch": 3.4e-3}}, "foam_rs_55_066_corrected_per_area")
    for target, damaged in ((skin, stored[:-1]), (skin, b"\xff" * 99), (other, stored)):
        with pytest.raises(br.BristleError):
            _native.fill_skin(target, damaged, touched)
    with pytest.raises(br.BristleError):
        _native.unpickled_shape(b"\x01\x00", "a ball")
