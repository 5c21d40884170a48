"""Bytes and quality of a rendition against the upload, scaled to the rendition's size."""

import json
import math
import os
import pathlib
import re
import subprocess

from costs import fail, text_of
from ladder import SCALER

# FFmpeg converts between inputs whose tags differ, which costs several dB.
TAGS = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709"
# Every fifth frame: with three B-frames, every fourth is a P-frame, which has more quality than the others.
SUBSAMPLE = 5


def newer_ffmpeg():
    """Returns the FFmpeg of PyPI's imageio-ffmpeg if it is installed and has VMAF and XPSNR, or None."""
    try:
        import imageio_ffmpeg
        ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
    except (ImportError, RuntimeError):
        return None
    filters = text_of(ffmpeg, "-hide_banner", "-filters")
    return ffmpeg if " libvmaf " in filters and " xpsnr " in filters else None


def rendition_files(folder):
    """Returns the files of a rendition: its init segment, then its segments in order."""
    inits = sorted(folder.glob("init*.mp4"))
    segments = sorted(folder.glob("*.m4s"))
    if len(inits) != 1 or not segments:
        fail(f"{folder}: {len(inits)} init segments, {len(segments)} segments")
    return [inits[0], *segments]


def joined(folder, path):
    """Joins the init segment and the segments; returns the bytes of the segments."""
    files = rendition_files(folder)
    with open(path, "wb") as output:
        for file in files:
            output.write(file.read_bytes())
    return sum(file.stat().st_size for file in files[1:])


def measure(ffmpeg, clip, rendition, size, log, with_xpsnr=True):
    """Returns VMAF, the mean of every fifth frame, and XPSNR of luma in dB, of all frames.

    Where the video begins after the audio, vtranscode and ffmpeg repeat its first frame, and so does the source here.

    The first input of xpsnr is the source, whose weights count. Renditions of another size are scaled to `size`.
    """
    graph = (f"[0:v]scale={size[0]}:{size[1]}:{SCALER},setpts=PTS-STARTPTS,{TAGS},split[a][c];"
             f"[1:v]fps={clip.rate}:start_time=0,scale={size[0]}:{size[1]}:{SCALER},setsar=1,format=yuv420p,"
             f"setpts=PTS-STARTPTS,{TAGS},split[b][d];"
             f"[a][b]libvmaf=shortest=1:n_subsample={SUBSAMPLE}:n_threads={os.cpu_count()}:"
             f"log_fmt=json:log_path={log}[v];")
    graph += "[d][c]xpsnr=shortest=1[x]" if with_xpsnr else "[d]nullsink;[c]nullsink"
    # FFmpeg counts times of MPEG-TS from the first of the streams that are in use, so the audio is one of them.
    outputs = ["-map", "[v]", *(["-map", "[x]"] if with_xpsnr else []), "-map", "1:a?", "-c:a", "copy"]
    result = subprocess.run(
        [ffmpeg, "-nostdin", "-hide_banner", "-i", str(rendition), "-i", str(clip.path),
         "-filter_complex", graph, *outputs, "-f", "null", "-"],
        check=True, capture_output=True, text=True)
    quality = {"vmaf": json.loads(pathlib.Path(log).read_text())["pooled_metrics"]["vmaf"]["mean"]}
    if with_xpsnr:
        quality["xpsnr"] = float(re.search(r"XPSNR\s+y: *([\d.]+|inf)", result.stderr)[1])
    return quality


def bytes_at(points, vmaf):
    """Returns the bytes at a VMAF, from (bytes, VMAF) of three or more encodes of one encoder.

    The logarithm of the bytes is linear between two neighbors; outside, the nearest two are continued.
    """
    points = sorted(points, key=lambda point: point[1])
    for (low, high) in zip(points, points[1:]):
        if vmaf <= high[1] or high is points[-1]:
            break
    if high[1] == low[1]:
        return low[0]
    share = (vmaf - low[1]) / (high[1] - low[1])
    return math.exp(math.log(low[0]) + share * (math.log(high[0]) - math.log(low[0])))
