//! Materials.

use super::table_file::read_pairs;
use crate::error::{ErrorKind, Fault};
use crate::source::Span;
use crate::view::View;
use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, FrictionLaw,
    HuntCrossley, LinearSpringDamper, LuGre, MaterialError, NormalLaw, PowerLaw, RegularisedCoulomb,
    Saturation, Tabulated, presets,
};

/// A material by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// The preset it began as, if any.
    pub preset: Option<String>,
    /// The laws.
    pub contact: ContactMaterial,
}

impl Material {
    pub(super) fn read(name: &str, view: View<'_>) -> Result<Self, Fault> {
        let preset = view.maybe_text("preset");
        let base = preset.map(|word| preset_named(word, view.at_key("preset"))).transpose()?;
        let normal = view.maybe_table("normal").map(read_normal).transpose()?;
        let friction = view.maybe_table("friction").map(read_friction).transpose()?;
        let thickness = view.maybe_number("max_penetration");
        let basis = view.maybe_text("basis").map(|word| match word {
            "per_texel" => Basis::PerTexel,
            _ => Basis::PerArea,
        });
        let need = |key: &str| {
            Fault::new(ErrorKind::Missing, view.at(), format!("the material `{name}` needs `{key}`"))
                .note("help: or begin with a `preset`")
        };
        let mut contact = match base {
            None => ContactMaterial::new(
                normal.ok_or_else(|| need("normal"))?,
                friction.ok_or_else(|| need("friction"))?,
                thickness.ok_or_else(|| need("max_penetration_mm"))?,
                basis.ok_or_else(|| need("basis"))?,
            )
            .map_err(|error| refused(&error, view.at()))?,
            Some(_) if basis.is_some() => {
                let message = "the preset says already what its numbers are of";
                return Err(Fault::new(ErrorKind::Conflict, view.at_key("basis"), message)
                    .note("help: leave `basis` out, or choose the preset …_per_area"));
            }
            Some(base) => {
                let changed = ContactMaterial::new(
                    normal.unwrap_or_else(|| base.normal().clone()),
                    friction.unwrap_or(*base.friction()),
                    thickness.unwrap_or(base.max_penetration()),
                    base.basis(),
                );
                changed.map_err(|error| refused(&error, view.at()))?.with_saturation(base.saturation())
            }
        };
        if let Some(word) = view.maybe_text("saturation") {
            contact = contact.with_saturation(match word {
                "cut_off" => Saturation::CutOff,
                _ => Saturation::Hold,
            });
        }
        if let Some(k2) = view.maybe_number("target_stiffness") {
            contact = contact
                .with_target_stiffness(k2)
                .map_err(|error| refused(&error, view.at_key("target_stiffness")))?;
        }
        Ok(Self { name: name.to_owned(), preset: preset.map(str::to_owned), contact })
    }
}

fn preset_named(word: &str, at: Span) -> Result<ContactMaterial, Fault> {
    Ok(match word {
        "foam_rs_55_066_corrected" => presets::foam_rs_55_066_corrected(),
        "foam_rs_55_066_corrected_per_area" => presets::foam_rs_55_066_corrected_per_area(),
        "foam_rs_55_066_as_published" => presets::foam_rs_55_066_as_published(),
        "opengrasp_2010" => presets::opengrasp_2010(),
        "table3" => presets::table3(),
        _ => return Err(Fault::new(ErrorKind::UnknownName, at, format!("there is no preset `{word}`"))),
    })
}

fn refused(error: &MaterialError, at: Span) -> Fault {
    Fault::new(ErrorKind::OutOfRange, at, error.to_string())
}

fn read_normal(view: View<'_>) -> Result<NormalLaw, Fault> {
    let (law, view) = view.tag(&["linear", "hunt_crossley", "power_law", "tabulated"])?;
    let made = match law {
        "linear" => {
            LinearSpringDamper::new(view.number("stiffness")?, view.number("damping")?).map(NormalLaw::from)
        }
        "hunt_crossley" => Exponent::new(view.number("exponent")?).and_then(|n| {
            let (k, a) = (view.maybe_number("stiffness"), view.maybe_number("dissipation"));
            HuntCrossley::new(k.unwrap_or(f64::NAN), n, a.unwrap_or(0.0)).map(NormalLaw::from)
        }),
        "power_law" => Exponent::new(view.number("exponent")?).and_then(|n| {
            let (k, c) = (view.maybe_number("stiffness"), view.maybe_number("damping"));
            PowerLaw::new(k.unwrap_or(f64::NAN), n, c.unwrap_or(0.0)).map(NormalLaw::from)
        }),
        _ => {
            let points = match view.maybe_text("file") {
                Some(path) => read_pairs(path, view.at_key("file"))?,
                None => view.points("points")?,
            };
            Tabulated::new(&points, view.number("damping")?).map(NormalLaw::from)
        }
    };
    made.map_err(|error| refused(&error, view.at()))
}

fn read_friction(view: View<'_>) -> Result<FrictionLaw, Fault> {
    let (law, view) = view.tag(&["elasto_plastic", "lugre", "coulomb"])?;
    let mu_static = view.number("mu_static")?;
    let mu_dynamic = view.maybe_number("mu_dynamic").unwrap_or(mu_static);
    let (viscosity, stribeck_speed) = (view.number("viscosity")?, view.number("stribeck_speed")?);
    let made = if law == "coulomb" {
        let slip_speed = view.number("slip_speed")?;
        let parameters = CoulombParameters { slip_speed, viscosity, mu_static, mu_dynamic, stribeck_speed };
        RegularisedCoulomb::new(parameters).map(FrictionLaw::from)
    } else {
        let (stiffness, damping) = (view.number("stiffness")?, view.number("damping")?);
        let parameters =
            BristleParameters { stiffness, damping, viscosity, mu_static, mu_dynamic, stribeck_speed };
        if law == "lugre" {
            LuGre::new(parameters).map(FrictionLaw::from)
        } else {
            ElastoPlastic::new(parameters).map(FrictionLaw::from)
        }
    };
    made.map_err(|error| refused(&error, view.at()))
}
