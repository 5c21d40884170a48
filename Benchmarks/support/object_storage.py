"""Figures of object storage; see Benchmarks/object-storage, which starts the servers."""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

from bench_bucket import BUCKET, Bucket, RequestLog
from bench_hosts import ADDRESS, hosts
from costs import fail, measured

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLIP = "bench-1080p30-60s.mp4"
CLIP_SECONDS = 60
FILM_SECONDS = 600
SEGMENT_SECONDS = 6
SEGMENT = r"/video/[^/]+/[^/]+\.m4s$"
# One small rung, since the figures of reading do not depend on the encoders.
SMALL_PRESET = """name: small
description: One small rung.
packaging: { container: fmp4, segment: 6s }
video: { codec: h264, gop: 2s, maxFrameRate: 30, encoder: { preset: ultrafast } }
ladder: [{ name: 180p, size: 180, crf: 30, maxrate: 300k }]
audio: { codec: aac, channels: 2, sampleRate: 48000, bitrate: 96k }
"""


@contextlib.contextmanager
def workplace():
    """Yields a temporary folder on a disk."""
    with tempfile.TemporaryDirectory(prefix="object-storage-", dir="/var/tmp") as path:
        yield pathlib.Path(path)


def run(work, *arguments):
    return measured([str(options.vtranscode), "run", *map(str, arguments), "--quiet", "--cache", str(work / "cache")], work / "log")


def film(work, name, seconds, *streams):
    """Makes a film without encoding: the clip repeated up to a duration, with its index at the end."""
    path = work / name
    (work / "list").write_text(f"file '{(options.bench / CLIP).resolve()}'\n" * round(seconds / CLIP_SECONDS))
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "concat", "-safe", "0", "-i", str(work / "list"), "-c", "copy",
         *(word for stream in streams or ("0:v:0", "0:a:0") for word in ("-map", stream)), str(path)], check=True)
    return path


def film_of_size(work, name, size):
    """Makes a film of at least a size, in bytes."""
    repetitions = -(-size // (options.bench / CLIP).stat().st_size)
    return film(work, name, CLIP_SECONDS * repetitions)


def box_size(path, kind):
    """Returns the bytes of a box of an MP4 file."""
    with open(path, "rb") as file:
        while head := file.read(8):
            size, found = struct.unpack(">I4s", head)
            if size == 1:
                size = struct.unpack(">Q", file.read(8))[0] - 8
            if found == kind:
                return size
            file.seek(size - 8, os.SEEK_CUR)
    fail(f"{path}: no box {kind}")


def folder():
    """A folder of uploads from bucket to bucket, against local to local."""
    files = [path for path in sorted(options.folder.iterdir()) if path.is_file()]
    with workplace() as work:
        for path in files:
            bucket.put(path, f"uploads/{path.name}")
        sides = {"local": [], "bucket": []}
        for number in range(options.rounds):
            for side in sorted(sides, reverse=number % 2 == 1):
                source, output = (options.folder, work / "out") if side == "local" else (bucket.url("uploads/"), bucket.url("packages"))
                sides[side].append(run(work, source, "--output", output))
                shutil.rmtree(work / "out", ignore_errors=True)
                bucket.clear("packages/")
                cost = sides[side][-1]
                print(f"round {number + 1}, {side}: {cost.wall:.2f} s wall, {cost.cpu:.2f} s CPU", file=sys.stderr)
    for name, title, limit in (("wall", "wall", "at most 1.05"), ("cpu", "CPU of the program", "")):
        ratios = [getattr(ours, name) / getattr(local, name) for ours, local in zip(sides["bucket"], sides["local"])]
        yield (f"{len(files)} uploads from bucket to bucket, share of local to local: {title}",
               f"{statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})", limit)


def commit():
    """The time from the end of the last encode, when the write of its segment begins, to the written manifest."""
    bucket.put(options.bench / CLIP, "clip.mp4")
    times = []
    for number in range(options.rounds):
        log = RequestLog(options.log)
        with workplace() as work:
            run(work, bucket.url("clip.mp4"), "--output", bucket.url(f"commit{number}"))
        times.append(max(write.end for write in log.writes(r"/manifest\.json$")) - max(write.begin for write in log.writes(SEGMENT)))
        bucket.clear(f"commit{number}/")
    yield ("end of the last encode of 60 s to the written manifest, s",
           f"{statistics.median(times):.2f} ({min(times):.2f} to {max(times):.2f})", "at most 0.5")


def memory():
    """The memory of runs that read objects of two sizes."""
    peaks = []
    for name, size in (("small.mp4", 100_000_000), ("large.mp4", 1_000_000_000)):
        with workplace() as work:
            bucket.put(film_of_size(work, name, size), name)
            runs = [run(work, bucket.url(name), "--to", "10", "--output", bucket.url(f"memory{number}"))
                    for number in range(options.rounds)]
        for number in range(options.rounds):
            bucket.clear(f"memory{number}/")
        bucket.clear(name)
        peaks.append(statistics.median(cost.peak for cost in runs))
    yield "memory of a run for 10 s of 1 GB, share of that for 100 MB", f"{peaks[1] / peaks[0]:.2f} ({peaks[1] / 2**20:.0f} MiB)", "flat"


def reading():
    """Bytes that a probe reads of 1 GB whose index is at its end, and a worker for the chunks that it encodes."""
    with workplace() as work:
        path = film_of_size(work, "film.mp4", 1_000_000_000)
        size = path.stat().st_size
        bucket.put(path, "film.mp4")
        log = RequestLog(options.log)
        subprocess.run([str(options.vtranscode), "probe", bucket.url("film.mp4"), "--cache", str(work / "cache")], check=True,
                       stdout=subprocess.DEVNULL)
        bucket.clear("film.mp4")
    yield (f"bytes that a probe reads of {size / 1e9:.2f} GB, index at the end", f"{100 * log.bytes_read('film.mp4') / size:.2f} %",
           "below 2 %")
    with workplace() as work:
        # Without audio, whose tasks read other parts.
        path = film(work, "film.mp4", FILM_SECONDS, "0:v:0")
        index = box_size(path, b"moov")
        chunk = (path.stat().st_size - index) * SEGMENT_SECONDS / FILM_SECONDS
        bucket.put(path, "film.mp4")
        read, count = reading_of_second_worker(work)
    yield (f"bytes that a worker reads for {count} chunks, without the index, share of the chunks' bytes",
           f"{(read - index) / (count * chunk):.2f}", "at most 1.3")


def reading_of_second_worker(work):
    """Returns the bytes that a worker reads of a film which another worker has planned, and the number of chunks that it encodes."""
    (work / "small.yaml").write_text(SMALL_PRESET)
    queue = f"sqlite:{work / 'queue.db'}"
    subprocess.run(
        [str(options.vtranscode), "queue", "add", bucket.url("film.mp4"), "--output", bucket.url("reading"), "--preset",
         str(work / "small.yaml"), "--queue", queue, "--cache", str(work / "cache")], check=True, stdout=subprocess.DEVNULL)
    for name in ("first", "second"):
        log = RequestLog(options.log)
        arguments = ["--queue", queue, "--long-job", "1", "--jobs", "1", "--drain-timeout", "5m"]
        with worker(work, name, *arguments) as process:
            while not log.writes(SEGMENT) and process.poll() is None:
                time.sleep(0.1)
    bucket.clear("reading/")
    return log.bytes_read("film.mp4"), len(log.writes(SEGMENT))


@contextlib.contextmanager
def worker(work, name, *arguments, prefix=(), environment=None):
    """Starts a worker with a folder of its own, and drains it afterwards."""
    own = work / name
    own.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*prefix, str(options.vtranscode), "worker", "--name", name, "--allow-root", "--cache", str(own), "--minimum-free", "0",
         "--log-level", "error", *arguments],
        env=os.environ | (environment or {}) | {"TMPDIR": str(own)}, stdin=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        if process.wait():
            fail(f"the worker {name} exited {process.returncode}")


def workers():
    """Two workers on one film, each with a core, a network and a folder of its own, against one of them."""
    if os.geteuid() or os.cpu_count() < 2:
        fail("the figure `workers` needs root and two cores")
    ports = [int(re.search(r":(\d+)(/|$)", text)[1]) for text in (os.environ["AWS_ENDPOINT_URL_S3"], options.queue)]
    encoders, gains = [], []
    with workplace() as work, hosts(2, ports) as names:
        bucket.put(film(work, "film.mp4", options.film), "film.mp4")
        for number in range(options.rounds):
            counts = (1, 2) if number % 2 == 0 else (2, 1)
            pinned = {count: time_of_encoders(work, count) for count in counts}
            times = {count: time_of_film(work, names[:count], f"film{number}-{count}") for count in counts}
            encoders.append(2 * pinned[1] / pinned[2])
            gains.append(times[1] / times[2])
            print(f"round {number + 1}: one worker {times[1]:.1f} s, two {times[2]:.1f} s; one encoder {pinned[1]:.1f} s, two of twice "
                  f"the work {pinned[2]:.1f} s", file=sys.stderr)
    bound, gain = map(statistics.median, (encoders, gains))
    yield "two pinned encoders, rate in that of one", f"{bound:.2f}", ""
    yield f"two workers on a film of {options.film / 60:g} min, rate in that of one", f"{gain:.2f}", ""
    yield "the latter, share of the former", f"{statistics.median(a / b for a, b in zip(gains, encoders)):.2f}", "at least 0.85"


def time_of_encoders(work, count):
    """Returns the seconds in which each of some processes, pinned to cores, compresses the clip."""
    start = time.monotonic()
    processes = [
        subprocess.Popen(
            ["taskset", "--cpu-list", str(number), str(options.vtranscode), "compress", str(options.bench / CLIP), "--jobs", "1",
             "--output", str(work / f"pinned{number}.mp4"), "--force", "--quiet"], stdin=subprocess.DEVNULL)
        for number in range(count)]
    if any([process.wait() for process in processes]):
        fail("compress failed")
    return time.monotonic() - start


def time_of_film(work, names, output):
    """Returns the seconds in which workers, one in each namespace, make the film's package."""
    settings = work / "buckets"
    settings.write_text(f"[s3://{BUCKET}]\nallow-http = true\n")
    environment = {
        "AWS_ENDPOINT_URL_S3": os.environ["AWS_ENDPOINT_URL_S3"].replace("127.0.0.1", ADDRESS), "VTRANSCODE_BUCKETS": str(settings)}
    arguments = ["--queue", options.queue.replace("127.0.0.1", ADDRESS), "--jobs", "1"]
    with contextlib.ExitStack() as stack:
        for number, name in enumerate(names):
            prefix = ["ip", "netns", "exec", name, "taskset", "--cpu-list", str(number)]
            stack.enter_context(worker(work, name, *arguments, prefix=prefix, environment=environment))
        start = time.monotonic()
        done = subprocess.run(
            [str(options.vtranscode), "queue", "add", bucket.url("film.mp4"), "--output", bucket.url(output), "--queue", options.queue,
             "--wait", "--json", "--cache", str(work / "cache")], capture_output=True, text=True, check=False)
        seconds = time.monotonic() - start
    if done.returncode:
        fail(f"the film has no package: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    bucket.clear(f"{output}/")
    return seconds


FIGURES = {function.__name__: function for function in (reading, memory, commit, folder, workers)}


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that folders and namespaces are removed
    print(f"{os.cpu_count()} cores, which Ceph radosgw shares, medians of {options.rounds}\n")
    print("| figure | measured | required |\n| --- | --: | --: |")
    for name in options.figure or FIGURES:
        for figure in FIGURES[name]():
            print("| " + " | ".join(figure) + " |", flush=True)


def arguments():
    parser = argparse.ArgumentParser(prog="Benchmarks/object-storage")
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", nargs="?", default=ROOT / "testmedia")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each side (3)")
    parser.add_argument("--figure", action="append", choices=list(FIGURES), help="only this figure; repeatable")
    parser.add_argument("--film", type=int, default=FILM_SECONDS, help=f"seconds of the film of the figure `workers` ({FILM_SECONDS})")
    parser.add_argument("--vtranscode", type=pathlib.Path, help="(.build/release/vtranscode)",
                        default=ROOT / ".build" / "release" / "vtranscode")
    parser.add_argument("--bench", type=pathlib.Path, default=os.environ.get("VT_BENCH", ""), help="the folder of the clip ($VT_BENCH)")
    parser.add_argument("--queue", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--log", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    found = parser.parse_args()
    if not (found.bench / CLIP).is_file():
        fail(f"no {CLIP} in {found.bench}: set VT_BENCH")
    if not shutil.which(found.vtranscode):
        fail(f"no {found.vtranscode}: build it, or pass --vtranscode")
    return found


options = arguments()
bucket = Bucket()

if __name__ == "__main__":
    main()
