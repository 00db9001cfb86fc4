//! Materials.

use super::table_file::read_pairs;
use crate::describe::{Kind, Label, OneOf, Range, Space, Unit, choice, described, list, number, numbers};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, FrictionLaw,
    HuntCrossley, LinearSpringDamper, LuGre, MaterialError, NormalLaw, PowerLaw, RegularisedCoulomb,
    Saturation, Tabulated, presets,
};
use std::path::PathBuf;

/// Presets by name.
const PRESETS: &[&str] = &[
    "foam_rs_55_066_corrected",
    "foam_rs_55_066_corrected_per_area",
    "foam_rs_55_066_as_published",
    "opengrasp_2010",
    "table3",
];

described! {
    /// What a skin or a surface is made of. Either `normal`, `friction`, `max_penetration` and `basis`, or a `preset`, of
    /// which the others may replace parts. Forces are per texel or per square metre, as `basis` says; per area read N as Pa.
    pub struct Material as "material", check(check) {
        /// its name
        name: String = label(Label::Defines(Space::Material));
        /// a material of the literature
        preset: Option<String> = maybe, choice(PRESETS);
        /// force along the normal; needed without a preset
        normal: Option<Normal> = maybe;
        /// force in the tangent plane; needed without a preset
        friction: Option<Friction> = maybe;
        /// how far it can be compressed; needed without a preset
        max_penetration: Option<f64> = maybe, number(Range::above(0.0, 1.0), Unit::Length);
        /// what the numbers are of: one texel or one square metre; needed without a preset, not allowed with one
        basis: Option<Basis> = maybe;
        /// beyond the largest penetration the force is held, or ceases; `hold` without a preset
        saturation: Option<Saturation> = maybe;
        /// stiffness of what is touched, in series; rigid if left out
        target_stiffness: Option<f64> = maybe, stiffness();
    }
}

described! { impl words Basis { PerTexel as "per_texel"; PerArea as "per_area"; } }
described! { impl words Saturation { Hold as "hold"; CutOff as "cut_off"; } }

described! {
    /// Force over penetration p and its rate; one of these laws.
    pub enum Normal as "normal", check(check_normal) {
        /// `k p + c p'`
        Linear(Linear) as "linear";
        /// `k pⁿ (1 + a p')`: no jump at touch-down
        HuntCrossley(HuntCrossleyTable) as "hunt_crossley";
        /// `k pⁿ + c p'`
        PowerLaw(PowerLawTable) as "power_law";
        /// a measured curve, plus `c p'`
        Tabulated(Curve) as "tabulated";
    }
}

fn stiffness() -> Kind {
    number(Range::POSITIVE, "N/m or N/m³")
}

fn damping() -> Kind {
    number(Range::NOT_NEGATIVE, "N·s/m or N·s/m³")
}

fn exponent() -> Kind {
    number(Range::within(1.0, 10.0), "")
}

described! {
    /// Spring and damper.
    #[derive(Copy)]
    pub struct Linear as "linear" {
        /// k
        stiffness: f64 = needed, stiffness();
        /// c
        damping: f64 = or(0.0), damping();
    }
}

described! {
    /// Damping in proportion to the elastic force.
    #[derive(Copy)]
    pub struct HuntCrossleyTable as "hunt_crossley" {
        /// k, in N/mⁿ
        stiffness: f64 = needed, stiffness();
        /// n; 1.5 is Hertz's
        exponent: f64 = or(1.5), exponent();
        /// a
        dissipation: f64 = or(0.0), number(Range::NOT_NEGATIVE, "s/m");
    }
}

described! {
    /// A stiffening pad with a linear damper.
    #[derive(Copy)]
    pub struct PowerLawTable as "power_law" {
        /// k, in N/mⁿ
        stiffness: f64 = needed, stiffness();
        /// n
        exponent: f64 = needed, exponent();
        /// c
        damping: f64 = or(0.0), damping();
    }
}

described! {
    /// A measured curve of compression and force (pressure, if per area), joined by a monotone cubic.
    pub struct Curve as "tabulated", exactly_one("points", "file") {
        /// pairs `[compression, force]`; the origin is implied
        points: Option<Vec<[f64; 2]>> = maybe, list(numbers(2, Range::within(-1e12, 1e12), "m, N or Pa"));
        /// a CSV file of such pairs, one per line; lines that begin with `#` and a line of titles are passed over
        file: Option<PathBuf> = maybe;
        /// c
        damping: f64 = or(0.0), damping();
    }
}

described! {
    /// Force in the tangent plane; one of these laws.
    pub enum Friction as "friction", check(check_friction) {
        /// a bristle that holds without drift: the usual choice
        ElastoPlastic(Bristle) as "elasto_plastic";
        /// the bristle of the 2010 and 2013 papers; drifts under vibration
        LuGre(Bristle) as "lugre";
        /// from the speed alone; cannot hold a load at rest
        Coulomb(Coulomb) as "coulomb";
    }
}

fn mu() -> Kind {
    number(Range::within(0.0, 100.0), "")
}

fn stribeck() -> Kind {
    number(Range::within(1e-9, 1e6), "m/s")
}

described! {
    /// A bristle per texel (or per square metre).
    #[derive(Copy)]
    pub struct Bristle as "bristle" {
        /// σ₀
        stiffness: f64 = needed, stiffness();
        /// σ₁
        damping: f64 = or(0.0), damping();
        /// c_t
        viscosity: f64 = or(0.0), damping();
        /// μ_s, at rest
        mu_static: f64 = needed, mu();
        /// μ_d, at speed; the static one if left out
        mu_dynamic: Option<f64> = maybe, mu();
        /// x₀: speed over which friction falls from static to dynamic
        stribeck_speed: f64 = or(0.1), stribeck();
    }
}

described! {
    /// Coulomb friction smoothed over a slip speed.
    #[derive(Copy)]
    pub struct Coulomb as "coulomb" {
        /// ε: speed at which friction has reached 1/√2 of its limit
        slip_speed: f64 = or(1e-4), number(Range::above(0.0, 1e3), "m/s");
        /// c_t
        viscosity: f64 = or(0.0), damping();
        /// μ_s
        mu_static: f64 = needed, mu();
        /// μ_d; the static one if left out
        mu_dynamic: Option<f64> = maybe, mu();
        /// x₀
        stribeck_speed: f64 = or(0.1), stribeck();
    }
}

impl Material {
    /// The laws themselves.
    pub fn contact(&self) -> Result<ContactMaterial, MaterialError> {
        let need = |part| MaterialError::Missing { part };
        let base = self.preset.as_deref().map(preset_named).transpose()?;
        let normal = self.normal.as_ref().map(Normal::law).transpose()?;
        let friction = self.friction.as_ref().map(Friction::law).transpose()?;
        let mut contact = match &base {
            None => ContactMaterial::new(
                normal.ok_or(need("normal"))?,
                friction.ok_or(need("friction"))?,
                self.max_penetration.ok_or(need("max_penetration"))?,
                self.basis.ok_or(need("basis"))?,
            )?,
            Some(base) => ContactMaterial::new(
                normal.unwrap_or_else(|| base.normal().clone()),
                friction.unwrap_or(*base.friction()),
                self.max_penetration.unwrap_or(base.max_penetration()),
                base.basis(),
            )?
            .with_saturation(base.saturation()),
        };
        if let Some(saturation) = self.saturation {
            contact = contact.with_saturation(saturation);
        }
        match self.target_stiffness {
            Some(stiffness) => contact.with_target_stiffness(stiffness),
            None => Ok(contact),
        }
    }
}

fn check(material: &Material, view: View<'_>) -> Result<(), Fault> {
    if material.preset.is_some() && material.basis.is_some() {
        return Err(view
            .fault(ErrorKind::Conflict, "basis", "the preset says already what its numbers are of")
            .note("help: leave `basis` out, or choose the preset …_per_area"));
    }
    material.contact().map(drop).map_err(|error| match error {
        MaterialError::Missing { part } => {
            let part = if part == "max_penetration" { "max_penetration_mm" } else { part };
            let message = format!("the material `{}` needs `{part}`", material.name);
            Fault::new(ErrorKind::Missing, view.at(), message).note("help: or begin with a `preset`")
        }
        error => Fault::new(ErrorKind::OutOfRange, view.at(), error.to_string()),
    })
}

fn preset_named(word: &str) -> Result<ContactMaterial, MaterialError> {
    Ok(match word {
        "foam_rs_55_066_corrected" => presets::foam_rs_55_066_corrected(),
        "foam_rs_55_066_corrected_per_area" => presets::foam_rs_55_066_corrected_per_area(),
        "foam_rs_55_066_as_published" => presets::foam_rs_55_066_as_published(),
        "opengrasp_2010" => presets::opengrasp_2010(),
        "table3" => presets::table3(),
        _ => return Err(MaterialError::Missing { part: "preset" }),
    })
}

/// A law that cannot be, in the place of its table.
fn check_law<T>(law: Result<T, MaterialError>, of: Option<View<'_>>, view: View<'_>) -> Result<(), Fault> {
    let of = of.unwrap_or(view);
    law.map(drop).map_err(|error| match &error {
        MaterialError::TableFile { .. } => of.fault(ErrorKind::Unreadable, "file", error.to_string()),
        _ => Fault::new(ErrorKind::OutOfRange, of.at(), error.to_string()),
    })
}

fn check_normal(normal: &Normal, view: View<'_>) -> Result<(), Fault> {
    check_law(normal.law(), Normal::TAGS.iter().find_map(|tag| view.table(tag)), view)
}

fn check_friction(friction: &Friction, view: View<'_>) -> Result<(), Fault> {
    check_law(friction.law(), Friction::TAGS.iter().find_map(|tag| view.table(tag)), view)
}

impl Normal {
    fn law(&self) -> Result<NormalLaw, MaterialError> {
        Ok(match self {
            Self::Linear(of) => LinearSpringDamper::new(of.stiffness, of.damping)?.into(),
            Self::HuntCrossley(of) => {
                HuntCrossley::new(of.stiffness, Exponent::new(of.exponent)?, of.dissipation)?.into()
            }
            Self::PowerLaw(of) => {
                PowerLaw::new(of.stiffness, Exponent::new(of.exponent)?, of.damping)?.into()
            }
            Self::Tabulated(of) => {
                let points = match &of.file {
                    Some(path) => read_pairs(path)?,
                    None => of.points.iter().flatten().map(|[x, y]| (*x, *y)).collect(),
                };
                Tabulated::new(&points, of.damping)?.into()
            }
        })
    }
}

impl Friction {
    fn law(&self) -> Result<FrictionLaw, MaterialError> {
        Ok(match self {
            Self::ElastoPlastic(of) => ElastoPlastic::new(of.parameters())?.into(),
            Self::LuGre(of) => LuGre::new(of.parameters())?.into(),
            Self::Coulomb(of) => RegularisedCoulomb::new(CoulombParameters {
                slip_speed: of.slip_speed,
                viscosity: of.viscosity,
                mu_static: of.mu_static,
                mu_dynamic: of.mu_dynamic.unwrap_or(of.mu_static),
                stribeck_speed: of.stribeck_speed,
            })?
            .into(),
        })
    }
}

impl Bristle {
    fn parameters(&self) -> BristleParameters {
        let Self { stiffness, damping, viscosity, mu_static, mu_dynamic, stribeck_speed } = *self;
        let mu_dynamic = mu_dynamic.unwrap_or(mu_static);
        BristleParameters { stiffness, damping, viscosity, mu_static, mu_dynamic, stribeck_speed }
    }
}
