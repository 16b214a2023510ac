"""Jobs for worker processes, which import this small module and not that of the tests."""

import os
import time
from multiprocessing.connection import Connection


def halve(number):
    """Halve a number; 13 ends the process."""
    if number == 13:
        os._exit(1)
    return number // 2


def halt_in_the_middle(permit, number):
    """Return 0; for other numbers, wait for a file, write a part of the result only, and halt."""

    def send(self, buffer, write=os.write):
        write(self.fileno(), buffer[: len(buffer) // 2])
        time.sleep(600)

    if number:
        # A worker that halts holds the lock of the pipe; the first result has to be through.
        while not permit.exists():
            time.sleep(0.01)
        Connection._send = send
    return number


def process_of(_):
    """Return the number of the process that does the job."""
    return os.getpid()
