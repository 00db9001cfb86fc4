"""Calibration from tables."""

from __future__ import annotations

from pathlib import Path

import bristle as br
import pytest

DATA = Path(__file__).resolve().parents[2] / "models" / "data"


def test_the_foam_that_the_tables_were_made_with_is_found() -> None:
    pressed = br.calibrate_stiffness(DATA / "example-foam.csv", loaded_area=804.25e-6, thickness=6e-3, pad=(1250e-6, 84))
    per_area = [p for p in pressed.parameters.values() if p["unit"] == "N/m³"]
    assert any(p["low"] < 1.484e6 < p["high"] for p in per_area), pressed.parameters
    pulled = br.calibrate_friction(
        DATA / "example-slide.csv", record=DATA / "example-pull.csv", normal_force=5.766, area=1250e-6, base=pressed
    )
    found = pulled.parameters["mu_static"]
    # 0.02 N of noise on 5.8 N: the interval is what the fit itself says of it.
    assert found["value"] == pytest.approx(0.435, abs=0.02) and found["low"] < found["value"] < found["high"]
    assert pulled.pictures() and all(picture.svg.startswith("<svg") for picture in pulled.pictures().values())
    text = pulled.to_toml("foam") + '[bodies.stand]\n[skins.pad]\non = "stand"\nmaterial = "foam"\n'
    scene = br.parse(text + "layout = { grid = { rows = 3, columns = 2, pitch_mm = 4 } }\n")
    assert len(br.Skin.of_scene(scene, "pad")) == 6


@pytest.mark.parametrize(
    "data",
    [b"", b"compression_mm,load_g\n", b"compression_mm,load_g\n0.5,abc\n1.0,3\n", b"\xff\xfe\x00", b"a,b\n1,2\n", DATA / "nothing.csv"],
)
def test_tables_from_which_nothing_follows_are_refused(data: object) -> None:
    with pytest.raises(br.CalibrationError):
        br.calibrate_stiffness(data, loaded_area=804.25e-6)  # type: ignore[arg-type]


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(br.CalibrationError):
        br.calibrate_stiffness(DATA / "example-foam.csv", loaded_area=-1.0)
    with pytest.raises(br.CalibrationError, match="elasto_plastic"):
        br.calibrate_friction(DATA / "example-slide.csv", law="honey")
