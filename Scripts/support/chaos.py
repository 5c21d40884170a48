"""Kills and pauses the workers of a queue at random and judges what comes out; Scripts/chaos says more.

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
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

LEASE = 2  # seconds of silence after which a worker is given up
CLIPS = 12  # different uploads; jobs share them
PATIENCE = 120  # seconds from the last fault until every job must have ended
CHILD = "vt-child"  # what workers' children are called
FORK_SERVER = "vt-fork-server"
HOSTILE = ("any", None)  # the end of an upload that may be published or refused
# Codes of the machine, of crashes and of bugs: no upload may come to these, whatever it holds.
NEVER_OF_UPLOADS = {
    None, "CRASHED", "STALLED", "INTERNAL", "KILLED", "WORKER_LOST", "TASK_TIMEOUT", "OUTPUT", "UNREADABLE", "DISK_FULL",
    "NO_ENCODER", "LOCKED", "CHANGED"}
# Workers refuse to run as root; whoever owns the queue's file starts all commands.
NOBODY = 65534
USER = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


class Packages(threading.Thread):
    """Watches the output folder: a package appears once, whole, and neither goes away nor becomes another."""

    def __init__(self, output):
        super().__init__(daemon=True)
        self.output = output
        self.seen = {}
        self.wrong = []
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.wait(0.02):
            self.look()

    def look(self):
        found = {e.name: e for e in os.scandir(self.output) if not e.name.startswith(".")}
        for name in self.seen.keys() - found.keys():
            self.wrong.append(f"{name}: the package went away")
            del self.seen[name]
        for name, entry in found.items():
            inode = entry.inode()
            if self.seen.setdefault(name, inode) != inode:
                self.wrong.append(f"{name}: the package was replaced by another")
                self.seen[name] = inode
            elif not os.path.exists(f"{entry.path}/manifest.json"):
                self.wrong.append(f"{name}: published without its manifest")


class Receiver(threading.Thread):
    """Takes webhooks: message ids by job and kind of event; a message may come twice, with the same id."""

    def __init__(self):
        super().__init__(daemon=True)
        self.told = {}
        told, lock = self.told, threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with lock:
                    told.setdefault((body["job"], body["event"]), set()).add(self.headers["Webhook-Id"])
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def run(self):
        self.server.serve_forever()


class Killer(threading.Thread):
    """Stands in for an upload that takes every worker down which runs it: kills whoever begins a task of one job."""

    def __init__(self, site, job):
        super().__init__(daemon=True)
        self.site = site
        self.mark = f" began job={job}"
        self.kills = 0
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.wait(0.005):
            for worker in list(self.site.workers):
                if worker.poll() is None and self.mark in pathlib.Path(worker.log).read_text():
                    worker.kill()
                    worker.wait()
                    self.kills += 1


class Site:
    """The folder of a run, its queue and its workers."""

    def __init__(self, options):
        self.command = os.path.abspath(options.command)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vt-chaos-"))
        self.output = self.folder / "out"
        self.output.mkdir()
        self.own(self.folder, self.output)
        self.queue = options.queue or f"sqlite:{self.folder}/queue.db"
        self.server = options.server
        self.workers = []
        self.started = 0

    @staticmethod
    def own(*folders):
        for folder in folders if USER else ():
            os.chown(folder, NOBODY, NOBODY)

    def call(self, *arguments, expected=(0,)):
        """Repeats what meets a queue that is away for a moment."""
        for _ in range(20):
            done = subprocess.run([self.command, *arguments], capture_output=True, text=True, **USER)
            if done.returncode in expected:
                return done.stdout
            time.sleep(0.5)
        sys.exit(f"{arguments}: exit {done.returncode}: {done.stderr}")

    def ask(self, *arguments):
        return json.loads(self.call("queue", *arguments, "--json", "--queue", self.queue))

    def start_worker(self, dice):
        self.started += 1
        scratch = self.folder / f"scratch-{self.started}"
        scratch.mkdir()
        self.own(scratch)
        with open(self.folder / f"worker-{self.started}.log", "w") as log:
            worker = subprocess.Popen(
                [self.command, "worker", "--queue", self.queue, "--lease", str(LEASE)]
                + ["--jobs", "2", "--minimum-free", "0", "--allow-private-webhooks"]
                # Some share even short jobs out.
                + dice.choice([[], ["--long-job", "0.01", "--batch", "0.01"]]),
                env=os.environ | {"TMPDIR": str(scratch)},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, **USER)
        worker.told = 0  # how often it was told to stop
        worker.log = log.name
        self.workers.append(worker)

    def children(self, wanted=CHILD):
        """The workers' children that handle media, or the servers that start those."""
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
    """Tiny clips, all different, with sound or without; returns them with what must become of each."""
    uploads = []
    for index in range(CLIPS):
        clip = folder / f"clip-{index}.mp4"
        sound = ["-f", "lavfi", "-i", f"sine=f={200 + 50 * index}:d=1"] if index % 2 else []
        # The last are long enough for several nodes.
        seconds = 20 if index >= CLIPS - 2 else dice.choice([0.5, 1])
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi"]
            + ["-i", f"testsrc2=s=160x90:r=25:d={seconds},hue=h={index * 25}", *sound]
            + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac", clip],
            check=True)
        uploads.append((clip, "completed", None))
    text = folder / "text.mp4"
    text.write_text("this is no film")
    uploads.append((text, "failed", "NOT_MEDIA"))
    empty = folder / "empty.mp4"
    empty.write_bytes(b"")
    uploads.append((empty, "failed", "EMPTY"))
    # Among the first, so that they run beside honest ones.
    hostile = make_hostile(folder)
    return uploads[:2] + hostile + uploads[2:]


def make_hostile(folder):
    """Uploads with the clocks of Scripts/fuzz-times, which once took workers down; published or refused, as `plan` decides."""
    script = pathlib.Path(__file__).parent.parent / "fuzz-times"
    loader = importlib.machinery.SourceFileLoader("fuzz_times", str(script))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("fuzz_times", loader))
    loader.exec_module(module)
    uploads = []
    for name, data in module.hostile(folder):
        (folder / name).write_bytes(data)
        uploads.append((folder / name, *HOSTILE))
    return uploads


def settle_hostile(site, jobs, listed, wrong):
    """What a hostile upload came to: published, or refused for a reason of its own, and the same for each of its jobs."""
    ends = {}
    for job, (upload, *end) in list(jobs.items()):
        if tuple(end) != HOSTILE:
            continue
        shown = listed[job]
        code = (shown.get("error") or {}).get("code")
        if shown["status"] == "failed" and code not in NEVER_OF_UPLOADS:
            jobs[job] = (upload, "failed", code)
        else:
            # Else `judge_jobs` finds it wrong.
            jobs[job] = (upload, "completed", None)
        ends.setdefault(upload.name, set()).add((shown["status"], code))
    for name, found in sorted(ends.items()):
        if len(found) > 1:
            wrong.append(f"{name}: its jobs ended differently: {sorted(map(str, found))}")
    return {name: str(code or status) for name, found in ends.items() for status, code in found}


def submit_killer(site, receiver):
    """A job whose tasks never end by themselves; returns its id, its upload and its expected end."""
    clip = site.folder / "killer.mp4"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=60"]
        + ["-c:v", "libx264", "-preset", "ultrafast", clip], check=True)
    job, = site.call(
        "queue", "add", str(clip), "--output", str(site.output), "--queue", site.queue,
        "--tenant", f"{site.folder.name}-killer", "--webhook", receiver.url,
        "--allow-private-webhooks").split()
    return job, (clip, "failed", "WORKER_LOST")


def submit(site, uploads, count, receiver, dice):
    """Returns each job's upload and expected end, by its id."""
    jobs = {}
    while len(jobs) < count:
        some = uploads[: count - len(jobs)]
        # The same upload is another job for another tenant.
        printed = site.call(
            "queue", "add", *[str(upload[0]) for upload in some], "--output", str(site.output),
            "--queue", site.queue, "--tenant", f"{site.folder.name}-{len(jobs)}",
            "--priority", str(dice.choice([0, 0, 5])),
            "--webhook", receiver.url, "--allow-private-webhooks")
        jobs |= zip(printed.split(), some, strict=True)
    return jobs


def disturb(site, dice):
    """Makes one fault; returns what it was."""
    fault = dice.choice(
        ["kill", "kill", "pause", "pause", "child", "child", "drain", "fork server"]
        + (["server"] if site.server else []))
    worker = dice.choice(site.workers)
    if fault == "kill":
        worker.kill()
    elif fault == "drain":
        tell(worker)
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
    else:
        restart_server(site.server)
    return fault


def restart_server(folder):
    """As a crash, and the server comes back."""
    script = 'source "$0/setup.sh"; source "$0/postgres.sh"; postgres_folder=$1; restart_postgres'
    subprocess.run(
        ["bash", "-c", script, pathlib.Path(__file__).parent, folder], check=True,
        stdout=subprocess.DEVNULL)


def tell(worker):
    """Tells a worker to stop."""
    worker.told += 1
    worker.terminate()


def replace_lost(site, width, dice, wrong):
    for worker in list(site.workers):
        if worker.poll() is None:
            continue
        site.workers.remove(worker)
        # Told to end before it listened: then it had done nothing.
        is_early = worker.returncode == -signal.SIGTERM and os.path.getsize(worker.log) == 0
        # 1: it took itself out, because its children were killed. 130: told twice, it ended at once.
        is_hurried = worker.returncode == 130 and worker.told > 1
        # 74: without its fork server it can do nothing.
        if worker.returncode not in (0, 1, 74, -signal.SIGKILL) and not is_early and not is_hurried:
            wrong.append(f"{worker.log}: a worker ended with {worker.returncode}")
    while len(site.workers) < width:
        site.start_worker(dice)


def open_jobs(site):
    counts = site.ask("stats")["jobs"]
    return counts["queued"] + counts["processing"]


def digests(package):
    """Of every file; manifests without what tells of the run, and their names."""
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


def judge_jobs(listed, jobs, receiver, wrong):
    for job, (upload, end, code) in jobs.items():
        shown = listed[job]
        error = (shown.get("error") or {}).get("code")
        if (shown["status"], error) != (end, code):
            wrong.append(f"{job} ({upload.name}): {shown['status']} {error}, not {end} {code}")
        # Each event of the outbox has an id of its own.
        told = {kind: len(ids) for (other, kind), ids in receiver.told.items() if other == job}
        if told.pop("started", 1) != 1 or told != {"queued": 1, "published" if code is None else end: 1}:
            wrong.append(f"{job}: its events: {told}")


def judge_files(site, jobs, packages, wrong):
    published = {job for job, (_, end, _) in jobs.items() if end == "completed"}
    there = set(os.listdir(site.output))
    wrong += [f"{name}: not published" for name in sorted(published - there)]
    for name in sorted(there - published):
        left = [str(p.relative_to(site.output)) for p in (site.output / name).rglob("*")]
        wrong.append(f"out/{name}: left over, with {left[:8]}")
    wrong += packages.wrong
    reference = site.folder / "reference"
    clips = sorted({str(jobs[job][0]) for job in published})
    if clips:
        site.call("run", *clips, "--output", str(reference))
    expected = {pathlib.Path(clip).stem: digests(reference / pathlib.Path(clip).stem) for clip in clips}
    for job in sorted(published & there):
        stem = jobs[job][0].stem
        if digests(site.output / job) != expected[stem]:
            wrong.append(f"{job}: not the package that `run` makes of {stem}")


def wait(what, seconds, wrong):
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return wrong.append(f"not within {seconds} s: {what.__doc__}")
        time.sleep(0.3)


def end(site, killer, wrong):
    """Waits for the rest without faults but the killer's, and drains; returns the jobs as they ended."""
    def all_ended():
        """every job has ended"""
        replace_lost(site, 2, random, wrong)
        return open_jobs(site) == 0

    def all_told():
        """every webhook is told"""
        return site.ask("stats")["webhooksPending"] == 0

    def nothing_runs():
        """no task is left to anybody"""
        stats = site.ask("stats")
        return not any(stats["tasks"].values())

    for worker in site.workers:
        if worker.poll() is None:
            worker.send_signal(signal.SIGCONT)
    for condition in [all_ended, nothing_runs, all_told]:
        wait(condition, PATIENCE, wrong)
    killer.stopped.set()
    killer.join()
    listed = {job["id"]: job for job in site.ask("list", "--limit", "10000")}
    # What a job leaves that could be retried goes when the job is forgotten.
    site.call("queue", "prune", "--older-than", "0", "--status", "failed", "--queue", site.queue)
    wait(nothing_runs, PATIENCE, wrong)
    for worker in site.workers:
        if not worker.told:
            tell(worker)
    for worker in site.workers:
        try:
            worker.wait(60)
        except subprocess.TimeoutExpired:
            worker.kill()
            wrong.append(f"{worker.log}: a worker did not drain within 60 s")
            continue
        if worker.returncode != 0:
            wrong.append(f"{worker.log}: a worker drained with status {worker.returncode}")
    site.workers = []
    return listed


def main():
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
    site, receiver, wrong = Site(options), Receiver(), []
    receiver.start()
    packages = Packages(site.output)
    packages.start()
    began = time.monotonic()
    faults = {}
    try:
        uploads = make_uploads(site.folder, dice)
        jobs = submit(site, uploads, options.jobs or int(60 * options.minutes), receiver, dice)
        killer_job, jobs_end = submit_killer(site, receiver)
        jobs[killer_job] = jobs_end
        killer = Killer(site, killer_job)
        killer.start()
        replace_lost(site, options.workers, dice, wrong)
        deadline = time.monotonic() + 60 * options.minutes
        while time.monotonic() < deadline and open_jobs(site) > 0:
            time.sleep(dice.uniform(0.1, 0.6))
            if fault := disturb(site, dice):
                faults[fault] = faults.get(fault, 0) + 1
            replace_lost(site, options.workers, dice, wrong)
        listed = end(site, killer, wrong)
        packages.stopped.set()
        packages.join()
        packages.look()
        faults["by the killer"] = killer.kills
        hostile = settle_hostile(site, jobs, listed, wrong)
        judge_jobs(listed, jobs, receiver, wrong)
        judge_files(site, jobs, packages, wrong)
    finally:
        for worker in site.workers:
            worker.kill()
    made = ", ".join(f"{count} {fault}" for fault, count in sorted(faults.items()))
    print(
        f"{len(jobs)} jobs, {len(packages.seen)} packages, {site.started} workers, faults: {made};"
        f" {time.monotonic() - began:.0f} s, seed {options.seed}")
    print("hostile: " + ", ".join(f"{name} {end}" for name, end in sorted(hostile.items())))
    if wrong:
        print("\n".join(f"wrong: {line}" for line in wrong))
        sys.exit(f"{len(wrong)} things are wrong; kept: {site.folder}")
    shutil.rmtree(site.folder)


main()
