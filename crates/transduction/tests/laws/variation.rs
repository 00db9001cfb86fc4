use crate::support::{chain, refusal};
use bristle_transduction::{Layer, Surroundings, Variation};

fn cells(seed: u64, texels: usize) -> Vec<(f64, f64)> {
    let chain = chain(
        Layer::Variation(Variation { gain_spread: 0.11, offset: -0.7, offset_spread: 0.3, seed }),
        texels,
    );
    let mut state = chain.start();
    let mut at = |force: f64| {
        chain.advance(&mut state, 1e-3, &vec![force; texels], &Surroundings::default()).unwrap().to_vec()
    };
    let (zero, one) = (at(0.0), at(1.0));
    zero.iter().zip(&one).map(|(&zero, one)| (one - zero, zero)).collect()
}

#[test]
fn gains_and_offsets_have_their_spread() {
    let n = 5000.0;
    let cells = cells(5, 5000);
    let spread = |values: Vec<f64>, expected: f64| {
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
        assert!(mean.abs() < 4.42 * expected / n.sqrt(), "{mean}");
        // χ² with n − 1 degrees of freedom, left once in 10⁵.
        assert!((variance / expected.powi(2) - 1.0).abs() < 4.42 * (2.0 / n).sqrt(), "{variance}");
    };
    spread(cells.iter().map(|(gain, _)| gain.ln()).collect(), 0.11);
    spread(cells.iter().map(|(_, offset)| *offset + 0.7).collect(), 0.3);
}

#[test]
fn device_is_the_same_for_ever_and_another_seed_is_another_device() {
    assert_eq!(cells(5, 20), cells(5, 20));
    assert_ne!(cells(5, 20), cells(6, 20));
}

#[test]
fn impossible_variations_are_refused() {
    let layer = |gain_spread, offset_spread| {
        Layer::Variation(Variation { gain_spread, offset_spread, ..Variation::default() })
    };
    assert!(refusal(layer(-0.1, 0.0)).contains("gain_spread is -0.1"));
    assert!(refusal(layer(0.0, f64::INFINITY)).contains("offset_spread is inf"));
}
