"""Runs all peer scripts and prints a table; `--json FILE` keeps everything, `--ours FILE` adds ratios to Bristle.

The file of `--ours` holds one JSON object per line, as `world-bench --json` prints them: {"case": "weigh", "us_per_step": 9.1}.
Optional keys: "step_s" (1 ms where absent), "creep_m" for tilt, "mass_kg" and "bar" (narrow where absent) for twist.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = ("mujoco_weigh", "mujoco_gripper", "tilt", "twist", "crowds")
CASES = (
    "weigh", "weigh-10k", "weigh-100k", "weigh-mesh-10k", "weigh-mesh-100k", "gripper-bottle", "tilt", "twist",
    "flying-100", "chain-100", "loose-20", "pile-50", "boxes-200", "dominoes", "wedge",
)
TIME_LIMIT = 1800  # [s] for one script
DEFAULT_STEP = 0.001  # [s]


def run_script(name):
    """Report of one script; a script that fails is a report with an error, not the end of the run."""
    try:
        done = subprocess.run(
            [sys.executable, str(HERE / f"{name}.py")], capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return {"script": name, "error": f"took longer than {TIME_LIMIT} s", "cases": []}
    # Engines may greet on standard output; the report begins at the first line that is an opening brace.
    text = done.stdout[done.stdout.find("{\n") :]
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        tail = done.stderr.strip().splitlines()[-1:] or ["printed no report"]
        return {"script": name, "error": tail[0], "cases": []}


def read_ours(path):
    """Our figures by what makes them comparable."""
    figures = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            figure = json.loads(line)
            case = figure["case"]
        except (json.JSONDecodeError, KeyError, TypeError):
            sys.exit(f'{path}:{number}: expected a JSON object with a "case", such as {{"case": "weigh", "us_per_step": 9.1}}')
        if case not in CASES:
            print(f"{path}:{number}: case {case!r} has no peer; known: {', '.join(CASES)}", file=sys.stderr)
            continue
        figures[_key(figure, DEFAULT_STEP)] = figure
    return figures


def _key(figure, step):
    """What makes figures comparable: case, step, and for a twist the bar."""
    bar = figure.get("bar", "narrow") if figure["case"] == "twist" else None
    return figure["case"], float(figure.get("step_s", step)), bar


def table_rows(reports, ours):
    """Rows of the table: what, engine and setting, peer's figure, ours, ratio of times ours/peer."""
    for report in reports:
        if "error" in report:
            yield report["script"], "", f"failed: {report['error']}", "", ""
        for name, version in report.get("engines", {}).items():
            if version == "not installed":
                yield report["script"], name, version, "", ""
        for case in report["cases"]:
            mine = ours.get(_key(case, report["settings"].get("step_s", DEFAULT_STEP)), {})
            yield _title(case), _setting(case), _figure(case), _own(case["case"], mine), _ratio(case, mine)


def _title(case):
    return case["case"] + "".join(f", {case[key]}" for key in ("bar", "touch", "bottle") if key in case)


def _setting(case):
    step = f" at {case['step_s'] * 1e3:g} ms" if "step_s" in case else ""
    return f"{case.get('engine', 'mujoco')} {case['setting']}{step}"


def _figure(case):
    if "error" in case:
        return case["error"]
    if case["case"] == "tilt":
        return f"creeps {case['creep_m']:.3g} m" if case["touching"] else "lost the cube"
    if case["case"] == "twist":
        parts = []
        for event in ("yields", "falls"):
            found = case[event]
            parts.append(f"{event} " + (found["note"] if found["mass_kg"] is None
                         else f"{found['mass_kg']:.3f} kg ({found['off_percent']:+.1f} %)"))
        return "; ".join(parts)
    if case["case"] == "dominoes":
        fell = [case[key] for key in ("last_falls_s", "at_a_quarter_of_the_step_s")]
        return "last falls at " + ", at a quarter of the step at ".join("never" if t is None else f"{t:.4f} s" for t in fell)
    if case["case"] == "wedge":
        exact = case["closed_form"]
        off = [100 * (case[key] / value - 1) for key, value in zip(("wedge_m_s2", "box_m_s2"), exact)]
        return f"accelerations off by {off[0]:+.2f} and {off[1]:+.2f} %"
    text = f"{case['us_per_step']:.1f} µs"
    if case["disturbed"]:
        text += "*"
    if "real_time_factor" in case:
        text += f", {case['real_time_factor']:.1f} x real time" + ("" if case["held"] else ", DROPPED")
    if "ns_per_texel_sensor" in case:
        text += f", {case['ns_per_texel_sensor']:.0f} ns/texel"
    if "rest_s" in case:
        text += ", never at rest" if case["rest_s"] is None else f", at rest after {case['rest_s']:.2f} s"
    if case["touch"] == "depth":
        text += ", " + "+".join(str(count) for count in _touching(case)) + " texels touch"
    return text + (", SENSOR SILENT" if is_silent(case) else "")


def _touching(case):
    """Touching texels of every depth sensor in the case."""
    return [count for key, count in case.items() if key.endswith("texels_touching")]


def is_silent(case):
    """Whether a depth sensor was timed that felt nothing: such a figure is worth nothing."""
    return case.get("touch") == "depth" and "error" not in case and 0 in _touching(case)


def _own(case, mine):
    if case == "tilt" and "creep_m" in mine:
        return f"{mine['creep_m']:.3g} m"
    if case == "twist":
        return f"{mine['mass_kg']:.3f} kg" if "mass_kg" in mine else ""
    return f"{mine['us_per_step']:.1f} µs" if "us_per_step" in mine else ""


def _ratio(case, mine):
    if "us_per_step" not in case or "us_per_step" not in mine:
        return ""
    return f"{mine['us_per_step'] / case['us_per_step']:.3f}"


def print_table(table):
    """Prints columns as wide as their widest cell."""
    table = [("case", "engine and setting", "peer", "ours", "ours/peer"), *table]
    widths = [max(len(row[k]) for row in table) for k in range(5)]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all reports to FILE")
    parser.add_argument("--ours", type=Path, metavar="FILE", help="lines of JSON with our figures")
    parser.add_argument("--reuse", type=Path, metavar="FILE", help="take the peers from an earlier --json instead of running them")
    parser.add_argument("--only", nargs="+", choices=SCRIPTS, default=SCRIPTS, help="run these scripts only")
    arguments = parser.parse_args()
    try:
        ours = read_ours(arguments.ours) if arguments.ours else {}
        if arguments.reuse:
            reports = json.loads(arguments.reuse.read_text(encoding="utf-8"))["reports"]
        else:
            reports = [run_script(name) for name in arguments.only]
        if arguments.json:
            arguments.json.write_text(json.dumps({"reports": reports}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        sys.exit(str(error))
    print_table(list(table_rows(reports, ours)))
    if any(case.get("disturbed") for report in reports for case in report["cases"]):
        print("\n* other programs took the processor meanwhile: CPU time of the thread is given, wall time was longer")
    broken = any("error" in report for report in reports)
    silent = any(is_silent(case) for report in reports for case in report["cases"])
    return 1 if broken or silent else 0


if __name__ == "__main__":
    sys.exit(main())
