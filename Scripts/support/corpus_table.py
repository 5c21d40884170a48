"""Reads test output and prints a table of the results for each upload of a corpus.

Exits with 1 if a test failed, or if an upload has no result.
"""

import json
import re
import sys

ISSUE = re.compile(r"✘ Test (\w+)\(.*?\) recorded an issue(?: with .*? upload → (.+?))? at (.*)")
TOTAL = re.compile(r"Test run with (\d+) tests?.* (passed|failed)")


def main():
    names = [entry["file"] for entry in json.load(open(sys.argv[1], encoding="utf-8"))]
    # Tests run in parallel, so that a line may end within another one.
    start = re.compile(rf"upload → ({'|'.join(map(re.escape, names))}) to (\w+)\(")
    started, issues, others, total = {}, {}, [], None
    for line in sys.stdin:
        for match in start.finditer(line):
            started.setdefault(match[1], set()).add(match[2])
        if match := ISSUE.search(line):
            text = f"{match[1]}: {match[3].split(': ', 1)[-1].strip()}"
            issues.setdefault(match[2], []).append(text) if match[2] else others.append(text)
        elif match := TOTAL.search(line):
            total = match
    width = max(map(len, names), default=0)
    for name in names:
        found = issues.get(name, [])
        state = "FAILED" if found else "ok" if name in started else "not run"
        print(f"{name:{width}}  {len(started.get(name, ())):2} tests  {state}")
        for text in found:
            print(f"    {text}")
    for text in others:
        print(text)
    print(total[0] if total else "the tests did not finish")
    missing = [name for name in names if name not in started]
    sys.exit(0 if total and total[2] == "passed" and not missing else 1)


main()
