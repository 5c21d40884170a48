"""Code of third parties that Swift packages contain: name, version, license and copyright lines.

A package whose linked modules have C code, or a copyright line of somebody else, must have an entry in CONTAINED or OWN;
`parts` fails otherwise, so that new code of third parties is noticed when a version changes.
"""

import pathlib
import re

C_SOURCES = {".c", ".cc", ".cpp", ".m", ".S"}
C_FILES = C_SOURCES | {".h", ".inc", ".macros"}
HOLDER = re.compile(r"Copyright (?:\([cC]\) |©)?(?:\d{4}(?:(?: ?[-,] ?)\d{4})*,? )(?:by )?([^\n]*?)[.*\s]*$", re.M)
# Holders of packages: their own authors.
OWN_HOLDERS = re.compile(r"Apple Inc\.|Hummingbird authors|Gwendal Roué|YEARS")
# C modules that were written for their package: system calls, atomics, shims.
OWN = {
    "swift-atomics": {"_AtomicsShims"},
    "swift-crypto": {"CCryptoBoringSSLShims", "CXKCPShims"},
    "swift-nio": {
        "CNIOAtomics", "CNIODarwin", "CNIOFreeBSD", "CNIOLinux", "CNIOOpenBSD", "CNIOPosix", "CNIOWASI", "CNIOWindows"},
    "swift-system": {"CSystem"},
}


class UnknownCode(Exception):
    """A package contains code of third parties that has no entry."""


class Part:
    """Code of a third party in a module of a package.

    `version` is a file with a pattern for its version; `license_text` is a file of the package that has the license's text, as a whole
    or (with `is_header`) in its first comment; `holders` is a pattern for the names that its copyright lines may have.
    """

    def __init__(self, module, name, purl, url, license, version, license_text, copyright=None, holders=None, is_header=False):
        self.module, self.name, self.purl, self.url, self.license = module, name, purl, url, license
        self.version, self.license_text, self.is_header = version, license_text, is_header
        self.copyright, self.holders = copyright, holders and re.compile(holders)


BORINGSSL = "Sources/CCryptoBoringSSL"
CONTAINED = {
    "GRDB.swift": [Part(
        "GRDB", "Rails inflections", "pkg:github/rails/rails@{version}", "https://github.com/rails/rails", "MIT",
        None, "GRDB/Utils/Inflections+English.swift",
        copyright=["Copyright (c) 2005-2019 David Heinemeier Hansson"], holders="David Heinemeier Hansson", is_header=True)],
    "hummingbird": [Part(
        "Hummingbird", "swift-middleware", "pkg:github/swift-server/swift-middleware", "https://github.com/swift-server/swift-middleware",
        "Apache-2.0", None, "LICENSE.txt", copyright=["Copyright (c) Apple Inc. and the swift-middleware project authors"])],
    "swift-crypto": [
        Part(
            "CCryptoBoringSSL", "BoringSSL", "pkg:generic/boringssl@{version}", "https://boringssl.googlesource.com/boringssl",
            "Apache-2.0", (f"{BORINGSSL}/hash.txt", r"revision ([0-9a-f]{40})"), "LICENSE.txt",
            holders="OpenSSL Project Authors|BoringSSL Authors|Arm Ltd|Brian Smith|HRSS authors|Intel|Oracle|Robert Nagy"),
        Part(
            "CCryptoBoringSSL", "fiat-crypto", "pkg:github/mit-plv/fiat-crypto", "https://github.com/mit-plv/fiat-crypto",
            # BoringSSL's copy has no version and no license text; of its licenses, this distribution uses Apache-2.0.
            "Apache-2.0", None, "LICENSE.txt", copyright=["Copyright 2015-2020 the fiat-crypto authors"]),
        Part(
            "CXKCP", "XKCP", "pkg:github/XKCP/XKCP@{version}", "https://github.com/XKCP/XKCP", "CC0-1.0",
            ("Sources/CXKCP/vendored-sources.txt", r"XKCP#master \(heads/master-0-g([0-9a-f]+)\)"),
            "Sources/CXKCP/FIPS202-opt64/KeccakHash.c", is_header=True,
            copyright=["Public domain (CC0): Guido Bertoni, Joan Daemen, Michaël Peeters, Gilles Van Assche"]),
        Part(
            "CXKCP", "brg_endian.h", "pkg:generic/brg_endian.h", "https://github.com/XKCP/XKCP", "Brian-Gladman-3-Clause",
            None, "Sources/CXKCP/FIPS202-opt64/brg_endian.h", is_header=True, holders="Brian Gladman"),
    ],
    "swift-nio": [Part(
        "CNIOLLHTTP", "llhttp", "pkg:github/nodejs/llhttp@{version}", "https://github.com/nodejs/llhttp", "MIT",
        ("Sources/CNIOLLHTTP/include/c_nio_llhttp.h",
         r"LLHTTP_VERSION_MAJOR (\d+)\s*#define LLHTTP_VERSION_MINOR (\d+)\s*#define LLHTTP_VERSION_PATCH (\d+)"),
        "Sources/CNIOLLHTTP/LICENSE", copyright=["Copyright Fedor Indutny, 2018."])],
}


def header(text):
    """Returns the text of the first comment of a file, without its marks."""
    if match := re.match(r"\s*/\*(.*?)\*/", text, re.S):
        return re.sub(r"^ ?\* ?", "", match[1].strip(), flags=re.M) + "\n"
    lines = re.match(r"(?:\s*//[^\n]*\n)+", text)
    return re.sub(r"^// ?", "", lines[0].strip(), flags=re.M) + "\n" if lines else ""


def license_text(part, folder):
    text = (folder / part.license_text).read_text()
    return header(text) if part.is_header else text


def version(part, folder):
    """Returns the version that the package states for a part; None if it states none."""
    if not part.version:
        return None
    name, pattern = part.version
    match = re.search(pattern, (folder / name).read_text())
    if not match:
        raise UnknownCode(f"no version of {part.name} in {name}: correct CONTAINED in Scripts/support/contained.py")
    return ".".join(match.groups())


def module_files(folder, files):
    """Returns the compiled files of a module, and for C the headers and included files below its folder."""
    paths = {folder.parent / file for file in files}
    if any(path.suffix in C_SOURCES for path in paths):
        parents = [path.relative_to(folder).parts[:2] for path in paths]
        for top in set(parents):
            paths |= {path for path in folder.joinpath(*top).rglob("*") if path.suffix in C_FILES}
    return sorted(path for path in paths if path.is_file())


def copyright_lines(paths):
    """Returns the copyright lines of files by the file: (path, line, holder)."""
    for path in paths:
        for match in HOLDER.finditer(path.read_text(errors="replace")[:8000]):
            yield path, re.sub(r"^[\s/*#@]+", "", match[0]).strip(), match[1]


def parts(package, folder, files):
    """Returns the records of what the linked modules of a package contain; `files` are paths by module, relative to checkouts/.

    - Throws: UnknownCode for C code and copyright holders that are not listed above.
    """
    entries = [part for part in CONTAINED.get(package, []) if part.module in files]
    lines = {part.name: set(part.copyright or []) for part in entries}
    for module, names in files.items():
        mine = [part for part in entries if part.module == module]
        has_c = any(pathlib.Path(name).suffix in C_SOURCES for name in names)
        if has_c and not mine and module not in OWN.get(package, ()):
            raise UnknownCode(
                f"its module {module} has C code: add its origin to CONTAINED, or the module to OWN, in Scripts/support/contained.py")
        for path, line, holder in copyright_lines(module_files(folder, names)):
            if OWN_HOLDERS.search(holder):
                continue
            owner = next((part for part in mine if part.holders and part.holders.search(holder)), None)
            if not owner:
                raise UnknownCode(
                    f'{path.relative_to(folder)} has "{line}": add its origin to CONTAINED in Scripts/support/contained.py')
            if owner.copyright is None:
                lines[owner.name].add(line)
    return [record(part, folder, lines[part.name]) for part in entries]


def record(part, folder, lines):
    found = version(part, folder)
    return {
        "name": part.name, "version": found, "url": part.url,
        "purl": part.purl.format(version=found) if found else part.purl.partition("@")[0],
        "license": part.license, "copyright": sorted(merged(lines)), "module": part.module}


def merged(lines):
    """Returns one line for each holder, with the first and the last of the years."""
    spans, others = {}, set()
    for line in lines:
        match = re.fullmatch(r"Copyright (?:\([cC]\) )?([\d, -]+?),? (\D.*)", line)
        if not match:
            others.add(line)
            continue
        years, holder = match.groups()
        holder = re.sub(r"\.? All rights reserved\.?$", "", holder, flags=re.I)
        spans.setdefault(holder, set()).update(re.findall(r"\d{4}", years))
    return others | {f"Copyright {'-'.join(sorted({min(years), max(years)}))} {holder}" for holder, years in spans.items()}
