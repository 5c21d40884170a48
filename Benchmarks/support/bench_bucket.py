"""A bucket of a temporary radosgw, and what its log says about requests."""

import datetime
import re

import boto3
import botocore.config

BUCKET = "vt-bench"
# The line of a completed request: time, method, path, status, bytes sent, latency in seconds.
REQUEST = re.compile(r'^(\S+) .*beast: \S+ \S+ - \S+ \[[^\]]*\] "(\w+) (/\S*) HTTP/1\.1" (\d+) (\d+) .*latency=([\d.]+)s')


class Bucket:
    """The bucket, with the endpoint and the credentials of the AWS tools."""

    def __init__(self):
        self.s3 = boto3.client("s3", config=botocore.config.Config(s3={"addressing_style": "path"}))
        self.s3.create_bucket(Bucket=BUCKET)

    def url(self, key=""):
        return f"s3://{BUCKET}/{key}"

    def put(self, file, key):
        self.s3.upload_file(str(file), BUCKET, key)

    def clear(self, prefix):
        for page in self.s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix):
            keys = [{"Key": entry["Key"]} for entry in page.get("Contents", [])]
            if keys:
                self.s3.delete_objects(Bucket=BUCKET, Delete={"Objects": keys})


class Request:
    """A completed request: method, key, status, bytes of the response, and its begin and end in seconds since 1970."""

    def __init__(self, match):
        time, self.method, path, status, sent, latency = match.groups()
        self.key = path.removeprefix(f"/{BUCKET}/").partition("?")[0]
        self.status, self.sent = int(status), int(sent)
        self.end = datetime.datetime.strptime(time, "%Y-%m-%dT%H:%M:%S.%f%z").timestamp()
        self.begin = self.end - float(latency)


class RequestLog:
    """The requests that the server completes from now on."""

    def __init__(self, log):
        self.log = log
        self.start = log.stat().st_size

    def requests(self):
        with open(self.log, encoding="utf-8", errors="replace") as lines:
            lines.seek(self.start)
            return [Request(match) for line in lines if (match := REQUEST.match(line))]

    def writes(self, pattern):
        """Returns the successful writes of keys with a pattern."""
        return [request for request in self.requests()
                if request.method == "PUT" and request.status == 200 and re.search(pattern, request.key)]

    def bytes_read(self, key):
        return sum(request.sent for request in self.requests()
                   if request.method == "GET" and request.key == key and request.status in (200, 206))
