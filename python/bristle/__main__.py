"""``python -m bristle run scene.toml``: as ``bristle run``, with controllers written in Python."""

from __future__ import annotations

import argparse
import os
import sys

from . import BristleError, Ending, SceneError, load, scene_controller
from .recording import Recorder, report

#: Where a run is recorded unless it is told otherwise.
USUAL_FOLDER = "out"


def main(arguments: list[str] | None = None) -> int:
    """Runs a scene with its own controller, records it, and writes a report."""
    parser = argparse.ArgumentParser(prog="python -m bristle", description="Touch for simulated robots.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run a scene, record it and write a report, as `bristle run` does")
    run.add_argument("scene", help="a scene file, or `lib:…` for a scene of the library")
    run.add_argument("--out", metavar="DIR", help="folder of the recording [default: out, or out-2 while another run records into it]")
    run.add_argument("--duration", type=float, metavar="S", help="how long [default: as the scene says]")
    run.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="replace a value of the scene")
    run.add_argument("--force", action="store_true", help="replace a recording that is there already")
    run.add_argument("--no-report", action="store_true", help="write no report")
    run.add_argument("--log", metavar="FILE", help="write what a controller in Python saw and commanded, for `bristle.replay`")
    given = parser.parse_args(arguments)
    try:
        return _run(given)
    except BristleError as error:
        words = str(error)
        print(words if words.startswith("error:") else f"error: {words}", file=sys.stderr)
        return 3 if isinstance(error, SceneError) else 1
    except KeyboardInterrupt:
        print("interrupted; what was recorded until then is kept", file=sys.stderr)
        return 130


def _run(given: argparse.Namespace) -> int:
    name = given.scene if os.path.exists(given.scene) or given.scene.startswith("lib:") else f"lib:scenes/{given.scene}"
    scene = load(name)
    if given.set:
        scene = scene.with_settings("\n".join(given.set))
    world = scene.world()
    # Made before the folder is touched: a class that does not exist must not cost a recording.
    controller = scene_controller.of_scene(scene)
    period = None if scene.controller is None else scene.controller[3]
    # The usual folder is there to be replaced; a folder that was chosen may hold what is still needed.
    folder, usual = (USUAL_FOLDER, True) if given.out is None else (given.out, False)
    with Recorder(world, folder, every=None, texels=None, replace=given.force, usual=usual, pictures=not given.no_report) as recorder:
        value = world.run(controller, given.duration, period=period, log=given.log)
    page = None if given.no_report else report(recorder.folder)
    outcome = world.outcome()
    for body in outcome["objects"]:
        if body["verdict"] != "untouched":
            print(f"outcome: {body['name']} {body['verdict']}")
    for phase in outcome["phases"]:
        print(f"{phase['begin_s']:9.3f} s  {phase['name']}")
    ending = world.controller_ending
    if ending is not None:
        print("controller: done" if ending[0] else f"controller: `{ending[1]}` failed: {ending[2]}")
    elif isinstance(value, Ending):
        print("controller: done" if value.done else f"controller: `{value.phase}` failed: {value.why}")
    elif value is not None:
        print(f"controller: {value}")
    for warning in outcome["warnings"]:
        print(f"warning: {warning}")
    print(f"{len(recorder.recording.times)} samples in {recorder.folder}" + ("" if page is None else f", report: {page}"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
