"""The same scene through both doors: the command line and Python give the same bits."""

from __future__ import annotations

import csv
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import bristle as br
import numpy as np
import pytest

PROGRAM = os.environ.get("BRISTLE_PROGRAM")

needs_program = pytest.mark.skipif(PROGRAM is None, reason="BRISTLE_PROGRAM names no command line; scripts/test-python does")

#: What differs from run to run.
TIMES = ("Wall time", "Real-time factor")


def run(scene: br.Scene, folder: Path) -> tuple[dict[str, Any], Path]:
    """Lets the command line run a scene; gives its outcome and its recording."""
    file = folder / "scene.toml"
    file.write_text(scene.to_toml())
    out = folder / "out"
    command = [str(PROGRAM), "run", str(file), "--out", str(out), "--json", "--quiet", "--no-report"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), out


def hexes(values: Any) -> list[str]:
    return [float(value).hex() for value in values]


@needs_program
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("lib:scenes/weigh", {"run": {"duration": 0.3}}),
        ("lib:scenes/pick-cube", {"run": {"duration": 2.0}}),
        ("lib:scenes/pick-cube", {"run": {"duration": 1.7, "step": 7e-4, "stepping": "newton"}}),
    ],
)
def test_both_doors_lead_to_the_same_bits(name: str, settings: dict[str, Any], tmp_path: Path) -> None:
    scene = br.load(name).with_settings(settings)
    outcome, _ = run(scene, tmp_path)
    world = scene.world()
    world.run()
    by_name = {skin["name"]: skin["end"] for skin in outcome["skins"]}
    assert set(by_name) == set(world.skins)
    for skin, end in by_name.items():
        texels = world.texels(skin)
        # The command line sums in the order of the texels.
        total, shear = 0.0, np.zeros(3)
        for force, part in zip(texels["normal_force"], texels["shear"], strict=True):
            total += float(force)
            shear = shear + part
        assert float(end["normal_force_n"]).hex() == total.hex()
        assert hexes(end["shear_n"]) == hexes(shear)
        assert end["touching"] == int((texels["state"] > 0).sum())
    cube = next(one for one in outcome["objects"] if one["name"] == "cube")
    assert hexes(cube["position_m"]) == hexes(world.pose("cube")[:3])
    assert sum(end["normal_force_n"] for end in by_name.values()) > 1.0, "something was felt"


@needs_program
def test_every_recorded_texel_has_the_bits_of_python(tmp_path: Path) -> None:
    scene = br.load("lib:scenes/pick-cube").with_settings({"run": {"duration": 1.6}, "record": {"every": 0.1}})
    _, out = run(scene, tmp_path)
    with (out / "texels.csv").open() as file:
        rows = list(csv.DictReader(file))
    last = [row for row in rows if float(row["time_s"]) == float(rows[-1]["time_s"])]
    world = scene.world()
    world.run()
    checked = 0
    for row in last:
        texel = world.texels(row["skin"])[int(row["texel"])]
        recorded = [row["normal_force_n"], row["shear_x_n"], row["shear_y_n"], row["shear_z_n"], row["penetration_m"]]
        assert hexes(recorded) == hexes([texel["normal_force"], *texel["shear"], texel["penetration"]])
        checked += float(row["normal_force_n"]) > 0.0
    assert checked > 5


@needs_program
def test_what_python_records_is_what_the_command_line_records(tmp_path: Path) -> None:
    scene = br.load("lib:scenes/pick-cube").with_settings({"run": {"duration": 1.6}})
    outcome, out = run(scene, tmp_path)
    world = scene.world()
    with world.record(tmp_path / "python") as recorder:
        world.run()
    for table in ("signals.csv", "texels.csv", "events.csv", "skins.csv", "scene.toml"):
        assert (out / table).read_bytes() == (tmp_path / "python" / table).read_bytes(), table
    # The clock on the wall is nobody's bit.
    own = world.outcome()
    for key in set(own) - {"wall_s", "real_time_factor"}:
        assert own[key] == outcome[key], key
    facts = {label: value for label, value, _ in recorder.recording.facts if label not in TIMES}
    assert facts == {label: value for label, value, _ in br.open_recording(out).facts if label not in TIMES}
    # The report differs in wall times, command and nothing else that is long.
    page = Path(recorder.recording.report()).read_text()
    assert abs(len(page) - len(Path(br.report(out)).read_text())) < 1000
