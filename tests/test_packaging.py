"""An installed package contains everything that a checkout contains."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from browser import needs_assets

import geoengine

CHECKOUT = Path(__file__).resolve().parent.parent
KINDS = ("rules", "constructions", "scenes", "tasks")
COMPILER = (sysconfig.get_config_var("CC") or "").partition(" ")[0]
BUILD_EDITABLE = "from hatchling.build import build_editable; print(build_editable('dist'))"


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def call(*command, **options):
    done = run(*command, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """The sdist, and the wheel which is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    words = ["-m", "build", "--no-isolation", "--outdir", str(folder), str(CHECKOUT)]
    # To optimize the kernel would take most of the time.
    call(sys.executable, *words, env={**os.environ, "CFLAGS": "-O0"})
    (sdist,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def installed(distributions, tmp_path_factory):
    """A clean environment with the wheel, borrowing the dependencies of the current one."""
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


@needs_assets
@pytest.mark.slow(seconds=30)
class TestDistributions:
    """What is in the distributions, and works where they are installed."""

    def test_the_command_runs_where_the_wheel_is_installed(self, installed, tmp_path):
        answer = call(str(installed / "bin" / "geoengine"), "--version", cwd=tmp_path)
        assert answer.startswith(f"geoengine {geoengine.__version__}\nkernel: ")

    @pytest.mark.program(COMPILER)
    def test_the_wheel_holds_the_kernel(self, installed, tmp_path):
        answer = call(str(installed / "bin" / "geoengine"), "--version", cwd=tmp_path)
        assert answer.endswith("\nkernel: compiled\n")

    def test_the_wheel_holds_the_same_yaml(self, installed):
        packaged = next(installed.glob("lib/python*/site-packages/geoengine/_data"))
        for kind in KINDS:
            here, there = (
                {
                    path.relative_to(root).as_posix(): path.read_bytes()
                    for path in root.rglob("*.yaml")
                }
                for root in (CHECKOUT / kind, packaged / kind)
            )
            assert there == here

    @pytest.mark.parametrize("kind", KINDS)
    def test_the_installed_package_reads_its_own_yaml(self, installed, tmp_path, kind):
        program = (
            f"from geoengine.catalogue.folders import data_folder; print(data_folder({kind!r}))"
        )
        answer = call(str(installed / "bin" / "python"), "-E", "-c", program, cwd=tmp_path)
        assert Path(answer.strip()).is_relative_to(installed)

    def test_the_wheel_holds_the_licence_and_the_types_marker(self, distributions):
        names = zipfile.ZipFile(distributions[1]).namelist()
        assert "geoengine/py.typed" in names
        assert f"geoengine-{geoengine.__version__}.dist-info/licenses/LICENSE" in names

    def test_both_distributions_hold_the_templates_of_the_pages(self, distributions):
        here = {
            p.relative_to(CHECKOUT).as_posix() for p in CHECKOUT.glob("geoengine/*/templates/*")
        }
        assert {"geoengine/inspect/templates/document.html"} < here
        with tarfile.open(distributions[0]) as sdist:
            assert here <= {name.partition("/")[2] for name in sdist.getnames()}
        assert here <= set(zipfile.ZipFile(distributions[1]).namelist())

    def test_the_sdist_holds_what_building_and_testing_need(self, distributions):
        with tarfile.open(distributions[0]) as sdist:
            names = {name.partition("/")[2] for name in sdist.getnames()}
        assert {
            ".ci/run",
            ".ci/constraints.txt",
            "Makefile",
            "README.md",
            "pyproject.toml",
        } <= names
        assert {
            path.relative_to(CHECKOUT).as_posix() for path in CHECKOUT.glob("tests/*.py")
        } <= names


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A checkout without the programs of the pages."""
    folder = tmp_path_factory.mktemp("bare")
    for name in ("geoengine", *KINDS, ".ci"):
        ignore = shutil.ignore_patterns("built", "node_modules", "__pycache__")
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignore)
    for name in ("LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(CHECKOUT / name, folder)
    return folder


@pytest.mark.parametrize("kind", ["--wheel", "--sdist"])
def test_no_package_is_built_without_the_programs_of_the_pages(kind, bare):
    done = run(sys.executable, "-m", "build", "--no-isolation", kind, str(bare))
    assert done.returncode == 1
    assert "found no geoengine/inspect/built/versions.json" in done.stderr
    assert "run `make assets` first" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert not list(bare.glob("dist/*"))


def test_an_editable_installation_needs_no_libraries(bare, tmp_path):
    name = call(sys.executable, "-c", BUILD_EDITABLE, cwd=bare).strip()
    wheel = shutil.move(bare / "dist" / name, tmp_path)
    with zipfile.ZipFile(wheel) as files:
        (path,) = (files.read(one).decode() for one in files.namelist() if one.endswith(".pth"))
    assert path.strip() == str(bare)


def test_a_machine_without_a_compiler_installs_without_the_kernel(bare, tmp_path):
    shutil.copytree(bare, tmp_path, dirs_exist_ok=True)
    # One module of the kernel is enough to see that there is no compiler.
    others = sorted(tmp_path.glob("geoengine/kernel/*.pyx"))[1:]
    built = (*tmp_path.glob("geoengine/kernel/built.json"), *tmp_path.rglob("kernel/*.so"))
    for path in (*others, *built):
        path.unlink()
    environment = {**os.environ, "CC": "no-such-compiler"}
    done = run(sys.executable, "-c", BUILD_EDITABLE, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("-none-any.whl")
    (line,) = (one for one in done.stderr.splitlines() if "kernel" in one)
    assert "kernel was not compiled" in line
    assert "no-such-compiler" in line
    program = "from geoengine.kernel import why_missing; print(why_missing())"
    answer = call(sys.executable, "-c", program, cwd=tmp_path)
    assert answer.startswith("not compiled: ")
    assert "no-such-compiler" in answer


def test_the_description_of_the_package_leads_nowhere_in_the_checkout(bare, tmp_path):
    name = call(sys.executable, "-c", BUILD_EDITABLE, cwd=bare).strip()
    wheel = shutil.move(bare / "dist" / name, tmp_path)
    (found,) = importlib.metadata.distributions(name="geoengine", path=[str(wheel)])
    shown = found.metadata.get_payload()
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    local = r"\]\((?!https?:)"
    assert len(re.findall(local, readme)) >= 14
    assert re.findall(local, shown) == []
    assert "![" not in shown
    # Nothing else is missing.
    kept = [part for part in readme.split("\n\n") if not re.search(local, part)]
    assert len(kept) >= 27
    assert set(kept) <= set(shown.split("\n\n"))
