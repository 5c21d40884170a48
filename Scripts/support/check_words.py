#!/usr/bin/env python3
"""Checks that code and documents use the glossary's terms.

    check_words.py [FILE...]     all files of the repository by default

GLOSSARY lists the words that another term replaces. A word may occur in one of its allowed meanings: as a part of one of
its phrases. Identifiers are compared as words: `muxedSound` is "muxed sound".
"""
import pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Word: (term to use, allowed phrases as regular expressions). A word stands for its plural and its verb forms, too.
GLOSSARY = {
    # Media
    "picture": ("video, frame or image", [
        r"coded pictures?", r"attached picture", r"cover picture", r"picture types?", r"av picture", r"picture order", r"picture parameter set",
        r"(idr|i|p|b) pictures?", r"n?idr-pictures?", r"(i|p|b|idr)-pictures?", r"picture size", r"picture parameter sets", r"(max )?decoded picture( buffer| macroblocks)?",
        r"[\w-]*pictures?[\w-]*\.(mp4|gif)", r"pictures-in[\w-]*\.mp4", r"attached pictures"]),
    "sound": ("audio", [r"sound effects?", r"codec id metasound", r"metasound", r"sounds? (like|right)", r"(describes? )?music[ -]and[ -]sound", r"meta sound", r"sound levels?"]),
    "oddity": ("finding", []),
    "oddities": ("findings", []),
    "node": ("chunk", [r"yaml nodes?", r"json nodes?", r"nodes? of (a|the) (cluster|kubernetes)", r"key node", r"value node", r"json node", r"nodes? of a graph", r"(import|fresh\.child|child|is equal|old\.)[ .]?nodes?( \w+)?",
        r"\bold\.node \w+", r"fresh\.node \w+", r"node:crypto", r"on any node", r"as the node has", r"nodes are drained", r"node \(`body`", r"node\.\w*", r"old\.node type !== .*", r"json node"]),
    "piece": ("artifact, chunk or segment", [r"pieces? of work"]),
    "settlement": ("presentation", []),
    "work place": ("workspace", []),
    "work folder": ("workspace", []),
    "seal": ("stage", [r"aes\.gcm\.seal(ed box)?"]),
    "cut short": ("truncated", []),
    "grid feeder": ("frame-rate converter", []),
    "joined clock": ("timestamp unwrapping", []),
    "program clock": ("PCR", []),
    "level plan": ("loudness target", []),
    "levelling": ("loudness normalization", []),
    "isolation": ("sandbox", [r"isolation levels?", r"transaction isolation", r"isolation (of|between) processes", r"`isolation`"]),
    "conversation": ("sandbox process", []),
    "media child": ("sandbox process", []),
    "damage": ("corruption", [r"on damage", r"case damaged", r"let damaged", r"ndamage", r"non damage", r'"damage[a-z]*"', r"`(captions )?damage[a-z]*`", r"\.damaged", r"(captions |\")damaged"]),
    # Jobs
    "epoch": ("fencing token", [r"unix epoch", r"since the epoch", r"\(extract\(epoch"]),
    "outlook": ("retryability", []),
    "insist": ("retry", []),
    "persist": ("retry", [r"persistent \w+", r"persistent"]),
    "may pass": ("is transient", []),
    "told": ("sent, received or measured", []),
    "untold": ("undelivered", []),
    "owed": ("undelivered", []),
    "patience": ("timeout", []),
    "farewell": ("shutdown timeout", []),
    "lane": ("virtual clock or priority", []),
    "give back": ("release", []),
    "gives back": ("release", []),
    "given back": ("release", []),
    "giving back": ("release", []),
    "put off": ("defer", []),
    "puts off": ("defer", []),
    "putting off": ("defer", []),
    "speak up": ("send a heartbeat", []),
    "speaks up": ("send a heartbeat", []),
    "absence": ("timeout", []),
    "insistence": ("signal handling", []),
    "is of use": ("is transient", []),
    "disown": ("abandon", []),
    # Program
    "gate": ("authentication middleware", [r"gated( at| loudness)?"]),
    "envelope": ("error middleware", [r"(sound|amplitude|spectral|the|an) envelope", r"envelope (of|follows|\=|\*).*"]),
    "served root": ("media root", []),
    "machine": ("host", [r"(state|virtual) machines?"]),
    "trial": ("evaluation or check", []),
    "misfit": ("problem", []),
    "spelling": ("problem", [r"american spelling", r"spelling is american"]),
    "look after": ("maintain", []),
    "complain": ("warn", []),
    # Spelling
    "analyse": ("analyze", [r"\"analyse\"(: \"(partitions|none)\")?", r"\"analyse=none\""]),
    "behaviour": ("behavior", []),
    "cancelling": ("canceling", []),
    "centre": ("center", []),
    "colour": ("color", []),
    "favour": ("favor", []),
    "honour": ("honor", []),
    "labelled": ("labeled", []),
    "neighbour": ("neighbor", []),
    "normalise": ("normalize", []),
    "optimise": ("optimize", []),
    "recognise": ("recognize", []),
    "fault": ("internal error", [
        r"fault injection", r"page faults?", r"default\w*", r"injected faults?", r"queue fault", r"segmentation faults?"]),
}

# Words with standard meanings of their own, of which these uses are others: (term to use, phrases that are not allowed).
AMBIGUOUS = {
    "facts": ("media info", [r"(upload|video|audio|caption|media|probe|frame rate) facts"]),
    "part": ("trim range or chunk", [r"kept part", r"staged part", r"published part"]),
    "level": ("rung", [r"level of the ladder", r"ladder levels?", r"levels? of quality"]),
    "order": ("job or request", [r"(job|package|upload|client)s? orders?(?! (by|of|in)\b)", r"\borders? (says?|names|asks?)"]),
    "place": ("destination or workspace", [r"work places?", r"package places?", r"(in|at|to) (its|a|the) place (of|where) publi\w+"]),
    "step": ("task", [r"next step of (a|the) job", r"steps? of (a|the|one|each) job"]),
    "hold": ("admission", [r"job hold", r"on hold", r"hold of (a|the) job"]),
    "share": ("virtual finish time", [r"tenants? shares?", r"virtual share"]),
    "silence": ("missed heartbeats", [r"worker silence", r"silent workers?", r"silence of (a|the) worker"]),
    "loss": ("reclaim", [r"losses", r"task loss", r"worker loss"]),
    "round": ("maintenance", [r"maintenance rounds?", r"makes? (its|the) rounds?"]),
    "control group": ("host resources", [r"class control group", r"struct control group", r"control group s (cores|memory)"]),
    "cut": ("trim", [r"cut time", r"cut range", r"cut (from|to) (the )?upload"]),
    "map": ("PMT", [r"program map(?! table)", r"map pid"]),
    "association": ("PAT", [r"program association(?! table)", r"association pid"]),
    "bell": ("directory event", [r"\bbells?\b"]),
    "look": ("directory snapshot or check", [r"file look", r"folder look", r"looks? (at|into) (it|them) (again|later)"]),
}

# Files about one of these meanings: injected faults; names of earlier versions, which migrations read.
MEANINGS = {
    "fault": re.compile(r"^Scripts/(support/)?(fault|chaos|delayed_write)|^Scripts/(simulate|check)$|^docs/simulation\.md$|^Tests/(QueueSimulation|Simulate)|^Tests/EndToEndTests/FaultInjectionTests|^CONTRIBUTING\.md$|^\.ci/run$|^\.github/"),
    None: re.compile(
        r"^Sources/JobQueue/SQL/Migrations\.swift$|^Tests/\w+/Fixtures/(schema|queue)-\d+[\w-]*\.sql$|^Tests/JobQueueTests/MigrationTests\.swift$"
        r"|^Tests/WorkerTests/Support/InterruptedJobs\.swift$"),
}

# Texts of others, media, and lists that have to name the words.
IGNORED = re.compile(
    r"^LICENSE|^NOTICE|^Scripts/support/licenses/|^testmedia/.*\.(?!py$|md$|sh$)\w+$|^Scripts/support/check_words\.py$|\.(png|jpg|mp4|mov|webm|ts|m4s|bin|gz)$")
FORMS = r"(?:s|es|d|ed|ing)?"


def phrases(patterns):
    return re.compile(r"(?<!\w)(?:" + "|".join(patterns) + r")(?!\w)") if patterns else None


REPLACED = {word: (term, re.compile(rf"\b{word}{FORMS}\b"), phrases(allowed)) for word, (term, allowed) in GLOSSARY.items()}
OTHERS = {word: (term, phrases(uses or [word])) for word, (term, uses) in AMBIGUOUS.items()}


def words(line):
    """A line in lower case without codes (`DAMAGED`), with identifiers as words."""
    line = re.sub(r"(?<!\w)(?:[A-Z]+_[A-Z_]+|DAMAGED)(?!\w)", " ", line)
    line = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", line)
    return re.sub(r"\s+", " ", line).lower()


def findings(name, text):
    if MEANINGS[None].search(name):
        return
    if name == "CHANGELOG.md":
        # Its last section lists former names.
        text = text.partition("### Renamed\n")[0]
    for number, line in enumerate(text.splitlines(), 1):
        line = words(line)
        for word, (term, pattern, allowed) in REPLACED.items():
            if word in MEANINGS and MEANINGS[word].search(name):
                continue
            if word in line and pattern.search(allowed.sub(" ", line) if allowed else line):
                yield number, f'"{word}": use {term}'
        for word, (term, uses) in OTHERS.items():
            if found := uses.search(line):
                yield number, f'"{found[0]}": use {term}'


def main(arguments):
    files = arguments or subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split("\n")
    count = 0
    for name in filter(None, files):
        if IGNORED.search(name):
            continue
        try:
            text = (ROOT / name).read_text()
        except (UnicodeDecodeError, IsADirectoryError, FileNotFoundError):
            continue
        for number, finding in findings(name, text):
            print(f"{name}:{number}: {finding}", file=sys.stderr)
            count += 1
    if count:
        sys.exit(f"error: {count} words outside of the glossary")


if __name__ == "__main__":
    main(sys.argv[1:])
