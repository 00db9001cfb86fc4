"""What the tests share."""

from __future__ import annotations

import bristle as br
import pytest


@pytest.fixture(scope="session")
def weigh() -> br.Scene:
    """1 kg on 84 texels."""
    return br.load("lib:scenes/weigh")


@pytest.fixture(scope="session")
def pick() -> br.Scene:
    """The PG70 over a cube, with a script."""
    return br.load("lib:scenes/pick-cube")


@pytest.fixture
def world(weigh: br.Scene) -> br.World:
    return weigh.world()
