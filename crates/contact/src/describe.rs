//! Materials as they are described: the names of laws and presets, their parameters, ranges and defaults, once for scenes, the
//! MuJoCo plugin, the command line and the lab.
//!
//! ```
//! use bristle_contact::{Basis, FrictionLaw, MaterialDescription, Named, NormalLaw};
//!
//! let friction = FrictionLaw::of("elasto_plastic", &[("stiffness", 110.0), ("mu_static", 0.7)])?;
//! let material = MaterialDescription {
//!     normal: Some(NormalLaw::of("linear", &[("stiffness", 730.0)])?),
//!     friction: Some(friction),
//!     max_penetration: Some(3e-3),
//!     basis: Some(Basis::PerTexel),
//!     ..Default::default()
//! };
//! assert_eq!(material.material()?.friction().stribeck().mu_dynamic(), 0.7);
//! # Ok::<(), bristle_contact::MaterialError>(())
//! ```

use crate::presets::Preset;
use crate::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, FrictionLaw,
    HuntCrossley, LinearSpringDamper, LuGre, MaterialError, NormalLaw, PowerLaw, RegularisedCoulomb,
    Saturation,
};

/// Which numbers are allowed. All are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least, or what all must be above.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// Whether `low` itself is not allowed.
    pub above_low: bool,
}

/// Beyond this, products of three numbers lose their meaning; nothing in a robot's world is as large.
const LARGEST: f64 = 1e12;

impl Range {
    /// Any number that is not absurdly large.
    pub const ANY: Self = Self::within(-LARGEST, LARGEST);
    /// Above zero.
    pub const POSITIVE: Self = Self::above(0.0, LARGEST);
    /// Zero or more.
    pub const NOT_NEGATIVE: Self = Self::within(0.0, LARGEST);

    /// From `low` to `high`.
    pub const fn within(low: f64, high: f64) -> Self {
        Self { low, high, above_low: false }
    }

    /// Above `low` and at most `high`.
    pub const fn above(low: f64, high: f64) -> Self {
        Self { low, high, above_low: true }
    }

    /// Whether a number is allowed.
    pub fn holds(&self, x: f64) -> bool {
        x.is_finite() && x <= self.high && if self.above_low { x > self.low } else { x >= self.low }
    }

    /// For people.
    pub fn in_words(&self) -> String {
        let Self { low, high, above_low } = *self;
        match (low, high) {
            _ if *self == Self::ANY => "a finite number, at most 1e12 in size".to_owned(),
            (_, LARGEST) if above_low => format!("greater than {low} (and at most 1e12)"),
            (_, LARGEST) => format!("at least {low} (and at most 1e12)"),
            _ if above_low => format!("greater than {low} and at most {high}"),
            _ => format!("from {low} to {high}"),
        }
    }
}

/// A number of a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// Its unit; of a law per area, N reads Pa.
    pub unit: &'static str,
    /// What it may be.
    pub range: Range,
    /// What it is if it is not given.
    pub otherwise: Otherwise,
}

/// What a parameter is if it is not given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Otherwise {
    /// It must be given.
    Needed,
    /// This.
    Value(f64),
    /// The same as another parameter, which comes before it.
    As(&'static str),
}

/// The parameters that one or more laws have.
#[derive(Debug)]
pub struct ParameterTable {
    /// What documents call it.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// In the order of the laws' values.
    pub parameters: &'static [Parameter],
}

/// A law by name; `L` is [`NormalLaw`] or [`FrictionLaw`].
#[derive(Debug)]
pub struct Law<L: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// Its parameters.
    pub table: &'static ParameterTable,
    make: fn(&[f64]) -> Result<L, MaterialError>,
    values: fn(&L) -> Option<Vec<f64>>,
}

impl<L> Law<L> {
    /// The law with the numbers that `given` has, and defaults for the others.
    pub fn read<E: From<MaterialError>>(
        &self,
        mut given: impl FnMut(&'static Parameter) -> Result<Option<f64>, E>,
    ) -> Result<L, E> {
        let parameters = self.table.parameters;
        let mut values = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let found = given(parameter)?.or_else(|| match parameter.otherwise {
                Otherwise::Needed => None,
                Otherwise::Value(value) => Some(value),
                Otherwise::As(other) => {
                    parameters.iter().zip(&values).find(|(p, _)| p.name == other).map(|(_, value)| *value)
                }
            });
            values.push(found.ok_or(MaterialError::Missing { part: parameter.name })?);
        }
        Ok((self.make)(&values)?)
    }

    /// The numbers of a law of this name, with their parameters; nothing of another law.
    pub fn values(&self, law: &L) -> Option<impl Iterator<Item = (&'static Parameter, f64)> + use<L>> {
        (self.values)(law).map(|values| self.table.parameters.iter().zip(values))
    }
}

/// Laws that have names.
pub trait Named: Sized + 'static {
    /// All of them.
    const LAWS: &'static [Law<Self>];
    /// Their names.
    const NAMES: &'static [&'static str];

    /// The law of a name.
    fn named(name: &str) -> Result<&'static Law<Self>, MaterialError> {
        let unknown = || MaterialError::UnknownLaw { name: name.to_owned(), known: Self::NAMES.to_vec() };
        Self::LAWS.iter().find(|law| law.name == name).ok_or_else(unknown)
    }

    /// The law of a name with these numbers, and defaults for the others.
    fn of(name: &str, given: &[(&str, f64)]) -> Result<Self, MaterialError> {
        let law = Self::named(name)?;
        if let Some((other, _)) =
            given.iter().find(|(key, _)| law.table.parameters.iter().all(|p| p.name != *key))
        {
            let known = law.table.parameters.iter().map(|p| p.name).collect();
            return Err(MaterialError::UnknownParameter { name: (*other).to_owned(), known });
        }
        law.read(|parameter| {
            Ok(given.iter().find(|(key, _)| *key == parameter.name).map(|(_, value)| *value))
        })
    }

    /// Which law it is, if it has a name.
    fn law(&self) -> Option<&'static Law<Self>> {
        Self::LAWS.iter().find(|law| (law.values)(self).is_some())
    }

    /// A number of the law, if it has such a one.
    fn parameter(&self, name: &str) -> Option<f64> {
        self.law()?.values(self)?.find(|(parameter, _)| parameter.name == name).map(|(_, value)| value)
    }
}

macro_rules! parameters {
    ($($(#[doc = $doc:literal])* $table:ident = $name:literal { $($(#[doc = $about:literal])* $parameter:ident: $range:expr, $unit:expr, $otherwise:expr;)* })*) => {
        $(const $table: ParameterTable = ParameterTable {
            name: $name,
            doc: concat!($($doc),*).trim_ascii(),
            parameters: &[$(Parameter {
                name: stringify!($parameter),
                doc: concat!($($about),*).trim_ascii(),
                unit: $unit,
                range: $range,
                otherwise: $otherwise,
            }),*],
        };)*
    };
}

use Otherwise::{As, Needed, Value};

/// Speed at which Coulomb friction has reached 1/√2 of its limit, if nothing is said \[m/s\]: slow against any slide.
pub const SLIP_SPEED: f64 = 1e-4;

/// Speed over which friction falls from static to dynamic, if nothing is said \[m/s\].
pub const STRIBECK_SPEED: f64 = 0.1;

const STIFFNESS: &str = "N/m or N/m³";
const DAMPING: &str = "N·s/m or N·s/m³";
const EXPONENT: Range = Range::within(1.0, 10.0);
const MU: Range = Range::within(0.0, 100.0);
const STRIBECK: Range = Range::within(1e-9, 1e6);

parameters! {
    /// Spring and damper.
    LINEAR = "linear" {
        /// k
        stiffness: Range::POSITIVE, STIFFNESS, Needed;
        /// c
        damping: Range::NOT_NEGATIVE, DAMPING, Value(0.0);
    }

    /// Damping in proportion to the elastic force.
    HUNT_CROSSLEY = "hunt_crossley" {
        /// k, in N/mⁿ
        stiffness: Range::POSITIVE, STIFFNESS, Needed;
        /// n; 1.5 is Hertz's
        exponent: EXPONENT, "", Value(1.5);
        /// a
        dissipation: Range::NOT_NEGATIVE, "s/m", Value(0.0);
    }

    /// A stiffening pad with a linear damper.
    POWER_LAW = "power_law" {
        /// k, in N/mⁿ
        stiffness: Range::POSITIVE, STIFFNESS, Needed;
        /// n
        exponent: EXPONENT, "", Needed;
        /// c
        damping: Range::NOT_NEGATIVE, DAMPING, Value(0.0);
    }

    /// A bristle per texel (or per square metre).
    BRISTLE = "bristle" {
        /// σ₀
        stiffness: Range::POSITIVE, STIFFNESS, Needed;
        /// σ₁
        damping: Range::NOT_NEGATIVE, DAMPING, Value(0.0);
        /// c_t
        viscosity: Range::NOT_NEGATIVE, DAMPING, Value(0.0);
        /// μ_s, at rest
        mu_static: MU, "", Needed;
        /// μ_d, at speed; the static one if left out
        mu_dynamic: MU, "", As("mu_static");
        /// x₀: speed over which friction falls from static to dynamic
        stribeck_speed: STRIBECK, "m/s", Value(STRIBECK_SPEED);
    }

    /// Coulomb friction smoothed over a slip speed.
    COULOMB = "coulomb" {
        /// ε: speed at which friction has reached 1/√2 of its limit
        slip_speed: Range::above(0.0, 1e3), "m/s", Value(SLIP_SPEED);
        /// c_t
        viscosity: Range::NOT_NEGATIVE, DAMPING, Value(0.0);
        /// μ_s
        mu_static: MU, "", Needed;
        /// μ_d; the static one if left out
        mu_dynamic: MU, "", As("mu_static");
        /// x₀
        stribeck_speed: STRIBECK, "m/s", Value(STRIBECK_SPEED);
    }
}

/// The numbers of a table, as many as it has.
fn exactly<const N: usize>(values: &[f64]) -> [f64; N] {
    <[f64; N]>::try_from(values).unwrap_or([f64::NAN; N])
}

impl Named for NormalLaw {
    const NAMES: &'static [&'static str] = &[Self::LAWS[0].name, Self::LAWS[1].name, Self::LAWS[2].name];
    const LAWS: &'static [Law<Self>] = &[
        Law {
            name: "linear",
            doc: "`k p + c p'`",
            summary: "Normal force k·d + c·v: spring and damper.",
            table: &LINEAR,
            make: |values| {
                let [k, c] = exactly(values);
                LinearSpringDamper::new(k, c).map(Self::from)
            },
            values: |law| match law {
                Self::Linear(of) => Some(vec![of.stiffness(), of.damping()]),
                _ => None,
            },
        },
        Law {
            name: "hunt_crossley",
            doc: "`k pⁿ (1 + a p')`: no jump at touch-down",
            summary: "Normal force k·dⁿ·(1 + a·v): no pull at release, no jump at touch-down.",
            table: &HUNT_CROSSLEY,
            make: |values| {
                let [k, n, a] = exactly(values);
                HuntCrossley::new(k, Exponent::new(n)?, a).map(Self::from)
            },
            values: |law| match law {
                Self::HuntCrossley(of) => Some(vec![of.stiffness(), of.exponent().value(), of.dissipation()]),
                _ => None,
            },
        },
        Law {
            name: "power_law",
            doc: "`k pⁿ + c p'`",
            summary: "Normal force k·dⁿ + c·v.",
            table: &POWER_LAW,
            make: |values| {
                let [k, n, c] = exactly(values);
                PowerLaw::new(k, Exponent::new(n)?, c).map(Self::from)
            },
            values: |law| match law {
                Self::PowerLaw(of) => Some(vec![of.stiffness(), of.exponent().value(), of.damping()]),
                _ => None,
            },
        },
    ];
}

fn bristle(values: &[f64]) -> BristleParameters {
    let [stiffness, damping, viscosity, mu_static, mu_dynamic, stribeck_speed] = exactly(values);
    BristleParameters { stiffness, damping, viscosity, mu_static, mu_dynamic, stribeck_speed }
}

fn of_bristle(p: BristleParameters) -> Vec<f64> {
    vec![p.stiffness, p.damping, p.viscosity, p.mu_static, p.mu_dynamic, p.stribeck_speed]
}

impl Named for FrictionLaw {
    const NAMES: &'static [&'static str] = &[Self::LAWS[0].name, Self::LAWS[1].name, Self::LAWS[2].name];
    const LAWS: &'static [Law<Self>] = &[
        Law {
            name: "elasto_plastic",
            doc: "a bristle that holds without drift: the usual choice",
            summary: "Friction by a bristle that holds without creep: the default of grasping.",
            table: &BRISTLE,
            make: |values| ElastoPlastic::new(bristle(values)).map(Self::from),
            values: |law| match law {
                Self::ElastoPlastic(of) => Some(of_bristle(of.parameters())),
                _ => None,
            },
        },
        Law {
            name: "lugre",
            doc: "the bristle of the 2010 and 2013 papers; drifts under vibration",
            summary: "Friction by a bristle, LuGre: known from papers, creeps a little under load.",
            table: &BRISTLE,
            make: |values| LuGre::new(bristle(values)).map(Self::from),
            values: |law| match law {
                Self::LuGre(of) => Some(of_bristle(of.parameters())),
                _ => None,
            },
        },
        Law {
            name: "coulomb",
            doc: "from the speed alone; cannot hold a load at rest",
            summary: "Friction by slip speed, regularised: creeps; for comparison.",
            table: &COULOMB,
            make: |values| {
                let [slip_speed, viscosity, mu_static, mu_dynamic, stribeck_speed] = exactly(values);
                let parameters =
                    CoulombParameters { slip_speed, viscosity, mu_static, mu_dynamic, stribeck_speed };
                RegularisedCoulomb::new(parameters).map(Self::from)
            },
            values: |law| match law {
                Self::RegularisedCoulomb(of) => {
                    let p = of.parameters();
                    Some(vec![p.slip_speed, p.viscosity, p.mu_static, p.mu_dynamic, p.stribeck_speed])
                }
                _ => None,
            },
        },
    ];
}

/// A material by its parts: all of them, or a preset of which the others replace parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialDescription {
    /// A material of the literature.
    pub preset: Option<Preset>,
    /// Force along the normal; needed without a preset.
    pub normal: Option<NormalLaw>,
    /// Force in the tangent plane; needed without a preset.
    pub friction: Option<FrictionLaw>,
    /// How far it can be compressed \[m\]; needed without a preset.
    pub max_penetration: Option<f64>,
    /// What the numbers are of. Needed without a preset, since they differ by a factor of a hundred thousand; a preset has its own.
    pub basis: Option<Basis>,
    /// What happens beyond the largest penetration; backed, without a preset.
    pub saturation: Option<Saturation>,
    /// Stiffness of what the pad rests on beyond its largest penetration \[N/m or N/m³\]; rigid if left out.
    pub backing_stiffness: Option<f64>,
    /// Stiffness of what is touched, in series \[N/m or N/m³\]; rigid if left out.
    pub target_stiffness: Option<f64>,
}

impl MaterialDescription {
    /// The material.
    pub fn material(&self) -> Result<ContactMaterial, MaterialError> {
        let base = self.preset.map(|preset| preset.material());
        let base = base.as_ref();
        if base.is_some() && self.basis.is_some() {
            return Err(MaterialError::PresetHasBasis);
        }
        let need = |part| MaterialError::Missing { part };
        let made = ContactMaterial::new(
            self.normal.clone().or_else(|| base.map(|b| b.normal().clone())).ok_or(need("normal"))?,
            self.friction.or_else(|| base.map(|b| *b.friction())).ok_or(need("friction"))?,
            self.max_penetration.or(base.map(|b| b.max_penetration())).ok_or(need("max_penetration"))?,
            self.basis.or(base.map(|b| b.basis())).ok_or(need("basis"))?,
        )?;
        let saturation = self.saturation.or(base.map(|b| b.saturation())).unwrap_or_default();
        let mut made = made.with_saturation(saturation);
        if let Some(stiffness) = self.backing_stiffness.or(base.and_then(|b| b.stated_backing_stiffness())) {
            made = made.with_backing_stiffness(stiffness)?;
        }
        match self.target_stiffness {
            Some(stiffness) => made.with_target_stiffness(stiffness),
            None => Ok(made),
        }
    }
}

/// All of a material written down, without a preset.
impl From<&ContactMaterial> for MaterialDescription {
    fn from(of: &ContactMaterial) -> Self {
        Self {
            preset: None,
            normal: Some(of.normal().clone()),
            friction: Some(*of.friction()),
            max_penetration: Some(of.max_penetration()),
            basis: Some(of.basis()),
            saturation: Some(of.saturation()),
            backing_stiffness: of.stated_backing_stiffness(),
            target_stiffness: of.target_stiffness(),
        }
    }
}
