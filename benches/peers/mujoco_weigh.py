"""A 1 kg cube rests on a tactile pad: what a step costs in MuJoCo, by depth and with a force per texel."""

import mjcf
import peer
import shapes

STEP = 0.001  # [s]
SIDE = 0.05  # [m]
MASS = 1.0  # [kg]
SETTLE = 1.0  # [s]
FINE = {"weigh": (14, 6), "weigh-10k": (153, 66), "weigh-100k": (483, 207)}

# The fastest reasonable setting and the one the manual advises for grasping; the quicker of both counts.
OPTIONS = {"default": {}, "expert": mjcf.EXPERT_OPTION}


def scene(pad, option, touch, mesh=False, forces=False):
    """MJCF of the cube on the pad; `touch` is "depth" or "spheres"."""
    if mesh:
        cube = f'<geom name="cube" type="mesh" mesh="cube" mass="{MASS}"/>'
        cube_asset = '<mesh name="cube" file="cube.obj"/>'
    else:
        cube, cube_asset = f'<geom name="cube" type="box" size="{SIDE/2} {SIDE/2} {SIDE/2}" mass="{MASS}"/>', ""
    depth = touch == "depth"
    sensor = pad.sensor() if depth else (pad.sphere_sensors() if forces else "")
    return f"""
<mujoco>
  <option timestep="{STEP}" gravity="0 0 -9.81" {mjcf.attributes(option)}/>
  <asset>{pad.asset() if depth else ""}{cube_asset}</asset>
  <worldbody>
    <body name="pad">{pad.solid() if depth else pad.spheres()}</body>
    <body name="cube" pos="0 0 {SIDE/2}"><freejoint/>{cube}</body>
  </worldbody>
  <sensor>{sensor}</sensor>
</mujoco>"""


def settled(mujoco, xml, mesh=False):
    """Model and data of the scene at rest."""
    assets = {"cube.obj": shapes.to_obj(shapes.tessellated_box(SIDE)).encode()} if mesh else None
    model = mjcf.compile_model(mujoco, xml, assets, ["cube"] if mesh else [])
    data = mujoco.MjData(model)
    sensing = model.opt.disableflags
    model.opt.disableflags = sensing | mujoco.mjtDisableBit.mjDSBL_SENSOR
    mujoco.mj_step(model, data, nstep=round(SETTLE / STEP))
    model.opt.disableflags = sensing
    return model, data


def depth_case(mujoco, rows, columns, option, mesh, steps, rounds):
    """Cost of the depth-only sensor, by the same scene with the sensor on and off."""
    pad = mjcf.Pad("pad", rows, columns)
    model, data = settled(mujoco, scene(pad, option, "depth", mesh), mesh)
    bare_model, bare_data = settled(mujoco, scene(pad, option, "depth", mesh), mesh)
    bare_model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_SENSOR
    timed = peer.time_steps(
        {
            "with": lambda n: mujoco.mj_step(model, data, nstep=n),
            "without": lambda n: mujoco.mj_step(bare_model, bare_data, nstep=n),
        },
        steps,
        rounds,
    )
    depth = mjcf.depths(mujoco, model, data, "pad-touch")
    texels = rows * columns
    sensor_us = timed["with"]["us_per_step"] - timed["without"]["us_per_step"]
    return {
        **timed["with"],
        "us_per_step_without_sensor": timed["without"]["us_per_step"],
        "texels": texels,
        "texels_touching": int((depth > 0).sum()),
        "depth_mm": [round(1e3 * float(depth.min()), 5), round(1e3 * float(depth.max()), 5)],
        "contacts": int(data.ncon),
        "ns_per_texel_step": round(1e3 * timed["with"]["us_per_step"] / texels, 2),
        "ns_per_texel_sensor": round(1e3 * sensor_us / texels, 2),
    }


def sphere_case(mujoco, option, forces, steps, rounds):
    """Cost of a step with one contact sphere per texel; with `forces`, read by the engine's own contact sensors."""
    pad = mjcf.Pad("pad")
    model, data = settled(mujoco, scene(pad, option, "spheres", forces=forces))
    timed = peer.time_steps({"step": lambda n: mujoco.mj_step(model, data, nstep=n)}, steps, rounds)
    return {**timed["step"], "texels": 84, "contacts": int(data.ncon), "weight_N": round(_weight(mujoco, model, data), 6)}


def _weight(mujoco, model, data):
    import numpy

    total, wrench = 0.0, numpy.zeros(6)
    for contact in range(data.ncon):
        mujoco.mj_contactForce(model, data, contact, wrench)
        total += wrench[0] * abs(data.contact[contact].frame[2])
    return total


def measure(rounds=15):
    """The report of this script."""
    mujoco = peer.engine("mujoco")
    report = {
        "script": "mujoco_weigh",
        "engines": {"mujoco": peer.version("mujoco", mujoco)},
        "machine": peer.machine(),
        "settings": {"step_s": STEP, "mass_kg": MASS, "side_m": SIDE, "settle_s": SETTLE, "options": OPTIONS, "threads": 1},
        "cases": [],
    }
    if mujoco is None:
        return report
    for setting, option in OPTIONS.items():
        for case, (rows, columns) in FINE.items():
            steps = max(20, 300_000 // (rows * columns))
            for mesh in (False, True):
                if case == "weigh" and mesh:
                    continue
                name = case.replace("weigh", "weigh-mesh") if mesh else case
                figures = depth_case(mujoco, rows, columns, option, mesh, steps, rounds)
                report["cases"].append({"case": name, "touch": "depth", "setting": setting, **figures})
        for forces in (False, True):
            touch = "spheres+sensors" if forces else "spheres"
            figures = sphere_case(mujoco, option, forces, 1000, rounds)
            report["cases"].append({"case": "weigh", "touch": touch, "setting": setting, **figures})
    return report


if __name__ == "__main__":
    peer.emit(measure())
