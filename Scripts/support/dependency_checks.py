"""The checks of Scripts/dependencies, and their self-test."""

import copy
import json
import pathlib
import tempfile

import contained
import notice
import packages

ACCEPT = "review the package, then run Scripts/dependencies --record"
FIELDS = ("url", "direct", "use", "license", "copyright", "dependencies", "modules", "products", "contains")


def problems(folder, found, folders):
    """Yields what differs between the files in `folder` and what was found in a build."""
    manifest = (folder / "Package.swift").read_text()
    expected = {package["name"]: package for package in json.loads((folder / "dependencies.json").read_text())["packages"]}
    actual = {package["name"]: package for package in found["packages"]}
    yield from unpinned(manifest, expected)
    for name in sorted(actual.keys() - expected.keys(), key=str.lower):
        yield f"{name}: expected no such package, found version {actual[name]['version']}: {ACCEPT}"
    for name in sorted(expected.keys() - actual.keys(), key=str.lower):
        yield f"{name}: expected version {expected[name]['version']}, found no such package: run Scripts/dependencies --record"
    for name in sorted(expected.keys() & actual.keys(), key=str.lower):
        yield from differences(name, expected[name], actual[name])
    if (folder / "NOTICE").read_text() != notice.text(found, folders):
        yield "NOTICE: not up to date: run Scripts/dependencies --record"


def unpinned(manifest, expected):
    """Yields direct packages without `exact:`, and those whose version is not the recorded one."""
    recorded = {package["url"]: package for package in expected.values()}
    for url, version in packages.pins(manifest).items():
        name = packages.package_name(url)
        if not version:
            yield f"{name}: Package.swift does not pin it with exact:"
        elif url in recorded and recorded[url]["version"] != version:
            yield f"{name}: expected version {recorded[url]['version']}, found exact: \"{version}\" in Package.swift: {ACCEPT}"


def differences(name, expected, actual):
    if expected["version"] != actual["version"]:
        yield (f"{name}: expected version {expected['version']}, found {actual['version']}: "
               f"build the recorded version (Scripts/dependencies --resolve), or {ACCEPT}")
    for field in FIELDS:
        if expected.get(field) != actual.get(field):
            yield f"{name}: {field}: expected {shown(expected.get(field))}, found {shown(actual.get(field))}: {ACCEPT}"


def shown(value):
    return json.dumps(value, ensure_ascii=False)


# Self-test

def self_test(root, found, folders):
    """Changes copies of the files, one change at a time, and expects its message; returns the exit status."""
    failed = 0
    for name, change, message in changes(found):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            for file in ("Package.swift", "dependencies.json", "NOTICE"):
                (folder / file).write_text((root / file).read_text())
            change(folder)
            result = list(problems(folder, found, folders))
        is_reported = any(message in problem for problem in result) if message else not result
        failed += not is_reported
        print(f"{'ok' if is_reported else 'FAILED'}: {name}: {'; '.join(result) or 'no problem'}")
    for name, attempt, message in unknown():
        try:
            attempt()
            error = "no error"
        except (packages.PackagesError, contained.UnknownCode) as thrown:
            error = str(thrown)
        failed += message not in error
        print(f"{'ok' if message in error else 'FAILED'}: {name}: {error}")
    return 1 if failed else 0


def changes(found):
    """Yields a name, a change of the files in a folder, and a part of the expected message; None expects no problem."""
    first = next(package for package in found["packages"] if package["use"] == "program" and not package["direct"])
    direct = next(package for package in found["packages"] if package["direct"])
    name, version = first["name"], first["version"]

    def edited(edit):
        def change(folder):
            path = folder / "dependencies.json"
            record = copy.deepcopy(json.loads(path.read_text()))
            edit(record["packages"], next(package for package in record["packages"] if package["name"] == name))
            path.write_text(json.dumps(record))
        return change

    def replaced(file, old, new):
        def change(folder):
            text = (folder / file).read_text()
            if old not in text:
                raise packages.PackagesError(f"self-test: no {old} in {file}")
            (folder / file).write_text(text.replace(old, new, 1))
        return change

    yield "unchanged copy", lambda folder: None, None
    yield "another version", edited(lambda every, package: package.update(version="0.0.1")), (
        f"{name}: expected version 0.0.1, found {version}")
    yield "package missing in the record", edited(lambda every, package: every.remove(package)), (
        f"{name}: expected no such package, found version {version}")
    yield "package missing in the build", edited(
        lambda every, package: every.append({**package, "name": "removed", "version": "1.2.3"})), (
        "removed: expected version 1.2.3, found no such package")
    yield "another URL", edited(lambda every, package: package.update(url="https://github.com/stranger/fork")), f"{name}: url: expected"
    yield "another license", edited(lambda every, package: package.update(license="MIT")), f'{name}: license: expected "MIT"'
    yield "no longer linked", edited(lambda every, package: package.update(use="none")), f'{name}: use: expected "none"'
    yield "NOTICE edited", replaced("NOTICE", f"{name} {version}", f"{name} 0.0.1"), "NOTICE: not up to date"
    pin = f'exact: "{direct["version"]}"'
    yield "version not pinned", replaced("Package.swift", pin, f'from: "{direct["version"]}"'), "does not pin it with exact:"
    yield "another version pinned", replaced("Package.swift", pin, 'exact: "0.0.1"'), 'found exact: "0.0.1" in Package.swift'


def unknown():
    """Yields attempts to read packages with unknown licenses, C code and copyright holders, and a part of the error."""
    def package(files):
        folder = pathlib.Path(path) / "checkouts" / "sample"
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text)
        return folder

    def parts(file, text):
        folder = package({f"Sources/Sample/{file}": text})
        return contained.parts("sample", folder, {"Sample": [f"sample/Sources/Sample/{file}"]})

    with tempfile.TemporaryDirectory() as path:
        yield "unknown license", lambda: packages.license_of(
            "sample", package({"LICENSE": "All rights reserved."})), "sample: unknown license"
        yield "no license", lambda: packages.license_of("sample", package({"Sources/Sample/a.swift": ""}) / "Sources"), "no LICENSE"
        yield "C code of unknown origin", lambda: parts("code.c", "int x;"), "its module Sample has C code"
        yield "code of a stranger", lambda: parts("Code.swift", "// Copyright (c) 2020 A. Stranger\n"), "A. Stranger"
