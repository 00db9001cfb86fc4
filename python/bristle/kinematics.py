"""Kinematics: where a frame of a robot is, which joint positions put it where it is wanted, and what is then in the way.

>>> import bristle as br
>>> world = br.parse('include = ["lib:arms/puma560"]').world()
>>> arm = world.chain("flange", base="base")
>>> arm.pose([0, 0, 0, 0, 0, 0])[:3].round(4).tolist()
[0.4521, -0.1501, 1.1036]
>>> arm.solve_all(arm.pose([0.1, -0.4, 0.9, 0.2, 0.7, -0.3]), within_limits=False).shape
(8, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import ShapeError, UnknownNameError

if TYPE_CHECKING:
    from .world import World

__all__ = ["Clearance", "Distance", "KinematicChain"]

_Floats = npt.NDArray[np.float64]


def _positions(q: npt.ArrayLike, count: int) -> _Floats:
    """Positions of so many joints, or rows of them."""
    try:
        positions = np.asarray(q, dtype=float)
    except (TypeError, ValueError) as error:
        raise ShapeError(f"the positions are not numbers: {error}") from None
    if positions.ndim not in (1, 2) or positions.shape[-1] != count:
        raise ShapeError(f"the positions have the shape {positions.shape}; it must be ({count},) or (k, {count})")
    return positions


class KinematicChain:
    """The joints between two bodies; see :meth:`bristle.World.chain`. Positions are in the order of :attr:`joints`."""

    def __init__(self, native: _native.KinematicChain) -> None:
        self._native = native

    @property
    def joints(self) -> list[str]:
        """The bodies whose joints make it, from base to tip."""
        return self._native.joints

    @property
    def limits(self) -> _Floats:
        """Lower and upper limit of each joint, in rows; infinite where there is none."""
        return np.array(self._native.limits, dtype=float)

    @property
    def reach(self) -> float:
        """The farthest that the tip can be from the first joint [m]."""
        return self._native.reach

    @property
    def closed_form(self) -> str | None:
        """The structure that gives it a closed form; None if it has none."""
        found, words = self._native._structure()
        return words if found else None

    def _rows(self, q: npt.ArrayLike) -> tuple[_Floats, tuple[int, ...]]:
        positions = _positions(q, len(self.joints))
        return positions, positions.shape[:-1]

    def pose(self, q: npt.ArrayLike) -> _Floats:
        """The pose of the tip in the frame of the base; a row each for positions in rows."""
        positions, lead = self._rows(q)
        poses: _Floats = self._native._poses(positions).reshape(*lead, 7)
        return poses

    def jacobian(self, q: npt.ArrayLike) -> _Floats:
        """How the tip moves per unit of each joint's velocity: 3 rows of velocity, 3 of angular velocity, in the axes of the base; a matrix each for positions in
        rows."""
        positions, lead = self._rows(q)
        columns = self._native._jacobians(positions).reshape(*lead, len(self.joints), 6)
        matrices: _Floats = np.swapaxes(columns, -1, -2).copy()
        return matrices

    def locked(self, joint: str | int, position: float) -> KinematicChain:
        """The same with one joint held at a position."""
        if isinstance(joint, str):
            if joint not in self.joints:
                raise UnknownNameError(f"there is no joint `{joint}`; there are {', '.join(self.joints)}")
            joint = self.joints.index(joint)
        return KinematicChain(self._native._locked(joint, position))

    def solve_all(self, pose: npt.ArrayLike, *, within_limits: bool = True, near: Sequence[float] = ()) -> _Floats:
        """All joint positions that put the tip at a pose, in rows, in closed form: for arms of six joints with a spherical wrist or three parallel axes, or of five.

        Within the limits, each is turned by whole turns to be nearest to `near`, and the nearest comes first. Other arms, and poses that no positions reach whatever the
        limits, are refused with the reason.
        """
        flat = self._native._solve_all(pose, within_limits, list(near))
        return flat.reshape(-1, len(self.joints))

    def solve(
        self,
        pose: npt.ArrayLike | None = None,
        *,
        position: Sequence[float] | None = None,
        axis: Sequence[float] | None = None,
        along: Sequence[float] | None = None,
        start: Sequence[float] = (),
        posture: Sequence[float] | None = None,
        seed: int = 0,
        restarts: int = 60,
    ) -> _Floats:
        """Joint positions within the limits that put the tip where it is wanted, by damped least squares, for any chain.

        What is wanted is a `pose`, or a `position`, or that an `axis` of the tip points `along` a direction of the base, or the last two together. `posture` is gone
        towards as far as the rest leaves the joints free. Where nothing is found, the error says how near it came.
        """
        if (axis is None) != (along is None):
            raise ShapeError("`axis` and `along` go together: an axis of the tip, and the direction that it is to have")
        pointing = None if axis is None or along is None else (list(axis), list(along))
        place = None if position is None else list(position)
        wish = None if posture is None else list(posture)
        found, _, _ = self._native._solve(pose, place, pointing, list(start), wish, seed, restarts)
        return found

    def __repr__(self) -> str:
        return f"<bristle.KinematicChain of {', '.join(self.joints)}>"


class Distance(NamedTuple):
    """Two bodies that are nearest to each other."""

    #: One of them.
    first: str
    #: The other.
    second: str
    #: Distance of their surfaces; negative by how far they are inside each other [m].
    distance: float
    #: The nearest point of each, in the world [m].
    on_first: tuple[float, float, float]
    on_second: tuple[float, float, float]


class Clearance:
    """Collisions and distances at any positions of a world's joints, with all else where it is when this is made; see :meth:`bristle.World.clearance`."""

    def __init__(self, native: _native.CollisionQueries) -> None:
        self._native = native

    @property
    def joints(self) -> list[str]:
        """The bodies whose joints have a position here, in this order."""
        return self._native.joints

    @property
    def limits(self) -> _Floats:
        """Lower and upper limit of each joint, in rows; infinite where there is none."""
        return np.array(self._native.limits, dtype=float)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of bodies that are asked about."""
        return self._native.pairs

    def moved_by(self, joint: str) -> list[str]:
        """The bodies that a joint moves."""
        return self._native.moved_by(joint)

    def _positions(self, q: npt.ArrayLike | Mapping[str, float] | None) -> _Floats:
        if q is None or isinstance(q, Mapping):
            values = dict(zip(self.joints, self._native.present))
            for name, value in (q or {}).items():
                if name not in values:
                    raise UnknownNameError(f"there is no joint `{name}`; there are {', '.join(values)}")
                values[name] = value
            return _positions(list(values.values()), len(values))
        return _positions(q, len(self.joints))

    def hit(self, q: npt.ArrayLike | Mapping[str, float] | None = None) -> tuple[str, str] | None:
        """The first two bodies that are found to overlap; None if none do. Positions are an array, or by name; those left out are as they are now."""
        return self._native._collides(self._positions(q))[0]

    def collides(self, q: npt.ArrayLike | Mapping[str, float] | None = None) -> bool | npt.NDArray[np.bool_]:
        """Whether any bodies overlap; an array for positions in rows."""
        positions = self._positions(q)
        hits = self._native._collides(positions)
        return hits[0] is not None if positions.ndim == 1 else np.array([hit is not None for hit in hits])

    def nearest(self, q: npt.ArrayLike | Mapping[str, float] | None = None, *, within: float = 10.0) -> Distance | None:
        """The two bodies that are nearest to each other, or overlap most; None if all are farther apart than `within` [m]."""
        found = self._native._distances(self._positions(q), within)[0]
        return None if found is None else Distance(*found)

    def distance(self, q: npt.ArrayLike | Mapping[str, float] | None = None, *, within: float = 10.0) -> float | _Floats:
        """How far the nearest bodies are apart [m], negative where they overlap, infinite beyond `within`; an array for positions in rows."""
        positions = self._positions(q)
        found = [np.inf if one is None else one[2] for one in self._native._distances(positions, within)]
        return found[0] if positions.ndim == 1 else np.array(found)

    def meets(self, first: str, second: str, *, places: int = 10_000) -> dict[str, float] | bool | None:
        """Joint positions at which two bodies meet; False if they certainly never do within the limits; None if that was not found out in so many places."""
        verdict, q = self._native._meets(first, second, places)
        if verdict == "at":
            return dict(zip(self.joints, q))
        return False if verdict == "never" else None

    def never_meet(self, *, places: int = 10_000) -> list[tuple[str, str]]:
        """Those of the pairs that certainly never meet."""
        return [pair for pair in self.pairs if self.meets(*pair, places=places) is False]

    def without(self, pairs: Iterable[tuple[str, str]]) -> Clearance:
        """The same without some pairs of bodies."""
        return Clearance(self._native._without(list(pairs)))
