"""Figures of object storage; see Benchmarks/object-storage, which starts the server."""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import boto3
import botocore.config

from costs import fail, measured

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUCKET = "vt-bench"
CLIP = "bench-1080p30-60s.mp4"
# A request of radosgw's log: time, method, path, status, bytes sent.
REQUEST = re.compile(
    r'^(\S+) .*beast: \S+ \S+ - \S+ \[[^\]]*\] "(\w+) (/\S*) HTTP/1\.1" (\d+) (\d+) .* latency=([\d.]+)s')
FIGURES = ["folder", "commit", "memory", "probe", "workers"]


class Requests:
    """The requests that the server has completed since a moment."""

    def __init__(self, log):
        self.log = log
        self.start = log.stat().st_size

    def found(self):
        """Returns the time of completion in seconds, method, path, status, bytes sent and duration of each request."""
        with open(self.log, encoding="utf-8", errors="replace") as lines:
            lines.seek(self.start)
            matches = [match for line in lines if (match := REQUEST.match(line))]
        return [(parsed_time(match[1]), match[2], match[3], int(match[4]), int(match[5]), float(match[6])) for match in matches]

    def bytes_of(self, key):
        return sum(sent for _, method, path, status, sent, _ in self.found()
                   if method == "GET" and path.startswith(f"/{BUCKET}/{key}") and status in (200, 206))


def parsed_time(text):
    """Returns the seconds since 1970 of a time such as 2026-01-02T03:04:05.678+0000."""
    day, fraction = text.split(".")
    return time.mktime(time.strptime(day, "%Y-%m-%dT%H:%M:%S")) + float("0." + fraction[:3])


def url(key=""):
    return f"s3://{BUCKET}/{key}"


def put(file, key):
    s3.upload_file(str(file), BUCKET, key)


def clear(prefix):
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix):
        keys = [{"Key": entry["Key"]} for entry in page.get("Contents", [])]
        if keys:
            s3.delete_objects(Bucket=BUCKET, Delete={"Objects": keys})


def vtranscode(work, *arguments, timed=True):
    command = [str(options.vtranscode), *map(str, arguments), "--cache", str(work / "cache")]
    if timed:
        return measured(command, work / "log")
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def median(values):
    return statistics.median(values)


def repeated(work, name, seconds=None, size=None):
    """Makes a film of the clip without encoding: it is repeated up to a duration or a size."""
    film = work / name
    clip = options.bench / CLIP
    count = round(seconds / 60) if seconds else size // clip.stat().st_size + 1
    (work / "list").write_text(f"file '{clip}'\n" * count)
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "concat", "-safe", "0", "-i", str(work / "list"), "-c", "copy", "-map", "0:v:0",
         "-map", "0:a:0?", str(film)], check=True)
    return film


def folder(work):
    """A folder of uploads from bucket to bucket, against local to local."""
    files = [path for path in sorted(options.folder.iterdir()) if path.is_file()]
    for path in files:
        put(path, f"uploads/{path.name}")
    sides = {"local": [], "bucket": []}
    for number in range(options.rounds):
        for side in sorted(sides, reverse=number % 2 == 1):
            out = work / "out"
            source, output = (options.folder, out) if side == "local" else (url("uploads/"), url("packages"))
            sides[side].append(vtranscode(work, "run", source, "--output", output, "--quiet"))
            shutil.rmtree(out, ignore_errors=True)
            clear("packages/")
            cost = sides[side][-1]
            print(f"round {number + 1}, {side}: {cost.wall:.2f} s wall, {cost.cpu:.2f} s CPU", file=sys.stderr)
    pairs = list(zip(sides["bucket"], sides["local"]))
    wall, cpu = (median([getattr(a, name) / getattr(b, name) for a, b in pairs]) for name in ("wall", "cpu"))
    yield f"{len(files)} uploads from bucket to bucket / local, wall", f"{wall:.3f}", "<= 1.05"
    yield "the same, CPU of the program", f"{cpu:.3f}", ""


def commit(work):
    """From the end of the last encode, which is followed by its write, to the committed manifest."""
    put(options.bench / CLIP, "clip.mp4")
    times = []
    for number in range(options.rounds):
        requests = Requests(options.log)
        vtranscode(work, "run", url("clip.mp4"), "--output", url(f"commit{number}"), "--quiet")
        found = [(end, path, took) for end, method, path, status, _, took in requests.found() if method == "PUT" and status == 200]
        media = [end - took for end, path, took in found if re.search(r"\.m4s$", path)]
        manifest = [end for end, path, _ in found if path.endswith("/manifest.json")]
        times.append(max(manifest) - max(media))
        clear(f"commit{number}/")
    yield "begin of the last segment's write to the committed manifest, s", f"{median(times):.2f}", "<= 0.5"


def memory(work):
    """The largest process that reads an object of 100 MB and one of 1 GB."""
    peaks = []
    for name, size in (("small.mp4", 100_000_000), ("large.mp4", 1_000_000_000)):
        put(repeated(work, name, size=size), name)
        runs = [vtranscode(work, "run", url(name), "--to", "10", "--output", url(f"memory/{name}{number}"), "--quiet")
                for number in range(options.rounds)]
        peaks.append(median([run.peak for run in runs]))
        clear("memory/")
        (work / name).unlink()
    yield "memory of `run` for 10 s of 1 GB / of 100 MB", f"{peaks[1] / peaks[0]:.2f}", "flat"


def probe(work):
    """Bytes that a probe reads of 1 GB whose index is at its end, and that a chunk reads."""
    film = repeated(work, "end.mp4", size=1_000_000_000)
    size = film.stat().st_size
    put(film, "end.mp4")
    film.unlink()
    requests = Requests(options.log)
    vtranscode(work, "probe", url("end.mp4"), timed=False)
    index = requests.bytes_of("end.mp4")
    yield f"bytes that a probe reads of {size / 1e9:.2f} GB, %", f"{100 * index / size:.2f}", "< 2"


@contextlib.contextmanager
def network(count):
    """Creates a bridge and a network namespace for each worker; yields the address of the bridge and the names."""
    bridge, address = f"vtb{os.getpid() % 10000}", "10.213.77.1"
    names = [f"{bridge}n{number}" for number in range(count)]

    def ip(*arguments):
        subprocess.run(["ip", *arguments], check=True)

    try:
        ip("link", "add", bridge, "type", "bridge")
        ip("address", "add", f"{address}/24", "dev", bridge)
        ip("link", "set", bridge, "up")
        for number, name in enumerate(names):
            ip("netns", "add", name)
            ip("link", "add", f"{name}a", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"{name}a", "master", bridge, "up")
            ip("-n", name, "address", "add", f"10.213.77.{number + 2}/24", "dev", "eth0")
            ip("-n", name, "link", "set", "eth0", "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield address, names
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], check=False)
        subprocess.run(["ip", "link", "delete", bridge], check=False)


class Forwarder:
    """Forwards connections to an address of the bridge to a server on loopback."""

    def __init__(self, address, port):
        script = (
            "import asyncio, sys\n"
            "async def copy(reader, writer):\n"
            "    try:\n"
            "        while data := await reader.read(1 << 18):\n"
            "            writer.write(data)\n"
            "            await writer.drain()\n"
            "    except OSError: pass\n"
            "    finally: writer.close()\n"
            "async def serve(reader, writer):\n"
            "    back, forth = await asyncio.open_connection('127.0.0.1', int(sys.argv[2]))\n"
            "    await asyncio.gather(copy(reader, forth), copy(back, writer), return_exceptions=True)\n"
            "async def main():\n"
            "    async with await asyncio.start_server(serve, sys.argv[1], int(sys.argv[2])) as server:\n"
            "        print('ready', flush=True)\n"
            "        await server.serve_forever()\n"
            "asyncio.run(main())\n")
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, address, str(port)], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def workers(work):
    """Two workers on one film, each with a core, a network and a folder of its own, against one of them."""
    if os.geteuid() or os.cpu_count() < 2:
        fail("the figure `workers` needs root and two cores")
    put(repeated(work, "film.mp4", seconds=600), "film.mp4")
    port = int(os.environ["AWS_ENDPOINT_URL_S3"].rpartition(":")[2])
    database_port = int(re.search(r":(\d+)/", options.queue)[1])
    pinned = [encoders(work, count) for _ in range(options.rounds) for count in (1, 2)]
    bound = median([2 * one / two for one, two in zip(pinned[::2], pinned[1::2])])
    with network(2) as (address, names):
        forwarders = [Forwarder(address, number) for number in (port, database_port)]
        try:
            ratios = []
            for number in range(options.rounds):
                times = [film(work, address, names[:count], f"film{number}-{count}") for count in (1, 2)]
                print(f"round {number + 1}: one worker {times[0]:.1f} s, two {times[1]:.1f} s", file=sys.stderr)
                ratios.append(times[0] / times[1])
        finally:
            for forwarder in forwarders:
                forwarder.stop()
    gain = median(ratios)
    yield "two pinned encoders over one (2 = twice as fast)", f"{bound:.2f}", ""
    yield "two workers over one on a film of 10 min", f"{gain:.2f}", ""
    yield "share of what two pinned encoders give", f"{gain / bound:.2f}", ">= 0.85"


def encoders(work, count):
    """Returns the seconds in which each of some pinned processes compresses the clip."""
    start = time.monotonic()
    processes = [
        subprocess.Popen(
            ["taskset", "-c", str(number), str(options.vtranscode), "compress", str(options.bench / CLIP), "--jobs", "1", "--output",
             str(work / f"pinned{number}.mp4"), "--force", "--quiet"], stdin=subprocess.DEVNULL)
        for number in range(count)]
    if any(process.wait() for process in processes):
        fail("compress failed")
    return time.monotonic() - start


def film(work, address, names, output):
    """Returns the seconds in which workers, one in each namespace, make the film's package."""
    environment = os.environ | {
        "AWS_ENDPOINT_URL_S3": re.sub(r"127\.0\.0\.1", address, os.environ["AWS_ENDPOINT_URL_S3"]),
        "VTRANSCODE_BUCKETS": str(work / "buckets")}
    (work / "buckets").write_text(f"[s3://{BUCKET}]\nallow-http = true\n")
    queue = re.sub(r"127\.0\.0\.1|localhost", address, options.queue)
    processes = []
    for number, name in enumerate(names):
        own = work / name
        own.mkdir(exist_ok=True)
        processes.append(subprocess.Popen(
            ["ip", "netns", "exec", name, "taskset", "-c", str(number), str(options.vtranscode), "worker", "--queue", queue,
             "--jobs", "1", "--allow-root", "--cache", str(own), "--minimum-free", "0", "--log-level", "error"],
            env=environment | {"TMPDIR": str(own)}, stdin=subprocess.DEVNULL))
    start = time.monotonic()
    done = subprocess.run(
        [str(options.vtranscode), "queue", "add", url("film.mp4"), "--output", url(output), "--queue", options.queue, "--wait", "--json",
         "--cache", str(work / "cache")], capture_output=True, text=True, check=False)
    wall = time.monotonic() - start
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait()
    if done.returncode:
        fail(f"the film has no package: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    clear(f"{output}/")
    return wall


def main():
    s3.create_bucket(Bucket=BUCKET)
    print(f"{os.cpu_count()} cores, which Ceph radosgw shares, medians of {options.rounds}\n")
    print("| figure | measured | required |\n| --- | --: | --: |")
    for name in options.figure or FIGURES:
        with tempfile.TemporaryDirectory(prefix="object-storage-", dir="/var/tmp") as work:
            for figure in globals()[name](pathlib.Path(work)):
                print("| " + " | ".join(figure) + " |", flush=True)


def arguments():
    parser = argparse.ArgumentParser(prog="Benchmarks/object-storage")
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each side (3)")
    parser.add_argument("--figure", action="append", choices=FIGURES, help="only this figure; repeatable")
    parser.add_argument("--vtranscode", type=pathlib.Path, help="(.build/release/vtranscode)",
                        default=ROOT / ".build" / "release" / "vtranscode")
    parser.add_argument("--bench", type=pathlib.Path, default=os.environ.get("VT_BENCH"), help="the folder of the clip ($VT_BENCH)")
    parser.add_argument("--queue", required=True, help="the URL of a PostgreSQL server, which the script passes")
    parser.add_argument("--log", type=pathlib.Path, required=True, help="the server's log, which the script passes")
    found = parser.parse_args()
    if not found.bench or not (pathlib.Path(found.bench) / CLIP).is_file():
        fail(f"no {CLIP} in $VT_BENCH")
    return found


options = arguments()
s3 = boto3.client("s3", config=botocore.config.Config(s3={"addressing_style": "path"}))

if __name__ == "__main__":
    main()
