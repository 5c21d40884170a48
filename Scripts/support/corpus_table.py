"""Reads the output and the event stream of a test run, and prints a table of the results for each upload of a corpus.

Exits with 1 if a test failed, or if an upload has no result.
"""

import json
import re
import sys

START = re.compile(r"upload → (.+) to (\w+)\(")
ISSUE = re.compile(r"✘ Test (\w+)\(.*?\) recorded an issue(?: with .*? upload → (.+?))? at (.*)")
TOTAL = re.compile(r"Test run with (\d+) tests?.* (passed|failed)")


def started_tests(path):
    """Returns the names of the tests of each upload, from events: in the output, a line may begin within another one."""
    tests = {}
    for line in open(path, encoding="utf-8"):
        event = json.loads(line)["payload"]
        if event["kind"] != "testCaseStarted":
            continue
        for message in event["messages"]:
            if match := START.search(message["text"]):
                tests.setdefault(match[1], set()).add(match[2])
    return tests


def main():
    names = [entry["file"] for entry in json.load(open(sys.argv[1], encoding="utf-8"))]
    started, issues, others, total = started_tests(sys.argv[2]), {}, [], None
    for line in sys.stdin:
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
