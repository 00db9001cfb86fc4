"""Filters against SciPy itself, and tactile channels."""

from __future__ import annotations

import bristle as br
import numpy as np
import pytest
from scipy import signal as scipy_signal

RATES = (24.4, 97.0, 3000.0)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("order", (1, 2, 3, 4))
@pytest.mark.parametrize("kind", ("lowpass", "highpass", "bandpass"))
@pytest.mark.parametrize("ripple", (None, 0.5, 2.3))
def test_filters_are_those_of_scipy(rate: float, order: int, kind: str, ripple: float | None) -> None:
    edges = [0.07 * rate, 0.23 * rate] if kind == "bandpass" else 0.13 * rate
    if ripple is None:
        ours, (b, a) = br.butterworth(order, edges, rate, kind), scipy_signal.butter(order, edges, kind, fs=rate)
    else:
        ours, (b, a) = br.chebyshev(order, ripple, edges, rate, kind), scipy_signal.cheby1(order, ripple, edges, kind, fs=rate)
    np.testing.assert_allclose(ours.b, b, rtol=0, atol=1e-12 * np.abs(a).max())
    np.testing.assert_allclose(ours.a, a, rtol=0, atol=1e-12 * np.abs(a).max())
    samples = np.random.default_rng(7).normal(size=500)
    # SciPy's own sections of second order; a fraction of order 8 would lose digits.
    design = scipy_signal.butter if ripple is None else lambda *of, **more: scipy_signal.cheby1(of[0], ripple, *of[1:], **more)
    sections = design(order, edges, kind, fs=rate, output="sos")
    np.testing.assert_allclose(ours(samples), scipy_signal.sosfilt(sections, samples), rtol=0, atol=1e-11)
    frequency = 0.11 * rate
    _, response = scipy_signal.freqz(b, a, worN=[frequency], fs=rate)
    assert ours.gain(frequency) == pytest.approx(abs(response[0]), rel=1e-9)


def test_a_stream_gives_the_bits_of_the_whole() -> None:
    samples = np.random.default_rng(3).normal(size=101)
    whole = br.butterworth(3, [2.0, 7.0], 24.4, "bandpass")(samples)
    filter = br.butterworth(3, [2.0, 7.0], 24.4, "bandpass")
    pieces = np.concatenate([filter(samples[:13]), [filter(float(x)) for x in samples[13:20]], filter(samples[20:])])
    assert (pieces == whole).all()
    filter.reset()
    assert (filter(samples) == whole).all()


def test_a_settled_high_pass_begins_at_zero() -> None:
    filter = br.butterworth(1, 5.0, 24.4, "highpass")
    filter.settle(9.81)
    assert abs(filter(9.81)) < 1e-14


def test_what_makes_no_filter_is_refused_in_words() -> None:
    for wrong, words in (
        (lambda: br.butterworth(1, 13.0, 24.4), "less than 12.2, half the sampling rate"),
        (lambda: br.butterworth(1, [1.0, 2.0], 24.4), "a lowpass has one cut-off frequency, not 2"),
        (lambda: br.butterworth(1, 1.0, 24.4, "bandstop"), "there is no filter `bandstop`"),  # type: ignore[arg-type]
        (lambda: br.chebyshev(1, -1.0, 1.0, 24.4), "the ripple"),
        (lambda: br.butterworth(1, "high", 24.4), "the cut-off is 'high'"),  # type: ignore[arg-type]
        (lambda: br.Signal("sa3", rate=1.0), "there is no signal `sa3`"),
        (lambda: br.Signal("fa1", rate=24.4), "how many `cells`"),
        (lambda: br.Signal("sa1", rate=24.4, cells=3, parameters={"cells": [3]}), "there is no cell 3"),
        (lambda: br.Signal("sa1", rate=24.4, cells=3, parameters={"cutoff": 3.0}), "has no parameter `cutoff`"),
        (lambda: br.Signal("centroid", rate=24.4, cells=3), "needs the `places`"),
    ):
        with pytest.raises(br.SignalError, match=words.replace("`", ".")):
            wrong()


def test_fa1_is_the_high_pass_of_the_sum() -> None:
    frames = np.random.default_rng(5).normal(size=(40, 15))
    channel = br.Signal("fa1", rate=24.4, cells=15)
    told = [channel.frame(n / 24.4, frame) for n, frame in enumerate(frames)]
    b, a = scipy_signal.butter(1, 5.0, "high", fs=24.4)
    np.testing.assert_allclose(told, scipy_signal.lfilter(b, a, frames.sum(axis=1)), atol=1e-12)


def test_channels_of_shear_place_and_vibration() -> None:
    stretch = br.Signal("sa2", rate=100.0, cells=2)
    for n in range(300):
        told = stretch.frame(n / 100.0, [1.0, 1.0], [[0.3, 0.0, 0.1], [0.1, -0.2, 0.0]])
    np.testing.assert_allclose(told, [0.4, -0.2, 0.1], atol=1e-9)
    middle = br.Signal("centroid", rate=100.0, places=[[0.0, 0.0, 0.0], [0.01, 0.02, 0.0]])
    np.testing.assert_allclose(middle.frame(0.0, [1.0, 3.0]), [0.0075, 0.015, 0.0])
    assert np.isnan(middle.frame(0.1, [0.0, 0.0])).all()
    shaken = br.Signal("fa2", rate=3000.0)
    assert shaken.sample([0.0, 9.81, 0.0]) == pytest.approx(0.0, abs=1e-12)
    assert shaken.sample([3.0, 9.81, 4.0]) == pytest.approx(5.0 * 0.950202, abs=1e-5)
    assert shaken.value > 4.0


def test_signals_of_a_scene_are_read_by_name() -> None:
    text = """
include = ["lib:scenes/weigh"]
signals.force = { sa1 = { skins = ["dsa"] } }
signals.middle = { centroid = { skins = ["dsa"] } }
"""
    world = br.parse(text).world()
    world.step(1500)
    assert world.signals == ["force", "middle"]
    assert world.signal("force") == pytest.approx(9.8, abs=1e-6)
    assert world.signal("middle").shape == (3,)
    with pytest.raises(br.UnknownNameError, match="there is no signal .weight."):
        world.signal("weight")
    with pytest.raises(br.SceneError, match="cannot be made"):
        br.parse(text + 'signals.fast = { fa1 = { skins = ["dsa"], cutoff = 600.0 } }\n').world()
