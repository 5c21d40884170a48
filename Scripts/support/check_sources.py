#!/usr/bin/env python3
"""Checks the rules of CONTRIBUTING.md that the compiler and the formatter do not.

- Layers: each module imports only what LAYERS allows, and LAYERS allows imports of lower levels only.
- No Swift file has more than 400 lines.
- Media is opened in sandbox processes only: by OPENING modules, whose only visible types that open media are the kinds of work
  that MediaRunner runs.
- Unsafe code is in the files of UNSAFE only; `@unchecked Sendable`, `nonisolated(unsafe)` and `Unmanaged` each have a comment
  that begins with "Safe because".
- No fatalError, try! or TODO in Sources.
- Names of video codecs and of their encoders are in VideoCodecs only, but for the files of CODECS.
- Types of errors end with Error. Public ones, and those that the command prints, are CodedError of module Errors: code, message,
  advice and cause. The others are conditions inside of this package, which callers convert: they need nothing else.
- Libraries name no options and no subcommands of the command.
- Package.swift pins every dependency with `exact:`.

Prints every problem as file:line: reason; exits with 1 if there is one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONGEST_FILE = 400  # lines

# The level of each module, and the modules that it may import in addition to SYSTEM. A C target (level 0) has no Swift. From the
# top: 11 command, 10 services, 9 engines, 4 to 8 media, 3 libraries, 1 and 2 units.
LAYERS = {
    "CLibAV": (0, []),
    "CLibAVShim": (0, []),
    "CLibPQ": (0, []),
    "CLibCurl": (0, []),
    "CCurlShim": (0, []),
    "CLibYAML": (0, []),
    "CPlatform": (0, []),
    "CSandbox": (0, []),
    "MediaUnits": (1, []),
    "Errors": (1, []),
    "Transport": (1, ["CCurlShim"]),
    "VideoCodecs": (2, ["MediaUnits"]),
    "S3": (2, ["Transport", "Errors", "MediaUnits", "Crypto"]),
    "HLS": (3, ["Errors", "MediaUnits"]),
    "Presets": (3, ["CLibYAML", "Errors", "VideoCodecs", "MediaUnits"]),
    "Sandbox": (3, ["Errors", "CSandbox", "Logging", "SystemPackage"]),
    "Scheduling": (3, ["Errors"]),
    "Storage": (3, ["S3", "Transport", "Errors", "MediaUnits", "CPlatform", "Crypto", "SystemPackage"]),
    "LibAV": (3, ["CLibAV", "CLibAVShim", "MediaUnits", "Logging"]),
    "MediaModel": (4, ["Errors", "VideoCodecs", "Presets", "HLS", "Storage", "MediaUnits", "SystemPackage"]),
    "CuePoints": (5, ["MediaUnits"]),
    "Captions": (5, ["HLS", "Storage", "MediaUnits", "SystemPackage"]),
    "Planning": (6, ["VideoCodecs", "Captions", "MediaModel", "Presets", "HLS", "MediaUnits"]),
    "MediaSandbox": (
        7,
        ["Errors", "VideoCodecs", "MediaModel", "LibAV", "Presets", "Sandbox", "Scheduling", "Storage", "MediaUnits", "Crypto",
         "Logging", "SystemPackage"]),
    "Conformance": (8, ["MediaSandbox", "MediaModel", "Sandbox", "Storage", "SystemPackage"]),
    "Probing": (
        8,
        ["MediaSandbox", "Planning", "Captions", "MediaModel", "LibAV", "Presets", "HLS", "Sandbox", "Storage",
         "MediaUnits", "Crypto", "SystemPackage"]),
    "Encoding": (
        8,
        ["Errors", "VideoCodecs", "MediaSandbox", "Planning", "MediaModel", "LibAV", "Sandbox", "Storage", "MediaUnits",
         "Crypto", "SystemPackage"]),
    "Packaging": (
        8,
        ["Errors", "VideoCodecs", "MediaSandbox", "Planning", "MediaModel", "LibAV", "Presets", "HLS", "Sandbox", "Scheduling", "Storage",
         "MediaUnits", "Crypto", "SystemPackage"]),
    "Transcoding": (
        9,
        ["Errors", "VideoCodecs", "Probing", "Encoding", "Packaging", "Conformance", "MediaSandbox", "Planning", "CuePoints", "Captions",
         "MediaModel", "LibAV",
         "Presets", "HLS", "Sandbox", "Scheduling", "Storage", "MediaUnits", "Crypto", "Logging", "SystemPackage"]),
    "JobModel": (9, ["Errors", "MediaUnits", "Crypto"]),
    "JobQueue": (9, ["Errors", "Transport", "CLibPQ", "CPlatform", "GRDB"]),
    "Worker": (
        10,
        ["Errors", "JobModel", "JobQueue", "Transcoding", "MediaSandbox", "MediaModel", "Presets", "Scheduling", "Storage", "Logging",
         "ServiceLifecycle", "SystemPackage"]),
    "Submission": (
        10,
        ["JobModel", "JobQueue", "Transcoding", "MediaModel", "Presets", "Scheduling", "Storage", "MediaUnits",
         "Crypto", "Logging", "SystemPackage"]),
    "Webhooks": (10, ["JobModel", "JobQueue", "MediaUnits", "Transport", "Crypto", "Logging"]),
    "StatusServer": (
        10,
        ["Errors", "Transport", "JobModel", "JobQueue", "Scheduling", "Storage", "MediaUnits", "Hummingbird", "HummingbirdCore", "NIOCore", "NIOHTTP1",
         "NIOHTTPTypes", "Crypto", "Logging", "ServiceLifecycle", "SystemPackage"]),
    "PresetEvaluation": (
        10,
        ["VideoCodecs", "Transcoding", "Packaging", "Planning", "MediaSandbox", "MediaModel", "Presets", "HLS",
         "Scheduling", "Storage", "MediaUnits", "Logging", "SystemPackage"]),
    "vtranscode": (
        11,
        ["Conformance", "Errors", "PresetEvaluation", "StatusServer", "Submission", "Webhooks", "Worker", "JobModel", "JobQueue", "Transcoding",
         "MediaSandbox", "Planning", "MediaModel", "Presets", "Sandbox", "Storage", "S3", "MediaUnits", "ArgumentParser",
         "Logging", "ServiceLifecycle", "SystemPackage"]),
}
# Modules of Swift and of the operating system, which every module may import.
SYSTEM = {
    "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc", "Musl", "Darwin",
}

# Modules whose kinds of work open media, in sandbox processes. Their other types that open media are not visible outside.
OPENING = ("Probing", "Encoding", "Packaging")
OPENS_MEDIA = re.compile(r"(?<![\w.])(?:Demuxer|Decoder|Muxer|FilterGraph|PacketFilter)\(|\.demuxer\(")
# The file of the function with which these modules open uploads.
DECLARES_OPENING = "MediaSandbox/Upload.swift"
DECLARES_WORK = re.compile(r"^package struct \w+: (?:Upload)?MediaWork\b", re.M)
# Types of a file, without errors and Codable values, which do not open media.
DECLARATION = re.compile(r"^(?:final )?(?:struct|class|enum) (\w+)(?!.*\b(?:Error|Codable)\b)", re.M)
VISIBLE = re.compile(r"^\s*(?:package|public) (?!import)")

# The folders and files that may have unsafe code, by module; "" is the whole module. Elsewhere, the compiler's strict memory
# safety and this list allow none.
UNSAFE = {
    "LibAV": [""],  # libav's C API
    "Sandbox": [""],  # system calls, descriptors and replies of sandbox processes
    "Storage": [""],  # system calls on files
    "Presets": ["YAML/YAMLParser.swift"],  # libyaml
    "MediaSandbox": ["Upload.swift", "JoinedFiles.swift", "RequestedUploadFile.swift"],  # reads of descriptors into libav's buffers
    "Encoding": ["Video", "Distortion"],  # bytes of a frame's planes
    "Packaging": ["Work/FileRangesReader.swift"],  # reads of files into buffers
    "JobQueue": ["Postgres", "SQLite"],  # libpq; clocks and file identity
    "Submission": ["Watching"],  # inotify
    "Transport": ["Client", "Request/HTTPBody.swift"],  # libcurl, reads of files
    "StatusServer": ["Metrics/ProcessMetrics.swift", "Server/HTTPService.swift"],  # getrusage, strerror
    "PresetEvaluation": ["CPUTime.swift"],  # getrusage
    "vtranscode": ["Console"],  # the terminal
}
UNSAFE_CODE = re.compile(
    r"(?<![\w.`:])unsafe(?= +\w|\()|@unchecked Sendable|nonisolated\(unsafe\)|\bUnmanaged\b|\bUnsafe(?:Mutable)?(?:Raw)?(?:Buffer)?Pointer\b")
NEEDS_REASON = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)|\bUnmanaged\b")
REASON = "Safe because"
REASON_DISTANCE = 8  # lines above

ERROR_TYPE = re.compile(
    r"^\s*(?:@\w+ )*(?P<access>public |open )?[\w ]*\b(?P<kind>struct|class|enum|actor|extension) (?P<name>[\w.]+)(?:<[^>]*>)?\s*:"
    r"(?P<protocols>[^{]*\b(?:Error|CausedError|CodedError)\b[^{]*)")
# Public types of errors that are no CodedError, with the reason.
CONVERTED = {
    "LibAVError": "its code is libav's number; MediaSandbox converts it",
}
# The module whose errors are printed as they are: all of them have a code.
COMMAND = "vtranscode"
# Options and subcommands of the command, in a text of a library.
COMMAND_TEXT = re.compile(r'"[^"]*(?:(?<![\w-])--[a-z]|\bvtranscode (?:run|queue|worker|watch|index|presets)\b|command line)[^"]*"')
# Options of other programs, and the title of the schema of presets.
OTHER_TEXT = ("createdb --", "x264 --fullhelp", "What vtranscode run makes of an upload")
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let|actor)\s+)?(\w+)")
FORBIDDEN = [
    (re.compile(r"\bfatalError\("), "fatalError: throw an error that describes the problem"),
    (re.compile(r"\btry!"), "try!: propagate the error"),
    (re.compile(r"\b(?:TODO|FIXME)\b"), "a to-do: do it, or open an issue"),
]

# Names by which sources of other modules must not distinguish the codecs of renditions; comments and citations of
# specifications (H.264, table A-1) may have them.
CODEC_NAMES = re.compile(
    r'x26[45]|\bisHEVC\b|\b(?:H264|HEVC)|\.(?:h264|hevc)\b|"-?(?:h264|hevc)"|\b(?:avc1|avcC|hvc1|hev1|hvcC)\b')
# The folders and files of other modules that may have these names.
CODECS = [
    "Conformance/Media/SampleEntryName.swift",  # names in packages of other packagers
    "LibAV/AllowList.swift",  # decoders of uploads
    "Packaging/TransportStream",  # MPEG-TS, made of H.264 only
    "Probing/Captions/EmbeddedCaptions.swift",  # streams of uploads with captions inside
    "Probing/Probe.swift",  # a message about uploads
    "Probing/Probe+Index.swift",  # packets of uploads that MP4 lists as decoders take them
    "vtranscode/Console/Remedy.swift",  # messages about uploads
]


def layers():
    """Yields the imports in LAYERS of the same level or a higher one, and those that no file has."""
    here = pathlib.Path(__file__).relative_to(ROOT)
    for module, (level, imports) in LAYERS.items():
        lines = (line for file in (ROOT / "Sources" / module).rglob("*.swift") for line in file.read_text().splitlines())
        used = {found[1] for found in map(IMPORT.match, lines) if found}
        for name in imports:
            if name not in used:
                yield here, 1, f"{module} does not import {name}: remove it here and in Package.swift"
            if name in LAYERS and LAYERS[name][0] >= level:
                yield here, 1, f"{module} (level {level}) may not import {name}: imports go to lower levels"


def swift_file(path):
    lines = (ROOT / path).read_text().splitlines()
    if len(lines) > LONGEST_FILE:
        yield path, len(lines), f"{len(lines)} lines; at most {LONGEST_FILE}: split it by topic"
    if path.parts[0] != "Sources":
        return
    module = path.parts[1]
    allowed = SYSTEM.union(LAYERS.get(module, (0, []))[1])
    for number, line in enumerate(lines, 1):
        found = IMPORT.match(line)
        if found and found[1] not in allowed:
            yield path, number, f"{module} may not import {found[1]}"
        for pattern, reason in FORBIDDEN:
            if pattern.search(line):
                yield path, number, reason
        if CODEC_NAMES.search(line.split("//")[0]) and not is_inside(path, ["VideoCodecs"] + CODECS):
            yield path, number, "distinguishes codecs: use the VideoCodecModel"
        if module != COMMAND and COMMAND_TEXT.search(line) and not any(text in line for text in OTHER_TEXT):
            yield path, number, "names the command: describe the condition, and give the command a remedy (Console/Remedy.swift)"
        for reason in error_type(ERROR_TYPE.match(line), module):
            yield path, number, reason


def error_type(declaration, module):
    """Yields how the declaration of a type of errors breaks the rule of CONTRIBUTING.md."""
    if not declaration:
        return
    name = declaration["name"].split(".")[-1]
    if not name.endswith("Error"):
        yield f"{name}: types of errors end with Error"
    if re.search(r"\bCodedError\b", declaration["protocols"]):
        return
    if declaration["kind"] == "extension":
        yield f"{name}: declare that it is an error where the type is declared"
    elif (declaration["access"] or module == COMMAND) and name not in CONVERTED:
        yield f"{name}: public errors, and those of the command, are CodedError: code, message, advice, cause"


def is_inside(path, entries):
    inside = "/".join(path.parts[1:])
    return any(inside == entry or inside.startswith(entry + "/") for entry in entries)


def may_be_unsafe(path):
    inside = "/".join(path.parts[2:])
    return any(
        entry in ("", inside) or inside.startswith(entry + "/") for entry in UNSAFE.get(path.parts[1], []))


def unsafe_code(path):
    """Yields unsafe code outside of the files of UNSAFE, and unsafe code without its reason."""
    lines = (ROOT / path).read_text().splitlines()
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if UNSAFE_CODE.search(code) and not may_be_unsafe(path):
            yield path, number, "unsafe code outside of the files of UNSAFE in Scripts/support/check_sources.py"
        if NEEDS_REASON.search(code) and not any(
                REASON in above for above in lines[max(0, number - 1 - REASON_DISTANCE):number]):
            yield path, number, f'needs a comment above that starts with "{REASON}"'


def unused_permissions():
    """Yields entries of UNSAFE without unsafe code."""
    here = pathlib.Path(__file__).relative_to(ROOT)
    for module, entries in UNSAFE.items():
        for entry in entries:
            path = ROOT / "Sources" / module / entry
            files = path.rglob("*.swift") if path.is_dir() else [path] if path.exists() else []
            if not any(UNSAFE_CODE.search(without_comments(file.read_text())) for file in files):
                yield here, 1, f"UNSAFE: no unsafe code in {module}/{entry}"


def unused_codec_permissions():
    """Yields entries of CODECS without names of codecs."""
    here = pathlib.Path(__file__).relative_to(ROOT)
    for entry in CODECS:
        path = ROOT / "Sources" / entry
        files = path.rglob("*.swift") if path.is_dir() else [path] if path.exists() else []
        if not any(CODEC_NAMES.search(without_comments(file.read_text())) for file in files):
            yield here, 1, f"CODECS: no name of a codec in {entry}"


def without_comments(text):
    return "\n".join(line.split("//")[0] for line in text.splitlines())


def opening_files(files):
    """Returns the files of a module that open media, directly or through other files of the module."""
    opening = {name for name, text in files.items() if OPENS_MEDIA.search(text)}
    while True:
        types = "|".join(sorted({t for name in opening for t in DECLARATION.findall(files[name])}))
        uses = re.compile(rf"(?<![\w.])(?:{types})(?:\.[a-z]\w*)?\(")
        more = {name for name, text in files.items() if types and uses.search(text)}
        if more <= opening:
            return opening
        opening |= more


def media():
    """Yields code that would open media outside of sandbox processes."""
    for module in sorted(LAYERS):
        folder = ROOT / "Sources" / module
        files = {f"{module}/{path.relative_to(folder)}": without_comments(path.read_text())
                 for path in sorted(folder.rglob("*.swift"))}
        if module in OPENING:
            for name in sorted(opening_files(files)):
                if DECLARES_WORK.search(files[name]):
                    continue
                for number, line in enumerate(files[name].splitlines(), 1):
                    if VISIBLE.match(line):
                        yield pathlib.Path("Sources") / name, number, (
                            f"opens media and is visible outside of {module}: only kinds of work may be")
        elif module != "LibAV":
            for name, text in files.items():
                for number, line in enumerate(text.splitlines(), 1):
                    if OPENS_MEDIA.search(line) and name != DECLARES_OPENING:
                        yield pathlib.Path("Sources") / name, number, (
                            "opens media outside of sandbox processes: make it a kind of work for MediaRunner")


def manifest(path):
    text = (ROOT / path).read_text()
    for dependency in re.finditer(r"\.package\(\s*(?:name|url|path):[^)]*\)", text):
        if "exact:" not in dependency[0]:
            yield path, text[: dependency.start()].count("\n") + 1, "not pinned with exact:"


def problems():
    yield from layers()
    yield from media()
    yield from manifest(pathlib.Path("Package.swift"))
    for folder in sorted(path for path in (ROOT / "Sources").iterdir() if path.is_dir()):
        if folder.name not in LAYERS:
            yield folder.relative_to(ROOT), 1, "no level in Scripts/support/check_sources.py"
    for folder in ("Sources", "Tests", "Benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.swift")):
            yield from swift_file(path.relative_to(ROOT))
            if folder == "Sources":
                yield from unsafe_code(path.relative_to(ROOT))
    yield from unused_permissions()
    yield from unused_codec_permissions()


def main():
    found = list(problems())
    for path, line, reason in found:
        print(f"{path}:{line}: {reason}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
