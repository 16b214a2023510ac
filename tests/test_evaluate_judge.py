"""The judge model: asked if extraction finds nothing, at a stub endpoint."""

import importlib.util
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.evaluate import Judge, JudgeError, Response, grade_runs, respond
from geoengine.formats import Source
from geoengine.items import Choice, Item
from geoengine.split import generate, make_plan

needs_openai = pytest.mark.skipif(
    importlib.util.find_spec("openai") is None, reason="asking a judge needs the openai client"
)

ITEM = Item.make(
    family="reasoning", task="faulty_branch", level=4, scene="s", problem="A B C = triangle",
    question="Which?", id="f-1", answer=Choice(options=("a", "b", "c", "d"), key=2),
)  # fmt: skip


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    plan = make_plan(2, seed=3, tasks=["structural_perception"], images=False)
    return Source(generate(plan, tmp_path_factory.mktemp("split") / "two").path)


@pytest.fixture
def endpoint():
    """A server that gives the same answer to every question, and records the questions."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        reply = "2"

        def do_POST(self):
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps({
                "id": "x", "object": "chat.completion", "created": 0, "model": "stub",
                "choices": [{"index": 0, "finish_reason": "stop",
                             "message": {"role": "assistant", "content": Handler.reply}}],
            }).encode()  # fmt: skip
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", Handler, asked
    server.shutdown()
    server.server_close()
    thread.join()


@needs_openai
def test_a_judge_is_asked_only_where_nothing_was_found(endpoint, source):
    url, _, asked = endpoint
    said = [Response(item.id, "(1)" if k else "Beats me!", "x", model="m")
            for k, item in enumerate(source.items)]  # fmt: skip
    run = grade_runs(said, source, judge=Judge(url, "stub"))[0]
    assert len(asked) == 1
    assert "Beats me!" in asked[0]["messages"][0]["content"]
    first = run.grades[source.items[0].id]
    assert (first.chosen, first.by) == ("2", "judge")


@needs_openai
@pytest.mark.parametrize(
    ("reply", "option", "follows"),
    [("2", 2, None), ("(3)", 3, None), ("0", None, None), ("2 or 3", None, None),
     ("Yes.", None, True), ("no", None, False), ("", None, None)],
)  # fmt: skip
def test_what_a_judge_says_is_read(endpoint, reply, option, follows):
    url, handler, _ = endpoint
    handler.reply = reply
    judge = Judge(url, "stub")
    assert judge.option(ITEM, "…") == option
    assert judge.follows({"problem": "p"}, [], "step") is follows


@needs_openai
def test_a_judge_that_is_not_there_is_told(source):
    judge = Judge("http://127.0.0.1:9/v1", "stub", timeout=0.5)
    with pytest.raises(JudgeError, match="does not answer"):
        judge.option(ITEM, "…")


@needs_openai
def test_process_scores_come_from_the_endpoint(endpoint, tmp_path):
    url, handler, asked = endpoint
    handler.reply = "S1 yes, S2 yes, S3 no, score 1.00"
    plan = make_plan(2, family="solids", tasks=["volume_1"], seed=2, images=False)
    split = Source(generate(plan, tmp_path / "split").path)
    right, wrong = respond(split, "oracle")
    answers = tmp_path / "m.jsonl"
    lines = [{"id": right.id, "response": right.text}, {"id": wrong.id, "response": "0"}]
    answers.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    judge = ["--process", "--judge-url", url, "--judge-model", "stub"]
    out = ["-o", str(tmp_path / "report")]
    done = CliRunner().invoke(app, ["evaluate", str(split.path), str(answers), *judge, *out])
    assert done.exit_code == 0, done.output
    (question,) = (request["messages"][0]["content"] for request in asked)
    item = next(item for item in split.items if item.id == right.id)
    assert item.question in question
    assert "\n".join(item.certificate["chains"][item.language]) in question
    # A right answer with 0.75, as a criterion is violated, and a wrong one with 0.
    assert "| m | process score | 37.50% |" in done.output


@needs_openai
def test_constructions_are_judged_with_their_last_pictures(endpoint):
    url, handler, asked = endpoint
    judge = Judge(url, "stub")
    handler.reply = "score 0.75"
    assert judge.construction("Bisect AB.", ["Draw two circles."], "M = Midpoint(A, B)") == 0.75
    text = asked[0]["messages"][0]["content"]
    assert "Draw two circles." in text
    assert "C3" not in text
    judge.construction("Bisect AB.", [], "M", (b"one", b"two"))
    parts = asked[1]["messages"][0]["content"]
    assert [part["type"] for part in parts] == ["text", "image_url", "image_url"]
    assert "C3" in parts[0]["text"]
    assert parts[2]["image_url"]["url"] == "data:image/png;base64,dHdv"
    handler.reply = "Well done!"
    assert judge.construction("Bisect AB.", [], "M") is None
