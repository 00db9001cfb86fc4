use crate::support::{Wire, refusal};
use bristle_transduction::{Ageing, Layer};

const NEW: Ageing = Ageing { life_touches: None, life_load: None, touch: 0.1, least: 0.0, wear: 0.0 };

#[test]
fn every_touch_wears_alike() {
    let layer = Ageing { life_touches: Some(300.0), least: 0.3, ..NEW };
    let mut wire = Wire::new(&[Layer::Ageing(layer)]);
    for touch in 1..=70 {
        // It rises, wavers above half of the threshold, and goes.
        let mut y = 0.0;
        for x in [0.03, 0.2, 0.07, 0.2, 0.7] {
            y = wire.step(1e-3, x);
        }
        let expected = 0.7 * (0.3 + 0.7 * (-f64::from(touch) / 300.0).exp());
        assert!((y - expected).abs() < 1e-14, "{touch}: {y} for {expected}");
        wire.step(1e-3, 0.0);
    }
}

#[test]
fn load_wears_with_time_whatever_the_step() {
    let layer = Ageing { life_load: Some(40.0), ..NEW };
    for steps in [1, 10, 1000] {
        let mut wire = Wire::new(&[Layer::Ageing(layer.clone())]);
        let dt = 11.0 / f64::from(steps);
        let mut y = 0.0;
        for step in 1..=steps {
            y = wire.step(dt, 1.3 * f64::from(step) / f64::from(steps));
        }
        // ∫ of the ramp is ½ · 1.3 · 11.
        let expected = 1.3 * (-0.5 * 1.3 * 11.0 / 40.0_f64).exp();
        assert!((y - expected).abs() < 1e-13, "{y} for {expected}");
    }
}

#[test]
fn old_pad_begins_old_and_keeps_its_least() {
    let mut wire = Wire::new(&[Layer::Ageing(Ageing { wear: 1.1, least: 0.2, ..NEW })]);
    let expected = 0.7 * (0.2 + 0.8 * (-1.1_f64).exp());
    assert!((wire.step(1e-3, 0.7) - expected).abs() < 1e-15);
    let mut ancient = Wire::new(&[Layer::Ageing(Ageing { wear: 900.0, least: 0.2, ..NEW })]);
    assert!((ancient.step(1e-3, 0.7) - 0.14).abs() < 1e-15);
}

#[test]
fn impossible_ages_are_refused() {
    assert!(refusal(Layer::Ageing(Ageing { life_touches: Some(0.0), ..NEW })).contains("life_touches is 0"));
    assert!(refusal(Layer::Ageing(Ageing { least: 1.3, ..NEW })).contains("least is 1.3"));
}
