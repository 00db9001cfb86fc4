"""The world and its tactile images in one frame of fixed size."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._native import Picture
from ..world import World

__all__ = ["HEIGHT", "WIDTH", "frame"]

HEIGHT, WIDTH = 480, 860
#: Of the tactile images, side by side on the right.
_IMAGES = 300
#: Force of the last colour [N]: a grip of 15 N on 84 texels has 0.18 N on each.
_FULL_SCALE = 0.3


def frame(world: World) -> npt.NDArray[np.uint8]:
    """Red, green and blue of what there is to see now."""
    canvas = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    canvas[:, : WIDTH - _IMAGES] = world.frame(WIDTH - _IMAGES, HEIGHT, full_scale=_FULL_SCALE)
    width = _IMAGES // len(world.skins)
    for i, skin in enumerate(world.skins):
        left = WIDTH - _IMAGES + i * width
        image = world.tactile_image(skin, full_scale=_FULL_SCALE, palette="viridis")
        _paste(canvas[:, left : left + width], image)
    return canvas


def _paste(place: npt.NDArray[np.uint8], picture: Picture) -> None:
    """Draws a picture into the middle of a place, as large as fits."""
    height, width, _ = place.shape
    scale = min((width - 2) / picture.size[0], (height - 2) / picture.size[1], 1.5)
    pixels = picture.array(scale)[:height, :width, :3]
    top, left = (height - pixels.shape[0]) // 2, (width - pixels.shape[1]) // 2
    place[top : top + pixels.shape[0], left : left + pixels.shape[1]] = pixels
