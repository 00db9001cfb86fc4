use crate::support::{chain, refusal};
use bristle_transduction::{Drift, Layer, Surroundings};

fn drift(lag: f64) -> Layer {
    Layer::Drift(Drift { reference_celsius: 30.0, gain_per_kelvin: 0.011, offset_per_kelvin: -0.07, lag })
}

#[test]
fn drift_is_linear_in_temperature() {
    for celsius in [-3.0, 30.0, 31.0, 47.3] {
        let chain = chain(drift(0.0), 2);
        let mut state = chain.start();
        let y = chain.advance(&mut state, 1e-3, &[0.0, 1.1], &Surroundings { celsius }).unwrap();
        let warmer = celsius - 30.0;
        assert!((y[0] + 0.07 * warmer).abs() < 1e-14, "{y:?}");
        assert!((y[1] - y[0] - 1.1 * (1.0 + 0.011 * warmer)).abs() < 1e-14, "{y:?}");
    }
}

#[test]
fn gain_never_turns_a_push_into_a_pull() {
    let layer = Drift { reference_celsius: 0.0, gain_per_kelvin: -0.1, offset_per_kelvin: 0.0, lag: 0.0 };
    let chain = chain(Layer::Drift(layer), 1);
    let mut state = chain.start();
    assert_eq!(chain.advance(&mut state, 1e-3, &[0.7], &Surroundings { celsius: 43.0 }).unwrap(), [0.0]);
}

#[test]
fn pad_warms_exponentially_whatever_the_step() {
    for steps in [1, 10, 1000] {
        let chain = chain(drift(7.0), 1);
        let mut state = chain.start();
        chain.advance(&mut state, 1.0, &[0.0], &Surroundings { celsius: 30.0 }).unwrap();
        let dt = 11.0 / f64::from(steps);
        for _ in 0..steps {
            chain.advance(&mut state, dt, &[0.0], &Surroundings { celsius: 50.0 }).unwrap();
        }
        let expected = -0.07 * 20.0 * (1.0 - (-11.0_f64 / 7.0).exp());
        assert!((state.readings()[0] - expected).abs() < 1e-12, "{:?}", state.readings());
    }
}

#[test]
fn impossible_drifts_are_refused() {
    let layer = |lag, reference_celsius| Drift {
        reference_celsius,
        gain_per_kelvin: 0.0,
        offset_per_kelvin: 0.0,
        lag,
    };
    assert!(refusal(Layer::Drift(layer(-1.0, 30.0))).contains("lag is -1"));
    assert!(refusal(Layer::Drift(layer(0.0, -300.0))).contains("reference_celsius is -300"));
}
