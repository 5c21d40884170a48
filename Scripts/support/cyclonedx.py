"""The software bill of materials of a built program, as a CycloneDX 1.6 document.

Equal inputs give equal bytes: components are sorted, the serial number is derived from the content, and there is no time stamp unless
SOURCE_DATE_EPOCH is set.
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import uuid
from urllib.parse import quote

import debian
import notice

SPEC = "1.6"
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://cyclonedx.org/vtranscode")
# SPDX ids that the document may use as `id`; other names are free text.
SPDX_ID = re.compile(
    r"(?:Apache-2\.0|MIT|CC0-1\.0|Unicode-3\.0|Brian-Gladman-3-Clause|(?:A?GPL|LGPL)-\d\.\d-(?:only|or-later))")
SPDX_IDS = set(debian.SPDX.values())
# Families of GNU licenses with versions that SPDX lists.
GNU_VERSIONS = {"GPL": ("1.0", "2.0", "3.0"), "LGPL": ("2.0", "2.1", "3.0"), "AGPL": ("1.0", "3.0")}
DYNAMIC, STATIC = "dynamic", "static"


def is_spdx(name):
    if match := re.fullmatch(r"(A?GPL|LGPL)-(\d\.\d)-(?:only|or-later)", name):
        return match[2] in GNU_VERSIONS[match[1]]
    return bool(SPDX_ID.fullmatch(name)) or name in SPDX_IDS


def licenses(*names):
    """Returns CycloneDX's licenses: one SPDX expression, or a list of ids and names."""
    if len(names) == 1 and " WITH " in names[0]:
        return [{"expression": names[0], "acknowledgement": "declared"}]
    return [{"license": {"id" if is_spdx(name) else "name": name, "acknowledgement": "declared"}} for name in names]


def properties(**values):
    return [{"name": f"vtranscode:{name}", "value": value} for name, value in sorted(values.items()) if value]


def swift_purl(package):
    path = package["url"].removeprefix("https://")
    return f"pkg:swift/{quote(path)}@{package['version']}"


def swift_component(package):
    purl = swift_purl(package)
    component = {
        "type": "library", "bom-ref": purl, "name": package["name"], "version": package["version"], "scope": "required",
        "licenses": licenses(package["license"]), "copyright": "\n".join(package["copyright"]), "purl": purl,
        "externalReferences": [{"type": "vcs", "url": package["url"]}],
        "properties": properties(linkage=STATIC, modules=" ".join(package["modules"]["program"])),
    }
    if parts := package.get("contains"):
        component["components"] = [contained_component(purl, part) for part in parts]
    return component


def contained_component(parent, part):
    component = {
        "type": "library", "bom-ref": f"{parent}#{quote(part['name'])}", "name": part["name"], "scope": "required",
        "licenses": licenses(part["license"]), "copyright": "\n".join(part["copyright"]), "purl": part["purl"],
        "externalReferences": [{"type": "website", "url": part["url"]}],
        "properties": properties(linkage=STATIC, modules=part["module"]),
    }
    return component | ({"version": part["version"]} if part["version"] else {})


def runtime_components(version, linkage):
    """Returns the components of Swift's own libraries, in the version of the toolchain."""
    for library in notice.SWIFT_LIBRARIES:
        purl = swift_purl({**library, "version": version})
        yield {
            "type": "library", "bom-ref": purl, "name": library["name"], "version": version, "scope": "required",
            "licenses": licenses(library["license"]), "copyright": "\n".join(library["copyright"]), "purl": purl,
            "externalReferences": [{"type": "vcs", "url": library["url"]}], "properties": properties(linkage=linkage)}


def debian_component(package, distribution, files):
    purl = debian.purl(package, distribution)
    component = {
        "type": "library", "bom-ref": purl, "name": package["name"], "version": package["version"], "scope": "required", "purl": purl,
        "properties": properties(
            linkage=DYNAMIC, libraries=" ".join(sorted(files)), sourcePackage=f"{package['source']} {package['source_version']}"),
    }
    if names := debian.license_names(package["name"]):
        component["licenses"] = licenses(*names)
    return component


def debian_components(binary):
    """Returns the components of the packages whose libraries a program loads, their edges, and whether Swift's libraries are loaded.

    Edges are the names of components by a component; None stands for the program.
    """
    libraries = debian.libraries(binary)
    owners = debian.owners(set(libraries.values()))
    others = {name: path for name, path in libraries.items() if path not in owners}
    # A debug build loads Swift's libraries from the toolchain, which is no Debian package.
    unknown = {name for name in others if not re.match(r"lib(?:_?Foundation|swift|dispatch|BlocksRuntime)", name)}
    if unknown:
        raise debian.DebianError(f"no Debian package has {', '.join(sorted(unknown))}")
    packages, distribution = debian.packages(set(owners.values())), debian.distribution()
    files = {name: {library for library, path in libraries.items() if owners.get(path) == name} for name in packages}
    components = {name: debian_component(package, distribution, files[name]) for name, package in packages.items()}
    edges = {}
    for path, names in debian.needed([binary.resolve(), *sorted(set(libraries.values()))]).items():
        source = components[owners[path]]["bom-ref"] if path in owners else None
        targets = {components[owners[libraries[name]]]["bom-ref"] for name in names if libraries.get(name) in owners}
        edges.setdefault(source, set()).update(targets - {source})
    return list(components.values()), edges, bool(others)


def document(record, binary, version, toolchain):
    """Returns the document of a program as text.

    `record` is the content of dependencies.json, `version` that of the program, `toolchain` that of Swift.
    """
    linked = {package["name"]: package for package in record["packages"] if package["use"] == "program"}
    shared, edges, has_dynamic_swift = debian_components(binary)
    runtime = list(runtime_components(toolchain, DYNAMIC if has_dynamic_swift else STATIC))
    program = f"pkg:generic/vtranscode@{version}"
    graph = {program: edges.pop(None, set()) | {component["bom-ref"] for component in runtime}}
    graph.update(edges)
    components = [*runtime, *shared]
    for package in linked.values():
        component = swift_component(package)
        components.append(component)
        inner = [part["bom-ref"] for part in component.get("components", [])]
        graph[component["bom-ref"]] = {swift_purl(linked[name]) for name in package["dependencies"] if name in linked} | set(inner)
        graph.update({reference: set() for reference in inner})
        if package["direct"]:
            graph[program].add(component["bom-ref"])
    for component in components:
        graph.setdefault(component["bom-ref"], set())
    content = {
        "$schema": f"http://cyclonedx.org/schema/bom-{SPEC}.schema.json",
        "bomFormat": "CycloneDX", "specVersion": SPEC, "serialNumber": "", "version": 1,
        "metadata": {
            "lifecycles": [{"phase": "post-build"}],
            "tools": {"components": [{"type": "application", "name": "Scripts/sbom", "version": version}]},
            "component": {
                "type": "application", "bom-ref": program, "name": "vtranscode", "version": version, "purl": program,
                "licenses": licenses("Apache-2.0"),
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(binary.read_bytes()).hexdigest()}],
            },
        },
        "components": sorted(components, key=lambda component: component["bom-ref"]),
        "dependencies": [{"ref": reference, "dependsOn": sorted(graph[reference])} for reference in sorted(graph)],
    }
    if seconds := os.environ.get("SOURCE_DATE_EPOCH"):
        time = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
        content["metadata"]["timestamp"] = time.strftime("%Y-%m-%dT%H:%M:%SZ")
    content["serialNumber"] = f"urn:uuid:{uuid.uuid5(NAMESPACE, json.dumps(content, sort_keys=True))}"
    check_references(content)
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def check_references(content):
    """Checks what no schema expresses: references are unique, and each edge has both ends."""
    references = [content["metadata"]["component"]["bom-ref"]]
    for component in content["components"]:
        references += [component["bom-ref"], *(inner["bom-ref"] for inner in component.get("components", []))]
    if len(references) != len(set(references)):
        raise ValueError(f"references occur twice: {sorted({name for name in references if references.count(name) > 1})}")
    used = {name for entry in content["dependencies"] for name in (entry["ref"], *entry["dependsOn"])}
    if used != set(references):
        raise ValueError(f"references without component, or components without entry: {sorted(used ^ set(references))}")
