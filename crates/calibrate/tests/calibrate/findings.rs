//! What a calibration concludes: laws, what stays open, damping, limits.

use crate::coverage::Noise;
use bristle_calibrate::{
    BristleLaw, CalibrateError, DampingSource, FrictionOptions, NormalModel, StiffnessCalibration,
    StiffnessOptions, friction, stiffness,
};
use bristle_contact::{Basis, BristleParameters, ElastoPlastic, FrictionLaw, NormalLaw};
use glam::DVec3;

/// Pressures of a law at 20 compressions, with a ripple that stands for noise.
fn pressed(pressure: impl Fn(f64) -> f64, options: &StiffnessOptions) -> StiffnessCalibration {
    let mut text = String::from("compression_mm,pressure_Pa\n");
    for i in 1..=20 {
        let x = 0.2e-3 * f64::from(i);
        let ripple = 3.0 * (f64::from(i * i) * 1.7).sin();
        text += &format!("{},{}\n", x * 1e3, pressure(x) + ripple);
    }
    stiffness("foam.csv", text.as_bytes(), options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn each_law_is_recognised_by_its_own_data() {
    let none = StiffnessOptions::default();
    let chosen = |pressure: &dyn Fn(f64) -> f64| pressed(pressure, &none).model().name;
    assert_eq!(chosen(&|x| 1.5e6 * x), "linear");
    assert_eq!(chosen(&|x| 6000.0 * (x / 4e-3_f64).powf(1.6)), "power");
    assert_eq!(chosen(&|x| 0.9e6 * x / (1.0 - x / 5.2e-3)), "densifying");
    assert_eq!(chosen(&|x| 0.6e6 * x.min(2.1e-3) + 2.7e6 * (x - 2.1e-3).max(0.0)), "piecewise");
}

#[test]
fn the_law_of_the_material_is_the_law_that_was_fitted() {
    type Case<'l> = (&'l dyn Fn(f64) -> f64, NormalModel, f64);
    let laws: [Case; 5] = [
        (&|x| 1.5e6 * x, NormalModel::Linear, 1e-3),
        (&|x| 6000.0 * (x / 4e-3_f64).powf(1.6), NormalModel::Power, 2e-3),
        (&|x| 0.9e6 * x / (1.0 - x / 5.2e-3), NormalModel::Densifying, 2e-3),
        // The cubic of a table rounds a corner over its nearest points, 0.2 mm apart here.
        (&|x| 0.6e6 * x.min(2.1e-3) + 2.7e6 * (x - 2.1e-3).max(0.0), NormalModel::Piecewise, 0.02),
        (&|x| 1.5e6 * (x - 0.15e-3), NormalModel::Affine, 0.02),
    ];
    for (pressure, model, tolerance) in laws {
        let found = pressed(pressure, &StiffnessOptions::default().with_model(model));
        for x in [0.7e-3, 1.9e-3, 3.3e-3] {
            let law = found.normal_law().elastic(x).force;
            // Noise of 3 Pa in 20 points is below 0.2 % of any of these pressures.
            assert!(
                (law / pressure(x) - 1.0).abs() < tolerance,
                "{model:?} at {x}: {law} for {}",
                pressure(x)
            );
        }
        assert_eq!(found.material(None).unwrap().basis(), Basis::PerArea);
    }
}

#[test]
fn the_thickness_shows_in_a_bend_and_only_there() {
    let straight = pressed(|x| 1.5e6 * x, &StiffnessOptions::default());
    assert!(straight.thickness.is_none());
    assert!(straight.open.iter().any(|open| open.parameter == "thickness"));
    assert_eq!(straight.max_penetration.value, 4e-3);
    let bent = pressed(|x| 0.9e6 * x / (1.0 - x / 5.2e-3), &StiffnessOptions::default());
    let thickness = bent.thickness.as_ref().unwrap();
    assert!(thickness.covers(5.2e-3) && (thickness.value - 5.2e-3).abs() < 0.1e-3, "{thickness:?}");
    let given = pressed(|x| 1.5e6 * x, &StiffnessOptions::default().with_thickness(6e-3));
    assert_eq!(given.max_penetration.value, 6e-3);
    assert!(given.remarks.iter().any(|remark| remark.contains("extrapolation")));
}

#[test]
fn equation_18_holds_for_any_resolution() {
    for (area, texels) in [(0.00125, 84), (0.00125, 21), (0.0031, 500)] {
        let found = pressed(|x| 1.5e6 * x, &StiffnessOptions::default().with_pad(area, texels));
        let k = found.texel_stiffness.unwrap();
        assert!((k.value / (found.stiffness.value * area / texels as f64) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn damping_is_assumed_where_the_data_cannot_tell_it() {
    let found = pressed(|x| 1.5e6 * x, &StiffnessOptions::default());
    assert_eq!(found.damping_source, DampingSource::Assumed);
    assert!((found.damping.value / found.stiffness.value - 0.01).abs() < 1e-12 && !found.damping.determined);
    // One rate for all points looks like an offset of the load.
    let mut text = String::from("compression_mm,pressure_Pa,velocity_mm_per_s\n");
    for i in 1..=9 {
        text += &format!("{},{},5\n", 0.3 * f64::from(i), 450.0 * f64::from(i) + 40.0);
    }
    let one_rate = stiffness("foam.csv", text.as_bytes(), &StiffnessOptions::default()).unwrap();
    let open = one_rate.open.iter().find(|open| open.parameter == "damping").unwrap();
    assert!(open.why.contains("one rate") && open.remedy.contains("different rates"), "{open:?}");
    // From times: a saw-tooth pressed at two rates.
    let (mut text, mut x, mut t) = (String::from("time_s,compression_mm,pressure_Pa\n"), 0.2e-3, 0.0);
    for i in 0..200 {
        let rate = if (i / 20) % 2 == 0 { 20e-3 } else { 2e-3 };
        text += &format!("{t},{},{}\n", x * 1e3, 1.5e6 * x + 3e4 * rate);
        x += rate * 1e-3;
        t += 1e-3;
    }
    let from_times = stiffness("foam.csv", text.as_bytes(), &StiffnessOptions::default()).unwrap();
    assert_eq!(from_times.damping_source, DampingSource::Rates);
    // Slopes over five samples smear the ten changes of rate over two samples each, of 200.
    assert!((from_times.damping.value / 3e4 - 1.0).abs() < 0.05, "{:?}", from_times.damping);
}

#[test]
fn a_friction_curve_leaves_the_bristle_open_and_a_flat_one_the_fall() {
    let curve = |mu: &dyn Fn(f64) -> f64| {
        let mut text = String::from("velocity_mm_per_s,friction_N\n");
        for i in 1..=24 {
            let v = 0.04 * f64::from(i);
            text += &format!("{},{}\n", v * 1e3, 5.77 * mu(v) + 0.004 * (f64::from(i * i) * 1.3).sin());
        }
        let options = FrictionOptions::default().with_normal_force(5.77);
        friction("slide.csv", text.as_bytes(), None, &options).unwrap()
    };
    let falling = curve(&|v| 0.23 + 0.205 * (-(v / 0.3_f64).powi(2)).exp() + 0.02 * v);
    assert_eq!(falling.model().name, "stribeck-viscous");
    let open: Vec<&str> = falling.open.iter().map(|open| open.parameter).collect();
    assert_eq!(open, ["stiffness", "damping"]);
    let flat = curve(&|_| 0.31);
    assert_eq!(flat.model().name, "coulomb");
    let open: Vec<&str> = flat.open.iter().map(|open| open.parameter).collect();
    assert_eq!(open, ["mu_dynamic", "stribeck_speed", "viscosity", "stiffness", "damping"]);
    // The material is as slippery as the data, whatever is assumed.
    let material = flat.material(None).unwrap();
    assert!((material.friction().stribeck().coefficient(0.5) - 0.31).abs() < 1e-3);
}

#[test]
fn friction_of_many_texels_is_shared_among_them() {
    let mut text = String::from("velocity_m_per_s,friction_N\n");
    for i in 0..20 {
        let v = 0.05 * f64::from(i) + 0.02;
        text += &format!("{v},{}\n", 5.77 * (0.23 + 0.205 * (-(v / 0.3_f64).powi(2)).exp()) + 0.84 * v);
    }
    let options = FrictionOptions::default().with_normal_force(5.77);
    let shared = |options: &FrictionOptions| {
        let material = friction("slide.csv", text.as_bytes(), None, options).unwrap().material(None).unwrap();
        let FrictionLaw::ElastoPlastic(law) = material.friction() else { panic!("{material:?}") };
        (material.basis(), law.parameters())
    };
    let (basis, texel) = shared(&options.with_texels(84));
    assert_eq!(basis, Basis::PerTexel);
    assert!((texel.viscosity - 0.01).abs() < 1e-6 && (texel.mu_static - 0.435).abs() < 1e-6, "{texel:?}");
    let (basis, square_metre) = shared(&options.with_area(9e-4));
    assert_eq!(basis, Basis::PerArea);
    assert!((square_metre.viscosity / (0.84 / 9e-4) - 1.0).abs() < 1e-6, "{square_metre:?}");
}

/// One slow pull tells the bristle's stiffness and one coefficient, and says so of the rest.
#[test]
fn a_slow_pull_does_not_pretend_to_know_the_curve() {
    let truth = BristleParameters {
        stiffness: 900.0,
        damping: 3.0,
        viscosity: 0.0,
        mu_static: 0.43,
        mu_dynamic: 0.43,
        stribeck_speed: 0.1,
    };
    let law: FrictionLaw = ElastoPlastic::new(truth).unwrap().into();
    let (mut text, mut z) = (String::from("time_s,displacement_mm,friction_N\n0,0,0\n"), DVec3::ZERO);
    for i in 1..=80 {
        let step = law.step(z, DVec3::X * 2e-3, 5.77, 0.05);
        z = step.deflection;
        let noise = 0.004 * (f64::from(i * i) * 1.3).sin();
        text += &format!("{},{},{}\n", 0.05 * f64::from(i), 0.1 * f64::from(i), step.force.x + noise);
    }
    let options = FrictionOptions::default().with_normal_force(5.77).with_law(BristleLaw::ElastoPlastic);
    let found = friction("pull.csv", text.as_bytes(), None, &options).unwrap();
    assert_eq!(found.model().name, "coulomb");
    let stiffness = found.parameter("stiffness").unwrap();
    assert!(stiffness.determined && stiffness.covers(900.0), "{stiffness:?}");
    assert!(found.parameter("mu_static").unwrap().covers(0.43));
    assert!(found.open.iter().any(|open| open.parameter == "stribeck_speed"));
    // The whole curve through one speed: four parameters, of which no single one is known.
    let full = found.models.iter().find(|model| model.name == "stribeck-viscous");
    if let Some(full) = full {
        assert!(!full.parameter("viscosity").unwrap().determined, "{full:?}");
        assert!(!full.parameter("stribeck_speed").unwrap().determined, "{full:?}");
    }
}

#[test]
fn a_stiffness_material_keeps_the_friction_it_is_given() {
    let found = pressed(|x| 1.5e6 * x, &StiffnessOptions::default());
    let friction = *bristle_contact::presets::foam_rs_55_066_corrected_per_area().friction();
    let material = found.material(Some(friction)).unwrap();
    assert_eq!(*material.friction(), friction);
    assert!(matches!(material.normal(), NormalLaw::Linear(_)));
    assert_eq!(found.pictures().unwrap().len(), 2);
}

/// Loads that do not follow the compression: about 3 N, whatever is pressed.
fn noise(points: usize, seed: u64) -> String {
    let mut noise = Noise::new(seed);
    let row = |i: usize| format!("{},{}\n", 0.1 * (i + 1) as f64, (3.0 + 0.9 * noise.next()).abs());
    "compression_mm,load_N\n".to_owned() + &(0..points).map(row).collect::<String>()
}

#[test]
fn noise_is_no_stiffness() {
    let options = StiffnessOptions::default().with_loaded_area(800e-6);
    let mut refused = 0;
    for seed in 0..200 {
        let data = noise(20, seed);
        match stiffness("noise.csv", data.as_bytes(), &options) {
            Err(CalibrateError::PoorFit { problem }) => {
                refused += 1;
                assert!(problem.contains("explains nothing"), "{problem}");
                let accepted = options.with_reading(options.reading.accepting_poor_fit());
                let found = stiffness("noise.csv", data.as_bytes(), &accepted).unwrap();
                assert!(found.remarks[0].starts_with("Poor fit: "), "{:?}", found.remarks);
                assert!(
                    !found.stiffness.determined && found.stiffness.low.is_none(),
                    "{:?}",
                    found.stiffness
                );
            }
            // Loads that fall are told as such.
            Err(CalibrateError::Data(_)) => refused += 1,
            Err(other) => panic!("{other}"),
            Ok(_) => {}
        }
    }
    // A slope from nothing: a gain of 2 in AICc with one parameter more is one of χ² above 4.5, 1.7 % to the rising side.
    assert!(refused >= 190, "{refused} of 200");
}

#[test]
fn friction_that_is_constant_is_a_law_and_one_that_does_not_follow_the_force_is_none() {
    let mut noise = Noise::new(7);
    let mut table = |friction: fn(f64, f64) -> f64| {
        let row = |i: usize| {
            let (speed, normal) = (1.0 + i as f64, 4.0 + (i * 7 % 11) as f64);
            format!("{speed},{},{normal}\n", friction(normal, noise.next()))
        };
        "velocity_mm_per_s,friction_N,normal_force_N\n".to_owned() + &(0..30).map(row).collect::<String>()
    };
    let options = FrictionOptions::default().with_area(900e-6);
    let follows = table(|normal, noise| normal * (0.43 + 0.02 * noise));
    let found = friction("a.csv", follows.as_bytes(), None, &options).unwrap();
    assert!(found.parameter("mu_static").is_some_and(|mu| mu.determined && (mu.value - 0.43).abs() < 0.02));
    let same = table(|_, noise| 3.0 + 0.3 * noise);
    let error = friction("b.csv", same.as_bytes(), None, &options).unwrap_err();
    assert!(matches!(error, CalibrateError::PoorFit { .. }), "{error}");
    // One normal force: a constant is what Coulomb's law says.
    let one = options.with_normal_force(7.0);
    let plain: String = same.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect();
    friction("c.csv", plain.as_bytes(), None, &one).unwrap();
}

#[test]
fn a_long_record_gives_what_a_short_one_gives() {
    let (mu, stiffness, normal) = (0.6, 3000.0, 5.77);
    let record = |samples: usize| {
        let mut noise = Noise::new(3);
        let row = |i: usize| {
            let time = 2.0 * i as f64 / samples as f64;
            let force = f64::min(mu * normal, stiffness * 1.5e-3 * time) + 0.02 * noise.next();
            format!("{time},{},{force}\n", 1.5 * time)
        };
        "time_s,displacement_mm,friction_N\n".to_owned() + &(0..samples).map(row).collect::<String>()
    };
    let options = FrictionOptions::default().with_normal_force(normal).with_area(900e-6);
    // One is searched whole, the other thinned.
    for samples in [1500, 9000] {
        let found = friction("pull.csv", record(samples).as_bytes(), None, &options).unwrap();
        assert_eq!(found.record_samples, samples);
        let at = |name: &str| found.parameter(name).unwrap();
        // Intervals of 95 %, about 1e-4 of the value; three times as wide for good measure.
        let near = |name: &str, truth: f64| {
            let half = at(name).high.unwrap() - at(name).value;
            assert!(
                (at(name).value - truth).abs() < 3.0 * half && half < 0.01 * truth,
                "{name} of {samples}"
            );
        };
        near("mu_static", mu);
        near("stiffness", stiffness);
    }
}
