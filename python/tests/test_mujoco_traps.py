"""What used to go wrong when a skin was put on a model: chatter, contact twice, fingers that nothing holds, frames, names."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")

from bristle import mujoco as skins  # noqa: E402
from bristle.errors import ModelError, UnknownNameError  # noqa: E402
from mujoco_steps import run  # noqa: E402

skins.load_plugin()
if not hasattr(mujoco.MjSpec, "activate_plugin"):
    pytest.skip("attach needs MuJoCo 3.3.2; test_mujoco_mjcf.py does without", allow_module_level=True)

GRAVITY = 9.81
PAD: dict[str, Any] = {"rows": 6, "columns": 6, "pitch": 3e-3, "preset": "table3"}
#: The library's silicone, and how often as stiff.
SILICONE = {
    "basis": "per_area", "stiffness": 1e8, "exponent": 1.0, "dissipation": 20.0, "max_penetration": 2e-3,
    "shear_stiffness": 3.3e7, "shear_damping": 3.3e4, "mu_static": 0.9, "mu_dynamic": 0.8, "stribeck_speed": 0.05,
}  # fmt: skip


def silicone(stiffer: float) -> dict[str, Any]:
    return {key: value * stiffer if key in ("stiffness", "shear_stiffness", "shear_damping") else value for key, value in SILICONE.items()}


def forces(model: Any, data: Any, name: str, seconds: float) -> Any:
    """Sums of normal forces, step by step."""
    felt = skins.texels(model, data, name)
    out = []
    for _ in range(round(seconds / model.opt.timestep)):
        mujoco.mj_step(model, data)
        out.append(felt.normal_force.sum())
    return np.array(out)


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
@pytest.mark.parametrize("stiffness", [1e3, 1e5])
def test_a_light_and_damped_finger_pushes_without_chatter(integrator: str, stiffness: float) -> None:
    # h D / M = 8: with M alone in the prediction it reads 1.99 N ± 1.4 N.
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><option integrator="{integrator}"/><worldbody><body name="wall"><geom type="box" size=".05 .05 .02"/></body>
        <body pos="0 0 .0205" gravcomp="1"><joint name="j" type="slide" axis="0 0 -1" damping="20"/><geom type="box" size=".01 .01 .005" pos="0 0 .005" mass=".005"/>
          <site name="pad" euler="180 0 0"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>"""
    )
    skins.attach(spec, site="pad", targets=["wall"], **{**PAD, "stiffness": stiffness, "damping": stiffness / 100})
    model = spec.compile()
    data = mujoco.MjData(model)
    data.ctrl[0] = 2.0
    run(model, data, 2.0)
    assert np.abs(forces(model, data, "pad", 1.0) - 2.0).max() < 1e-9


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
@pytest.mark.parametrize(("damping", "links"), [((3, 3, 8, 8), (0.012, 0.065, 0.036, 0.014)), ((0.03, 0.03, 0.03, 0.03), (0.044, 0.032, 0.037, 0.015))], ids=["Allegro", "LEAP"])
def test_a_finger_of_a_hand_is_silent_with_pads_ten_times_as_stiff_as_silicone(
    integrator: str, damping: tuple[float, ...], links: tuple[float, ...]
) -> None:
    # Masses, lengths and damping of the two hands; servos curl the finger onto a block.
    chain, end = "", ""
    for i, (d, mass, length) in enumerate(zip(damping, links, (0.0164, 0.054, 0.0384, 0.0267), strict=True)):
        place = 0.0 if i == 0 else (0.0164, 0.054, 0.0384)[i - 1]
        chain += f'<body name="link{i}" pos="0 0 {place}" gravcomp="1"><joint name="j{i}" axis="{"1 0 0" if i == 0 else "0 1 0"}" damping="{d}"/>'
        chain += f'<geom name="link{i}" type="capsule" size=".008" fromto="0 0 0 0 0 {length}" mass="{mass}" contype="0" conaffinity="0"/>'
        end += "</body>"
    tip = '<geom name="tip" type="sphere" size=".012" pos="0 0 .0267" mass=".005"/>'
    servos = "".join(f'<position joint="j{i}" kp="{kp}"/>' for i, kp in enumerate((3, 3, 2, 1)))
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><option integrator="{integrator}"/><worldbody><body name="block" pos=".09 0 .03"><geom type="box" size=".03 .03 .08"/></body>
        {chain}{tip}{end}</worldbody><actuator>{servos}</actuator></mujoco>"""
    )
    skins.attach(spec, on_geom="tip", texel_size=2.5e-3, targets=["block"], name="tip", **silicone(10.0))
    model = spec.compile()
    data = mujoco.MjData(model)
    data.ctrl[:] = (0.0, 0.9, 0.5, 0.4)
    run(model, data, 40.0 if damping[0] > 1 else 6.0)
    felt = forces(model, data, "tip", 1.0)
    assert felt.mean() > 0.5, "it does not touch the block"
    # The servos still creep through the damping; what is left of a parabola in time is noise.
    t = np.linspace(-1.0, 1.0, len(felt))
    assert (felt - np.polyval(np.polyfit(t, felt, 5), t)).std() < 1e-9


def weighed(pair: bool = False, weld: bool = False, options: str = "") -> Any:
    """A box of 0.5 kg on a block that wears a skin."""
    site = '<site name="pad" pos="0 0 .02"/>'
    return mujoco.MjSpec.from_string(
        f"""<mujoco><option {options}/><worldbody><geom type="plane" size="1 1 1"/>
        <body name="block"><geom name="block" type="box" size=".02 .02 .01" pos="0 0 .01"/>{f'<body name="cover"><site name="pad" pos="0 0 .02"/></body>' if weld else site}</body>
        <body name="object" pos="0 0 .0401"><freejoint/><geom name="object" type="box" size=".02 .02 .02" mass=".5" {'contype="0" conaffinity="0"' if pair else ""}/></body>
        </worldbody>{'<contact><pair geom1="block" geom2="object"/></contact>' if pair else ""}</mujoco>"""
    )


@pytest.mark.parametrize("options", ["", 'solver="CG"', 'cone="elliptic"', 'jacobian="sparse" cone="elliptic"'])
@pytest.mark.parametrize("how", [{}, {"pair": True}, {"weld": True}], ids=["own geom", "explicit pair", "welded body"])
def test_no_contact_is_felt_twice(how: dict[str, bool], options: str) -> None:
    spec = weighed(options=options, **how)
    skins.attach(spec, site="pad", targets=["object"], **PAD)
    model = spec.compile()
    data = run(model, mujoco.MjData(model), 3.0)
    assert skins.texels(model, data, "pad").normal_force.sum() == pytest.approx(0.5 * GRAVITY, rel=1e-9)
    assert data.ncon > 0  # MuJoCo has found it, and pushes with nothing
    kept = weighed(options=options, **how)
    skins.attach(kept, site="pad", targets=["object"], exclude=False, **PAD)
    model = kept.compile()
    data = run(model, mujoco.MjData(model), 3.0)
    assert skins.texels(model, data, "pad").normal_force.sum() < 0.9 * 0.5 * GRAVITY


def test_a_model_that_is_saved_and_loaded_feels_the_same() -> None:
    spec = weighed(pair=True)
    skins.attach(spec, on_geom="block", face="+z", targets=["object"], name="pad", preset="table3")
    first = spec.compile()
    again = mujoco.MjModel.from_xml_string(spec.to_xml())
    felt = [run(model, mujoco.MjData(model), 1.0).sensordata for model in (first, again)]
    np.testing.assert_allclose(felt[0], felt[1], rtol=1e-9, atol=1e-12)
    assert felt[0].any()


@pytest.mark.parametrize("on", [{"site": "pad", **PAD}, {"on_geom": "tip", "face": "+x", "preset": "table3"}], ids=["site", "geom"])
def test_what_a_skin_does_not_cover_collides_as_before(on: dict[str, Any]) -> None:
    # A tip that wears a skin on one side stands on its end, and a box of 0.2 kg on its other end.
    text = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="tip" pos="0 0 .0201"><freejoint/>
        <geom name="tip" type="box" size=".02 .02 .02" mass=".1"/>{}</body>
        <body name="box" pos="0 0 .0502"><freejoint/><geom type="box" size=".01 .01 .01" mass=".2"/></body></worldbody></mujoco>"""
    spec = mujoco.MjSpec.from_string(text.format('<site name="pad" pos=".02 0 0" zaxis="1 0 0"/>'))
    skins.attach(spec, name="pad", **on)
    bare = mujoco.MjSpec.from_string(text.format("")).compile()
    model = spec.compile()
    heights = [run(each, mujoco.MjData(each), 1.0).qpos[[2, 9]] for each in (model, bare)]
    np.testing.assert_allclose(heights[0], heights[1], atol=1e-9)
    assert heights[0][0] > 0.0195


TWO = """<mujoco><worldbody><body name="finger"><geom name="skinned" type="box" size=".02 .02 .01" pos="0 0 .01"/>
    <geom type="box" size=".005 .005 .0102" pos=".03 0 .01"/></body>
    <body name="object" pos="0 0 .0301"><freejoint/><geom type="box" size=".05 .02 .01" mass=".5"/></body></worldbody></mujoco>"""


def test_only_the_geoms_that_are_covered_are_taken_over() -> None:
    def carried(**more: Any) -> float:
        spec = mujoco.MjSpec.from_string(TWO)
        skins.attach(spec, on_geom="finger#0", face="+z", targets=["object"], name="pad", preset="table3", **more)
        model = spec.compile()
        data = run(model, mujoco.MjData(model), 3.0)
        return float(skins.texels(model, data, "pad").normal_force.sum())

    assert carried(covers=["skinned", "finger#1"]) == pytest.approx(0.5 * GRAVITY, rel=1e-3)
    assert carried(covers=["skinned"]) < 0.99 * 0.5 * GRAVITY  # the other geom carries, too


def test_covers_and_targets_are_checked() -> None:
    def attached(**more: Any) -> Any:
        spec = weighed()
        skins.attach(spec, site="pad", **{**PAD, **more})
        return spec

    for wrong in ({"covers": ["nope"]}, {"covers": ["block#7"]}, {"targets": ["object#3"]}):
        with pytest.raises(UnknownNameError):
            attached(**wrong)
    with pytest.raises(ValueError, match="not part of the rigid body"):
        attached(covers=["object"]).compile()
    with pytest.raises(ValueError, match="targets names nothing"):
        attached(targets=["group:5"]).compile()
    with pytest.raises(ModelError, match="go with on_geom"):
        attached(face="+z")


def test_targets_are_bodies_with_all_that_hangs_on_them_and_groups() -> None:
    text = """<mujoco><worldbody><body name="pad"><geom type="box" size=".02 .02 .01" pos="0 0 -.01"/><site name="pad"/></body>
        <body name="drawer" pos="0 0 .0101"><freejoint/><geom type="sphere" size=".001" pos="0 0 .05" mass=".01"/>
          <body name="handle"><geom type="box" size=".02 .02 .01" mass=".5" group="{group}"/></body></body></worldbody></mujoco>"""
    for targets, group in ((["drawer"], 0), (["group:4"], 4), (["all"], 0)):
        spec = mujoco.MjSpec.from_string(text.format(group=group))
        skins.attach(spec, site="pad", targets=targets, **PAD)
        model = spec.compile()
        data = run(model, mujoco.MjData(model), 3.0)
        assert skins.texels(model, data, "pad").normal_force.sum() == pytest.approx(0.51 * GRAVITY, rel=1e-6)


def test_a_skinned_hand_is_put_into_another_model_twice() -> None:
    hand = mujoco.MjSpec.from_string('<mujoco><worldbody><body name="finger"><geom name="tip" type="box" size=".02 .02 .01"/></body></worldbody></mujoco>')
    skins.attach(hand, on_geom="tip", face="+z", covers=["tip"], name="pad", preset="table3")
    hand.compile()  # with nothing to touch yet
    world = mujoco.MjSpec.from_string(
        """<mujoco><worldbody><site name="left" pos="-.1 0 0"/><site name="right" pos=".1 0 0"/>
        <body name="a" pos="-.1 0 .0201"><freejoint/><geom type="box" size=".02 .02 .01" mass=".5"/></body>
        <body name="b" pos=".1 0 .0201"><freejoint/><geom type="box" size=".02 .02 .01" mass=".2"/></body></worldbody></mujoco>"""
    )
    world.attach(hand.copy(), prefix="left_", site=next(s for s in world.sites if s.name == "left"))
    world.attach(hand.copy(), prefix="right_", site=next(s for s in world.sites if s.name == "right"))
    model = world.compile()
    data = run(model, mujoco.MjData(model), 3.0)
    for side, mass in (("left", 0.5), ("right", 0.2)):
        assert skins.texels(model, data, f"{side}_pad").normal_force.sum() == pytest.approx(mass * GRAVITY, rel=1e-6)


def test_a_mesh_wears_its_skin_where_its_file_says() -> None:
    # Far from its origin, scaled and turned: MuJoCo moves its vertices into the frame of their inertia.
    corners = " ".join(f"{x} {y} {z}" for x in (10, 60) for y in (-5, 5) for z in (-8, 8))
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><asset><mesh name="m" scale="1e-3 1e-3 1e-3" vertex="{corners}"/></asset><worldbody>
        <body name="finger"><geom type="mesh" mesh="m" pos="0 0 .1" euler="0 0 30"/></body>
        <body name="o" pos="0 0 .128"><joint type="slide" axis="0 0 1" damping="1"/><geom type="box" size=".08 .08 .02" mass=".2"/></body></worldbody></mujoco>"""
    )
    skins.attach(spec, on_geom="finger#0", face="+z", texel_size=3e-3, name="pad", channels=["normal_force", "point"], preset="table3")
    model = spec.compile()
    data = run(model, mujoco.MjData(model), 3.0)
    felt = skins.texels(model, data, "pad")
    assert felt.normal_force.sum() == pytest.approx(0.2 * GRAVITY, rel=1e-6)
    assert (felt.normal_force > 0.0).all() and len(felt.normal_force) > 40
    low, high = felt.point.min(axis=0), felt.point.max(axis=0)
    assert 0.01 <= low[0] < 0.013 and 0.057 < high[0] <= 0.06 and low[2] == pytest.approx(0.008, abs=1e-4)


@pytest.mark.parametrize(
    ("geom", "area"),
    [
        ('type="sphere" size=".01"', 2.0 * np.pi * 0.01**2 * 0.5),  # the cap within 60°
        ('type="capsule" size=".01 .02"', 2.0 * np.pi * 0.01**2 * 0.5),
        ('type="cylinder" size=".01 .02"', np.pi * 0.01**2),
        ('type="box" size=".01 .008 .02"', 4 * 0.01 * 0.008),
    ],
    ids=["sphere", "capsule", "cylinder", "box"],
)
def test_texels_share_the_surface_of_a_geom(geom: str, area: float) -> None:
    from bristle.mujoco import _surface

    model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody><geom {geom}/></worldbody></mujoco>")
    surface = _surface.patch(_surface.of_geom(model, 0, 2e-3), _surface.axis("+z"), 60.0, None)
    cells = _surface.spread(surface, 2e-3)
    # Triangles, and whole ones at the rim, against the smooth cap.
    assert cells.areas.sum() == pytest.approx(area, rel=0.1)
    assert cells.areas.max() < 2.5 * cells.areas.min() and len(cells.areas) == pytest.approx(area / 4e-6, rel=0.15)
    nearest = np.sort(np.linalg.norm(cells.positions[:, None] - cells.positions[None], axis=-1), axis=1)[:, 1]
    assert nearest.min() > 0.8e-3 and np.allclose(np.linalg.norm(cells.directions, axis=1), 1.0)
    assert (cells.directions[:, 2] >= 0.4).all()


def test_texels_that_face_into_their_own_mesh_are_reported() -> None:
    # A box in a box, wound as one mesh: between the two surfaces are 0.5 mm.
    def box(h: float) -> list[tuple[float, float, float]]:
        return [(x * h, y * h, z * h) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]

    faces = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
    vertices = box(0.01) + box(0.0095)
    faces += [(a + 8, b + 8, c + 8) for a, b, c in faces]
    numbers = lambda rows: " ".join(str(x) for row in rows for x in row)  # noqa: E731
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><asset><mesh name="m" vertex="{numbers(vertices)}" face="{numbers(faces)}"/></asset>
        <worldbody><body name="tip"><geom name="tip" type="mesh" mesh="m"/></body></worldbody></mujoco>"""
    )
    with pytest.warns(skins.InwardTexelsWarning, match="face other parts of the same mesh"):
        skins.attach(spec, on_geom="tip", face="+z", name="pad", preset="table3")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        skins.attach(spec, on_geom="tip", face="+z", within=((-1, -1, 0.0098), (1, 1, 1)), name="outer", preset="table3")


def test_integrators_that_no_prediction_is_right_for_are_refused() -> None:
    for name in ("RK4", "discrete"):
        if name == "discrete" and not hasattr(mujoco.mjtIntegrator, "mjINT_DISCRETE"):
            continue
        spec = weighed(options=f'integrator="{name}"')
        skins.attach(spec, site="pad", targets=["object"], **PAD)
        with pytest.raises(ValueError, match="use Euler, implicit or implicitfast"):
            spec.compile()
    spec = weighed()
    skins.attach(spec, site="pad", targets=["object"], **PAD)
    model = spec.compile()
    data = run(model, mujoco.MjData(model), 0.1)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    with pytest.raises(mujoco.FatalError, match="RK4"):
        mujoco.mj_step(model, data)
