"""Letters that look alike: what is compared where one name must not be taken for another.

It is a small part of Unicode's list of confusable letters (UTS 39): those of Greek and Cyrillic, and some of
Latin, that look like a Latin letter in the fonts of the page. A letter too many does no harm: somebody's name
gets a number at tables where another one looks a bit like it.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_LETTERS: Final = {
    "A": "Α А Ꭺ Λ",
    "B": "Β В Ᏼ",
    "C": "С Ϲ Ⅽ Ꮯ",
    "D": "Ꭰ Đ Ð Ɖ",
    "E": "Ε Е Ꭼ",
    "F": "Ϝ Ғ",
    "G": "Ԍ Ꮐ",
    "H": "Η Н Ꮋ Ħ",
    "I": "Ι І Ӏ ӏ ı ɩ ι і l 1 | ǀ ׀ Ɩ ! ¡ Ł ł ⏐ ∣ │",
    "J": "Ј Ϳ Ꭻ ј ϳ ȷ",
    "K": "Κ К Ꮶ Қ κ к",
    "L": "Ꮮ",
    "M": "Μ М Ꮇ",
    "N": "Ν",
    "O": "Ο О Օ 0 Ø ø ο о օ σ ס ٥ ० ০ Ө Θ Ѳ θ ө ѳ",
    "P": "Ρ Р Ꮲ ρ р",
    "Q": "Ԛ ԛ",
    "S": "Ѕ Տ Ꮪ ѕ",
    "T": "Τ Т Ꭲ τ т Ŧ ŧ",
    "U": "Ս υ ս",
    "V": "Ѵ Ꮩ ν ѵ",
    "W": "Ԝ Ꮃ ԝ ѡ ω",
    "X": "Χ Х Ꭓ χ х",
    "Y": "Υ У Ү γ у ү Ꭹ",
    "Z": "Ζ Ꮓ",
    "a": "α а ɑ",
    "b": "Ь ь Ƅ ɓ",
    "c": "с ϲ ⅽ",
    "d": "ԁ ɗ đ",
    "e": "е є ε ҽ",
    "g": "ɡ ց",
    "h": "һ հ ħ Һ",
    "n": "η п ո",
    "r": "г ʀ",
    "u": "ʋ",
    "k": "ĸ",
}
"""Behind each letter those that look like it, capital letters and small ones apart."""
_PAIRS: Final = {"rn": "m", "vv": "w"}
"""Two letters that look like another one."""
_LOOKS_LIKE: Final = str.maketrans(
    {other: letter for letter, others in _LETTERS.items() for other in others.split()}
)
_MARKS: Final = ("Mn", "Me")


def look(text: str) -> str:
    """Return how a text looks: the same for two that a reader could take for each other.

    Widths, accents, blanks, capital and small letters make no difference.
    """
    plain = _without_marks(unicodedata.normalize("NFKC", text)).translate(_LOOKS_LIKE)
    small = _without_marks(plain.casefold().translate(_LOOKS_LIKE).casefold())
    for pair, letter in _PAIRS.items():
        small = small.replace(pair, letter)
    return "".join(small.split())


def _without_marks(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if unicodedata.category(letter) not in _MARKS)


def is_mark(letter: str) -> bool:
    """Tell whether a letter is written over or under the one before it."""
    return unicodedata.category(letter) in _MARKS
