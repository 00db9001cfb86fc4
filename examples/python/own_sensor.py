"""A sensor of one's own, from an STL file, on a gripper of one's own; the scene is built in code.

    python examples/python/own_sensor.py
"""

import struct

import bristle as br
import numpy as np


def write_fingertip(path: str) -> None:
    """A dome of 8 mm radius as a binary STL in millimetres. Yours comes from a CAD program."""
    rings, around, radius = 8, 24, 8.0

    def point(ring: int, step: int) -> np.ndarray:
        polar, angle = 0.5 * np.pi * ring / rings, 2.0 * np.pi * step / around
        return radius * np.array([np.sin(polar) * np.cos(angle), np.sin(polar) * np.sin(angle), np.cos(polar)])

    triangles = []
    for ring in range(rings):
        for step in range(around):
            a, b = point(ring, step), point(ring + 1, step)
            c, d = point(ring + 1, step + 1), point(ring, step + 1)
            triangles.append((a, b, c))
            if ring > 0:
                triangles.append((a, c, d))
    with open(path, "wb") as file:
        file.write(b"\0" * 80 + struct.pack("<I", len(triangles)))
        for corners in triangles:
            file.write(struct.pack("<12fH", 0, 0, 0, *np.concatenate(corners), 0))


write_fingertip("fingertip.stl")

# State a material per square metre, and the density of the mesh does not matter.
rubber = {
    "basis": "per_area",
    "normal": {"linear": {"stiffness": 5e7, "damping": 5e4}},
    "friction": {"elasto_plastic": {"stiffness": 2e7, "damping": 2e4, "mu_static": 0.9, "mu_dynamic": 0.7}},
    "max_penetration_mm": 2.0,
}


def finger(side: float) -> dict:
    """A slide that carries a fingertip which looks inwards. They close along x."""
    return {
        "pose": {"xyz_mm": [side * 30, 0, 30], "rpy_deg": [0, -side * 90, 0]},
        "inertia": {"mass": 0.05, "moments": [1e-5, 1e-5, 1e-5]},
        "joint": {"kind": "prismatic", "axis": [0, 0, 1], "damping": 5.0},
    }


def motor(body: str) -> dict:
    return {"drives": body, "max_effort": 20.0, "max_speed": 0.05, "position_control": {"stiffness": 4e3, "damping": 80.0}}


def skin(body: str) -> dict:
    mesh = {"file": "fingertip.stl", "unit": "mm"}
    return {"on": body, "layout": {"vertices": mesh}, "material": "rubber", "samples": 4}


scene = br.Scene.from_dict(
    {
        "title": "Two fingertips on a ball",
        "include": ["lib:objects/table"],
        "run": {"step": 1e-3},
        "materials": {"rubber": rubber},
        "bodies": {
            "left": finger(-1.0),
            "right": finger(1.0),
            "ball": {
                "joint": "free",
                "mass": 0.03,
                "pose": {"xyz_mm": [0, 0, 30]},
                "shapes": {"body": {"sphere": {"radius_mm": 15}}},
            },
        },
        "skins": {"left_tip": skin("left"), "right_tip": skin("right")},
        "motors": {"left": motor("left"), "right": motor("right")},
        "world": {"gravity": [0, 0, 0]},
    },
)

world = scene.world()
for name in ("left", "right"):
    world.command(name, position=0.008)
world.step(800)

tip = br.Skin.of_scene(scene, "left_tip")
texels = world.texels("left_tip")
print(f"{len(tip)} texels on {tip.areas.sum() * 1e6:.0f} mm²; {np.count_nonzero(texels['state'] > 0)} touch")
hardest = int(texels["normal_force"].argmax())
print(f"hardest at {tip.positions[hardest].round(4)} m: {texels['normal_force'][hardest]:.3f} N")
left, right = world.normal_force("left_tip"), world.normal_force("right_tip")
print(f"left {left:.3f} N, right {right:.3f} N")
assert left > 0.5 and abs(left - right) < 0.05 * left, "what one finger pushes, the other holds"
