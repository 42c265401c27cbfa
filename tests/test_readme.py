"""What README promises works as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs() -> None:
    example = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Result(" in done.stdout


def test_every_make_target_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    texts = [README, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")]
    named = {name for text in texts for name in re.findall(r"\bmake ([a-z-]+)", text)}
    assert named - {"and"} <= targets


def test_every_file_that_is_linked_exists() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        for link in links:
            assert (page.parent / link).exists(), f"{page.name}: {link}"
