"""How fast something may come: so much a second, and some at once."""

from __future__ import annotations


class Allowance:
    """What may still come: it grows as time goes by."""

    __slots__ = ("_credit", "_last", "_most", "_rate")

    def __init__(self, rate: float, burst: float, credit: float | None = None, moment: float = 0.0) -> None:
        self._rate = rate
        self._most = burst
        self._credit = burst if credit is None else credit
        self._last = moment

    def takes(self, cost: float, moment: float, *, may_owe: bool = False) -> bool:
        """Take something of it, if there is enough at this moment; with `may_owe`, in any case."""
        credit = self._credit + (moment - self._last) * self._rate
        if credit > self._most:  # for every frame: `min` takes longer
            credit = self._most
        takes = credit >= cost or may_owe
        self._credit = credit - cost if takes else credit
        self._last = moment
        return takes

    def left(self, moment: float) -> float:
        """Return how much may come at this moment."""
        return min(self._most, self._credit + (moment - self._last) * self._rate)
