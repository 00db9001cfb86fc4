"""Every hand holds every object for ten seconds, with skins on its fingertips and with MuJoCo's own contact: `benches/mujoco_hands/run`.

Writes the table that stands in docs/mujoco.md to standard output. Costs are processor time per step, of the same run.
"""

from __future__ import annotations

import sys
from pathlib import Path

import grasp
from hands import HANDS


def row(hand, root: Path, kind: str, pose: grasp.Pose) -> str:
    with_skin = grasp.hold(hand, grasp.scene(hand, root, kind, pose, True), pose)
    without = grasp.hold(hand, grasp.scene(hand, root, kind, pose, False), pose)
    drift = lambda held: "dropped" if held.dropped else f"{1e3 * held.drift:.1g}"
    felt = ["–", "–"] if with_skin.dropped else [f"{with_skin.weight:.6f}", f"{with_skin.noise:.0e}"]
    cells = [hand.name, kind, str(with_skin.texels), drift(with_skin), *felt, f"{1e6 * with_skin.cost:.0f}", drift(without), f"{1e6 * without.cost:.0f}"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    root, wanted = Path(sys.argv[1]), sys.argv[2:]
    for hand in HANDS:
        if wanted and not any(word.lower() in hand.name.lower() for word in wanted):
            continue
        try:
            pose = grasp.find_pose(hand, root)
        except RuntimeError as error:
            print(f"| {hand.name} | {error} | | | | | | | |", flush=True)
            continue
        for kind in grasp.OBJECTS:
            print(row(hand, root, kind, pose), flush=True)


main()
