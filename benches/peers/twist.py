"""A bar gripped 60 mm beside its centre by two flat 14x6 pads: at which mass does it turn in the grip?

Two bars: a narrow one, 20 mm high, laid across the pads' short side (patch 20.4 x 20 mm), and a wide one that covers the
whole pad (patch 47.6 x 20.4 mm). The exact masses are in closed_form.py.
"""

import math

import closed_form
import mjcf
import peer

STEP = 0.001  # [s]
GRIP, FRICTION, LEVER = 30.0, 0.6, 0.060
LENGTH, THICKNESS = 0.24, 0.02  # of the bar [m]
CLOSE, LOAD, WATCH = 0.3, 0.5, 1.5  # [s]: jaws close, weight grows, then the bar is watched
# Turn while watched [rad]: more than the first is a yield, more than the second a fall. Where an engine resists the turning
# itself, as viscosity would, the two lie apart; Coulomb's law puts both at the same mass.
THRESHOLDS = {"yields": math.radians(0.5), "falls": math.radians(5)}
RESOLUTION = 0.002  # of the search, relative to the closed form

# Name: (height of the bar, turn of the pad's long side: "across" or "along" the bar).
BARS = {"narrow": (0.020, "across"), "wide": (0.060, "along")}

# The stiffest friction that stays quiet here: creep below break-away then is a thousandth of a degree.
FIRM = {**mjcf.EXPERT_OPTION, "integrator": "discrete", "impratio": "1e4"}

# Torsional friction (condim 4 and 6) is a length in MuJoCo, "the diameter of the contact patch"; its default is 5 mm.
MUJOCO_SETTINGS = {
    "default, box pads, condim 3": ("box", 'condim="3"', {}),
    "expert, box pads, condim 3": ("box", 'condim="3"', mjcf.EXPERT_OPTION),
    "firm, box pads, condim 3": ("box", 'condim="3"', FIRM),
    "firm, box pads, condim 4": ("box", 'condim="4"', FIRM),
    "firm, box pads, condim 6": ("box", 'condim="6"', FIRM),
    "firm, spheres, condim 3": ("spheres", 'condim="3"', FIRM),
}

# Name: (solver iterations, or None for the default of 50; dynamics of pads and bar).
ANCHORS = {"contactStiffness": 1e5, "contactDamping": 1e3, "frictionAnchor": 1}
PYBULLET_SETTINGS = {
    "default": (None, {}),
    "500 iterations": (500, {}),
    "500 iterations, friction anchors": (500, ANCHORS),
    "500 iterations, spinning friction 5 mm": (500, {"spinningFriction": 0.005}),
}


def patch(bar):
    """Size of the contact patch along and across a bar [m]."""
    height, long_side = BARS[bar]
    long, short = 2 * mjcf.PAD_HALF[0], 2 * mjcf.PAD_HALF[1]
    along, across = (long, short) if long_side == "along" else (short, long)
    return along, min(across, height)


def mujoco_scene(bar, pads, contact, option):
    """MJCF: fingers close along y, the bar lies along x, its middle at x = LEVER."""
    height, long_side = BARS[bar]
    fingers = ""
    for name, side, turn in (("left", -1, 1), ("right", 1, -1)):
        # The pad's z looks at the bar; its x, the long side, lies along the bar or stands across it.
        axes = f"{-turn} 0 0 0 0 1" if long_side == "along" else f"0 0 1 {turn} 0 0"
        pad = mjcf.Pad(name, friction=FRICTION)
        face = pad.solid(f'{contact} mass="0.05"') if pads == "box" else pad.spheres(f'{contact} mass="0.0006"')
        fingers += f"""
    <body name="{name}-finger" pos="0 {side * (THICKNESS / 2 + 0.001)} 0" xyaxes="{axes}">
      <joint name="{name}" type="slide" axis="0 0 1" damping="20" armature="0.5"/>{face}</body>"""
    assets = "".join(mjcf.Pad(name).asset() for name in ("left", "right")) if pads == "box" else ""
    return f"""
<mujoco>
  <option timestep="{STEP}" gravity="0 0 0" {mjcf.attributes(option)}/>
  <asset>{assets}</asset>
  <worldbody>{fingers}
    <body name="bar"><freejoint/>
      <geom name="bar" type="box" size="{LENGTH / 2} {THICKNESS / 2} {height / 2}" pos="{LEVER} 0 0" mass="1"
            friction="{FRICTION}" {contact}/></body>
  </worldbody>
  <contact><exclude body1="left-finger" body2="right-finger"/></contact>
  <equality><joint joint1="left" joint2="right"/></equality>
  <actuator><motor joint="left"/><motor joint="right"/></actuator>
</mujoco>"""


def mujoco_turn(mujoco, xml, mass, enough):
    """Turn of the bar [rad] while watched, and the grip force per finger [N] before the weight comes on."""
    spec = mujoco.MjSpec.from_string(xml)
    spec.geom("bar").mass = mass
    model = spec.compile()
    data = mujoco.MjData(model)
    data.ctrl[:] = GRIP
    mujoco.mj_step(model, data, nstep=round(CLOSE / STEP))
    grip = _mujoco_grip(mujoco, model, data)
    pieces = 50
    for piece in range(pieces):
        model.opt.gravity[2] = -closed_form.GRAVITY * (piece + 1) / pieces
        mujoco.mj_step(model, data, nstep=round(LOAD / pieces / STEP))
    bar = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, "bar")
    begin = _pitch(data.xmat[bar])
    turn = 0.0
    for _ in range(15):
        mujoco.mj_step(model, data, nstep=round(WATCH / 15 / STEP))
        turn = abs(_pitch(data.xmat[bar]) - begin)
        if turn > enough:
            break
    return turn, grip


def _mujoco_grip(mujoco, model, data):
    import numpy

    total, wrench = 0.0, numpy.zeros(6)
    for contact in range(data.ncon):
        mujoco.mj_contactForce(model, data, contact, wrench)
        total += wrench[0]
    return total / 2


def _pitch(matrix):
    """Angle of the bar's x axis below the horizon [rad]."""
    return math.atan2(-float(matrix[6]), float(matrix[0]))


def pybullet_turn(bullet, bar, setting, mass, enough):
    """The same in Bullet: fingers on prismatic joints pushed by 30 N each."""
    height, long_side = BARS[bar]
    iterations, dynamics = setting
    client = bullet.connect(bullet.DIRECT)
    on = {"physicsClientId": client}
    try:
        bullet.setTimeStep(STEP, **on)
        bullet.setGravity(0, 0, 0, **on)
        if iterations is not None:
            bullet.setPhysicsEngineParameter(numSolverIterations=iterations, **on)
        long, short = mjcf.PAD_HALF
        half = (long, 0.005, short) if long_side == "along" else (short, 0.005, long)
        pad = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=half, **on)
        beam = bullet.createCollisionShape(
            bullet.GEOM_BOX, halfExtents=(LENGTH / 2, THICKNESS / 2, height / 2), **on)
        gap = THICKNESS / 2 + 0.001 + 0.005
        gripper = bullet.createMultiBody(
            0, linkMasses=[0.5, 0.5], linkCollisionShapeIndices=[pad, pad], linkVisualShapeIndices=[-1, -1],
            linkPositions=[(0, -gap, 0), (0, gap, 0)], linkOrientations=[(0, 0, 0, 1)] * 2,
            linkInertialFramePositions=[(0, 0, 0)] * 2, linkInertialFrameOrientations=[(0, 0, 0, 1)] * 2,
            linkParentIndices=[0, 0], linkJointTypes=[bullet.JOINT_PRISMATIC] * 2,
            linkJointAxis=[(0, 1, 0), (0, -1, 0)], **on)
        held = bullet.createMultiBody(mass, beam, basePosition=(LEVER, 0, 0), **on)
        friction = math.sqrt(FRICTION)  # Bullet multiplies the coefficients of both bodies
        for body, link in ((gripper, 0), (gripper, 1), (held, -1)):
            bullet.changeDynamics(body, link, lateralFriction=friction, linearDamping=0, angularDamping=0, **dynamics, **on)
        bullet.changeDynamics(held, -1, activationState=bullet.ACTIVATION_STATE_DISABLE_SLEEPING, **on)
        for joint in (0, 1):
            bullet.changeDynamics(gripper, joint, jointDamping=20, **on)
            bullet.setJointMotorControl2(gripper, joint, bullet.VELOCITY_CONTROL, force=0, **on)

        def advance(duration):
            for _ in range(round(duration / STEP)):
                for joint in (0, 1):
                    bullet.setJointMotorControl2(gripper, joint, bullet.TORQUE_CONTROL, force=GRIP, **on)
                bullet.stepSimulation(**on)

        advance(CLOSE)
        grip = sum(point[9] for point in bullet.getContactPoints(held, gripper, **on)) / 2
        pieces = 50
        for piece in range(pieces):
            bullet.setGravity(0, 0, -closed_form.GRAVITY * (piece + 1) / pieces, **on)
            advance(LOAD / pieces)

        def pitch():
            _, orientation = bullet.getBasePositionAndOrientation(held, **on)
            return _pitch(bullet.getMatrixFromQuaternion(orientation))

        begin, turn = pitch(), 0.0
        for _ in range(15):
            advance(WATCH / 15)
            turn = abs(pitch() - begin)
            if turn > enough:
                break
        return turn, grip
    finally:
        bullet.disconnect(client)


def search(turn, exact):
    """Masses [kg] at which the bar yields and falls, by bisection between nothing and four times the exact mass."""
    found = {}
    for event, enough in THRESHOLDS.items():
        light, heavy = 0.02 * exact, 4.0 * exact
        if turn(light, enough)[0] > enough:
            found[event] = {"mass_kg": None, "note": "at any mass"}
            continue
        if turn(heavy, enough)[0] <= enough:
            found[event] = {"mass_kg": None, "note": "beyond 4 x the exact mass"}
            continue
        grip = None
        while heavy - light > RESOLUTION * exact:
            middle = (light + heavy) / 2
            turned, grip = turn(middle, enough)
            light, heavy = (light, middle) if turned > enough else (middle, heavy)
        mass = (light + heavy) / 2
        found[event] = {"mass_kg": round(mass, 5), "off_percent": round(100 * (mass / exact - 1), 1)}
        found["grip_N"] = round(grip, 3)
    return found


def measure():
    """The report of this script."""
    mujoco, bullet = peer.engine("mujoco"), peer.engine("pybullet")
    report = {
        "script": "twist",
        "engines": {"mujoco": peer.version("mujoco", mujoco), "pybullet": peer.version("pybullet", bullet)},
        "machine": peer.machine(),
        "settings": {"step_s": STEP, "grip_N": GRIP, "friction": FRICTION, "lever_m": LEVER,
                     "yields_deg": 0.5, "falls_deg": 5, "watched_s": WATCH},
        "cases": [],
    }
    for bar in BARS:
        if peer.engine("numpy") is None:
            break
        exact = closed_form.breakaway_mass(*patch(bar), GRIP, FRICTION, LEVER)
        about = {"case": "twist", "bar": bar, "exact_kg": round(exact, 5)}
        if mujoco is not None:
            for setting, (pads, contact, option) in MUJOCO_SETTINGS.items():
                xml = mujoco_scene(bar, pads, contact, option)
                found = search(lambda mass, enough, xml=xml: mujoco_turn(mujoco, xml, mass, enough), exact)
                report["cases"].append({**about, "engine": "mujoco", "setting": setting, "option": option, **found})
        if bullet is not None:
            for name, setting in PYBULLET_SETTINGS.items():
                found = search(lambda mass, enough, s=setting, b=bar: pybullet_turn(bullet, b, s, mass, enough), exact)
                option = {"numSolverIterations": setting[0], **setting[1]}
                report["cases"].append({**about, "engine": "pybullet", "setting": name, "option": option, **found})
    return report


if __name__ == "__main__":
    peer.emit(measure())
