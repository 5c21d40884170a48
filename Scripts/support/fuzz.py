"""Mutates uploads and runs `probe` and `run` on each; see Scripts/fuzz.

    fuzz.py COMMAND DIR [--seconds 600] [--seed 1] [--in-process]
"""

import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

LARGEST = 2_000_000  # bytes: larger uploads leave no time for many mutations
TIMEOUT = 180  # seconds: more than the product's own timeout of a process without progress
FINDINGS = pathlib.Path(".build-fuzz/findings")
EXPECTED = {0, 1, 65, 74}  # published; failed; invalid upload; unreadable upload


def flipped(data, dice):
    for _ in range(dice.choice([1, 4, 16, 64, 256])):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def overwritten(data, dice):
    """Overwrites a number with an edge case."""
    value = dice.choice([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\1"])
    at = dice.randrange(len(data))
    data[at : at + 4] = value


def headers_overwritten(data, dice):
    for _ in range(dice.randrange(1, 8)):
        data[dice.randrange(min(len(data), 4096))] = dice.randrange(256)


def truncated(data, dice):
    del data[dice.randrange(1, len(data)) :]


def removed(data, dice):
    at = dice.randrange(len(data))
    del data[at : at + dice.randrange(1, 5000)]


def repeated(data, dice):
    at = dice.randrange(len(data))
    data[at:at] = data[at : at + dice.randrange(1, 5000)]


MUTATIONS = [flipped, overwritten, headers_overwritten, truncated, removed, repeated]


def run(arguments):
    """Returns the exit status, `None` after a timeout, and standard error."""
    try:
        ended = subprocess.run(arguments, capture_output=True, timeout=TIMEOUT)
        return ended.returncode, ended.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return None, ""


def failure(command, upload, output, options):
    """Returns a description of the failure of the product on an upload; `None` if there was none."""
    for arguments in (["probe", "--json"], ["run", "--quiet", "--output", str(output)]):
        status, errors = run([command, *arguments, *options, "--", str(upload)])
        name = arguments[0]
        if status is None:
            return f"{name}: timeout after {TIMEOUT} s"
        if status not in EXPECTED:
            return f"{name}: exit status {status}: {errors[-500:]}"
        for word in ("AddressSanitizer", ": INTERNAL:", ": CRASHED:", ": STALLED:"):
            if word in errors:
                return f"{name}: {errors[-500:]}"
    for manifest in output.glob("*/manifest.json"):
        json.loads(manifest.read_bytes())
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--in-process", action="store_true")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    uploads = sorted(
        path for path in options.folder.iterdir()
        if path.is_file() and 0 < path.stat().st_size <= LARGEST and path.suffix != ".json")
    if not uploads:
        sys.exit(f"error: {options.folder} has no uploads of at most {LARGEST} bytes")
    end, count, found = time.monotonic() + options.seconds, 0, 0
    extra = ["--in-process"] if options.in_process else []
    while time.monotonic() < end:
        source = dice.choice(uploads)
        data = bytearray(source.read_bytes())
        chosen = [dice.choice(MUTATIONS) for _ in range(dice.randrange(1, 4))]
        for mutate in chosen:
            if data:
                mutate(data, dice)
        count += 1
        with tempfile.TemporaryDirectory() as scratch:
            upload = pathlib.Path(scratch) / f"mutant{source.suffix}"
            upload.write_bytes(data)
            reason = failure(options.command, upload, pathlib.Path(scratch) / "out", extra)
            if reason is None:
                continue
            found += 1
            FINDINGS.mkdir(parents=True, exist_ok=True)
            copy = FINDINGS / f"{options.seed}-{count}-{source.name}"
            shutil.copy(upload, copy)
            names = ", ".join(mutate.__name__ for mutate in chosen)
            print(f"{copy} ({names}): {reason}", flush=True)
    print(f"{count} mutants of {len(uploads)} uploads, {found} findings")
    sys.exit(1 if found else 0)


main()
