import pytest
from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def source(tmp_path_factory):
    """A small split to be answered; not to be changed."""
    from answers import small_split

    return small_split(tmp_path_factory.mktemp("split"))


@pytest.fixture(scope="session")
def wide(source, tmp_path_factory):
    """The small split many times over; not to be changed."""
    from answers import wide_split

    return wide_split(source, tmp_path_factory.mktemp("split"))
