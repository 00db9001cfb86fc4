use crate::support::{chain, refusal};
use bristle_transduction::{Chain, Layer, Noise, Surroundings};

fn noise(deviation: f64, correlation_time: f64, seed: u64) -> Layer {
    Layer::Noise(Noise { deviation, correlation_time, seed })
}

/// Readings of texels that nothing touches.
fn record(chain: &Chain, steps: usize, dt: f64) -> Vec<Vec<f64>> {
    let mut state = chain.start();
    let still = vec![0.0; chain.texels()];
    (0..steps)
        .map(|_| chain.advance(&mut state, dt, &still, &Surroundings::default()).unwrap().to_vec())
        .collect()
}

/// Half width of an interval that a χ² with so many degrees of freedom, divided by them, leaves once in 10⁵.
fn chi_squared_bound(degrees: f64) -> f64 {
    4.42 * (2.0 / degrees).sqrt()
}

#[test]
fn white_noise_has_its_variance_and_no_memory() {
    let (texels, steps, deviation) = (50, 2000, 0.7);
    let frames = record(&chain(noise(deviation, 0.0, 3), texels), steps, 1e-3);
    let n = (texels * steps) as f64;
    let all = || frames.iter().flatten();
    let mean = all().sum::<f64>() / n;
    assert!(mean.abs() < 4.42 * deviation / n.sqrt(), "{mean}");
    let variance = all().map(|x| x * x).sum::<f64>() / n / deviation.powi(2);
    assert!((variance - 1.0).abs() < chi_squared_bound(n), "{variance}");
    // From step to step, and from texel to texel.
    let in_time: f64 =
        frames.windows(2).map(|w| w[0].iter().zip(&w[1]).map(|(a, b)| a * b).sum::<f64>()).sum();
    let in_space: f64 = frames.iter().map(|f| f.windows(2).map(|w| w[0] * w[1]).sum::<f64>()).sum();
    for product in [in_time, in_space] {
        let correlation = product / n / deviation.powi(2);
        assert!(correlation.abs() < 4.42 / n.sqrt(), "{correlation}");
    }
}

#[test]
fn slow_noise_has_the_same_variance_and_memory_at_every_step() {
    let (deviation, time, texels) = (1.3, 0.2, 400);
    for per_lag in [1, 4, 16] {
        // Frames `time` apart are independent up to exp(−2); take some of them.
        let dt = time / f64::from(per_lag);
        let frames = record(&chain(noise(deviation, time, 11), texels), 60 * per_lag as usize, dt);
        let apart: Vec<_> = frames.iter().step_by(5 * per_lag as usize).collect();
        let n = (apart.len() * texels) as f64;
        let variance =
            apart.iter().flat_map(|f| f.iter()).map(|x| x * x).sum::<f64>() / n / deviation.powi(2);
        assert!((variance - 1.0).abs() < chi_squared_bound(n), "{per_lag}: {variance}");
        let pairs = frames.iter().zip(&frames[per_lag as usize..]);
        let product: f64 = pairs.flat_map(|(a, b)| a.iter().zip(b)).map(|(a, b)| a * b).sum();
        let correlation = product / ((frames.len() - per_lag as usize) * texels) as f64 / deviation.powi(2);
        // About 60 · 400/(1 + 2e^−1…) independent pairs: ±0.03.
        assert!((correlation - (-1.0_f64).exp()).abs() < 0.03, "{per_lag}: {correlation}");
    }
}

#[test]
fn seeds_and_places_differ_and_the_same_seed_repeats() {
    let of = |layers: &[Layer]| record(&Chain::new(layers, &crate::support::pad(5)).unwrap(), 3, 1e-3);
    assert_eq!(of(&[noise(1.0, 0.0, 7)]), of(&[noise(1.0, 0.0, 7)]));
    assert_ne!(of(&[noise(1.0, 0.0, 7)]), of(&[noise(1.0, 0.0, 8)]));
    // Two equal layers do not say the same twice: variances add, not deviations.
    let (one, two) = (of(&[noise(1.0, 0.0, 7)]), of(&[noise(1.0, 0.0, 7), noise(1.0, 0.0, 7)]));
    assert!((two[0][0] - 2.0 * one[0][0]).abs() > 1e-3);
}

#[test]
fn impossible_noises_are_refused() {
    assert!(refusal(noise(-0.1, 0.0, 0)).contains("deviation is -0.1"));
    assert!(refusal(noise(0.1, f64::NAN, 0)).contains("correlation_time is NaN"));
}
