"""Options: what may be chosen, and what means nothing without something else."""

from __future__ import annotations

import pytest

from digsite.core.errors import BadOptions
from digsite.core.options import NO_YES, Choice, Text, applies, chosen, settle

SCHEMA = (Choice("mission", ("none", "1")), Choice("harder", NO_YES, needs="mission"), Text("board"))


def test_what_is_not_given_has_its_default() -> None:
    settled = settle(SCHEMA, {"mission": "1"})
    assert settled == {"mission": "1", "harder": "no", "board": ""}
    assert chosen(SCHEMA, settled) == {"mission": "1"}


def test_an_option_that_needs_another_is_refused_without_it() -> None:
    assert settle(SCHEMA, {"mission": "1", "harder": "yes"})["harder"] == "yes"
    assert settle(SCHEMA, {"harder": "no"})["harder"] == "no"
    with pytest.raises(BadOptions) as refused:
        settle(SCHEMA, {"harder": "yes"})
    assert (refused.value.code, refused.value.values["needs"]) == ("option_needs", "mission")


def test_an_option_applies_once_what_it_needs_is_chosen() -> None:
    harder = SCHEMA[1]
    assert not applies(harder, SCHEMA, {})
    assert not applies(harder, SCHEMA, {"mission": "none"})
    assert applies(harder, SCHEMA, {"mission": "1"})
    assert all(applies(option, SCHEMA, {}) for option in SCHEMA if option.needs is None)
