"""Injects faults into system calls of `run` and `worker` and checks the outcome; Scripts/faults lists the options.

Selection of faults:

- Calls are counted from the first fork or thread of the command on; the dynamic loader, which runs before, is out of scope. The
  command starts under a first strace that stops it there (an injected SIGSTOP) and detaches; a second strace attaches and
  injects the fault. It follows all later threads and processes, including the sandbox processes.
- strace counts `when=N` in each thread separately, so a fault "at the Nth call" fails the Nth call of every thread that makes N
  calls. A fault in an early thread would hide those in later ones. Therefore there are two kinds of faults: the Nth call of a
  kind in each thread, and the Nth call of a kind on one path (strace -P). Paths are those that two runs without faults have in
  common, that is, paths without random parts.
- A fault in each thread may also hit a pipe or an eventfd of the runtime, which a disk never lets fail, or the standard output
  that the checks read. Then only the packages are checked, not exit status, code and time. It may also hit the sandbox's read of
  /proc/self/statm; then NO_SANDBOX is a right code as well, and CRASHED: a sandbox process that cannot limit itself exits, and its
  word is not taken that the host is the cause.
- Only calls on files of the case are chosen (the upload, its captions, the preset, the output folder, the queue), not the
  runtime's reads of /proc, /sys and /usr. `close` is excluded, since an injected error would leave the descriptor open, which
  the real call never does. `mmap` is excluded, since the allocator calls it.

`check_run` and `check_worker` check the outcome of a run with one fault. A command that does not exit within LIMIT seconds is
killed and counts as a failure.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 60  # the timeout of a command, in seconds
ERRORS = ["EIO", "ENOSPC", "ESTALE"]
QUOTA_CALLS = {"openat", "write", "pwrite64", "mkdir", "mkdirat", "link", "linkat"}  # also EDQUOT
ON_PATHS = [
    "openat", "rename", "renameat", "renameat2", "link", "linkat", "mkdir", "mkdirat", "unlink", "unlinkat", "rmdir",
    "newfstatat", "statx", "readlink", "readlinkat", "statfs"]
CALLS = ON_PATHS + [
    "read", "pread64", "write", "pwrite64", "writev", "fsync", "fdatasync", "syncfs", "getdents64", "fstat", "ftruncate",
    "flock"]
# Codes of errors that a fault of a file system may cause.
CODES = {"UNREADABLE", "OUTPUT", "DISK_FULL"}
QUEUE_CODES = {"QUEUE_UNREACHABLE", "QUEUE_REFUSED", "QUEUE_DISK_FULL"}
FAILED, INPUT_OUTPUT = 1, 74
# Descriptors that a disk does not let fail, or that the checks read: pipes, the runtime's eventfds, standard output and error.
NO_FILE = re.compile(r"\d+<(pipe|anon_inode|socket|UNIX|[^>]*/\d+\.(out|err)>)")
# The file by whose content the memory of a sandbox process is limited.
LIMITS = re.compile(r'/proc/(self|\d+)/statm[">]')
BAD_PRESET = 65  # also the exit status for an unreadable preset, with the rule file.unreadable
UNPRIVILEGED = "nobody"
PACKAGE = "clip"
PRESET = """\
name: faults
description: One small rung, so that a run takes a moment.
packaging: { container: fmp4, segment: 6s }
video: { codec: h264, gop: 2s, maxFrameRate: 30, encoder: { preset: veryfast } }
ladder:
  - { name: 90p, size: 90, crf: 23, maxrate: 300k, profile: main }
audio: { codec: aac, channels: 2, sampleRate: 48kHz, bitrate: 64k }
thumbnails: { poster: { width: 160 }, storyboard: { every: 5s, width: 80, columns: 2 } }
"""
CAPTIONS = "1\n00:00:00,100 --> 00:00:00,900\nHello\n"


@dataclasses.dataclass(frozen=True)
class Fault:
    command: str
    call: str
    error: str
    number: int
    path: str | None = None  # relative to the case's folder

    def __str__(self):
        where = f" on {self.path}" if self.path is not None else " of each thread"
        return f"{self.command}: {self.error} at {self.call} {self.number}{where}"


class Failure(Exception):
    """A violation of the expected outcome of a case."""


def require(condition, message):
    if not condition:
        raise Failure(message)


class Case:
    """A folder with its own upload, output folder and queue."""

    def __init__(self, site, name):
        self.site = site
        self.folder = site.folder / name
        shutil.copytree(site.template, self.folder)
        self.output = self.folder / "out"
        self.queue = f"sqlite:{self.folder}/queue/queue.db"
        self.started = 0
        own(self.folder)

    # Arguments.

    def run_arguments(self):
        return ["run", f"{self.folder}/in/clip.mp4", "--preset", f"{self.folder}/preset.yaml", "--output", str(self.output),
                "--jobs", "1", "--events", "ndjson"]

    def add_arguments(self):
        return ["queue", "add", f"{self.folder}/in/clip.mp4", "--preset", f"{self.folder}/preset.yaml", "--output",
                str(self.output), "--name", PACKAGE, "--queue", self.queue]

    def worker_arguments(self):
        return ["worker", "--queue", self.queue, "--jobs", "1", "--lease", "2", "--minimum-free", "0", "--drain-timeout", "5s"]

    def files(self):
        """Opens files for standard output and error of the next command."""
        self.started += 1
        return [open(self.folder / f"{self.started}.{name}", "w+") for name in ("out", "err")]

    # Commands.

    def start(self, arguments, fault=None, log=None):
        """Starts a command, under strace if `log` is given."""
        if log is None:
            files = self.files()
            process = subprocess.Popen(
                as_unprivileged([self.site.binary, *arguments]), stdin=subprocess.DEVNULL, stdout=files[0], stderr=files[1])
            return Running(process, None, files)
        return self.start_traced(arguments, fault, log)

    def start_traced(self, arguments, fault, log):
        files, fork_log = self.files(), self.folder / "forks"
        fork_log.unlink(missing_ok=True)
        forks = "?clone,?clone3,?fork,?vfork"
        # -D: the command is our own child. -I2: strace detaches at a signal.
        process = subprocess.Popen(
            ["strace", "-D", "-I2", "-qq", "-o", fork_log, *(["-u", UNPRIVILEGED] if os.geteuid() == 0 else [])]
            + ["-e", f"trace={forks}", "-e", f"inject={forks}:signal=SIGSTOP:when=1", "--", self.site.binary, *arguments],
            stdin=subprocess.DEVNULL, stdout=files[0], stderr=files[1])
        running = Running(process, None, files)
        try:
            wait(lambda: fork_log.exists() and "stopped by SIGSTOP" in fork_log.read_text(), "the command never forked")
            os.kill(tracer(process.pid), signal.SIGTERM)
            wait(lambda: tracer(process.pid) == 0, "strace did not detach")
            running.tracer = subprocess.Popen(
                ["strace", "-qq", "-y", "-p", str(process.pid), *self.tracing(fault, log)], stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            wait(lambda: tracer(process.pid) != 0, "strace did not attach")
            os.kill(process.pid, signal.SIGCONT)
        except BaseException:
            running.kill()
            raise
        return running

    def tracing(self, fault, log):
        # A file for each thread. In a common file, strace prints a call in two lines if another thread's call comes between, and
        # the line with "(INJECTED)" has no descriptor then. -A: a later thread may have the same number.
        options = ["-ff", "-A", "-o", log]
        if fault is None:
            return [*options, "-e", "trace=" + ",".join(f"?{call}" for call in CALLS)]
        path = ["-P", os.path.normpath(self.folder / fault.path)] if fault.path is not None else []
        inject = f"inject={fault.call}:error={fault.error}:when={fault.number}"
        return [*options, *path, "-e", f"trace={fault.call}", "-e", inject]

    def call(self, *arguments):
        """Runs a command that must succeed; returns its output."""
        running = self.start(arguments)
        status = running.finish()
        require(status == 0, f"{' '.join(arguments[:2])} without a fault: exit {status}: {running.errors()}")
        return running.output()

    def job(self, identifier):
        return json.loads(self.call("queue", "show", identifier, "--json", "--queue", self.queue))


class Running:
    """A running command."""

    def __init__(self, process, tracer, files):
        self.process, self.tracer, self.files = process, tracer, files

    def finish(self, limit=LIMIT):
        """Waits for the command; returns its exit status, or minus the signal that killed it."""
        try:
            status = self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure(f"timeout: did not exit within {limit} s") from None
        if self.tracer:
            try:
                # strace exits after the last process that it traces.
                self.tracer.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
                raise Failure("a process of the command still runs 10 s after the command exited") from None
        return status

    def kill(self):
        for process in filter(None, [self.process, self.tracer]):
            process.kill()
            process.wait()

    def output(self):
        return self.text(0)

    def errors(self):
        return self.text(1)

    def text(self, index):
        self.files[index].seek(0)
        return self.files[index].read().strip()


class Site:
    """The folder of all cases, and the expected package."""

    def __init__(self, binary):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vt-faults-")).resolve()
        os.chmod(self.folder, 0o755)
        self.binary = os.path.abspath(binary)
        if subprocess.run(as_unprivileged(["test", "-x", self.binary])).returncode != 0:
            # Only root may read the binary's folder.
            self.binary = shutil.copy(self.binary, self.folder / "vtranscode")
        self.template = self.folder / "template"
        for name in ("in", "queue"):
            (self.template / name).mkdir(parents=True)
        (self.template / "preset.yaml").write_text(PRESET)
        (self.template / "in/clip.en.srt").write_text(CAPTIONS)
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=1"]
            + ["-f", "lavfi", "-i", "sine=d=1", "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac"]
            + ["-bitexact", self.template / "in/clip.mp4"], check=True)
        case = Case(self, "reference")
        case.call(*case.run_arguments())
        self.package = digests(case.output / PACKAGE)
        self.index = (case.output / "index.json").read_bytes()


def own(folder):
    """Changes the owner of a folder to the user that commands run as."""
    if os.geteuid() == 0:
        for path in [folder, *folder.rglob("*")]:
            shutil.chown(path, UNPRIVILEGED)


def as_unprivileged(arguments):
    if os.geteuid() != 0:
        return arguments
    return ["setpriv", "--reuid", UNPRIVILEGED, "--clear-groups", "--inh-caps=-all", *arguments]


def tracer(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"^TracerPid:\s*(\d+)", status, re.M)[1])


def wait(condition, message):
    deadline = time.monotonic() + LIMIT
    while not condition():
        require(time.monotonic() < deadline, message)
        time.sleep(0.003)


def digests(package):
    """Returns the SHA-256 of every file; of manifests without members that depend on the run."""
    found = {}
    for file in sorted(package.rglob("*")):
        if file.is_dir():
            continue
        data = file.read_bytes()
        if file.name == "manifest.json":
            manifest = json.loads(data)
            manifest.pop("work")
            data = json.dumps(manifest, sort_keys=True).encode()
        found[str(file.relative_to(package))] = hashlib.sha256(data).hexdigest()
    return found


# System calls of a run without faults.


def trace(case, command):
    """Traces a command without a fault; returns the calls of each thread, as pairs of the call and its paths in the case."""
    log = case.folder / "trace"
    if command == "run":
        running = case.start(case.run_arguments(), log=log)
        status = running.finish()
    else:
        job = case.call(*case.add_arguments()).split()[0]
        running = case.start(case.worker_arguments(), log=log)
        status = finish_worker(case, running, job, seconds=LIMIT)
    require(status == 0, f"{command} without a fault, traced: exit {status}: {running.errors()}")
    return [calls_of(file, str(case.folder)) for file in logs(log)]


def logs(log):
    """Returns the files with the traces of all threads: strace appends the number of the thread to their names."""
    return sorted(log.parent.glob(f"{log.name}.*"))


def calls_of(file, folder):
    """Returns the calls in a trace, each with its paths in the folder; without paths if the call is not on a file."""
    calls = []
    for line in file.read_text(errors="replace").splitlines():
        if not (found := re.match(r"(\w+)\((.*)", line)):
            continue
        call, rest = found[1], found[2].rpartition(") = ")[0] or found[2]
        if NO_FILE.search(rest):
            calls.append((call, set()))
            continue
        paths = set(re.findall(r"\d+<(/[^>]*)>", rest))
        if call in ON_PATHS:
            paths |= set(re.findall(r'"(/[^"]*)"', rest))
        calls.append((call, {os.path.relpath(path, folder) for path in paths if is_below(path, folder)}))
    return calls


def is_below(path, folder):
    return path == folder or path.startswith(folder + "/")


def fault_points(threads):
    """Returns the possible faults, as (call, None, number in its thread) and as (call, path, number on the path)."""
    by_number, by_path = set(), set()
    for calls in threads:
        numbers = {}
        for call, paths in calls:
            for key in [(call, None), *((call, path) for path in paths)]:
                numbers[key] = numbers.get(key, 0) + 1
                if key[1] is not None:
                    by_path.add((*key, numbers[key]))
            if paths:
                by_number.add((call, None, numbers[call, None]))
    return by_number, by_path


def faults(pool, site, command):
    """Returns all faults of a command, from two runs without a fault."""
    cases = [Case(site, f"{command}-trace-{number}") for number in range(2)]
    first, second = (fault_points(threads) for threads in pool.map(lambda case: trace(case, command), cases))
    found = []
    # The folder of the case itself (".") has the files of this script.
    for call, path, number in sorted(first[0] | second[0] | (first[1] & second[1]), key=str):
        errors = ERRORS + (["EDQUOT"] if call in QUOTA_CALLS else [])
        found += [Fault(command, call, error, number, path) for error in errors if path != "."]
    return found


# Checks.


def check_output(case, is_published, has_index):
    """Checks that the output folder has a complete package or none, its index, and otherwise hidden files only."""
    names = set(os.listdir(case.output)) if case.output.exists() else set()
    strays = names - {PACKAGE, "index.json", ".vtranscode"}
    require(not strays, f"unexpected files in the output folder: {sorted(strays)}")
    if PACKAGE in names:
        found, wanted = digests(case.output / PACKAGE), case.site.package
        different = sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
        require(not different, f"the published package differs from the one without a fault: {different}")
    require(not is_published or PACKAGE in names, "success, but no package")
    if is_published and has_index:
        require("index.json" in names, "success, but no index.json")
        require((case.output / "index.json").read_bytes() == case.site.index, "index.json differs from the one without a fault")


def injected(log):
    """Returns the calls into which the fault was injected: the number of the thread and the line of its trace."""
    return [
        f"{file.suffix[1:]} {line}" for file in logs(log) for line in file.read_text(errors="replace").splitlines()
        if "(INJECTED)" in line]


def hit_files_only(log):
    """Returns whether only calls on files failed."""
    return not any(NO_FILE.search(line) for line in injected(log))


def codes_of(fault, log):
    """Returns the codes that a fault may cause; they must name its side, the upload or the output."""
    folder = (fault.path or "").partition("/")[0]
    # The fork server, or a sandbox process whose memory cannot be limited, exits.
    sandbox = {"NO_SANDBOX", "CRASHED"} if any(LIMITS.search(line) for line in injected(log)) else set()
    return {"in": {"UNREADABLE"}, "out": {"OUTPUT", "DISK_FULL"}}.get(folder, CODES | sandbox)


def finish(running, log):
    """Waits for a command; returns its exit status, or `None` if the status cannot be checked."""
    try:
        # A command that lost a message of the runtime waits forever.
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.process.wait(5)
        status = running.finish(LIMIT if hit_files_only(log) else 1)
    except Failure:
        if hit_files_only(log):
            raise
        return None
    return status if hit_files_only(log) else None


def check_run(case, fault, log):
    running = case.start(case.run_arguments(), fault, log)
    status = finish(running, log)
    codes = set(re.findall(r": ([A-Z][A-Z_]{3,}): ", running.errors()))
    # The events have the code even if standard error failed.
    codes |= set(re.findall(r'"code":"([A-Z_]+)"', running.output()))
    if status == FAILED and "CRASHED" in codes & codes_of(fault, log):
        status = INPUT_OUTPUT
    if status == BAD_PRESET and ": file.unreadable: " in running.errors():
        status, codes = INPUT_OUTPUT, {"UNREADABLE"}
    if "error: standard output: " in running.errors():
        codes.add("OUTPUT")
    if status is not None:
        details = f"exit {status} with {sorted(codes)}: {running.errors()}"
        require(status in (0, INPUT_OUTPUT) and codes <= codes_of(fault, log) and (status == 0) == (not codes), details)
    check_output(case, status == 0, has_index=True)
    again = case.start(case.run_arguments())
    status = again.finish()
    require(status == 0, f"the next run: exit {status}: {again.errors()}")
    check_output(case, True, has_index=True)
    names = sorted(os.listdir(case.output))
    require(names == [PACKAGE, "index.json"], f"files after the next run: {names}")


def has_ended(running):
    return running.process.poll() is not None


def finish_worker(case, running, job, seconds, log=None):
    """Waits until the job or the worker has ended, or for `seconds`; drains the worker, and returns the result of `finish`."""
    follow = case.start(["queue", "show", job, "--follow", "--json", "--queue", case.queue])
    # SIGTERM drains a worker after its first log line ("worker started"), and kills it before.
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline and not running.errors() and not has_ended(follow) and not has_ended(running):
        time.sleep(0.02)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not has_ended(follow) and not has_ended(running):
        time.sleep(0.02)
    follow.kill()
    if not has_ended(running):
        running.process.terminate()
    return finish(running, log) if log else running.finish()


def check_worker(case, fault, log):
    job = case.call(*case.add_arguments()).split()[0]
    running = case.start(case.worker_arguments(), fault, log)
    status = finish_worker(case, running, job, seconds=3, log=log)
    shown = case.job(job)
    if status is not None:
        details = f"the worker: exit {status}: {running.errors()}"
        require(status in (0, INPUT_OUTPUT), details)
        last = re.search(r"\b([A-Z][A-Z_]+): .*\Z", running.errors())
        # SQLite reports EIO of a read as corruption (unixRead, SQLITE_IOERR_CORRUPTFS).
        corruption = {"QUEUE_CORRUPT"} if (fault.call, fault.error) == ("pread64", "EIO") else set()
        allowed = QUEUE_CODES | corruption | (codes_of(fault, log) - CODES)
        require(status == 0 or last and last[1] in allowed, details)
        errors = [shown["error"], *(task["error"] for task in shown["tasks"])]
        codes = {error["code"] for error in errors if error}
        require(codes <= codes_of(fault, log), f"{shown['status']} with {sorted(codes)}: {running.errors()}")
        require(shown["status"] != "failed" or shown["error"]["retryable"], "failed permanently")
    check_output(case, shown["status"] == "completed", has_index=False)
    if shown["status"] == "failed":
        case.call("queue", "retry", job, "--queue", case.queue)
    if shown["status"] != "completed":
        second = case.start(case.worker_arguments())
        status = finish_worker(case, second, job, seconds=LIMIT)
        require(status == 0, f"the second worker: exit {status}: {second.errors()}")
    shown = case.job(job)
    require(shown["status"] == "completed", f"after a worker without faults: {shown['status']} {shown['error']}")
    events = case.call("queue", "show", job, "--follow", "--json", "--queue", case.queue).splitlines()
    published = [line for line in events if json.loads(line)["event"] == "published"]
    require(len(published) == 1, f"{len(published)} published events")
    check_output(case, True, has_index=False)
    names = sorted(os.listdir(case.output))
    require(names == [PACKAGE], f"files after the workers: {names}")


def check(site, number, fault):
    """Returns whether the fault was injected into calls on files only, and a description of the failure or `None`."""
    case = Case(site, f"case-{number}")
    log = case.folder / "trace"
    try:
        {"run": check_run, "worker": check_worker}[fault.command](case, fault, log)
        reason = None
    except Failure as failure:
        reason = str(failure)
    calls = injected(log)
    was_injected = bool(calls) and hit_files_only(log)
    if reason is None:
        shutil.rmtree(case.folder)
        return was_injected, None
    calls = "".join(f"\n    {line.replace(str(case.folder), '')}" for line in calls[:4])
    return was_injected, f"{fault}: {reason}{calls}\n    {case.folder}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", choices=["run", "worker"])
    parser.add_argument("--call", choices=CALLS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    start = time.monotonic()
    site = Site(options.binary)
    dice, chosen, known = random.Random(options.seed), [], 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        commands = [options.only] if options.only else ["run", "worker"]
        for command in commands:
            found = [fault for fault in faults(pool, site, command) if options.call in (None, fault.call)]
            known += len(found)
            # A case of `worker` takes three times as long as one of `run`.
            size = options.count if options.only else options.count * {"run": 3, "worker": 1}[command] // 4
            chosen += found if options.all else sample(dice, found, size)
        outcomes = []
        for was_injected, failure in pool.map(lambda pair: check(site, *pair), enumerate(chosen)):
            outcomes.append((was_injected, failure))
            if failure:
                print(f"failure: {failure}", flush=True)
    failures = [failure for _, failure in outcomes if failure]
    print(
        f"{len(chosen)} of {known} faults, {sum(was_injected for was_injected, _ in outcomes)} injected into files only;"
        f" {time.monotonic() - start:.0f} s, seed {options.seed}")
    if failures:
        sys.exit(f"{len(failures)} faults with an unexpected outcome; see {site.folder}")
    shutil.rmtree(site.folder)


def sample(dice, found, size):
    """Returns a random sample with equally many faults of each system call, as far as there are enough."""
    by_call = {}
    for fault in found:
        by_call.setdefault(fault.call, []).append(fault)
    for rest in by_call.values():
        dice.shuffle(rest)
    chosen = []
    while by_call and len(chosen) < size:
        for call in sorted(by_call, key=lambda _: dice.random()):
            if len(chosen) < size:
                chosen.append(by_call[call].pop())
                if not by_call[call]:
                    del by_call[call]
    return chosen


main()
