//! Materials.

use super::table_file::read_pairs;
use crate::Tree;
use crate::describe::{
    Field, Key, Kind, Label, Need, OneOf, Part, Range, Space, TableSpec, Unit, choice, described, list,
    number, numbers,
};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_contact::{
    Basis, ContactMaterial, FrictionLaw, Law, MaterialDescription, MaterialError, Named, NormalLaw,
    Otherwise, ParameterTable, Preset, Saturation, Tabulated,
};
use std::path::PathBuf;
use std::sync::OnceLock;

described! {
    /// What a skin or a surface is made of. Either `normal`, `friction`, `max_penetration` and `basis`, or a `preset`, of
    /// which the others may replace parts. Forces are per texel or per square metre, as `basis` says; per area read N as Pa.
    pub struct Material as "material", check(check) {
        /// its name
        name: String = label(Label::Defines(Space::Material));
        /// its laws, or the preset whose laws it has
        parts: MaterialDescription = flat;
    }

    /// The parts of a material.
    impl struct MaterialDescription as "material_parts" {
        /// a material of the literature
        preset: Option<Preset> = maybe;
        /// force along the normal; needed without a preset
        normal: Option<NormalLaw> = maybe;
        /// force in the tangent plane; needed without a preset
        friction: Option<FrictionLaw> = maybe;
        /// how far it can be compressed; needed without a preset
        max_penetration: Option<f64> = maybe, number(Range::above(0.0, 1.0), Unit::Length);
        /// what the numbers are of: one texel or one square metre; needed without a preset, not allowed with one
        basis: Option<Basis> = maybe;
        /// beyond the largest penetration the pad rests on its backing, or the force ceases; `backed` without a preset
        saturation: Option<Saturation> = maybe;
        /// stiffness of what the pad rests on beyond its largest penetration; a thousand times the pad's if left out
        backing_stiffness: Option<f64> = maybe, number(Range::POSITIVE, "N/m or N/m³");
        /// stiffness of what is touched, in series; rigid if left out
        target_stiffness: Option<f64> = maybe, number(Range::POSITIVE, "N/m or N/m³");
    }
}

described! { impl words Basis { PerTexel as "per_texel"; PerArea as "per_area"; } }
described! { impl words Saturation { Backed as "backed"; CutOff as "cut_off"; } }

impl Field for Option<Preset> {
    fn kind() -> Kind {
        choice(Preset::NAMES)
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        Ok(view.text(key).map(Preset::named))
    }

    fn tree(&self) -> Tree {
        Tree::Text(self.map_or("", Preset::name).to_owned())
    }

    fn unset() -> Self {
        None
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

fn check(material: &Material, view: View<'_>) -> Result<(), Fault> {
    material.contact().map(drop).map_err(|error| match error {
        MaterialError::PresetHasBasis => view
            .fault(ErrorKind::Conflict, "basis", "the preset says already what its numbers are of")
            .note("help: leave `basis` out, or choose the preset …_per_area"),
        MaterialError::Missing { part } => {
            let part = if part == "max_penetration" { "max_penetration_mm" } else { part };
            let message = format!("the material `{}` needs `{part}`", material.name);
            Fault::new(ErrorKind::Missing, view.at(), message).note("help: or begin with a `preset`")
        }
        error => Fault::new(ErrorKind::OutOfRange, view.at(), error.to_string()),
    })
}

impl Material {
    /// The laws themselves.
    pub fn contact(&self) -> Result<ContactMaterial, MaterialError> {
        self.parts.material()
    }
}

/// The table that chooses a law; the contact crate describes the laws.
fn choice_of<L: Named>(name: &'static str, doc: &'static str, others: fn(&mut TableSpec)) -> TableSpec {
    let mut spec = TableSpec::new(name, doc);
    let key = |law: &Law<L>| Key {
        name: law.name,
        kind: Kind::Table(parameters(law.table)),
        need: Need::Optional,
        doc: law.doc,
    };
    spec.keys.extend(L::LAWS.iter().map(key));
    others(&mut spec);
    spec.exactly_one.push(spec.keys.iter().map(|key| key.name).collect());
    spec
}

/// The table of a law's parameters.
fn parameters(of: &'static ParameterTable) -> &'static TableSpec {
    let mut spec = TableSpec::new(of.name, of.doc);
    spec.keys.extend(of.parameters.iter().map(|parameter| Key {
        name: parameter.name,
        kind: number(parameter.range, parameter.unit),
        need: match parameter.otherwise {
            Otherwise::Needed => Need::Required,
            Otherwise::Value(value) => Need::Default(Tree::Float(value)),
            Otherwise::As(_) => Need::Optional,
        },
        doc: parameter.doc,
    }));
    // Once for every law there is.
    Box::leak(Box::new(spec))
}

fn read_law<L: Named>(view: View<'_>) -> Result<Option<L>, Fault> {
    let found = L::LAWS.iter().find_map(|law| view.table(law.name).map(|of| (law, of)));
    let made =
        found.map(|(law, of)| law.read(|p| Ok(of.number(p.name))).map_err(|error| refused(&error, of)));
    made.transpose()
}

fn write_law<L: Named>(of: &L) -> Option<Tree> {
    let law = of.law()?;
    let values = law.values(of)?.map(|(parameter, value)| (parameter.name.to_owned(), Tree::Float(value)));
    Some(Tree::Table(vec![(law.name.to_owned(), Tree::Table(values.collect()))]))
}

fn refused(error: &MaterialError, view: View<'_>) -> Fault {
    Fault::new(ErrorKind::OutOfRange, view.at(), error.to_string())
}

impl Field for Option<FrictionLaw> {
    fn kind() -> Kind {
        static SPEC: OnceLock<TableSpec> = OnceLock::new();
        let doc = "Force in the tangent plane; one of these laws.";
        Kind::Table(SPEC.get_or_init(|| choice_of::<FrictionLaw>("friction", doc, |_| {})))
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        view.table(key).map(read_law).transpose()
    }

    fn tree(&self) -> Tree {
        self.as_ref().and_then(write_law).unwrap_or(Tree::Table(Vec::new()))
    }

    fn unset() -> Self {
        None
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

impl Field for Option<NormalLaw> {
    fn kind() -> Kind {
        static SPEC: OnceLock<TableSpec> = OnceLock::new();
        let doc = "Force over penetration p and its rate; one of these laws.";
        Kind::Table(SPEC.get_or_init(|| choice_of::<NormalLaw>("normal", doc, Measured::choices)))
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        let Some(of) = view.table(key) else { return Ok(None) };
        match read_law(of)? {
            Some(law) => Ok(Some(Some(law))),
            None => Measured::read(of)
                .and_then(|Measured::Tabulated(curve)| curve.law(of))
                .map(|law| Some(Some(law))),
        }
    }

    fn tree(&self) -> Tree {
        let Some(law) = self else { return Tree::Table(Vec::new()) };
        write_law(law).unwrap_or_else(|| Measured::Tabulated(Curve::of(law)).tree())
    }

    fn unset() -> Self {
        None
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

described! {
    /// A law that is measured.
    pub(crate) enum Measured as "measured" {
        /// a measured curve, plus `c p'`
        Tabulated(Curve) as "tabulated";
    }

    /// A measured curve of compression and force (pressure, if per area), joined by a monotone cubic.
    pub(crate) struct Curve as "tabulated", exactly_one("points", "file") {
        /// pairs `[compression, force]`; the origin is implied
        points: Option<Vec<[f64; 2]>> = maybe, list(numbers(2, Range::within(-1e12, 1e12), "m, N or Pa"));
        /// a CSV file of such pairs, one per line; lines that begin with `#` and a line of titles are passed over
        file: Option<PathBuf> = maybe;
        /// c
        damping: f64 = or(0.0), number(Range::NOT_NEGATIVE, "N·s/m or N·s/m³");
    }
}

impl Curve {
    fn law(&self, choice: View<'_>) -> Result<NormalLaw, Fault> {
        let view = choice.table("tabulated").unwrap_or(choice);
        let points = match &self.file {
            Some(path) => read_pairs(path).map_err(|why| view.fault(ErrorKind::Unreadable, "file", why))?,
            None => self.points.iter().flatten().map(|[x, y]| (*x, *y)).collect(),
        };
        Tabulated::new(&points, self.damping).map(NormalLaw::from).map_err(|error| refused(&error, view))
    }

    /// The points of a law; the origin is implied. A file cannot hold a curve written in code: its points are as near as it gets.
    fn of(law: &NormalLaw) -> Self {
        let table = match law {
            NormalLaw::Tabulated(law) => Some(law.clone()),
            NormalLaw::Custom(law) => law.tabulated().ok(),
            _ => None,
        };
        let points = table.iter().flat_map(|law| law.points().skip(1).collect::<Vec<_>>());
        let points = points.map(|(x, y)| [x, y]).collect();
        Self { points: Some(points), file: None, damping: table.map_or(0.0, |law| law.damping()) }
    }
}
