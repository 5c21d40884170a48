"""Shaka Streamer's encodes of a clip, with its default settings."""

import re
import shutil
import subprocess

# One resolution for each rung, a size that a video may have at most; bit rates and encoder settings are Shaka Streamer's.
RESOLUTIONS = ["360p", "720p", "1080p"]


def shaka_streamer():
    """Returns the command of PyPI's shaka-streamer, or None."""
    return shutil.which("shaka-streamer")


def encode(command, clip, folder):
    """Encodes the H.264 renditions of a clip; segments are files."""
    folder.mkdir(parents=True)
    inputs, pipeline = folder / "inputs.yaml", folder / "pipeline.yaml"
    inputs.write_text(f"inputs: [{{ name: '{clip.path.resolve()}', media_type: video }}]\n")
    pipeline.write_text(
        "streaming_mode: vod\n"
        f"resolutions: [{', '.join(RESOLUTIONS)}]\n"
        "video_codecs: [h264]\n"
        "manifest_format: [hls]\n"
        "segment_size: 6\n"
        "segment_per_file: true\n")
    # Its tools print a lot, which is of interest if it fails only.
    result = subprocess.run(
        [command, "-i", str(inputs), "-p", str(pipeline), "-o", str(folder / "out")],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{command} failed on {clip.path}:\n{result.stdout[-2000:]}")
    return folder / "out"


def rendition(folder, name, path):
    """Joins the files of a rendition; returns the bytes of its segments, or None if there is no such rendition."""
    inits = list(folder.glob(f"video_{name}_*_h264_init.mp4"))
    if len(inits) != 1:
        return None
    prefix = inits[0].name.removesuffix("init.mp4")
    segments = [file for file in folder.glob(f"{prefix}*.mp4") if file != inits[0]]
    segments.sort(key=lambda file: int(re.search(r"(\d+)\.mp4$", file.name)[1]))
    with open(path, "wb") as output:
        for file in [inits[0], *segments]:
            output.write(file.read_bytes())
    return sum(file.stat().st_size for file in segments)
