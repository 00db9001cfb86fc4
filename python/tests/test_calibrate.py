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
    with pytest.raises(br.CalibrationError, match="densifying"):
        br.calibrate_stiffness(DATA / "example-foam.csv", loaded_area=804.25e-6, model="honey")
    with pytest.raises(br.CalibrationError, match="`pad`"):
        br.calibrate_stiffness(DATA / "example-foam.csv", loaded_area=804.25e-6, per_texel=True)


def test_options_do_what_they_say() -> None:
    keys = {"loaded_area": 804.25e-6, "thickness": 6e-3, "pad": (1250e-6, 84)}
    usual = br.calibrate_stiffness(DATA / "example-foam.csv", model="linear", **keys)
    moon = br.calibrate_stiffness(DATA / "example-foam.csv", model="linear", gravity=1.62, **keys)
    # Loads in grams weigh less there; all else is linear in them.
    assert moon.parameters["stiffness"]["value"] / usual.parameters["stiffness"]["value"] == pytest.approx(1.62 / 9.80665, rel=1e-6)
    assert br.calibrate_stiffness(DATA / "example-foam.csv", model="densifying", **keys).model != usual.model
    assert 'basis = "per_area"' in usual.to_toml("a")
    assert 'basis = "per_texel"' in br.calibrate_stiffness(DATA / "example-foam.csv", per_texel=True, **keys).to_toml("a")
    slide = br.calibrate_friction(DATA / "example-slide.csv", normal_force=5.766, area=1250e-6, model="coulomb")
    assert "stribeck_speed" not in slide.parameters


def test_advice_is_in_the_words_of_python() -> None:
    foam = b"compression_mm,load_g\n0.5,62\n1.0,118\n1.5,185\n2.0,241\n2.5,307\n"
    with pytest.raises(br.CalibrationError, match=r"loaded_area=804\.25e-6") as caught:
        br.calibrate_stiffness(foam)
    assert "--" not in str(caught.value)
    with pytest.raises(br.CalibrationError, match=r"normal_force=5\.77"):
        br.calibrate_friction(DATA / "example-slide.csv")
    # A foam of half a metre: refused as a wrong unit, unless it is what was meant.
    odd = b"compression_mm,load_g\n" + b"".join(b"%g,%g\n" % (100 * i, 62 * i) for i in range(1, 6))
    with pytest.raises(br.CalibrationError, match="trust_units=True") as caught:
        br.calibrate_stiffness(odd, loaded_area=804.25e-6)
    assert "--" not in str(caught.value)
    assert br.calibrate_stiffness(odd, loaded_area=804.25e-6, trust_units=True).r_squared > 0.9
    found = br.calibrate_stiffness(foam, loaded_area=804.25e-6)
    assert not any("--" in words for words in [*found.remarks, *(words for open in found.open for words in open)])


def test_noise_is_refused_unless_it_is_accepted() -> None:
    loads = [3.1, 2.2, 4.4, 1.7, 3.9, 2.6, 3.3, 4.1, 2.0, 3.5]
    data = ("compression_mm,load_N\n" + "".join(f"{0.2 * (i + 1)},{load}\n" for i, load in enumerate(loads))).encode()
    with pytest.raises(br.CalibrationError, match="explains nothing.*\n.*accept_poor_fit=True"):
        br.calibrate_stiffness(data, loaded_area=800e-6)
    found = br.calibrate_stiffness(data, loaded_area=800e-6, accept_poor_fit=True)
    assert found.remarks[0].startswith("Poor fit") and found.parameters["stiffness"]["low"] is None
