"""What Python costs: stepping in chunks, reading texels, batches. Medians and best of alternating rounds.

    pip install . && python python/benchmarks/overhead.py
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable

import bristle as br


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


def stepping() -> None:
    print("Stepping the PG70 with a cube in its grip, 2 × 84 texels with 4 rays each; one step in a call of …")
    scene = br.load("lib:scenes/pick-cube")
    world = scene.world()
    world.step(4000)
    begin, steps = world.snapshot(), 5000

    def chunks(n: int) -> Callable[[], None]:
        def go() -> None:
            world.restore(begin)
            for _ in range(steps // n):
                world.step(n)

        return go

    world.texels("left_dsa"), world.texels("right_dsa")
    native, hundreds, ones = alternate(7, chunks(steps), chunks(100), chunks(1))
    for what, times in (("5000 steps (the native loop)", native), ("100 steps", hundreds), ("1 step", ones)):
        show(what, times, steps, 1e-6, "µs")
    print(f"  chunks of 100 over native: median {statistics.median(hundreds) / statistics.median(native):.3f}")


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
    # On a machine with other work the clock tells little; processor time tells what the threads cost one another.
    print(f"  speed-up: median {statistics.median(one) / statistics.median(two):.2f}, best {min(one) / min(two):.2f}")


if __name__ == "__main__":
    stepping()
    reading()
    batches()
