"""Worlds of many bodies: cost per step, and agreement with closed forms, in MuJoCo, Bullet and Drake.

Ours is `cargo run --release -p bristle-bench --bin crowd-bench`. Cases: `flying-100` and `chain-100` (cost of the dynamics alone), `loose-20`, `pile-50`, `boxes-200`
(settling, all the way), `dominoes` (when the last one falls, beside the same engine at a quarter of the step) and `wedge` (accelerations, beside the closed form).
"""

import math
import sys
import time

import crowd_scenes as scenes
import peer

STEP = 0.001  # [s]
ROUNDS = 7


class MuJoCo:
    """MuJoCo; "expert" has elliptic cones and the implicitfast integrator, as its manual advises for grasping."""

    settings = {
        "default": 'cone="pyramidal"',
        "expert": 'cone="elliptic" impratio="10" integrator="implicitfast"',
    }

    def __init__(self, engine, setting, scene, step=STEP):
        self.engine = engine
        table = f'<geom type="plane" size="5 5 1" friction="{scene.friction}"/>' if scene.table else ""
        world = "".join(self._body(i, thing) for i, thing in enumerate(scene.things))
        wedge = " ".join(f"{c}" for corner in scenes.wedge_corners() for c in corner)
        self._begin(f"""<mujoco><option timestep="{step}" gravity="0 0 -{scenes.GRAVITY}" {self.settings[setting]}/>
            <size memory="200M"/><asset><mesh name="wedge" vertex="{wedge}"/></asset>
            <worldbody>{table}{world}</worldbody></mujoco>""")
        self.moving = [thing for thing in scene.things if thing.mass > 0]
        for i, thing in enumerate(self.moving):
            self.data.qvel[6 * i + 3 : 6 * i + 6] = thing.spin

    def _begin(self, text):
        self.model = self.engine.MjModel.from_xml_string(text)
        self.data = self.engine.MjData(self.model)

    @staticmethod
    def _body(i, thing):
        sizes = " ".join(str(s) for s in thing.size)
        shape = 'type="mesh" mesh="wedge"' if thing.shape == "wedge" else f'type="{thing.shape}" size="{sizes}"'
        mass = f'mass="{thing.mass}"' if thing.mass > 0 else ""
        free = "<freejoint/>" if thing.mass > 0 else ""
        at = " ".join(map(str, thing.xyz))
        turn = " ".join(map(str, thing.quat))
        # Of two geoms the larger friction counts: as all of a scene have one, that does not matter.
        friction = f'friction="{thing.friction} 0.005 0.0002" condim="{3 if thing.friction else 1}"'
        return f'<body name="b{i}" pos="{at}" quat="{turn}">{free}<geom {shape} {mass} {friction}/></body>'

    @classmethod
    def chain(cls, engine, setting, count):
        made = cls.__new__(cls)
        made.engine = engine
        links = ""
        for i in range(count):
            place = 'euler="90 0 0"' if i == 0 else 'pos="0 0 -0.06"'
            axis = "1 0 0" if i % 2 == 0 else "0 1 0"
            links += f'<body {place}><joint type="hinge" axis="{axis}" damping="1e-4"/>'
            links += '<geom type="capsule" size="0.008 0.02" pos="0 0 -0.03" mass="0.05" contype="0" conaffinity="0"/>'
        made._begin(f'<mujoco><option timestep="{STEP}" {cls.settings[setting]}/><worldbody>{links}{"</body>" * count}</worldbody></mujoco>')
        return made

    def advance(self, steps):
        self.engine.mj_step(self.model, self.data, nstep=steps)

    def kinetic(self):
        self.engine.mj_energyVel(self.model, self.data)
        return float(self.data.energy[1])

    def velocity(self, i):
        return float(self.data.qvel[6 * i])

    def upright(self, i):
        w, x, y, z = self.data.qpos[7 * i + 3 : 7 * i + 7]
        return float(1 - 2 * (x * x + y * y))


class Bullet:
    """Bullet; its solver's iterations are 50, and 200 for "expert"."""

    settings = {"default": 50, "expert": 200}

    def __init__(self, engine, setting, scene, step=STEP):
        self.engine, self.client = engine, engine.connect(engine.DIRECT)
        self.on = {"physicsClientId": self.client}
        engine.setGravity(0, 0, -scenes.GRAVITY, **self.on)
        engine.setPhysicsEngineParameter(fixedTimeStep=step, numSolverIterations=self.settings[setting], **self.on)
        self.bodies = []
        if scene.table:
            plane = engine.createCollisionShape(engine.GEOM_PLANE, **self.on)
            self._place(scenes.Thing("plane", (), 0.0, (0, 0, 0), friction=scene.friction), plane)
        for thing in scene.things:
            body = self._place(thing, self._shape(thing))
            engine.resetBaseVelocity(body, angularVelocity=thing.spin, **self.on)
            if thing.mass > 0:
                self.bodies.append(body)

    def _shape(self, thing):
        engine = self.engine
        make = lambda kind, **sizes: engine.createCollisionShape(kind, **sizes, **self.on)  # noqa: E731
        if thing.shape == "box":
            return make(engine.GEOM_BOX, halfExtents=thing.size)
        if thing.shape == "sphere":
            return make(engine.GEOM_SPHERE, radius=thing.size[0])
        if thing.shape == "wedge":
            return make(engine.GEOM_MESH, vertices=scenes.wedge_corners())
        kind = engine.GEOM_CYLINDER if thing.shape == "cylinder" else engine.GEOM_CAPSULE
        return make(kind, radius=thing.size[0], height=2 * thing.size[1])

    def _place(self, thing, shape):
        w, x, y, z = thing.quat
        body = self.engine.createMultiBody(thing.mass, shape, basePosition=thing.xyz, baseOrientation=(x, y, z, w), **self.on)
        # Coefficients are multiplied.
        self.engine.changeDynamics(body, -1, lateralFriction=math.sqrt(thing.friction), linearDamping=0, angularDamping=0, **self.on)
        return body

    def advance(self, steps):
        for _ in range(steps):
            self.engine.stepSimulation(**self.on)

    def _twist(self, body):
        return self.engine.getBaseVelocity(body, **self.on)

    def kinetic(self):
        total = 0.0
        for body in self.bodies:
            linear, angular = self._twist(body)
            info = self.engine.getDynamicsInfo(body, -1, **self.on)
            # Roughly: the largest moment for all axes.
            total += 0.5 * info[0] * sum(v * v for v in linear) + 0.5 * max(info[2]) * sum(w * w for w in angular)
        return total

    def velocity(self, i):
        return self._twist(self.bodies[i])[0][0]

    def upright(self, i):
        _, (x, y, _, _) = self.engine.getBasePositionAndOrientation(self.bodies[i], **self.on)
        return 1 - 2 * (x * x + y * y)


class Drake:
    """Drake: point contact with the SAP solver."""

    settings = {"default": "sap"}

    def __init__(self, engine, setting, scene, step=STEP):
        self._plant(step)
        plant = self.plant
        friction = lambda mu: self.tree.CoulombFriction(mu, mu)  # noqa: E731
        if scene.table:
            pose = self.math.RigidTransform()
            plant.RegisterCollisionGeometry(plant.world_body(), pose, self.geometry.HalfSpace(), "table", friction(scene.friction))
        self.bodies, starts = [], []
        for i, thing in enumerate(scene.things):
            shape, inertia = self._shape(thing)
            pose = self.math.RigidTransform(self.eigen.Quaternion(*_unit(thing.quat)), thing.xyz)
            if thing.mass == 0:
                plant.RegisterCollisionGeometry(plant.world_body(), pose, shape, f"g{i}", friction(thing.friction))
                continue
            body = plant.AddRigidBody(f"b{i}", inertia)
            plant.RegisterCollisionGeometry(body, self.math.RigidTransform(), shape, f"g{i}", friction(thing.friction))
            self.bodies.append(body)
            starts.append((pose, thing.spin))
        self._begin()
        for body, (pose, spin) in zip(self.bodies, starts):
            plant.SetFreeBodyPose(self.context, body, pose)
            plant.SetFreeBodySpatialVelocity(body, self.math_spatial.SpatialVelocity(spin, (0, 0, 0)), self.context)

    def _plant(self, step):
        from pydrake import geometry, math as drake_math
        from pydrake.common import eigen_geometry
        from pydrake.multibody import math as spatial, plant, tree
        from pydrake.systems import analysis, framework

        self.geometry, self.math, self.eigen, self.math_spatial, self.tree = geometry, drake_math, eigen_geometry, spatial, plant
        self.unit, self.analysis = tree, analysis
        self.builder = framework.DiagramBuilder()
        config = plant.MultibodyPlantConfig(time_step=step, discrete_contact_approximation="sap", contact_model="point")
        self.plant, _ = plant.AddMultibodyPlant(config, self.builder)

    def _begin(self):
        self.plant.Finalize()
        diagram = self.builder.Build()
        self.simulator = self.analysis.Simulator(diagram)
        self.context = self.plant.GetMyMutableContextFromRoot(self.simulator.get_mutable_context())

    def _shape(self, thing):
        size, unit, geometry = thing.size, self.unit, self.geometry
        mass = max(thing.mass, 1e-9)
        if thing.shape == "box":
            full = [2 * s for s in size]
            return geometry.Box(*full), unit.SpatialInertia.SolidBoxWithMass(mass, *full)
        if thing.shape == "sphere":
            return geometry.Sphere(size[0]), unit.SpatialInertia.SolidSphereWithMass(mass, size[0])
        if thing.shape == "wedge":
            raise ValueError("Drake takes convex meshes from files only")
        make = {"cylinder": geometry.Cylinder, "capsule": geometry.Capsule}[thing.shape]
        inertia = {"cylinder": unit.SpatialInertia.SolidCylinderWithMass, "capsule": unit.SpatialInertia.SolidCapsuleWithMass}[thing.shape]
        return make(size[0], 2 * size[1]), inertia(mass, size[0], 2 * size[1], (0, 0, 1))

    @classmethod
    def chain(cls, _engine, _setting, count):
        made = cls.__new__(cls)
        made._plant(STEP)
        unit, parent = made.unit, made.plant.world_body()
        shifted = unit.SpatialInertia.SolidCapsuleWithMass(0.05, 0.008, 0.04, (0, 0, 1)).Shift((0, 0, 0.03))
        for i in range(count):
            body = made.plant.AddRigidBody(f"l{i}", shifted)
            frame = made.math.RigidTransform(made.math.RollPitchYaw(math.pi / 2, 0, 0), (0, 0, 0)) if i == 0 else made.math.RigidTransform((0, 0, -0.06))
            axis = (1, 0, 0) if i % 2 == 0 else (0, 1, 0)
            made.plant.AddJoint(unit.RevoluteJoint(f"j{i}", _frame(made, parent, frame, i), body.body_frame(), axis, 1e-4))
            parent = body
        made._begin()
        return made

    def advance(self, steps):
        self.simulator.AdvanceTo(self.simulator.get_context().get_time() + steps * self.plant.time_step())

    def kinetic(self):
        return self.plant.EvalKineticEnergy(self.context)

    def velocity(self, i):
        return self.plant.EvalBodySpatialVelocityInWorld(self.context, self.bodies[i]).translational()[0]

    def upright(self, i):
        return self.plant.EvalBodyPoseInWorld(self.context, self.bodies[i]).rotation().matrix()[2, 2]


def _frame(made, parent, pose, i):
    return made.plant.AddFrame(made.unit.FixedOffsetFrame(f"f{i}", parent.body_frame(), pose))


def _unit(quat):
    size = math.sqrt(sum(q * q for q in quat))
    return tuple(q / size for q in quat)


def settled(world, seconds):
    """Microseconds per step all the way, when the kinetic energy was below 1e-12 J first (if it ever was), and what it is in the end."""
    rest, begin = None, time.thread_time()
    for n in range(round(seconds / STEP / 10)):
        world.advance(10)
        if rest is None and world.kinetic() < 1e-12:
            rest = (n + 1) * 10 * STEP
    passed = time.thread_time() - begin
    return {"us_per_step": passed * 1e6 * STEP / seconds, "real_time_factor": seconds / passed, "rest_s": rest, "kinetic_j": world.kinetic(), "held": True}


def last_falls(make, step):
    """When the last of 20 dominoes has fallen by half a radian [s]."""
    world = make(scenes.dominoes(20), step)
    for n in range(round(3.0 / step)):
        world.advance(1)
        if world.upright(19) < math.cos(0.5):
            return (n + 1) * step
    return None


def cases_of(kind, engine, setting):
    """All cases in one engine; each is a function that gives figures."""
    make = lambda scene, step=STEP: kind(engine, setting, scene, step)  # noqa: E731

    def cost(world, steps):
        return peer.time_steps({"step": world.advance}, steps, ROUNDS)["step"]

    def wedge():
        world = make(scenes.wedge())
        world.advance(250)
        found = [world.velocity(i) / 0.25 for i in (0, 1)]
        return {"wedge_m_s2": found[0], "box_m_s2": found[1], "closed_form": scenes.wedge_closed_form()}

    yield "flying-100", lambda: cost(make(scenes.flying(100)), 200)
    if hasattr(kind, "chain"):
        yield "chain-100", lambda: cost(kind.chain(engine, setting, 100), 200)
    yield "loose-20", lambda: settled(make(scenes.pile(20)), 4.0)
    yield "pile-50", lambda: settled(make(scenes.pile(50)), 6.0)
    yield "boxes-200", lambda: settled(make(scenes.boxes(200)), 4.0)
    yield "dominoes", lambda: {"last_falls_s": last_falls(make, STEP), "at_a_quarter_of_the_step_s": last_falls(make, STEP / 4)}
    yield "wedge", wedge


def measure():
    """The report of this script."""
    engines = {"mujoco": (MuJoCo, peer.engine("mujoco")), "pybullet": (Bullet, peer.engine("pybullet")), "pydrake": (Drake, peer.engine("pydrake"))}
    report = {
        "script": "crowds",
        "engines": {name: peer.version("drake" if name == "pydrake" else name, module) for name, (_, module) in engines.items()},
        "machine": peer.machine(),
        "settings": {"step_s": STEP},
        "cases": [],
    }
    only = sys.argv[1:]
    for name, (kind, module) in engines.items():
        if module is None:
            continue
        for setting in kind.settings:
            for case, run in cases_of(kind, module, setting):
                if only and case not in only and name not in only:
                    continue
                found = {"case": case, "engine": name, "setting": setting, "touch": "plain", "disturbed": False}
                try:
                    found |= run()
                except Exception as error:  # an engine that cannot do a case says so, and the others go on
                    found |= {"error": f"{type(error).__name__}: {error}"}
                report["cases"].append(found)
    return report


if __name__ == "__main__":
    peer.emit(measure())
