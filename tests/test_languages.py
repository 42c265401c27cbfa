"""Four languages say the same things: same keys, same holes; nothing is missing and nothing is left over."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import click
import pytest

from digsite.bots import BOTS, LEVELS
from digsite.cli.commands import digsite
from digsite.cli.sitting import COMMANDS
from digsite.core.options import Choice
from digsite.core.words import LANGUAGES, say
from digsite.games import GAMES, game

SOURCE = Path(__file__).parent.parent / "src" / "digsite"
WEB = Path(__file__).parent.parent / "web" / "src"
FOLDER = SOURCE / "languages"
PARTS = sorted(path.stem for path in (FOLDER / "en").glob("*.json"))
OTHERS = [language for language in LANGUAGES if language != "en"]

RAISERS = {
    "DigsiteError",
    "BadOptions",
    "BadText",
    "BadRequest",
    "IllegalMove",
    "InvalidMove",
    "refusal",
}
"""What is called with the code of an error."""

PAGE_PARTS = [part for part in PARTS if re.fullmatch("page|home|setup|play|replay|rules(_.+)?", part)]
"""What only the page in the browser says; of the other parts, all that begins with `page_`."""

WHOLE_SENTENCE = 4
"""A pattern with fewer letters than this would fit any key."""


@cache
def sentences(language: str, part: str) -> dict[str, str | dict[str, str]]:
    loaded: dict[str, str | dict[str, str]] = json.loads(
        (FOLDER / language / f"{part}.json").read_text(encoding="utf-8")
    )
    return loaded


def forms(sentence: str | dict[str, str]) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def holes(sentence: str | dict[str, str]) -> set[str]:
    found = {name for form in forms(sentence) for _, name, _, _ in Formatter().parse(form) if name}
    return found if isinstance(sentence, str) else found | {"n"}


# --- the same in every language


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_files(language: str) -> None:
    assert sorted(path.stem for path in (FOLDER / language).glob("*.json")) == PARTS


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_same_keys_in_the_same_order(language: str, part: str) -> None:
    assert list(sentences(language, part)) == list(sentences("en", part))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_same_holes_and_forms(language: str, part: str) -> None:
    for key, sentence in sentences("en", part).items():
        other = sentences(language, part)[key]
        assert holes(other) == holes(sentence), f"{language}/{part}.json: {key}"
        assert isinstance(other, str) == isinstance(sentence, str), f"{language}/{part}.json: {key}"


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_well_formed(language: str, part: str) -> None:
    for key, sentence in sentences(language, part).items():
        where = f"{language}/{part}.json: {key}"
        if not isinstance(sentence, str):
            assert set(sentence) == {"one", "other"}, where
        for form in forms(sentence):
            assert form == form.strip(), where
            assert form, where


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_of_a_text_begins_with_its_line(language: str) -> None:
    word = {
        "en": "Line {line}: ",
        "fr": "Ligne {line}\N{NO-BREAK SPACE}: ",
        "nl": "Regel {line}: ",
        "de": "Zeile {line}: ",
    }
    for key, sentence in sentences(language, "errors").items():
        if "line" in holes(sentence):
            assert all(form.startswith(word[language]) for form in forms(sentence)), key


# --- what the code says


def nodes() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}", node


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def codes_in(node: ast.expr) -> list[str]:
    """Return the texts that an expression can be, as far as one can see."""
    if isinstance(node, ast.IfExp):
        return codes_in(node.body) + codes_in(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def raised() -> list[tuple[str, str, ast.Call]]:
    """Return where each code is raised, the code and the call."""
    return [
        (where, code, node)
        for where, node in nodes()
        if isinstance(node, ast.Call) and name_of(node.func) in RAISERS and node.args
        for code in codes_in(node.args[0])
    ]


def test_every_code_raised_has_a_sentence() -> None:
    missing = [f"{where}: {code}" for where, code, _ in raised() if code not in sentences("en", "errors")]
    assert not missing


def test_every_error_is_raised_with_what_its_sentence_needs() -> None:
    wrong = []
    for where, code, call in raised():
        given = {keyword.arg for keyword in call.keywords}
        if None in given or name_of(call.func) == "refusal":
            continue  # values that are passed on, or a line that is added
        if needed := holes(sentences("en", "errors").get(code, "")) - given:
            wrong.append(f"{where}: {code} lacks {needed}")
    assert not wrong


def test_no_error_has_a_sentence_that_nobody_says() -> None:
    texts, _ = said()
    refused = {code for source in page_sources() for code in re.findall(r"Refused\('([a-z_]+)'", source)}
    assert not set(sentences("en", "errors")) - texts - refused


@cache
def said() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return all texts in the code, and the patterns of those with holes."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for _, node in nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else None for p in node.values]
            if sum(len(re.findall("[a-z]", str(p))) for p in parts if p) >= WHOLE_SENTENCE:
                patterns.add("".join(".+" if p is None else re.escape(str(p)) for p in parts))
    return texts, [re.compile(pattern) for pattern in patterns]


def is_for_page(part: str, key: str) -> bool:
    return part in PAGE_PARTS or key.startswith("page_")


@pytest.mark.parametrize("part", [part for part in PARTS if part not in ("errors", *PAGE_PARTS)])
def test_no_sentence_is_left_over(part: str) -> None:
    texts, patterns = said()
    unused = [
        key
        for key in sentences("en", part)
        if not is_for_page(part, key)
        and not {key, f"{part}.{key}"} & texts
        and not any(p.fullmatch(key) or p.fullmatch(f"{part}.{key}") for p in patterns)
    ]
    assert not unused


def test_every_sentence_named_in_the_code_exists() -> None:
    key = re.compile(rf"({'|'.join(PARTS)})\.([a-z_]*[a-z])")
    texts, _ = said()
    named = [match for text in texts if (match := key.fullmatch(text))]
    assert named
    assert not [match[0] for match in named if match[2] not in sentences("en", match[1])]


# --- what the page says


@cache
def page_sources() -> list[str]:
    paths = sorted([*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")])
    return [path.read_text(encoding="utf-8") for path in paths if not path.name.endswith(".test.ts")]


@cache
def said_in_page() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return all keys that stand in the sources of the page, and the patterns of those made from data."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for source in page_sources():
        texts |= set(re.findall(r"""['"`]([a-z_]+\.[a-z0-9_]+)['"`]""", source))
        for template in re.findall(r"`([^`\s]*\$\{[^`\n]*)`", source):
            fixed = re.split(r"\$\{[^}]*\}", template)
            if sum(len(re.findall("[a-z]", piece)) for piece in fixed) >= WHOLE_SENTENCE:
                patterns.add(".+".join(map(re.escape, fixed)))
    return texts, [re.compile(pattern) for pattern in patterns]


@pytest.mark.parametrize("part", PARTS)
def test_no_sentence_of_the_page_is_left_over(part: str) -> None:
    texts, patterns = said_in_page()
    keys = [f"{part}.{key}" for key in sentences("en", part) if is_for_page(part, key)]
    unused = [key for key in keys if key not in texts and not any(p.fullmatch(key) for p in patterns)]
    assert not unused


def test_every_sentence_named_in_the_page_exists() -> None:
    texts, _ = said_in_page()
    named = [text.split(".") for text in texts if text.split(".")[0] in PARTS]
    assert named
    assert not [f"{part}.{key}" for part, key in named if key not in sentences("en", part)]


# --- what must be there


def test_every_command_and_option_has_its_help() -> None:
    cli = sentences("en", "cli")
    for command in (digsite, *digsite.commands.values()):
        assert f"command_{command.name}" in cli
        for param in command.params:
            assert not isinstance(param, click.Option) or f"option_{param.name}" in cli, param.name
    assert {f"do_{command}" for command in COMMANDS} <= set(cli)


def test_every_bot_has_a_name() -> None:
    assert {f"bot_{bot}" for bot in BOTS} <= set(sentences("en", "table"))
    assert {f"company_{level}" for level in LEVELS} <= set(sentences("en", "cli"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_bots_have_the_same_name(language: str) -> None:
    names = [sentences(language, "table")[f"bot_{bot}"] for bot in BOTS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_and_option_has_its_words(key: str) -> None:
    needed = {"name", "about", "help"}
    for option in game(key).schema:
        needed.add(f"option_{option.key}")
        if isinstance(option, Choice):
            needed |= {f"option_{option.key}_{value}" for value in option.values}
    assert needed <= set(sentences("en", key))


@pytest.mark.parametrize("part", PARTS)
def test_french_marks_stay_with_the_word_before_them(part: str) -> None:
    """By a space that no line is broken at."""
    said = [form for sentence in sentences("fr", part).values() for form in forms(sentence)]
    assert [form for form in said if re.search(r" [:;?!»](?!\w)|« ", form)] == []


@pytest.mark.parametrize(("language", "ones"), [("en", {-1, 1}), ("fr", {-1, 0, 1})])
def test_counts_take_the_form_that_browsers_give_them(language: str, ones: set[int]) -> None:
    singular = {n for n in range(-3, 4) if say(language, "table.points", n=n).endswith(" point")}
    assert singular == ones
