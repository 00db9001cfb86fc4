use crate::support::{Wire, refusal};
use bristle_transduction::{Hysteresis, Layer, Play};

fn play(share: f64, width: f64) -> Layer {
    Layer::Hysteresis(Hysteresis { terms: vec![Play { share, width }] })
}

/// Area of one closed loop between `low` and `low + 2a`, by the trapezoidal rule, after one loop to settle.
fn loop_area(layer: Layer, low: f64, a: f64, steps: usize) -> f64 {
    let mut wire = Wire::new(&[layer]);
    let at = |i: usize| {
        let phase = (i % (2 * steps)) as f64 / steps as f64;
        low + 2.0 * a * if phase <= 1.0 { phase } else { 2.0 - phase }
    };
    let mut area = 0.0;
    let (mut x0, mut y0) = (0.0, 0.0);
    for i in 0..=4 * steps {
        let (x, y) = (at(i), wire.step(1e-3, at(i)));
        if i > 2 * steps {
            area -= 0.5 * (y + y0) * (x - x0);
        }
        (x0, y0) = (x, y);
    }
    area
}

#[test]
fn loop_of_a_play_has_the_area_of_a_parallelogram() {
    for (share, width, a) in [(0.3, 0.2, 0.7), (1.0, 0.11, 1.1), (0.43, 0.7, 0.7)] {
        // The width is a whole number of steps, so that the corners are met.
        let steps = 1540;
        let found = loop_area(play(share, width), 0.3, a, steps);
        let expected = 4.0 * share * width * (a - width);
        assert!((found - expected).abs() < 1e-3 * (1.0 + expected), "{found} for {expected}");
    }
}

#[test]
fn loops_of_several_plays_add_up() {
    let terms = [(0.2, 0.1), (0.3, 0.4)].map(|(share, width)| Play { share, width });
    let found = loop_area(Layer::Hysteresis(Hysteresis { terms: terms.to_vec() }), 0.3, 0.9, 1800);
    let expected = 4.0 * (0.2 * 0.1 * 0.8 + 0.3 * 0.4 * 0.5);
    assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
}

#[test]
fn hysteresis_does_not_know_how_fast_it_goes() {
    let (mut slow, mut fast) = (Wire::new(&[play(0.3, 0.2)]), Wire::new(&[play(0.3, 0.2)]));
    for i in 0..200 {
        let x = (f64::from(i) * 0.31).sin();
        assert_eq!(slow.step(1.1, x), fast.step(1e-4, x));
    }
}

#[test]
fn after_image_is_share_times_width() {
    let mut wire = Wire::new(&[play(0.3, 0.2)]);
    wire.step(1e-3, 1.1);
    assert!((wire.step(1e-3, 0.0) - 0.3 * 0.2).abs() < 1e-15);
}

#[test]
fn impossible_hystereses_are_refused() {
    assert!(refusal(play(-0.1, 0.2)).contains("terms[0].share"));
    assert!(refusal(play(0.3, f64::NAN)).contains("terms[0].width"));
    let two = vec![Play { share: 0.7, width: 0.1 }, Play { share: 0.43, width: 0.2 }];
    assert!(refusal(Layer::Hysteresis(Hysteresis { terms: two })).contains("sum of the shares is 1.13"));
}
