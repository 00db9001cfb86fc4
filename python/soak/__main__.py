"""Random work for every entry point, see scripts/soak.

Takes rounds of random work until the time is over, and says what came of it. A failure names its work and seed, by which it can be repeated."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from checks import Broken, resident
from works import GAINS, available, noted, once

#: Largest share of rounds in which falling objects may gain energy: 7 of 900 did.
MOST_GAINS = 0.03

#: Most that the memory may grow after the first third of the time [bytes]; what allocators keep for later is less.
GROWTH = 48 << 20


def again(work: str, seed: int) -> str:
    return f"\n  again: scripts/soak --rounds 1 --only {work} --seed {seed}"


def main() -> int:
    works = available()
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0, help="how long [default: 3]")
    parser.add_argument("--hours", type=float, help="how long, instead of minutes")
    parser.add_argument("--seed", type=int, default=1, help="of the first round; the next rounds count on [default: 1]")
    parser.add_argument("--only", choices=works, action="append", help="only this work; may be given several times")
    parser.add_argument("--rounds", type=int, help="end after so many rounds")
    args = parser.parse_args()
    seconds = 3600 * args.hours if args.hours else 60 * args.minutes
    chosen = args.only or works
    begun = time.monotonic()
    rounds, steps, unfinished = Counter[str](), 0, 0
    settled: int | None = None
    failed: list[str] = []
    slowest = (0.0, "")
    seed = args.seed
    with tempfile.TemporaryDirectory(prefix="bristle-soak-") as folder:
        while (elapsed := time.monotonic() - begun) < seconds and not failed:
            if args.rounds is not None and sum(rounds.values()) >= args.rounds:
                break
            work = chosen[sum(rounds.values()) % len(chosen)]
            start = time.monotonic()
            try:
                taken = once(work, seed, Path(folder, "work"))
                steps += taken or 0
                unfinished += taken is None
                if taken is None and work == "falling":
                    failed.append(f"a step did not converge{again(work, seed)}")
            except Broken as broken:
                failed.append(f"{broken}{again(work, seed)}")
            except BaseException as error:  # noqa: BLE001 - a panic of the native half is no Exception.
                if isinstance(error, KeyboardInterrupt):
                    break
                failed.append(f"{traceback.format_exc()}{again(work, seed)}")
            slowest = max(slowest, (time.monotonic() - start, f"{work}, seed {seed}"))
            rounds[work] += 1
            seed += 1
            if settled is None and elapsed > seconds / 3:
                settled = resident()
            if sum(rounds.values()) % 50 == 0:
                print(f"{elapsed:7.0f} s  {sum(rounds.values()):6} rounds  {(resident() or 0) >> 20:5} MB", flush=True)
    now = resident()
    print(f"{sum(rounds.values())} rounds in {time.monotonic() - begun:.0f} s, {steps} steps: " + ", ".join(f"{n} {work}" for work, n in rounds.items()))
    print(f"{unfinished} rounds ended with a step that did not converge, as an error")
    if rounds["falling"]:
        print(f"{noted[GAINS]} of {rounds['falling']} rounds {GAINS}")
        if noted[GAINS] > 2 + MOST_GAINS * rounds["falling"]:
            failed.append(f"{noted[GAINS]} of {rounds['falling']} rounds {GAINS}")
    print(f"slowest round: {slowest[0]:.1f} s ({slowest[1]})")
    if now is not None and settled is not None:
        grown = now - settled
        print(f"memory: {now >> 20} MB, {grown / 1e6:+.1f} MB since a third of the time")
        if grown > GROWTH:
            failed.append(f"the memory grew by {grown >> 20} MB")
    for failure in failed:
        print(f"FAILED: {failure}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
