"""A stub of a model server: it recognises the questions, and gives scripted responses."""

import base64
import json
import random
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WORDS = "Let us look at the figure, and at each option in turn. " * 12
"""Longer than the texts that logs replace by a reference."""


def is_asked(item, text):
    """Return whether a text asks an item as Inspect does, which letters the options itself."""
    lettered = zip("ABCD", item.choice.options, strict=True)
    return item.question in text and all(f"{letter}) {told}" in text for letter, told in lettered)


class Script:
    """The chosen option, or none, for each item; right in about six of ten."""

    def __init__(self, source, seed=0):
        rng = random.Random(seed)
        self.chosen = {}
        for item in source.items:
            wrong = rng.choice([k for k in range(1, 5) if k != item.choice.key])
            self.chosen[item.id] = rng.choices([item.choice.key, wrong, None], [6, 3, 1])[0]
        self.items = source.items

    def right(self, task):
        return sum(
            self.chosen[item.id] == item.choice.key for item in self.items if item.task == task
        )

    def count(self, task):
        return sum(item.task == task for item in self.items)

    def numbered(self, item):
        """Return the response to one of our prompts."""
        chosen = self.chosen[item.id]
        if chosen is None:
            return f"<think>Is it (1)?</think>{WORDS}\nI cannot tell."
        return f"<think>Is it (1)? Or (4)?</think>{WORDS}\nSo \\boxed{{({chosen})}}"

    def lettered(self, item):
        """Return the response to a prompt of Inspect or VLMEvalKit."""
        chosen = self.chosen[item.id]
        if chosen is None:
            return f"{WORDS}\nI cannot tell."
        return f"{WORDS}\n\nANSWER: {'ABCD'[chosen - 1]}"


class Endpoint:
    """Answers like an OpenAI-compatible server, following a script.

    Attributes
    ----------
    url : str
    asked : Counter
        How often each item was asked.
    """

    def __init__(self, source, script):
        self.asked = Counter()
        self._source, self._script = source, script
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self._send({"object": "list", "data": [{"id": "MODEL", "object": "model"}]})

            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                said = endpoint.answer(request["messages"][-1]["content"])
                message = {"role": "assistant", "content": said}
                self._send({
                    "id": "x", "object": "chat.completion", "created": 0, "model": "MODEL",
                    "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                })  # fmt: skip

            def _send(self, data):
                body = json.dumps(data).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, content):
        """Return the response to a request, which must contain the picture."""
        text = "".join(part["text"] for part in content if part["type"] == "text")
        (shown,) = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
        picture = base64.b64decode(shown.partition("base64,")[2])
        for item in self._source.items:
            if item.prompts.chain_of_thought in text:
                self.asked[item.id] += 1
                return self._script.numbered(item)
            # Inspect sends the file unchanged; questions about two pictures may be identical.
            if is_asked(item, text) and picture == self._source.picture(item.image):
                self.asked[item.id] += 1
                return self._script.lettered(item)
        raise AssertionError(f"no item is asked so: {text[:400]}")
