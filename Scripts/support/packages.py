"""The Swift packages of a build: the resolved versions, the modules that are linked, licenses and copyright lines.

`found()` returns them as the record in dependencies.json has them.
"""

import json
import pathlib
import re
import shlex
import subprocess
from collections import defaultdict

import contained

PROGRAM = "vtranscode"
# The first words of a license's text, and its SPDX expression; the first match counts.
LICENSES = [
    (r"Apache License\s+Version 2\.0[\s\S]*Runtime Library Exception to the Apache 2\.0 License", "Apache-2.0 WITH Swift-exception"),
    (r"Apache License\s+Version 2\.0", "Apache-2.0"),
    (r"Permission is hereby granted, free of charge, to any person obtaining a\s+copy of this software", "MIT"),
]
COPYRIGHT = re.compile(r"^[\s/*#]*(Copyright (?:\([cC]\) )?[^\[\n]*\S)\s*$", re.M)
# `Copyright (c) 2020 - 2026 Apple Inc. ...`: the first year, the last year, the holder.
YEARS = re.compile(r"Copyright \([cC]\) (\d{4})(?: ?- ?(\d{4}))? (.*)")
# A package names its authors in the headers of its files, if it has no NOTICE.
HEADER_LINES = 20


class PackagesError(Exception):
    """The packages or the build cannot be read; the message says what to do."""


def output(root, *command):
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        # SwiftPM also prints its progress.
        errors = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")] or lines
        raise PackagesError(f"{' '.join(command)}: {'; '.join(errors)}")
    return done.stdout


def package_name(url):
    """Returns the name of a package, the last component of its URL: identities are in lower case, display names differ."""
    return url.removesuffix(".git").rpartition("/")[2]


def pins(manifest):
    """Returns the version of each direct package of Package.swift by its URL; None if it is not pinned with `exact:`."""
    packages = re.findall(r'\.package\(\s*url:\s*"([^"]+)",\s*([^)]*)\)', manifest)
    exact = {url: re.fullmatch(r'exact:\s*"([^"]+)"', rule.strip()) for url, rule in packages}
    return {url.removesuffix(".git"): found and found[1] for url, found in exact.items()}


def resolved(root):
    """Returns the resolved packages by name: URL, version, names of dependencies, folder of the checkout, whether direct.

    Commit ids are not compared: a mirror of a package, as a build host without access to the internet has, may have other
    commits for the same versions. Package.swift has exact versions, and SwiftPM's fingerprints detect moved tags.
    """
    top = json.loads(output(root, "swift", "package", "show-dependencies", "--format", "json"))
    found = {}

    def add(entry, is_direct):
        name = package_name(entry["url"])
        package = found.setdefault(name, {
            "url": entry["url"].removesuffix(".git"), "version": entry["version"], "dependencies": set(),
            "folder": pathlib.Path(entry["path"]), "direct": False})
        package["direct"] |= is_direct
        package["dependencies"] |= {package_name(inner["url"]) for inner in entry["dependencies"]}
        for inner in entry["dependencies"]:
            add(inner, False)

    for entry in top["dependencies"]:
        add(entry, True)
    return found


def link_lists(build):
    """Returns the object files of each product of a debug build, by the product's name."""
    paths = sorted((build / "debug").glob("*.product/Objects.LinkFileList"))
    if PROGRAM not in (path.parent.stem for path in paths):
        raise PackagesError(f"{build}/debug has no list of linked files: run swift build")
    return {path.parent.stem: shlex.split(path.read_text()) for path in paths}


def sources(build):
    """Returns the source files of each module of a checkout: [(package folder, module)] to paths."""
    found = defaultdict(set)
    # SwiftPM's manifest for llbuild: each compilation has a line of inputs and a line of outputs.
    text = (build / "debug.yaml").read_text()
    checkouts = str(build / "checkouts") + "/"
    for inputs, module in re.findall(r'inputs: \[([^\]\n]*)\]\n\s*outputs: \["[^"\n]*/debug/([^/"\n]+)\.build/', text):
        for path in re.findall(rf'"{re.escape(checkouts)}([^"]+)"', inputs):
            if not path.endswith((".plist", ".o")):
                found[path.split("/")[0], module].add(path)
    return {key: sorted(paths) for key, paths in found.items()}


def modules(build):
    """Returns the linked modules of each package: {"program": [...], "tests": [...]}, by the folder of its checkout.

    Modules of tests are those that only test bundles and tools have.
    """
    products = {
        product: {match[1] for path in paths if (match := re.search(r"/debug/([^/]+)\.build/", path))}
        for product, paths in link_lists(build).items()}
    program = products.pop(PROGRAM)
    others = set().union(*products.values()) - program
    found = defaultdict(lambda: {"program": [], "tests": []})
    for folder, module in sorted(sources(build)):
        if module in program:
            found[folder]["program"].append(module)
        elif module in others:
            found[folder]["tests"].append(module)
    return found


def products(root, manifest):
    """Returns the products that Package.swift names, by the package's name: those of the program, and those of tests only."""
    description = json.loads(output(root, "swift", "package", "describe", "--type", "json"))
    targets = {target["name"]: target for target in description["targets"]}

    def closure(name):
        seen, pending = set(), [name]
        while pending:
            target = pending.pop()
            if target in targets and target not in seen:
                seen.add(target)
                pending += targets[target].get("target_dependencies", [])
        return {product for target in seen for product in targets[target].get("product_dependencies", [])}

    program = closure(PROGRAM)
    every = {product for target in targets.values() for product in target.get("product_dependencies", [])}
    found = defaultdict(lambda: {"program": [], "tests": []})
    for product, package in re.findall(r'\.product\(\s*name:\s*"([^"]+)",\s*package:\s*"([^"]+)"\s*\)', manifest):
        if product in every:
            found[package]["program" if product in program else "tests"].append(product)
    return {package: {use: sorted(names) for use, names in uses.items()} for package, uses in found.items()}


def file_like(folder, name):
    """Returns the path of LICENSE, LICENSE.txt or LICENSE.md in a package; None if it has none."""
    paths = [path for path in sorted(folder.iterdir()) if path.stem.upper() == name and path.is_file()]
    return paths[0] if paths else None


def license_of(name, folder):
    path = file_like(folder, "LICENSE")
    if not path:
        raise PackagesError(f"{name}: no LICENSE in {folder}")
    text = path.read_text()
    for pattern, identifier in LICENSES:
        if re.search(pattern, text):
            return identifier
    raise PackagesError(f"{name}: unknown license in {path}: review it, and add it to LICENSES in Scripts/support/packages.py")


def copyright_of(name, folder):
    """Returns the copyright lines of NOTICE or LICENSE; if these have none, those of the headers, with their years merged."""
    for document in ("NOTICE", "LICENSE"):
        path = file_like(folder, document)
        if path and (lines := COPYRIGHT.findall(re.sub(r"^---[\s\S]*", "", path.read_text(), flags=re.M))):
            return sorted(set(lines))
    years = defaultdict(set)
    for path in (folder / "Sources").rglob("*.swift"):
        header = "\n".join(path.read_text(errors="replace").splitlines()[:HEADER_LINES])
        for line in COPYRIGHT.findall(header):
            if match := YEARS.fullmatch(line):
                years[match[3]] |= {year for year in match.groups()[:2] if year}
    if not years:
        raise PackagesError(f"{name}: no copyright line in NOTICE, LICENSE and the headers of its files")
    spans = {holder: "-".join(sorted({min(found), max(found)})) for holder, found in years.items()}
    return sorted(f"Copyright (c) {span} {holder}" for holder, span in spans.items())


def found(root):
    """Returns the record of the packages that were resolved and built below `root`, and their folders by name."""
    build = root / ".build"
    linked, named = modules(build), products(root, (root / "Package.swift").read_text())
    inputs = sources(build)
    records, folders = [], {}
    for name, package in sorted(resolved(root).items(), key=lambda item: item[0].lower()):
        folder = folders[name] = package["folder"]
        used = linked.get(folder.name, {"program": [], "tests": []})
        files = {module: inputs[folder.name, module] for module in used["program"]}
        record = {
            "name": name,
            "version": package["version"],
            "url": package["url"],
            "direct": package["direct"],
            "use": next((use for use in ("program", "tests") if used[use]), "none"),
            "license": license_of(name, folder),
            "copyright": copyright_of(name, folder),
            "dependencies": sorted(package["dependencies"], key=str.lower),
            "modules": used,
        }
        if package["direct"]:
            record["products"] = named.get(name, {"program": [], "tests": []})
        try:
            if parts := contained.parts(name, folder, files):
                record["contains"] = parts
        except contained.UnknownCode as error:
            raise PackagesError(f"{name}: {error}") from error
        records.append(record)
    return {"packages": records}, folders
