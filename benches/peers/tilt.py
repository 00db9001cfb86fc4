"""A 1 kg cube on a tilt of 10° for a minute, friction 0.6 > tan 10°: how far it creeps though it should stand."""

import math

import mjcf
import peer

STEP = 0.001  # [s]
TILT = math.radians(10)
SIDE, MASS, FRICTION = 0.05, 1.0, 0.6
SETTLE, HOLD = 1.0, 60.0  # [s]
GRAVITY = (9.81 * math.sin(TILT), 0.0, -9.81 * math.cos(TILT))

MUJOCO_SETTINGS = {
    "default": {},
    # The manual's first remedy, then its second, then the newest integrator with each. Only that one stays quiet at an
    # impratio of 1e8; at 1e4 it creeps as the others do.
    "expert": mjcf.EXPERT_OPTION,
    "expert, impratio 1e4": {**mjcf.EXPERT_OPTION, "impratio": "1e4"},
    "expert, noslip": {**mjcf.EXPERT_OPTION, "noslip_iterations": "3", "noslip_tolerance": "1e-12"},
    "discrete": {**mjcf.EXPERT_OPTION, "integrator": "discrete"},
    "discrete, impratio 1e8": {**mjcf.EXPERT_OPTION, "integrator": "discrete", "impratio": "1e8"},
    "discrete, noslip": {
        **mjcf.EXPERT_OPTION, "integrator": "discrete", "noslip_iterations": "3", "noslip_tolerance": "1e-12",
    },
}

PYBULLET_SETTINGS = {
    "default": {},
    # Contact as springs and friction as springs that keep their anchor: Bullet's cure for creep.
    "friction anchors": {"contactStiffness": 1e5, "contactDamping": 1e3, "frictionAnchor": 1},
}


def mujoco_creep(mujoco, option):
    """Creep [m] of the cube on a fixed box; the world is tilted by turning gravity."""
    x, y = 4 * SIDE, 4 * SIDE
    model = mujoco.MjModel.from_xml_string(f"""
<mujoco>
  <option timestep="{STEP}" gravity="{GRAVITY[0]} {GRAVITY[1]} {GRAVITY[2]}" {mjcf.attributes(option)}/>
  <default><geom friction="{FRICTION}"/></default>
  <worldbody>
    <geom type="box" size="{x} {y} 0.05" pos="0 0 -0.05"/>
    <body name="cube" pos="0 0 {SIDE / 2}"><freejoint/>
      <geom type="box" size="{SIDE / 2} {SIDE / 2} {SIDE / 2}" mass="{MASS}"/></body>
  </worldbody>
</mujoco>""")
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=round(SETTLE / STEP))
    begin = data.qpos[:3].copy()
    timed = peer.time_steps({"step": lambda n: mujoco.mj_step(model, data, nstep=n)}, 1000, round(HOLD) - 1)["step"]
    mujoco.mj_step(model, data, nstep=max(0, round((SETTLE + HOLD - data.time) / STEP)))
    return _distance(data.qpos[:3], begin), timed, bool(data.ncon > 0)


def pybullet_creep(bullet, dynamics):
    """Creep [m] of the same cube in Bullet."""
    client = bullet.connect(bullet.DIRECT)
    try:
        bullet.setGravity(*GRAVITY, physicsClientId=client)
        bullet.setTimeStep(STEP, physicsClientId=client)
        ground = _bullet_box(bullet, client, (4 * SIDE, 4 * SIDE, 0.05), 0.0, (0, 0, -0.05))
        cube = _bullet_box(bullet, client, (SIDE / 2,) * 3, MASS, (0, 0, SIDE / 2))
        for body in (ground, cube):
            bullet.changeDynamics(body, -1, lateralFriction=math.sqrt(FRICTION), physicsClientId=client, **dynamics)
        bullet.changeDynamics(cube, -1, activationState=bullet.ACTIVATION_STATE_DISABLE_SLEEPING, physicsClientId=client)

        def advance(count):
            for _ in range(count):
                bullet.stepSimulation(physicsClientId=client)

        advance(round(SETTLE / STEP))
        begin, _ = bullet.getBasePositionAndOrientation(cube, physicsClientId=client)
        advance(round(HOLD / STEP))
        end, _ = bullet.getBasePositionAndOrientation(cube, physicsClientId=client)
        touching = len(bullet.getContactPoints(cube, ground, physicsClientId=client)) > 0
        return _distance(end, begin), touching
    finally:
        bullet.disconnect(client)


def _bullet_box(bullet, client, half, mass, position):
    shape = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=half, physicsClientId=client)
    return bullet.createMultiBody(mass, shape, basePosition=position, physicsClientId=client)


def _distance(a, b):
    return math.dist([float(value) for value in a], [float(value) for value in b])


def measure():
    """The report of this script."""
    mujoco, bullet = peer.engine("mujoco"), peer.engine("pybullet")
    report = {
        "script": "tilt",
        "engines": {"mujoco": peer.version("mujoco", mujoco), "pybullet": peer.version("pybullet", bullet)},
        "machine": peer.machine(),
        "settings": {"step_s": STEP, "tilt_deg": 10, "friction": FRICTION, "hold_s": HOLD},
        "cases": [],
    }
    if mujoco is not None:
        for setting, option in MUJOCO_SETTINGS.items():
            case = {"case": "tilt", "engine": "mujoco", "setting": setting, "option": option}
            try:
                creep, timed, touching = mujoco_creep(mujoco, option)
                case |= {"creep_m": creep, "touching": touching, "us_per_step": timed["us_per_step"]}
            except (ValueError, mujoco.FatalError) as error:
                case |= {"error": str(error)}
            report["cases"].append(case)
    if bullet is not None:
        for setting, dynamics in PYBULLET_SETTINGS.items():
            creep, touching = pybullet_creep(bullet, dynamics)
            report["cases"].append(
                {"case": "tilt", "engine": "pybullet", "setting": setting, "option": dynamics,
                 "creep_m": creep, "touching": touching}
            )
    return report


if __name__ == "__main__":
    peer.emit(measure())
