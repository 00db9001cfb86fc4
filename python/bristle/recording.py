"""Recordings: written while a world moves, and read back."""

from __future__ import annotations

import json
import os
import shlex
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import RecordingError, UnknownNameError
from .world import as_grid

if TYPE_CHECKING:
    from typing_extensions import Self

    from .world import World

__all__ = ["Recorder", "Recording", "open_recording", "recover", "report"]

#: Names of the columns that tables of texels have for a field, with the unit that ``texels.csv`` gives them.
_COLUMNS = {
    "normal_force": ["normal_force_n"],
    "elastic_force": ["elastic_force_n"],
    "shear": ["shear_x_n", "shear_y_n", "shear_z_n"],
    "penetration": ["penetration_m"],
    "slip_velocity": ["slip_velocity_x_m_per_s", "slip_velocity_y_m_per_s", "slip_velocity_z_m_per_s"],
    "utilisation": ["friction_utilisation"],
    "state": ["state"],
}


class Recording(_native.Recording):
    """A recording in a folder, finished or not: that of ``bristle run``, of :meth:`bristle.World.record`, or of an environment.

    >>> import bristle as br, tempfile
    >>> world = br.load("lib:scenes/weigh").world()
    >>> with world.record(tempfile.mkdtemp() + "/weighed", every=0.1) as recorder:
    ...     world.run()
    >>> recording = recorder.recording
    >>> recording
    <bristle.Recording "A cube of 1 kg on a tactile pad": 21 samples, completed>
    >>> round(float(recording["dsa_normal_n"][-1]), 6)
    9.8
    >>> recording.map("dsa").shape
    (21, 14, 6)
    """

    @property
    def outcome(self) -> dict[str, Any] | None:
        """What came of the run, from all of its steps: that of :meth:`bristle.World.outcome`. None for a recording that was not finished."""
        text = self.outcome_json()
        return None if text is None else dict(json.loads(text))

    def __getitem__(self, column: str) -> npt.NDArray[np.float64]:
        """A column of ``signals.csv``, such as ``"left_jaw_m"``."""
        table = self.signals()
        if column not in table:
            raise UnknownNameError(f"the recording has no column `{column}`; there are {', '.join(table)}")
        return table[column]

    def map(self, skin: str, field: str = "normal_force") -> npt.NDArray[Any]:
        """One field of a skin with rows and columns, as samples × rows × columns (and × 3 for a vector)."""
        texels = self.texels(skin)
        if field not in texels:
            raise UnknownNameError(f"texels have no field `{field}`; there are {', '.join(texels)}")
        return as_grid(texels[field], self.grid(skin), self.cells(skin), skin)

    def table(self, name: str = "signals") -> dict[str, npt.NDArray[Any]]:
        """A table as columns of equal length, with the names that the files of the folder have: ``"signals"``, ``"events"``, ``"texels"`` with a row per
        sample and texel, ``"skins"`` with a row per texel (where it is, in the frame of its skin), or ``"devices"`` with a row per frame and reading.

        Texels without rows and columns have -1 there.
        Whatever makes a table from a dictionary takes it, ``polars.DataFrame(recording.table())`` for instance.
        """
        if name == "signals":
            return self.signals()
        if name == "events":
            times, kinds, names = zip(*self.events) if self.events else ((), (), ())
            return {"time_s": np.array(times, dtype=np.float64), "kind": np.array(kinds, dtype=object), "name": np.array(names, dtype=object)}
        if name == "texels":
            return self._joined([self._texel_table(skin) for skin in self.skins], "texels: only sums over skins were recorded")
        if name == "skins":
            return self._joined([self._skin_table(skin) for skin in self.skins], "texels: only sums over skins were recorded")
        if name == "devices":
            return self._joined([self._device_table(skin) for skin in self.devices], "devices: no skin of the scene has one")
        raise RecordingError(f"there is no table `{name}`; there are signals, events, texels, skins and devices")

    def counts(self, skin: str) -> npt.NDArray[np.float64]:
        """What the device of a skin said, as frames × rows × columns if its texels form an array; :meth:`device` tells the times as well."""
        readings = self.device(skin)[2]
        grid = self.grid(skin)
        return readings if grid is None else as_grid(readings, grid, self.cells(skin), skin)

    def _joined(self, tables: list[dict[str, npt.NDArray[Any]]], lacking: str) -> dict[str, npt.NDArray[Any]]:
        if not tables:
            raise RecordingError(f"{self.folder} holds no {lacking}")
        return {column: np.concatenate([table[column] for table in tables]) for column in tables[0]}

    def _places(self, skin: str, count: int, times: int = 1) -> dict[str, npt.NDArray[Any]]:
        grid, cells = self.grid(skin), self.cells(skin)
        if grid is None:
            places = np.full((count, 2), -1)
        elif cells is None:
            places = np.stack(np.divmod(np.arange(count), grid[1]), axis=1)
        else:
            places = np.array(cells, dtype=np.int64).reshape(count, 2)
        columns = {"texel": np.arange(count), "row": places[:, 0], "column": places[:, 1]}
        return {name: np.tile(column, times) for name, column in columns.items()}

    def _texel_table(self, skin: str) -> dict[str, npt.NDArray[Any]]:
        texels, times = self.texels(skin), self.frame_times
        count = len(self.positions(skin))
        rows = len(times) * count
        out = {"time_s": np.repeat(times, count), "skin": np.full(rows, skin, dtype=object), **self._places(skin, count, len(times))}
        for field, columns in _COLUMNS.items():
            values = texels[field].reshape(rows, len(columns))
            out.update({column: values[:, i] for i, column in enumerate(columns)})
        return out

    def _skin_table(self, skin: str) -> dict[str, npt.NDArray[Any]]:
        positions, directions = self.positions(skin), self.directions(skin)
        count = len(positions)
        out = {"skin": np.full(count, skin, dtype=object), **self._places(skin, count)}
        for i, axis in enumerate("xyz"):
            out[f"{axis}_m"] = positions[:, i]
        for i, axis in enumerate("xyz"):
            out[f"direction_{axis}"] = directions[:, i]
        return {**out, "area_m2": self.areas(skin)}

    def _device_table(self, skin: str) -> dict[str, npt.NDArray[Any]]:
        times, frames, readings = self.device(skin)
        count = readings.shape[1]
        return {
            "time_s": np.repeat(times, count),
            "skin": np.full(readings.size, skin, dtype=object),
            "frame": np.repeat(frames, count),
            **self._places(skin, count, len(times)),
            "reading": readings.ravel(),
        }

    def to_pandas(self, table: str = "signals") -> Any:
        """A table as a pandas DataFrame, for those who have pandas."""
        try:
            import pandas
        except ImportError as error:
            raise RecordingError("pandas is not installed; `table()` gives the same columns as arrays") from error
        return pandas.DataFrame(self.table(table))


class Recorder:
    """Records a world until it is closed. Made by :meth:`bristle.World.record`."""

    def __init__(
        self,
        world: World,
        folder: str | os.PathLike[str],
        *,
        every: float | None,
        texels: bool | None,
        replace: bool,
        usual: bool,
        pictures: bool = False,
    ) -> None:
        world.begin_recording(folder, every=every, texels=texels, replace=replace, usual=usual, command=_command(), pictures=pictures)
        self._world: World | None = world
        self._recording: Recording | None = None
        #: Where it is recorded.
        self.folder = os.fspath(world.recorded_into or folder)

    @property
    def recording(self) -> Recording:
        """The recording, once it is closed."""
        if self._recording is None:
            raise RecordingError(f"{self.folder} is still being recorded; close it first")
        return self._recording

    def close(self) -> Recording:
        """Ends the recording, with all that came of it, and opens it for reading. A second time gives the same one."""
        return self._end(None)

    def _end(self, why: str | None) -> Recording:
        if self._world is not None:
            world, self._world = self._world, None
            world.end_recording(why)
            self._recording = Recording(self.folder)
        return self.recording

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._world is None or (error is not None and self._world.recorded_into is None):
            return  # Closed before, or it was recording that failed.
        self._end(None if error is None else f"{type(error).__name__}: {error}".splitlines()[0])

    def __repr__(self) -> str:
        return f"<bristle.Recorder of {self.folder!r}, {'closed' if self._world is None else 'open'}>"


def open_recording(folder: str | os.PathLike[str]) -> Recording:
    """Opens a recording, also one that is still being written or whose run was killed: up to its last whole sample."""
    return Recording(folder)


def recover(folder: str | os.PathLike[str]) -> Recording:
    """Completes the recording of a run that was killed, or whose disk was full, and opens it: its tables are cut to whole samples, ``run.json`` says how
    it ended, and the Parquet files are made. A recording that is still being written is refused. Reading needs no recovery.
    """
    _native.recover(folder)
    return Recording(folder)


def report(folder: str | os.PathLike[str]) -> str:
    """Writes ``report.html`` and its pictures into the folder of a recording, as ``bristle run`` does; gives the page's path."""
    return os.fspath(open_recording(folder).report())


def _command() -> str:
    return shlex.join(["python", *sys.argv]) if sys.argv and sys.argv[0] else ""
