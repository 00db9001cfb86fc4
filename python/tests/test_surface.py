"""What people meet first: documentation, stubs, examples."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
import subprocess
import sys
from pathlib import Path

import bristle as br
import numpy as np
import pytest

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(br.__path__, "bristle.")
    # Needs MuJoCo, and has tests of its own.
    if not module.name.endswith(("._native", ".mujoco"))
)
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/*.py"))


@pytest.mark.parametrize("name", ["bristle", *MODULES])
def test_what_the_documentation_shows_is_so(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs={"np": np})
    assert result.failed == 0


def test_there_are_examples_to_be_tested() -> None:
    shown = sum(doctest.testmod(importlib.import_module(name), extraglobs={"np": np}).attempted for name in MODULES)
    assert shown > 30


def test_everything_public_is_documented() -> None:
    for name in br.__all__:
        thing = getattr(br, name)
        if not isinstance(thing, type):
            continue
        assert thing.__doc__, name
        for attribute, value in vars(thing).items():
            if not attribute.startswith("_") and (callable(value) or isinstance(value, property)):
                assert getattr(thing, attribute).__doc__, f"{name}.{attribute}"


def test_stubs_are_those_of_the_native_module() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "bristle._native", "--ignore-disjoint-bases"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_well_typed() -> None:
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "-p", "bristle"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("example", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_examples_run(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if example.parent.name == "mujoco":
        pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(example)])
    runpy.run_path(str(example), run_name="__main__")


def test_there_are_examples() -> None:
    assert {"quickstart", "own_sensor", "calibration", "slip_dataset", "training_loop", "gripper"} <= {path.stem for path in EXAMPLES}


def test_the_readme_prints_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    exec("\n".join(blocks), {})
    said = [float(number) for number in re.findall(r"[-+.e\d]+", capsys.readouterr().out)]
    told = [float(number) for number in re.findall(r"print\(.*# ([.\d]+) N", "\n".join(blocks))]
    assert told == [15.0, 0.98, 4.905]
    pressed, along, _, _, weighed = said
    assert (round(pressed, 6), round(along, 2), round(weighed, 6)) == (15.0, 0.98, 4.905)
    assert (tmp_path / "pad.png").stat().st_size > 1000


EXTENDING = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "extending.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("block", EXTENDING, ids=range(len(EXTENDING)))
def test_the_examples_of_the_page_on_extending_run(block: str) -> None:
    exec(block, {})


def test_the_page_on_extending_has_examples() -> None:
    assert len(EXTENDING) >= 5
