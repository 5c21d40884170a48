"""Delays a write of a canceled job until another job has its package's name; see Scripts/check-delayed-writes.

    delayed_write.py COMMAND

A proxy holds a signed request of a worker, which is suspended. Its job is canceled, and another upload is submitted under the same
name, which another worker packages. The request is forwarded before, while or after that package is written, then the first worker
is resumed. The package must be complete, and what `run` creates. A request that arrives after the commit may add another object to it,
since names are retained for less time here than a signed request is valid.
"""

import argparse
import asyncio
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import chaos_objects
import fault_proxy
import object_packages

LEASE = 2  # the duration of a lease, in seconds
TIMEOUT = 120  # of each condition, in seconds
NAME = "clip"
RETENTIONS = (0, 4)  # of names of removed packages, in seconds
MOMENTS = ("before", "while", "after")
# The sizes of both uploads: the keys of their segments are equal, or those of the first one are not in the second package.
SIZES = {"equal keys": ("640x360", "640x360"), "other keys": ("640x480", "320x180")}
UPLOADS, PACKAGES = "vt-delayed-uploads", "vt-delayed-packages"


class HoldingProxy(fault_proxy.Proxy):
    """Forwards all requests without faults, and holds the first write of a segment until it is released."""

    def __init__(self, endpoint):
        host, port = re.fullmatch(r"http://([^:]+):(\d+)", endpoint).groups()
        super().__init__(host, int(port), 0, {}, 0, lambda _: None)
        self.held, self.released, self.forwarded = threading.Event(), threading.Event(), threading.Event()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{asyncio.run_coroutine_threadsafe(self.start(), self.loop).result()}"

    async def exchange(self, head, reader, writer):
        if self.held.is_set() or not re.match(rf"PUT /{PACKAGES}/.*/{NAME}/video/.*\.m4s", head.first):
            return await super().exchange(head, reader, writer)
        # The whole request is here, so that the worker need not run.
        content = asyncio.StreamReader()
        async for block in fault_proxy.body(reader, head):
            content.feed_data(block)
        content.feed_eof()
        self.held.set()
        await asyncio.to_thread(self.released.wait)
        try:
            return await super().exchange(head, content, writer)
        finally:
            self.forwarded.set()


class Scenario:
    """One queue, one prefix of the bucket and two workers."""

    def __init__(self, command, s3, retention, moment, sizes):
        self.command, self.s3, self.retention, self.moment, self.sizes = command, s3, retention, moment, sizes
        self.title = f"retention {retention} s, {moment}, {sizes}"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vt-delayed-"))
        self.prefix = self.folder.name
        self.queue = f"sqlite:{self.folder}/queue.db"
        self.endpoint = os.environ["AWS_ENDPOINT_URL_S3"]
        self.workers = []

    def run(self):
        """Returns what is wrong."""
        try:
            return [f"{self.title}: {line}" for line in self.check()]
        finally:
            for worker in self.workers:
                worker.kill()
            shutil.rmtree(self.folder)

    def check(self):
        proxy = HoldingProxy(self.endpoint)
        first, second = (self.make_upload(index, size) for index, size in enumerate(SIZES[self.sizes]))
        slow = self.start_worker(proxy.url)
        canceled = self.submit(first)
        if not proxy.held.wait(TIMEOUT):
            return ["no segment was written"]
        slow.send_signal(signal.SIGSTOP)
        self.call("queue", "cancel", canceled, "--queue", self.queue)
        self.start_worker(self.endpoint)
        self.wait(lambda: self.job(canceled)["status"] == "cancelled", "the first job is canceled")
        violations = [f"{key}: left by the canceled job" for key in self.keys()]
        if self.moment == "before":
            self.release(proxy)
        job = self.submit(second)
        if self.moment == "while":
            self.wait(lambda: self.keys(), "the second job writes")
            self.release(proxy)
        self.wait(lambda: self.job(job)["status"] not in ("queued", "processing"), "the second job ends")
        if self.moment == "after":
            self.release(proxy)
        slow.send_signal(signal.SIGCONT)
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            if worker.wait(TIMEOUT):
                violations.append(f"a worker exited with {worker.returncode}")
        if not proxy.forwarded.is_set():
            violations.append("the request was not forwarded")
        return violations + self.check_package(self.job(job), second)

    def check_package(self, job, upload):
        if job["status"] != "completed":
            return [f"the second job: {job['status']} {job.get('error')}"]
        self.call("gc", f"s3://{PACKAGES}/{self.prefix}", "--older-than", "0", "--name-retention", "0", "--cache", self.cache("gc"))
        found = object_packages.Verification(self.s3, PACKAGES, self.prefix).run()
        self.call("run", str(upload), "--name", NAME, "--output", str(self.folder / "out"))
        expected = json.loads((self.folder / "out" / NAME / "manifest.json").read_text())
        # A commit removes what the package has not; nothing does so later, until the package is removed.
        violations = [line for line in found.violations if self.moment == "before" or not line.endswith(": not in the manifest")]
        violations += [f"{key}: left" for key in found.leftovers]
        if NAME not in found.packages or chaos_objects.comparable(found.packages[NAME]) != chaos_objects.comparable(expected):
            violations.append("not the package that `run` creates")
        self.call("package", "remove", f"s3://{PACKAGES}/{self.prefix}/{NAME}", "--cache", self.cache("gc"))
        return violations + [f"{key}: left by the removal" for key in self.keys()]

    def make_upload(self, index, size):
        upload = self.folder / f"upload-{index}.mp4"
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s={size}:r=25:d=8,hue=h={index * 90}"]
            + ["-c:v", "libx264", "-preset", "ultrafast", upload], check=True)
        self.s3.upload_file(str(upload), UPLOADS, f"{self.prefix}/{upload.name}")
        return upload

    def cache(self, name):
        folder = self.folder / f"cache-{name}"
        folder.mkdir(mode=0o700, exist_ok=True)
        return str(folder)

    def call(self, *arguments):
        done = subprocess.run([self.command, *arguments], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{self.title}: {arguments[:2]}: exit {done.returncode}: {done.stderr}")
        return done.stdout

    def submit(self, upload):
        return self.call(
            "queue", "add", f"s3://{UPLOADS}/{self.prefix}/{upload.name}", "--name", NAME, "--queue", self.queue,
            "--output", f"s3://{PACKAGES}/{self.prefix}", "--cache", self.cache("submit")).strip()

    def start_worker(self, endpoint):
        number = len(self.workers)
        worker = subprocess.Popen(
            [self.command, "worker", "--allow-root", "--queue", self.queue, "--lease", str(LEASE), "--jobs", "1"]
            + ["--minimum-free", "0", "--name-retention", str(self.retention), "--cache", self.cache(number)],
            env=os.environ | {"AWS_ENDPOINT_URL_S3": endpoint}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=open(self.folder / f"worker-{number}.log", "w"))
        self.workers.append(worker)
        return worker

    def release(self, proxy):
        proxy.released.set()
        self.wait(proxy.forwarded.is_set, "the request is forwarded")

    def job(self, job):
        return next(
            found for found in json.loads(self.call("queue", "list", "--json", "--queue", self.queue)) if found["id"] == job)

    def keys(self):
        return list(object_packages.keys(self.s3, PACKAGES, f"{self.prefix}/{NAME}/"))

    def wait(self, condition, meaning):
        deadline = time.monotonic() + TIMEOUT
        while not condition():
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.title}: not within {TIMEOUT} s: {meaning}")
            time.sleep(0.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    command = os.path.abspath(parser.parse_args().command)
    s3 = object_packages.client()
    for bucket in (UPLOADS, PACKAGES):
        s3.create_bucket(Bucket=bucket)
    scenarios = [Scenario(command, s3, *case) for case in itertools.product(RETENTIONS, MOMENTS, SIZES)]
    # They mostly wait.
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        violations = [line for lines in pool.map(Scenario.run, scenarios) for line in lines]
    print(f"{len(scenarios)} delayed writes, {len(violations)} violations")
    print("\n".join(f"violation: {line}" for line in violations), end="\n" if violations else "")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
