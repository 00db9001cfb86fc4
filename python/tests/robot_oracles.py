"""Other programs that read robot files, and how far they are from what Bristle reads."""

from __future__ import annotations

import logging
import os
import re
import tempfile
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bristle as br
import mujoco
import numpy as np

#: Where `scripts/python-environment` unpacks packages with robots.
ROBOTS = Path(os.environ.get("BRISTLE_ROBOTS", "target/robots"))

#: A joint with one coordinate, by name, and the range that it is tried in.
Mover = tuple[str, float, float]
#: Poses of links by name, as 4×4 matrices, at the positions of joints by name.
Poses = Callable[[dict[str, float]], dict[str, np.ndarray]]


class Refused(Exception):
    """The other program does not read the file."""


@dataclass
class Apart:
    """Largest differences: places [m] and entries of rotations; masses and moments relative to their size, centres of mass [m]; whether masses may be those of meshes."""

    links: int
    joints: int
    pose: float
    mass: float = 0.0
    moments: float = 0.0
    meshes: bool = False
    tensor: float = 0.0


class Read:
    """A robot as Bristle reads it, by the names of the file."""

    def __init__(self, scene: br.Scene) -> None:
        self.scene = scene
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.world = scene.world(script=False)
        self.bodies = set(scene.bodies)
        # A joint without a name of its own is called like its body.
        self.movers = {body: body for body in scene.bodies} | {joint: body for body, joint in scene.joint_names.items()}

    def body(self, link: str) -> str | None:
        """The body of a link."""
        name = re.sub(r"[^\w-]", "_", link.strip())[:80]
        return next((body for body in (name, f"{name}_link") if body in self.bodies), None)

    def apart(self, movers: Iterable[Mover], links: Iterable[str], poses: Poses, count: int) -> tuple[float, int, int]:
        """The largest difference of any pose at random positions of the joints; how many links and joints there were."""
        random = np.random.default_rng(7)
        bodies = {link: self.body(link) for link in links if link != "world"}
        movers = list(movers)
        unknown = [link for link, body in bodies.items() if body is None]
        unknown += [name for name, _, _ in movers if name not in self.movers]
        assert not unknown, f"not in the scene: {unknown}"
        worst = 0.0
        for _ in range(count):
            for name, low, high in movers:
                body = self.movers[name]
                try:
                    self.world.set_joint(body, position=[random.uniform(low, high)])
                except br.BristleError as error:
                    # One that follows another is where that puts it.
                    if "follows" not in str(error):
                        raise
            found = poses({name: float(self.world.joint(self.movers[name])[0]) for name, _, _ in movers})
            for link, body in bodies.items():
                worst = max(worst, float(np.abs(matrix(self.world.pose(body)) - found[link]).max()))
        return worst, len(bodies), len(movers)


def matrix(pose: np.ndarray) -> np.ndarray:
    """A place and a quaternion (x, y, z, w) as a matrix."""
    x, y, z, w = pose[3:]
    made = np.eye(4)
    made[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    made[:3, 3] = pose[:3]
    return made


def urdf_alone(path: Path) -> ET.Element:
    """Links and joints of a URDF file, without shapes and what only some programs know."""
    content = path.read_bytes().rstrip(b"\0 \r\n\t")
    # Some files have a comment before the declaration, which no parser takes.
    root = ET.fromstring(content[max(content.find(b"<?xml"), 0) :])
    for element in list(root):
        if element.tag not in ("link", "joint"):
            root.remove(element)
    for link in root.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(shape)
    return root


def impossible(path: Path) -> set[str]:
    """Links of a URDF file with an inertia that no body has, or none, or a placeholder: Bristle repairs them, if asked to."""
    if path.suffix != ".urdf":
        return set()
    found = set()
    for link in urdf_alone(path).iter("link"):
        inertia, mass = link.find("inertial/inertia"), link.find("inertial/mass")
        if inertia is None or mass is None or float(mass.get("value", 0)) <= 0:
            found.add(link.get("name", ""))
            continue
        xx, yy, zz, xy, xz, yz = (float(inertia.get(key, 0)) for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"))
        small, middle, large = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        placeholder = (xx, yy, zz, xy, xz, yz) == (1, 1, 1, 0, 0, 0)
        if placeholder or small <= 0 or small + middle < large * (1 - 1e-9):
            found.add(link.get("name", ""))
    return found


def with_mujoco(read: Read, path: Path, count: int = 100) -> Apart:
    """Compiles the file with MuJoCo: poses, masses and inertias of every body."""
    try:
        if path.suffix == ".urdf":
            root = urdf_alone(path)
            options = {"fusestatic": "false", "balanceinertia": "true", "inertiafromgeom": "false"}
            ET.SubElement(ET.SubElement(root, "mujoco"), "compiler", options)
            model = mujoco.MjModel.from_xml_string(ET.tostring(root, encoding="unicode"))
        else:
            model = mujoco.MjModel.from_xml_path(os.fspath(path))
    except (ValueError, mujoco.FatalError, ET.ParseError) as error:
        raise Refused(" ".join(str(error).split())) from error
    data = mujoco.MjData(model)
    names: dict[int, str] = {}
    unnamed = 0
    for i in range(1, model.nbody):
        unnamed += not model.body(i).name
        names[i] = model.body(i).name or f"body_{unnamed}"
    single = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
    joints = {
        model.joint(j).name or names[model.jnt_bodyid[j]]: j for j in range(model.njnt) if model.jnt_type[j] in single
    }

    def range_of(j: int) -> tuple[float, float]:
        low, high = model.jnt_range[j] if model.jnt_limited[j] else (-1.0, 1.0)
        return float(low), float(high)

    def poses(positions: dict[str, float]) -> dict[str, np.ndarray]:
        for name, q in positions.items():
            data.qpos[model.jnt_qposadr[joints[name]]] = q
        mujoco.mj_kinematics(model, data)
        found = {}
        for i, name in names.items():
            found[name] = np.eye(4)
            found[name][:3, :3] = data.xmat[i].reshape(3, 3)
            found[name][:3, 3] = data.xpos[i]
        return found

    movers = [(name, *range_of(j)) for name, j in joints.items()]
    apart = Apart(0, 0, 0.0, meshes=model.nmesh > 0)
    apart.pose, apart.links, apart.joints = read.apart(movers, names.values(), poses, count)
    repaired = impossible(path)
    for i, name in names.items():
        if name in repaired:
            continue
        turned = np.zeros(9)
        mujoco.mju_quat2Mat(turned, model.body_iquat[i])
        turned = turned.reshape(3, 3)
        inertia = turned @ np.diag(model.body_inertia[i]) @ turned.T
        weigh(read, name, float(model.body_mass[i]), model.body_ipos[i], inertia, apart)
    return apart


def weigh(read: Read, link: str, mass: float, centre: np.ndarray, inertia: np.ndarray, apart: Apart) -> None:
    """Compares the mass properties of a link."""
    body = read.body(link)
    if body is None:
        return
    own_mass, own_centre, own_inertia = read.scene.mass_properties(body)
    apart.mass = max(apart.mass, abs(own_mass - mass) / max(mass, 1e-3))
    if mass == 0:
        return
    apart.mass = max(apart.mass, float(np.abs(own_centre - centre).max()))
    size = max(float(np.abs(inertia).max()), 1e-9)
    moments = np.abs(np.linalg.eigvalsh(own_inertia) - np.linalg.eigvalsh(inertia)).max() / size
    apart.moments = max(apart.moments, float(moments))
    apart.tensor = max(apart.tensor, float(np.abs(own_inertia - inertia).max() / size))


def with_yourdfpy(read: Read, path: Path, count: int = 100) -> Apart:
    """Poses of a URDF file by yourdfpy, which works out by itself what joints follow others."""
    import yourdfpy

    with tempfile.TemporaryDirectory() as folder:
        alone = Path(folder) / "robot.urdf"
        ET.ElementTree(urdf_alone(path)).write(alone)
        try:
            robot = yourdfpy.URDF.load(os.fspath(alone), load_meshes=False, build_collision_scene_graph=False)
        except Exception as error:  # noqa: BLE001 (whatever it trips over)
            raise Refused(f"{type(error).__name__}: {error}") from error
    movers = []
    for name in robot.actuated_joint_names:
        limit = robot.joint_map[name].limit
        bounded = limit is not None and limit.lower is not None and limit.upper is not None and limit.lower < limit.upper
        movers.append((name, limit.lower, limit.upper) if bounded else (name, -1.0, 1.0))
    if any(robot.joint_map[name].type not in ("revolute", "continuous", "prismatic") for name, _, _ in movers):
        raise Refused("it has joints of more than one coordinate")

    def poses(positions: dict[str, float]) -> dict[str, np.ndarray]:
        robot.update_cfg(positions)
        return {link: robot.get_transform(link) for link in robot.link_map}

    pose, links, joints = read.apart(movers, robot.link_map, poses, count)
    return Apart(links, joints, pose)


def with_drake(read: Read, path: Path, count: int = 100) -> Apart:
    """Poses and masses of a URDF file by Drake."""
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    logging.getLogger("drake").setLevel(logging.ERROR)
    plant: Any = MultibodyPlant(time_step=1e-3)
    try:
        text = ET.tostring(urdf_alone(path), encoding="unicode")
        (instance,) = Parser(plant).AddModelsFromString(text, "urdf")
        # What no joint carries stands in the world.
        children = {plant.get_joint(j).child_body().name() for j in plant.GetJointIndices(instance)}
        for i in plant.GetBodyIndices(instance):
            if plant.get_body(i).name() not in children:
                plant.WeldFrames(plant.world_frame(), plant.get_body(i).body_frame())
        plant.Finalize()
    except (RuntimeError, SystemExit, ValueError) as error:
        raise Refused(" ".join(str(error).split())) from error
    context = plant.CreateDefaultContext()
    movers = []
    for index in plant.GetJointIndices(instance):
        joint = plant.get_joint(index)
        if joint.num_positions() == 1:
            low, high = float(joint.position_lower_limits()[0]), float(joint.position_upper_limits()[0])
            bounded = np.isfinite([low, high]).all() and low < high
            movers.append((joint.name(), low, high) if bounded else (joint.name(), -1.0, 1.0))

    def poses(positions: dict[str, float]) -> dict[str, np.ndarray]:
        all_positions = plant.GetPositions(context)
        for name, q in positions.items():
            all_positions[plant.GetJointByName(name, instance).position_start()] = q
        plant.SetPositions(context, all_positions)
        bodies = [plant.get_body(i) for i in plant.GetBodyIndices(instance)]
        return {body.name(): plant.EvalBodyPoseInWorld(context, body).GetAsMatrix4() for body in bodies}

    names = [plant.get_body(i).name() for i in plant.GetBodyIndices(instance)]
    apart = Apart(0, 0, 0.0)
    apart.pose, apart.links, apart.joints = read.apart(movers, names, poses, count)
    repaired = impossible(path)
    for i in plant.GetBodyIndices(instance):
        if plant.get_body(i).name() in repaired:
            continue
        inertia = plant.get_body(i).default_spatial_inertia()
        centre = inertia.get_com()
        about = inertia.get_mass() * inertia.get_unit_inertia().ShiftToCenterOfMass(centre).CopyToFullMatrix3()
        weigh(read, plant.get_body(i).name(), inertia.get_mass(), centre, about, apart)
    return apart
