#!/usr/bin/env python3
"""Checks that every relative link of the Markdown documents names a file, and every anchor a heading.

Prints every problem as file:line: reason; exits with 1 if there is one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)


def anchors(text):
    """Returns the anchors that GitHub generates for headings, outside of code."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.M):
        plain = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
        found.add(plain.replace(" ", "-"))
    return found


def problems(path):
    text = path.read_text()
    for number, line in enumerate(text.splitlines(), 1):
        for target, anchor in LINK.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            linked = (path.parent / target).resolve() if target else path
            if not linked.exists():
                yield number, f"no file {target}"
            elif anchor and linked.suffix == ".md" and anchor not in anchors(linked.read_text()):
                yield number, f"no heading for {target}#{anchor}"


def documents():
    for folder in ("", "docs", "testmedia", "Benchmarks", "Examples", "deploy"):
        yield from sorted((ROOT / folder).glob("*.md"))


def main():
    found = [(path, *problem) for path in documents() for problem in problems(path)]
    for path, number, reason in found:
        print(f"{path.relative_to(ROOT)}:{number}: {reason}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
