#!/usr/bin/env python3
"""Checks that the dependencies of each target in Package.swift are the modules that its files import.

A dependency that no file imports is built for nothing, and hides which modules a target uses; EXCEPTIONS lists those that have
another reason. A module that is imported without a dependency is found only if something else had it built before.

Prints every problem; exits with 1 if there is one.
"""

import json
import pathlib
import subprocess
import sys

from check_sources import IMPORT

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Dependencies without an import, by the target, with the reason.
EXCEPTIONS = {
    ("CLibAVShim", "CLibAV"): "C: the headers come through the flags of the system library",
    ("CCurlShim", "CLibCurl"): "C: the headers come through the flags of the system library",
    ("EndToEndTests", "vtranscode"): "the tests run the program",
    ("SandboxTests", "SandboxExploit"): "the tests run the program",
}
FOLDERS = {"test": "Tests"}


def dependencies(target):
    """Yields the names of the modules that a target depends on; each product here has one module of its name."""
    for dependency in target["dependencies"]:
        kind, values = next(iter(dependency.items()))
        if kind in ("byName", "product", "target"):
            yield values[0]


def imported(target):
    folder = ROOT / (target.get("path") or f"{FOLDERS.get(target['type'], 'Sources')}/{target['name']}")
    lines = (line for path in folder.rglob("*.swift") for line in path.read_text().splitlines())
    return {found[1] for found in map(IMPORT.match, lines) if found}


def problems():
    # The whole package, without the environment variable that leaves out targets.
    text = subprocess.check_output(["env", "--unset=VTRANSCODE_CORE", "swift", "package", "dump-package"], cwd=ROOT, text=True)
    targets = {target["name"]: target for target in json.loads(text)["targets"]}
    modules = set(targets).union(*map(dependencies, targets.values()))
    unused = set()
    for name, target in targets.items():
        declared, used = set(dependencies(target)), imported(target)
        unused |= {(name, module) for module in declared - used}
        for module in sorted((used & modules) - declared - {name}):
            yield f"Package.swift: {name} imports {module}: add the dependency"
    for target, name in sorted(unused - EXCEPTIONS.keys()):
        yield f"Package.swift: no file of {target} imports {name}: remove the dependency"
    for target, name in sorted(EXCEPTIONS.keys() - unused):
        yield f"Scripts/support/check_targets.py: {target} imports {name}, or does not depend on it: remove the exception"


def main():
    found = list(problems())
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
