"""The text of NOTICE: attributions of what the program is linked with statically (Apache License 2.0, section 4(d))."""

import packages

# Swift's own libraries that `--static-swift-stdlib` links, all in the version of the toolchain.
SWIFT_EXCEPTION = "Apache-2.0 WITH Swift-exception"
SWIFT_LIBRARIES = [
    {"name": "Swift standard library", "license": SWIFT_EXCEPTION, "url": "https://github.com/swiftlang/swift",
     "copyright": ["Copyright (c) 2014-2026 Apple Inc. and the Swift project authors"]},
    {"name": "Foundation", "license": SWIFT_EXCEPTION, "url": "https://github.com/swiftlang/swift-corelibs-foundation",
     "copyright": ["Copyright (c) 2014-2026 Apple Inc. and the Swift project authors"]},
    {"name": "FoundationEssentials and FoundationInternationalization", "license": SWIFT_EXCEPTION,
     "url": "https://github.com/swiftlang/swift-foundation",
     "copyright": ["Copyright (c) 2014-2026 Apple Inc. and the Swift project authors"]},
    {"name": "ICU, as Foundation contains it", "license": "Unicode-3.0", "url": "https://github.com/swiftlang/swift-foundation-icu",
     "copyright": ["Copyright (C) 2016-2024 Unicode, Inc."]},
    {"name": "Dispatch", "license": SWIFT_EXCEPTION, "url": "https://github.com/swiftlang/swift-corelibs-libdispatch",
     "copyright": ["Copyright (c) 2008-2026 Apple Inc. and the Swift project authors"]},
]
HEAD = """\
vtranscode
Copyright the vtranscode authors

Licensed under the Apache License, Version 2.0 (LICENSE).

The released program contains the libraries below, which are linked statically. The folder licenses/ of a built
distribution has the texts of their licenses. FFmpeg's libraries and other libraries of the operating system are linked
dynamically, and no part of the distribution; sbom.cdx.json lists them.

`Scripts/dependencies --record` writes this file.
"""


def heading(text):
    return f"\n{'=' * 100}\n{text}\n{'=' * 100}\n"


def entry(title, record):
    yield ""
    yield title
    yield f"    {record['license']}; {record['url']}"
    yield from (f"    {line}" for line in record["copyright"])


def text(record, folders):
    """Returns the text for a record; `folders` has the checkouts by the name of the package."""
    linked = [package for package in record["packages"] if package["use"] == "program"]
    lines = [HEAD.rstrip(), heading("Swift packages").rstrip()]
    for package in linked:
        lines += entry(f"{package['name']} {package['version']}", package)
        for part in package.get("contains", []):
            title = f"{part['name']} {part['version']}" if part["version"] else part["name"]
            lines += [f"    {line}".rstrip() for line in entry(f"contains {title}", part)]
    lines.append(heading("Swift's libraries, in the version of the toolchain").rstrip())
    for library in SWIFT_LIBRARIES:
        lines += entry(library["name"], library)
    for package in linked:
        if package["name"] in folders and (path := packages.file_like(folders[package["name"]], "NOTICE")):
            lines.append(heading(f"{path.name} of {package['name']}").rstrip())
            lines += ["", *(line.rstrip() for line in path.read_text().strip("\n").splitlines())]
    return "\n".join(lines) + "\n"
