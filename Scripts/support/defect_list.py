"""The defects of Scripts/check-defects. Each changes a copy of a package of any packager."""

import pathlib
import re
import struct


class Package:
    """A package with two variants; the defects are in the first variant."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.master = self.folder / "master.m3u8"
        text = self.master.read_text()
        self.variants = [self.folder / uri for uri in re.findall(r"^#EXT-X-STREAM-INF.*\n+(.+)$", text, re.M)]
        self.video = self.variants[0]
        self.iframes = [self.folder / uri for uri in re.findall(r'^#EXT-X-I-FRAME-STREAM-INF.*URI="([^"]+)"', text, re.M)]
        listed = self.video.read_text()
        self.segments = [self.video.parent / line for line in listed.split("\n") if line and not line.startswith("#")]
        found = re.search(r'#EXT-X-MAP:URI="([^"]+)"', listed)
        self.init = self.video.parent / found[1] if found else None
        self.is_fmp4 = self.init is not None
        # One file can have all segments, as byte ranges.
        self.has_files = len(set(self.segments)) == len(self.segments)

    @staticmethod
    def with_attribute(line, name, value):
        pattern = rf"(?<=[:,]){name}=(\"[^\"]*\"|[^,]*)"
        return re.sub(pattern, f"{name}={value}", line, count=1) if re.search(pattern, line) else f"{line},{name}={value}"

    def edit(self, file, pattern, replacement):
        text = file.read_text()
        new = re.sub(pattern, replacement, text, count=1, flags=re.M)
        file.write_text(new)
        return new != text

    def set_attribute(self, name, value):
        lines = self.master.read_text().split("\n")
        index = next(i for i, line in enumerate(lines) if line.startswith("#EXT-X-STREAM-INF"))
        new = self.with_attribute(lines[index], name, value)
        if new == lines[index]:
            return False
        lines[index] = new
        self.master.write_text("\n".join(lines))
        return True


def boxes(data, start, end, path=()):
    """Yields the path, the start, the payload and the end of each box; children of containers follow."""
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        if size < 8 or start + size > end:
            return
        here = (*path, kind.decode("latin-1"))
        yield here, start, start + 8, start + size
        if here[-1] in ("moov", "trak", "mdia", "minf", "stbl", "mvex", "moof", "traf"):
            yield from boxes(data, start + 8, start + size, here)
        elif here[-1] == "stsd":
            yield from boxes(data, start + 16, start + size, here)
        elif here[-1] in ("avc1", "avc3"):
            yield from boxes(data, start + 86, start + size, here)
        start += size


def box_change(file, kind, change):
    """Changes the first box of a kind; `change` has the bytes, and the positions of the box and its payload."""
    data = bytearray(file.read_bytes())
    for path, start, payload, end in boxes(data, 0, len(data)):
        if path[-1] == kind:
            if change(data, start, payload, end) is False:
                return False
            file.write_bytes(data)
            return True
    return False


def renamed(file, kind):
    def change(data, start, payload, end):
        data[start + 4:start + 8] = b"free"
    return box_change(file, kind, change)


def plus(offset, value):
    def change(data, start, payload, end):
        data[payload + offset] ^= value
    return change


class Defect:
    def __init__(self, rule, name, change):
        self.rule, self.name, self.change = rule, name, change

    def apply(self, package):
        """Returns whether the package can have the defect."""
        return bool(self.change(package))


def text(file, pattern, replacement):
    return lambda package: package.edit(getattr(package, file), pattern, replacement)


def attribute(name, value):
    return lambda package: package.set_attribute(name, value)


def remove(file):
    def change(package):
        target = package.segments[1] if file == "segment" else package.init
        if target is None or not package.has_files:
            return False
        target.unlink()
        return True
    return change


def in_segment(change, number=1):
    def apply(package):
        return package.is_fmp4 and package.has_files and change(package.segments[number])
    return apply


def in_init(change):
    return lambda package: package.is_fmp4 and change(package.init)


def truncated(file):
    file.write_bytes(file.read_bytes()[:-100])
    return True


def swapped(package):
    if not package.has_files:
        return False
    first, second = package.segments[:2]
    data = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(data)
    return True


def first_sample_without_sync(data, start, payload, end):
    """Changes the flags of the first sample, in `trun` or as the default of `tfhd`."""
    flags = struct.unpack_from(">I", data, payload)[0]
    position = payload + 8 + (4 if flags & 1 else 0)
    if flags & 4:
        struct.pack_into(">I", data, position, 0x01010000)
    elif flags & 0x400:
        position += (4 if flags & 0x100 else 0) + (4 if flags & 0x200 else 0)
        struct.pack_into(">I", data, position, 0x01010000)
    else:
        return False


def iframe_range(package):
    if not package.iframes:
        return False
    return any(package.edit(file, r"^#EXT-X-BYTERANGE:(\d+)@(\d+)", lambda found: f"#EXT-X-BYTERANGE:{int(found[1]) - 200}@{int(found[2]) + 200}")
               for file in package.iframes)


def iframe_tag(package):
    return package.iframes and all(package.edit(file, r"^#EXT-X-I-FRAMES-ONLY\n", "") for file in package.iframes)


def first_segment_removed(package):
    return package.edit(package.video, r"^#EXTINF.*\n(#EXT-X-BYTERANGE.*\n)?[^#\n].*\n", "")


def captions_of_one(package):
    return len(package.variants) > 1 and captions_removed(package) and package.set_attribute("CLOSED-CAPTIONS", "NONE")


def captions_removed(package):
    master = package.master.read_text()
    package.master.write_text(re.sub(r",CLOSED-CAPTIONS=NONE", "", master))
    return True


def other_target(package):
    return len(package.variants) > 1 and package.edit(package.video, r"TARGETDURATION:(\d+)", lambda found: f"TARGETDURATION:{int(found[1]) + 1}")


def transport(change):
    """A change to the packets of a segment of MPEG-TS."""
    def apply(package):
        if package.is_fmp4 or not package.has_files:
            return False
        file = package.segments[1]
        data = file.read_bytes()
        packets = [bytearray(data[at:at + 188]) for at in range(0, len(data), 188)]
        change(packets)
        file.write_bytes(b"".join(packets))
        return True
    return apply


def pid(packet):
    return (packet[1] & 0x1F) << 8 | packet[2]


def section(packet):
    """The position of the section that begins in a packet of the PAT or the PMT."""
    payload = 5 + packet[4] if packet[3] & 0x20 else 4
    return payload + 1 + packet[payload]


def table(packets):
    """The PID of the PMT, from the PAT."""
    packet = next(packet for packet in packets if pid(packet) == 0)
    start = section(packet)
    return (packet[start + 10] & 0x1F) << 8 | packet[start + 11]


def sync_lost(packets):
    packets[20][0] = 0


def packet_lost(packets):
    streams = [index for index, packet in enumerate(packets) if pid(packet) not in (0, 17, table(packets)) and packet[3] & 0x10]
    del packets[streams[len(streams) // 2]]


def checksum_wrong(packets):
    packet = next(packet for packet in packets if pid(packet) == table(packets))
    packet[section(packet) + 8] ^= 1


def tables_removed(packets):
    unwanted = {0, table(packets)}
    packets[:] = [packet for packet in packets if pid(packet) not in unwanted]


def end_lost(packets):
    packets[-1] = packets[-1][:100]


def content_first(packets):
    tables = {0, 17, table(packets)}
    index = next(index for index, packet in enumerate(packets) if pid(packet) not in tables)
    packets.insert(0, packets.pop(index))


def level(package):
    found = re.search(r'avc1\.([0-9a-fA-F]{4})([0-9a-fA-F]{2})', package.master.read_text())
    return found and package.edit(package.master, re.escape(found[0]), f"avc1.{found[1]}33")


DATE = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\\n"
SEGMENT = r"^(#EXTINF.*\n(?:#EXT-X-BYTERANGE.*\n)?)([^#\n].*)\n"
DEFECTS = [Defect(rule, name, change) for rule, name, change in [
    ("missing-file", "a segment is missing", remove("segment")),
    ("missing-file", "the init segment is missing", remove("init")),
    ("missing-file", "a playlist is missing", lambda package: package.video.unlink() or True),
    ("unchecked-file", "a URI is absolute", text("video", SEGMENT, r"\1https://cdn.example/0.m4s\n")),
    ("playlist-header", "the first line is wrong", text("video", r"\A#EXTM3U", "#EXTM3U8")),
    ("playlist-encoding", "a byte order mark", text("video", r"\A#EXTM3U", "\ufeff#EXTM3U")),
    ("mixed-tags", "a tag of the other kind of playlist", text("video", r"\A#EXTM3U", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1")),
    ("bad-attributes", "an attribute twice", text("master", r"^#EXT-X-STREAM-INF:", "#EXT-X-STREAM-INF:BANDWIDTH=1,")),
    ("bad-value", "EXTINF is no number", text("video", r"^#EXTINF:[\d.]+", "#EXTINF:six")),
    ("bad-value", "RESOLUTION is no size", attribute("RESOLUTION", "640")),
    ("bad-version", "the version is too low", text("video", r"^#EXT-X-VERSION:\d+", "#EXT-X-VERSION:2")),
    ("target-duration-missing", "no target duration", text("video", r"^#EXT-X-TARGETDURATION.*\n", "")),
    ("target-duration-exceeded", "the target duration is too short", text("video", r"TARGETDURATION:\d+", "TARGETDURATION:2")),
    ("duration-missing", "a segment without EXTINF", text("video", r"^#EXTINF.*\n", "")),
    ("byte-range-beyond-file", "a byte range beyond its file", text("video", SEGMENT, r"#EXTINF:4,\n#EXT-X-BYTERANGE:99999999@0\n\2\n")),
    ("byte-range-start", "a byte range without a start", text("video", SEGMENT, r"#EXTINF:4,\n#EXT-X-BYTERANGE:100\n\2\n")),
    ("init-segment-missing", "no EXT-X-MAP", text("video", r"^#EXT-X-MAP.*\n", "")),
    ("end-missing", "no EXT-X-ENDLIST", text("video", r"^#EXT-X-ENDLIST", "")),
    ("sequence-position", "a late sequence number", text("video", SEGMENT, r"\1\2\n#EXT-X-MEDIA-SEQUENCE:0\n")),
    ("key-attributes", "a key without a URI", text("video", r"^#EXT-X-ENDLIST", "#EXT-X-KEY:METHOD=AES-128\n#EXT-X-ENDLIST")),
    ("date-range", "a date range without an id", text("video", r"^#EXTINF", DATE + '#EXT-X-DATERANGE:START-DATE="2026-01-01T00:00:00Z"\n#EXTINF')),
    ("date-range-without-date", "a date range without a date",
     text("video", r"^#EXTINF", '#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z"\n#EXTINF')),
    ("variant-uri", "a variant without a URI", text("master", r"^(#EXT-X-STREAM-INF.*\n)\n*[^#\n].*\n", r"\1")),
    ("attribute-missing", "no BANDWIDTH", text("master", r"(?<=[:,])BANDWIDTH=\d+,?", "")),
    ("group-missing", "a group without renditions", attribute("AUDIO", '"none"')),
    ("rendition-name", "a name twice in a group", text("master", r"\n",
     '\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="A"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="A"\n')),
    ("rendition-attributes", "attributes of a rendition disagree", text("master", r"\n",
     '\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="A",DEFAULT=YES,AUTOSELECT=NO\n')),
    ("session-data", "session data without a value", text("master", r"\n", '\n#EXT-X-SESSION-DATA:DATA-ID="a"\n')),
    ("closed-captions", "NONE at one variant only", captions_of_one),
    ("codecs-missing", "no CODECS", text("master", r'(^#EXT-X-STREAM-INF.*?)CODECS="[^"]*",?', r"\1")),
    ("codecs-mismatch", "CODECS of another level", level),
    ("codecs-mismatch", "CODECS of another codec", text("master", r'avc1\.[0-9a-fA-F]+', "hvc1.1.6.L93.B0")),
    ("codecs-mismatch", "CODECS without audio", text("master", r'(^#EXT-X-STREAM-INF.*?),mp4a\.40\.2', r"\1")),
    ("resolution-mismatch", "RESOLUTION of another size", attribute("RESOLUTION", "100x100")),
    ("frame-rate-mismatch", "FRAME-RATE of another rate", attribute("FRAME-RATE", "50.000")),
    ("bandwidth-exceeded", "BANDWIDTH too low", attribute("BANDWIDTH", "10000")),
    ("bandwidth-overstated", "BANDWIDTH too high", attribute("BANDWIDTH", "99000000")),
    ("average-bandwidth-mismatch", "AVERAGE-BANDWIDTH too low", attribute("AVERAGE-BANDWIDTH", "10000")),
    ("segment-duration", "EXTINF is 0.5 s too short", text(
        "video", r"^#EXTINF:([\d.]+)", lambda found: f"#EXTINF:{float(found[1]) - 0.5:.3f}")),
    ("decode-time-gap", "two segments are swapped", swapped),
    ("target-durations-differ", "another target duration in one variant", other_target),
    ("discontinuities-differ", "a discontinuity in one variant", text("video", SEGMENT, r"\1\2\n#EXT-X-DISCONTINUITY\n")),
    ("dates-differ", "dates in one variant", text("video", r"^#EXTINF", DATE + "#EXTINF")),
    ("starts-differ", "a variant without its first segment", first_segment_removed),
    ("segments-not-aligned", "other segment boundaries", text(
        "video", r"^#EXTINF:([\d.]+)", lambda found: f"#EXTINF:{float(found[1]) - 0.2:.3f}")),
    ("i-frame-range", "an I-frame range inside of a fragment", iframe_range),
    ("i-frames-only-missing", "no EXT-X-I-FRAMES-ONLY", iframe_tag),
    ("box-size", "a segment is truncated", in_segment(truncated)),
    ("segment-structure", "no moof", in_segment(lambda file: renamed(file, "moof"))),
    ("segment-structure", "no traf", in_segment(lambda file: renamed(file, "traf"))),
    ("segment-structure", "no mdat", in_segment(lambda file: renamed(file, "mdat"))),
    ("decode-time-missing", "no tfdt", in_segment(lambda file: renamed(file, "tfdt"))),
    ("unknown-track", "another track", in_segment(lambda file: box_change(file, "tfhd", plus(7, 0x40)))),
    ("sample-data", "samples beyond mdat", in_segment(lambda file: box_change(file, "trun", plus(8, 0x40)))),
    ("decode-time-gap", "another decode time", in_segment(lambda file: box_change(
        file, "tfdt", lambda data, start, payload, end: plus(end - payload - 3, 0x40)(data, start, payload, end)))),
    ("independent-segments", "no sync sample at the start", in_segment(lambda file: box_change(file, "trun", first_sample_without_sync))),
    ("init-segment-structure", "no moov", in_init(lambda file: renamed(file, "moov"))),
    ("init-segment-structure", "no mvex", in_init(lambda file: renamed(file, "mvex"))),
    ("codecs-mismatch", "another level in avcC", in_init(lambda file: box_change(file, "avcC", plus(3, 0x07)))),
    ("transport-sync", "a sync byte is lost", transport(sync_lost)),
    ("transport-sync", "the last packet is truncated", transport(end_lost)),
    ("transport-continuity", "a packet is lost", transport(packet_lost)),
    ("transport-checksum", "the CRC of the PMT is wrong", transport(checksum_wrong)),
    ("transport-tables", "no PAT and PMT", transport(tables_removed)),
    ("transport-tables-first", "content before the tables", transport(content_first)),
]]
