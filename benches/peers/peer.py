"""What every peer script shares: finding engines, timing steps, printing one JSON object."""

import gc
import importlib
import json
import platform
import statistics
import sys
import time

NOT_INSTALLED = "not installed"

# Wall time may exceed the thread's own CPU time by this much before a figure counts as disturbed by other programs.
DISTURBANCE = 1.05


def engine(name):
    """The module of an engine, or None where it is not installed (or does not load)."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def version(name, module):
    """Version of a loaded engine as it states it itself, else as its package states it."""
    if module is None:
        return NOT_INSTALLED
    stated = getattr(module, "__version__", None)
    if stated:
        return stated
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "unknown"


def machine():
    """Kind of machine, without its name."""
    return {"system": platform.system(), "processor": _processor(), "python": platform.python_version()}


def _processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def time_steps(variants, steps, rounds):
    """Microseconds per step of each variant, all on one thread.

    `variants` maps a name to a function `advance(n)` that takes n steps. The variants take turns within every round, so
    that a disturbance of the machine hits all of them and their ratios stay honest. Python's share is one call per round.
    The figure is the thread's CPU time: equal to wall time on a quiet machine, and still meaningful on a shared one.
    """
    wall = {name: [] for name in variants}
    cpu = {name: [] for name in variants}
    for advance in variants.values():
        advance(max(1, steps // 10))
    gc.disable()
    try:
        for _ in range(rounds):
            for name, advance in variants.items():
                cpu_begin, begin = time.thread_time(), time.perf_counter()
                advance(steps)
                end, cpu_end = time.perf_counter(), time.thread_time()
                wall[name].append((end - begin) / steps * 1e6)
                cpu[name].append((cpu_end - cpu_begin) / steps * 1e6)
    finally:
        gc.enable()
    return {name: _summary(wall[name], cpu[name], steps) for name in variants}


def _summary(wall, cpu, steps):
    median, wall_median = statistics.median(cpu), statistics.median(wall)
    return {
        "us_per_step": round(median, 3),
        "us_per_step_min": round(min(cpu), 3),
        "us_per_step_wall": round(wall_median, 3),
        "disturbed": wall_median > DISTURBANCE * median,
        "steps": steps,
        "rounds": len(cpu),
    }


def emit(report):
    """Prints the one JSON object of a script."""
    json.dump(report, sys.stdout, indent=1, allow_nan=False)
    print()
