#!/usr/bin/env python3
"""Checks that the folders of a module form no cycle, for each module in Sources.

A folder uses another folder of its module if its code names a type that is declared there, at top level and not privately.
Comments and the text of strings are ignored; interpolations are not. A name that several folders declare is not counted.
The files in a module's root folder count as a folder, named `.`.

Prints each cycle with the names that cause it; exits with 1 if there is one in a module that is not in CYCLIC, or if a module
in CYCLIC has none.
"""

import pathlib
import re
import sys
from collections import defaultdict

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"

# Modules whose folders may form cycles. Do not add modules.
CYCLIC = set()

QUOTE = re.compile(r'(#*)("""|")')
MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|final|indirect|open|nonisolated)\s+)*"
DECLARATION = re.compile(rf"^\s*{MODIFIERS}(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)")
NAME = re.compile(r"\b[A-Z]\w*")


def after_comment(text, start):
    """Returns the index after the block comment that starts at `start`; block comments nest."""
    depth, index = 0, start
    while index < len(text):
        if text.startswith("/*", index):
            depth, index = depth + 1, index + 2
        elif text.startswith("*/", index):
            depth, index = depth - 1, index + 2
            if depth == 0:
                break
        else:
            index += 1
    return index


def string(text, index, hashes, quotes):
    """Returns the code of the interpolations of a string whose content starts at `index`, and the index after the string."""
    found = []
    while index < len(text):
        if text.startswith(quotes + hashes, index):
            return " ".join(found), index + len(quotes + hashes)
        if text.startswith("\\" + hashes, index):
            index += 1 + len(hashes)
            if text.startswith("(", index):
                inner, index = code(text, index + 1, is_interpolation=True)
                found.append(inner)
            else:
                index += 1
        elif text[index] == "\n" and quotes == '"':
            # Not a string, but for example a quotation mark in a regular expression.
            break
        else:
            index += 1
    return " ".join(found), index


def code(text, index=0, is_interpolation=False):
    """Returns text without comments and strings, up to its end or that of the interpolation, and the index after it."""
    found, depth = [], 0
    while index < len(text):
        if text.startswith("//", index):
            index = text.find("\n", index) if "\n" in text[index:] else len(text)
        elif text.startswith("/*", index):
            index = after_comment(text, index)
        elif quote := QUOTE.match(text, index):
            inner, index = string(text, quote.end(), *quote.groups())
            found.append(f" {inner} ")
        else:
            character = text[index]
            index += 1
            depth += {"(": 1, ")": -1}.get(character, 0) if is_interpolation else 0
            if depth < 0:
                break
            found.append(character)
    return "".join(found), index


def declared(text):
    """Returns the names of types that are declared at top level, from text without comments."""
    depth = 0
    for line in text.splitlines():
        if depth == 0 and (found := DECLARATION.match(line)):
            yield found[1]
        depth += line.count("{") - line.count("}")


def uses(module):
    """Returns for each folder the names that it uses from each other folder."""
    texts = defaultdict(str)
    for path in sorted(module.rglob("*.swift")):
        folder = path.relative_to(module).parent.parts[:1]
        texts[folder[0] if folder else "."] += code(path.read_text())[0] + "\n"
    owners = defaultdict(set)
    for folder, text in texts.items():
        for name in declared(text):
            owners[name].add(folder)
    found = defaultdict(lambda: defaultdict(set))
    for folder, text in texts.items():
        for name in set(NAME.findall(text)):
            if len(owners[name]) == 1 and folder not in owners[name]:
                found[folder][next(iter(owners[name]))].add(name)
    return found


def cycles(graph):
    """Returns the groups of folders that are all reachable from one another."""
    def reachable(start):
        seen, waiting = set(), [start]
        while waiting:
            for other in graph.get(waiting.pop(), {}):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return seen
    reach = {folder: reachable(folder) for folder in graph}
    groups = {frozenset(other for other in reach[folder] if folder in reach.get(other, ()))
              for folder in graph if folder in reach[folder]}
    return sorted(sorted(group) for group in groups)


def problems(module):
    graph = uses(module)
    for group in cycles(graph):
        edges = [f"  {one} uses {other}: {', '.join(sorted(graph[one][other])[:4])}"
                 for one in group for other in group if graph[one].get(other)]
        yield "\n".join([f"Sources/{module.name}: a cycle of {', '.join(group)}", *edges])


def main():
    failed = False
    modules = sorted(path for path in SOURCES.iterdir() if path.is_dir())
    for name in sorted(CYCLIC - {module.name for module in modules}):
        print(f"{name} is not a module: remove it from CYCLIC", file=sys.stderr)
        failed = True
    for module in modules:
        found = list(problems(module))
        if module.name in CYCLIC:
            if not found:
                print(f"Sources/{module.name} has no cycle: remove it from CYCLIC", file=sys.stderr)
                failed = True
        elif found:
            print(*found, sep="\n", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
