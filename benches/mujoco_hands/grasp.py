"""The same grasp for every hand: virtual springs between the fingertips, which need no knowledge of a hand but its Jacobians."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

import bristle.mujoco as skins
from hands import Hand

#: Silicone, 3 mm thick, per square metre, as in the library's materials/silicone.
SILICONE = {
    "basis": "per_area", "stiffness": 1e8, "exponent": 1.0, "dissipation": 20.0, "max_penetration": 2e-3,
    "friction_law": "elasto_plastic", "shear_stiffness": 3.3e7, "shear_damping": 3.3e4, "mu_static": 0.9, "mu_dynamic": 0.8, "stribeck_speed": 0.05,
}  # fmt: skip
OBJECTS = ("box", "sphere", "cylinder", "mesh")
GRAVITY = 9.81


@dataclass
class Held:
    """What became of a hold."""

    drift: float = np.nan  #: of the object in the hand, in the time of holding [m]
    speed: float = np.nan  #: of the fastest joint in the last second [rad/s or m/s]
    weight: float = np.nan  #: what the skins carry over the weight
    noise: float = np.nan  #: standard deviation of the sum of normal forces in the last second, less a cubic in time [N]
    cost: float = np.nan  #: [s] per step
    texels: int = 0
    dropped: bool = False


@dataclass
class Pose:
    """Where a hand begins to hold."""

    joints: np.ndarray
    centre: np.ndarray
    turn: np.ndarray  #: columns: the axis of opposition, across, gravity backwards
    faces: list[np.ndarray]  #: of each fingertip's geom, in the frame that its file gives it


def bare(hand: Hand, root: Path) -> Any:
    """The hand alone, without actuators, floors and weight of its own."""
    spec = hand.load(root)
    for thing in [*spec.actuators, *spec.sensors, *spec.excludes, *spec.keys]:
        spec.delete(thing)
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_EULER
    spec.option.timestep = 2e-3
    spec.option.gravity = np.zeros(3)
    for body in spec.bodies:
        if body.name != "world":
            body.gravcomp = 1.0
    # Fingertips meet the object and nothing else: a grasp of the tips is what is compared. A tip's rigid body counts, not its last link alone.
    for geom in spec.geoms:
        geom.friction = [0.9, 0.005, 0.0001]
        collides = geom.contype or geom.conaffinity
        geom.contype, geom.conaffinity = (4, 2) if collides and _of_tip(geom.parent, hand) else (0, 0)
    return spec


def _of_tip(body: Any, hand: Hand) -> bool:
    """Whether a body is that of a tip, or welded to it from above."""
    if body.name in hand.tips:
        return True
    return any(child.name in hand.tips and not list(child.joints) for child in body.bodies)


def _is_of(body: Any, tip: str) -> bool:
    return body.name == tip or any(child.name == tip and not list(child.joints) for child in body.bodies)


def _object(spec: Any, kind: str, hand: Hand, pose: Pose | None) -> None:
    body = spec.worldbody.add_body(name="bench_object")
    body.add_freejoint(name="bench_object")
    w = hand.half
    geom: dict[str, Any] = {"name": "bench_object", "mass": hand.mass, "friction": [0.9, 0.005, 0.0001], "contype": 2, "conaffinity": 4}
    kinds = mujoco.mjtGeom
    if kind == "box":
        geom |= {"type": kinds.mjGEOM_BOX, "size": [w, 1.2 * w, 1.2 * w]}
    elif kind == "sphere":
        geom |= {"type": kinds.mjGEOM_SPHERE, "size": [w, 0, 0]}
    elif kind == "cylinder":
        geom |= {"type": kinds.mjGEOM_CYLINDER, "size": [w, 1.5 * w, 0], "quat": [np.sqrt(0.5), np.sqrt(0.5), 0, 0]}
    else:
        mesh = spec.add_mesh(name="bench_object")
        mesh.uservert = _egg(w).ravel()
        geom |= {"type": kinds.mjGEOM_MESH, "meshname": "bench_object"}
    body.add_geom(**geom)


def _egg(w: float) -> np.ndarray:
    """Corners of an ellipsoid with facets."""
    rings = np.linspace(-np.pi / 2, np.pi / 2, 13)
    turns = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    return np.array([[w * np.cos(t) * np.cos(r), 1.4 * w * np.sin(r), w * np.sin(t) * np.cos(r)] for r in rings for t in turns])


class Springs:
    """Pulls each tip towards the middle of all, the first against the sum of the others."""

    def __init__(self, model: Any, hand: Hand) -> None:
        self.geoms = [_tip_geom(model, name) for name in hand.tips]
        held = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, "bench_object")
        # The object's joint comes last.
        self.own = np.arange(model.nv if held < 0 else model.body_dofadr[held])

    def points(self, data: Any) -> np.ndarray:
        return data.geom_xpos[self.geoms].copy()

    def push(self, model: Any, data: Any, force: float, axis: np.ndarray | None = None) -> None:
        """With an axis along it, else towards each other."""
        points = self.points(data)
        others = points[1:].mean(axis=0)
        data.qfrc_applied[self.own] = 0.0
        total = np.zeros(3)
        jacobian = np.empty((3, model.nv))
        for i in range(len(points) - 1, -1, -1):
            along = -axis if axis is not None else (points[0] - points[i] if i else others - points[0])
            pull = force * along / np.linalg.norm(along) if i else -total
            total += pull
            mujoco.mj_jac(model, data, jacobian, None, points[i], model.geom_bodyid[self.geoms[i]])
            data.qfrc_applied[self.own] += (jacobian.T @ pull)[self.own]


def _tip_geom(model: Any, body: str) -> int:
    """The geom of a tip's body that collides and comes last: robosuite's pads come after the fingers that they sit on."""
    index = model.body(body).id
    return [g for g in range(model.ngeom) if model.geom_bodyid[g] == index and (model.geom_contype[g] or model.geom_conaffinity[g])][-1]


def find_pose(hand: Hand, root: Path) -> Pose:
    """Closes the hand on nothing, and stops where the object fits in."""
    spec = bare(hand, root)
    model = spec.compile()
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data = mujoco.MjData(model)
    for joint, value in hand.open:
        data.joint(joint).qpos = value
    springs = Springs(model, hand)
    locked = _locked(model, hand)
    extra = np.maximum(0.05 - model.dof_damping, 0.0) * (model.jnt_type[model.dof_jntid] == 3)
    mujoco.mj_forward(model, data)
    best: tuple[float, Any] | None = None
    for _ in range(8000):
        springs.push(model, data, hand.force)
        data.qfrc_applied -= extra * data.qvel
        data.qfrc_applied[locked] = 0.0
        data.qvel[locked] = 0.0
        mujoco.mj_step(model, data)
        gap = _gap(model, data, springs)
        off = abs(gap - 2.0 * hand.half - 1e-3)
        if best is None or off < best[0]:
            best = (off, data.qpos.copy())
    assert best is not None
    if not best[0] < 0.01:
        raise RuntimeError(f"{hand.name} does not close to the width of the object: off by {1e3 * best[0]:.0f} mm")
    data.qpos[:] = best[1]
    mujoco.mj_forward(model, data)
    points = springs.points(data)
    others = points[1:].mean(axis=0)
    axis = (others - points[0]) / np.linalg.norm(others - points[0])
    # Between the surfaces, not between the middles, of the tips.
    near = [_depth(model, data, springs.geoms[0], axis)] + [_depth(model, data, g, -axis) for g in springs.geoms[1:]]
    centre = 0.5 * (points[0] + near[0] * axis + others - np.mean(near[1:]) * axis)
    out = centre - data.body(hand.palm).xpos
    out -= out @ axis * axis
    up = -out / np.linalg.norm(out)
    turn = np.stack([axis, np.cross(up, axis), up], axis=1)
    faces = []
    for i, geom in enumerate(springs.geoms):
        rotation = data.geom_xmat[geom].reshape(3, 3)
        face = rotation.T @ (axis if i == 0 else -axis)
        if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
            quat = np.empty(9)
            mujoco.mju_quat2Mat(quat, model.mesh_quat[model.geom_dataid[geom]])
            face = quat.reshape(3, 3) @ face
        elif model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_BOX:
            side = int(np.argmax(np.abs(face)))
            face = np.eye(3)[side] * np.sign(face[side])
        faces.append(face)
    return Pose(data.qpos.copy(), centre, turn, faces)


def _locked(model: Any, hand: Hand) -> np.ndarray:
    """Joints between the world and the palm: the arm stands still."""
    dofs: list[int] = []
    body = model.body(hand.palm).id
    while body:
        if model.body_dofnum[body]:
            dofs += range(model.body_dofadr[body], model.body_dofadr[body] + model.body_dofnum[body])
        body = int(model.body_parentid[body])
    return np.array(sorted(dofs), dtype=int)


def _depth(model: Any, data: Any, geom: int, along: np.ndarray) -> float:
    """From a geom's middle to its surface in a direction."""
    if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
        mesh = model.geom_dataid[geom]
        begin = model.mesh_vertadr[mesh]
        vertices = model.mesh_vert[begin : begin + model.mesh_vertnum[mesh]]
        return float((vertices @ (data.geom_xmat[geom].reshape(3, 3).T @ along)).max())
    return _support(model, data, geom, along)


def _support(model: Any, data: Any, geom: int, along: np.ndarray) -> float:
    local, size = data.geom_xmat[geom].reshape(3, 3).T @ along, model.geom_size[geom]
    kind = mujoco.mjtGeom(int(model.geom_type[geom]))
    if kind == mujoco.mjtGeom.mjGEOM_BOX:
        i = int(np.argmax(np.abs(local)))
        return float(size[i])
    if kind in (mujoco.mjtGeom.mjGEOM_CAPSULE, mujoco.mjtGeom.mjGEOM_CYLINDER, mujoco.mjtGeom.mjGEOM_SPHERE):
        return float(size[0])
    return float(np.abs(local * size).max())


def _gap(model: Any, data: Any, springs: Springs) -> float:
    """Between the surface of the first tip and those of the others."""
    points = springs.points(data)
    others = points[1:].mean(axis=0)
    axis = (others - points[0]) / np.linalg.norm(others - points[0])
    near = _depth(model, data, springs.geoms[0], axis) + np.mean([_depth(model, data, g, -axis) for g in springs.geoms[1:]])
    return float(np.linalg.norm(others - points[0]) - near)


def scene(hand: Hand, root: Path, kind: str, pose: Pose, skin: bool, texel_size: float = 2.5e-3, stiffer: float = 1.0) -> Any:
    """The hand with an object between its fingertips."""
    spec = bare(hand, root)
    _object(spec, kind, hand, pose)
    if skin:
        material = dict(SILICONE)
        for key in ("stiffness", "shear_stiffness", "shear_damping"):
            material[key] *= stiffer
        for name, face in zip(hand.tips, pose.faces, strict=True):
            own = [f"{body.name}#{i}" for body in spec.bodies for i, g in enumerate(body.geoms) if g.contype == 4 and _is_of(body, name)]
            words = [word for word in own if word.startswith(f"{name}#")]
            skins.attach(
                spec, on_geom=words[-1], face=face, opening=75.0, texel_size=texel_size, name=f"skin {name}".replace(" ", "_"),
                targets=["bench_object"], covers=own, channels=["force", "normal_force"], **material,
            )  # fmt: skip
    return spec.compile()


def hold(hand: Hand, model: Any, pose: Pose, seconds: float = 10.0, settle: float = 2.0) -> Held:
    """Closes on the object, lets it go, and holds it; gravity pulls it out of the hand."""
    data = mujoco.MjData(model)
    joint = model.body("bench_object").jntadr[0]
    place, dof = int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])
    names = [model.sensor(i).name for i in range(model.nsensor)]
    data.qpos[:place] = pose.joints[:place]
    start = np.empty(7)
    start[:3] = pose.centre
    mujoco.mju_mat2Quat(start[3:], pose.turn.ravel())
    data.qpos[place : place + 7] = start
    model.opt.gravity[:] = -GRAVITY * pose.turn[:, 2]
    mujoco.mj_forward(model, data)
    springs, locked = Springs(model, hand), _locked(model, hand)
    # A servo on each joint, stiff beside the torques of the grasp, as hands have them; its damping is the joint's.
    springs.push(model, data, hand.force, pose.turn[:, 0])
    axes = model.jnt_qposadr[model.dof_jntid]
    single = np.isin(model.jnt_type[model.dof_jntid], (2, 3)) & (np.arange(model.nv) < dof)
    lever = np.where(model.jnt_type[model.dof_jntid] == 3, 0.05, 1.0)
    stiffness = single * 20.0 * np.maximum(np.abs(data.qfrc_applied), 0.5 * hand.force * lever) / np.where(lever == 1.0, 0.02, 1.0)
    # 5 Hz, and critically damped: the inertia of motor and gear, as the joint sees it, is what a servo is tuned for.
    model.dof_armature[:] = np.where(single, np.maximum(model.dof_armature, stiffness / 1000.0), model.dof_armature)
    model.dof_damping[:] = np.where(single, np.maximum(model.dof_damping, 2.0 * stiffness / np.sqrt(1000.0)), model.dof_damping)
    target, grip = data.qpos.copy(), None
    model.dof_armature[locked] = 1e6
    felt = [skins.texels(model, data, name) for name in names]
    held = Held(texels=sum(len(f.normal_force) for f in felt))
    h, close = model.opt.timestep, 1.0
    log, speeds, sums = [], [], []
    palm = model.body(hand.palm).id
    spent, steps = 0.0, 0
    for i in range(int((close + settle + seconds) / h)):
        if i * h < close:
            springs.push(model, data, hand.force * min(1.0, i * h / (0.7 * close)), pose.turn[:, 0])
        else:
            if grip is None:
                target, grip = data.qpos.copy(), data.qfrc_applied.copy()
            data.qfrc_applied[:] = grip
            data.qfrc_applied[single] += (stiffness * (target[axes] - data.qpos[axes]))[single]
        if i * h < close:
            data.qpos[place : place + 7] = start
            data.qvel[dof : dof + 6] = 0.0
        begin = time.thread_time()
        mujoco.mj_step(model, data)
        spent += time.thread_time() - begin
        steps += 1
        if i * h >= close + settle:
            rotation = data.xmat[palm].reshape(3, 3)
            log.append(rotation.T @ (data.qpos[place : place + 3] - data.xpos[palm]))
            if np.linalg.norm(log[-1] - log[0]) > 0.03 or np.linalg.norm(data.qpos[place : place + 3] - start[:3]) > 0.03:
                held.dropped = True
                break
        if i * h >= close + settle + seconds - 1.0:
            speeds.append(np.abs(data.qvel[springs.own]).max())
            sums.append(sum(float(f.normal_force.sum()) for f in felt))
    held.cost = spent / steps
    held.drift = float(np.linalg.norm(np.array(log) - log[0], axis=1).max())
    if held.dropped:
        return held
    # Fingers that creep on push with a force that changes slowly; what is left of it is noise.
    t = np.linspace(-1.0, 1.0, len(sums))
    rest = np.array(sums) - np.polyval(np.polyfit(t, sums, 3), t)
    held.speed, held.noise = max(speeds), float(rest.std())
    if felt:
        carried = sum(float(_world(model, data, name, f.force.sum(axis=0)) @ -pose.turn[:, 2]) for name, f in zip(names, felt, strict=True))
        held.weight = carried / (hand.mass * GRAVITY)
    return held


def _world(model: Any, data: Any, name: str, force: np.ndarray) -> np.ndarray:
    """A force from a skin's frame, which for a mesh is that of its file."""
    geom = int(model.sensor_objid[mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, name)])
    turn = data.geom_xmat[geom].reshape(3, 3)
    if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
        quat = np.empty(9)
        mujoco.mju_quat2Mat(quat, model.mesh_quat[model.geom_dataid[geom]])
        turn = turn @ quat.reshape(3, 3).T
    return turn @ force
