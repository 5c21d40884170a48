"""Costs of a command: wall time, CPU time and peak memory, with those of its children."""

import collections
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

Cost = collections.namedtuple("Cost", "wall cpu peak")  # seconds, seconds, bytes


def fail(reason):
    sys.exit(f"error: {reason}")


def text_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def measured(command, log):
    """Runs a command; returns its cost, with that of its children, which wait4 includes.

    The peak is the largest resident set of a single process (ru_maxrss, KiB on Linux); for runs with
    several processes, `peak_of_tree` measures the sum.
    """
    with open(log, "wb") as output:
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        tree = peak_of_tree(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        tail = pathlib.Path(log).read_text(errors="replace")[-2000:]
        fail(f"{command[0]} exited {process.returncode}:\n{tail}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, max(usage.ru_maxrss * 1024, tree))


def peak_of_tree(root):
    """Returns the highest sum of proportional set sizes of a process and its descendants, in bytes.

    Sampled every 100 ms until the process exits, and only while it has children; the kernel reports
    the exact peak of a single process.
    """
    peak = 0
    while True:
        done = os.waitid(os.P_PID, root, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if done is not None:
            return peak
        tree = descendants(root)
        if len(tree) > 1:
            peak = max(peak, sum(map(proportional_size, tree)))
        time.sleep(0.1)


def descendants(root):
    found, index = [root], 0
    while index < len(found):
        process = found[index]
        index += 1
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/children") as file:
                    found.extend(int(child) for child in file.read().split())
        except OSError:
            pass  # the process has exited
    return found


def proportional_size(process):
    try:
        with open(f"/proc/{process}/smaps_rollup") as file:
            found = re.search(r"^Pss:\s+(\d+) kB", file.read(), re.MULTILINE)
            return int(found[1]) * 1024 if found else 0
    except OSError:
        return 0


def median(costs):
    return Cost(*(statistics.median(values) for values in zip(*costs)))


def ratios(ours, theirs):
    """Returns the median, smallest and largest ratio of the pairs, for each field of the costs."""
    fields = []
    for pairs in zip(zip(*ours), zip(*theirs)):
        values = [a / b for a, b in zip(*pairs)]
        fields.append((statistics.median(values), min(values), max(values)))
    return Cost(*fields)
