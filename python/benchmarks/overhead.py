"""What Python costs: stepping in chunks, reading texels, batches. Medians and best of alternating rounds.

    pip install . && cargo build --release
    BRISTLE_PROGRAM=target/release/bristle python python/benchmarks/overhead.py
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import time
from collections.abc import Callable

import bristle as br

#: The program without Python, for comparison; there need not be one.
PROGRAM = os.environ.get("BRISTLE_PROGRAM")


def alternate(rounds: int, *work: Callable[[], object]) -> list[list[float]]:
    """Times [s] of each kind of work, taken in turns, so that a busy machine is busy for all."""
    times: list[list[float]] = [[] for _ in work]
    for _ in range(rounds):
        for kind, one in zip(times, work, strict=True):
            begin = time.perf_counter()
            one()
            kind.append(time.perf_counter() - begin)
    return times


def show(what: str, times: list[float], per: int, unit: float, name: str) -> None:
    scale = 1.0 / per / unit
    print(f"  {what:44} median {statistics.median(times) * scale:8.3f} {name}, best {min(times) * scale:8.3f} {name}")


def native_step() -> float:
    """Time of a step in a program without Python [s]: what `bristle bench` says."""
    said = subprocess.run([PROGRAM, "bench", "--only", "PG70 holds a cube", "--json"], check=True, capture_output=True).stdout
    return float(json.loads(said)["cases"][0]["per_step_s"])


def stepping() -> None:
    print("Stepping the PG70 with a cube in its grip, 2 × 84 texels with 4 rays each; one step in a call of …")
    scene = br.load("lib:scenes/pick-cube").with_settings({"run": {"stepping": "newton"}})
    world = scene.world()
    world.step(4500)
    begin, steps = world.snapshot(), 5000

    def chunks(n: int) -> Callable[[], None]:
        def go() -> None:
            world.restore(begin)
            for _ in range(steps // n):
                world.step(n)

        return go

    world.texels("left_dsa"), world.texels("right_dsa")
    native: list[float] = []
    calls = {f"{n} steps": chunks(n) for n in (steps, 100, 1)}
    if PROGRAM:
        calls["no Python at all"] = lambda: native.append(steps * native_step())
    times = dict(zip(calls, alternate(7, *calls.values()), strict=True))
    if native:
        times["no Python at all"] = native
    for what, taken in times.items():
        show(what, taken, steps, 1e-6, "µs")
    for other in ("5000 steps", *(["no Python at all"] if native else [])):
        rounds = [a / b for a, b in zip(times["100 steps"], times[other], strict=True)]
        print(f"  calls of 100 steps over {other}: median {statistics.median(rounds):.3f}, from {min(rounds):.3f} to {max(rounds):.3f}")
    if not native:
        print("  for a program without Python beside it: cargo build --release, and BRISTLE_PROGRAM=target/release/bristle")


def reading() -> None:
    print("Reading 84 texels")
    world = br.load("lib:scenes/weigh").world()
    world.step(100)
    texels, n = world.texels("dsa"), 20000

    def view() -> None:
        for _ in range(n):
            world.texels("dsa")

    def field() -> None:
        for _ in range(n):
            texels["normal_force"]

    def grid() -> None:
        for _ in range(n):
            world.map("dsa")

    for what, times in zip(("world.texels(skin)", 'texels["normal_force"]', "world.map(skin)"), alternate(7, view, field, grid), strict=True):
        show(what, times, n, 1e-6, "µs")


def batches() -> None:
    cores = os.cpu_count() or 1
    print(f"256 worlds of the PG70 with a cube in its grip, 20 steps each; {cores} cores")
    scene = br.load("lib:scenes/pick-cube")
    world = scene.world()
    world.step(4000)
    held = world.snapshot()

    def batch(threads: int) -> Callable[[], None]:
        worlds = br.Batch(scene, 256, threads=threads)
        for i in range(256):
            worlds.restore(i, held)
        worlds.texels("left_dsa"), worlds.texels("right_dsa")
        return lambda: worlds.step(20)

    one, two = alternate(9, batch(1), batch(2))
    show("one thread, per world and step", one, 256 * 20, 1e-6, "µs")
    show("two threads, per world and step", two, 256 * 20, 1e-6, "µs")
    rounds = [a / b for a, b in zip(one, two, strict=True)]
    print(f"  two threads over one: median {statistics.median(rounds):.2f}, from {min(rounds):.2f} to {max(rounds):.2f}")


if __name__ == "__main__":
    stepping()
    reading()
    batches()
