"""What the tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

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


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Ctrl-C is heard: programs started in the background by a shell inherit that it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
