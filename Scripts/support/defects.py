"""Puts defects into packages and checks that they are found; see Scripts/check-defects."""

import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from defect_list import DEFECTS, Package

CLIP = pathlib.Path(__file__).resolve().parents[2] / "testmedia/landscape-720p30.mp4"
ENCODER = ["-c:v", "libx264", "-preset", "veryfast", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0", "-pix_fmt", "yuv420p"]


def run(*command, folder=None):
    ended = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True)
    if ended.returncode != 0:
        sys.exit(f"error: {command[0]} exited with {ended.returncode}: {ended.stderr[-1000:]}")


def ours(folder, arguments):
    run(arguments.binary, "run", CLIP, "--output", folder, "--cache", folder / "cache")
    (package,) = [path.parent for path in folder.glob("*/master.m3u8")]
    return package


def ffmpeg(folder, kind):
    maps = "v:0,agroup:audio v:1,agroup:audio a:0,agroup:audio,default:yes" if kind == "fmp4" else "v:0,a:0 v:1,a:1"
    audio = ["-map", "0:a"] * (1 if kind == "fmp4" else 2)
    run("ffmpeg", "-v", "error", "-i", CLIP, "-filter_complex", "[0:v]split=2[a][b];[a]scale=640:360[c];[b]scale=320:180[d]",
        "-map", "[c]", "-map", "[d]", *audio, *ENCODER, "-b:v:0", "700k", "-b:v:1", "300k", "-c:a", "aac", "-b:a", "96k",
        "-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4" if kind == "fmp4" else "mpegts",
        "-hls_flags", "independent_segments", "-master_pl_name", "master.m3u8", "-var_stream_map", maps,
        "-hls_segment_filename", f"v%v_%d.{'m4s' if kind == 'fmp4' else 'ts'}", "v%v.m3u8", folder=folder)
    return folder


def shaka(folder, kind, arguments):
    clip = folder / "clip.mp4"
    streams = []
    for name, size in [("a", "640:360"), ("b", "320:180")]:
        run("ffmpeg", "-v", "error", "-i", CLIP, "-vf", f"scale={size}", *ENCODER, "-b:v", "600k", "-c:a", "aac", folder / f"{name}.mp4")
    for name, kind_of, source in [("v1", "video", "a"), ("v2", "video", "b"), ("audio", "audio", "a")]:
        text = f"in={source}.mp4,stream={kind_of},playlist_name={name}.m3u8"
        text += f",segment_template={name}-$Number$.{'m4s' if kind == 'fmp4' else 'ts'}"
        if kind == "fmp4":
            text += f",init_segment={name}-init.mp4"
        if kind_of == "video":
            text += f",iframe_playlist_name={name}-iframes.m3u8"
        else:
            text += ",hls_group_id=audio,hls_name=English"
        streams.append(text)
    run(arguments.packager, *streams, "--segment_duration", "4", "--hls_playlist_type", "VOD",
        "--hls_master_playlist_output", "master.m3u8", folder=folder)
    for name in ["a.mp4", "b.mp4"]:
        (folder / name).unlink()
    clip.unlink(missing_ok=True)
    return folder


def findings(arguments, folder):
    ended = subprocess.run(
        [arguments.binary, "check", folder / "master.m3u8", "--format", "json"], capture_output=True, text=True, timeout=120)
    if ended.returncode not in (0, 65):
        sys.exit(f"error: check exited with {ended.returncode}: {ended.stderr[-1000:]}")
    return json.loads(ended.stdout)["findings"]


def correct(arguments, folder):
    """Corrects the bandwidths that a packager estimated, so that defects of them are new."""
    package = Package(folder)
    for finding in findings(arguments, folder):
        attribute = {"bandwidth-exceeded": "BANDWIDTH", "bandwidth-overstated": "BANDWIDTH",
                     "average-bandwidth-mismatch": "AVERAGE-BANDWIDTH"}.get(finding["rule"])
        if attribute:
            lines = package.master.read_text().split("\n")
            measured = finding["message"].rsplit(" ", 1)[1]
            lines[finding["line"] - 1] = package.with_attribute(lines[finding["line"] - 1], attribute, measured)
            package.master.write_text("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--packager", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.binary, arguments.packager = arguments.binary.resolve(), arguments.packager.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        root = (arguments.folder or pathlib.Path(temporary)).resolve()
        packages = {}
        for name, make in [
            ("vtranscode", lambda folder: ours(folder, arguments)),
            ("ffmpeg", lambda folder: ffmpeg(folder, "fmp4")), ("shaka", lambda folder: shaka(folder, "fmp4", arguments)),
            ("ffmpeg-ts", lambda folder: ffmpeg(folder, "ts")), ("shaka-ts", lambda folder: shaka(folder, "ts", arguments)),
        ]:
            folder = root / name
            folder.mkdir(parents=True)
            packages[name] = make(folder)
            correct(arguments, packages[name])
        sys.exit(table(arguments, packages, root / "defective"))


def table(arguments, packages, copy):
    before = {}
    for name, folder in packages.items():
        found = findings(arguments, folder)
        before[name] = collections.Counter(finding["rule"] for finding in found)
        errors = [f"{finding['rule']} {finding['file']}: {finding['message']}" for finding in found if finding["level"] == "error"]
        print(f"{name}: {len(found)} findings without a defect, {len(errors)} errors", *errors, sep="\n  ")
    totals, misses = collections.Counter(), []
    print(f"\n{'defect':44} {'rule':28} " + " ".join(f"{name:10}" for name in packages))
    for defect in DEFECTS:
        cells = []
        for name, folder in packages.items():
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy)
            if not defect.apply(Package(copy)):
                cells.append("-")
                continue
            after = findings(arguments, copy)
            totals[name] += 1
            counts = collections.Counter(finding["rule"] for finding in after)
            isFound = counts[defect.rule] > before[name][defect.rule]
            cells.append("found" if isFound else "MISSED")
            if not isFound:
                misses.append((defect, name, sorted(set(counts) - set(before[name]))))
        print(f"{defect.name:44} {defect.rule:28} " + " ".join(f"{cell:10}" for cell in cells))
    print(f"\n{len(DEFECTS)} defects; applied: " + ", ".join(f"{name} {totals[name]}" for name in packages) + f"; missed: {len(misses)}")
    for defect, name, others in misses:
        print(f"missed: {defect.name} of {name}; other rules: {', '.join(others) or 'none'}")
    return 1 if misses else 0


if __name__ == "__main__":
    main()
