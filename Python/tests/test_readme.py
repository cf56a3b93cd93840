# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from pathlib import Path

import matplotlib as mpl
import pytest

README = Path(__file__).parents[1] / "README.md"


@pytest.mark.usefixtures("_landmarks")
def test_the_examples_run_as_they_are_written(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    mpl.use("Agg")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FACECAP", str(program))
    names: dict[str, object] = {}
    examples = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.M | re.S)
    for example in examples:
        exec(compile(example, str(README), "exec"), names)
    said = capfd.readouterr().out
    assert "640 x 360 pixels" in said
    assert re.search(r"face 1 at 0\.\d+, yaw", said)
    assert "'left': " in said
    assert "broken.mp4 is not a video" in said
    assert "in analysed/anna.mp4" in said
    assert (tmp_path / "presence.png").exists()
    assert names["longest"]


def test_the_example_of_the_repository_runs_as_it_is_written(
    movie: Path, program: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(movie.parent)
    monkeypatch.setenv("FACECAP", str(program))
    (example,) = re.findall(
        r"^```python\n(.*?)^```$", (README.parents[1] / "README.md").read_text(), re.M | re.S
    )
    names: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), names)
    assert len(capfd.readouterr().out.splitlines()) == 20
    assert names["faces"] is not None


def test_links_and_images_lead_to_files() -> None:
    targets = re.findall(r"\]\(([^)#:]+)[^)]*\)", README.read_text())
    missing = [target for target in targets if not (README.parent / target).exists()]
    assert len(targets) > 5
    assert missing == []
