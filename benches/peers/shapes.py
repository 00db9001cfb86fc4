"""Triangle meshes for the comparison, made here so that every engine gets the same ones.

`python shapes.py DIRECTORY` writes them as OBJ files [m], for programs in other languages.
"""

import math
import sys
from pathlib import Path

# Outer profile of the spray bottle: (height, radius) [m]; its waist is 24 mm long and 5 mm deep.
BOTTLE_PROFILE = [
    (0.000, 0.026), (0.003, 0.029), (0.008, 0.030), (0.070, 0.030), (0.074, 0.0285), (0.078, 0.0262), (0.082, 0.025),
    (0.086, 0.025), (0.090, 0.0262), (0.094, 0.0285), (0.098, 0.030), (0.112, 0.030), (0.122, 0.027), (0.132, 0.021),
    (0.140, 0.015), (0.145, 0.013), (0.165, 0.013),
]
BOTTLE_WAIST_HEIGHT = 0.084


def bottle(around=78):
    """Spray bottle, a surface of revolution about z with a waist: 10 140 triangles."""
    return _revolved(_refined(BOTTLE_PROFILE, 4), around)


def bottle_pieces(around=78):
    """The bottle's body as convex pieces: the profile is cut wherever it turns outward, as a convex decomposition would."""
    cuts = _convex_runs(BOTTLE_PROFILE)
    return [_revolved(BOTTLE_PROFILE[first : last + 1], around) for first, last in cuts]


def tessellated_box(side=0.05, across=29):
    """Cube about the origin, every face split into across x across squares of two triangles: 10 092 triangles at 29."""
    index, vertices, triangles = {}, [], []

    def vertex(grid):
        if grid not in index:
            index[grid] = len(vertices)
            vertices.append(tuple(side * (i / across - 0.5) for i in grid))
        return index[grid]

    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for face in (0, across):
            for i in range(across):
                for j in range(across):
                    corners = []
                    for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
                        grid = [0, 0, 0]
                        grid[axis], grid[u], grid[v] = face, i + du, j + dv
                        corners.append(vertex(tuple(grid)))
                    if face == 0:
                        corners.reverse()
                    a, b, c, d = corners
                    triangles += [(a, b, c), (a, c, d)]
    return vertices, triangles


def volume(mesh):
    """Enclosed volume [m³]: positive for a closed mesh whose triangles look outward."""
    vertices, triangles = mesh
    total = 0.0
    for a, b, c in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = vertices[a], vertices[b], vertices[c]
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


def to_obj(mesh):
    """The mesh as text of an OBJ file."""
    vertices, triangles = mesh
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in vertices]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in triangles]
    return "\n".join(lines) + "\n"


def _refined(profile, parts):
    points = []
    for (z0, r0), (z1, r1) in zip(profile, profile[1:]):
        points += [(z0 + (z1 - z0) * k / parts, r0 + (r1 - r0) * k / parts) for k in range(parts)]
    return points + [profile[-1]]


def _convex_runs(profile):
    """Index ranges of the profile within which its slope never grows, so that the body of revolution is convex."""
    runs, first = [], 0
    for k in range(1, len(profile) - 1):
        (z0, r0), (z1, r1), (z2, r2) = profile[k - 1 : k + 2]
        if (r1 - r0) * (z2 - z1) < (r2 - r1) * (z1 - z0) - 1e-15:
            runs.append((first, k))
            first = k
    return runs + [(first, len(profile) - 1)]


def _revolved(profile, around):
    vertices, triangles = [], []
    for z, r in profile:
        for k in range(around):
            angle = 2 * math.pi * k / around
            vertices.append((r * math.cos(angle), r * math.sin(angle), z))
    for ring in range(len(profile) - 1):
        for k in range(around):
            a, b = ring * around + k, ring * around + (k + 1) % around
            c, d = a + around, b + around
            triangles += [(a, b, d), (a, d, c)]
    bottom, top = len(vertices), len(vertices) + 1
    vertices += [(0.0, 0.0, profile[0][0]), (0.0, 0.0, profile[-1][0])]
    last = (len(profile) - 1) * around
    for k in range(around):
        following = (k + 1) % around
        triangles += [(bottom, following, k), (top, last + k, last + following)]
    return vertices, triangles


def main(arguments):
    if len(arguments) != 1:
        sys.exit("usage: python shapes.py DIRECTORY")
    directory = Path(arguments[0])
    directory.mkdir(parents=True, exist_ok=True)
    for name, mesh in (("bottle", bottle()), ("box", tessellated_box())):
        path = directory / f"{name}.obj"
        path.write_text(to_obj(mesh), encoding="utf-8")
        print(f"{path}: {len(mesh[1])} triangles, {volume(mesh) * 1e6:.1f} cm³")


if __name__ == "__main__":
    main(sys.argv[1:])
