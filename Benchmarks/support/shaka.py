"""Shaka Streamer's encodes of a clip, with its default settings."""

import json
import re
import shutil
import subprocess

from costs import fail, text_of

RESOLUTIONS = ["360p", "720p", "1080p"]


def shaka_streamer():
    """Returns the command of PyPI's shaka-streamer, or None."""
    return shutil.which("shaka-streamer")


def encode(command, clip, folder):
    """Encodes the H.264 renditions of a clip; returns the folder of the segments."""
    folder.mkdir(parents=True)
    inputs, pipeline = folder / "inputs.yaml", folder / "pipeline.yaml"
    # JSON is YAML.
    inputs.write_text(json.dumps({"inputs": [{"name": str(clip.path.resolve()), "media_type": "video"}]}))
    pipeline.write_text(json.dumps({
        "streaming_mode": "vod", "resolutions": RESOLUTIONS, "video_codecs": ["h264"],
        "manifest_format": ["hls"], "segment_size": 6, "segment_per_file": True}))
    result = subprocess.run(
        [command, "-i", str(inputs), "-p", str(pipeline), "-o", str(folder / "out")],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        fail(f"{command} failed on {clip.path}:\n{result.stdout[-2000:]}")
    return folder / "out"


def rendition(folder, name, path):
    """Joins the files of a rendition; returns the bytes of its segments, or None if there is no such rendition."""
    inits = list(folder.glob(f"video_{name}_*_h264_init.mp4"))
    if not inits:
        return None
    if len(inits) > 1:
        fail(f"{folder}: {len(inits)} renditions {name}")
    prefix = inits[0].name.removesuffix("init.mp4")
    segments = [file for file in folder.glob(f"{prefix}*.mp4") if file != inits[0]]
    segments.sort(key=lambda file: int(re.search(r"(\d+)\.mp4$", file.name)[1]))
    with open(path, "wb") as output:
        for file in [inits[0], *segments]:
            output.write(file.read_bytes())
    return sum(file.stat().st_size for file in segments)


def format_of(path):
    """Returns size and frame rate of a file: "1280x720, 30/1"."""
    width, height, rate = text_of(
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
        "stream=width,height,r_frame_rate", "-of", "csv=p=0", str(path)).strip().split(",")
    return f"{width}x{height}, {rate}"
