"""Reads every robot file of some packages, compares with other programs, and writes the table in docs/robots.md; see scripts/survey-robots."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import bristle as br
from robot_oracles import ROBOTS, Apart, Read, Refused, with_drake, with_mujoco, with_yourdfpy

#: How far poses, masses and principal moments may be from those of other programs.
TOLERANCE = 1e-9
#: MuJoCo turns the inertia of a mesh to its principal axes until products are below 1e-12 at unit density: this is what remains of that for small meshes.
MESH_TOLERANCE = 1e-8
AXES_TOLERANCE = 1e-6
#: Where the other programs do not agree with one another either: file, program, why.
DISPUTED = {
    "alex_psyonic_hands.urdf": ("yourdfpy", "joints in it follow others that do not exist, which yourdfpy takes as a position and MuJoCo, like Bristle, passes over"),
}
#: A thousand objects without joints, shown as one.
COLLECTION = "pybullet_data/random_urdfs/"
ORACLES = {"MuJoCo": with_mujoco, "yourdfpy": with_yourdfpy, "Drake": with_drake}
COLUMNS = "| file | links | joints | poses | masses | moments | compared with | import |"


@dataclass
class Row:
    """What became of a file."""

    file: str
    scene: br.Scene | None = None
    repaired: bool = False
    error: str = ""
    seconds: float = 0.0
    apart: dict[str, Apart] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def faults(self) -> list[str]:
        """Where it is further from an oracle than is allowed."""
        found = []
        for oracle, apart in self.apart.items():
            moments = MESH_TOLERANCE if apart.meshes else TOLERANCE
            if max(apart.pose, apart.mass) > TOLERANCE or apart.moments > moments or apart.tensor > AXES_TOLERANCE:
                found.append(f"{self.file}: {oracle} {apart}")
        return found


def files() -> list[Path]:
    """All URDF files, and MJCF files by their root element, of the packages."""
    found = [path for path in ROBOTS.rglob("*.urdf")]
    for path in ROBOTS.rglob("*.xml"):
        if b"<mujoco" in path.read_bytes():
            found.append(path)
    return sorted(found)


def examine(path: Path) -> Row:
    """Reads one file, strictly and if that fails with repairs, and compares."""
    row = Row(str(path.relative_to(ROBOTS)))
    start = time.perf_counter()
    try:
        scene = br.import_robot(path, skip_missing=True)
    except br.BristleError as error:
        row.error = str(error)
        try:
            scene = br.import_robot(path, skip_missing=True, repair=True)
        except br.BristleError:
            return row
        row.repaired = True
    row.seconds = time.perf_counter() - start
    try:
        read = Read(scene)
    except br.BristleError as error:
        row.error, row.repaired = str(error), False
        return row
    for name, compare in ORACLES.items():
        if name != "MuJoCo" and path.suffix != ".urdf":
            continue
        if DISPUTED.get(path.name, ("",))[0] == name:
            row.refused[name] = "disputed"
            continue
        try:
            row.apart[name] = compare(read, path)
        except Refused as error:
            row.refused[name] = str(error)
    return row


def collection(rows: list[Row]) -> str:
    """Many files in one line."""
    apart = [of for row in rows for of in row.apart.values()]
    worst = [number(max(getattr(of, key) for of in apart)) for key in ("pose", "mass", "moments")]
    slowest = max(row.seconds for row in rows)
    return f"| `{COLLECTION}`: {len(rows)} files | 1 | 0 | {' | '.join(worst)} | MuJoCo, yourdfpy, Drake | at most {slowest * 1e3:.0f} ms |"


def number(value: float) -> str:
    return "0" if value == 0 else f"{value:.0e}"


def short(file: str) -> str:
    return file.removeprefix("cmeel.prefix/share/")


def line(row: Row) -> str:
    if not row.apart:
        why = "; ".join(f"{name} refuses it" for name in row.refused)
        return f"| `{short(row.file)}` | | | | | | {why} | {row.seconds * 1e3:.0f} ms |"
    apart = row.apart.values()
    worst = [max(getattr(of, key) for of in apart) for key in ("pose", "mass", "moments")]
    weighed = [of for name, of in row.apart.items() if name != "yourdfpy"]
    shown = [number(x) for x in worst] if weighed else [number(worst[0]), "", ""]
    mark = " (repaired)" if row.repaired else ""
    first = next(iter(apart))
    names = ", ".join(row.apart)
    return f"| `{short(row.file)}`{mark} | {first.links} | {first.joints} | {' | '.join(shown)} | {names} | {row.seconds * 1e3:.0f} ms |"


def reason(row: Row) -> str:
    first, _, rest = row.error.partition("\n")
    place = next((part.strip(" ->") for part in rest.splitlines() if "-->" in part), "")
    place = place.replace(str(ROBOTS.resolve()) + "/", "").split("/")[-1].split(": include")[0]
    where = f" ({place})" if place and not place.startswith("import_robot") else ""
    return f"| `{short(row.file)}` | {first.removeprefix('error: ').replace('|', '/').replace(str(ROBOTS.resolve()) + '/', '')}{where} |"


def table(rows: list[Row]) -> str:
    """The page."""
    read = [row for row in rows if row.apart or not row.error or row.repaired]
    compared = [row for row in read if row.apart]
    several = [row for row in compared if max(of.joints for of in row.apart.values()) > 0]
    repaired = [row for row in read if row.repaired]
    refused = [row for row in rows if row not in read]
    parts = [
        "# Robot files that were tried",
        "",
        "Every URDF and MJCF file of five Python packages with real robots (`python/tests/robots.txt` and `more-robots.txt` name them and their versions), read by Bristle and",
        "by other programs. This page is written by `scripts/survey-robots`, which fails if one of the differences is too large.",
        "",
        f"- {len(rows)} files, of which {len(read)} are read: {len(read) - len(repaired)} as they are, {len(repaired)} with `--repair`, because no body has the inertias in them; {len(refused)} are refused.",
        f"- {len(compared)} were compared with at least one other program, {len(several)} of them have joints.",
        "- *Poses* is the largest difference of any link's place [m] or entry of its rotation, at 100 random configurations; *masses* that of masses, relative, and of centres of mass [m];",
        "  *moments* that of principal moments of inertia, relative. Links whose inertia was repaired are not weighed. Shapes are left out of URDF files for the other programs, which cannot find all meshes.",
        f"- Largest of all: poses {number(max(of.pose for row in compared for of in row.apart.values()))}, masses {number(max(of.mass for row in compared for of in row.apart.values()))},",
        f"  moments {number(max(of.moments for row in compared for of in row.apart.values() if not of.meshes))}, of meshes {number(max(of.moments for row in compared for of in row.apart.values()))}; allowed are {TOLERANCE:.0e}, and {MESH_TOLERANCE:.0e} for moments of meshes. Whole tensors agree to {number(max(of.tensor for row in compared for of in row.apart.values()))}: MuJoCo stops turning an inertia to its principal axes",
        "  when products are below 1e-12 at unit density.",
        *(f"- `{file}` is not compared with {name}: {why}." for file, (name, why) in DISPUTED.items()),
        "- *import* is the wall time of reading the file and building the scene, in a debug build, two files at a time.",
        "",
        "## Read",
        "",
        COLUMNS,
        "|---|---|---|---|---|---|---|---|",
        *(line(row) for row in read if not row.file.startswith(COLLECTION)),
        collection([row for row in read if row.file.startswith(COLLECTION)]),
        "",
        "## Refused",
        "",
        "Among them are parts that only mean something where another file includes them.",
        "",
        "| file | why |",
        "|---|---|",
        *map(reason, refused),
        "",
    ]
    return "\n".join(parts)


def main() -> None:
    out = Path(sys.argv[1])
    paths = files()
    rows = []
    with ProcessPoolExecutor(2) as pool:
        for row in pool.map(examine, paths):
            rows.append(row)
            print(f"{len(rows)}/{len(paths)} {row.file}", file=sys.stderr, flush=True)
    out.write_text(table(rows))
    faults = [fault for row in rows for fault in row.faults()]
    print(*faults, sep="\n", file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
