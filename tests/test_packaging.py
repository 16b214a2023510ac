"""What a user installs holds everything that the checkout holds."""

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import geoengine

CHECKOUT = Path(__file__).resolve().parent.parent
KINDS = ("rules", "constructions", "scenes", "tasks")


def call(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """The sdist, and the wheel which is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(CHECKOUT))
    (sdist,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def installed(distributions, tmp_path_factory):
    """A clean environment: the wheel of its own, its dependencies lent by the present one."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    call(
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
        str(distributions[1]),
    )
    site = next(home.glob("lib/python*/site-packages"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home


def test_the_command_runs_where_the_wheel_is_installed(installed, tmp_path):
    answer = call(str(installed / "bin" / "geoengine"), "--version", cwd=tmp_path)
    assert answer == f"geoengine {geoengine.__version__}\n"


def test_the_wheel_holds_the_same_yaml(installed):
    packaged = next(installed.glob("lib/python*/site-packages/geoengine/_data"))
    for kind in KINDS:
        here, there = (
            {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.yaml")}
            for root in (CHECKOUT / kind, packaged / kind)
        )
        assert there == here


@pytest.mark.parametrize("kind", KINDS)
def test_the_installed_package_reads_its_own_yaml(installed, tmp_path, kind):
    program = f"from geoengine.catalogue.folders import data_folder; print(data_folder({kind!r}))"
    answer = call(str(installed / "bin" / "python"), "-c", program, cwd=tmp_path)
    assert Path(answer.strip()).is_relative_to(installed)


def test_the_wheel_holds_the_licence_and_the_types_marker(distributions):
    names = zipfile.ZipFile(distributions[1]).namelist()
    assert "geoengine/py.typed" in names
    assert f"geoengine-{geoengine.__version__}.dist-info/licenses/LICENSE" in names


def test_the_sdist_holds_what_building_and_testing_need(distributions):
    with tarfile.open(distributions[0]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {".ci/run", ".ci/constraints.txt", "Makefile", "pyproject.toml"} <= names
    assert {path.relative_to(CHECKOUT).as_posix() for path in CHECKOUT.glob("tests/*.py")} <= names
