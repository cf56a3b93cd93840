"""Checks what a live server answers: serve.py PROGRAM OPTION...

Writes one line for each thing that is wrong.
"""

import json
import socket
import struct
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

from served import Served


def status(address, **fields):
    """The status and the head of an answer."""
    method = fields.pop("method", "GET")
    request = urllib.request.Request(address, method=method, headers=fields)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.headers


def records(address, count):
    """The first lines of the stream."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return [json.loads(answer.readline()) for _ in range(count)]


def parts(address, count):
    """The first images of the page's stream, with what stands before them."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        for _ in range(count):
            head = json.loads(answer.readline())
            yield head, answer.read(head["bytes"])


def size(image):
    """The width and the height of a JPEG file, as its first frame header says (ISO/IEC 10918-1, B.2.2)."""
    place = 2
    while image[place + 1] not in (0xC0, 0xC2):
        place += 2 + struct.unpack(">H", image[place + 2:place + 4])[0]
    height, width = struct.unpack(">HH", image[place + 5:place + 9])
    return width, height


def check(address):
    base, _, query = address.partition("?")
    place = lambda path, more="": base + path + "?" + "&".join(filter(None, [query, more]))
    lines = records(place("faces.jsonl"), 4)
    if [line["type"] for line in lines] != ["session"] + 3 * ["faces"]:
        yield f"the records are {lines}"
    numbers = [line["frame"] for line in lines[1:]]
    if numbers != sorted(set(numbers)):
        yield f"the frames are {numbers}"
    video = lines[0]["cameras"][0]["video"] if "cameras" in lines[0] else lines[0]["video"]
    for head, image in parts(place("stream"), 3):
        if size(image) != (video["width"], video["height"]):
            yield f"a part has an image of {size(image)}, of a video of {video}"
        if image[:2] != b"\xff\xd8" or image[-2:] != b"\xff\xd9":
            yield "a part holds no JPEG file"
        if head["record"] is not None and head["record"]["type"] != "faces":
            yield f"a part has the record {head['record']}"
    code, head = status(place("still.jpg"))
    if (code, head["Content-Type"]) != (200, "image/jpeg"):
        yield f"the still is {code} {head}"
    code, head = status(base if not query else address)
    if code != 200 or "default-src 'none'" not in head["Content-Security-Policy"]:
        yield f"the page is {code} {head}"
    policy = head["Content-Security-Policy"]
    if "unsafe" in policy or "base-uri 'none'" not in policy or "form-action 'none'" not in policy:
        yield f"the policy is {policy}"
    if "Access-Control-Allow-Origin" in head:
        yield "other origins are let in"
    with urllib.request.urlopen(place("video.mjpeg"), timeout=30) as answer:
        if not answer.headers["Content-Type"].startswith("multipart/x-mixed-replace"):
            yield "the motion JPEG has another type"
        if answer.readline() != b"--frame\r\n":
            yield "the motion JPEG begins otherwise"
    for path, more, fields, wanted in [
            ("nothing", "", {}, 404), ("", "camera=7", {}, 404), ("", "camera=x", {}, 404),
            ("", "", {"method": "POST"}, 405),
            ("..%2f..%2fetc/passwd", "", {}, 404)]:
        code, _ = status(place(path, more), **fields)
        if code != wanted:
            yield f"{path}?{more} is answered with {code}"
    if query:
        token = urllib.parse.parse_qs(query)["token"][0]
        if status(base)[0] != 401 or status(base + "?token=" + token[:-1])[0] != 401:
            yield "no token is asked for"
        if status(base, Authorization="Bearer " + token)[0] != 200:
            yield "a bearer is refused"
    elif status(base, Host="evil.example")[0] != 403:
        yield "a strange name is let in"
    yield from check_heads(base, query)
    yield from check_load(base, place)


def check_heads(base, query):
    """Heads that are never complete, and such as are read in two ways."""
    server = urllib.parse.urlparse(base)
    host, netloc = server.hostname, server.netloc
    target = "/still.jpg?" + query

    def answer(head):
        with socket.create_connection((host, server.port), timeout=30) as client:
            client.sendall(head.encode())
            return client.recv(4096).split(b"\r\n")[0]

    for head in [
            f"GET {target} HTTP/1.1\r\nHost: {netloc}\r\nHost: other\r\n\r\n",
            f"GET /%00still.jpg?{query} HTTP/1.1\r\nHost: {netloc}\r\n\r\n",
            f"GET /still.jpg%00?{query} HTTP/1.1\r\nHost: {netloc}\r\n\r\n"]:
        line = answer(head)
        if b" 400 " not in line:
            yield f"{head!r} is answered with {line}"
    # More than may wait, none of which sends its head: they drive out one another.
    slow = [socket.create_connection((host, server.port), timeout=30) for _ in range(12)]
    for client in slow:
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
    line = answer(f"GET {target} HTTP/1.1\r\nHost: {netloc}\r\n\r\n")
    if b" 200 " not in line:
        yield f"heads that never end keep others out: {line}"
    try:
        if slow[0].recv(1) != b"":
            yield "half a head is answered"
    except ConnectionResetError:
        pass
    for client in slow:
        client.close()


def check_load(base, place):
    """Clients that never read: they make nobody wait, and too many are refused."""
    place_of_server = urllib.parse.urlparse(base)
    host, port = place_of_server.hostname, place_of_server.port
    target = place("stream")[len(base) - 1:]
    slow = []
    for _ in range(8):
        client = socket.create_connection((host, port), timeout=30)
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: {place_of_server.netloc}\r\n\r\n".encode())
        slow.append(client)
    if len(list(parts(place("stream"), 5))) != 5:
        yield "slow clients make others wait"
    # What is no request at all.
    garbage = socket.create_connection((host, port), timeout=30)
    garbage.sendall(b"\0\xff" * 1000 + b"\r\n\r\n")
    for client in slow + [garbage]:
        client.close()
    if status(place("still.jpg"))[0] != 200:
        yield "after all that there is no image"


def check_neighbour(program, server):
    """A second server at the same place."""
    place = urllib.parse.urlparse(server.url).netloc
    second = subprocess.run(
        [program, "live", "--quiet", "--source", "synthetic", "--detector", "haar",
         "--serve", place], capture_output=True, text=True, timeout=60)
    if second.returncode == 0 or f"Another program listens on {place}" not in second.stderr:
        yield f"a port in use is answered with {second.returncode}: {second.stderr}"


def main(program, *options):
    with Served(program, options) as server:
        failures = list(check(server.url)) + list(check_neighbour(program, server))
        # Somebody who still looks does not keep it from ending.
        answer = urllib.request.urlopen(server.url.replace("/?", "/stream?") if "?" in server.url
                                        else server.url + "stream", timeout=30)
        server.stop()
        failures += server.end()
        answer.close()
    print("\n".join(failures))


main(*sys.argv[1:])
