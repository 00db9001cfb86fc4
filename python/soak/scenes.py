"""Random scenes: pads, objects, arms with motors, sensors and devices."""

from __future__ import annotations

import math
from random import Random
from typing import Any

Table = dict[str, Any]

PRESETS = ["table3", "foam_rs_55_066_corrected_per_area", "foam_rs_55_066_corrected", "opengrasp_2010"]


def between(random: Random, low: float, high: float) -> float:
    """A number whose logarithm is evenly spread."""
    return math.exp(random.uniform(math.log(low), math.log(high)))


def material(random: Random) -> Table:
    if random.random() < 0.4:
        return {"preset": random.choice(PRESETS)}
    k, depth = between(random, 1e5, 1e8), between(random, 5e-4, 5e-3)
    normal: Table = random.choice(
        [
            {"linear": {"stiffness": k, "damping": k * between(random, 1e-5, 1e-3)}},
            {"hunt_crossley": {"stiffness": 10 * k, "dissipation": between(random, 0.05, 5.0)}},
            {"power_law": {"stiffness": k * depth**-0.5, "exponent": 1.5, "damping": k * 1e-4}},
            {"tabulated": {"points": [[0.3 * depth, 0.3 * k * depth], [depth, 2 * k * depth]], "damping": k * 1e-4}},
        ]
    )
    mu = random.uniform(0.1, 1.2)
    bristle = {"stiffness": k * random.uniform(0.3, 2.0), "damping": k * 1e-4, "mu_static": mu, "mu_dynamic": mu * random.uniform(0.6, 1.0)}
    friction: Table = random.choice([{"elasto_plastic": bristle}, {"lugre": bristle}, {"coulomb": {"mu_static": mu}}])
    return {"basis": "per_area", "normal": normal, "friction": friction, "max_penetration": depth}


def shape(random: Random, size: float) -> Table:
    a, b, c = (size * random.uniform(0.6, 1.4) for _ in range(3))
    return random.choice(
        [
            {"sphere": {"radius": a / 2}},
            {"box": {"size": [a, b, c]}},
            {"cylinder": {"radius": a / 2, "height": b}},
            {"capsule": {"radius": a / 2, "height": b}},
            {"ellipsoid": {"size": [a, b, c]}},
        ]
    )


def device(random: Random) -> Table:
    layers: list[Table] = []
    if random.random() < 0.5:
        layers.append({"spread": {"radius": between(random, 5e-4, 5e-3)}})
    if random.random() < 0.3:
        layers.append({"dead": {"share": 0.2, "seed": random.randrange(100)}})
    layers.append({"noise": {"deviation": between(random, 1e-4, 0.1), "seed": random.randrange(100)}})
    layers.append({"counts": {"full_scale": between(random, 0.5, 50.0), "bits": random.choice([8, 12, 16])}})
    return {"layers": layers}


def quaternion(random: Random) -> list[float]:
    return [random.gauss(0, 1) for _ in range(4)]


def passive(random: Random) -> Table:
    """Objects above a pad and a floor that nothing but gravity moves: their energy should not grow."""
    pitch = between(random, 1e-3, 6e-3)
    rows, columns = random.randint(1, 16), random.randint(1, 16)
    skin: Table = {"on": "stand", "material": "pad", "layout": {"grid": {"rows": rows, "columns": columns, "pitch": pitch}}}
    skin["samples"] = random.choice([1, 1, 4, 6])
    if random.random() < 0.4:
        skin["device"] = device(random)
    bodies: Table = {"stand": {}, "floor": {"pose": {"xyz": [0, 0, -0.05]}, "shapes": {"s": {"half_space": {}}}}}
    for i in range(random.randint(1, 3)):
        size = between(random, 0.01, 0.08)
        place = [random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02), 0.08 + 0.2 * i]
        bodies[f"object{i}"] = {
            "joint": "free",
            "mass": between(random, 0.01, 3.0),
            "pose": {"xyz": place, "quat": quaternion(random)},
            "shapes": {"s": shape(random, size)},
            "contact": {"material": "hard"},
            "start": {"velocity": [random.gauss(0, 0.1) for _ in range(3)], "angular_velocity": [random.gauss(0, 3) for _ in range(3)]},
        }
    hard = {
        "basis": "per_area",
        "normal": {"linear": {"stiffness": 1e8, "damping": 1e4}},
        "friction": {"elasto_plastic": {"stiffness": 1e8, "damping": 1e4, "mu_static": 0.5}},
        "max_penetration": 2e-3,
    }
    return {
        "title": "soak",
        "run": {"step": random.choice([2e-4, 5e-4, 1e-3, 2e-3, 4e-3]), "duration": 0.2, "seed": random.randrange(1000)},
        "materials": {"pad": material(random), "hard": hard},
        "bodies": bodies,
        "skins": {"pad": skin},
        "sensors": {"a": {"accelerometer": {"on": "object0", "noise": 0.1}, "rate": 500}, "t": {"touch": {"skin": "pad"}}},
    }


def arm(random: Random) -> Table:
    """An arm of one to four joints with motors, whose last link wears a skin, above a passive scene."""
    scene = passive(random)
    parent, count = "stand", random.randint(1, 4)
    for i in range(count):
        turns = random.random() < 0.6
        link: Table = {
            "parent": parent,
            "pose": {"xyz": [0, 0, 0.1 if i else 0.05]},
            "joint": {
                "kind": "revolute" if turns else "prismatic",
                "axis": random.choice([[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
                "limits": {"range": [-1.2, 1.2] if turns else [-0.05, 0.05]},
                "damping": between(random, 1e-3, 1.0),
            },
            "inertia": {"mass": between(random, 0.05, 1.0), "moments": [1e-3, 1e-3, 1e-3]},
        }
        if random.random() < 0.3:
            link["joint"]["friction"] = {"force": between(random, 1e-3, 0.3)}
        scene["bodies"][f"link{i}"] = link
        gains = {"stiffness": between(random, 1.0, 1e4), "damping": between(random, 0.01, 100.0)}
        scene.setdefault("motors", {})[f"m{i}"] = {"drives": f"link{i}", "max_effort": between(random, 0.1, 100.0), "position_control": gains}
        parent = f"link{i}"
    scene["skins"]["hand"] = {"on": parent, "material": "pad", "layout": {"grid": {"rows": 5, "columns": 4, "pitch": 3.4e-3}}}
    scene["sensors"]["e"] = {"encoder": {"of": parent}}
    return scene


def wrong(random: Random, scene: Table) -> Table:
    """The scene with one value that is probably wrong."""
    tables = [scene]
    for table in tables:
        tables.extend(value for value in table.values() if isinstance(value, dict))
    table = random.choice([table for table in tables if table])
    key = random.choice(sorted(table))
    values: list[Any] = [0, -1, 1e300, float("nan"), "", "nobody", [], {}, [1, 2], True, 10**12, -0.0]
    table[key] = random.choice(values)
    return scene
