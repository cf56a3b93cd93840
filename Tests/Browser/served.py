"""`facecap live --serve`, started by a script that asks it something."""

import re
import signal
import subprocess
import threading


class Served:
    """A server that runs; `url` is what it has printed for its user."""

    def __init__(self, program, options):
        self.process = subprocess.Popen(
            [program, "live", "--quiet", *options], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        # A program that says nothing is ended, and its messages with it.
        timer = threading.Timer(60, self.process.kill)
        timer.start()
        self.messages = ""
        while not (found := re.search(r"watch at (\S+)", self.messages)):
            line = self.process.stderr.readline()
            if not line:
                raise RuntimeError("no address was printed: " + self.messages)
            self.messages += line
        timer.cancel()
        self.url = found[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def stop(self):
        """Asks it to end, as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)

    def end(self):
        """What is wrong with its end."""
        try:
            code = self.process.wait(30)
        except subprocess.TimeoutExpired:
            return ["it does not end"]
        return [] if code == 0 else [f"it ends with {code}: {self.process.stderr.read()}"]
