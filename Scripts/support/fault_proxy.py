#!/usr/bin/env python3
"""A proxy between clients and an S3 server that makes requests fail at random, for tests of retries.

    fault_proxy.py http://HOST:PORT [--seed N] [--rates FAULT=RATE,...] [--delay SECONDS] [--port N]
    fault_proxy.py --self-test

Prints `port PORT seed SEED` when it accepts connections, and a line `FAULT METHOD STATUS` for each fault, without paths, which may
be signed; STATUS is the server's, or `-`. SIGTERM ends the proxy; SIGUSR1 ends the faults, so that a test can finish.

| fault | effect |
| --- | --- |
| refuse | closes the connection after the request, which is not forwarded |
| cut-before | forwards the request, and closes the connection before the response |
| cut-middle | closes the connection in the middle of the response |
| truncate | sends a part of the body of a response to GET, and closes the connection as if the response were complete |
| error | answers 500 InternalError; the request is not forwarded |
| slow-down | answers 503 SlowDown; the request is not forwarded |
| lost-answer | forwards the request, and answers 500 instead of the response: a write took effect |
| delay | forwards the request after a random time of at most --delay, so that parallel requests change their order |

Each request draws one number from a generator with the seed, in the order of arrival; faults and delays follow from it. A
fault that needs a longer body becomes `cut-before`. The Host header is forwarded as it is: signatures stay valid.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import urllib.parse

RATES = {
    "refuse": 0.01, "cut-before": 0.02, "cut-middle": 0.02, "truncate": 0.02, "error": 0.02, "slow-down": 0.02,
    "lost-answer": 0.02, "delay": 0.2,
}
HEAD_LIMIT = 1 << 16  # bytes of the lines and headers of a message
BLOCK = 1 << 16  # bytes that are forwarded at once
BODILESS = {204, 304}
ERRORS = {"error": (500, "InternalError"), "slow-down": (503, "SlowDown"), "lost-answer": (500, "InternalError")}


class Broken(Exception):
    """The message of a peer that this proxy cannot forward, or a connection that ended."""


class Head:
    """The first line and the headers of a message."""

    def __init__(self, text):
        lines = text.decode("latin-1").split("\r\n")
        self.text, self.first = text, lines[0]
        self.fields = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines[1:] if line)]

    def field(self, name):
        return next((value for field, value in self.fields if field == name), None)

    @property
    def is_chunked(self):
        return (self.field("transfer-encoding") or "").lower() == "chunked"

    @property
    def length(self):
        """The number of bytes of the body; None if there is no such header."""
        text = self.field("content-length")
        return int(text) if text is not None else None

    @property
    def closes(self):
        return (self.field("connection") or "").lower() == "close"

    def without(self, *names):
        """Returns the message's head without some headers."""
        kept = [line for line in self.text.split(b"\r\n") if line.split(b":")[0].strip().lower().decode("latin-1") not in names]
        return b"\r\n".join(kept)


async def read_head(reader):
    """Returns the head of the next message; None at the end of the connection."""
    try:
        return Head(await reader.readuntil(b"\r\n\r\n"))
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise Broken("the connection ended in a header") from error
        return None
    except (asyncio.LimitOverrunError, ConnectionError) as error:
        raise Broken(str(error)) from error


async def body(reader, head, status=None, method=None):
    """Yields the bytes of a message's body as they are on the wire.

    A response without a length extends to the end of the connection; a request without one has no body.
    """
    is_response = status is not None
    if is_response and (method == "HEAD" or status in BODILESS or status < 200):
        return
    if head.is_chunked:
        while True:
            line = await reader.readuntil(b"\r\n")
            yield line
            size = int(line.split(b";")[0], 16)
            if size == 0:
                # Trailers, then an empty line.
                while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
                    yield line
                yield b"\r\n"
                return
            async for block in exactly(reader, size + 2):
                yield block
    elif head.length is not None:
        async for block in exactly(reader, head.length):
            yield block
    elif is_response:
        while block := await reader.read(BLOCK):
            yield block


async def exactly(reader, count):
    while count:
        block = await reader.read(min(count, BLOCK))
        if not block:
            raise Broken("the connection ended in a body")
        count -= len(block)
        yield block


class Proxy:
    """Forwards each request over a connection of its own, so that a fault affects one request only."""

    def __init__(self, host, port, seed, rates, delay, log=print):
        self.host, self.port, self.rates, self.delay, self.log = host, port, rates, delay, log
        self.dice = random.Random(seed)
        self.counts = dict.fromkeys(rates, 0)

    async def start(self, port=0):
        """Returns the port on which the proxy accepts connections."""
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", port, limit=HEAD_LIMIT)
        return self.server.sockets[0].getsockname()[1]

    def fault(self):
        """Returns the fault of the next request, if any, and a fraction for its details."""
        drawn, fraction = self.dice.random(), self.dice.random()
        for name, rate in self.rates.items():
            if drawn < rate:
                return name, fraction
            drawn -= rate
        return None, fraction

    def stop_faults(self):
        self.rates = dict.fromkeys(self.rates, 0)

    async def serve(self, reader, writer):
        # Canceled at the end of the proxy.
        with contextlib.suppress(Broken, ConnectionError, asyncio.IncompleteReadError, ValueError, asyncio.CancelledError):
            while (head := await read_head(reader)) and await self.exchange(head, reader, writer) and not head.closes:
                pass
        writer.close()

    async def exchange(self, head, reader, writer):
        """Answers one request; returns whether the client's connection can have another one."""
        method = head.first.split(" ")[0]
        fault, fraction = self.fault()
        if fault in ("refuse", "error", "slow-down"):
            await self.receive(head, reader, writer)
            self.record(fault, method)
            return await self.answer(fault, writer, method) if fault != "refuse" else False
        if fault == "delay":
            await asyncio.sleep(fraction * self.delay)
            self.record(fault, method)
        upstream, sender = await asyncio.open_connection(self.host, self.port, limit=HEAD_LIMIT)
        try:
            return await self.forward(method, head, reader, writer, upstream, sender, fault, fraction)
        finally:
            sender.close()

    async def receive(self, head, reader, writer):
        """Reads the body of a request that is not forwarded."""
        if (head.field("expect") or "").lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        async for _ in body(reader, head):
            pass

    async def forward(self, method, head, reader, writer, upstream, sender, fault, fraction):
        sender.write(head.without("connection", "expect")[:-2] + b"Connection: close\r\n\r\n")
        if (head.field("expect") or "").lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        async for block in body(reader, head):
            sender.write(block)
            await sender.drain()
        response = await read_head(upstream)
        while response and int(response.first.split(" ")[1]) < 200:
            response = await read_head(upstream)
        if not response:
            raise Broken("the server sent no response")
        status = int(response.first.split(" ")[1])
        blocks = body(upstream, response, status, method)
        if fault in ("cut-before", "lost-answer"):
            # Read to its end: the server has finished with the request.
            async for _ in blocks:
                pass
            self.record(fault, method, status)
            return await self.answer(fault, writer, method) if fault == "lost-answer" else False
        if fault in ("cut-middle", "truncate"):
            return await self.shorten(fault, method, status, response, blocks, writer, fraction)
        framed = response.is_chunked or response.length is not None or method == "HEAD" or status in BODILESS
        writer.write(response.without("connection")[:-2] + (b"" if framed else b"Connection: close\r\n") + b"\r\n")
        async for block in blocks:
            writer.write(block)
            await writer.drain()
        await writer.drain()
        return framed

    async def shorten(self, fault, method, status, response, blocks, writer, fraction):
        """Sends a fraction of a response: its body, or its header where there is no body."""
        whole = b"".join([block async for block in blocks])
        can_truncate = fault == "truncate" and method == "GET" and status in (200, 206) and len(whole) > 1 and not response.is_chunked
        if can_truncate:
            # Without a length, the end of the connection is the end of the body.
            writer.write(response.without("connection", "content-length")[:-2] + b"Connection: close\r\n\r\n")
            writer.write(whole[:int(len(whole) * fraction)])
            self.record(fault, method, status)
        elif fault == "cut-middle" and len(whole) > 1:
            writer.write(response.without("connection"))
            writer.write(whole[:int(len(whole) * fraction)])
            self.record(fault, method, status)
        else:
            self.record("cut-before", method, status)
        await writer.drain()
        return False

    async def answer(self, fault, writer, method):
        status, code = ERRORS[fault]
        text = f"<Error><Code>{code}</Code><Message>a fault of the test</Message></Error>".encode()
        head = f"HTTP/1.1 {status} {code}\r\nContent-Type: application/xml\r\nContent-Length: {len(text)}\r\n\r\n".encode()
        writer.write(head + (b"" if method == "HEAD" else text))
        await writer.drain()
        return True

    def record(self, fault, method, status="-"):
        self.counts[fault] = self.counts.get(fault, 0) + 1
        self.log(f"{fault} {method} {status}")


def parse_rates(text):
    """Returns the rates of `FAULT=RATE,...`; faults that are not there have the rate 0."""
    rates = dict.fromkeys(RATES, 0.0)
    for part in filter(None, text.split(",")):
        name, _, rate = part.partition("=")
        if name not in RATES:
            raise argparse.ArgumentTypeError(f"no fault {name}; there are {', '.join(RATES)}")
        rates[name] = float(rate)
    if not (all(rate >= 0 for rate in rates.values()) and sum(rates.values()) <= 1):
        raise argparse.ArgumentTypeError("rates are from 0 to 1, also their sum")
    return rates


async def run(options):
    url = urllib.parse.urlsplit(options.server)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    proxy = Proxy(url.hostname, url.port or 80, seed, options.rates, options.delay, lambda line: print(line, flush=True))
    port = await proxy.start(options.port)
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    loop.add_signal_handler(signal.SIGUSR1, proxy.stop_faults)
    print(f"port {port} seed {seed}", flush=True)
    await ended.wait()


# Self-test: each fault against a server that counts what it received.


class Store:
    """An HTTP server that stores bodies by their path."""

    def __init__(self):
        self.objects, self.order = {}, []

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        head = await read_head(reader)
        method, path, _ = head.first.split(" ")
        received = b"".join([block async for block in body(reader, head)])
        if method == "PUT":
            self.objects[path] = received
            self.order.append(path)
            received = b""
        content = self.objects.get(path, b"") if method != "PUT" else b""
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content) + (b"" if method == "HEAD" else content))
        await writer.drain()
        writer.close()


async def send(port, method, path, content=b""):
    """Returns the status of a request and its body; None for a connection that ended before the head of a response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: test\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content)
    try:
        head = await read_head(reader)
        if not head:
            return None, b""
        status, found = int(head.first.split(" ")[1]), b""
        try:
            async for block in body(reader, head, status, method):
                found += block
        except Broken:
            return status, None
        return status, found
    finally:
        writer.close()


async def self_test():
    store, lines = Store(), []
    server = await store.start()

    async def outcome(fault, method, content=b"", seed=1):
        proxy = Proxy("127.0.0.1", server, seed, {fault: 1.0} if fault else {}, 0.05, lines.append)
        port = await proxy.start()
        result = await asyncio.wait_for(send(port, method, f"/{fault}", content), 10)
        proxy.server.close()
        return result

    large = bytes(range(256)) * 4096
    assert await outcome(None, "PUT", large) == (200, b""), "a request without a fault"
    assert await outcome(None, "GET") == (200, large), "a response without a fault"
    assert await outcome(None, "HEAD") == (200, b""), "a response to HEAD"
    for fault, status, forwarded in [
            ("refuse", None, False), ("error", 500, False), ("slow-down", 503, False), ("lost-answer", 500, True),
            ("cut-before", None, True), ("delay", 200, True)]:
        found, _ = await outcome(fault, "PUT", b"content")
        assert found == status, f"{fault}: status {found}"
        assert (f"/{fault}" in store.objects) == forwarded, f"{fault}: the server received {list(store.objects)}"
    for fault in ("cut-middle", "truncate"):
        store.objects[f"/{fault}"] = large
        status, found = await outcome(fault, "GET")
        assert status == 200, f"{fault}: status {status}"
        if fault == "cut-middle":
            assert found is None, "cut-middle: the body is complete"
        else:
            assert found is not None and len(found) < len(large) and large.startswith(found), "truncate: not a part of the body"
    # Equal seeds make equal faults.
    proxies = [Proxy("", 0, seed, RATES, 1) for seed in (7, 7, 8)]
    first, equal, other = ([proxy.fault() for _ in range(500)] for proxy in proxies)
    assert first == equal != other, "faults do not follow from the seed"
    assert {name for name, _ in first} == {None, *RATES}, "a fault does not occur"
    # Delays change the order of parallel requests.
    proxy = Proxy("127.0.0.1", server, 3, {"delay": 1.0}, 0.2, lines.append)
    port = await proxy.start()
    store.order.clear()
    paths = [f"/order/{number}" for number in range(8)]
    await asyncio.gather(*(send(port, "PUT", path, b"x") for path in paths))
    assert sorted(store.order) == sorted(paths) and store.order != paths, "parallel requests kept their order"
    # After stop_faults, all requests succeed.
    proxy = Proxy("127.0.0.1", server, 3, {"error": 1.0}, 0.2, lines.append)
    port = await proxy.start()
    assert (await send(port, "PUT", "/stopped"))[0] == 500
    proxy.stop_faults()
    assert (await send(port, "PUT", "/stopped"))[0] == 200
    assert not any("/" in line for line in lines), "a line has a path"
    for text in ("cut=1", "error=2", "error=0.6,delay=0.6"):
        try:
            parse_rates(text)
        except argparse.ArgumentTypeError:
            continue
        raise AssertionError(f"{text}: accepted")
    print(f"fault_proxy: ok, {len(lines)} faults")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", nargs="?", help="the URL of the S3 server, without TLS")
    parser.add_argument("--seed", type=int, help="default: a random one")
    parser.add_argument("--rates", type=parse_rates, default=RATES, metavar="FAULT=RATE,...")
    parser.add_argument("--delay", type=float, default=0.5, help="the longest delay, in seconds")
    parser.add_argument("--port", type=int, default=0, help="default: a free one")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        asyncio.run(self_test())
    elif options.server:
        asyncio.run(run(options))
    else:
        parser.error("the URL of a server, or --self-test")


if __name__ == "__main__":
    sys.exit(main())
