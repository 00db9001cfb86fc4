//! A curve that a user writes behaves as a built-in law, and one that contradicts itself is refused.

use bristle_contact::{CustomNormal, Elastic, ElasticCurve, MaterialError, NormalLaw, in_series_with};

/// Fung's exponential: `a (exp(p/b) − 1)`, a pad that stiffens; `skew` spoils the slope, `leak` the energy.
#[derive(Clone, Copy, Debug)]
struct Exponential {
    a: f64,
    b: f64,
    skew: f64,
    leak: f64,
}

const SOUND: Exponential = Exponential { a: 0.37, b: 1.3e-3, skew: 1.0, leak: 1.0 };
const RANGE: f64 = 6e-3;

impl ElasticCurve for Exponential {
    fn elastic(&self, p: f64) -> Elastic {
        let grown = self.a * (p / self.b).exp();
        Elastic {
            force: grown - self.a,
            slope: self.skew * grown / self.b,
            curvature: grown / (self.b * self.b),
        }
    }

    fn energy(&self, p: f64) -> f64 {
        self.leak * (self.a * self.b * (p / self.b).exp_m1() - self.a * p)
    }
}

fn law(curve: Exponential) -> Result<NormalLaw, MaterialError> {
    CustomNormal::new(curve, 2.1, RANGE).map(NormalLaw::from)
}

#[test]
fn a_custom_law_gives_its_curve_and_its_damper() {
    let law = law(SOUND).unwrap();
    let (p, rate) = (2.3e-3, -0.017);
    let at = law.force(p, rate);
    let expected = 0.37 * (p / 1.3e-3).exp() - 0.37;
    assert_eq!(at.elastic, expected);
    assert_eq!(at.damping, 2.1 * rate);
    assert_eq!(law.force(-1e-6, 0.1).total(), 0.0);
    // Side by side: forces, slopes and energies in proportion.
    let seven = law.scaled(7.0).unwrap();
    assert_eq!(seven.force(p, rate).elastic, 7.0 * expected);
    assert!((seven.energy(p) - 7.0 * law.energy(p)).abs() < 1e-15);
    assert!((seven.force(p, rate).damping - 7.0 * at.damping).abs() < 1e-15);
}

#[test]
fn a_custom_law_in_series_balances_the_targets_spring() {
    let law = law(SOUND).unwrap();
    let (k2, p) = (900.0, 3.1e-3);
    let both = in_series_with(&law, k2, p, 0.0);
    let balance = both.force.elastic - k2 * (p - both.compression);
    assert!(balance.abs() < 1e-12 * both.force.elastic, "{balance}"); // round-off of the root's bracket
}

#[test]
fn a_table_of_a_custom_law_passes_through_its_points() {
    let NormalLaw::Custom(law) = law(SOUND).unwrap() else { unreachable!() };
    let table = NormalLaw::from(law.tabulated().unwrap());
    let law = NormalLaw::from(law);
    // At the 64 points exactly, between them to the fourth power of their distance.
    assert_eq!(table.elastic(RANGE).force, law.elastic(RANGE).force);
    let between = 0.31 * RANGE;
    let (a, b) = (table.elastic(between).force, law.elastic(between).force);
    assert!((a - b).abs() < 1e-4 * b, "{a} {b}");
}

#[test]
fn curves_that_contradict_themselves_are_refused_with_their_place() {
    let refuse = |curve, words: &[&str]| {
        let message = law(curve).unwrap_err().to_string();
        for word in words {
            assert!(message.contains(word), "`{word}` is not in `{message}`");
        }
    };
    refuse(Exponential { skew: 1.1, ..SOUND }, &["the slope", "as the forces around it give"]);
    refuse(Exponential { leak: 0.9, ..SOUND }, &["the energy", "the integral of the force"]);
    refuse(Exponential { a: -0.37, ..SOUND }, &["the force", "must not fall"]);
    refuse(Exponential { b: f64::NAN, ..SOUND }, &["a finite number", "0.00009375 m"]);
    for (damping, range) in [(-1.0, RANGE), (f64::NAN, RANGE), (0.0, 0.0), (0.0, f64::INFINITY)] {
        assert!(CustomNormal::new(SOUND, damping, range).is_err());
    }
}
