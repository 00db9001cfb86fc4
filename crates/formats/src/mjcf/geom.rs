//! Geoms: shapes with mass.

use super::assets::{MeshAsset, Meshes};
use super::classes::{Classes, Full};
use super::compiler::{Compiler, from_z, not_one_of};
use super::document::Model;
use super::mass;
use crate::access::Access;
use crate::error::{ErrorKind, Result};
use crate::meshes::{left_out, with_size};
use crate::robot::{LinkShape, Notes, principal};
use crate::xml::El;
use bristle_geometry::Pose;
use bristle_geometry::shape::HalfSpace;
use bristle_scene::data::{Cuboid, Cylinder, Ellipsoid, ShapeKind, ShapeRole, Sphere};
use bristle_world::Inertia;
use glam::{DMat3, DQuat, DVec3};

const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];

/// What the readers of bodies and geoms share.
pub(super) struct Context<'a> {
    pub(super) model: &'a Model<'a>,
    pub(super) compiler: Compiler,
    pub(super) classes: Classes<'a>,
    pub(super) meshes: Meshes<'a>,
    pub(super) access: &'a Access,
}

impl<'a> Context<'a> {
    /// Where an element with its defaults is.
    pub(super) fn pose(&self, full: &Full<'a>) -> Result<Pose> {
        let rotation = match full.who_says_any(&ORIENTATIONS) {
            Some(says) => self.compiler.rotation(says)?.unwrap_or(DQuat::IDENTITY),
            None => DQuat::IDENTITY,
        };
        Ok(Pose { rotation, translation: full.vector("pos")?.unwrap_or(DVec3::ZERO) })
    }

    /// Where an element is that has no defaults.
    pub(super) fn plain_pose(&self, el: El<'_>) -> Result<Pose> {
        let rotation = self.compiler.rotation(el)?.unwrap_or(DQuat::IDENTITY);
        Ok(Pose { rotation, translation: el.vector("pos")?.unwrap_or(DVec3::ZERO) })
    }
}

/// A geom: what it looks like, and how heavy it is.
#[derive(Debug)]
pub(super) struct Geom {
    pub(super) shape: Option<LinkShape>,
    /// In the body's frame.
    pub(super) inertia: Inertia,
    /// `contype` and `conaffinity`.
    pub(super) filter: [u32; 2],
}

impl Geom {
    /// Whether it can be touched.
    pub(super) fn collides(&self) -> bool {
        self.filter != [0, 0]
    }
}

pub(super) fn read<'a>(
    el: El<'a>,
    inherited: Option<&str>,
    in_frame: Pose,
    weighed: bool,
    context: &Context<'a>,
    notes: &mut Notes,
) -> Result<Geom> {
    let full = context.classes.with_defaults(el, inherited)?;
    // Bits of a signed integer.
    let bits = |name: &str| -> Result<u32> { Ok(full.number_or(name, 1.0)? as i64 as u32) };
    let filter = [bits("contype")?, bits("conaffinity")?];
    let role = if filter != [0, 0] { ShapeRole::Both } else { ShapeRole::Visual };
    let (low, high) = context.compiler.groups;
    let weighed = weighed && (low..=high).contains(&full.number_or("group", 0.0)?);
    let mut pose = context.pose(&full)?;
    let word = full.attr("type").unwrap_or("sphere");
    let mut mesh: Option<MeshAsset<'a>> = None;
    let size = Size::of(&full, word, &mut pose)?;
    let kind = match word {
        "plane" => Some(ShapeKind::HalfSpace(HalfSpace)),
        "mesh" => {
            let name = full.attr("mesh");
            let name = name.ok_or_else(|| {
                el.fault(ErrorKind::Missing, "a geom of type mesh needs the attribute `mesh`")
            })?;
            match context.meshes.find(name, el, context.model, &context.compiler, context.access) {
                Ok(asset) => {
                    pose = pose * asset.reference.inverse();
                    let kind = ShapeKind::Mesh(asset.file.clone());
                    mesh = Some(asset);
                    Some(kind)
                }
                Err(error) => left_out(error, role, el, context.access, notes)?,
            }
        }
        "hfield" | "sdf" => {
            notes.dropped(el.at(), format!("a geom of type {word}"));
            None
        }
        _ => match full.attr("mesh") {
            Some(name) => {
                let asset =
                    context.meshes.find(name, el, context.model, &context.compiler, context.access)?;
                Size::fitted(&asset, word, &mut pose)?.kind(word, el)?
            }
            None => size.kind(word, el)?,
        },
    };
    let inertia = match (&kind, &mesh) {
        (Some(kind), mesh) if weighed => weighed_inertia(&full, kind, mesh.as_ref())?,
        _ => Inertia::ZERO,
    };
    let kind = kind.and_then(|kind| with_size(kind, el, notes));
    let place = in_frame * pose;
    let shape = kind.map(|kind| LinkShape {
        name: el.attr("name").unwrap_or_default().to_owned(),
        at: el.at(),
        role,
        pose: place,
        kind,
        colour: None,
    });
    let shape = match shape {
        Some(shape) => Some(LinkShape { colour: colour(&full)?, ..shape }),
        None => None,
    };
    Ok(Geom { shape, inertia: inertia.posed(place), filter })
}

fn colour(full: &Full<'_>) -> Result<Option<[f64; 4]>> {
    Ok(full.exactly::<4>("rgba")?.map(|rgba| rgba.map(|x| x.clamp(0.0, 1.0))))
}

/// How heavy a geom is, in its own frame.
fn weighed_inertia(full: &Full<'_>, kind: &ShapeKind, mesh: Option<&MeshAsset<'_>>) -> Result<Inertia> {
    let (mass, density) = (full.number("mass")?, full.number_or("density", 1000.0)?);
    if mass == Some(0.0) || mass.is_none() && density == 0.0 {
        return Ok(Inertia::ZERO);
    }
    let unit = match mesh {
        Some(asset) => mass::of_mesh(asset)?,
        None => mass::of_solid(kind),
    };
    if unit.mass <= 0.0 {
        return Ok(Inertia::ZERO);
    }
    let factor = mass.map_or(density, |mass| mass / unit.mass);
    Ok(Inertia { mass: unit.mass * factor, centre: unit.centre, about_centre: unit.about_centre * factor })
}

/// Half sizes of a geom, as MuJoCo has them.
#[derive(Debug)]
struct Size(Vec<f64>);

impl Size {
    /// From `size`, or from two points: these say where it is, too.
    fn of(full: &Full<'_>, word: &str, pose: &mut Pose) -> Result<Self> {
        let mut size = full.numbers("size")?.unwrap_or_default();
        let Some([ax, ay, az, bx, by, bz]) = full.exactly::<6>("fromto")? else { return Ok(Self(size)) };
        let (from, to) = (DVec3::new(ax, ay, az), DVec3::new(bx, by, bz));
        let along = from - to;
        let Some(direction) = along.try_normalize() else {
            return Err(full.el.fault_at(
                "fromto",
                ErrorKind::OutOfRange,
                "both points of `fromto` are the same",
            ));
        };
        *pose = Pose { rotation: from_z(direction), translation: (from + to) * 0.5 };
        let (half, first) = (0.5 * along.length(), size.first().copied());
        let needed = || full.el.fault(ErrorKind::Missing, "a geom with `fromto` needs a `size`, its radius");
        let radius = first.ok_or_else(needed)?;
        size = match word {
            "box" | "ellipsoid" => vec![radius, size.get(1).copied().unwrap_or(radius), half],
            _ => vec![radius, half],
        };
        Ok(Self(size))
    }

    /// Of a solid with the moments of inertia of a mesh, in its principal axes.
    fn fitted(asset: &MeshAsset<'_>, word: &str, pose: &mut Pose) -> Result<Self> {
        let of_mesh = mass::of_mesh(asset)?;
        let (moments, axes) = principal(of_mesh.about_centre);
        // The longest side along z, as capsules have it.
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| moments[*b].total_cmp(&moments[*a]));
        let column = |i: usize| axes.col(order[i]);
        let rotation = DQuat::from_mat3(&DMat3::from_cols(column(0), column(1), column(0).cross(column(1))));
        let m = order.map(|i| moments[i]);
        let half =
            |a: usize, b: usize, c: usize| (6.0 * (m[b] + m[c] - m[a]).max(0.0) / of_mesh.mass).sqrt() * 0.5;
        let [x, y, z] = [half(0, 1, 2), half(1, 2, 0), half(2, 0, 1)];
        *pose = *pose * asset.reference.inverse() * Pose::new(rotation, of_mesh.centre);
        Ok(Self(match word {
            "sphere" => vec![(x + y + z) / 3.0],
            "capsule" => vec![0.5 * (x + y), z - 0.25 * (x + y)],
            "cylinder" => vec![0.5 * (x + y), z],
            _ => vec![x, y, z],
        }))
    }

    fn kind(&self, word: &str, el: El<'_>) -> Result<Option<ShapeKind>> {
        let wanted = match word {
            "sphere" => 1,
            "capsule" | "cylinder" => 2,
            "box" | "ellipsoid" => 3,
            other => {
                let allowed =
                    "plane, sphere, capsule, ellipsoid, cylinder, box, mesh (hfield and sdf are left out)";
                return Err(not_one_of(el, "type", other, allowed));
            }
        };
        if self.0.len() < wanted {
            let message =
                format!("a geom of type {word} needs {wanted} numbers in `size` and has {}", self.0.len());
            return Err(el.fault_at("size", ErrorKind::Missing, message));
        }
        let s = &self.0;
        let round = || Cylinder { radius: s[0], height: 2.0 * s[1] };
        let sides = || 2.0 * DVec3::new(s[0], s[1], s[2]);
        Ok(Some(match word {
            "sphere" => ShapeKind::Sphere(Sphere { radius: s[0] }),
            "capsule" => ShapeKind::Capsule(round()),
            "cylinder" => ShapeKind::Cylinder(round()),
            "box" => ShapeKind::Box(Cuboid { size: sides() }),
            _ => ShapeKind::Ellipsoid(Ellipsoid { size: sides() }),
        }))
    }
}
