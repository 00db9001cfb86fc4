"""Real meshes, those of the robots of robots.txt: what ``bristle mesh`` says of them against what NumPy finds.

One in forty; all of them, 889 files, with BRISTLE_TEST_ALL."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from robot_oracles import ROBOTS

PROGRAM = os.environ.get("BRISTLE_PROGRAM")
KINDS = {".stl", ".obj", ".dae", ".msh"}
FILES = sorted(path for path in ROBOTS.rglob("*") if path.suffix.lower() in KINDS)
SOME = FILES if "BRISTLE_TEST_ALL" in os.environ else FILES[::40]


def is_watertight(path: Path) -> bool | None:
    """Whether each edge of a binary STL file has one triangle on each side, after rounding to 1e-8 of its size; None if it is no such file."""
    content = path.read_bytes()
    count = int.from_bytes(content[80:84], "little")
    if path.suffix.lower() != ".stl" or len(content) != 84 + 50 * count:
        return None
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    corners: NDArray[np.float64] = np.frombuffer(content, record, count, 84)["corners"].reshape(-1, 3).astype(float)
    if not count or not np.isfinite(corners).all():
        return None
    rounded = np.round(corners / (1e-8 * np.abs(corners).max()))
    triangles = np.unique(rounded, axis=0, return_inverse=True)[1].reshape(-1, 3)
    triangles = triangles[(triangles != np.roll(triangles, 1, axis=1)).all(axis=1)]
    edges = np.concatenate([triangles[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))])
    sides = np.unique(np.sort(edges, axis=1), axis=0, return_counts=True)[1]
    return bool((sides == 2).all())


@pytest.mark.skipif(PROGRAM is None, reason="BRISTLE_PROGRAM names no command line; scripts/test-python does")
@pytest.mark.parametrize("path", SOME, ids=lambda path: path.name)
def test_a_real_mesh_has_a_hull_and_is_closed_where_it_is_watertight(path: Path) -> None:
    ran = subprocess.run([str(PROGRAM), "mesh", "--json", "--hull", str(path)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    size = np.subtract(found["upper"], found["lower"])
    if found["hull_volume"] is None:
        assert size.min() < 1e-9 * size.max(), found["no_hull_because"]
    else:
        assert 0 < found["hull_volume"] <= np.prod(size) * (1 + 1e-9)
    if is_watertight(path):
        assert found["closed"] or found["closing_weld"] is not None
