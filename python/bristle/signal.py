"""Filters of low order, and the tactile channels of the human hand.

Filters are designed as SciPy's ``butter`` and ``cheby1`` design them, and take one sample at a time, so that a controller can use them. Channels turn the
frames of a skin or the samples of an accelerometer into what Romano et al. (2011) call SA-I, FA-I and FA-II.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import SignalError

__all__ = ["Filter", "Signal", "butterworth", "chebyshev"]

Kind = Literal["lowpass", "highpass", "bandpass"]


class Filter(_native.Filter):
    """A digital filter and what it remembers; made by :func:`butterworth` and :func:`chebyshev`.

    Call it with a sample, or with an array of samples. A signal that comes in pieces gives the same bits as the whole.
    """

    def __call__(self, samples: npt.ArrayLike) -> Any:
        """What comes out: a number for a number, an array for an array."""
        if np.ndim(samples) == 0:
            return self.next(float(np.asarray(samples, dtype=np.float64)))
        return self.process(samples)


def butterworth(order: int, cutoff: float | Sequence[float], rate: float, kind: Kind = "lowpass") -> Filter:
    """A Butterworth filter for a signal of ``rate`` [Hz], with its edge at ``cutoff`` [Hz], or two edges for a ``bandpass``.

    >>> import bristle as br
    >>> fast = br.butterworth(1, 5.0, rate=24.4, kind="highpass")
    >>> fast.b.round(6), fast.a.round(6)
    (array([ 0.571292, -0.571292]), array([ 1.      , -0.142584]))
    >>> round(fast(1.0), 6)
    0.571292
    """
    return Filter(order, _edges(cutoff), rate, kind)


def chebyshev(order: int, ripple_db: float, cutoff: float | Sequence[float], rate: float, kind: Kind = "lowpass") -> Filter:
    """A Chebyshev filter of type I, with ripples of ``ripple_db`` [dB] in its pass band.

    >>> import bristle as br
    >>> slow = br.chebyshev(1, 0.5, [1.0, 5.0], rate=24.4, kind="bandpass")
    >>> slow.b.round(4), slow.a.round(4)
    (array([ 0.6184,  0.    , -0.6184]), array([ 1.    , -0.6281, -0.2367]))
    """
    return Filter(order, _edges(cutoff), rate, kind, ripple_db)


def _edges(cutoff: float | Sequence[float]) -> list[float]:
    try:
        edges = np.atleast_1d(np.asarray(cutoff, dtype=np.float64))
    except (TypeError, ValueError):
        raise SignalError(f"the cut-off is {cutoff!r}; it must be a frequency [Hz], or two for a bandpass") from None
    return [float(edge) for edge in edges.ravel()]


#: Kinds of channels, the keys of each beside those of its cells, and their defaults.
_CELLS = {"cells": None, "newtons_per_count": None, "tare": None}
_KINDS: dict[str, dict[str, Any]] = {
    "sa1": _CELLS,
    "fa1": {**_CELLS, "cutoff": 5.0},
    "sa2": {**_CELLS, "cutoff": 5.0},
    "fa2": {"cutoff": 50.0},
    "band_force": {**_CELLS, "low": 1.0, "high": 5.0, "ripple_db": 0.5},
    "centroid": _CELLS,
}
_UNUSED = {**_CELLS, "cutoff": 5.0, "low": 1.0, "high": 5.0, "ripple_db": 0.5}


class Signal:
    """A tactile channel: frames of a skin, or samples of an accelerometer, in; a number or three out.

    ``kind`` is one of ``sa1`` (force), ``fa1`` (changes of force), ``sa2`` (shear), ``fa2`` (vibration), ``band_force`` and ``centroid``, with the parameters that a
    scene gives to its ``signals``. ``rate`` [Hz] is that of the frames or samples. ``cells`` is how many the skin has; ``places`` (cells × 3, [m]), which a
    centroid needs, say where they are.

    >>> import bristle as br
    >>> force = br.Signal("sa1", rate=24.4, cells=22, parameters={"cells": range(15), "newtons_per_count": 0.00625, "tare": 0.25})
    >>> for n in range(8):                                   # the zero is found in the first quarter of a second
    ...     _ = force.frame(n / 24.4, np.full(22, 100.0))
    >>> round(force.frame(8 / 24.4, np.full(22, 132.0)), 6)  # 32 counts more on 15 cells
    3.0
    >>> vibration = br.Signal("fa2", rate=3000.0)
    >>> vibration.sample([0.0, 0.0, 9.81])
    0.0
    """

    def __init__(
        self,
        kind: str,
        *,
        rate: float,
        cells: int = 0,
        places: npt.ArrayLike | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        if kind not in _KINDS:
            raise SignalError(f"there is no signal `{kind}`; allowed: {', '.join(_KINDS)}")
        known = _KINDS[kind]
        given = dict(parameters or {})
        for key in given:
            if key not in known:
                raise SignalError(f"a signal `{kind}` has no parameter `{key}`; it has {', '.join(known)}")
        if given.get("cells") is not None:
            given["cells"] = [int(cell) for cell in given["cells"]]
        where = np.zeros((cells, 3)) if places is None else np.asarray(places, dtype=np.float64)
        if where.ndim != 2 or where.shape[1] != 3:
            raise SignalError(f"the places have the shape {list(where.shape)}; they must be [cells, 3]")
        if kind == "centroid" and places is None:
            raise SignalError("a centroid needs the `places` of the cells")
        if kind != "fa2" and len(where) == 0:
            raise SignalError(f"a signal `{kind}` needs to know how many `cells` the skin has, or their `places`")
        try:
            self._native = _native.Signal(kind, {**_UNUSED, **known, **given}, rate, where.tolist())
        except (TypeError, OverflowError) as error:
            raise SignalError(f"the parameters of the signal `{kind}` are wrong: {error}") from None

    def frame(self, time: float, values: npt.ArrayLike, shear: npt.ArrayLike | None = None) -> Any:
        """Takes a new frame of the skin, with ``shear`` (cells × 3) for ``sa2``, and gives what the channel tells."""
        return _told(self._native.frame(time, values, shear))

    def sample(self, values: npt.ArrayLike) -> Any:
        """Takes a new sample of the accelerometer, three numbers [m/s²], and gives what the channel tells."""
        return _told(self._native.sample(values))

    @property
    def value(self) -> Any:
        """What it told last."""
        return _told(self._native.values)


def _told(values: list[float]) -> Any:
    return values[0] if len(values) == 1 else np.array(values)
