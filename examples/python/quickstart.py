"""A gripper with two tactile pads picks a cube: what is felt, what slips, what it looks like.

    pip install .
    python examples/python/quickstart.py
"""

import bristle as br

scene = br.load("lib:scenes/pick-cube")
world = scene.world()

# Time passes in steps of the scene, 1 ms. The script of the scene leads the gripper.
while world.time < 6.0:
    world.step(500)
    left = world.texels("left_dsa")  # an array with named fields, which shows the present
    touching = left["state"] > 0
    print(
        f"{world.time:4.1f} s  {world.phase:9} "
        f"{left['normal_force'].sum():7.3f} N on {touching.sum():2} of {len(left)} texels, "
        f"shear {world.force('left_dsa')[0]:+.3f} N along the finger"
    )

# Of the weight each pad carries half, by static friction alone.
weight = 0.2 * 9.81
carried = [float(abs(world.wrench(skin)[2])) for skin in world.skins]
print(f"the pads carry {carried[0]:.3f} N and {carried[1]:.3f} N of {weight:.3f} N")
assert abs(sum(carried) - weight) < 1e-3 * weight

# A snapshot is a begin to come back to, to the last bit.
held = world.snapshot()
world.command("jaws", effort=-3.0)
world.step(500)
print(f"with 1.5 N per pad the cube is at {world.pose('cube')[2] * 1e3:.1f} mm")
world.restore(held)
print(f"and back, at {world.pose('cube')[2] * 1e3:.1f} mm")

# Pictures are arrays, PNG and SVG.
world.tactile_image("left_dsa", palette="viridis", title="Left pad").save("left-pad.png")
world.picture(title="PG70 and cube").save("grasp.svg")
print("wrote left-pad.png and grasp.svg;", world.tactile_image("left_dsa").array().shape)
