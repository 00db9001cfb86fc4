"""A dataset of grasps, some of which slip: tactile frames with labels that no hardware can give.

    python examples/python/slip_dataset.py [grasps]
"""

import sys

import bristle as br
import numpy as np

count = int(sys.argv[1]) if len(sys.argv) > 1 else 8
frames, every = 20, 20  # frames per grasp, and steps of 1 ms between them
random = np.random.default_rng(7)

# Hold the cube once, as the script of the scene does it, and begin every grasp from there.
scene = br.load("lib:scenes/pick-cube")
world = scene.world()
while world.phase != "hold":
    world.step(50)
held = world.snapshot()

batch = br.Batch(scene, count)
for i in range(count):
    batch.restore(i, held)
efforts, masses = random.uniform(4.0, 14.0, count), random.uniform(0.0, 0.8, count)
batch.command("jaws", effort=-efforts)
batch.add_mass("cube", masses)

texels = [batch.texels(skin) for skin in scene.skins]  # (grasps, texels) each, showing the present
normal = np.empty((count, frames, 2, 84), dtype=np.float32)
shear = np.empty((count, frames, 2, 84, 3), dtype=np.float32)
slipping = np.empty((count, frames), dtype=np.float32)
for frame in range(frames):
    batch.step(every)
    for pad, felt in enumerate(texels):
        normal[:, frame, pad] = felt["normal_force"]
        shear[:, frame, pad] = felt["shear"]
    touching = sum((felt["state"] > 0).sum(axis=1) for felt in texels)
    slips = sum((felt["state"] == 3).sum(axis=1) for felt in texels)
    slipping[:, frame] = slips / np.maximum(touching, 1)

fallen = batch.pose("cube")[:, 2] < 0.095
np.savez_compressed("slips.npz", normal=normal, shear=shear, slipping=slipping, effort=efforts, mass=0.2 + masses)
for i in range(count):
    print(f"{0.2 + masses[i]:.3f} kg, {efforts[i] / 2:5.2f} N per pad: {'slips' if fallen[i] else 'holds'}")

# Friction of the pads: 0.6 at rest, 0.3 in motion. Between the two it depends on what has happened before.
weight = (0.2 + masses) * 9.81
assert not fallen[weight < 2 * 0.3 * efforts / 2 * 0.95].any(), "what is light enough is held"
assert fallen[weight > 2 * 0.6 * efforts / 2 * 1.1].all(), "what is too heavy slips"
