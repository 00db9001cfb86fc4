//! Household objects with stated properties: `models/data/household-objects.toml`.
//!
//! Each is also a model of the library, `lib:household/egg`.

use glam::DVec3;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The flat fingertip that stiffnesses are stated for \[m\]: 5 by 3 cells of 6.0 × 5.6 mm, along the finger and across it.
pub const FINGERTIP: [f64; 2] = [0.030, 0.0168];
/// The indentation that they are stated for \[m\].
pub const INDENTATION: f64 = 1e-3;
/// Height of a foot \[m\].
const FOOT_HEIGHT: f64 = 0.008;
/// Dynamic friction as a share of static friction.
pub const DYNAMIC_SHARE: f64 = 0.85;

/// How a figure became known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// By whoever wrote the file.
    Measured,
    /// In a standard, a paper, or on a package.
    Published,
    /// Plausible, and not more.
    Assumed,
}

/// A solid. Its width is along the closing direction of a gripper, its depth along the fingers.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Solid {
    /// Upright.
    Cylinder {
        /// \[mm\]
        diameter_mm: f64,
        /// \[mm\]
        height_mm: f64,
    },
    /// A box.
    Box {
        /// \[mm\]
        width_mm: f64,
        /// \[mm\]
        depth_mm: f64,
        /// \[mm\]
        height_mm: f64,
    },
    /// An ellipsoid, or a ball.
    Ellipsoid {
        /// \[mm\]
        width_mm: f64,
        /// \[mm\]
        depth_mm: f64,
        /// \[mm\]
        height_mm: f64,
    },
}

/// Where a gripper comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approach {
    /// Fingers level.
    Side,
    /// Fingers down.
    Top,
}

/// What an object bears before it stays deformed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crush {
    /// A force on one fingertip \[N\].
    Force(f64),
    /// A deformation on each side \[m\].
    Depth(f64),
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub struct HouseholdObject {
    /// What it is called in files: `soda-can-full`.
    pub name: String,
    /// What people call it: `soda can (full)`.
    pub title: String,
    /// The experiment that needs it: `table3`, `fig6`, `fig7`.
    pub used_in: String,
    /// Its shape.
    pub solid: Solid,
    /// Its mass \[kg\].
    pub mass: f64,
    /// Centre of mass, off the middle of the shape \[m\].
    pub centre: DVec3,
    /// Diameter of a foot under the centre of mass, for what is held by its rim \[m\].
    pub foot: Option<f64>,
    /// Static friction against a silicone fingertip.
    pub friction: f64,
    /// Force per indentation by one flat fingertip, at 1 mm \[N/m\]; `None` for a rigid object.
    pub stiffness: Option<f64>,
    /// What it bears; `None` if the gripper cannot crush it.
    pub crush: Option<Crush>,
    /// Where a gripper comes from.
    pub approach: Approach,
    /// Height above the table at which it is held \[m\].
    pub grasp_height: f64,
    /// Each figure's name and how it became known.
    pub basis: Vec<(&'static str, Basis)>,
    /// What else should be known.
    pub note: String,
}

/// How objects, poses and friction differ from trial to trial: standard deviations.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// Of friction, as a share of it.
    pub friction: f64,
    /// Of the mass, as a share of it.
    pub mass: f64,
    /// Of the stiffness, as a share of it.
    pub stiffness: f64,
    /// Of what it bears, as a share of it.
    pub crush: f64,
    /// Place along the closing direction \[mm\].
    pub across_mm: f64,
    /// Place along the fingers \[mm\].
    pub along_mm: f64,
    /// Height at which it is held \[mm\].
    pub height_mm: f64,
    /// How it is turned \[°\].
    pub yaw_deg: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    scatter: Scatter,
    objects: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    title: String,
    used_in: String,
    size: Size,
    mass: Mass,
    friction: Friction,
    stiffness: Option<Stiffness>,
    crush: Option<CrushEntry>,
    centre: Option<Centre>,
    foot: Option<Foot>,
    grasp: Grasp,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    shape: Solid,
    basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mass {
    kg: f64,
    basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Friction {
    coefficient: f64,
    #[allow(dead_code, reason = "for people who read the file")]
    surface: String,
    basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stiffness {
    newtons_per_mm: f64,
    basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrushEntry {
    force: Option<f64>,
    depth_mm: Option<f64>,
    basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Centre {
    offset_mm: [f64; 3],
    basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Foot {
    diameter_mm: f64,
    basis: Basis,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grasp {
    from: Approach,
    height_mm: Option<f64>,
}

const TEXT: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/data/household-objects.toml"));

static HOUSEHOLD: LazyLock<(Scatter, Vec<HouseholdObject>)> = LazyLock::new(|| {
    // The file is part of the program, and a test reads it.
    #[allow(clippy::expect_used)]
    let File { scatter, objects } = toml::from_str(TEXT).expect("the household objects can be read");
    (scatter, objects.into_iter().map(|(name, entry)| HouseholdObject::of(name, entry)).collect())
});

/// All objects, by name.
pub fn objects() -> &'static [HouseholdObject] {
    &HOUSEHOLD.1
}

/// The object of a name.
pub fn find(name: &str) -> Option<&'static HouseholdObject> {
    objects().iter().find(|object| object.name == name)
}

/// How much they differ from trial to trial.
pub fn scatter() -> Scatter {
    HOUSEHOLD.0
}

impl Solid {
    /// Width, depth and height \[m\].
    pub fn size(self) -> DVec3 {
        1e-3 * match self {
            Self::Cylinder { diameter_mm: d, height_mm } => DVec3::new(d, d, height_mm),
            Self::Box { width_mm, depth_mm, height_mm }
            | Self::Ellipsoid { width_mm, depth_mm, height_mm } => DVec3::new(width_mm, depth_mm, height_mm),
        }
    }

    /// Curvatures of the side that a gripper touches, along depth and height \[1/m\].
    fn curvatures(self) -> [f64; 2] {
        let half = 0.5 * self.size();
        match self {
            Self::Cylinder { .. } => [1.0 / half.y, 0.0],
            Self::Box { .. } => [0.0, 0.0],
            Self::Ellipsoid { .. } => [half.x / (half.y * half.y), half.x / (half.z * half.z)],
        }
    }

    /// Moments of inertia about its middle per mass \[m²\], evenly filled.
    fn moments(self) -> DVec3 {
        let s = self.size() * self.size();
        let of = |share: f64, a: f64, b: f64| share * (a + b);
        match self {
            Self::Cylinder { .. } => {
                let across = s.x / 16.0 + s.z / 12.0;
                DVec3::new(across, across, s.x / 8.0)
            }
            Self::Box { .. } => {
                DVec3::new(of(1.0 / 12.0, s.y, s.z), of(1.0 / 12.0, s.x, s.z), of(1.0 / 12.0, s.x, s.y))
            }
            Self::Ellipsoid { .. } => {
                DVec3::new(of(1.0 / 20.0, s.y, s.z), of(1.0 / 20.0, s.x, s.z), of(1.0 / 20.0, s.x, s.y))
            }
        }
    }

    fn as_scene(self) -> String {
        let size = 1e3 * self.size();
        match self {
            Self::Cylinder { diameter_mm, height_mm } => {
                format!("cylinder = {{ radius_mm = {}, height_mm = {height_mm} }}", 0.5 * diameter_mm)
            }
            Self::Box { .. } => format!("box = {{ size_mm = [{}, {}, {}] }}", size.x, size.y, size.z),
            Self::Ellipsoid { .. } => {
                format!("ellipsoid = {{ size_mm = [{}, {}, {}] }}", size.x, size.y, size.z)
            }
        }
    }
}

impl HouseholdObject {
    fn of(name: String, entry: Entry) -> Self {
        let Entry { title, used_in, size, mass, friction, stiffness, crush, centre, foot, grasp, note } =
            entry;
        let mut basis = vec![("size", size.basis), ("mass", mass.basis), ("friction", friction.basis)];
        basis.extend(stiffness.as_ref().map(|of| ("stiffness", of.basis)));
        basis.extend(crush.as_ref().map(|of| ("crush", of.basis)));
        basis.extend(centre.as_ref().map(|of| ("centre", of.basis)));
        basis.extend(foot.as_ref().map(|of| ("foot", of.basis)));
        let height = size.shape.size().z;
        Self {
            name,
            title,
            used_in,
            solid: size.shape,
            mass: mass.kg,
            centre: centre.map_or(DVec3::ZERO, |of| 1e-3 * DVec3::from(of.offset_mm)),
            foot: foot.map(|of| 1e-3 * of.diameter_mm),
            friction: friction.coefficient,
            stiffness: stiffness.map(|of| 1e3 * of.newtons_per_mm),
            crush: crush.and_then(|of| match (of.force, of.depth_mm) {
                (Some(force), _) => Some(Crush::Force(force)),
                (None, depth) => depth.map(|depth| Crush::Depth(1e-3 * depth)),
            }),
            approach: grasp.from,
            grasp_height: grasp.height_mm.map_or(0.5 * height, |height| 1e-3 * height),
            basis,
            note,
        }
    }

    /// Whether full motor effort crushes it.
    pub fn is_crushable(&self) -> bool {
        self.crush.is_some()
    }

    /// Stiffness of its surface per area \[N/m³\]: a bed of springs that gives the stated force at the stated indentation, whatever the shape.
    pub fn surface_stiffness(&self) -> Option<f64> {
        const CELLS: usize = 60;
        let [along, across] = FINGERTIP;
        let [depth, height] = match self.approach {
            Approach::Side => [along, across],
            Approach::Top => [across, along],
        };
        let [in_depth, in_height] = self.solid.curvatures();
        let places = |side: f64| (0..CELLS).map(move |i| ((i as f64 + 0.5) / CELLS as f64 - 0.5) * side);
        let displaced: f64 = places(depth)
            .flat_map(|y| places(height).map(move |z| (y, z)))
            .map(|(y, z)| (INDENTATION - 0.5 * (in_depth * y * y + in_height * z * z)).max(0.0))
            .sum();
        let volume = displaced * depth * height / (CELLS * CELLS) as f64;
        self.stiffness.map(|stiffness| stiffness * INDENTATION / volume)
    }

    /// The object as a part of a scene: a free body of its name, whose frame is at its bottom, in the middle.
    pub fn to_scene(&self) -> String {
        let Self { name, title, solid, mass, .. } = self;
        let size = solid.size();
        let middle = DVec3::Z * 0.5 * size.z;
        let centre = middle + self.centre;
        let moments = *mass * solid.moments();
        let bases: Vec<String> = self
            .basis
            .iter()
            .map(|(what, basis)| format!("{what} {}", format!("{basis:?}").to_lowercase()))
            .collect();
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "# {title}: {:.0} × {:.0} × {:.0} mm, {mass} kg.\n\
             #\n\
             # From models/data/household-objects.toml: {}.\n\
             # Its frame is at the bottom, in the middle: at z = 0 it stands on the table. Friction against a silicone fingertip is {}: set it in the material of the fingers' skins.\n",
            1e3 * size.x,
            1e3 * size.y,
            1e3 * size.z,
            bases.join(", "),
            self.friction,
        );
        if !self.note.is_empty() {
            let _ = writeln!(out, "# {}.", self.note);
        }
        let _ = write!(
            out,
            "[bodies.{name}]\n\
             joint = \"free\"\n\
             inertia = {{ mass = {mass}, centre = [{}, {}, {}], moments = [{}, {}, {}] }}\n\
             shapes.body = {{ {}, pose = {{ xyz = [0, 0, {}] }} }}\n\
             {}",
            centre.x,
            centre.y,
            centre.z,
            moments.x,
            moments.y,
            moments.z,
            solid.as_scene(),
            middle.z,
            self.foot.map_or(String::new(), |diameter| format!(
                "shapes.foot = {{ cylinder = {{ radius = {}, height = {FOOT_HEIGHT} }}, pose = {{ xyz = [{}, {}, {}] }} }}\n",
                0.5 * diameter,
                centre.x,
                centre.y,
                0.5 * FOOT_HEIGHT
            )),
        );
        if let Some(stiffness) = self.surface_stiffness() {
            let limit = match self.crush {
                None => String::new(),
                Some(Crush::Force(force)) => format!(", crush_force = {force}"),
                Some(Crush::Depth(depth)) => format!(", crush_depth = {depth}"),
            };
            let _ = writeln!(out, "surface = {{ stiffness = {stiffness}{limit} }}");
        }
        out
    }
}
