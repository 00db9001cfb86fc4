//! Materials of the literature, as published and as corrected.
//!
//! Sources: Moisio, León, Korkealaakso, Morales, "Model of tactile sensors using soft contacts and its
//! application in robot grasping simulation", Robotics and Autonomous Systems 61(1), 2013 (below: *the paper*),
//! and the 2010 OpenGRASP report on the same simulated sensor (below: *the report*). The slips in the
//! published numbers are worked out in `docs/theory/normal-contact.md`.

use crate::{
    Basis, BristleParameters, ContactMaterial, ElastoPlastic, FrictionLaw, LinearSpringDamper, LuGre,
    NormalLaw, Saturation,
};

/// A material of the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// [`foam_rs_55_066_corrected`]
    FoamCorrected,
    /// [`foam_rs_55_066_corrected_per_area`]
    FoamCorrectedPerArea,
    /// [`foam_rs_55_066_as_published`]
    FoamAsPublished,
    /// [`opengrasp_2010`]
    OpenGrasp2010,
    /// [`table3`]
    Table3,
}

/// Name, short name, what it is.
type Entry = (Preset, &'static str, &'static str, &'static str);

const ENTRIES: [Entry; 5] = [
    (
        Preset::FoamCorrected,
        "foam_rs_55_066_corrected",
        "foam-per-texel",
        "Conductive foam of a Weiss array, k 22.1 N/m per texel, friction of the 2013 paper.",
    ),
    (
        Preset::FoamCorrectedPerArea,
        "foam_rs_55_066_corrected_per_area",
        "foam",
        "The same per square metre, for arrays of any pitch.",
    ),
    (
        Preset::FoamAsPublished,
        "foam_rs_55_066_as_published",
        "foam-as-published",
        "The same with the numbers of the paper's text: k 58.5 N/m, cut off beyond 12 mm.",
    ),
    (Preset::OpenGrasp2010, "opengrasp_2010", "opengrasp-2010", "Pad of the OpenGRASP report of 2010."),
    (
        Preset::Table3,
        "table3",
        "table3",
        "Pad of the weighing test, Table 3 of the 2013 paper: k 1000 N/m, c 10 N·s/m per texel.",
    ),
];

impl Preset {
    /// All of them.
    pub const ALL: &'static [Self] = &[ENTRIES[0].0, ENTRIES[1].0, ENTRIES[2].0, ENTRIES[3].0, ENTRIES[4].0];
    /// Their names in scenes and models.
    pub const NAMES: &'static [&'static str] =
        &[ENTRIES[0].1, ENTRIES[1].1, ENTRIES[2].1, ENTRIES[3].1, ENTRIES[4].1];

    /// The preset of a name.
    pub fn named(name: &str) -> Option<Self> {
        ENTRIES.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    /// Its name in scenes and models.
    pub fn name(self) -> &'static str {
        ENTRIES[self as usize].1
    }

    /// Its name on the command line.
    pub fn short_name(self) -> &'static str {
        ENTRIES[self as usize].2
    }

    /// What it is.
    pub fn summary(self) -> &'static str {
        ENTRIES[self as usize].3
    }

    /// The material.
    pub fn material(self) -> ContactMaterial {
        match self {
            Self::FoamCorrected => foam_rs_55_066_corrected(),
            Self::FoamCorrectedPerArea => foam_rs_55_066_corrected_per_area(),
            Self::FoamAsPublished => foam_rs_55_066_as_published(),
            Self::OpenGrasp2010 => opengrasp_2010(),
            Self::Table3 => table3(),
        }
    }
}

/// Friction fitted to the foam, per texel under 0.08 N (the paper, §3.4.2 and Fig. 7).
pub const FOAM_FRICTION: BristleParameters = BristleParameters {
    stiffness: 1.0,
    damping: 0.1,
    viscosity: 0.01,
    mu_static: 0.435,
    mu_dynamic: 0.23,
    stribeck_speed: 0.3,
};

/// Friction of the report's XML example, which names neither bristle damping nor viscosity.
pub const OPENGRASP_2010_FRICTION: BristleParameters = BristleParameters {
    stiffness: 2e4,
    damping: 0.0,
    viscosity: 0.0,
    mu_static: 0.6,
    mu_dynamic: 0.3,
    stribeck_speed: 0.5,
};

/// Thickness of the foam RS-55-066 (the paper, §3.4.1) \[m\].
const FOAM_THICKNESS: f64 = 6e-3;
/// Pressure under 304.15 g on 804.25 mm², which compresses the foam by 2.5 mm \[Pa\].
const FOAM_PRESSURE: f64 = 0.30415 * 9.81 / 804.25e-6;
/// Stiffness of the foam per area \[N/m³\].
const FOAM_STIFFNESS_PER_AREA: f64 = FOAM_PRESSURE / 2.5e-3;
/// Area of one of the 84 texels on 0.00125 m² (the paper, §3.4.1) \[m²\].
pub const FOAM_TEXEL_AREA: f64 = 0.00125 / 84.0;

/// Foam RS-55-066 per texel with the numbers of the paper's text: k 58.5 N/m, c_n 0.0585 N·s/m, LuGre friction,
/// force ceasing beyond twice the thickness of 6 mm.
///
/// Table 2 of the paper prints c_n 0.0583.
pub fn foam_rs_55_066_as_published() -> ContactMaterial {
    ContactMaterial::known_valid(
        NormalLaw::Linear(LinearSpringDamper::known_valid(58.5, 0.0585)),
        FrictionLaw::LuGre(LuGre::known_valid(FOAM_FRICTION)),
        2.0 * FOAM_THICKNESS,
        Basis::PerTexel,
    )
    .with_saturation(Saturation::CutOff)
}

/// Foam RS-55-066 per texel, corrected: k 22.08 N/m from the measured load, c_n truly 1 % of it, elasto-plastic
/// friction, force held beyond the thickness of 6 mm.
pub fn foam_rs_55_066_corrected() -> ContactMaterial {
    let k = FOAM_STIFFNESS_PER_AREA * FOAM_TEXEL_AREA;
    ContactMaterial::known_valid(
        NormalLaw::Linear(LinearSpringDamper::known_valid(k, 0.01 * k)),
        FrictionLaw::ElastoPlastic(ElastoPlastic::known_valid(FOAM_FRICTION)),
        FOAM_THICKNESS,
        Basis::PerTexel,
    )
}

/// [`foam_rs_55_066_corrected`] per square metre, for skins of any resolution: k 1.484 MN/m³.
pub fn foam_rs_55_066_corrected_per_area() -> ContactMaterial {
    let k = FOAM_STIFFNESS_PER_AREA;
    let friction = BristleParameters {
        stiffness: FOAM_FRICTION.stiffness / FOAM_TEXEL_AREA,
        damping: FOAM_FRICTION.damping / FOAM_TEXEL_AREA,
        viscosity: FOAM_FRICTION.viscosity / FOAM_TEXEL_AREA,
        ..FOAM_FRICTION
    };
    ContactMaterial::known_valid(
        NormalLaw::Linear(LinearSpringDamper::known_valid(k, 0.01 * k)),
        FrictionLaw::ElastoPlastic(ElastoPlastic::known_valid(friction)),
        FOAM_THICKNESS,
        Basis::PerArea,
    )
}

/// The report's XML example per texel: K 1000 N/m, C 100 N·s/m, LuGre friction, force ceasing at the limit.
///
/// The report gives no thickness; this is the 12 mm of the paper's foam.
pub fn opengrasp_2010() -> ContactMaterial {
    ContactMaterial::known_valid(
        NormalLaw::Linear(LinearSpringDamper::known_valid(1000.0, 100.0)),
        FrictionLaw::LuGre(LuGre::known_valid(OPENGRASP_2010_FRICTION)),
        2.0 * FOAM_THICKNESS,
        Basis::PerTexel,
    )
    .with_saturation(Saturation::CutOff)
}

/// The pad of the weighing test per texel (the paper, §5.1.1 and Table 3): k 1000 N/m, c_n 10 N·s/m.
///
/// The paper gives neither its friction nor its thickness. Here: elasto-plastic friction with the report's values,
/// bristle damping equal to c_n so that shear rings as little as pressing does, and 12 mm.
pub fn table3() -> ContactMaterial {
    let friction = BristleParameters { damping: 10.0, ..OPENGRASP_2010_FRICTION };
    ContactMaterial::known_valid(
        NormalLaw::Linear(LinearSpringDamper::known_valid(1000.0, 10.0)),
        FrictionLaw::ElastoPlastic(ElastoPlastic::known_valid(friction)),
        2.0 * FOAM_THICKNESS,
        Basis::PerTexel,
    )
}
