"""Notebooks are read on code forges as they are stored, so what is stored must be what a run gives."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nbclient", reason="notebooks are run with nbclient: pip install '.[test]'")
pytest.importorskip("ipykernel", reason="notebooks are run with ipykernel: pip install '.[test]'")

import nbformat  # noqa: E402
from notebook_runs import FOLDER, NOTEBOOKS, complaints, differences, normalised, read, run  # noqa: E402

STEMS = [path.stem for path in NOTEBOOKS]
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=STEMS)

#: Small enough for a forge to show, and for a history to hold [bytes].
LARGEST = 400_000


def skip_without_mujoco() -> None:
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")
    if not hasattr(mujoco.MjSpec, "activate_plugin"):
        pytest.skip("attach needs MuJoCo 3.3.2")


def test_there_are_notebooks() -> None:
    assert STEMS == ["calibration", "grip_that_feels", "mujoco", "own_sensor", "quickstart", "slip_dataset", "training_loop"]


@each
def test_a_run_says_what_is_stored(path: Path, tmp_path: Path) -> None:
    if path.stem == "mujoco":
        skip_without_mujoco()
    found = differences(read(path), run(path, tmp_path))
    if found:
        text = "\n\n".join(found)
        pytest.fail(f"{path.name}:\n{text}\n\nIf what it says now is right, store it: scripts/notebooks {path.stem}", pytrace=False)


@each
def test_what_is_stored_is_complete_and_without_errors(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert complaints(notebook) == []
    assert path.stat().st_size < LARGEST


@each
def test_what_is_stored_is_normalised(path: Path) -> None:
    notebook = read(path)
    assert normalised(copy.deepcopy(notebook)) == notebook, f"run scripts/notebooks {path.stem}"


@each
def test_links_of_notebooks_lead_somewhere(path: Path) -> None:
    prose = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    links = [part.split(")")[0].split("#")[0] for part in prose.split("](")[1:]]
    assert links, "a notebook says where to go on"
    for link in links:
        assert link.startswith("https://") or (FOLDER / link).exists(), link


def spoiled(change: Any) -> tuple[Any, Any]:
    """A stored notebook, and the same with its last cell that both prints and plots changed."""
    notebook = read(FOLDER / "quickstart.ipynb")
    other = copy.deepcopy(notebook)
    cell = [cell for cell in other.cells if len(cell.get("outputs", [])) == 2][-1]
    change(cell)
    return notebook, other


def test_a_stale_number_is_found_and_shown_with_the_true_one() -> None:
    def stale(cell: Any) -> None:
        for output in cell.outputs:
            if output.output_type == "stream":
                output.text = output.text.replace("1", "7")

    true, stored = spoiled(stale)
    (complaint,) = differences(stored, true)
    assert "(slip)" in complaint and "\n-" in complaint and "\n+the first texels slip at a grip of" in complaint
    assert differences(true, true) == []


def test_a_picture_that_is_gone_is_found() -> None:
    def blind(cell: Any) -> None:
        cell.outputs = [output for output in cell.outputs if output.output_type == "stream"]

    true, without = spoiled(blind)
    assert any("shows 0 pictures" in complaint for complaint in differences(true, without))
    assert any("no picture is stored" in complaint for complaint in complaints(without))
