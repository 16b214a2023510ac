"""The application: global options and all commands."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from geoengine import __version__
from geoengine.cli.commands import Commands
from geoengine.cli.examples import help_of
from geoengine.errors import GeoengineError, InputError
from geoengine.kernel import why_missing

__all__ = ["app"]


class ErrorReporting(TyperGroup):
    """A group of commands that turns expected exceptions into a message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            # Flush here, so that write errors are caught rather than raised at exit.
            sys.stdout.flush()
            return result
        except GeoengineError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(2 if isinstance(error, InputError) else 1) from error
        except BrokenPipeError:
            raise
        except OSError as error:
            typer.echo(f"cannot continue: {error.strerror or error}", err=True)
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            typer.echo(f"interrupted: {error}" if error.args else "interrupted", err=True)
            raise typer.Exit(130) from error


class Application(ErrorReporting):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Commands()


app = typer.Typer(
    cls=Application,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    epilog=help_of("", "")["epilog"],
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(wanted: bool) -> None:
    """Print the version and exit, if ``--version`` was given."""
    if wanted:
        missing = why_missing()
        typer.echo(f"geoengine {__version__}")
        typer.echo(f"kernel: {'compiled' if missing is None else missing}")
        raise typer.Exit


@app.callback()
def options(
    verbose: Annotated[
        int,
        typer.Option(
            "--verbose",
            "-v",
            count=True,
            show_default=False,
            help="Log what is done; -vv logs details.",
        ),
    ] = 0,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Formal geometry: reasoning graphs, proofs, and problems made from them."""
    if verbose:
        from geoengine.cli.log import log_to_stderr

        log_to_stderr(verbose)
