"""Skins without a world, for those who bring their own simulator."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _native
from .errors import SceneError
from .scene import Scene

__all__ = ["Skin"]


class Skin(_native.Skin):
    """A tactile skin: poses and twists in, forces and wrenches out.

    ``layout`` and ``material`` are what a scene file would say; a string is the name of a preset. More keys of a skin (``samples``,
    ``look_ahead``, …) may follow.

    >>> import bristle as br
    >>> skin = br.Skin({"grid": {"rows": 14, "columns": 6, "pitch": 3.4e-3}}, "foam_rs_55_066_corrected_per_area")
    >>> ball = br.Shape.sphere(0.02)
    >>> texels = skin.update([ball], poses=[[0, 0, 0.0185]], h=1e-3)  # its lowest point 1.5 mm inside the pad
    >>> int((texels["normal_force"] > 0).sum())
    16
    >>> bool(abs(skin.wrenches_on_shapes[0, 2] - skin.force[2] * -1) < 1e-12)
    True
    """

    def __new__(
        cls,
        layout: Mapping[str, Any],
        material: str | Mapping[str, Any],
        *,
        origin: str | os.PathLike[str] = "skin.toml",
        **options: Any,
    ) -> Skin:
        made_of = {"preset": material} if isinstance(material, str) else material
        for what, table in (("layout", layout), ("material", made_of)):
            if not isinstance(table, Mapping):
                raise SceneError(f"the {what} of a skin is a dictionary, not {type(table).__name__}")
        skin = {"on": "body", "layout": layout, "material": "pad", **options}
        scene = Scene.from_dict({"bodies": {"body": {}}, "materials": {"pad": made_of}, "skins": {"skin": skin}}, origin)
        return super().__new__(cls, scene, "skin")

    @classmethod
    def of_scene(cls, scene: Scene, name: str) -> Skin:
        """The skin called ``name`` of a scene.

        >>> import bristle as br
        >>> br.Skin.of_scene(br.load("lib:scenes/weigh"), "dsa")
        <bristle.Skin of 84 texels>
        """
        return _native.Skin.__new__(cls, scene, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (type(self), *self.stored()))

    def __copy__(self) -> Skin:
        return _unpickled(type(self), *self.stored())

    def __deepcopy__(self, memo: dict[int, Any]) -> Skin:
        return self.__copy__()


def _unpickled(kind: type[Skin], scene: Scene, name: str, bristles: bytes, shapes: list[_native.Shape]) -> Skin:
    skin = kind.of_scene(scene, name)
    _native.fill_skin(skin, bristles, shapes)
    return skin
