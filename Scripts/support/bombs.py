#!/usr/bin/env python3
"""Writes uploads that declare or contain far more than their size: bombs.py FOLDER.

Each has a few kilobytes or megabytes, whose index, header or compression stands for gigabytes, millions of packets or
thousands of tracks. Tests check how each is refused.
"""

import pathlib
import struct
import sys
import zlib


# ISO base media files (ISO/IEC 14496-12)

def u32(*values):
    return struct.pack(f">{len(values)}I", *values)


def box(kind, *parts):
    body = b"".join(parts)
    return u32(8 + len(body)) + kind + body


def full(kind, *parts, flags=0):
    return box(kind, u32(flags), *parts)


MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def mp4(samples, sizes, media=b"x" * 100, tracks=1, codec=b"mjpg", more=b"", chunks=1, ticks=1):
    """Returns an MP4 whose `samples` are in chunks that all start at the beginning of the media.

    Each sample lasts `ticks` of a thirtieth of a second.
    """
    def moov(offset):
        entry = box(
            codec, b"\0" * 6, struct.pack(">H", 1), b"\0" * 16, struct.pack(">HH", 64, 64),
            u32(0x480000, 0x480000, 0), struct.pack(">H", 1), b"\0" * 32, struct.pack(">Hh", 24, -1))
        table = box(
            b"stbl", full(b"stsd", u32(1), entry), full(b"stts", u32(1, samples, ticks)),
            full(b"stsz", sizes), full(b"stsc", u32(1, 1, samples // chunks, 1)),
            full(b"stco", u32(chunks, *[offset] * chunks)), more)
        info = box(
            b"minf", full(b"vmhd", b"\0" * 8, flags=1),
            box(b"dinf", full(b"dref", u32(1), full(b"url ", flags=1))), table)
        media_box = box(
            b"mdia", full(b"mdhd", u32(0, 0, 30, 100), b"\x55\xc4\0\0"),
            full(b"hdlr", u32(0), b"vide", b"\0" * 13), info)
        traks = b"".join(
            box(b"trak", full(
                b"tkhd", u32(0, 0, number + 1, 0, 100), b"\0" * 16, MATRIX,
                u32(64 << 16, 64 << 16), flags=3), media_box)
            for number in range(tracks))
        header = full(
            b"mvhd", u32(0, 0, 30, 100, 0x10000), b"\1" + b"\0" * 11, MATRIX, b"\0" * 24, u32(2))
        return box(b"moov", header, traks)

    start = box(b"ftyp", b"isom", u32(512), b"isom")
    offset = len(start) + len(moov(0)) + 8
    return start + moov(offset) + box(b"mdat", media)


def nested(kind, depth):
    inner = b""
    for _ in range(depth):
        inner = box(kind, inner)
    return box(b"ftyp", b"isom", u32(512), b"isom") + box(b"moov", inner)


def png(width, height):
    """Returns a black image of one bit per pixel."""
    packer, row = zlib.compressobj(9), b"\0" * (1 + (width + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()

    def chunk(kind, body):
        return u32(len(body)) + kind + body + u32(zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", u32(width, height) + b"\1\0\0\0\0")
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


# Matroska (RFC 9559)

def element(identifier, body):
    return bytes.fromhex(identifier) + (1 << 56 | len(body)).to_bytes(8, "big") + body


def number(identifier, value):
    return element(identifier, value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big"))


def matroska(segment):
    return element("1A45DFA3", element("4282", b"matroska")) + element("18538067", segment)


def track(index, more=b""):
    size = element("E0", number("B0", 640) + number("BA", 480))
    return element("AE", number("D7", index) + number("73C5", index) + number("83", 1)
                   + element("86", b"V_MJPEG") + size + more)


def inflating(unpacked, count):
    """Returns blocks that zlib inflates to a thousand times their size (ContentCompAlgo 0)."""
    packed = zlib.compress(b"\0" * unpacked, 9)
    coding = element("6D80", element("6240", number("5033", 0)
                                     + element("5034", number("4254", 0))))
    blocks = b"".join(
        element("A3", b"\x81" + struct.pack(">h", index) + b"\x80" + packed)
        for index in range(count))
    return matroska(element("1654AE6B", track(1, coding))
                    + element("1F43B675", number("E7", 0) + blocks))


# MPEG transport streams (ISO/IEC 13818-1)

def section(table, identifier, body):
    start = struct.pack(">BHHBBB", table, 0xB000 | len(body) + 9, identifier, 0xC1, 0, 0)
    value = 0xFFFFFFFF
    for byte in start + body:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value >> 31 else 0)) & 0xFFFFFFFF
    return start + body + u32(value)


def packet(pid, payload):
    return (struct.pack(">BHB", 0x47, 0x4000 | pid, 0x10) + payload).ljust(188, b"\xff")


def programs(count, streams):
    tables = packet(0, b"\0" + section(0, 1, b"".join(
        struct.pack(">HH", index + 1, 0xE000 | 32 + index) for index in range(count))))
    for index in range(count):
        entries = b"".join(
            struct.pack(">BHH", 0x1B, 0xE000 | 200 + index * streams + stream, 0xF000)
            for stream in range(streams))
        tables += packet(32 + index, b"\0" + section(
            2, index + 1, struct.pack(">HH", 0xE0C8, 0xF000) + entries))
    start = b"\0\0\1\xe0\0\0\x80\x80\5\x21\0\1\0\1\0\0\0\1\x09\x10"
    video = b"".join(packet(200 + index, start) for index in range(count * streams))
    return (tables + video) * 20


def gif(width, height, frames):
    frame = (b"\x21\xf9\x04\0\2\0\0\0\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0)
             + b"\x02\x02\x44\x01\0")
    return (b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
            + frame * frames + b"\x3b")


def wave(rate, channels, seconds):
    size = seconds * 1000
    header = struct.pack("<HHIIHH", 1, channels, rate, rate * 2 & 0xFFFFFFFF, 2, 16)
    return (b"RIFF" + struct.pack("<I", 36 + size) + b"WAVEfmt " + struct.pack("<I", 16) + header
            + b"data" + struct.pack("<I", size) + b"\0" * size)


HUGE = png(30_000, 30_000)
LARGE = png(8000, 4000)
SMALL = png(1920, 1080)

BOMBS = {
    "index-of-2-billion.mp4": lambda: mp4(0x7FFFFFFF, u32(1, 0x7FFFFFFF)),
    "index-of-30-million.mp4": lambda: mp4(30_000_000, u32(1, 30_000_000), b"x" * 100_000),
    "empty-samples.mp4": lambda: mp4(30_000_000, u32(0, 30_000_000)),
    "ctts-of-2-billion.mp4": lambda: mp4(
        1000, u32(1, 1000), b"x" * 1000, more=full(b"ctts", u32(1, 0x7FFFFFFF, 5))),
    "5000-tracks.mp4": lambda: mp4(1, u32(100, 1), tracks=5000),
    "nested-boxes.mp4": lambda: nested(b"trak", 3000),
    "picture-of-900-megapixels.mp4": lambda: mp4(1, u32(len(HUGE), 1), HUGE, codec=b"png "),
    "100000-large-pictures.gif": lambda: gif(8000, 4000, 100_000),
    "one-picture-100000-times.mp4": lambda: mp4(
        100_000, u32(len(LARGE), 100_000), LARGE, codec=b"png ", chunks=100_000),
    "two-pictures-in-ten-hours.mp4": lambda: mp4(
        2, u32(len(SMALL), 2), SMALL, codec=b"png ", chunks=2, ticks=18_000 * 30),
    "inflates-to-8-gigabytes.mkv": lambda: inflating(400 << 20, 20),
    "100000-tracks.mkv": lambda: matroska(
        element("1654AE6B", b"".join(track(1 + i % 126) for i in range(100_000)))
        + element("1F43B675", number("E7", 0) + element("A3", b"\x81\0\0\x80x"))),
    "1200-streams.ts": lambda: programs(40, 30),
    "canvas-of-4-gigapixels.gif": lambda: gif(65_535, 65_535, 10),
    "four-gigahertz.wav": lambda: wave(4_000_000_000, 1, 10),
    "65535-channels.wav": lambda: wave(48_000, 65_535, 10),
}

if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in BOMBS.items():
        (folder / name).write_bytes(make())
