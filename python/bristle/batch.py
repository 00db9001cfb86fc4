"""Many worlds of one scene, on all cores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from . import _native
from .errors import ModelError
from .world import World, counts_of, field_as_grid

if TYPE_CHECKING:
    from .scene import Scene

__all__ = ["Batch"]


class Batch(_native.Batch):
    """``n`` worlds of one scene that are stepped together; each has the bits that it would have alone.

    >>> import bristle as br
    >>> batch = br.Batch(br.load("lib:scenes/weigh"), 3)
    >>> batch.step(500)
    >>> batch.texels("dsa")["normal_force"].sum(axis=1).round(6).tolist()
    [9.8, 9.8, 9.8]

    A world is taken out with ``batch[i]`` and put back, changed, with ``batch[i] = world``.
    """

    def __getitem__(self, index: int) -> World:
        """A copy of one world."""
        world = World(self.scene, script=False)
        world.restore(self.snapshot(index))
        return world

    def __setitem__(self, index: int, world: World) -> None:
        """Puts a world of the same scene in the place of another."""
        if not isinstance(world, World):
            raise ModelError(f"a batch holds worlds; {world!r} is none")
        self.restore(index, world.snapshot())

    def map(self, skin: str, field: str = "normal_force") -> npt.NDArray[Any]:
        """One field of a skin with rows and columns, as worlds × rows × columns: a view that shows the present, as with :meth:`World.map`."""
        return field_as_grid(self.texels(skin), self.grid(skin), self.cells(skin), skin, field)

    def counts(self, skin: str) -> npt.NDArray[Any]:
        """What a skin's devices say now, as worlds × rows × columns: the last frames that they delivered."""
        return counts_of(self.device(skin), self.grid(skin), self.cells(skin), skin, 1)
