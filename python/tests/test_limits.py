"""Memory that is not there, and Ctrl-C in long work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import bristle as br
import pytest

resource = pytest.importorskip("resource", reason="the system has no limits on resources")


def in_little_memory(code: str, megabytes: int = 700) -> subprocess.CompletedProcess[str]:
    """Runs Python with so much memory left, once Bristle is loaded."""
    limited = f"""
        import resource, bristle as br
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + ({megabytes} << 20),) * 2)
    """
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(limited) + textwrap.dedent(code)], capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="the system does not tell the limits of a process")
@pytest.mark.parametrize(
    "work",
    [
        "br.Skin({'grid': {'rows': 4000, 'columns': 4000, 'pitch': 1e-4}}, 'table3')",
        "br.Skin({'grid': {'rows': 1000, 'columns': 1000, 'pitch': 1e-4}}, 'foam_rs_55_066_corrected_per_area', samples=16)",
        "br.load('lib:scenes/weigh').with_settings('skins.dsa.layout = { grid = { rows = 4000, columns = 4000, pitch = 1e-4 } }').world()",
        "br.Batch(br.load('lib:scenes/pick-cube'), 200_000)",
    ],
    ids=["skin", "rays", "scene", "batch"],
)
def test_what_does_not_fit_raises_a_memory_error_before_it_is_taken(work: str) -> None:
    ended = in_little_memory(
        f"""
        try:
            {work}
        except MemoryError as error:
            assert isinstance(error, br.BristleError), type(error)
            print(error)
        # And nothing is broken.
        world = br.load("lib:scenes/weigh").world()
        world.step(10)
        """
    )
    assert ended.returncode == 0, ended.stderr
    assert "of memory, and" in ended.stdout and "are free" in ended.stdout, ended.stdout


def interrupted(work: Callable[[], object]) -> tuple[float, float]:
    """How long some work takes, and how long if Ctrl-C is pressed after a fifth of that [s]."""
    begin = time.monotonic()
    work()
    whole = time.monotonic() - begin
    timer = threading.Timer(0.2 * whole, os.kill, (os.getpid(), signal.SIGINT))
    begin = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            time.sleep(10 * whole)  # It came too late: the interpreter had no chance before.
    finally:
        timer.join()
    return whole, time.monotonic() - begin


BOTTLE = "bodies.b = { shapes.s = { spray_bottle = { triangles = 1000000 } } }"


@pytest.mark.parametrize(
    "work",
    [
        lambda: br.parse(BOTTLE).world(),
        lambda: br.Skin({"grid": {"rows": 700, "columns": 700, "pitch": 1e-4}}, "foam_rs_55_066_corrected_per_area", samples=4),
    ],
    ids=["mesh", "skin"],
)
def test_ctrl_c_is_heard_while_a_mesh_or_a_skin_is_made(work: Callable[[], object]) -> None:
    whole, until_heard = interrupted(work)
    assert whole > 0.25, "the work is too short to tell"
    assert until_heard < 0.7 * whole
