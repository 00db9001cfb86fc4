"""Recordings made and read from Python."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import bristle as br
import numpy as np
import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recorded"


def test_a_recording_holds_what_the_world_went_through(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    felt = [world.texels("dsa")["normal_force"].copy()]
    with world.record(folder, every=0.05) as recorder:
        for _ in range(6):
            world.step(50)
            felt.append(world.texels("dsa")["normal_force"].copy())
    recording = recorder.recording
    assert recording.ending == "completed" and recording.stopped_because is None
    assert recording.times.tolist() == [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]
    assert recording.texels("dsa")["normal_force"].tobytes() == np.array(felt).tobytes()
    assert recording.map("dsa", "shear").shape == (7, 14, 6, 3)
    assert recording["dsa_normal_n"][-1] == pytest.approx(9.8, abs=0.1)
    assert br.parse(recording.scene).world().skins == world.skins
    assert (0.0 <= recording.events[0][0] < 0.3) and recording.events[0][2] == "dsa touches"


def test_tables_are_columns_of_equal_length(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    recorder = world.record(folder, every=0.1)
    world.step(200)
    recording = recorder.close()
    assert recorder.close() is recording
    for name in ("signals", "texels", "events"):
        table = recording.table(name)
        assert len({len(column) for column in table.values()}) == 1, name
        header = (folder / f"{name}.csv").read_text().splitlines()[0].split(",")
        assert set(table) <= set(header), name
    texels = recording.table("texels")
    assert len(texels["state"]) == 3 * 84 and texels["texel"][84 + 5] == 5
    pandas = pytest.importorskip("pandas")
    assert isinstance(recording.to_pandas("texels"), pandas.DataFrame)


def test_sums_without_texels(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    with world.record(folder, texels=False) as recorder:
        world.step(20)
    assert recorder.recording.skins == []
    with pytest.raises(br.RecordingError, match="no texels"):
        recorder.recording.table("texels")
    with pytest.raises(br.UnknownNameError, match="there are none"):
        recorder.recording.texels("dsa")


def test_devices_are_recorded_at_their_rate(weigh: br.Scene, folder: Path) -> None:
    world = weigh.with_settings({"skins": {"dsa": {"device": "lib:devices/weiss-dsa-9205"}}}).world()
    seen = {}
    with world.record(folder, every=0.1) as recorder:
        for _ in range(300):
            world.step()
            readings, frame = world.device("dsa")
            seen.setdefault(frame, (world.time, readings))
    times, frames, readings = recorder.recording.device("dsa")
    # 31.3 frames per second, whatever the time between samples.
    assert frames.tolist() == list(range(1, 10))
    assert times.tolist() == [seen[frame][0] for frame in range(1, 10)]
    assert readings.tobytes() == np.array([seen[frame][1] for frame in range(1, 10)]).tobytes()
    assert len(recorder.recording.times) == 4
    assert "weiss-dsa-9205" in Path(recorder.recording.report()).read_text()


def test_reports_are_written_from_python(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    with world.record(folder):
        world.step(100)
    assert Path(br.report(folder)) == folder / "report.html"
    assert "A cube of 1 kg" in (folder / "report.html").read_text()


def test_an_exception_ends_the_recording_and_is_told(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    with pytest.raises(KeyError), world.record(folder) as recorder:
        world.step(10)
        raise KeyError("grape")
    assert recorder.recording.ending == "stopped"
    assert "KeyError: 'grape'" in str(recorder.recording.stopped_because)
    assert recorder.recording.times[-1] == 0.01


def test_a_folder_has_one_owner(weigh: br.Scene, folder: Path) -> None:
    one, other = weigh.world(), weigh.world()
    recorder = one.record(folder)
    assert one.recorded_into == folder
    for replace in (False, True):
        with pytest.raises(br.RecordingError, match="in use"):
            other.record(folder, replace=replace)
    with pytest.raises(br.RecordingError, match="already"):
        one.record(folder.parent / "second")
    recorder.close()
    with pytest.raises(br.RecordingError, match="holds a recording already"):
        other.record(folder)
    with other.record(folder, replace=True):
        other.step(3)


def test_a_recorded_world_cannot_go_back(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    snapshot = world.snapshot()
    with world.record(folder):
        world.step(5)
        for back in (lambda: world.restore(snapshot), world.reset):
            with pytest.raises(br.RecordingError, match="back in time"):
                back()
    world.restore(snapshot)


def _record_and_die(folder: str) -> None:
    import os

    world = br.load("lib:scenes/weigh").world()
    world.record(folder, every=0.001)
    world.step(3000)
    os._exit(9)


def test_what_a_killed_process_recorded_can_be_read(folder: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_record_and_die, args=(str(folder),))
    process.start()
    process.join()
    assert process.exitcode == 9
    recording = br.open_recording(folder)
    assert recording.ending == "unfinished" and len(recording.times) > 100
    # Its lock went with it.
    with br.load("lib:scenes/weigh").world().record(folder, replace=True):
        pass


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(br.RecordingError, match="not a recording"):
        br.open_recording(tmp_path)
    with pytest.raises(OSError, match="not a recording"):
        br.report(tmp_path / "nowhere")
    with pytest.raises(br.RecordingError, match="above 0"):
        br.load("lib:scenes/weigh").world().record(tmp_path / "x", every=float("nan"))
    assert not (tmp_path / "x").exists()


def test_outcomes_go_with_snapshots(pick: br.Scene) -> None:
    world = pick.world()
    world.step(900)
    early, snapshot = world.outcome(), world.snapshot()
    assert early["ending"]["state"] == "unfinished" and early["steps"] == 900
    world.step(500)
    late = world.outcome()
    world.restore(snapshot)
    assert {**world.outcome(), "wall_s": 0, "real_time_factor": 0} == {**early, "wall_s": 0, "real_time_factor": 0}
    world.step(500)
    assert {**world.outcome(), "wall_s": 0, "real_time_factor": 0} == {**late, "wall_s": 0, "real_time_factor": 0}


def test_environments_record_their_episodes(folder: Path) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import bristle.gym  # noqa: F401

    env = gymnasium.make("bristle/PickCube-v0", record=folder)
    for _ in range(2):
        env.reset(seed=3)
        for _ in range(3):
            env.step(env.action_space.sample())
    env.close()
    recordings = [br.open_recording(folder / f"episode-{i}") for i in (1, 2)]
    assert [recording.ending for recording in recordings] == ["completed"] * 2
    assert recordings[0].times[-1] == recordings[1].times[-1] == 0.06
    assert not (folder / "episode-3").exists()


def test_environments_observe_counts() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import bristle.gym  # noqa: F401

    env = gymnasium.make("bristle/HoldSlip-v0", observation="counts")
    observation, _ = env.reset(seed=3)
    tactile = observation["tactile"]
    assert tactile.shape == (2, 14, 6) and tactile.max() > 100.0 and (tactile == tactile.round()).all()
    # 12 bits, of which the threshold of 100 is subtracted; and no shear, which the device does not measure.
    assert env.observation_space["tactile"].high.max() == 3995.0 and observation in env.observation_space
    assert set(observation) == {"tactile", "joints"}
    envs = gymnasium.make_vec("bristle/HoldSlip-v0", num_envs=2, observation="counts")
    observations, _ = envs.reset(seed=3)
    assert observations["tactile"][0].tobytes() == tactile.tobytes()
    with pytest.raises(br.ModelError, match="observation"):
        gymnasium.make("bristle/HoldSlip-v0", observation="smell")


def test_a_percept_shows_the_counts_of_a_device(weigh: br.Scene) -> None:
    world = weigh.with_settings({"skins": {"dsa": {"device": "lib:devices/weiss-dsa-9205"}}}).world()
    assert not world.percept().skins["dsa"].is_new
    world.step(500)
    frame = world.percept().skins["dsa"]
    assert (frame.unit, frame.rate, frame.shear, frame.frame, frame.is_new) == ("counts", 31.3, None, 15, True)
    np.testing.assert_array_equal(frame.values, world.counts("dsa").ravel())
    with pytest.raises(br.ShapeError, match="tells counts, not newtons"):
        world.percept().normal_force("dsa")


def test_tables_of_texels_tell_rows_and_columns(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    with world.record(folder, every=0.1) as recorder:
        world.step(100)
    table = recorder.recording.table("texels")
    at = (table["row"] == 2) & (table["column"] == 3)
    assert set(table["texel"][at]) == {2 * 6 + 3}


def test_a_period_is_a_whole_number_of_steps(weigh: br.Scene) -> None:
    with pytest.raises(br.StepError, match=r"no whole number of steps of 0.001 s; take 0.002 or 0.003 s"):
        weigh.world().run(lambda percept: None, 0.1, period=0.0025)


def test_a_device_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\n[[layers]]\ncounts = { full_scale = 5.0, bits = 8 }\n')
    skin = br.Skin({"grid": {"rows": 2, "columns": 2, "pitch": 3.4e-3}}, "table3")
    assert br.Device(skin, file).advance(np.full(4, 5.0), dt=1e-3).max() == 255
    with pytest.raises(br.DeviceError, match="cannot read"):
        br.Device(skin, tmp_path / "yours.toml")


def cells_with_gaps(folder: Path) -> br.Scene:
    """Three rows and three columns, of which two cells are missing, listed column by column; a ball lies on them."""
    cells = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (0, 2), (1, 2)]
    lines = [f"{8 * row - 8},{8 * column - 8},64,{row},{column}" for row, column in cells]
    (folder / "cells.csv").write_text("\n".join(["x_mm,y_mm,area_mm2,row,column", *lines]))
    return br.Scene.from_dict(
        {
            "run": {"duration": 0.2},
            "materials": {"rubber": {"preset": "table3", "max_penetration_mm": 5}},
            "bodies": {
                "pad": {"shapes": {"box": {"box": {"size_mm": [40, 40, 10]}, "pose": {"xyz_mm": [0, 0, -5]}}}},
                "ball": {"joint": "free", "mass": 0.1, "pose": {"xyz_mm": [0, 0, 20]}, "shapes": {"all": {"sphere": {"radius_mm": 20}}}},
            },
            "skins": {
                "pad": {
                    "on": "pad",
                    "material": "rubber",
                    "layout": {"cells": {"file": "cells.csv"}},
                    "samples": 4,
                    "device": {"layers": [{"counts": {"full_scale": 2.0, "bits": 12}}]},
                }
            },
        },
        origin=folder / "mine",
    )


def test_cells_with_gaps_keep_their_places_in_percepts_and_tables(tmp_path: Path, folder: Path) -> None:
    world = cells_with_gaps(tmp_path).world()
    with world.record(folder, every=0.05) as recorder:
        world.run()
    recording, frame = recorder.recording, world.percept().skins["pad"]
    assert (frame.rows, frame.columns, frame.values.shape) == (3, 3, (7,))
    assert frame.cells is not None and frame.cells[3] == [1, 1]
    image = world.percept().map("pad")
    assert np.isnan(image[0, 1]) and np.isnan(image[2, 2]) and image[1, 1] == frame.values[3] > 0.0
    np.testing.assert_array_equal(image, world.counts("pad"))
    np.testing.assert_array_equal(recording.counts("pad")[-1], image)

    for name in ("devices", "skins", "texels"):
        table = recording.table(name)
        header = (folder / f"{name}.csv").read_text().splitlines()[0].split(",")
        assert list(table) == header, name
        middle = (table["row"] == 1) & (table["column"] == 1)
        assert set(table["texel"][middle]) == {3}, name
    devices, skins = recording.table("devices"), recording.table("skins")
    assert devices["reading"].tolist() == recording.device("pad")[2].ravel().tolist()
    assert skins["x_m"].tolist() == recording.positions("pad")[:, 0].tolist()
    assert skins["area_m2"].sum() == pytest.approx(7 * 64e-6)
    outlines = recording.outlines("pad")
    assert [outline.shape for outline in outlines] == [(4, 3)] * 7
    np.testing.assert_allclose([outline.mean(axis=0) for outline in outlines], recording.positions("pad"), atol=1e-15)
    with pytest.raises(br.RecordingError, match="signals, events, texels, skins and devices"):
        recording.table("nothing")


def test_a_recording_without_devices_says_so(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    with world.record(folder) as recorder:
        world.step(10)
    with pytest.raises(br.RecordingError, match="no skin of the scene has one"):
        recorder.recording.table("devices")


def test_a_recording_keeps_the_outcome_and_pictures_of_the_run(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    with world.record(folder, pictures=True) as recorder:
        world.run(duration=0.2)
    kept = recorder.recording.outcome
    assert kept == world.outcome() and kept is not None
    assert kept["objects"][0]["verdict"] == "held" and kept["verdict"] == "held"
    for name in ["scene-start.png", "scene-contact.png", "scene-end.png", "film.png"]:
        assert (folder / name).read_bytes().startswith(b"\x89PNG"), name
    assert "data:image/png" in (folder / Path(br.report(folder)).name).read_text()


def test_frames_are_pixels_and_the_same_every_time(weigh: br.Scene) -> None:
    world = weigh.world()
    world.step(300)
    first = world.frame(320, 240, azimuth=10.0, elevation=30.0)
    assert first.shape == (240, 320, 3) and first.dtype == np.uint8
    assert (first == world.frame(320, 240, azimuth=10.0, elevation=30.0)).all()
    assert (first != world.frame(320, 240)).any()
    with pytest.raises(br.PictureError):
        world.frame(0, 240)


def test_a_watcher_ends_the_run_and_the_outcome_says_so(weigh: br.Scene, folder: Path) -> None:
    world = weigh.world()
    with world.record(folder) as recorder:
        world.run(duration=1.0, watch=lambda w: w.time < 0.0995)
        assert world.time == pytest.approx(0.1)
        assert world.outcome()["ending"] == {"state": "interrupted", "why": "`watch` ended it"}
    assert recorder.recording.ending == "stopped" and "`watch` ended it" in repr(recorder.recording)
    world.step()
    assert world.outcome()["ending"]["state"] == "completed"


def test_a_controller_that_ends_is_told(pick: br.Scene, folder: Path) -> None:
    class Wait:
        phase = "wait"

        def step(self, percept: br.Percept) -> None:
            if percept.time > 0.0495:
                raise br.Done("enough")

    world = pick.world()
    with world.record(folder) as recorder:
        assert world.run(Wait(), 1.0) == "enough"
        assert world.outcome()["phases"][-1]["ended_by"] == "controller"
    assert [event for event in recorder.recording.events if "enough" in event[2]] != []


def test_a_recorded_scene_tells_whether_its_script_was_at_work(pick: br.Scene, tmp_path: Path) -> None:
    for script in (True, False):
        world = pick.world(script=script)
        with world.record(tmp_path / str(script)) as recorder:
            world.step(10)
        text = recorder.recording.scene
        assert ("# The controller of this scene was not at work" in text) is not script
        assert br.parse(text).phases == pick.phases


def test_a_recorded_scene_tells_of_sensors_added_in_code(weigh: br.Scene, folder: Path) -> None:
    class Nothing(br.Sensor):
        channels = {"value": "V"}

        def measure(self, truth: Any) -> float:
            return 0.0

    world = weigh.with_sensors(Nothing("extra")).world()
    with world.record(folder) as recorder:
        world.step(10)
    assert "# The sensor `extra` was added by the program" in (folder / "scene.toml").read_text()
    assert br.parse(recorder.recording.scene).sensors == weigh.sensors


def test_environments_say_what_they_cannot_record(folder: Path) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import bristle.gym  # noqa: F401

    with pytest.raises(br.RecordingError, match="a vector environment records nothing"):
        gymnasium.make_vec("bristle/HoldSlip-v0", num_envs=2, record=folder)
    (folder / "episode-1").mkdir(parents=True)
    with pytest.raises(br.RecordingError, match="`episode-1` already"):
        gymnasium.make("bristle/HoldSlip-v0", record=folder)


def test_a_killed_run_is_recovered(tmp_path: Path) -> None:
    code = (
        "import os, sys, bristle as br\n"
        "world = br.load('lib:scenes/weigh').world()\n"
        "recorder = world.record(sys.argv[1])\n"
        "world.step(3000)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    folder = tmp_path / "killed"
    ended = subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    assert ended.returncode == -9
    before = len(br.open_recording(folder).times)
    recording = br.recover(folder)
    assert len(recording.times) == before and (folder / "texels.parquet").exists()
    assert "recovered" in (folder / "run.json").read_text()
    world = br.load("lib:scenes/weigh").world()
    with world.record(tmp_path / "open"), pytest.raises(br.RecordingError, match="in use"):
        br.recover(tmp_path / "open")
    with pytest.raises(br.RecordingError, match="not a recording"):
        br.recover(tmp_path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_does_not_write_into_the_recording_of_its_parent(tmp_path: Path) -> None:
    # In a process of its own: a fork of the one that runs the tests would copy its threads' locks.
    code = (
        "import os, sys, bristle as br\n"
        "world = br.load('lib:scenes/weigh').world()\n"
        "recorder = world.record(sys.argv[1], every=0.01)\n"
        "world.step(200)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        world.step(500)\n"
        "    except br.RecordingError as error:\n"
        "        assert 'fork' in str(error), error\n"
        "        del recorder, world\n"
        "        sys.exit(7)\n"
        "    sys.exit(0)\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7\n"
        "world.step(100)\n"
        "assert len(recorder.close().times) == 31\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path / "out")], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    lines = (tmp_path / "out" / "signals.csv").read_text().splitlines()
    assert len(lines) == 32 and len(set(lines)) == 32
