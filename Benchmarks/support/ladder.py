"""The preset hls-ladder for the ffmpeg command, and the clips that it is compared on."""

import collections
import fractions
import json
import math
import os
import pathlib

from costs import fail, text_of

SEGMENT_GOPS, GOP_SECONDS = 3, 2

# The sizes and rates of presets/hls-ladder.yaml, with x264's default quality. Rates in bits per second.
Rung = collections.namedtuple("Rung", "name size maxrate bufsize profile")
LADDER = [
    Rung("1080p", 1080, 6_000_000, 9_000_000, "high"),
    Rung("720p", 720, 3_000_000, 4_500_000, "high"),
    Rung("360p", 360, 900_000, 1_350_000, "main"),
]
CRF = 23
# A fixed ladder has the maximum rates as average rates, with the ceiling and buffer that usual recipes give them.
FIXED_CEILING, FIXED_BUFFER = 1.07, 1.5
# The least ratio of a clip's short side to the next lower rung at which vtranscode makes a rendition of the clip's size.
WORTHWHILE = 1.15
AUDIO = ["-c:a", "aac", "-b:a", "128k", "-ar", "48000", "-ac", "2"]
MAXIMUM_RATE = 30  # frames per second
SCALER = "flags=bicubic+accurate_rnd"

Clip = collections.namedtuple("Clip", "path width height rate duration has_audio")


def probe(path):
    info = json.loads(text_of(
        "ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", str(path)))
    video = next(stream for stream in info["streams"] if stream["codec_type"] == "video")
    width, height = video["width"], video["height"]
    rotation = next((int(data["rotation"]) for data in video.get("side_data_list", [])
                     if "rotation" in data), 0)
    if rotation % 180 != 0:
        width, height = height, width
    rate = fractions.Fraction(video["avg_frame_rate"])
    return Clip(
        path, width, height, rate / math.ceil(rate / MAXIMUM_RATE),
        float(info["format"]["duration"]),
        any(stream["codec_type"] == "audio" for stream in info["streams"]))


def clips_of(paths):
    """Returns the clips; without paths, the *.mp4 of the folder VT_BENCH."""
    if not paths:
        bench = os.environ.get("VT_BENCH") or fail("no clips: pass files, or set VT_BENCH to a folder")
        paths = sorted(pathlib.Path(bench).glob("*.mp4"))
    return [probe(path) for path in paths]


def even(value):
    return 2 * round(value / 2)


def rungs(clip):
    """Returns the rungs of a clip, with their sizes in pixels, the highest first.

    A clip between two rungs has a rung of its size, with a maximum rate between theirs.
    """
    short = min(clip.width, clip.height)
    chosen = [rung for rung in LADDER if rung.size <= short]
    larger = [rung for rung in LADDER if rung.size > short]
    if larger and chosen and short >= WORTHWHILE * chosen[0].size:
        above, below = larger[-1], chosen[0]
        share = (short ** 2 - below.size ** 2) / (above.size ** 2 - below.size ** 2)
        maxrate = round(below.maxrate + share * (above.maxrate - below.maxrate))
        chosen.insert(0, Rung(f"{short}p", short, maxrate, round(1.5 * maxrate), above.profile))
    return [(rung, even(clip.width * rung.size / short), even(clip.height * rung.size / short)) for rung in chosen]


def gop(clip):
    return round(GOP_SECONDS * clip.rate)


def ffmpeg_command(ffmpeg, clip, folder, preset, fixed_rates=False):
    """Returns the command that makes the ladder with one process and one filter graph.

    With `fixed_rates`, the maximum rates are average rates, instead of limits of a constant quality.
    """
    ladder = rungs(clip)
    split = "".join(f"[s{index}]" for index in range(len(ladder)))
    graph = [f"[0:v]fps={clip.rate},split={len(ladder)}{split}"]
    graph += [
        f"[s{index}]scale={width}:{height}:{SCALER},setsar=1,format=yuv420p[v{index}]"
        for index, (_, width, height) in enumerate(ladder)
    ]
    command = [ffmpeg, "-nostdin", "-hide_banner", "-loglevel", "error", "-y",
               "-i", str(clip.path), "-filter_complex", ";".join(graph)]
    for index, (rung, _, _) in enumerate(ladder):
        quality, maxrate, bufsize = (f"-crf:v:{index}", str(CRF)), rung.maxrate, rung.bufsize
        if fixed_rates:
            quality = (f"-b:v:{index}", str(rung.maxrate))
            maxrate, bufsize = round(FIXED_CEILING * rung.maxrate), round(FIXED_BUFFER * rung.maxrate)
        command += ["-map", f"[v{index}]", *quality, f"-maxrate:v:{index}", str(maxrate),
                    f"-bufsize:v:{index}", str(bufsize), f"-profile:v:{index}", rung.profile]
    command += ["-c:v", "libx264", "-preset", preset, "-g", str(gop(clip)),
                "-keyint_min", str(gop(clip)), "-sc_threshold", "0", "-flags", "+cgop",
                "-a53cc", "0"]
    streams = " ".join(f"v:{index},name:{rung.name}" + (",agroup:audio" if clip.has_audio else "")
                       for index, (rung, _, _) in enumerate(ladder))
    if clip.has_audio:
        command += ["-map", "0:a:0", *AUDIO]
        streams += " a:0,name:audio,agroup:audio"
    seconds = float(SEGMENT_GOPS * gop(clip) / clip.rate)
    return command + [
        "-f", "hls", "-hls_time", f"{seconds - 0.001:.6f}", "-hls_playlist_type", "vod",
        "-hls_segment_type", "fmp4", "-hls_flags", "independent_segments",
        "-hls_fmp4_init_filename", "init.mp4", "-master_pl_name", "master.m3u8",
        "-var_stream_map", streams,
        "-hls_segment_filename", f"{folder}/%v/%05d.m4s", f"{folder}/%v/playlist.m3u8"]
