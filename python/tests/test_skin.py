"""Skins without a world."""

from __future__ import annotations

from pathlib import Path

import bristle as br
import numpy as np
import pytest


def pad(**options: object) -> br.Skin:
    return br.Skin({"grid": {"rows": 14, "columns": 6, "pitch": 3.4e-3}}, "table3", **options)


def test_a_flat_floor_presses_every_texel_alike() -> None:
    skin = pad()
    floor, depth = br.Shape.half_space(), 0.7e-3
    # Upside down over the pad, its surface a depth inside.
    pose = [0.0, 0.0, -depth, 1.0, 0.0, 0.0, 0.0]
    texels = skin.update([floor], [pose])
    # k p with 1000 N/m per texel, at rest.
    np.testing.assert_allclose(texels["elastic_force"], 1000.0 * depth, rtol=1e-12)
    np.testing.assert_allclose(texels["penetration"], depth, rtol=1e-12)
    assert skin.normal_force == pytest.approx(84 * 0.7, rel=1e-12)
    np.testing.assert_allclose(skin.wrenches_on_skin[0, :3], [0, 0, -84 * 0.7], atol=1e-10)
    np.testing.assert_allclose(skin.wrenches_on_shapes[0, :3], [0, 0, 84 * 0.7], atol=1e-10)
    # Rows of the block are the wrench, columns the displacement: pressed deeper, it pushes harder.
    assert abs(skin.stiffness[0, 2, 2]) == pytest.approx(84 * 1000.0, rel=1e-9)
    assert skin.damping.shape == (1, 6, 6)


def test_what_is_dragged_is_felt_as_shear_and_a_snapshot_keeps_it() -> None:
    skin, block = pad(), br.Shape.box([0.02, 0.01, 0.02])
    pose = np.array([0.0, 0.0, 0.0095, 0.0, 0.0, 0.0, 1.0])
    for _ in range(20):
        pose[0] += 1e-6
        skin.update([block], [pose], [[1e-3, 0, 0, 0, 0, 0]], h=1e-3)
    assert skin.force[0] > 0.0, "the target drags the pad along"
    taken, felt = skin.snapshot(), skin.texels.copy()
    pose[0] += 1e-6
    after = skin.update([block], [pose], [[1e-3, 0, 0, 0, 0, 0]]).copy()
    skin.restore(taken)
    assert skin.texels.tobytes() == felt.tobytes()
    assert skin.update([block], [pose], [[1e-3, 0, 0, 0, 0, 0]]).tobytes() == after.tobytes()
    skin.reset()
    assert skin.normal_force == 0.0


def test_poses_are_relative() -> None:
    skin, ball = pad(samples=4), br.Shape.sphere(0.02)
    here = skin.update([ball], [[0.001, -0.002, 0.0187]]).copy()
    turn = np.array([0.0, 0.0, np.sin(0.35), np.cos(0.35)])
    c, s = np.cos(0.7), np.sin(0.7)
    moved = np.array([c * 0.001 + s * 0.002, s * 0.001 - c * 0.002, 0.0187]) + [0.3, -0.7, 1.1]
    other = pad(samples=4)
    there = other.update([ball], [[*moved, *turn]], pose=[0.3, -0.7, 1.1, *turn])
    # Round-off of poses a metre away, times the stiffness of 1000 N/m.
    np.testing.assert_allclose(there["normal_force"], here["normal_force"], atol=1e-11)


def test_layouts_are_those_of_scenes(tmp_path: Path) -> None:
    (tmp_path / "cells.csv").write_text("x_mm,y_mm,area_mm2,row,column\n1,2,9,1,0\n1,5,9,1,1\n-2,2,9,0,0\n")
    cells = br.Skin({"cells": {"file": "cells.csv"}}, "table3", origin=tmp_path / "skin.toml")
    assert cells.cells == [(1, 0), (1, 1), (0, 0)]
    np.testing.assert_allclose(cells.positions[1], [1e-3, 5e-3, 0.0], rtol=1e-15)
    bent = {"rows": 5, "columns": 6, "pitch_mm": 3.4, "over": {"cylinder": {"radius_mm": 9}}}
    skin = br.Skin({"bent_grid": bent}, "table3")
    assert skin.grid == (5, 6)
    np.testing.assert_allclose(skin.areas, 3.4e-3**2, rtol=1e-12)
    with pytest.raises(br.SceneError, match=r"unknown key `gird` in `skins.skin.layout`(.|\n)*did you mean `grid`\?"):
        br.Skin({"gird": {}}, "table3")


def test_a_world_and_a_skin_alone_feel_the_same(weigh: br.Scene) -> None:
    world = weigh.world()
    world.step(1500)
    skin = br.Skin.of_scene(weigh, "dsa")
    assert skin.grid == (14, 6) and len(skin) == 84
    assert skin.areas.sum() == pytest.approx(84 * 3.4e-3**2, rel=1e-12)
    assert skin.positions.shape == skin.directions.shape == (84, 3)
    np.testing.assert_array_equal(skin.directions[:, 2], 1.0)
    cube = br.Shape.box([0.05, 0.05, 0.05])
    # The origin of the cube is in the middle of its bottom.
    pose = world.pose("cube")
    pose[:3] = (world.matrix("cube") @ [0.0, 0.0, 0.025, 1.0])[:3]
    skin_pose = world.pose(weigh_body(weigh))
    felt = skin.update([cube], [pose], pose=skin_pose)["elastic_force"]
    # At rest the world's readings are those of its pose half a step ago: they differ by what is left of the motion.
    np.testing.assert_allclose(felt, world.texels("dsa")["elastic_force"], atol=1e-6)


def weigh_body(scene: br.Scene) -> str:
    """The body that wears the skin."""
    return next(name for name in scene.bodies if "dsa" in name or "finger" in name)


@pytest.mark.parametrize(
    "shape",
    [
        br.Shape.sphere(0.02),
        br.Shape.box([0.03, 0.02, 0.04]),
        br.Shape.cylinder(0.02, 0.04),
        br.Shape.capsule(0.02, 0.01),
        br.Shape.ellipsoid([0.03, 0.05, 0.04]),
    ],
)
def test_every_solid_is_felt(shape: br.Shape) -> None:
    skin = pad()
    texels = skin.update([shape], [[0, 0, 0.0193]] if "capsule" not in repr(shape) else [[0, 0, 0.0243]])
    assert texels["normal_force"].sum() > 0.0
    np.testing.assert_allclose(skin.wrenches_on_skin[:, :3], -skin.wrenches_on_shapes[:, :3], atol=1e-12)


def test_meshes_from_arrays_and_files(tmp_path: Path) -> None:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float) * 0.01
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
    mesh, box = br.Shape.mesh(corners, faces), br.Shape.box([0.02, 0.02, 0.02])
    at = [[0.0011, -0.0007, 0.0093]]
    felt, expected = pad().update([mesh], at), pad().update([box], at)
    np.testing.assert_allclose(felt["normal_force"], expected["normal_force"], atol=1e-9)
    assert felt["normal_force"].sum() > 0.0
    file = tmp_path / "box.obj"
    lines = [f"v {x * 1e3} {y * 1e3} {z * 1e3}" for x, y, z in corners] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]
    file.write_text("\n".join(lines))
    loaded = br.Shape.load(file, unit="mm")
    np.testing.assert_allclose(pad().update([loaded], at)["normal_force"], felt["normal_force"], atol=1e-9)
