"""Chaos with uploads and packages in buckets; see Scripts/chaos.

    chaos_objects.py COMMAND [OPTION of chaos.py...]

Requests of commands and workers pass through the fault proxy, and radosgw is halted as well. Each worker has a cache folder of its
own. The variables are those of `use_radosgw`, and radosgw_folder.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading

import botocore.exceptions

import chaos
import object_packages

UPLOADS, PACKAGES, PREFIX = "vt-uploads", "vt-packages", "videos"
SCRIPTS = pathlib.Path(__file__).parent
# What the server does not answer while it is halted.
UNREACHABLE = (botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError, botocore.exceptions.ClientError)
DIFFERENT = ("name", "work", "key")  # fields of a manifest in which a package of a bucket differs from one on a file system


class BucketPackages(threading.Thread):
    """Watches the manifests of a bucket: each is written once, after all other files of its package."""

    def __init__(self, endpoint):
        super().__init__(daemon=True)
        self.s3 = object_packages.client(endpoint)
        self.seen = {}
        self.violations = []
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.wait(0.3):
            try:
                self.check()
            except UNREACHABLE:
                continue

    def check(self):
        found = {}
        for page in self.s3.get_paginator("list_objects_v2").paginate(Bucket=PACKAGES, Prefix=f"{PREFIX}/"):
            for entry in page.get("Contents", []):
                name, _, path = entry["Key"].removeprefix(f"{PREFIX}/").partition("/")
                if path == "manifest.json":
                    found[name] = (entry["ETag"], entry["LastModified"])
        for name in self.seen.keys() - found.keys():
            self.violations.append(f"{name}: the package was removed")
            del self.seen[name]
        for name, written in found.items():
            if name not in self.seen:
                self.check_complete(name)
            elif self.seen[name] != written:
                self.violations.append(f"{name}: its manifest was written again")
            self.seen[name] = written

    def check_complete(self, name):
        prefix = f"{PREFIX}/{name}/"
        manifest = json.loads(self.s3.get_object(Bucket=PACKAGES, Key=f"{prefix}manifest.json")["Body"].read())
        sizes = object_packages.keys(self.s3, PACKAGES, prefix)
        for file in manifest["files"]:
            if sizes.get(file["path"]) != file["bytes"]:
                self.violations.append(f"{name}: published before {file['path']}")


class BucketSite(chaos.Site):
    """The buckets, the proxy, the queue and the workers of a run."""

    def __init__(self, options):
        super().__init__(options)
        self.endpoint = os.environ["AWS_ENDPOINT_URL_S3"]
        self.s3 = object_packages.client(self.endpoint)
        for bucket in (UPLOADS, PACKAGES):
            self.s3.create_bucket(Bucket=bucket)
        self.output = f"s3://{PACKAGES}/{PREFIX}"
        self.proxy = subprocess.Popen(
            [sys.executable, SCRIPTS / "fault_proxy.py", self.endpoint, "--seed", str(options.seed)],
            stdout=subprocess.PIPE, text=True)
        port = self.proxy.stdout.readline().split()[1]
        self.proxy_faults = {}
        self.proxy_log = threading.Thread(target=self.count_faults, daemon=True)
        self.proxy_log.start()
        # The AWS tools' files of the user who runs this script are not those of the workers' user.
        self.environment = {"AWS_ENDPOINT_URL_S3": f"http://127.0.0.1:{port}", "HOME": str(self.folder)}
        # Often enough that some of a few jobs are running then.
        self.faults += [("radosgw", self.restart_radosgw)] * 2 + [("cancel", self.cancel)] * 3
        self.cancelable = options.jobs // 5 if options.jobs else int(12 * options.minutes)

    def count_faults(self):
        for line in self.proxy.stdout:
            fault = line.split()[0]
            self.proxy_faults[fault] = self.proxy_faults.get(fault, 0) + 1

    def make_uploads(self, dice):
        uploads = super().make_uploads(dice)
        for upload, *_ in uploads:
            self.put(upload)
        return uploads

    def put(self, upload):
        self.s3.upload_file(str(upload), UPLOADS, f"new/{upload.name}")

    def location(self, upload):
        if upload.name == "killer.mp4":
            self.put(upload)
        return f"s3://{UPLOADS}/new/{upload.name}"

    def storage_options(self, scratch):
        cache = pathlib.Path(scratch) / "cache"
        if not cache.exists():
            cache.mkdir(mode=0o700)
            self.own(cache)
        return ["--cache", str(cache)]

    def watch(self):
        return BucketPackages(self.endpoint)

    def restart_radosgw(self, dice):
        """Halts the server as a crash does, and starts it again after at most two seconds."""
        script = f'source "$0/setup.sh"; source "$0/radosgw"; halt_radosgw; sleep {dice.uniform(0, 2):.1f}; restart_radosgw'
        subprocess.run(["bash", "-c", script, SCRIPTS], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def cancel(self, dice):
        """Cancels a running job; returns whether there was one."""
        running = [
            job["id"] for job in self.query("list", "--status", "processing", "--limit", "10000")
            if job["id"] not in self.canceled and not job["tenant"].endswith("-killer")]
        if not running or len(self.canceled) >= self.cancelable:
            return False
        job = dice.choice(running)
        # 1: it has ended meanwhile.
        self.call("queue", "cancel", job, "--queue", self.queue, expected=(0, 1))
        self.canceled.add(job)
        return True

    def check_packages(self, jobs, packages, violations):
        violations += packages.violations
        self.environment["AWS_ENDPOINT_URL_S3"] = self.endpoint
        removed = self.call("gc", self.output, "--older-than", "0", "--name-retention", "0", *self.storage_options(self.folder))
        ends = [end for _, end, _ in jobs.values()]
        self.notes.append(f"{ends.count('cancelled')} canceled; gc {removed.strip()}")
        found = object_packages.Verification(self.s3, PACKAGES, PREFIX).run()
        violations += found.violations + [f"{key}: left" for key in found.leftovers]
        published = {job for job, (_, end, _) in jobs.items() if end == "completed"}
        violations += [f"{job}: not published" for job in sorted(published - found.packages.keys())]
        violations += [f"{name}: should not exist" for name in sorted(found.packages.keys() - published)]
        expected = self.reference({jobs[job][0] for job in published})
        for job in sorted(published & found.packages.keys()):
            stem = jobs[job][0].stem
            if comparable(found.packages[job]) != expected[stem]:
                violations.append(f"{job}: not the package that `run` creates from {stem}")

    def reference(self, clips):
        """Returns the manifests of packages that `run` creates from local copies of uploads, by their names."""
        folder = self.folder / "reference"
        if clips:
            self.call("run", *sorted(map(str, clips)), "--output", str(folder))
        return {clip.stem: comparable(json.loads((folder / clip.stem / "manifest.json").read_text())) for clip in clips}

    def stop_faults(self):
        self.proxy.send_signal(signal.SIGUSR1)

    def close(self):
        super().close()
        self.proxy.terminate()
        self.proxy_log.join()
        counts = sorted(self.proxy_faults.items())
        self.notes.append("proxy: " + ", ".join(f"{count} {fault}" for fault, count in counts))


def comparable(manifest):
    """Returns a manifest, which has the digests of all files, without what differs between a bucket and a file system."""
    kept = {field: value for field, value in manifest.items() if field not in DIFFERENT}
    kept["upload"] = {field: value for field, value in manifest["upload"].items() if field != "sha256"}
    return kept


if __name__ == "__main__":
    chaos.main(BucketSite)
