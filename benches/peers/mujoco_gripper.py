"""A PG70-like parallel gripper holds a spray bottle of 10 140 triangles between two tactile pads, in MuJoCo."""

import mjcf
import peer
import shapes

STEPS = (0.001, 0.002)  # [s]
GRIP = 30.0  # [N] per finger
BOTTLE_MASS = 0.3  # [kg]
STROKE = 0.069  # [m], both jaws together
CLOSE, SETTLE = 0.5, 1.0  # [s]: the jaws close without gravity, then the bottle hangs in the grip

# Pads as the manual advises for grasping: torsional friction too. The bottle's collision geometry is what differs.
CONTACT = 'condim="4"'
# A bottle that moved further than this while it was measured has not been held [m].
LOST = 0.005


# What the jaws collide with: the convex hull, the hull thinned to 64 vertices, convex pieces, or the true surface as a
# distance field. The last is for spheres only: the tactile sensor takes no distance field that comes from a mesh.
KINDS = {
    "hull": ("depth", "spheres"), "hull of 64": ("depth", "spheres"), "pieces": ("depth", "spheres"), "sdf": ("spheres",),
}
# One starting point per pair: a sphere meets a smooth surface once, and every further point is a contact more.
SDF_OPTION = {"sdf_initpoints": "1"}


def bottle(kind):
    """Geoms, assets, files and names of meshes that need a distance field, of the bottle."""
    lower = -shapes.BOTTLE_WAIST_HEIGHT
    if kind != "pieces":
        geom_type = "sdf" if kind == "sdf" else "mesh"
        thinned = 'maxhullvert="64"' if kind == "hull of 64" else ""
        return (
            f'<geom type="{geom_type}" mesh="bottle" mass="{BOTTLE_MASS}" pos="0 0 {lower}" {CONTACT}/>',
            f'<mesh name="bottle" file="bottle.obj" {thinned}/>',
            {"bottle.obj": shapes.to_obj(shapes.bottle()).encode()},
            ["bottle"],
        )
    pieces = shapes.bottle_pieces()
    geoms, assets, files, names = "", "", {}, []
    for k, piece in enumerate(pieces):
        mass = BOTTLE_MASS * shapes.volume(piece) / sum(shapes.volume(each) for each in pieces)
        geoms += f'<geom type="mesh" mesh="piece{k}" mass="{mass:.9g}" pos="0 0 {lower}" {CONTACT}/>'
        assets += f'<mesh name="piece{k}" file="piece{k}.obj"/>'
        files[f"piece{k}.obj"] = shapes.to_obj(piece).encode()
        names.append(f"piece{k}")
    return geoms, assets, files, names


def scene(kind, touch, step, option):
    """MJCF of gripper and bottle, files of its meshes, names of meshes that need a distance field."""
    geoms, assets, files, sdf_meshes = bottle(kind)
    pads = {"left": mjcf.Pad("left"), "right": mjcf.Pad("right")}
    fingers = ""
    for name, side, turn in (("left", -1, 1), ("right", 1, -1)):
        pad = pads[name]
        face = pad.solid(CONTACT + ' mass="0.05"') if touch == "depth" else pad.spheres('condim="3" mass="0.0006"')
        fingers += f"""
      <body name="{name}-finger" pos="0 {side * STROKE / 2} 0" xyaxes="0 0 1 {turn} 0 0">
        <joint name="{name}" type="slide" axis="0 0 1" range="0 {STROKE / 2}" damping="20" armature="0.5"/>
        <geom type="box" size="0.03 0.012 0.008" pos="0.01 0 {-2 * mjcf.PAD_HALF_THICKNESS - 0.008}" mass="0.2"
              contype="0" conaffinity="0"/>
        {face}
      </body>"""
    depth = touch == "depth"
    xml = f"""
<mujoco>
  <option timestep="{step}" gravity="0 0 0" {mjcf.attributes(option)}/>
  <asset>{"".join(pad.asset() for pad in pads.values()) if depth else ""}{assets}</asset>
  <worldbody>
    <body name="gripper">{fingers}</body>
    <body name="bottle"><freejoint/>{geoms}</body>
  </worldbody>
  <contact><exclude body1="left-finger" body2="right-finger"/></contact>
  <equality><joint joint1="left" joint2="right"/></equality>
  <actuator><motor joint="left" ctrlrange="0 100"/><motor joint="right" ctrlrange="0 100"/></actuator>
  <sensor>{"".join(pad.sensor() for pad in pads.values()) if depth else ""}</sensor>
</mujoco>"""
    return xml, files, sdf_meshes


def hold(mujoco, kind, touch, step, option, rounds):
    """Closes the jaws, lets the bottle hang, and times the hold."""
    xml, files, sdf_meshes = scene(kind, touch, step, option)
    model = mjcf.compile_model(mujoco, xml, files, sdf_meshes)
    data = mujoco.MjData(model)
    data.ctrl[:] = GRIP
    mujoco.mj_step(model, data, nstep=round(CLOSE / step))
    model.opt.gravity[2] = -9.81
    mujoco.mj_step(model, data, nstep=round(SETTLE / step))
    body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, "bottle")
    before = data.xpos[body].copy()
    begin = data.time
    timed = peer.time_steps({"step": lambda n: mujoco.mj_step(model, data, nstep=n)}, 200, rounds)["step"]
    moved = float(((data.xpos[body] - before) ** 2).sum() ** 0.5)
    figures = {
        "case": "gripper-bottle", "touch": touch, "bottle": kind, "step_s": step, **timed,
        "real_time_factor": round(step * 1e6 / timed["us_per_step"], 2),
        "contacts": int(data.ncon), "moved_mm": round(1e3 * moved, 4), "moved_over_s": round(data.time - begin, 3),
        "held": moved < LOST and int(data.ncon) > 0,
    }
    if touch == "depth":
        for name in ("left", "right"):
            depth = mjcf.depths(mujoco, model, data, f"{name}-touch").reshape(mjcf.ROWS, mjcf.COLUMNS)
            figures[f"{name}_texels_touching"] = int((depth > 0).sum())
            figures[f"{name}_depth_max_mm"] = round(1e3 * float(depth.max()), 4)
            figures[f"{name}_texels_per_row"] = [int(count) for count in (depth > 0).sum(axis=1)]
    return figures


def measure(rounds=9):
    """The report of this script."""
    mujoco = peer.engine("mujoco")
    report = {
        "script": "mujoco_gripper",
        "engines": {"mujoco": peer.version("mujoco", mujoco)},
        "machine": peer.machine(),
        "settings": {
            "grip_N": GRIP, "bottle_kg": BOTTLE_MASS, "bottle_triangles": len(shapes.bottle()[1]),
            "option": mjcf.EXPERT_OPTION, "threads": 1,
        },
        "cases": [],
    }
    if mujoco is None:
        return report
    for step in STEPS:
        for kind, touches in KINDS.items():
            for touch in touches:
                option = {**mjcf.EXPERT_OPTION, **(SDF_OPTION if kind == "sdf" else {})}
                try:
                    figures = hold(mujoco, kind, touch, step, option, rounds)
                except (ValueError, mujoco.FatalError) as error:
                    figures = {"case": "gripper-bottle", "touch": touch, "bottle": kind, "step_s": step, "error": str(error)}
                report["cases"].append({"setting": "expert", **figures})
    return report


if __name__ == "__main__":
    peer.emit(measure())
