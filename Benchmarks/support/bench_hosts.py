"""Network namespaces in place of hosts, which reach servers on loopback through a bridge; needs root."""

import asyncio
import contextlib
import os
import subprocess
import threading

ADDRESS = "10.213.77.1"  # of the bridge, where servers are reached


@contextlib.contextmanager
def hosts(count, ports):
    """Creates namespaces that reach some ports of 127.0.0.1 at ADDRESS; yields their names, and removes them afterwards."""
    bridge = f"vtb{os.getpid() % 10000}"
    names = [f"{bridge}n{number}" for number in range(count)]

    def ip(*arguments):
        subprocess.run(["ip", *arguments], check=True)

    try:
        ip("link", "add", bridge, "type", "bridge")
        ip("address", "add", f"{ADDRESS}/24", "dev", bridge)
        ip("link", "set", bridge, "up")
        for number, name in enumerate(names):
            ip("netns", "add", name)
            ip("link", "add", f"{name}a", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"{name}a", "master", bridge, "up")
            ip("-n", name, "address", "add", f"10.213.77.{number + 2}/24", "dev", "eth0")
            ip("-n", name, "link", "set", "eth0", "up")
            ip("-n", name, "link", "set", "lo", "up")
        with forwarded(ports):
            yield names
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], check=False)
        subprocess.run(["ip", "link", "delete", bridge], check=False)


@contextlib.contextmanager
def forwarded(ports):
    """Forwards connections to ports of ADDRESS to the same ports of 127.0.0.1, on a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        for port in ports:
            asyncio.run_coroutine_threadsafe(asyncio.start_server(forward(port), ADDRESS, port), loop).result()
        yield
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def forward(port):
    async def serve(reader, writer):
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, server_writer), copy(server_reader, writer))

    return serve


async def copy(reader, writer):
    try:
        while data := await reader.read(1 << 18):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass  # a side has closed the connection
    finally:
        writer.close()
