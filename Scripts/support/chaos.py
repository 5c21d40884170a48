"""Kills and suspends the workers of a queue at random and checks the results; see Scripts/chaos.

    chaos.py COMMAND [--minutes 5] [--workers 4] [--jobs N] [--seed N] [--queue URL] [--server FOLDER]
"""

import argparse
import hashlib
import importlib.machinery
import importlib.util
import http.server
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
import threading
import time

LEASE = 2  # the duration of a lease, in seconds
CLIPS = 12  # the number of different uploads, which jobs share
TIMEOUT = 120  # the time from the last fault to the end of every job, in seconds
CHILD = "vt-child"  # the name of sandbox processes
FORK_SERVER = "vt-fork-server"
HOSTILE = ("any", None)  # the outcome of an upload that may be published or rejected
# Codes of host errors, crashes and bugs, which no upload may cause.
NEVER_OF_UPLOADS = {
    None, "CRASHED", "STALLED", "INTERNAL", "KILLED", "WORKER_LOST", "TASK_TIMEOUT", "OUTPUT", "UNREADABLE", "DISK_FULL",
    "NO_ENCODER", "LOCKED", "CHANGED"}
# Workers do not run as root; the owner of the queue's file starts all commands.
NOBODY = 65534
USER = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


class Packages(threading.Thread):
    """Watches the output folder: a package appears once and complete, and is neither removed nor replaced."""

    def __init__(self, output):
        super().__init__(daemon=True)
        self.output = output
        self.seen = {}
        self.violations = []
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.wait(0.02):
            self.check()

    def check(self):
        found = {e.name: e for e in os.scandir(self.output) if not e.name.startswith(".")}
        for name in self.seen.keys() - found.keys():
            self.violations.append(f"{name}: the package was removed")
            del self.seen[name]
        for name, entry in found.items():
            inode = entry.inode()
            if self.seen.setdefault(name, inode) != inode:
                self.violations.append(f"{name}: the package was replaced by another")
                self.seen[name] = inode
            elif not os.path.exists(f"{entry.path}/manifest.json"):
                self.violations.append(f"{name}: published without its manifest")


class Receiver(threading.Thread):
    """Receives webhooks: message ids by job and kind of event; a message may be repeated with the same id."""

    def __init__(self):
        super().__init__(daemon=True)
        self.received = {}
        received, lock = self.received, threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    received.setdefault((body["job"], body["event"]), set()).add(self.headers["Webhook-Id"])
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def run(self):
        self.server.serve_forever()


class Killer(threading.Thread):
    """Simulates an upload that crashes its workers: kills every worker that starts a task of one job."""

    def __init__(self, site, job):
        super().__init__(daemon=True)
        self.site = site
        self.start_message = re.compile(rf" task started .*\bjob={job}\b")
        self.kills = 0
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.wait(0.005):
            for worker in list(self.site.workers):
                if worker.poll() is None and self.start_message.search(pathlib.Path(worker.log).read_text()):
                    worker.kill()
                    worker.wait()
                    self.kills += 1


class Site:
    """The folder, queue and workers of a run."""

    def __init__(self, options):
        self.command = os.path.abspath(options.command)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vt-chaos-"))
        self.output = self.folder / "out"
        self.output.mkdir()
        self.own(self.folder, self.output)
        self.queue = options.queue or f"sqlite:{self.folder}/queue.db"
        self.server = options.server
        self.environment = {}  # variables of commands and workers
        # Names and functions; a function returns False if there was nothing to inject the fault into.
        self.faults = [("server", lambda _: restart_server(self.server))] if self.server else []
        self.notes = []  # lines for the report
        self.canceled = set()  # the ids of jobs whose cancellation was requested
        self.workers = []
        self.started = 0

    def make_uploads(self, dice):
        return make_uploads(self.folder, dice)

    def location(self, upload):
        """Returns an upload as jobs name it."""
        return str(upload)

    def storage_options(self, scratch):
        """Returns options of a command that reads uploads and writes packages, with a folder of its own."""
        return []

    def watch(self):
        """Returns a thread that watches the packages."""
        return Packages(self.output)

    def check_packages(self, jobs, packages, violations):
        check_files(self, jobs, packages, violations)

    def stop_faults(self):
        """Ends faults that are injected by other programs, so that the remaining jobs can end."""

    def close(self):
        """Ends all processes."""
        for worker in self.workers:
            worker.kill()

    @staticmethod
    def own(*folders):
        for folder in folders if USER else ():
            os.chown(folder, NOBODY, NOBODY)

    def call(self, *arguments, expected=(0,)):
        """Runs a command, and retries it while the queue is unreachable."""
        for _ in range(20):
            done = subprocess.run(
                [self.command, *arguments], capture_output=True, text=True, env=os.environ | self.environment, **USER)
            if done.returncode in expected:
                return done.stdout
            time.sleep(0.5)
        sys.exit(f"{arguments}: exit {done.returncode}: {done.stderr}")

    def query(self, *arguments):
        return json.loads(self.call("queue", *arguments, "--json", "--queue", self.queue))

    def start_worker(self, dice):
        self.started += 1
        scratch = self.folder / f"scratch-{self.started}"
        scratch.mkdir()
        self.own(scratch)
        with open(self.folder / f"worker-{self.started}.log", "w") as log:
            worker = subprocess.Popen(
                [self.command, "worker", "--queue", self.queue, "--lease", str(LEASE)]
                + ["--jobs", "2", "--minimum-free", "0", "--allow-private-webhooks", *self.storage_options(scratch)]
                # Some workers split even short jobs into tasks.
                + dice.choice([[], ["--long-job", "0.01", "--batch", "0.01"]]),
                env=os.environ | self.environment | {"TMPDIR": str(scratch)},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, **USER)
        worker.signals = 0  # the number of SIGTERMs
        worker.log = log.name
        self.workers.append(worker)

    def children(self, wanted=CHILD):
        """Returns the process ids of the workers' sandbox processes, or of their fork servers."""
        found = []
        below = {worker.pid for worker in self.workers}
        parents = {}
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                name, _, rest = open(f"/proc/{process}/stat").read().rpartition(")")
            except OSError:
                continue
            parents[int(process)] = (int(rest.split()[1]), name.partition("(")[2])
        for process, (parent, name) in parents.items():
            while name == wanted and parent > 1:
                if parent in below:
                    found.append(process)
                    break
                parent = parents.get(parent, (0, ""))[0]
        return found


def make_uploads(folder, dice):
    """Creates different short clips, with or without audio; returns them with their expected outcomes."""
    uploads = []
    for index in range(CLIPS):
        clip = folder / f"clip-{index}.mp4"
        audio = ["-f", "lavfi", "-i", f"sine=f={200 + 50 * index}:d=1"] if index % 2 else []
        # The last clips are long enough for several chunks.
        seconds = 20 if index >= CLIPS - 2 else dice.choice([0.5, 1])
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi"]
            + ["-i", f"testsrc2=s=160x90:r=25:d={seconds},hue=h={index * 25}", *audio]
            + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac", clip],
            check=True)
        uploads.append((clip, "completed", None))
    text = folder / "text.mp4"
    text.write_text("this is not media")
    uploads.append((text, "failed", "NOT_MEDIA"))
    empty = folder / "empty.mp4"
    empty.write_bytes(b"")
    uploads.append((empty, "failed", "EMPTY"))
    # Among the first, so that they run together with valid ones.
    hostile = make_hostile(folder)
    return uploads[:2] + hostile + uploads[2:]


def make_hostile(folder):
    """Creates uploads with the timestamps of Scripts/fuzz-times, which are published or rejected, as `plan` decides."""
    script = pathlib.Path(__file__).parent.parent / "fuzz-times"
    loader = importlib.machinery.SourceFileLoader("fuzz_times", str(script))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("fuzz_times", loader))
    loader.exec_module(module)
    uploads = []
    for name, data in module.hostile(folder):
        (folder / name).write_bytes(data)
        uploads.append((folder / name, *HOSTILE))
    return uploads


def check_hostile(site, jobs, listed, violations):
    """Checks that a hostile upload was published or rejected, with the same outcome in each of its jobs."""
    ends = {}
    for job, (upload, *end) in list(jobs.items()):
        if tuple(end) != HOSTILE:
            continue
        shown = listed[job]
        code = (shown.get("error") or {}).get("code")
        if shown["status"] == "failed" and code not in NEVER_OF_UPLOADS:
            jobs[job] = (upload, "failed", code)
        else:
            # Other outcomes are violations, which `check_jobs` reports.
            jobs[job] = (upload, "completed", None)
        ends.setdefault(upload.name, set()).add((shown["status"], code))
    for name, found in sorted(ends.items()):
        if len(found) > 1:
            violations.append(f"{name}: its jobs have different outcomes: {sorted(map(str, found))}")
    return {name: str(code or status) for name, found in ends.items() for status, code in found}


def submit_killer(site, receiver):
    """Submits a job that crashes its workers; returns its id, its upload and its expected outcome."""
    clip = site.folder / "killer.mp4"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=60"]
        + ["-c:v", "libx264", "-preset", "ultrafast", clip], check=True)
    job, = site.call(
        "queue", "add", site.location(clip), "--output", str(site.output), "--queue", site.queue,
        *site.storage_options(site.folder),
        "--tenant", f"{site.folder.name}-killer", "--webhook", receiver.url,
        "--allow-private-webhooks").split()
    return job, (clip, "failed", "WORKER_LOST")


def submit(site, uploads, count, receiver, dice):
    """Submits jobs; returns the upload and expected outcome of each, by its id."""
    jobs = {}
    while len(jobs) < count:
        some = uploads[: count - len(jobs)]
        # The same upload is a different job for another tenant.
        printed = site.call(
            "queue", "add", *[site.location(upload[0]) for upload in some], "--output", str(site.output),
            "--queue", site.queue, *site.storage_options(site.folder), "--tenant", f"{site.folder.name}-{len(jobs)}",
            "--priority", str(dice.choice([0, 0, 5])),
            "--webhook", receiver.url, "--allow-private-webhooks")
        jobs |= zip(printed.split(), some, strict=True)
    return jobs


def runs_last_attempt(worker):
    """Returns whether a worker runs a task that fails if it loses one more worker, as it has lost two in a row."""
    if worker.poll() is not None:
        return False
    running = set()
    for line in pathlib.Path(worker.log).read_text().splitlines():
        suspect = re.search(r" suspect runs alone attempt=(\d+) .*\btask=(\d+)", line)
        ended = re.search(r" task (?!started)\w+ .*\btask=(\d+)", line)
        if suspect and int(suspect[1]) >= 3:
            running.add(suspect[2])
        elif ended:
            running.discard(ended[1])
    return bool(running)


def inject_fault(site, dice):
    """Injects one fault; returns its name, or None if there was nothing to inject it into."""
    # Such a task fails rightly, which the killer's job shows; random faults must not hit any other one that often.
    if any(runs_last_attempt(worker) for worker in site.workers):
        return None
    fault = dice.choice(
        ["kill", "kill", "pause", "pause", "child", "child", "drain", "fork server"]
        + [name for name, _ in site.faults])
    worker = dice.choice(site.workers)
    if fault == "kill":
        worker.kill()
        # Otherwise it may still count as running when workers are replaced for the last time.
        worker.wait()
    elif fault == "drain":
        terminate(worker)
    elif fault == "pause":
        worker.send_signal(signal.SIGSTOP)
        # Shorter than the lease, or longer.
        span = dice.choice([0.3, LEASE * 2])
        threading.Timer(span, lambda: worker.poll() is None and worker.send_signal(signal.SIGCONT)).start()
    elif fault in ("child", "fork server"):
        children = site.children(CHILD if fault == "child" else FORK_SERVER)
        if not children:
            return None
        try:
            os.kill(dice.choice(children), signal.SIGKILL)
        except ProcessLookupError:
            return None
    elif dict(site.faults)[fault](dice) is False:
        return None
    return fault


def restart_server(folder):
    """Crashes and restarts the server."""
    script = 'source "$0/setup.sh"; source "$0/postgres.sh"; postgres_folder=$1; restart_postgres'
    subprocess.run(
        ["bash", "-c", script, pathlib.Path(__file__).parent, folder], check=True,
        stdout=subprocess.DEVNULL)


def terminate(worker):
    """Sends SIGTERM to a worker."""
    worker.signals += 1
    worker.terminate()


def replace_ended(site, width, dice, violations):
    for worker in list(site.workers):
        if worker.poll() is None:
            continue
        site.workers.remove(worker)
        # Terminated before it handled signals and ran a task.
        is_early = worker.returncode == -signal.SIGTERM and os.path.getsize(worker.log) == 0
        # 1: the worker shut down because its sandbox processes were killed. 130: it exited at the second signal.
        is_second_signal = worker.returncode == 130 and worker.signals > 1
        # 74: the worker's fork server was killed.
        if worker.returncode not in (0, 1, 74, -signal.SIGKILL) and not is_early and not is_second_signal:
            violations.append(f"{worker.log}: a worker exited with {worker.returncode}")
    while len(site.workers) < width:
        site.start_worker(dice)


def open_jobs(site):
    counts = site.query("stats")["jobs"]
    return counts["queued"] + counts["processing"]


def digests(package):
    """Returns the digests of all files; manifests without name and measurements of the run."""
    found = {}
    for file in sorted(package.rglob("*")):
        if not file.is_file():
            continue
        data = file.read_bytes()
        if file.name == "manifest.json":
            manifest = json.loads(data)
            manifest.pop("work")
            manifest.pop("name")
            data = json.dumps(manifest, sort_keys=True).encode()
        found[str(file.relative_to(package))] = hashlib.sha256(data).hexdigest()
    return found


def check_canceled(site, jobs, listed):
    """Takes over the outcome of jobs whose cancellation was requested: a package that was being published meanwhile stays."""
    for job in site.canceled:
        if (end := listed[job]["status"]) in ("cancelled", "completed"):
            jobs[job] = (jobs[job][0], end, None)


def check_jobs(listed, jobs, receiver, violations):
    for job, (upload, end, code) in jobs.items():
        shown = listed[job]
        error = (shown.get("error") or {}).get("code")
        if (shown["status"], error) != (end, code):
            violations.append(f"{job} ({upload.name}): {shown['status']} {error}, not {end} {code}")
        # Each event has a unique id.
        events = {kind: len(ids) for (other, kind), ids in receiver.received.items() if other == job}
        if events.pop("started", 1) != 1 or events != {"queued": 1, "published" if end == "completed" else end: 1}:
            violations.append(f"{job}: its events: {events}")


def check_files(site, jobs, packages, violations):
    published = {job for job, (_, end, _) in jobs.items() if end == "completed"}
    found = set(os.listdir(site.output))
    violations += [f"{name}: not published" for name in sorted(published - found)]
    for name in sorted(found - published):
        content = [str(p.relative_to(site.output)) for p in (site.output / name).rglob("*")]
        violations.append(f"out/{name}: should not exist; it contains {content[:8]}")
    violations += packages.violations
    reference = site.folder / "reference"
    clips = sorted({str(jobs[job][0]) for job in published})
    if clips:
        site.call("run", *clips, "--output", str(reference))
    expected = {pathlib.Path(clip).stem: digests(reference / pathlib.Path(clip).stem) for clip in clips}
    for job in sorted(published & found):
        stem = jobs[job][0].stem
        if digests(site.output / job) != expected[stem]:
            violations.append(f"{job}: not the package that `run` creates from {stem}")


def wait(condition, seconds, violations):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return violations.append(f"not within {seconds} s: {condition.__doc__}")
        time.sleep(0.3)


def end(site, killer, violations):
    """Waits for the remaining jobs without other faults, and drains the workers; returns the jobs."""
    def all_ended():
        """every job has ended"""
        replace_ended(site, 2, random, violations)
        return open_jobs(site) == 0

    def all_delivered():
        """every event is delivered"""
        return site.query("stats")["webhooksPending"] == 0

    def no_tasks():
        """no task is unfinished"""
        stats = site.query("stats")
        return not any(stats["tasks"].values())

    site.stop_faults()
    for worker in site.workers:
        if worker.poll() is None:
            worker.send_signal(signal.SIGCONT)
    for condition in [all_ended, no_tasks, all_delivered]:
        wait(condition, TIMEOUT, violations)
    killer.stopped.set()
    killer.join()
    listed = {job["id"]: job for job in site.query("list", "--limit", "10000")}
    # The files of jobs that could be retried are removed when the jobs are pruned.
    site.call("queue", "prune", "--older-than", "0", "--status", "failed", "--queue", site.queue)
    wait(no_tasks, TIMEOUT, violations)
    # Those whose fork server was among the last that were killed; the others must drain.
    replace_ended(site, 0, random, violations)
    for worker in site.workers:
        if not worker.signals:
            terminate(worker)
    for worker in site.workers:
        try:
            worker.wait(60)
        except subprocess.TimeoutExpired:
            worker.kill()
            violations.append(f"{worker.log}: a worker did not drain within 60 s")
            continue
        if worker.returncode != 0:
            violations.append(f"{worker.log}: a worker drained with status {worker.returncode}")
    site.workers = []
    return listed


def main(site_type=Site):
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--jobs", type=int, help="default: 60 a minute")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--queue")
    parser.add_argument("--server", help="the folder of a PostgreSQL server that may be killed")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    site, receiver, violations = site_type(options), Receiver(), []
    receiver.start()
    packages = site.watch()
    packages.start()
    start = time.monotonic()
    faults = {}
    try:
        uploads = site.make_uploads(dice)
        jobs = submit(site, uploads, options.jobs or int(60 * options.minutes), receiver, dice)
        killer_job, outcome = submit_killer(site, receiver)
        jobs[killer_job] = outcome
        killer = Killer(site, killer_job)
        killer.start()
        replace_ended(site, options.workers, dice, violations)
        deadline = time.monotonic() + 60 * options.minutes
        while time.monotonic() < deadline and open_jobs(site) > 0:
            time.sleep(dice.uniform(0.1, 0.6))
            if fault := inject_fault(site, dice):
                faults[fault] = faults.get(fault, 0) + 1
            replace_ended(site, options.workers, dice, violations)
        listed = end(site, killer, violations)
        packages.stopped.set()
        packages.join()
        packages.check()
        faults["by the killer"] = killer.kills
        hostile = check_hostile(site, jobs, listed, violations)
        check_canceled(site, jobs, listed)
        check_jobs(listed, jobs, receiver, violations)
        site.check_packages(jobs, packages, violations)
    finally:
        site.close()
    injected = ", ".join(f"{count} {fault}" for fault, count in sorted(faults.items()))
    print(
        f"{len(jobs)} jobs, {len(packages.seen)} packages, {site.started} workers, faults: {injected};"
        f" {time.monotonic() - start:.0f} s, seed {options.seed}")
    print("; ".join(site.notes), end="\n" if site.notes else "")
    print("hostile: " + ", ".join(f"{name} {end}" for name, end in sorted(hostile.items())))
    if violations:
        print("\n".join(f"violation: {line}" for line in violations))
        sys.exit(f"{len(violations)} violations; see {site.folder}")
    shutil.rmtree(site.folder)


if __name__ == "__main__":
    main()
