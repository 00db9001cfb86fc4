"""Surfaces of geoms, and texels spread over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ._plugin import mujoco

Vectors = NDArray[np.float64]

#: How far the normal of a surface may lean from the direction that a patch faces [degrees].
OPENING = 60.0

_AXES = {sign + axis: (1.0 if sign == "+" else -1.0) * np.eye(3)[i] for i, axis in enumerate("xyz") for sign in "+-"}


class Surface(NamedTuple):
    """Triangles in the frame that the model file gives a geom, wound outwards."""

    corners: Vectors  #: (n, 3, 3) [m]

    @property
    def areas(self) -> Vectors:
        return np.asarray(0.5 * np.linalg.norm(self._cross(), axis=1))

    @property
    def normals(self) -> Vectors:
        cross = self._cross()
        return np.asarray(cross / np.maximum(np.linalg.norm(cross, axis=1, keepdims=True), 1e-300))

    def _cross(self) -> Vectors:
        return np.cross(self.corners[:, 1] - self.corners[:, 0], self.corners[:, 2] - self.corners[:, 0])


class Cells(NamedTuple):
    """Texels."""

    positions: Vectors
    directions: Vectors
    areas: Vectors
    rows: NDArray[np.int64] | None = None
    columns: NDArray[np.int64] | None = None

    def table(self) -> str:
        """As the layout ``cells`` has it."""
        titles = "x_mm,y_mm,z_mm,nx,ny,nz,area_mm2" + (",row,column" if self.rows is not None else "")
        lines = [titles]
        for i, (p, n, area) in enumerate(zip(1e3 * self.positions, self.directions, 1e6 * self.areas, strict=True)):
            numbers = [*p, *n, area]
            cell = f",{self.rows[i]},{self.columns[i]}" if self.rows is not None and self.columns is not None else ""
            lines.append(",".join(f"{number:.7g}" for number in numbers) + cell)
        return "\n".join(lines) + "\n"


def axis(face: str | Sequence[float]) -> Vectors:
    """A direction: ``"+z"`` and the like, or three numbers."""
    if isinstance(face, str):
        if face not in _AXES:
            raise ModelError(f"face is {face!r}; it must be one of {', '.join(_AXES)}, or three numbers")
        return np.asarray(_AXES[face])
    vector = np.asarray(face, dtype=float)
    length = float(np.linalg.norm(vector)) if vector.shape == (3,) else 0.0
    if not 0.0 < length < np.inf:
        raise ModelError(f"face is {face!r}; it must be one of {', '.join(_AXES)}, or three numbers that are not all zero")
    return np.asarray(vector / length)


def of_geom(model: Any, geom: int, size: float) -> Surface:
    """The surface of a geom of a compiled model, in triangles that are small beside ``size`` where it is round."""
    kind, sizes = mujoco.mjtGeom(int(model.geom_type[geom])), model.geom_size[geom]
    kinds = mujoco.mjtGeom
    if kind == kinds.mjGEOM_MESH:
        return _mesh(model, geom)
    if kind == kinds.mjGEOM_BOX:
        return Surface(np.concatenate([_square(sizes, n) for n in _AXES.values()]))
    if kind in (kinds.mjGEOM_SPHERE, kinds.mjGEOM_ELLIPSOID, kinds.mjGEOM_CAPSULE, kinds.mjGEOM_CYLINDER):
        return _round(kind, sizes, size)
    raise ModelError(f"a {str(kind).split('_')[-1].lower()} has no surface to put texels on; use a box, sphere, capsule, cylinder, ellipsoid or mesh")


def _mesh(model: Any, geom: int) -> Surface:
    mesh = int(model.geom_dataid[geom])
    begin, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    vertices = model.mesh_vert[begin : begin + count].astype(float)
    # MuJoCo has moved the vertices into the frame of the mesh's inertia.
    turn = np.empty(9)
    mujoco.mju_quat2Mat(turn, model.mesh_quat[mesh])
    vertices = vertices @ turn.reshape(3, 3).T + model.mesh_pos[mesh]
    first, faces = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
    corners = vertices[model.mesh_face[first : first + faces]]
    volume = np.einsum("ni,ni->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    return Surface(corners if volume >= 0.0 else corners[:, ::-1])


def _square(half: Vectors, normal: Vectors) -> Vectors:
    across = [i for i in range(3) if normal[i] == 0.0]
    u, v = (half[i] * np.eye(3)[i] for i in across)
    if np.cross(u, v) @ normal < 0.0:
        u, v = v, u
    middle = half * normal
    a, b, c, d = middle - u - v, middle + u - v, middle + u + v, middle - u + v
    return np.array([[a, b, c], [a, c, d]])


def _round(kind: Any, sizes: Vectors, size: float) -> Surface:
    """A surface of revolution about z, by its profile (r, z) from the lower pole to the upper one."""
    kinds = mujoco.mjtGeom
    radius = float(sizes[0])
    steps = int(np.clip(np.ceil(np.pi * max(sizes[:2]) / (0.3 * size)), 12, 96))
    angles = np.linspace(-np.pi / 2, np.pi / 2, steps + 1)
    if kind == kinds.mjGEOM_CAPSULE:
        lower, upper = angles[: steps // 2 + 1], angles[steps // 2 :]
        # Between the caps in pieces too: long triangles would blur where texels are.
        length = 2.0 * float(sizes[1])
        between = np.linspace(-0.5, 0.5, max(2, int(np.ceil(length / (0.5 * size)))))[1:-1] * length
        r = np.concatenate([radius * np.cos(lower), np.full(len(between), radius), radius * np.cos(upper)])
        z = np.concatenate([radius * np.sin(lower) - sizes[1], between, radius * np.sin(upper) + sizes[1]])
    elif kind == kinds.mjGEOM_CYLINDER:
        r, z = np.array([0.0, radius, radius, 0.0]), np.array([-1.0, -1.0, 1.0, 1.0]) * sizes[1]
    else:
        r, z = np.cos(angles), np.sin(angles)
    turns = np.linspace(0.0, 2.0 * np.pi, 2 * steps + 1)
    points = np.stack([np.outer(r, np.cos(turns)), np.outer(r, np.sin(turns)), np.repeat(z[:, None], len(turns), axis=1)], axis=-1)
    if kind == kinds.mjGEOM_SPHERE:
        points = points * radius
    elif kind == kinds.mjGEOM_ELLIPSOID:
        points = points * sizes
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    corners = np.concatenate([np.stack([a, b, c], axis=2).reshape(-1, 3, 3), np.stack([a, c, d], axis=2).reshape(-1, 3, 3)])
    surface = Surface(corners)
    return Surface(corners[surface.areas > 1e-12 * surface.areas.max()])


def patch(surface: Surface, face: Vectors | None, opening: float, within: tuple[Sequence[float], Sequence[float]] | None) -> Surface:
    """The part that faces a direction, and whose triangles have their middles in a box."""
    keep = surface.areas > 0.0
    if face is not None:
        keep &= surface.normals @ face >= np.cos(np.radians(opening)) - 1e-12
    if within is not None:
        low, high = (np.asarray(corner, dtype=float) for corner in within)
        middles = surface.corners.mean(axis=1)
        keep &= ((middles >= low) & (middles <= high)).all(axis=1)
    if not keep.any():
        raise ModelError("nothing of the geom's surface is left: look at face, opening and within, which are in the frame that the model file gives the geom")
    return Surface(surface.corners[keep])


def grid_on_box(half: Vectors, face: Vectors, size: float) -> Cells:
    """Rows and columns that fill one face of a box."""
    across = [i for i in range(3) if face[i] == 0.0]
    counts = [max(1, round(2.0 * half[i] / size)) for i in across]
    pitches = [2.0 * half[i] / count for i, count in zip(across, counts, strict=True)]
    row, column = (index.ravel() for index in np.meshgrid(*map(np.arange, counts), indexing="ij"))
    positions = np.outer(np.ones(len(row)), half * face)
    for i, index, count, pitch in zip(across, (row, column), counts, pitches, strict=True):
        positions[:, i] = (index - (count - 1) / 2) * pitch
    return Cells(positions, np.tile(face, (len(row), 1)), np.full(len(row), pitches[0] * pitches[1]), row, column)


def spread(surface: Surface, size: float) -> Cells:
    """Texels about ``size`` apart, each with the part of the surface that is nearest to it (Lloyd's algorithm on points of the surface)."""
    area = float(surface.areas.sum())
    count = max(1, round(area / size**2))
    if count > 10_000:
        raise ModelError(f"{count} texels of {1e3 * size:.3g} mm on {1e4 * area:.3g} cm² are too many; at most 10000: make texel_size larger")
    points, normals = _points(surface, count * (40 if count < 500 else 16))
    centres = points[_far_apart(points, count)]
    for _ in range(12):
        owner = _nearest(points, centres)
        sums = np.stack([np.bincount(owner, weights=points[:, i], minlength=count) for i in range(3)], axis=1)
        members = np.bincount(owner, minlength=count)
        centres = np.where(members[:, None] > 0, sums / np.maximum(members, 1)[:, None], centres)
    owner = _nearest(points, centres)
    members = np.bincount(owner, minlength=count)
    directions = np.stack([np.bincount(owner, weights=normals[:, i], minlength=count) for i in range(3)], axis=1)
    lengths = np.linalg.norm(directions, axis=1)
    own = np.array([_representative(points, owner, centres, i) for i in range(count)])
    # Where a cell folds around an edge, its mean normal means nothing: that of its own point does.
    folded = lengths < 0.5 * np.maximum(members, 1)
    directions = np.where(folded[:, None], normals[own], directions / np.maximum(lengths, 1e-300)[:, None])
    used = members > 0
    return Cells(points[own][used], directions[used], area * members[used] / len(points))


def _representative(points: Vectors, owner: NDArray[np.int64], centres: Vectors, cell: int) -> int:
    """The point of the surface that is nearest to a cell's middle."""
    mine = np.flatnonzero(owner == cell)
    if len(mine) == 0:
        return 0
    return int(mine[np.argmin(((points[mine] - centres[cell]) ** 2).sum(axis=1))])


def _points(surface: Surface, count: int) -> tuple[Vectors, Vectors]:
    """Points that cover a surface evenly, the same in every run."""
    ends = np.cumsum(surface.areas)
    places = (np.arange(count) + 0.5) / count * ends[-1]
    triangle = np.minimum(np.searchsorted(ends, places), len(ends) - 1)
    # Two irrational steps fill a triangle evenly.
    u, v = ((np.arange(1, count + 1) * step) % 1.0 for step in (0.7548776662466927, 0.5698402909980532))
    over = u + v > 1.0
    u, v = np.where(over, 1.0 - u, u), np.where(over, 1.0 - v, v)
    a, b, c = (surface.corners[triangle, i] for i in range(3))
    return a + u[:, None] * (b - a) + v[:, None] * (c - a), surface.normals[triangle]


def _far_apart(points: Vectors, count: int) -> NDArray[np.int64]:
    """Points of which each is as far as can be from those before."""
    chosen = np.zeros(count, dtype=np.int64)
    distances = ((points - points[0]) ** 2).sum(axis=1)
    for i in range(1, count):
        chosen[i] = int(np.argmax(distances))
        distances = np.minimum(distances, ((points - points[chosen[i]]) ** 2).sum(axis=1))
    return chosen


def _nearest(points: Vectors, centres: Vectors) -> NDArray[np.int64]:
    """The nearest centre of each point."""
    nearest = np.empty(len(points), dtype=np.int64)
    squares = (centres**2).sum(axis=1)
    for begin in range(0, len(points), 4096):
        some = points[begin : begin + 4096]
        nearest[begin : begin + 4096] = np.argmin(squares - 2.0 * some @ centres.T, axis=1)
    return nearest
