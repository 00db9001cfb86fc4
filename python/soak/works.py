"""One round of work for each entry point. Each returns how many steps were taken."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import bristle as br
import numpy as np

import scenes
from checks import Broken, bits, finite, finite_texels, hold, whole

Work = Callable[[Random, Path], int]

#: Most that a world may gain over its first energy where nothing is moved from outside: what rounding makes of the sum of all terms.
GAINED = 1e-6

#: What happens in some rounds and is no failure while it is rare.
noted = Counter[str]()

GAINS = "in which falling objects had more energy than at the start"

LIBRARY = ["pick-cube", "pick-cube-counts", "weigh", "tilted-cube", "starter", "three-finger"]


def any_scene(random: Random) -> br.Scene:
    if random.random() < 0.25:
        settings = {"run": {"step": random.choice([5e-4, 1e-3, 2e-3]), "seed": random.randrange(100)}}
        return br.load(f"lib:scenes/{random.choice(LIBRARY)}").with_settings(settings)
    return br.Scene.from_dict(random.choice([scenes.passive, scenes.arm])(random))


def falling(random: Random, _place: Path) -> int:
    """Objects tumble over pads, a floor and each other. Edges that are finer than texels may give them energy: how often is counted."""
    world = br.Scene.from_dict(scenes.passive(random)).world()
    first = world.energy()["total"]
    most = first
    for _look in range(20):
        world.step(random.randint(1, 40))
        finite(world)
        most = max(most, world.energy()["total"])
    if most - first > GAINED * (abs(first) + 1e-3):
        noted[GAINS] += 1
    return world.steps


def meddling(random: Random, _place: Path) -> int:
    """A world that is pushed, moved, loaded, commanded, set back and copied, with values that are sometimes wrong."""
    world = any_scene(random).world(script=random.random() < 0.5)
    saved = world.snapshot()
    odd = [float("nan"), float("inf"), -1e308, 1e12]
    taken = 0

    def number(size: float) -> float:
        return random.choice(odd) if random.random() < 0.05 else random.gauss(0, size)

    def vector(size: float, count: int = 3) -> list[float]:
        return [number(size) for _ in range(count)]

    for _turn in range(30):
        body = random.choice(world.bodies)
        actions: list[Callable[[], Any]] = [
            lambda: world.apply(body, force=vector(5.0)),
            lambda: world.apply(body, torque=vector(0.1), point=vector(0.1)),
            lambda: world.add_mass(body, abs(number(0.2))),
            lambda: world.set_pose(body, [*vector(0.1), *scenes.quaternion(random)]),
            lambda: world.set_joint(body, number(0.2), number(0.2)),
            lambda: world.command(random.choice(world.motors or ["none"]), position=number(0.1)),
            lambda: world.command(random.choice(world.motors or ["none"]), effort=number(3.0)),
            lambda: world.restore(saved),
            lambda: world.advise(),
            world.percept,
            world.reset,
        ]
        try:
            random.choice(actions)()
        except (br.BristleError, TypeError):
            pass
        if random.random() < 0.2:
            saved = world.snapshot()
        try:
            steps = random.randint(1, 30)
            world.step(steps)
            taken += steps
        except br.StepError:
            # The steps before it were taken. It fails again, and again changes nothing.
            before = bits(world)
            try:
                world.step()
            except br.StepError:
                hold(bits(world) == before, f"a step that failed changed the world at {world.time} s")
        finite(world)
    return taken


def restarting(random: Random, _place: Path) -> int:
    """A world that is stored and restored goes on with the same bits, also in a batch and in another copy."""
    scene = any_scene(random)
    world = scene.world()
    world.step(random.randint(1, 150))
    other = pickle.loads(pickle.dumps(world))
    batch = br.Batch(scene, 3, threads=random.choice([1, 2]))
    batch.restore(1, world.snapshot())
    steps = random.randint(1, 150)
    for one in (world, other):
        one.step(steps)
    batch.step(steps)
    finite(world)
    hold(bits(other) == bits(world), f"a restored world differs after {steps} steps")
    for skin in scene.skins:
        hold(batch.texels(skin)[1].tobytes() == world.texels(skin).tobytes(), f"skin {skin} of a batch differs after {steps} steps")
    return 5 * steps


def recording(random: Random, place: Path) -> int:
    """Python records, with an end that is sometimes an exception; what is read again is what was seen."""
    world = any_scene(random).world()
    folder = place / "recorded"
    seen: list[bytes] = []
    skin = world.skins[0]
    try:
        with world.record(folder, every=world.scene.step):
            for _ in range(random.randint(1, 60)):
                world.step()
                seen.append(world.texels(skin)["normal_force"].tobytes())
            if random.random() < 0.3:
                raise KeyError("an end")
    except KeyError:
        pass
    read = br.open_recording(folder)
    whole(read)
    # The first sample is the beginning.
    forces = read.texels(skin)["normal_force"][1:]
    hold([row.tobytes() for row in forces] == seen, f"{folder} does not hold what was felt")
    return len(seen)


def pressing(random: Random, _place: Path) -> int:
    """A skin without a world, under shapes that are anywhere."""
    layout = {"grid": {"rows": random.randint(1, 12), "columns": random.randint(1, 12), "pitch": 3e-3}}
    skin = br.Skin(layout, random.choice(scenes.PRESETS), samples=random.choice([1, 4]))
    shapes = [br.Shape.sphere(0.02), br.Shape.box([0.02, 0.03, 0.04])]
    for _ in range(100):
        poses = [[random.gauss(0, 0.02), random.gauss(0, 0.02), random.gauss(0.018, 0.005), *scenes.quaternion(random)] for _ in shapes]
        for pose in poses:
            pose[3:] = list(np.array(pose[3:]) / np.linalg.norm(pose[3:]))
        twists = [[random.gauss(0, 1) for _ in range(6)] for _ in shapes]
        finite_texels(skin.update(shapes, poses, twists, h=random.choice([1e-4, 1e-3, 1e-2])), "a skin alone")
        both = np.asarray(skin.wrenches_on_skin)
        hold(np.isfinite(both).all(), "a wrench is not finite")
    return 100


def refusing(random: Random, _place: Path) -> int:
    """Scenes with a mistake are refused with words, or can be run."""
    for _ in range(10):
        table = scenes.wrong(random, scenes.arm(random))
        try:
            world = br.Scene.from_dict(table).world()
            world.step(3)
            finite(world)
        except br.BristleError as error:
            hold(len(str(error)) > 10, f"an error without words: {error!r}")
    return 0


def learning(random: Random, _place: Path) -> int:
    """Environments of Gymnasium with random actions and resets."""
    import bristle.gym  # noqa: PLC0415 - registers the environments
    import gymnasium

    env = gymnasium.make(random.choice(sorted(bristle.gym.TASKS)))
    env.action_space.seed(random.randrange(1 << 30))
    try:
        for _episode in range(2):
            env.reset(seed=random.randrange(1000))
            for _ in range(random.randint(1, 15)):
                observation, reward, ended, stopped, _info = env.step(env.action_space.sample())
                numbers = observation.values() if isinstance(observation, dict) else [observation]
                hold(all(np.isfinite(value).all() for value in numbers) and np.isfinite(float(reward)), "an observation is not finite")
                if ended or stopped:
                    break
    finally:
        env.close()
    return 0


def hosting(random: Random, _place: Path) -> int:
    """A skin inside MuJoCo, with resets, and models that are refused."""
    import bristle.mujoco
    import mujoco

    step = random.choice([5e-4, 1e-3, 2e-3])
    geom = random.choice(['type="box" size="0.02 0.02 0.02"', 'type="sphere" size="0.02"', 'type="capsule" size="0.015 0.02"'])
    spec = mujoco.MjSpec.from_string(
        f"""<mujoco><option timestep="{step}"/><worldbody><site name="pad"/><geom type="plane" size="1 1 1" pos="0 0 -0.05"/>
        <body name="object" pos="{random.gauss(0, 0.01)} 0 0.04"><freejoint/><geom name="object" {geom} mass="{scenes.between(random, 0.01, 2)}"/></body>
        </worldbody></mujoco>"""
    )
    keys: dict[str, Any] = {"rows": random.randint(1, 14), "columns": random.randint(1, 6), "pitch": 3.4e-3, "preset": random.choice(scenes.PRESETS)}
    if random.random() < 0.3:
        keys[random.choice(["rows", "preset"])] = 0
        try:
            bristle.mujoco.attach(spec, site="pad", **keys)
            spec.compile()
        except (ValueError, br.BristleError):
            return 0
        raise Broken(f"MuJoCo took a skin that cannot be: {keys}")
    bristle.mujoco.attach(spec, site="pad", **keys)
    model = spec.compile()
    data = mujoco.MjData(model)
    for _ in range(10):
        # Its own weight or so; more makes MuJoCo itself lose hold of small bodies.
        weight = 9.81 * model.body_mass[1]
        data.xfrc_applied[1] = [random.gauss(0, weight * arm) for arm in (1, 1, 1, 3e-3, 3e-3, 3e-3)]
        mujoco.mj_step(model, data, random.randint(1, 40))
        hold(np.isfinite(data.qpos).all() and np.isfinite(data.sensordata).all(), f"MuJoCo's data are not finite at {data.time} s")
        if random.random() < 0.2:
            mujoco.mj_resetData(model, data)
    return 200


def program() -> str:
    return os.environ.get("BRISTLE_PROGRAM", "bristle")


def command(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    ended = subprocess.run([program(), *words], cwd=place, capture_output=True, text=True, timeout=300, check=False)
    hold(ended.returncode in (0, 1, 2, 3), f"bristle {' '.join(words)} ended with {ended.returncode}: {ended.stderr}")
    hold("panicked" not in ended.stderr, f"bristle {' '.join(words)}: {ended.stderr}")
    return ended


def rows(folder: Path) -> list[str]:
    return (folder / "signals.csv").read_text().splitlines()


def killing(random: Random, place: Path) -> int:
    """A run that is killed at any time leaves the beginning of what it would have written, and is recovered."""
    scene = any_scene(random)
    # Every step, for a run that is interrupted records the step at which it ends.
    scene = scene.with_settings({"record": {"every": scene.step}})
    (place / "scene.toml").write_text(scene.to_toml())
    words = ["run", "scene.toml", "--duration", "0.3", "--quiet", "--no-report"]
    if command(place, *words, "--out", "whole").returncode != 0:
        raise br.StepError("told by the program")
    begun = subprocess.Popen([program(), *words, "--out", "killed"], cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, 0.5))
    begun.send_signal(random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
    begun.wait(60)
    if not (place / "killed/signals.csv").exists():
        return 0  # It had not begun to record.
    recovered = command(place, "recover", "killed")
    hold(recovered.returncode == 0, f"not recovered: {recovered.stderr}")
    whole(br.open_recording(place / "killed"))
    left, all_rows = rows(place / "killed"), rows(place / "whole")
    hold(all_rows[: len(left)] == left, f"{place}/killed is not the beginning of {place}/whole")
    return 2 * len(all_rows)


def crowding(random: Random, place: Path) -> int:
    """Runs that begin at once in one folder each have a recording of their own."""
    (place / "scene.toml").write_text(any_scene(random).to_toml())
    count = random.randint(2, 4)
    words = [program(), "run", "scene.toml", "--duration", "0.05", "--quiet", "--no-report"]
    begun = [subprocess.Popen(words, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(count)]
    codes = [(run.communicate(timeout=300)[1], run.returncode) for run in begun]
    hold(all(code in (0, 1) for _, code in codes), f"runs ended with {codes}")
    folders = [folder for folder in place.iterdir() if folder.name.startswith("out")]
    for folder in folders:
        whole(br.open_recording(folder))
    return count * 50


WORKS: dict[str, Work] = {
    work.__name__: work for work in (falling, meddling, restarting, recording, pressing, refusing, learning, hosting, killing, crowding)
}


def once(work: str, seed: int, place: Path) -> int | None:
    """One round in an empty folder; None if a step could not be taken, which ends it."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return WORKS[work](Random(f"{work} {seed}"), place)
        except br.StepError:
            return None


def available() -> list[str]:
    """Works for which everything is installed."""
    import importlib.util  # noqa: PLC0415

    needs = {"learning": "gymnasium", "hosting": "mujoco"}
    missing = [work for work, module in needs.items() if importlib.util.find_spec(module) is None]
    for work in missing:
        print(f"soak: {needs[work]} is not installed: no {work}", file=sys.stderr)
    return [work for work in WORKS if work not in missing]
