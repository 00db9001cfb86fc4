"""Devices: layers between what a texel truly feels and what is read, native ones and your own."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import ControllerError, DeviceError, ShapeError

__all__ = ["Device", "Layer"]


class Layer:
    """A layer written in Python: derive from it, or write any class or function that takes and gives a signal.

    >>> import bristle as br
    >>> class Smooth(br.Layer):
    ...     def __init__(self):
    ...         self.last = None
    ...     def advance(self, signal, dt):
    ...         share = 1.0 if self.last is None else dt / (dt + 0.02)
    ...         self.last = signal if self.last is None else self.last + share * (signal - self.last)
    ...         return self.last
    ...     def reset(self):
    ...         self.last = None
    """

    def advance(self, signal: npt.NDArray[np.float64], dt: float) -> npt.ArrayLike:
        """What comes out of the layer at the end of a step of ``dt`` [s], a number per texel."""
        raise NotImplementedError

    def reset(self) -> None:
        """As if nothing was ever touched."""


Plug = Union[Mapping[str, Any], Layer, Callable[[npt.NDArray[np.float64], float], npt.ArrayLike]]


class Device:
    """What a real array would say of a skin.

    By name it is a device of the library, by a path that ends in ``.toml`` a profile of yours. Otherwise it is a list of layers from the pad to the wire: dictionaries for native ones, as in a
    profile, and objects of your own, in any order.

    >>> import bristle as br
    >>> skin = br.Skin({"grid": {"rows": 14, "columns": 6, "pitch": 3.4e-3}}, "table3")
    >>> half = lambda signal, dt: 0.5 * signal
    >>> device = br.Device(skin, [{"spread": {"radius": 2e-3}}, half, {"counts": {"full_scale": 5.0, "bits": 12}}])
    >>> forces = np.zeros(84); forces[40] = 2.0
    >>> counts = device.advance(forces, dt=1e-3)
    >>> bool(counts[40] > counts[41] > 0.0)
    True
    """

    def __init__(self, skin: _native.Skin, layers: str | os.PathLike[str] | Sequence[Plug], *, celsius: float = 20.0) -> None:
        if not isinstance(skin, _native.Skin):
            raise DeviceError(f"a device is made for a skin; {skin!r} is none")
        self.celsius = celsius
        self._texels = len(skin)
        self._parts: list[Any] = []
        if isinstance(layers, (str, os.PathLike)):
            self._parts.append(_native.Chain(skin, os.fspath(layers)))
            return
        native: list[dict[str, Any]] = []
        for layer in layers:
            if isinstance(layer, Mapping):
                native.append(dict(layer))
                continue
            if not callable(getattr(layer, "advance", layer)):
                raise DeviceError(f"a layer is a dictionary, or has `advance(signal, dt)`, or is a function of these: {layer!r}")
            self._flush(skin, native)
            self._parts.append(layer)
        self._flush(skin, native)

    def _flush(self, skin: _native.Skin, native: list[dict[str, Any]]) -> None:
        if native:
            self._parts.append(_native.Chain(skin, profile={"name": "device", "layers": list(native)}))
            native.clear()

    @staticmethod
    def names() -> list[str]:
        """Devices of the library.

        >>> import bristle as br
        >>> br.Device.names()
        ['pps-pr2-fingertip', 'pps-pr2-fingertip-1600', 'weiss-dsa-9205']
        """
        return _native.Chain.names()

    def advance(self, forces: npt.ArrayLike, dt: float) -> npt.NDArray[np.float64]:
        """Readings at the end of a step of ``dt`` [s], from the texels' forces [N] there."""
        try:
            signal = np.array(forces, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ShapeError(f"the forces are no array of numbers: {error}") from error
        if signal.shape != (self._texels,):
            raise ShapeError(f"the forces have the shape {list(signal.shape)}; it must be [{self._texels}]")
        for part in self._parts:
            if isinstance(part, _native.Chain):
                signal = part.advance(signal, dt, celsius=self.celsius)
            else:
                signal = self._pass(part, signal, dt)
        return signal

    def _pass(self, layer: Any, signal: npt.NDArray[np.float64], dt: float) -> npt.NDArray[np.float64]:
        out = getattr(layer, "advance", layer)(signal, dt)
        try:
            answer = np.array(out, dtype=np.float64)
        except (TypeError, ValueError):
            raise ControllerError(f"the layer {layer!r} gave {out!r}; it must give a number per texel") from None
        if answer.shape != signal.shape:
            raise ControllerError(
                f"the layer {layer!r} gave the shape {list(answer.shape)}; it must be {list(signal.shape)}"
            )
        return answer

    def reset(self) -> None:
        """As if nothing was ever touched."""
        for part in self._parts:
            reset = getattr(part, "reset", None)
            if reset is not None:
                reset()
