"""Every public callable gets what nobody should hand it, drawn by chance from a fixed seed.

What comes back is an exception of Bristle's or one that Python itself has for a wrong kind of argument; never a panic of the native half. And however much was
thrown at a world, from the same state it goes on with the same bits as one that was left alone.
"""

from __future__ import annotations

import inspect
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import bristle as br
import numpy as np
import pytest

NAN, INF = float("nan"), float("inf")

#: What conversions of arguments raise by themselves: wrong kinds, numbers that do not fit, text that is none, places out of range.
PYTHONS_OWN = (TypeError, OverflowError, UnicodeEncodeError, IndexError)

LAYOUT = {"grid": {"rows": 3, "columns": 2, "pitch": 3.4e-3}}
TABLE = b"compression_mm,load_g\n0.5,62\n1.0,118\n1.5,185\n2.0,241\n2.5,307\n"


class Own(Exception):
    """What hostile objects raise: it may pass as it is."""


class Hostile:
    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise Own("no")

    __float__ = __index__ = __array__ = __fspath__ = __len__ = __iter__ = __call__ = __getitem__ = _refuse


def hostile_values() -> list[Any]:
    """Numbers, texts, arrays and objects that are mostly wrong wherever they go, and some that are right somewhere."""
    numbers = [NAN, INF, -INF, 0, -1, 2, -0.0, 1e-320, 0.3, -0.7, 1e300, -1e308, 2**31, 2**63, 10**400, True, 1j, np.float16(0.3), np.int64(3)]
    texts = ["", "x", "\ud800", "a\0b", b"", b"x", bytearray(b"x"), "cube", "lift", "jaws", "left_dsa", "normal_force", "table3", "../none.stl"]
    arrays = [np.zeros(shape) for shape in (0, 3, 7, 84, (0, 3), (3, 3), (1,) * 20)]
    arrays += [np.array(NAN), np.full(3, NAN), np.full(3, 1e300), np.full(84, 1e308), np.eye(4), np.full((4, 4), 1e308)]
    arrays += [np.array([0, 0, 0.1, 0, 0, 0, 1], ">f8"), np.arange(7.0)[::-1], np.arange(14.0)[::2], np.array([1j]), np.array(["a"])]
    arrays += [np.array([None, 3], object), np.zeros(3, br.texel_dtype), np.ma.masked_array([1.0, 2.0, 3.0], [1, 0, 0])]
    lists = [None, [], [1, 2], [[0, 0, 0.019]], [NAN] * 3, (1, 2), {}, {3: 4}, {"a": {"b": Hostile()}}, {1, 2}, iter([1]), range(3), slice(3), ...]
    scene = br.load("lib:scenes/weigh")
    skin = br.Skin(LAYOUT, "table3")
    ours = [scene, scene.world().snapshot(), skin, skin.snapshot(), br.Shape.sphere(0.02), [br.Shape.sphere(0.02)], LAYOUT, TABLE]
    objects = [object(), Hostile(), Own, type, lambda *_, **__: None, Hostile().__len__]
    return [*numbers, *texts, *arrays, *lists, *ours, *objects]


def callables(thing: Any) -> Iterator[Callable[..., Any]]:
    """Public methods, and those that Python calls by operators."""
    for name in dir(thing):
        if not name.startswith("_") or name in ("__getitem__", "__setitem__", "__eq__"):
            value = getattr(thing, name)
            if callable(value) and not isinstance(value, type):
                yield value


def public(scene: br.Scene, world: br.World) -> list[Callable[..., Any]]:
    skin = br.Skin(LAYOUT, "table3")
    fitted = br.calibrate_stiffness(TABLE, loaded_area=8e-4, pad=(1e-3, 84))
    device = br.Device(skin, [{"spread": {"radius": 2e-3}}, {"counts": {"full_scale": 5.0, "bits": 12}}])
    things = [world, br.Batch(scene, 2), skin, device, fitted, world.picture(), scene, br.Shape, world.percept()]
    found = [call for thing in things for call in callables(thing)]
    exported = (getattr(br, name) for name in br.__all__)
    return found + [call for call in exported if callable(call) and not (isinstance(call, type) and issubclass(call, BaseException))]


def arguments(call: Callable[..., Any], values: list[Any], chance: random.Random) -> tuple[list[Any], dict[str, Any]]:
    """A value for each parameter without a default, and for some of the others. Names of things are mostly right, so that the rest is looked at."""
    right = {"skin": "left_dsa", "body": "cube", "motor": "jaws"}
    given: list[Any] = []
    named: dict[str, Any] = {}
    try:
        parameters = inspect.signature(call).parameters.values()
    except ValueError:
        return [chance.choice(values)], named
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        value = right.get(parameter.name) if chance.random() < 0.8 else None
        value = chance.choice(values) if value is None else value
        if parameter.name in ("n", "duration") and isinstance(value, (int, float)) and value > 100:
            continue  # Would be right, and takes long.
        if parameter.default is parameter.empty:
            given.append(value)
        elif chance.random() < 0.5 and parameter.kind != parameter.POSITIONAL_ONLY:
            named[parameter.name] = value
    return given, named


def told(call: Callable[..., Any], given: list[Any], named: dict[str, Any]) -> str:
    def words(value: Any) -> str:
        return type(value).__name__ if isinstance(value, Hostile) else repr(value)[:60]

    return f"{getattr(call, '__qualname__', call)}({', '.join(map(words, given))}, {', '.join(f'{k}={words(v)}' for k, v in named.items())})"


@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_python_can_say_breaks_anything(seed: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(seed)
    # Short, for those who run it without saying how long.
    scene = br.load("lib:scenes/pick-cube").with_settings({"run": {"duration": 0.02}})
    world, untouched = scene.world(), scene.world()
    values, calls = hostile_values(), public(scene, world)
    assert len(calls) > 80
    begin = world.snapshot()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, of numbers that lose a part.
        for _ in range(2000):
            call = chance.choice(calls)
            given, named = arguments(call, values, chance)
            try:
                call(*given, **named)
            except (br.BristleError, Own, NotImplementedError, *PYTHONS_OWN):
                pass
            except BaseException as error:  # noqa: BLE001 - a panic is no Exception.
                pytest.fail(f"{told(call, given, named)} raised {type(error).__name__}: {error}")
    for motor in world.motors:
        world.detach(motor)
    world.restore(begin)
    world.step(50)
    untouched.step(50)
    for skin in scene.skins:
        assert world.texels(skin).tobytes() == untouched.texels(skin).tobytes()
    for body in scene.bodies:
        assert world.pose(body).tobytes() == untouched.pose(body).tobytes()
