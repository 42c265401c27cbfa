"""What needs a process of its own: `python -m bench.worker …` answers in lines of JSON."""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any, Final

from bench.cases import CASES, Case, deals, repeated
from bench.measure import BenchError, Played, until
from bench.ours import Games, Kernel

FEW: Final = 10
"""Games that an interpreted kernel plays at a time."""
MILLION: Final = 1_000_000


# --- inside the process


def interpret(name: str) -> None:
    """Play the games of a case as often as standard input asks for so many seconds."""
    kernel = Kernel(_case(name), Games(_case(name), FEW))
    kernel.play()
    _say({"digest": kernel.games.digest()})
    for line in sys.stdin:
        played = until(float(line), lambda: kernel.play().moves)
        _say({"moves": played.moves, "seconds": played.seconds})


def million(name: str) -> None:
    """Hold a million positions and say how much memory the process takes."""
    positions = repeated(deals(_case(name), 1000), MILLION)
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _say({"positions": len(positions), "megabytes": kilobytes * 1024 / 1e6})


def _case(name: str) -> Case:
    return next(case for case in CASES if case.name == name)


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


# --- outside


def command(task: str, case: Case) -> list[str]:
    """Return the command of a worker."""
    return [sys.executable, "-m", "bench.worker", task, case.name]


class Interpreted:
    """Our rules in a process without numba's compiler: plain Python."""

    def __init__(self, case: Case, seconds: float, environment: dict[str, str]) -> None:
        self.name = f"{case.name}: interpreted"
        self._case, self._seconds = case, seconds
        self._process = subprocess.Popen(
            command("interpret", case),
            env=environment | {"NUMBA_DISABLE_JIT": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def check(self) -> None:
        """Refuse interpreted rules that do not play as the compiled ones."""
        compiled = Kernel(self._case, Games(self._case, FEW))
        compiled.play()
        if self._heard()["digest"] != compiled.games.digest():
            message = f"{self.name} plays other games than the kernel"
            raise BenchError(message)

    def play(self) -> Played:
        """Play until the time is up."""
        print(self._seconds, file=_open(self._process.stdin), flush=True)
        return Played(**self._heard())

    def close(self) -> None:
        """End the process."""
        _open(self._process.stdin).close()
        self._process.wait()
        _open(self._process.stdout).close()

    def _heard(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(_open(self._process.stdout).readline())
        return answer


def _open(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        message = "the worker has no pipe"
        raise BenchError(message)
    return pipe


def megabytes_of_a_million(case: Case) -> float:
    """Return the memory of a process that holds a million positions."""
    done = subprocess.run(command("million", case), check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout)["megabytes"])


def seconds_to_start(case: Case, environment: dict[str, str], starts: int) -> tuple[float, float]:
    """Return how long a process takes to compile and play a game, and then to be ready from the cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = environment | {"NUMBA_CACHE_DIR": cache}
        words = [sys.executable, "-m", "bench.start", case.key, str(case.seats)]
        first = _wall([*words, "play"], environment)
        return first, statistics.median(_wall(words, environment) for _ in range(starts))


def seconds_to_help(environment: dict[str, str]) -> float:
    """Return how long `digsite --help` takes."""
    return _wall([str(Path(sys.executable).with_name("digsite")), "--help"], environment)


def _wall(words: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(words, check=True, env=environment, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


TASKS: Final = {"interpret": interpret, "million": million}

if __name__ == "__main__":
    TASKS[sys.argv[1]](sys.argv[2])
