#!/usr/bin/env python3
"""Checks that every relative link of the Markdown documents names a file, and every anchor a heading; and that every path of this
repository in backticks exists, such as `Scripts/check` or `Sources/HLS/*.swift`.

A path in backticks begins with a folder of the repository's root. Some words in capitals are placeholders: `Tests/MODULETests`
exists if a folder of that form does.

Prints every problem as file:line: reason; exits with 1 if there is one.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)

CODE = re.compile(r"`([^`\n]+)`")
FILES = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
# Folders at the root: other first components are paths of other projects, or inside of a module.
FOLDERS = "|".join(sorted({re.escape(name.partition("/")[0]) for name in FILES if "/" in name}))
PATH = re.compile(rf"(?<![\w/.-])(?:\./)?((?:{FOLDERS})/[\w./+*-]*)")
PLACEHOLDER = re.compile(r"CODEC|FORMAT|MODULE|NAME|RULE|STORE|TOPIC|TYPE|(?<=/)X(?=/|$|Error)")


def anchors(text):
    """Returns the anchors that GitHub generates for headings, outside of code."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.M):
        plain = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
        found.add(plain.replace(" ", "-"))
    return found


def problems(path):
    text = path.read_text()
    if path.name == "CHANGELOG.md":
        # Its last section lists former names.
        text = text.partition("### Renamed\n")[0]
    for number, line in enumerate(text.splitlines(), 1):
        for target, anchor in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            linked = (path.parent / target).resolve() if target else path
            if not linked.exists():
                yield number, f"no file {target}"
            elif anchor and linked.suffix == ".md" and anchor not in anchors(linked.read_text()):
                yield number, f"no heading for {target}#{anchor}"
        for code in CODE.findall(line):
            for name in PATH.findall(code):
                if not exists(name.rstrip(".")):
                    yield number, f"no file {name} in this repository"


def exists(name):
    """Returns whether a path exists, or one of the form that its asterisks and placeholders give."""
    if "*" not in name and (ROOT / name).exists():
        return True
    pattern = PLACEHOLDER.sub("*", name.rstrip("/"))
    return "*" in pattern and next(ROOT.glob(pattern), None) is not None


def documents():
    return [ROOT / name for name in FILES if name.endswith(".md") and (ROOT / name).exists()]


def main():
    found = [(path, *problem) for path in documents() for problem in problems(path)]
    for path, number, reason in found:
        print(f"{path.relative_to(ROOT)}:{number}: {reason}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
