"""The shared libraries that a program loads, as packages of Debian: names, versions, licenses, dependencies."""

import pathlib
import re
import subprocess
from collections import defaultdict
from urllib.parse import quote

# Debian's short names of licenses (copyright-format 1.0) that are SPDX ids under another name.
SPDX = {
    "apache-2.0": "Apache-2.0", "artistic-2.0": "Artistic-2.0", "bsd-2-clause": "BSD-2-Clause", "bsd-3-clause": "BSD-3-Clause",
    "bsd-4-clause": "BSD-4-Clause", "bsl-1.0": "BSL-1.0", "cc0-1.0": "CC0-1.0", "expat": "MIT", "isc": "ISC", "mpl-2.0": "MPL-2.0",
    "openssl": "OpenSSL", "postgresql": "PostgreSQL", "zlib": "Zlib", "libpng": "Libpng", "ijg": "IJG", "curl": "curl", "x11": "X11",
    "unlicense": "Unlicense", "wtfpl": "WTFPL", "ofl-1.1": "OFL-1.1", "mit": "MIT",
}
GNU = re.compile(r"(a?gpl|lgpl)-(\d)(?:\.(\d))?(\+)?", re.I)


class DebianError(Exception):
    """A library or its package cannot be found."""


def output(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"})
    except FileNotFoundError as error:
        raise DebianError(f"no command {command[0]}: this needs Debian with binutils") from error
    if done.returncode:
        raise DebianError(f"{' '.join(map(str, command[:3]))}: {done.stderr.strip()}")
    return done.stdout


def libraries(binary):
    """Returns the paths of the shared libraries that the loader finds for a program, by their names."""
    found = {}
    for line in output("ldd", str(binary)).splitlines():
        name, _, rest = line.strip().partition(" ")
        if name.startswith("linux-vdso"):
            continue
        if "not found" in rest:
            raise DebianError(f"{binary} needs {name}, which is not installed")
        path = rest.removeprefix("=> ").partition(" (")[0] if "=>" in rest else name
        found[pathlib.Path(name).name] = pathlib.Path(path).resolve()
    return found


def needed(paths):
    """Returns the names of the libraries that each file needs itself, by the path."""
    found = defaultdict(list)
    text = output("readelf", "--wide", "--dynamic", *map(str, paths))
    # readelf prints the name of a file only if there are several.
    current = str(paths[0])
    for line in text.splitlines():
        if line.startswith("File: "):
            current = line.removeprefix("File: ").strip()
        elif match := re.search(r"\(NEEDED\).*\[(.*)\]", line):
            found[current].append(match[1])
    return {pathlib.Path(path): names for path, names in found.items()}


def owners(paths):
    """Returns the package of each file, as name:architecture or name; files that no package has are left out."""
    # Packages may list /lib, which is a link to /usr/lib.
    wanted = {name: path for path in paths for name in (str(path), str(path).removeprefix("/usr"))}
    done = subprocess.run(["dpkg-query", "--search", *wanted], capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        names, _, path = line.rpartition(": ")
        if path in wanted and not names.startswith("diversion by"):
            found[wanted[path]] = names.split(", ")[0]
    return found


def packages(names):
    """Returns version, architecture and source package of installed packages, by the name that `owners` returned."""
    fields = ("Package", "Version", "Architecture", "source:Package", "source:Version")
    form = "\t".join(f"${{{field}}}" for field in fields) + "\n"
    found = {}
    for name in sorted(names):
        values = output("dpkg-query", "--show", "--showformat", form, name).rstrip("\n").split("\t")
        found[name] = dict(zip(("name", "version", "architecture", "source", "source_version"), values))
    return found


def distribution():
    """Returns the id and the release of the distribution: `debian`, `12`."""
    text = pathlib.Path("/etc/os-release").read_text()
    values = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', text, re.M))
    return values.get("ID", "debian"), values.get("VERSION_ID", "")


def purl(package, distribution):
    identifier, release = distribution
    version = quote(package["version"], safe=":~.-_")
    distro = f"&distro={identifier}-{release}" if release else ""
    return f"pkg:deb/{identifier}/{quote(package['name'])}@{version}?arch={package['architecture']}{distro}"


def license_names(name):
    """Returns the licenses that a package's copyright file names, as SPDX ids or Debian's names; none if it has no form that programs read.

    They are those of the source package: which of them concern a library depends on how Debian builds it.
    """
    path = pathlib.Path("/usr/share/doc") / name / "copyright"
    if not path.exists():
        return []
    text = path.read_text(errors="replace")
    if not re.match(r"\s*Format(?:-Specification)?:", text):
        return []
    # Paragraphs of files; the others define the texts of licenses. debian/ is Debian's packaging.
    paragraphs = [part for part in re.split(r"\n\s*\n", text) if re.search(r"^Files:(?!\s*debian/\S+\s*$)", part, re.M)]
    return sorted({spdx(name) for part in paragraphs for name in re.findall(r"^License: *(\S.*?)\s*$", part, re.M)})


def spdx(name):
    if match := GNU.fullmatch(name):
        family, major, minor, later = match.groups()
        return f"{family.upper()}-{major}.{minor or 0}-{'or-later' if later else 'only'}"
    return SPDX.get(name.lower(), name)
