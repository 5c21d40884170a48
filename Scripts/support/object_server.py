"""Checks what this program needs of an S3 server, with boto3; see Scripts/check-object-server.

    object_server.py [--create] BUCKET [PREFIX]
"""

import argparse
import base64
import concurrent.futures
import hashlib
import sys
import urllib.error
import urllib.request
import uuid

import boto3
import botocore.config
import botocore.exceptions

CONCURRENCY = 32  # writers of one key at once
CONFIG = {"retries": {"max_attempts": 1}, "max_pool_connections": CONCURRENCY, "request_checksum_calculation": "when_required"}
# Every printable ASCII character but those that some servers refuse, then letters beyond ASCII.
NAME = "a b+c%20d~(1)'!*,;:@&=$-_.é/日本/../x//y"
SIZE = 5 << 20  # bytes; the smallest part that may be followed by another one


class Check:
    """The objects of one run, below a prefix of their own."""

    def __init__(self, bucket, prefix):
        self.client = boto3.client("s3", config=botocore.config.Config(**CONFIG))
        self.bucket = bucket
        self.prefix = f"{prefix}/".lstrip("/") + f".vtranscode-check/{uuid.uuid4()}/"
        self.rows = []

    def call(self, operation, name, **fields):
        """Returns the response to a request about an object, or the error's code as text."""
        try:
            return getattr(self.client, operation)(Bucket=self.bucket, Key=self.prefix + name, **fields)
        except botocore.exceptions.ClientError as error:
            return error.response["Error"]["Code"]

    def put(self, name, body=b"content", **fields):
        return self.call("put_object", name, Body=body, **fields)

    def tag(self, name):
        return self.call("head_object", name)["ETag"]

    def multipart(self, name, **fields):
        """Writes an object of two parts; returns the response to its completion."""
        upload = self.call("create_multipart_upload", name)["UploadId"]
        parts = [
            {"PartNumber": number, "ETag": self.call("upload_part", name, UploadId=upload, PartNumber=number, Body=body)["ETag"]}
            for number, body in ((1, bytes(SIZE)), (2, b"end"))]
        done = self.call("complete_multipart_upload", name, UploadId=upload, MultipartUpload={"Parts": parts}, **fields)
        if not succeeded(done):
            self.call("abort_multipart_upload", name, UploadId=upload)
        return done

    def winners(self, name, **fields):
        """Returns how many of parallel writers of one key succeed; equal bytes would have equal ETags."""
        with concurrent.futures.ThreadPoolExecutor(CONCURRENCY) as pool:
            return sum(pool.map(lambda _: succeeded(self.put(name, uuid.uuid4().bytes, **fields)), range(CONCURRENCY)))

    def row(self, what, is_so, required=False):
        """Adds a line to the table."""
        self.rows.append((what, bool(is_so), required))

    def run(self):
        self.reading()
        self.conditions()
        self.multipart_conditions()
        self.names()
        self.values()

    def reading(self):
        self.put("read", b"0123456789")
        part = self.call("get_object", "read", Range="bytes=2-5")
        status = succeeded(part) and part["ResponseMetadata"]["HTTPStatusCode"]
        self.row("ranges are answered with 206", status == 206 and part["Body"].read() == b"2345", required=True)
        self.row("If-Match of reads is honored", self.call("get_object", "read", IfMatch='"0"') == "PreconditionFailed", required=True)
        self.row("If-Match of reads accepts the ETag", succeeded(self.call("get_object", "read", IfMatch=self.tag("read"))), required=True)
        signed = self.client.generate_presigned_url("get_object", {"Bucket": self.bucket, "Key": self.prefix + "read"})
        self.row("presigned URLs are accepted", fetched(signed) == 200, required=True)
        self.row("forged signatures are refused", fetched(signed[:-4] + "0000") == 403, required=True)

    def conditions(self):
        self.put("one")
        self.row("If-None-Match: * of writes is honored", self.put("one", IfNoneMatch="*") == "PreconditionFailed", required=True)
        self.row("one of parallel writes with If-None-Match: * succeeds", self.winners("race", IfNoneMatch="*") == 1, required=True)
        self.row("If-Match of writes is honored", self.put("one", IfMatch='"0"') == "PreconditionFailed", required=True)
        quoted = succeeded(self.put("one", IfMatch=self.tag("one")))
        bare = succeeded(self.put("one", IfMatch=self.tag("one").strip('"')))
        self.row("If-Match of writes accepts an ETag", quoted or bare, required=True)
        self.row("If-Match of writes accepts an ETag with quotes", quoted)
        self.row("If-Match of writes accepts an ETag without quotes", bare)
        tag = self.tag("race")
        self.row("one of parallel writes with If-Match succeeds",
                 self.winners("race", IfMatch=tag if quoted else tag.strip('"')) == 1, required=True)
        self.row("If-Match of deletions is honored", self.call("delete_object", "one", IfMatch='"0"') == "PreconditionFailed")

    def multipart_conditions(self):
        done = self.multipart("parts")
        self.row("multipart uploads", succeeded(done) and self.call("head_object", "parts")["ContentLength"] == SIZE + 3, required=True)
        self.row("a completed multipart upload returns its ETag", succeeded(done) and done.get("ETag"))
        self.row("If-None-Match: * of completions is honored", self.multipart("parts", IfNoneMatch="*") == "PreconditionFailed")
        self.row("If-Match of completions is honored", self.multipart("parts", IfMatch='"0"') == "PreconditionFailed")

    def names(self):
        self.put(NAME)
        self.row("keys with special characters", succeeded(self.call("head_object", NAME)), required=True)
        listed = self.client.list_objects_v2(Bucket=self.bucket, Prefix=self.prefix)
        self.row("keys with special characters are listed", any(o["Key"] == self.prefix + NAME for o in listed["Contents"]), required=True)
        for number in range(5):
            self.put(f"list/{4 - number}")
        pages = self.client.get_paginator("list_objects_v2").paginate(
            Bucket=self.bucket, Prefix=self.prefix + "list/", PaginationConfig={"PageSize": 2})
        keys = [entry["Key"] for page in pages for entry in page["Contents"]]
        self.row("lists are in the order of keys, page by page", keys == [f"{self.prefix}list/{n}" for n in range(5)], required=True)

    def values(self):
        wrong = base64.b64encode(hashlib.sha256(b"other").digest()).decode()
        self.row("x-amz-checksum-sha256 is verified", not succeeded(self.put("sum", ChecksumSHA256=wrong)))
        right = base64.b64encode(hashlib.sha256(b"content").digest()).decode()
        done = self.put("sum", ChecksumSHA256=right)
        self.row("x-amz-checksum-sha256 is returned", succeeded(done) and done.get("ChecksumSHA256") == right)
        self.row("x-amz-expected-bucket-owner is honored", not succeeded(self.put("owner", ExpectedBucketOwner="123456789012")))
        self.row("tags", succeeded(self.put("tags", Tagging="a=b")))
        self.row("ACLs", succeeded(self.put("acl", ACL="private")))

    def remove(self):
        for page in self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix):
            for entry in page.get("Contents", []):
                self.client.delete_object(Bucket=self.bucket, Key=entry["Key"])


def succeeded(response):
    return not isinstance(response, str)


def fetched(url):
    """Returns the status of a request without other credentials than those of the URL."""
    try:
        with urllib.request.urlopen(url, timeout=30) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--create", action="store_true", help="creates the bucket")
    parser.add_argument("bucket")
    parser.add_argument("prefix", nargs="?", default="")
    options = parser.parse_args()
    check = Check(options.bucket, options.prefix.strip("/"))
    if options.create:
        check.client.create_bucket(Bucket=options.bucket)
    try:
        check.run()
    finally:
        check.remove()
    for what, is_so, required in check.rows:
        print(f"{'yes' if is_so else 'no ':3}  {'required' if required else '':8}  {what}".rstrip())
    return 0 if all(is_so for _, is_so, required in check.rows if required) else 1


if __name__ == "__main__":
    sys.exit(main())
