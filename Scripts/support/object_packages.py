"""Verifies the packages below a prefix of a bucket with boto3, an independent client; see Scripts/check-packages.

    object_packages.py [--copy FOLDER] [--count N] [--no-leftovers] [--self-test] [--cors FILE] s3://BUCKET/PREFIX
    object_packages.py --create BUCKET
"""

import argparse
import functools
import hashlib
import json
import pathlib
import posixpath
import re
import sys
import urllib.error
import urllib.request

import boto3
import botocore.config

FOREVER = "public, max-age=31536000, immutable"
SHORT = "public, max-age=60, stale-while-revalidate=600"
# The table of docs/serving.md: pattern of paths in a package, content type, cache time, content disposition.
HEADERS = [
    (r"(master|.*/playlist|.*/iframes)\.m3u8", "application/vnd.apple.mpegurl", SHORT, None),
    (r"video/[^/]+/(init\.mp4|[^/]+\.m4s)", "video/mp4", FOREVER, None),
    (r"audio/[^/]+/(init\.mp4|[^/]+\.m4s)", "audio/mp4", FOREVER, None),
    (r"(video|audio)/[^/]+/[^/]+\.ts", "video/mp2t", FOREVER, None),
    (r"thumbnails/[^/]+\.jpg", "image/jpeg", FOREVER, None),
    (r"captions/[^/]+/[^/]+\.vtt|thumbnails/storyboard\.vtt", "text/vtt; charset=utf-8", FOREVER, None),
    (r"download\.mp4", "video/mp4", FOREVER, "attachment"),
    (r"manifest\.json", "application/json", "no-cache", None),
]
WORKSPACE = ".vtranscode/"


def client(endpoint=None):
    """Returns a client with the credentials of the AWS tools."""
    config = botocore.config.Config(retries={"max_attempts": 4}, max_pool_connections=4, s3={"addressing_style": "path"})
    return boto3.client("s3", endpoint_url=endpoint, config=config)


def keys(s3, bucket, prefix):
    """Returns the sizes of all objects below a prefix by the rest of their keys."""
    found = {}
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
        found |= {entry["Key"][len(prefix):]: entry["Size"] for entry in page.get("Contents", [])}
    return found


class Verification:
    """The packages below a prefix, and what is wrong with them."""

    def __init__(self, s3, bucket, prefix, copy=None):
        self.s3, self.bucket, self.copy = s3, bucket, copy
        self.prefix = prefix if not prefix or prefix.endswith("/") else prefix + "/"
        self.violations = []
        self.packages = {}

    def run(self):
        """Verifies every package; `packages` has their manifests by name."""
        found = keys(self.s3, self.bucket, self.prefix)
        self.leftovers = sorted(key for key in found if key.startswith(WORKSPACE))
        self.leftovers += [
            f"multipart upload of {entry['Key']}" for page in
            self.s3.get_paginator("list_multipart_uploads").paginate(Bucket=self.bucket, Prefix=self.prefix)
            for entry in page.get("Uploads", [])]
        names = {}
        for key, size in found.items():
            name, slash, path = key.partition("/")
            if slash and not key.startswith(WORKSPACE):
                names.setdefault(name, {})[path] = size
            elif not slash and key != "index.json":
                self.violations.append(f"{key}: an object that belongs to no package")
        for name, sizes in sorted(names.items()):
            if "manifest.json" in sizes:
                self.verify(name, sizes)
            else:
                self.violations.append(f"{name}: {len(sizes)} objects without a manifest: {sorted(sizes)[:4]}")
        return self

    def verify(self, name, sizes):
        manifest = json.loads(self.read(name, "manifest.json"))
        self.packages[name] = manifest
        if manifest["name"] != name:
            self.violations.append(f"{name}: its manifest has the name {manifest['name']}")
        files = {entry["path"]: entry for entry in manifest["files"]}
        for path in sorted(sizes.keys() - files.keys() - {"manifest.json"}):
            self.violations.append(f"{name}/{path}: not in the manifest")
        contents = {}
        for path, entry in sorted(files.items()):
            if path not in sizes:
                self.violations.append(f"{name}/{path}: missing")
                continue
            data = self.read(name, path)
            if len(data) != entry["bytes"]:
                self.violations.append(f"{name}/{path}: {len(data)} bytes, not {entry['bytes']}")
            if hashlib.sha256(data).hexdigest() != entry["sha256"]:
                self.violations.append(f"{name}/{path}: its SHA-256 is not that of the manifest")
            if path.endswith(".m3u8"):
                contents[path] = data.decode()
        for path, text in contents.items():
            for reference in references(text):
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), reference))
                if target not in files:
                    self.violations.append(f"{name}/{path}: names {reference}, which is not in the package")

    def read(self, name, path):
        """Returns the content of an object, after a check of its headers."""
        response = self.s3.get_object(Bucket=self.bucket, Key=f"{self.prefix}{name}/{path}")
        data = response["Body"].read()
        expected = next((row[1:] for row in HEADERS if re.fullmatch(row[0], path)), None)
        got = tuple(response.get(field) for field in ("ContentType", "CacheControl", "ContentDisposition"))
        if got != expected:
            self.violations.append(f"{name}/{path}: its headers are {got}, not {expected}")
        if self.copy:
            file = self.copy / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        return data


def references(playlist):
    """Returns the URIs of a playlist."""
    lines = playlist.splitlines()
    return [line for line in lines if line and not line.startswith("#")] + [
        uri for line in lines if line.startswith("#EXT") for uri in re.findall(r'URI="([^"]*)"', line)]


def self_test(s3, bucket, prefix):
    """Changes one package in each way that a verification must find, and restores it; returns what was not found."""
    def violations():
        return Verification(s3, bucket, prefix).run().violations

    intact = Verification(s3, bucket, prefix).run()
    name, manifest = next(iter(intact.packages.items()))
    media = next(entry["path"] for entry in manifest["files"] if entry["path"].endswith(".m4s"))
    key = f"{intact.prefix}{name}/{media}"
    before = s3.get_object(Bucket=bucket, Key=key)
    data = before["Body"].read()
    fields = {"ContentType": before["ContentType"], "CacheControl": before["CacheControl"]}
    put = functools.partial(s3.put_object, Bucket=bucket, Key=key)
    changes = {
        "missing": lambda: s3.delete_object(Bucket=bucket, Key=key),
        "its SHA-256": lambda: put(Body=bytes([data[0] ^ 1]) + data[1:], **fields),
        f"{len(data) + 1} bytes": lambda: put(Body=data + b"x", **fields),
        "its headers": lambda: put(Body=data, **fields | {"CacheControl": "no-cache"}),
        "not in the manifest": lambda: put(Key=f"{key}.other", Body=data, **fields),
    }
    missed = intact.violations
    for expected, change in changes.items():
        change()
        if not any(expected in line for line in violations()):
            missed.append(f"the self-test expected: {expected}")
        put(Body=data, **fields)
    s3.delete_object(Bucket=bucket, Key=f"{key}.other")
    return missed + violations()


def check_cors(s3, bucket, prefix, rules):
    """Sets the CORS rules of a bucket, and reads a package as a player in a page of another origin does; returns what is wrong."""
    s3.put_bucket_cors(Bucket=bucket, CORSConfiguration=json.loads(rules.read_text()))
    packages = Verification(s3, bucket, prefix).run()
    name, manifest = next(iter(packages.packages.items()))
    media = next(entry for entry in manifest["files"] if entry["path"].endswith(".m4s"))
    key = f"{packages.prefix}{name}/{media['path']}"
    # Anyone may read the object for a time.
    url = s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": key}, ExpiresIn=60)
    origin = "https://page.example"
    missed = []

    def respond(method, headers):
        request = urllib.request.Request(url, method=method, headers={"Origin": origin} | headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def expect(what, is_true, headers):
        if not is_true:
            missed.append(f"{what}: {dict(headers)}")

    status, headers, body = respond("GET", {})
    expect("the whole object", status == 200 and len(body) == media["bytes"], headers)
    expect("the origin", headers.get("Access-Control-Allow-Origin") in ("*", origin), headers)
    etag = headers["ETag"]
    status, headers, body = respond("GET", {"Range": "bytes=10-29"})
    expect("a range", status == 206 and len(body) == 20, headers)
    expect("a range", headers.get("Content-Range") == f"bytes 10-29/{media['bytes']}", headers)
    exposed = {field.strip().lower() for field in headers.get("Access-Control-Expose-Headers", "").split(",")}
    expect("exposed headers", {"content-length", "content-range", "etag"} <= exposed, headers)
    status, headers, _ = respond("GET", {"If-None-Match": etag})
    expect("an unchanged object", status == 304, headers)
    status, headers, _ = respond(
        "OPTIONS", {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "range"})
    expect("a preflight", status == 200 and headers.get("Access-Control-Allow-Origin") in ("*", origin), headers)
    expect("a preflight", "range" in headers.get("Access-Control-Allow-Headers", "").lower(), headers)
    status, headers, _ = respond("OPTIONS", {"Access-Control-Request-Method": "PUT"})
    expect("the preflight of a change", "PUT" not in headers.get("Access-Control-Allow-Methods", ""), headers)
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copy", type=pathlib.Path, metavar="FOLDER", help="writes the packages into a folder")
    parser.add_argument("--count", type=int, help="the number of packages that there must be")
    parser.add_argument("--no-leftovers", action="store_true", help="nothing but packages may be below the prefix")
    parser.add_argument("--create", metavar="BUCKET", help="creates a bucket instead")
    parser.add_argument("--self-test", action="store_true", help="changes a package for a moment, and checks that this is found")
    parser.add_argument("--cors", type=pathlib.Path, metavar="FILE", help="sets these CORS rules, and checks their effect")
    parser.add_argument("url", nargs="?", default="")
    options = parser.parse_args()
    if options.create:
        client().create_bucket(Bucket=options.create)
        return 0
    found = re.fullmatch(r"s3://([^/]+)(?:/(.*))?", options.url)
    if not found:
        parser.error("s3://BUCKET/PREFIX")
    if options.self_test:
        missed = self_test(client(), found[1], found[2] or "")
        print("\n".join(missed) or "object_packages: every change was found")
        return 1 if missed else 0
    if options.cors:
        missed = check_cors(client(), found[1], found[2] or "", options.cors)
        print("\n".join(missed) or f"object_packages: {options.cors.name} lets pages of other origins read packages")
        return 1 if missed else 0
    verification = Verification(client(), found[1], found[2] or "", options.copy).run()
    violations = verification.violations
    if options.no_leftovers:
        violations += [f"{key}: left" for key in verification.leftovers]
    if options.count is not None and len(verification.packages) != options.count:
        violations.append(f"{len(verification.packages)} packages, not {options.count}")
    files = sum(len(manifest["files"]) for manifest in verification.packages.values())
    print(f"{len(verification.packages)} packages, {files} files, {len(violations)} violations")
    print("\n".join(f"violation: {line}" for line in violations), end="\n" if violations else "")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
