"""Jobs for worker processes, which import this small module and not that of the tests."""

import os
import time
from multiprocessing.connection import Connection


def halve(number):
    """Halve a number; 13 ends the process."""
    if number == 13:
        os._exit(1)
    return number // 2


def halt_in_the_middle(number):
    """Return 0; for other numbers, write a part of the result only, and halt."""

    def send(self, buffer, write=os.write):
        write(self.fileno(), buffer[: len(buffer) // 2])
        time.sleep(600)

    if number:
        Connection._send = send
    return number


def double(data, seconds=0.0):
    """Return the data twice, after some seconds."""
    time.sleep(seconds)
    return data * 2


def fail(message):
    """Raise an exception that could be mistaken for one of the pipe."""
    raise EOFError(message)


def process_of(_):
    """Return the number of the process that does the job."""
    return os.getpid()
