"""Settings: each has its row in the docs, and a wrong one is refused by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic.fields import FieldInfo

from digsite.core.errors import DigsiteError
from digsite.server.serve import config, serve
from digsite.server.settings import Settings, read_settings, variable
from digsite.store.archive import KEY_FILE
from tests.server.open_house import open_house

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
ROW = re.compile(r"\| `([A-Z_]+)` \| (.+) \| (.+) \|")
FIELDS = Settings.model_fields


def rows() -> list[tuple[str, str, str]]:
    found = [ROW.fullmatch(line) for line in PAGE.read_text(encoding="utf-8").splitlines()]
    return [(match[1], match[2], match[3]) for match in found if match]


def shown(field: FieldInfo) -> str:
    """Return how the page writes a default."""
    if field.default == "":
        return "none"
    value = field.default
    text = ",".join(sorted(value)) if isinstance(value, frozenset) else str(value)
    return f"`{text.lower() if isinstance(value, bool) else text}`"


# --- the page


def test_every_setting_has_exactly_one_row_in_their_order() -> None:
    assert [name for name, _, _ in rows()] == [variable(name) for name in FIELDS]


@pytest.mark.parametrize("name", FIELDS)
def test_the_page_says_what_the_code_says(name: str) -> None:
    field = FIELDS[name]
    default, what = next((default, what) for row, default, what in rows() if row == variable(name))
    assert what == field.description
    if field.default_factory is None:
        assert default == shown(field)
    else:
        assert "`" not in default, "a default that depends on the machine is told in words"


def test_no_other_variable_is_on_the_page() -> None:
    named = set(re.findall(r"\b(?:DIGSITE_[A-Z_]+|[A-Z]+_URL)\b", PAGE.read_text(encoding="utf-8")))
    assert named == {variable(name) for name in FIELDS}


# --- reading


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in FIELDS:
        monkeypatch.delenv(variable(name), raising=False)


def test_a_house_is_safe_without_any() -> None:
    settings = read_settings()
    assert settings.hosts == {"localhost"}
    assert settings.proxies == "127.0.0.1"
    assert not settings.is_shared


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("home", "/srv/digsite", Path("/srv/digsite")),
        ("database_url", "postgresql://host/name", "postgresql://host/name"),
        ("redis_url", "redis://host", "redis://host"),
        ("key", "k" * 32, "k" * 32),
        ("hosts", "Dig.example, www.dig.example", {"dig.example", "www.dig.example"}),
        ("hosts", "*", {"*"}),
        ("https", "true", True),
        ("proxies", "10.0.0.1,10.0.0.2", "10.0.0.1,10.0.0.2"),
        ("thinkers", "3", 3),
        ("requests_per_minute", "7", 7),
        ("guests_per_hour", "7", 7),
        ("tables_per_hour", "7", 7),
        ("logs_per_minute", "7", 7),
        ("sockets_per_client", "7", 7),
        ("sockets_per_person", "7", 7),
        ("messages_per_second", "7", 7),
        ("networks", "192.0.2.0/24=10, 2001:db8::/32=20", "192.0.2.0/24=10, 2001:db8::/32=20"),
        ("connections", "7", 7),
        ("connections_per_client", "7", 7),
        ("rooms", "7", 7),
        ("log", "json", "json"),
        ("log_level", "INFO", "info"),
        ("access_log", "true", True),
        ("log_addresses", "true", True),
        ("metrics", "local", "local"),
        ("metrics", "t" * 16, "t" * 16),
    ],
)
def test_a_variable_sets_it(monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: object) -> None:
    monkeypatch.setenv(variable(name), text)
    assert getattr(read_settings(), name) == value


@pytest.mark.parametrize("name", FIELDS)
def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    expected = read_settings()
    monkeypatch.setenv(variable(name), "")
    assert read_settings() == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("https", "maybe"),
        ("thinkers", "many"),
        ("thinkers", "0"),
        ("thinkers", "257"),
        ("requests_per_minute", "0"),
        ("guests_per_hour", "-1"),
        ("tables_per_hour", "1.5"),
        ("logs_per_minute", "x"),
        ("sockets_per_client", "0"),
        ("sockets_per_person", "0"),
        ("messages_per_second", "0"),
        ("networks", "192.0.2.0/24"),
        ("networks", "192.0.2.0/24=0"),
        ("networks", "192.0.2.0/24=1001"),
        ("networks", "192.0.2.0/24=x"),
        ("networks", "192.0.2.1/24=10"),
        ("networks", "school=10"),
        ("networks", "2001:db8::1/128=10"),
        ("connections", "0"),
        ("connections_per_client", "0"),
        ("rooms", "0"),
        ("log", "xml"),
        ("log_level", "debug"),
        ("access_log", "perhaps"),
        ("log_addresses", "perhaps"),
        ("metrics", "t" * 15),
        ("metrics", "a token with spaces"),
        ("key", "guess me"),
    ],
)
def test_a_wrong_value_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.setenv(variable(name), text)
    with pytest.raises(DigsiteError) as refusal:
        read_settings()
    assert refusal.value.code == "bad_setting"
    assert refusal.value.values["setting"] == variable(name)
    assert "guess me" not in str(refusal.value), "nobody reads a key over a shoulder"


def test_what_must_stay_secret_is_not_printed() -> None:
    settings = Settings(
        database_url="postgresql://user:pa55word@host/name",
        redis_url="redis://:pa55word@host",
        key="k" * 32,
        metrics="pa55word" * 2,
    )
    assert "pa55word" not in repr(settings)
    assert settings.key not in repr(settings)


def test_both_services_make_one_house_of_several_processes() -> None:
    assert not Settings(database_url="postgresql://host/name").is_shared
    assert not Settings(redis_url="redis://host").is_shared
    assert Settings(database_url="postgresql://host/name", redis_url="redis://host").is_shared


def test_the_server_believes_the_proxies_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable("proxies"), "192.0.2.1")
    assert config("digsite.server.app:create_app").forwarded_allow_ips == "192.0.2.1"
    chosen = Settings(proxies="192.0.2.2")
    assert config("digsite.server.app:create_app", chosen).forwarded_allow_ips == "192.0.2.2"


# --- opening


def nobody_comes(address: str, port: int) -> None:
    pytest.fail(f"it opened at {address}, port {port}")


class Closes(Exception):
    """Nobody wants to stay for longer than the test."""


def test_the_first_port_that_is_free_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGSITE_HOME", str(tmp_path / "another"))

    def welcome(address: str, port: int) -> None:
        assert address == f"http://localhost:{port}"
        assert port not in (0, house.port)
        raise Closes

    with open_house(tmp_path) as house, pytest.raises(Closes):
        serve("127.0.0.1", [house.port, 0], 1, welcome)


@pytest.mark.parametrize(("workers", "code"), [(1, "data_in_use"), (2, "many_workers_need_services")])
def test_what_speaks_against_opening_is_said_before_anybody_is_invited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int, code: str
) -> None:
    monkeypatch.setenv("DIGSITE_HOME", str(tmp_path))
    said: list[str] = []
    with open_house(tmp_path), pytest.raises(DigsiteError) as refusal:
        serve("127.0.0.1", [0], workers, lambda address, _: said.append(address))
    assert refusal.value.code == code
    assert not said


def test_a_port_that_somebody_else_has_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGSITE_HOME", str(tmp_path / "another"))
    with open_house(tmp_path) as house, pytest.raises(DigsiteError) as refusal:
        serve("127.0.0.1", [house.port], 1, nobody_comes)
    assert (refusal.value.code, refusal.value.values["port"]) == ("port_taken", house.port)


def test_a_key_that_is_damaged_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGSITE_HOME", str(tmp_path))
    (tmp_path / KEY_FILE).write_text("")
    with pytest.raises(DigsiteError) as refusal:
        serve("127.0.0.1", [0], 1, nobody_comes)
    assert refusal.value.code == "cannot_read"
