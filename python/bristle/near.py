"""Who is near whom, and who touches whom."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

__all__ = ["BodyContact", "Nearness"]


class Nearness(NamedTuple):
    """Where two bodies are nearest to each other, or deepest inside."""

    #: Their names.
    bodies: tuple[str, str]
    #: Distance of their surfaces; negative by how far they are inside each other [m].
    distance: float
    #: The middle between the nearest points, in the world [m].
    point: npt.NDArray[Any]
    #: Unit vector from the first to the second, in the world.
    normal: npt.NDArray[Any]


class BodyContact(NamedTuple):
    """Two bodies that touched in the last step."""

    #: Their names; if a skin feels it, the one that wears it is first.
    bodies: tuple[str, str]
    #: The skin that feels it; None between plain surfaces.
    skin: str | None
    #: Force and torque on the first body about the world's origin, in world axes: the mean of the last step [N, N·m].
    wrench: npt.NDArray[Any]


def nearness(told: tuple[str, str, float, Any, Any]) -> Nearness:
    a, b, distance, point, normal = told
    return Nearness((a, b), distance, point, normal)


def contact(told: tuple[str, str, str | None, Any]) -> BodyContact:
    a, b, skin, wrench = told
    return BodyContact((a, b), skin, wrench)
