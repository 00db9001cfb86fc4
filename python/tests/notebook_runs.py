"""Runs the notebooks of `examples/notebooks`, and compares what they say with what they said.

As a program it writes the outputs into the files; `scripts/notebooks` calls it.
"""

from __future__ import annotations

import difflib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

#: What every file says of the kernel: nothing that depends on the machine.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def run(path: Path, scratch: Path) -> Any:
    """The notebook with fresh outputs. It runs in a folder of its own that lies to the data as the real one does, so that no file is left behind."""
    notebook = read(path)
    place = scratch / "examples" / "notebooks"
    place.mkdir(parents=True)
    shutil.copytree(ROOT / "models" / "data", scratch / "models" / "data")
    # Neither the settings of a person nor those of a machine without a screen may change what comes out.
    environment = {**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline", "IPYTHONDIR": str(scratch / "ipython")}
    where = {"metadata": {"path": str(place)}}
    # Kernels warn of how they talk to their parent, which is no business of a notebook.
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources=where, extra_arguments=["--log-level=ERROR"])
    client.execute(env=environment)
    return normalised(notebook)


def normalised(notebook: Any) -> Any:
    """Without what differs from run to run: times, colours of terminals, names of figure objects."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            cell.outputs = _merged(cell.outputs)
    return notebook


def _merged(outputs: list[Any]) -> list[Any]:
    """Pieces of one stream as one; pictures without a text instead of them."""
    merged: list[Any] = []
    for output in outputs:
        if output.output_type == "stream" and merged and merged[-1].get("name") == output.name:
            merged[-1].text += output.text
            continue
        if "image/png" in output.get("data", {}):
            output.data.pop("text/plain", None)
            output.metadata = nbformat.from_dict({})
        merged.append(output)
    return merged


def codes(notebook: Any) -> Iterator[tuple[str, Any]]:
    """The cells with code, and what to call them."""
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "code":
            yield f"cell {number} ({cell.id})", cell


def said(cell: Any) -> str:
    """What a cell has printed and shown as text."""
    texts = []
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stdout":
            texts.append(output.text)
        elif "text/plain" in output.get("data", {}):
            texts.append(output.data["text/plain"] + "\n")
    return "".join(texts)


def pictures(cell: Any) -> list[str]:
    return [output.data["image/png"] for output in cell.outputs if "image/png" in output.get("data", {})]


def differences(stored: Any, fresh: Any) -> list[str]:
    """Where a fresh run says or shows something else than the file: one text per cell, made for reading."""
    found = []
    for (name, old), (_, new) in zip(codes(stored), codes(fresh), strict=True):
        if said(old) != said(new):
            lines = difflib.unified_diff(said(old).splitlines(), said(new).splitlines(), "stored", "now", lineterm="", n=1)
            found.append("\n".join([f"{name} says something else than the file:", *lines]))
        if len(pictures(old)) != len(pictures(new)) or not all(pictures(new)):
            found.append(f"{name} shows {len(pictures(new))} pictures, the file has {len(pictures(old))}")
    return found


def complaints(notebook: Any) -> list[str]:
    """What has no place in a stored file: errors, warnings, addresses of objects, plots that are missing."""
    found = []
    for name, cell in codes(notebook):
        kinds = {output.get("name", output.output_type) for output in cell.outputs}
        if kinds & {"error", "stderr"}:
            found.append(f"{name} holds an error or a warning")
        if cell.execution_count is None:
            found.append(f"{name} was never run")
        if "plt.show()" in cell.source and not all([pictures(cell), *pictures(cell)]):
            found.append(f"{name} plots, and no picture is stored")
        found += [f"{name} shows `{word}`" for word in (" at 0x", "<Figure", str(ROOT), tempfile.gettempdir() + "/") if word in said(cell)]
    return found


def main(names: list[str]) -> int:
    chosen = [path for path in NOTEBOOKS if not names or path.stem in names]
    unknown = set(names) - {path.stem for path in NOTEBOOKS}
    if unknown:
        print(f"there is no notebook {', '.join(sorted(unknown))}; there are {', '.join(path.stem for path in NOTEBOOKS)}", file=sys.stderr)
        return 2
    wrong = 0
    for path in chosen:
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as scratch:
            notebook = run(path, Path(scratch))
        nbformat.write(notebook, path)
        print(f"{path.name:22} {time.monotonic() - begin:5.1f} s {path.stat().st_size / 1e3:6.0f} kB")
        for complaint in complaints(notebook):
            wrong += 1
            print(f"  {complaint}", file=sys.stderr)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
