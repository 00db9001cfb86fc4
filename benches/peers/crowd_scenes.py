"""Scenes of many bodies, the same as in `crates/bench/src/crowds.rs`, as plain lists that every engine can be given."""

import math
from dataclasses import dataclass, field

GRAVITY = 9.81


@dataclass
class Thing:
    """A body: a shape (sphere, box, capsule along z, cylinder along z, wedge) with its sizes, half ones for boxes and heights."""

    shape: str
    size: tuple
    mass: float  # none for what is fixed to the world
    xyz: tuple
    quat: tuple = (1.0, 0.0, 0.0, 0.0)  # w, x, y, z
    friction: float = 0.5
    spin: tuple = (0.0, 0.0, 0.0)


@dataclass
class Scene:
    """Things on a table (a plane at z = 0), or without one."""

    things: list = field(default_factory=list)
    table: bool = True
    friction: float = 0.5


class Numbers:
    """Numbers that look random: a seed gives the same ones as `Numbers` in `crowds.rs`."""

    def __init__(self, seed):
        self.state = seed

    def between(self, low, high):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return low + (high - low) * ((self.state >> 11) / 2**53)


def product(p, q):
    """Product of two quaternions (w, x, y, z)."""
    a, b, c, d = p
    e, f, g, h = q
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)


def about(axis, angle):
    """A turn about x, y or z."""
    quat = [math.cos(angle / 2), 0.0, 0.0, 0.0]
    quat["xyz".index(axis) + 1] = math.sin(angle / 2)
    return tuple(quat)


def turned(quat, vector):
    """A vector, turned."""
    w, x, y, z = quat
    return product(product(quat, (0.0, *vector)), (w, -x, -y, -z))[1:]


def plus(a, b):
    """Sum of two vectors."""
    return tuple(x + y for x, y in zip(a, b))


def flying(count):
    """Boxes that tumble in free flight and touch nothing."""
    side = math.ceil(round(count ** (1 / 3), 9))
    numbers = Numbers(1)
    things = []
    for i in range(count):
        place = tuple(0.2 * k for k in (i % side, i // side % side, i // side // side))
        spin = tuple(numbers.between(-3.0, 3.0) for _ in range(3))
        things.append(Thing("box", (0.02, 0.015, 0.01), 0.1, place, spin=spin))
    return Scene(things, table=False)


def _bin(width, height, friction):
    thick, walls = 0.01, []
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        out = width + thick
        size = (out + thick, thick, height) if x == 0 else (thick, out + thick, height)
        walls.append(Thing("box", size, 0.0, (x * out, y * out, height), friction=friction))
    return walls


def boxes(count):
    """Boxes in loose layers of 25, dropped into a bin."""
    numbers, things = Numbers(5), _bin(0.15, 0.2, 0.5)
    for i in range(count):
        x = 0.055 * (i % 5 - 2) + numbers.between(-0.004, 0.004)
        y = 0.055 * (i // 5 % 5 - 2) + numbers.between(-0.004, 0.004)
        turn = about("z", numbers.between(-0.3, 0.3))
        things.append(Thing("box", (0.02, 0.02, 0.02), 0.064, (x, y, 0.03 + 0.05 * (i // 25)), turn))
    return Scene(things)


def pile(count, seed=7):
    """Mixed solids that are poured into a bin."""
    numbers, things = Numbers(seed), _bin(0.12, 0.15, 0.5)
    shapes = (("sphere", (0.016,)), ("box", (0.02, 0.014, 0.01)), ("cylinder", (0.014, 0.018)), ("capsule", (0.01, 0.018)))
    for i in range(count):
        x, y = ((-1, -1), (1, -1), (-1, 1), (1, 1))[i % 4]
        place = (x * 0.055 + numbers.between(-0.012, 0.012), y * 0.055 + numbers.between(-0.012, 0.012), 0.04 + 0.06 * (i // 4))
        angles = [numbers.between(-3.0, 3.0) for _ in range(3)]
        turn = product(product(about("x", angles[0]), about("y", angles[1])), about("z", angles[2]))
        shape, size = shapes[i % len(shapes)]
        things.append(Thing(shape, size, 0.04, place, turn))
    return Scene(things)


DOMINO = (0.0025, 0.012, 0.024)


def dominoes(count):
    """A row of dominoes, the first of which leans."""
    things = []
    for i in range(count):
        lean = about("y", 0.3) if i == 0 else about("y", 0.0)
        edge = (DOMINO[0], 0.0, 0.0)
        place = plus(plus((0.02 * i, 0.0, 0.0), edge), turned(lean, (-DOMINO[0], 0.0, DOMINO[2])))
        things.append(Thing("box", DOMINO, 0.01, place, lean, friction=0.3))
    return Scene(things)


SLOPE, WEDGE_LENGTH, WEDGE_WIDE = math.radians(30), 0.4, 0.1
WEDGE_MASS, SLIDER_MASS = 2.0, 0.5


def wedge_corners():
    """Corners of the wedge in its own frame."""
    high = WEDGE_LENGTH * math.tan(SLOPE)
    return [(x, y, z) for y in (-WEDGE_WIDE, WEDGE_WIDE) for x, z in ((0.0, 0.0), (WEDGE_LENGTH, 0.0), (0.0, high))]


def wedge():
    """A box on a wedge that slides away under it, both without friction."""
    turn = about("y", SLOPE)
    on = (0.1, 0.0, (WEDGE_LENGTH - 0.1) * math.tan(SLOPE))
    slider = Thing("box", (0.03, 0.03, 0.02), SLIDER_MASS, plus(on, turned(turn, (0.0, 0.0, 0.02))), turn, friction=0.0)
    return Scene([Thing("wedge", (), WEDGE_MASS, (0.0, 0.0, 0.0), friction=0.0), slider], friction=0.0)


def wedge_closed_form():
    """Accelerations of wedge and box along x: momentum along x is kept, and the box stays on the slope."""
    sin, cos, ratio = math.sin(SLOPE), math.cos(SLOPE), SLIDER_MASS / WEDGE_MASS
    of_wedge = -GRAVITY * ratio * sin * cos / (1 + ratio * sin * sin)
    return of_wedge, -of_wedge / ratio


TOP = {"mass": 0.2, "radius": 0.04, "half_height": 0.005, "height": 0.03, "tip": 1e-3, "tilt": 0.3, "spin": 400.0}
