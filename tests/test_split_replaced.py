"""Splits that replace others: every family can write again what it has written."""

import pytest
from typer.testing import CliRunner

from geoengine.cli.app import app


@pytest.mark.parametrize(
    ("family", "task"),
    [
        ("reasoning", "structural_perception"),
        ("solids", "angle_2"),
        ("programs", "primitive"),
        ("drafting", "compass"),
    ],
)
def test_a_split_with_its_media_is_replaced(tmp_path, family, task):
    arguments = ["generate", str(tmp_path / "split"), "--family", family, "--tasks", task]
    arguments += ["--count", "1", "--seed", "1", "--workers", "1", "--force"]
    for _ in range(2):
        run = CliRunner().invoke(app, arguments)
        assert run.exit_code == 0, run.output
