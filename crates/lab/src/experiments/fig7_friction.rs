//! Friction of the foam over sliding speed: Fig. 7 and §3.4.2 of the 2013 paper.

use crate::words::number;
use crate::{Experiment, Figure, LabError, Parameter, Range, Results, Settings, Tolerance, Value, Watcher};
use bristle_calibrate::{BristleLaw, FrictionCalibration, FrictionModel, FrictionOptions, friction};
use bristle_contact::presets::FOAM_FRICTION;
use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, ElastoPlastic, FrictionLaw, LinearSpringDamper, LuGre,
};
use bristle_geometry::shape::HalfSpace;
use bristle_geometry::{Pose, Shape, Twist};
use bristle_picture::{LinePlot, LineStyle};
use bristle_skin::{Skin, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target};
use glam::{DQuat, DVec3};
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;

/// Normal stiffness of the texel \[N/m\]; friction knows only the force that it makes.
const STIFFNESS: f64 = 22.0;
/// The bristle has settled when the target has slid so many of its largest deflections.
const SETTLED: f64 = 45.0;
/// Steps of a slide; the law is implicit, and where it settles does not depend on them.
const STEPS: usize = 1500;
/// Samples per second of the pull.
const SAMPLING: f64 = 50.0;
/// Steps of the pull between two samples.
const SUBSTEPS: usize = 20;
/// Seed of the pull's noise beside that of the curve.
const OTHER_SEED: u64 = 0x5EED;

pub(super) static EXPERIMENT: Experiment = Experiment {
    id: "fig7-friction",
    title: "Friction of the foam over sliding speed",
    source: "Moisio et al. 2013, §3.4.2, eq. 9–13, Fig. 7",
    about: "A surface slides over one texel at steady speeds, and then at a speed that grows from rest, as the robot arm of the paper did; \
            friction comes out of the contact law. The points of Fig. 7 are not printed, so noise is laid on ours, and nonlinear \
            least squares, which the paper leaves to the future, find the parameters again: four from the curve, and with the \
            pull from rest the bristle's two.",
    parameters: &[
        Parameter::number("normal", "N", 0.08, Range::new(1e-4, 100.0), "Normal force on the texel."),
        Parameter::number(
            "sigma0",
            "N/m",
            FOAM_FRICTION.stiffness,
            Range::new(1e-3, 1e6),
            "Stiffness of the bristle.",
        ),
        Parameter::number(
            "sigma1",
            "N·s/m",
            FOAM_FRICTION.damping,
            Range::new(0.0, 1e4),
            "Damping of the bristle.",
        ),
        Parameter::number(
            "x0",
            "m/s",
            FOAM_FRICTION.stribeck_speed,
            Range::new(1e-3, 10.0),
            "Stribeck speed.",
        ),
        Parameter::number(
            "ct",
            "N·s/m",
            FOAM_FRICTION.viscosity,
            Range::new(0.0, 100.0),
            "Viscous friction.",
        ),
        Parameter::number(
            "mus",
            "",
            FOAM_FRICTION.mu_static,
            Range::new(0.01, 5.0),
            "Friction coefficient at rest.",
        ),
        Parameter::number(
            "mud",
            "",
            FOAM_FRICTION.mu_dynamic,
            Range::new(0.0, 5.0),
            "Friction coefficient at speed.",
        ),
        Parameter::choice("law", "lugre", &["lugre", "elasto_plastic"], "The bristle; the paper's is lugre."),
        Parameter::number("fastest", "m/s", 1.2, Range::new(0.01, 10.0), "Highest speed."),
        Parameter::count("points", 60, 8, 2000, "Steady speeds."),
        Parameter::number(
            "acceleration",
            "m/s²",
            0.2,
            Range::new(1e-3, 10.0),
            "How the speed of the pull grows.",
        ),
        Parameter::number(
            "noise",
            "mN",
            0.4,
            Range::new(0.0, 1000.0),
            "Standard deviation of the noise laid on the forces.",
        ),
        Parameter::count("seed", 3, 0, u64::MAX, "Seed of the noise."),
    ],
    run,
};

/// The parameters that a fit finds: name in a scene, here, in the table, and unit.
const FITTED: [(&str, &str, &str, &str); 6] = [
    ("mu_static", "mus", "μ_s", ""),
    ("mu_dynamic", "mud", "μ_d", ""),
    ("stribeck_speed", "x0", "x0", "m/s"),
    ("viscosity", "ct", "c_t", "N·s/m"),
    ("stiffness", "sigma0", "σ0", "N/m"),
    ("damping", "sigma1", "σ1", "N·s/m"),
];

fn run(settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
    let texel = Texel::new(settings)?;
    let mut results = Results::new(EXPERIMENT.id);
    let (fastest, points) = (settings.number("fastest")?, settings.count("points")? as usize);
    let speeds: Vec<f64> = (0..points).map(|i| fastest * (i as f64 + 0.5) / points as f64).collect();
    let mut felt = Vec::with_capacity(points);
    for (i, &speed) in speeds.iter().enumerate() {
        watcher.progress(0.6 * i as f64 / points as f64, &format!("{speed:.3} m/s"));
        felt.push(texel.steady(speed)?);
    }
    watcher.progress(0.6, "pulling from rest");
    let pull = texel.pull(settings.number("acceleration")?, fastest)?;
    curve_values(&mut results, settings, &texel, &speeds, &felt);

    watcher.progress(0.7, "fitting");
    let deviation = settings.number("noise")? * 1e-3;
    let seed = settings.count("seed")?;
    let curve = curve_text(&speeds, &with_noise(&felt, deviation, seed));
    let noisy = with_noise(&pull.force, deviation, seed ^ OTHER_SEED);
    let fit = fitted(settings, &texel, &curve, &pull.text(&noisy))?;
    fitted_values(&mut results, settings, &fit)?;
    figures(&mut results, &texel, &speeds, &felt, &with_noise(&felt, deviation, seed), &pull, &fit)?;
    results.remarks.push(
        "With σ0 = 1 N/m the bristle bends by 35 mm before it slides: the parameters of Fig. 7 describe a texel that hardly holds. They fit \
         the figure's steady part; a pad that carries a load needs a stiffer bristle.",
    );
    watcher.progress(1.0, "done");
    Ok(results)
}

/// One texel with its friction, pressed by an endless plate.
struct Texel {
    skin: Skin,
    friction: BristleParameters,
    law: BristleLaw,
    normal: f64,
}

impl Texel {
    fn new(settings: &Settings) -> Result<Self, LabError> {
        let friction = BristleParameters {
            stiffness: settings.number("sigma0")?,
            damping: settings.number("sigma1")?,
            viscosity: settings.number("ct")?,
            mu_static: settings.number("mus")?,
            mu_dynamic: settings.number("mud")?,
            stribeck_speed: settings.number("x0")?,
        };
        let normal = settings.number("normal")?;
        let spring = LinearSpringDamper::new(STIFFNESS, 0.0)?;
        // Room for the compression that makes the normal force.
        let thickness = 2.0 * normal / STIFFNESS;
        let (law, bristle) = match settings.choice("law")? {
            "lugre" => (BristleLaw::LuGre, FrictionLaw::from(LuGre::new(friction)?)),
            _ => (BristleLaw::ElastoPlastic, FrictionLaw::from(ElastoPlastic::new(friction)?)),
        };
        let material = ContactMaterial::new(spring, bristle, thickness, Basis::PerTexel)?;
        let layout = SkinLayout::grid(1, 1, 3.4e-3)?;
        Ok(Self { skin: Skin::new(&layout, material, SkinOptions::default())?, friction, law, normal })
    }

    /// Slides the plate; `speed` gives its speed in each step of `h` \[s\], `see` what the texel feels in it.
    fn slide(
        &self,
        steps: usize,
        h: f64,
        speed: impl Fn(usize) -> f64,
        mut see: impl FnMut(usize, f64),
    ) -> Result<(), LabError> {
        let plate = Shape::from(HalfSpace);
        // Upside down and pressed in: half a turn about x, exactly.
        let pose = Pose::new(DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), DVec3::Z * (-self.normal / STIFFNESS));
        let target = |speed: f64| Target::new(&plate, pose, Twist::from_linear(DVec3::X * speed));
        let mut state = SkinState::new(&self.skin);
        let mut memory = SkinMemory::new(&self.skin, &[target(0.0)]);
        let mut reading = SkinReading::new(&self.skin, 1);
        for step in 0..steps {
            let targets = [target(speed(step))];
            self.skin.update(
                Pose::IDENTITY,
                Twist::ZERO,
                &targets,
                h,
                &mut state,
                &mut memory,
                &mut reading,
            )?;
            see(step, reading.texels[0].shear.x);
        }
        Ok(())
    }

    /// Friction once a slide at `speed` has settled \[N\].
    fn steady(&self, speed: f64) -> Result<f64, LabError> {
        let way = SETTLED * self.normal * self.friction.mu_static / self.friction.stiffness;
        let mut last = 0.0;
        self.slide(STEPS, way / STEPS as f64 / speed, |_| speed, |_, force| last = force)?;
        Ok(last)
    }

    /// Friction while the speed grows from rest.
    fn pull(&self, acceleration: f64, fastest: f64) -> Result<Pull, LabError> {
        let h = 1.0 / (SAMPLING * SUBSTEPS as f64);
        let steps = (fastest / acceleration / h) as usize;
        let mut pull = Pull { time: vec![0.0], displacement: vec![0.0], speed: vec![0.0], force: vec![0.0] };
        // In the middle of a step, so that the way is right to round-off.
        let speed = |step: usize| acceleration * h * (step as f64 + 0.5);
        let mut way = 0.0;
        self.slide(steps, h, speed, |step, force| {
            way += speed(step) * h;
            if (step + 1) % SUBSTEPS == 0 {
                pull.time.push((step + 1) as f64 * h);
                pull.displacement.push(way);
                pull.speed.push(speed(step));
                pull.force.push(force);
            }
        })?;
        Ok(pull)
    }

    /// Eq. 13 at a steady speed \[N\].
    fn expected(&self, speed: f64) -> f64 {
        let BristleParameters { mu_static, mu_dynamic, stribeck_speed, viscosity, .. } = self.friction;
        let fading = (-(speed / stribeck_speed).powi(2)).exp();
        self.normal * (mu_dynamic + (mu_static - mu_dynamic) * fading) + viscosity * speed
    }
}

/// A pull from rest.
struct Pull {
    time: Vec<f64>,
    displacement: Vec<f64>,
    speed: Vec<f64>,
    force: Vec<f64>,
}

impl Pull {
    fn text(&self, forces: &[f64]) -> String {
        let mut text = String::from("time_s,displacement_m,friction_N\n");
        for ((time, displacement), force) in self.time.iter().zip(&self.displacement).zip(forces) {
            text += &format!("{time},{displacement},{force}\n");
        }
        text
    }
}

fn curve_text(speeds: &[f64], forces: &[f64]) -> String {
    let mut text = String::from("velocity_m_per_s,friction_N\n");
    for (speed, force) in speeds.iter().zip(forces) {
        text += &format!("{speed},{}\n", force.max(0.0));
    }
    text
}

fn with_noise(forces: &[f64], deviation: f64, seed: u64) -> Vec<f64> {
    let mut chance = Pcg64Mcg::seed_from_u64(seed);
    let mut noise = || -> f64 { StandardNormal.sample(&mut chance) };
    forces.iter().map(|force| force + deviation * noise()).collect()
}

fn fitted(
    settings: &Settings,
    texel: &Texel,
    curve: &str,
    pull: &str,
) -> Result<FrictionCalibration, LabError> {
    let options = FrictionOptions::default()
        .with_normal_force(settings.number("normal")?)
        .with_law(texel.law)
        .with_model(FrictionModel::StribeckViscous);
    friction("curve", curve.as_bytes(), Some(("pull", pull.as_bytes())), &options).map_err(LabError::other)
}

fn curve_values(results: &mut Results, settings: &Settings, texel: &Texel, speeds: &[f64], felt: &[f64]) {
    let off = speeds.iter().zip(felt).map(|(&v, f)| (f / texel.expected(v) - 1.0).abs()).fold(0.0, f64::max);
    let least = felt.iter().copied().fold(f64::INFINITY, f64::min);
    let at = felt.iter().position(|&f| f == least).map_or(f64::NAN, |i| speeds[i]);
    let texels = 84.0;
    results.values.extend([
        Value::not_stated("friction at the slowest speed", felt[0], "N", format!("at {} m/s", number(speeds[0]))),
        Value::not_stated("least friction", least, "N", format!("at {} m/s", number(at))),
        Value::not_stated("largest error of the curve", off, "of eq. 13", "sliding texel against the closed form"),
        Value::compared(
            "normal force of 588 g on 84 texels",
            0.588 * 9.81 / texels,
            "N",
            0.08,
            Tolerance::Absolute(0.005),
            "the 0.08 N that the paper's fit has would be 685 g, or 72 texels; the foam's area of 900 cm² must be mm², too",
        ),
    ]);
    if settings.number("normal").is_ok_and(|normal| normal != 0.08) {
        results.remarks.push("The normal force is not that of the paper.");
    }
}

fn fitted_values(
    results: &mut Results,
    settings: &Settings,
    fit: &FrictionCalibration,
) -> Result<(), LabError> {
    for (name, parameter, symbol, unit) in FITTED {
        let (Some(estimate), Some(declared)) = (fit.parameter(name), EXPERIMENT.parameter(parameter)) else {
            continue;
        };
        let published = match declared.default() {
            crate::Setting::Number(published) => published,
            _ => continue,
        };
        let changed = settings.number(parameter)? != published;
        let reason = match changed {
            true => "set to another value than the paper's",
            false => "the interval misses it, as one of twenty does",
        };
        // As far as the interval reaches towards the published value.
        let end = if estimate.value < published { estimate.high } else { estimate.low };
        let tolerance = Tolerance::Absolute(end.map_or(0.0, |end| (end - estimate.value).abs()));
        let interval = match (estimate.low, estimate.high) {
            (Some(low), Some(high)) => format!("95 % interval {} to {}", number(low), number(high)),
            _ => "not determined by the data".to_owned(),
        };
        let value =
            Value::compared(format!("{symbol}, fitted"), estimate.value, unit, published, tolerance, reason);
        results.values.push(value.recovered().note(interval));
    }
    Ok(())
}

fn figures(
    results: &mut Results,
    texel: &Texel,
    speeds: &[f64],
    felt: &[f64],
    noisy: &[f64],
    pull: &Pull,
    fit: &FrictionCalibration,
) -> Result<(), LabError> {
    let plot = LinePlot::new()
        .styled_line("with noise", speeds, noisy, LineStyle::Dots)
        .line("speed growing from rest", &pull.speed, &pull.force)
        .line("steady", speeds, felt)
        .labels("sliding velocity [m/s]", "friction force [N]")
        .x_range(0.0, 0.0)
        .y_range(0.0, 0.0);
    results.figures.push(Figure::new(
        "curve",
        "Friction over sliding velocity, as in Fig. 7",
        "Friction of one texel. Steady sliding falls from μ_s f_n and rises again with the viscous part; a pull from rest comes up \
         more slowly, because the bristle has to bend first, as the paper saw in its measurements.",
        plot.render()?,
    ));
    let model = |v: f64| {
        let at = |name: &str| fit.parameter(name).map_or(0.0, |estimate| estimate.value);
        let fading = (-(v / at("stribeck_speed")).powi(2)).exp();
        texel.normal * (at("mu_dynamic") + (at("mu_static") - at("mu_dynamic")) * fading)
            + at("viscosity") * v
    };
    let left: Vec<f64> = speeds.iter().zip(noisy).map(|(&v, f)| 1e3 * (f - model(v))).collect();
    let ends = [speeds[0], speeds[speeds.len() - 1]];
    let plot = LinePlot::new()
        .styled_line("point less fit", speeds, &left, LineStyle::Dots)
        .line("", &ends, &[0.0, 0.0])
        .labels("sliding velocity [m/s]", "residual [mN]");
    results.figures.push(Figure::new(
        "residuals",
        "What the fit leaves",
        "Points less the fitted curve: noise without a pattern, so the model lacks nothing.",
        plot.render()?,
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;

    #[test]
    fn the_papers_parameters_come_back_from_the_curve_and_the_pull() {
        let results = EXPERIMENT.with(&[("points", "40")]).unwrap();
        let agree = results.count(Status::Reproduced) + results.count(Status::Recovered);
        assert_eq!(agree, 6, "{:#?}", results.values);
        // The pulls were made with the paper's parameters: nothing that is fitted to them is a result of the paper.
        let fitted = || results.values.iter().filter(|value| value.name.ends_with(", fitted"));
        assert!(fitted().count() > 1 && fitted().all(|value| value.status != Status::Reproduced));
        assert_eq!(results.count(Status::Differs), 1, "{:#?}", results.values);
        // LuGre settles as e^(−45): the last digits are round-off.
        assert!(results.value("largest error of the curve").unwrap().value < 1e-12);
    }

    #[test]
    fn other_parameters_come_back_as_well() {
        let results = EXPERIMENT
            .with(&[
                ("points", "30"),
                ("law", "elasto_plastic"),
                ("mus", "0.61"),
                ("sigma0", "11"),
                ("noise", "0.1"),
            ])
            .unwrap();
        let found = |name: &str| results.value(name).unwrap().value;
        // A noise of 0.1 mN on 0.05 N, and some 300 samples: some tenths of a per cent.
        assert!((found("μ_s, fitted") - 0.61).abs() < 0.01, "{}", found("μ_s, fitted"));
        assert!((found("σ0, fitted") / 11.0 - 1.0).abs() < 0.05, "{}", found("σ0, fitted"));
        assert_eq!(results.value("μ_s, fitted").unwrap().status, Status::Differs);
    }
}
