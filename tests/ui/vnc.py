# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys and mouse for a program on Qt's own VNC platform, so that a test needs no display and no other program."""
import os
import socket
import struct
import subprocess
import time

SYMBOLS = {"Right": 0xFF53, "Insert": 0xFF63, "Delete": 0xFFFF}  # of X11


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Program:
    """A program that runs, with the keyboard of its only screen."""

    def __init__(self, command, environment):
        port = free_port()
        self.process = subprocess.Popen(command, env=dict(os.environ, QT_QPA_PLATFORM=f"vnc:size=1280x1000:port={port}",
                                                          **environment))
        end = time.monotonic() + 60
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
                break
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    self.close()
                    raise
                time.sleep(0.05)
        self._receive(12)  # "RFB 003.003\n"
        self.socket.sendall(b"RFB 003.003\n")
        if self._receive(4) != b"\0\0\0\1":
            raise ConnectionError("the server asks for a password")
        self.socket.sendall(b"\1")
        header = self._receive(24)
        self._receive(struct.unpack(">I", header[20:])[0])

    def _receive(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("the program closed the connection")
            data += part
        return data

    def click(self, x, y):
        for buttons in (0, 1, 0):
            self.socket.sendall(struct.pack(">BBHH", 5, buttons, x, y))

    def press(self, *keys):
        """Presses keys, one after the other: "Insert", or "a". (Qt's VNC platform has no shortcuts with modifiers.)"""
        for key in keys:
            for down in (1, 0):
                self.socket.sendall(struct.pack(">BBxxI", 4, down, SYMBOLS.get(key) or ord(key)))

    def try_until(self, act, condition, seconds=60):
        """Acts again and again. False if the condition does not become true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            act()
            for _ in range(30):
                if condition():
                    return True
                time.sleep(0.1)
        return False

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if hasattr(self, "socket"):
            self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
