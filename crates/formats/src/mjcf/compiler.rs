//! Settings of the whole model: how angles are meant, where files are, where masses come from.

use super::document::Model;
use crate::error::{ErrorKind, Result, shown};
use crate::robot::Notes;
use crate::xml::El;
use glam::{DMat3, DQuat, DVec3};

/// Whether inertias come from geoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FromGeoms {
    Never,
    Always,
    Missing,
}

/// Settings, as they stand after all `<compiler>` elements.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    pub(super) degrees: bool,
    euler: Vec<char>,
    pub(super) mesh_folder: String,
    pub(super) auto_limits: bool,
    pub(super) from_geoms: FromGeoms,
    pub(super) groups: (f64, f64),
    pub(super) least_mass: f64,
    pub(super) least_inertia: f64,
    pub(super) balances: bool,
    pub(super) total_mass: Option<f64>,
    pub(super) strips_paths: bool,
}

impl Compiler {
    pub(super) fn of(model: &Model<'_>, notes: &mut Notes) -> Result<Self> {
        let mut compiler = Self {
            degrees: true,
            euler: vec!['x', 'y', 'z'],
            mesh_folder: String::new(),
            auto_limits: true,
            from_geoms: FromGeoms::Missing,
            groups: (0.0, 5.0),
            least_mass: 0.0,
            least_inertia: 0.0,
            balances: false,
            total_mass: None,
            strips_paths: false,
        };
        for element in model.sections("compiler")? {
            compiler.read(element, notes)?;
        }
        Ok(compiler)
    }

    fn read(&mut self, of: El<'_>, notes: &mut Notes) -> Result<()> {
        if let Some(angle) = of.attr("angle") {
            self.degrees = match angle {
                "degree" => true,
                "radian" => false,
                other => return Err(not_one_of(of, "angle", other, "degree, radian")),
            };
        }
        if let Some(order) = of.attr("eulerseq") {
            let letters: Vec<char> = order.chars().collect();
            if letters.len() != 3 || letters.iter().any(|c| !"xyzXYZ".contains(*c)) {
                return Err(not_one_of(of, "eulerseq", order, "three of x, y, z, X, Y, Z"));
            }
            self.euler = letters;
        }
        if let Some(folder) = of.attr("meshdir").or_else(|| of.attr("assetdir")) {
            self.mesh_folder = folder.to_owned();
        }
        if let Some(auto) = of.flag("autolimits")? {
            self.auto_limits = auto;
        }
        if let Some(word) = of.attr("inertiafromgeom") {
            self.from_geoms = match word {
                "false" => FromGeoms::Never,
                "true" => FromGeoms::Always,
                "auto" => FromGeoms::Missing,
                other => return Err(not_one_of(of, "inertiafromgeom", other, "false, true, auto")),
            };
        }
        if let Some([low, high]) = of.exactly::<2>("inertiagrouprange")? {
            self.groups = (low, high);
        }
        self.least_mass = of.number_or("boundmass", self.least_mass)?;
        self.least_inertia = of.number_or("boundinertia", self.least_inertia)?;
        self.balances = of.flag("balanceinertia")?.unwrap_or(self.balances);
        self.strips_paths = of.flag("strippath")?.unwrap_or(self.strips_paths);
        self.total_mass = of.number("settotalmass")?.or(self.total_mass).filter(|mass| *mass > 0.0);
        if of.attr("coordinate") == Some("global") {
            return Err(of
                .fault_at(
                    "coordinate",
                    ErrorKind::Refused,
                    "global coordinates are not read, nor does MuJoCo read them any more",
                )
                .with_note(
                    "help: have an old MuJoCo (2.3.3 or before) save the model with local coordinates",
                ));
        }
        if of.attr("usethread").is_some() {
            notes.dropped(of.at(), "usethread of <compiler>");
        }
        Ok(())
    }

    /// An angle of the file \[rad\].
    pub(super) fn angle(&self, x: f64) -> f64 {
        if self.degrees { x.to_radians() } else { x }
    }

    /// The rotation of an element by whichever of its attributes says it.
    pub(super) fn rotation(&self, of: El<'_>) -> Result<Option<DQuat>> {
        if let Some([w, x, y, z]) = of.exactly::<4>("quat")? {
            let quaternion = DQuat::from_xyzw(x, y, z, w);
            let zero = || of.fault_at("quat", ErrorKind::OutOfRange, "this quaternion is zero");
            return Some(quaternion)
                .filter(|q| q.length() > 1e-9)
                .map(|q| q.normalize())
                .ok_or_else(zero)
                .map(Some);
        }
        if let Some([x, y, z, angle]) = of.exactly::<4>("axisangle")? {
            let axis = DVec3::new(x, y, z).try_normalize();
            let zero = || of.fault_at("axisangle", ErrorKind::OutOfRange, "this axis has no direction");
            return axis.ok_or_else(zero).map(|axis| Some(DQuat::from_axis_angle(axis, self.angle(angle))));
        }
        if let Some([a, b, c, d, e, f]) = of.exactly::<6>("xyaxes")? {
            let x = DVec3::new(a, b, c).try_normalize();
            let y = x.and_then(|x| {
                let y = DVec3::new(d, e, f);
                (y - x * x.dot(y)).try_normalize()
            });
            let flat = || of.fault_at("xyaxes", ErrorKind::OutOfRange, "these axes are no two directions");
            let (x, y) = x.zip(y).ok_or_else(flat)?;
            return Ok(Some(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize()));
        }
        if let Some(z) = of.vector("zaxis")? {
            let zero = || of.fault_at("zaxis", ErrorKind::OutOfRange, "this axis has no direction");
            return z.try_normalize().ok_or_else(zero).map(|z| Some(from_z(z)));
        }
        if let Some(angles) = of.vector("euler")? {
            let turn =
                angles.to_array().iter().zip(&self.euler).fold(DQuat::IDENTITY, |so_far, (angle, letter)| {
                    let axis = match letter.to_ascii_lowercase() {
                        'x' => DVec3::X,
                        'y' => DVec3::Y,
                        _ => DVec3::Z,
                    };
                    let turn = DQuat::from_axis_angle(axis, self.angle(*angle));
                    // Small letters turn about axes that turn along, capitals about fixed ones.
                    if letter.is_ascii_lowercase() { so_far * turn } else { turn * so_far }
                });
            return Ok(Some(turn.normalize()));
        }
        Ok(None)
    }
}

/// The smallest turn that takes z to a direction.
pub(super) fn from_z(direction: DVec3) -> DQuat {
    let axis = DVec3::Z.cross(direction);
    let (sine, cosine) = (axis.length(), direction.z);
    if sine < 1e-10 {
        return if cosine > 0.0 { DQuat::IDENTITY } else { DQuat::from_rotation_x(std::f64::consts::PI) };
    }
    DQuat::from_axis_angle(axis / sine, sine.atan2(cosine))
}

pub(super) fn not_one_of(
    of: El<'_>,
    attribute: &str,
    word: &str,
    allowed: &str,
) -> bristle_scene::SceneError {
    let message = format!("`{attribute}` is `{}`", shown(word));
    of.fault_at(attribute, ErrorKind::OutOfRange, message).with_note(format!("allowed: {allowed}"))
}
