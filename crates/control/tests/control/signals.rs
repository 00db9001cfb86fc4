//! Filters against SciPy, and the tactile channels.

use bristle_control::signal::{
    Band, BandForce, Block, BlockKind, Cells, Coefficients, Design, Disturbance, Filter, Receptor,
    SignalError, SkinStretch, Tare, Vibration, centroid, total,
};
use glam::DVec3;
use serde::Deserialize;
use std::f64::consts::TAU;

#[derive(Deserialize)]
struct Reference {
    filters: Vec<OneFilter>,
}

#[derive(Deserialize)]
struct OneFilter {
    name: String,
    design: Design,
    b: Vec<f64>,
    a: Vec<f64>,
    frequency: f64,
    impulse: Vec<f64>,
    sine: Vec<f64>,
}

fn scipy() -> Vec<OneFilter> {
    serde_json::from_str::<Reference>(include_str!("scipy_filters.json")).unwrap().filters
}

fn largest_difference(ours: &[f64], theirs: &[f64]) -> f64 {
    assert_eq!(ours.len(), theirs.len());
    ours.iter().zip(theirs).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

#[test]
fn coefficients_are_those_of_scipy() {
    for OneFilter { name, design, b, a, .. } in scipy() {
        let found = design.coefficients().unwrap();
        // SciPy multiplies the same roots in another order. Coefficients of order 12 reach 20.
        let largest = a.iter().map(|x| x.abs()).fold(1.0, f64::max);
        for (ours, theirs) in [(&found.b, &b), (&found.a, &a)] {
            let difference = largest_difference(ours, theirs);
            assert!(difference < 1e-12 * largest, "{name}: {difference:e}");
        }
    }
}

#[test]
fn the_filters_of_the_paper_have_its_coefficients() {
    let first =
        |cutoff, rate| Design::butterworth(1, Band::HighPass { cutoff }, rate).coefficients().unwrap();
    for (Coefficients { b, a }, gain, pole) in [
        (first(Disturbance::CUTOFF, 24.4), 0.571292, -0.142584),
        (first(Vibration::CUTOFF, 3000.0), 0.950202, -0.900404),
    ] {
        assert!((b[0] - gain).abs() < 1e-6 && (b[1] + gain).abs() < 1e-6, "{b:?}");
        assert!((a[1] - pole).abs() < 1e-6, "{a:?}");
    }
}

#[test]
fn impulse_and_sine_responses_are_those_of_scipy() {
    for OneFilter { name, design, a, frequency, impulse, sine, .. } in scipy() {
        let mut filter = Filter::new(&design).unwrap();
        let mut ours = vec![0.0; impulse.len()];
        ours[0] = 1.0;
        filter.process(&mut ours);
        // A fraction of high order, as SciPy was told to use, loses digits that sections of second order keep.
        let tolerance = if a.len() > 5 { 1e-8 } else { 1e-12 };
        assert!(largest_difference(&ours, &impulse) < tolerance, "{name}: impulse");
        filter.reset();
        let sample = |n: usize| 0.7 * (TAU * frequency * n as f64 / design.rate + 0.3).sin() + 0.2;
        let ours: Vec<f64> = (0..sine.len()).map(|n| filter.next(sample(n))).collect();
        assert!(largest_difference(&ours, &sine) < tolerance, "{name}: sine");
    }
}

#[test]
fn a_sine_comes_out_with_the_gain_of_its_frequency() {
    for OneFilter { name, design, frequency, .. } in scipy() {
        let mut filter = Filter::new(&design).unwrap();
        // Ten seconds outlast every transient; then the root mean square over many whole and one broken period.
        let settle = (10.0 * design.rate) as usize;
        let count = (200.0 * design.rate / frequency) as usize;
        let out: Vec<f64> = (0..settle + count)
            .map(|n| filter.next((TAU * frequency * n as f64 / design.rate).sin()))
            .collect();
        let power: f64 = out[settle..].iter().map(|y| y * y).sum();
        let gain = (2.0 * power / count as f64).sqrt();
        let expected = design.gain_at(frequency).unwrap();
        // The broken period is one of 200.
        assert!((gain / expected - 1.0).abs() < 0.005, "{name}: {gain} for {expected}");
    }
}

#[test]
fn a_stream_cut_anywhere_gives_the_bits_of_the_whole() {
    for OneFilter { name, design, sine, .. } in scipy() {
        let mut whole = sine.clone();
        Filter::new(&design).unwrap().process(&mut whole);
        for cut in [1, 7, 31] {
            let mut filter = Filter::new(&design).unwrap();
            let mut pieces = sine.clone();
            for piece in pieces.chunks_mut(cut) {
                // A copy goes on as the original.
                filter = filter.clone();
                filter.process(piece);
            }
            assert_eq!(pieces, whole, "{name}, pieces of {cut}");
        }
    }
}

#[test]
fn a_settled_filter_gives_its_steady_answer_at_once() {
    for OneFilter { name, design, .. } in scipy() {
        let mut filter = Filter::new(&design).unwrap();
        filter.settle(-3.7);
        let steady = -3.7 * design.gain_at(0.0).unwrap();
        for _ in 0..100 {
            // A constant passes a low-pass with the gain of frequency 0, and no other filter. Order 12 amplifies round-off.
            let out = filter.next(-3.7);
            assert!((out - steady).abs() < 1e-9, "{name}: {out} for {steady}");
        }
    }
}

#[test]
fn designs_that_make_no_filter_are_refused_with_what_is_allowed() {
    let low = |cutoff| Band::LowPass { cutoff };
    for (design, part) in [
        (
            Design::butterworth(1, low(12.3), 24.4),
            "the cut-off frequency [Hz] is 12.3; allowed: greater than 0 and less than 12.2",
        ),
        (Design::butterworth(1, low(0.0), 24.4), "the cut-off frequency [Hz] is 0"),
        (Design::butterworth(1, low(f64::NAN), 24.4), "is NaN"),
        (Design::butterworth(0, low(3.0), 24.4), "the order of the filter is 0; allowed: 1 to 12"),
        (Design::butterworth(13, low(3.0), 24.4), "the order of the filter is 13"),
        (Design::butterworth(1, low(3.0), -1.0), "the sampling rate [Hz] is -1"),
        (Design::chebyshev(1, 0.0, low(3.0), 24.4), "the ripple [dB] is 0"),
        (
            Design::butterworth(1, Band::BandPass { low: 5.0, high: 5.0 }, 24.4),
            "the upper edge of the band [Hz] is 5",
        ),
    ] {
        let message = Filter::new(&design).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
        assert_eq!(design.coefficients().unwrap_err().to_string(), message);
    }
}

#[test]
fn the_tare_subtracts_the_mean_of_the_first_quarter_of_a_second_from_each_cell() {
    let mut tare = Tare::over(Tare::DURATION).unwrap();
    let noise = [0.3, -0.1, 0.2, -0.4, 0.1, -0.3, 0.2];
    for (n, noise) in noise.iter().enumerate() {
        // At 24.4 Hz frames 0 to 6 lie in the first 0.25 s.
        let time = 1.7 + n as f64 / 24.4;
        let mut frame = [5.0 + noise, -2.0 - 2.0 * noise];
        tare.apply(time, &mut frame);
        assert_eq!((frame, tare.is_done(), tare.zero().len()), ([0.0; 2], false, 0));
    }
    let mut frame = [9.0, -1.0];
    tare.apply(1.7 + 7.0 / 24.4, &mut frame);
    // The noise above sums up to 0.
    assert!((frame[0] - 4.0).abs() < 1e-12 && (frame[1] - 1.0).abs() < 1e-12, "{frame:?}");
    tare.restart();
    let mut frame = [9.0, -1.0];
    tare.apply(5.0, &mut frame);
    assert!(!tare.is_done() && frame == [0.0; 2]);
}

#[test]
fn cells_are_chosen_scaled_and_tared() {
    let mut cells = Cells::these([2, 0]).scaled(0.00625).unwrap().tared(Tare::over(0.01).unwrap());
    assert!(cells.check(3).is_ok());
    assert_eq!(cells.check(2), Err(SignalError::NoCell { cell: 2, cells: 2 }));
    cells.take(0.0, &[160.0, 7.0, 80.0]);
    assert!(!cells.is_ready());
    let forces = cells.take(0.02, &[176.0, 9.0, 240.0]);
    assert!((forces[0] - 1.0).abs() < 1e-12 && (forces[1] - 0.1).abs() < 1e-12, "{forces:?}");
    assert!(cells.is_ready());
    assert!(Cells::all().scaled(0.0).is_err());
}

#[test]
fn fa_i_is_the_high_pass_of_the_sum() {
    let (cells, rate) = (15, 24.4);
    let mut fa1 = Disturbance::new(cells, Disturbance::CUTOFF, rate).unwrap();
    let mut of_sum = Filter::new(&Design::butterworth(1, Band::HighPass { cutoff: 5.0 }, rate)).unwrap();
    for n in 0..40 {
        let forces: Vec<f64> = (0..cells).map(|cell| (0.37 * (n * (cell + 1)) as f64).sin()).collect();
        let (ours, expected) = (fa1.next(&forces), of_sum.next(total(&forces)));
        // Filters are linear; sums are rounded in another order.
        assert!((ours - expected).abs() < 1e-13, "{ours} {expected}");
    }
}

#[test]
fn fa_ii_is_the_magnitude_of_three_high_passes_and_does_not_feel_gravity() {
    let rate = 3000.0;
    let mut fa2 = Vibration::new(Vibration::CUTOFF, rate).unwrap();
    let mut axes = [0.0, 9.81, -1.3].map(|level| {
        let mut filter = Filter::new(&Design::butterworth(1, Band::HighPass { cutoff: 50.0 }, rate)).unwrap();
        filter.settle(level);
        (level, filter)
    });
    for n in 0..200 {
        let swing = |k: f64| if n < 50 { 0.0 } else { (k * n as f64).sin() };
        let swings = [0.3 * swing(0.4), -1.1 * swing(0.7), 0.2 * swing(0.2)];
        let sample: [f64; 3] = std::array::from_fn(|axis| axes[axis].0 + swings[axis]);
        let expected: f64 =
            axes.iter_mut().zip(sample).map(|((_, filter), x)| filter.next(x).powi(2)).sum::<f64>().sqrt();
        let value = fa2.next(sample);
        assert!((value - expected).abs() < 1e-12, "{value} {expected}");
        // Filters at rest on gravity: round-off of 9.81.
        assert!(n >= 50 || value < 1e-12, "{value}");
    }
    assert!(fa2.value() > 0.1);
}

#[test]
fn band_force_passes_a_slow_change_and_neither_a_level_nor_slip() {
    let gain = |frequency: f64| {
        let mut filter = BandForce::new(BandForce::BAND, BandForce::RIPPLE_DB, 24.4).unwrap();
        let out = (0..2000).map(|n| filter.next((TAU * frequency * n as f64 / 24.4).cos()));
        out.skip(1000).fold(0.0, |most: f64, y| most.max(y.abs()))
    };
    assert!(gain(0.0) < 1e-12);
    // Within the band it is down by the ripple of 0.5 dB at most; at its edges by just as much.
    assert!((gain(1.0) - 10_f64.powf(-0.025)).abs() < 1e-3, "{}", gain(1.0));
    assert!(gain(2.2) > 0.99 && gain(11.0) < 0.4, "{} {}", gain(2.2), gain(11.0));
}

#[test]
fn sa_ii_settles_on_the_sum_of_the_shear() {
    let mut sa2 = SkinStretch::new(SkinStretch::CUTOFF, 97.0).unwrap();
    let shear = [DVec3::new(0.3, -0.1, 0.0), DVec3::new(0.2, 0.4, -0.6)];
    let first = sa2.next(shear);
    assert!(first.length() < 0.5 * (shear[0] + shear[1]).length());
    let last = (0..200).map(|_| sa2.next(shear)).last().unwrap();
    assert!(last.distance(DVec3::new(0.5, 0.3, -0.6)) < 1e-12, "{last}");
}

#[test]
fn the_centroid_is_the_mean_place_weighted_by_force() {
    let places = [DVec3::new(1.0, 0.0, 0.0), DVec3::new(0.0, 2.0, 0.0), DVec3::new(0.0, 0.0, -3.0)];
    let middle = centroid(&[0.3, 0.9, -0.001], &places).unwrap();
    assert!(middle.distance(DVec3::new(0.25, 1.5, 0.0)) < 1e-12, "{middle}");
    assert_eq!(centroid(&[0.0, -0.2, 0.0], &places), None);
}

#[test]
fn table_i_names_the_bands() {
    let bands = Receptor::ALL.map(|receptor| (receptor.name(), receptor.band()));
    assert_eq!(
        bands,
        [("SA-I", (0.0, 5.0)), ("SA-II", (0.0, 5.0)), ("FA-I", (5.0, 50.0)), ("FA-II", (20.0, 1000.0))]
    );
    assert_eq!(Receptor::SaI.receptive_field(), (2e-6, Some(4e-6)));
    assert_eq!(Receptor::FaII.receptive_field(), (20e-6, None));
}

#[test]
fn a_block_of_two_skins_gives_their_mean() {
    let places = || vec![DVec3::ZERO; 3];
    let skins = || [(Cells::these([0, 2]), places()), (Cells::all(), places())];
    let mut force = Block::of_skins(BlockKind::Force, skins(), 24.4).unwrap();
    force.frame(0, 0.0, &[1.0, 50.0, 2.0], &[]);
    assert_eq!(force.values(), [1.5]);
    force.frame(1, 0.0, &[1.0, 3.0, 2.0], &[]);
    assert_eq!(force.values(), [4.5]);
    // What is no skin of it is passed over.
    force.frame(2, 0.0, &[9.0; 3], &[]);
    assert_eq!(force.values(), [4.5]);
    let error = Block::of_skins(BlockKind::Force, [(Cells::these([3]), places())], 24.4).unwrap_err();
    assert_eq!(error.to_string(), "there is no cell 3; the skin has 3, counted from 0");
    assert!(Block::of_skins(BlockKind::Force, [], 24.4).is_err());
    assert!(Block::of_skins(BlockKind::Vibration { cutoff: 5.0 }, skins(), 24.4).is_err());
}
