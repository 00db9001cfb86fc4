"""From two tables of measurements to a material, with what the data leave open; then a skin made of it.

    python examples/python/calibration.py [folder with the tables]
"""

import sys
from pathlib import Path

import bristle as br

here = Path(__file__).resolve().parents[2] / "models" / "data"
folder = Path(sys.argv[1]) if len(sys.argv) > 1 else here

# Weights on a stamp of 804.25 mm², for a sensor of 84 texels on 1250 mm².
pressed = br.calibrate_stiffness(
    folder / "example-foam.csv", loaded_area=804.25e-6, thickness=6e-3, pad=(1250e-6, 84)
)
# The same pad pulled along, at steady speeds and from rest.
pulled = br.calibrate_friction(
    folder / "example-slide.csv", record=folder / "example-pull.csv", normal_force=5.766, area=1250e-6, base=pressed
)
for found in (pressed, pulled):
    print(found, found.formula)
    for name, p in found.parameters.items():
        low, high = (f"{end:.4g}" if end is not None else "open" for end in (p["low"], p["high"]))
        print(f"  {name:28} {p['value']:.4g} {p['unit']}  ({low} to {high})")
    for parameter, why, remedy in found.open:
        print(f"  open: {parameter}: {why}; {remedy}")

for name, picture in pulled.pictures().items():
    picture.save(f"friction-{name}.png")

text = pulled.to_toml("foam") + """
[bodies.stand]
[skins.pad]
on = "stand"
layout = { grid = { rows = 14, columns = 6, pitch_mm = 3.857 } }
material = "foam"
"""
skin = br.Skin.of_scene(br.parse(text), "pad")
texels = skin.update([br.Shape.half_space()], [[0, 0, -1e-3, 1, 0, 0, 0]])
print(f"1 mm deep, {skin.normal_force:.3f} N on {skin.areas.sum() * 1e6:.0f} mm²")
# The foam that the tables were made with has 1.484 MN/m³.
assert abs(skin.normal_force / (1.484e6 * skin.areas.sum() * 1e-3) - 1.0) < 0.05
