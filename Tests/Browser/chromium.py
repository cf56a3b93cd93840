"""A headless Chromium, driven by the DevTools protocol through two pipes.

https://chromedevtools.github.io/devtools-protocol/
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")


class Chromium:
    """One page of one browser; messages of its console are kept in `console`."""

    def __init__(self, width=1280, height=900, flags=()):
        self.profile = tempfile.mkdtemp(prefix="facecap-browser-")
        self.downloads = os.path.join(self.profile, "downloads")
        os.mkdir(self.downloads)
        there_in, here_out = os.pipe()
        here_in, there_out = os.pipe()

        def give_pipes():
            # Far away first: the numbers 3 and 4 may be in use by the other ends.
            first, second = os.dup2(there_in, 103), os.dup2(there_out, 104)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--remote-debugging-pipe", "--autoplay-policy=no-user-gesture-required",
             "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking",
             "--force-device-scale-factor=1", "--hide-scrollbars", "--mute-audio",
             f"--user-data-dir={self.profile}", f"--window-size={width},{height}",
             *flags, "about:blank"],
            preexec_fn=give_pipes, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there_in)
        os.close(there_out)
        self.out, self.input, self.buffer = here_out, here_in, b""
        self.count, self.answers, self.console, self.requests = 0, {}, [], []
        self.events, self.session = [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"]:
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.input)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, within=60, **parameters):
        """Sends a command and waits for its answer."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session and not method.startswith(("Target.", "Browser.")):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        end = time.monotonic() + within
        while self.count not in self.answers:
            self.read(end - time.monotonic(), method)
        answer = self.answers.pop(self.count)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def read(self, seconds, what):
        """Takes what the browser has sent."""
        if seconds <= 0 or not select.select([self.input], [], [], seconds)[0]:
            raise TimeoutError(what)
        data = os.read(self.input, 1 << 20)
        if not data:
            raise RuntimeError("the browser went away")
        *messages, self.buffer = (self.buffer + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                self.note(message["method"], message["params"])

    def note(self, method, parameters):
        """Keeps what is said in the console, and every request."""
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.console.append(
                "exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            words = [str(item.get("value", item.get("description"))) for item in parameters["args"]]
            self.console.append(parameters["type"] + ": " + " ".join(words))
        elif method == "Log.entryAdded":
            entry = parameters["entry"]
            self.console.append(
                f"{entry['level']}: {entry['text']} {entry.get('url', '')}".strip())
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def open(self, url, within=60):
        """Opens an address; returns the seconds until its `load` event."""
        self.events.clear()
        start = time.monotonic()
        answer = self.call("Page.navigate", url=url)
        if answer.get("errorText"):
            raise RuntimeError(answer["errorText"])
        while "Page.loadEventFired" not in self.events:
            self.read(start + within - time.monotonic(), "load of " + url)
        return time.monotonic() - start

    def evaluate(self, expression, within=60):
        """The value of an expression, a promise's too."""
        answer = self.call(
            "Runtime.evaluate", within=within, expression=expression, awaitPromise=True,
            returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, expression, within=120):
        """Waits until an expression is true."""
        end = time.monotonic() + within
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.05)

    def key(self, name, code=None, number=0, text=""):
        """Presses and releases a key."""
        shared = {"key": name, "code": code or name, "windowsVirtualKeyCode": number}
        kind = "keyDown" if text else "rawKeyDown"
        self.call("Input.dispatchKeyEvent", type=kind, text=text, **shared)
        self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    def screenshot(self, path):
        """Writes what is seen as PNG."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
