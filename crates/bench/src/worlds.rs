//! Worlds to time: what grasping people run, at the sizes they run it.

use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, FrictionLaw,
    HuntCrossley, LinearSpringDamper, MaterialError, NormalLaw, RegularisedCoulomb,
};
use bristle_geometry::mesh::generate;
use bristle_geometry::shape::Cuboid;
use bristle_geometry::{MeshSurface, Pose, Shape, TriangleMesh};
use bristle_skin::layout::{SamplePattern, SkinLayout};
use bristle_skin::{Skin, SkinOptions};
use bristle_world::{
    Body, BodyId, Inertia, Joint, Limits, Mass, Mimic, Model, ModelBuilder, SkinId, Spring, World,
};
use glam::{DQuat, DVec3};
use std::error::Error;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Rows, columns and pitch of the Weiss DSA 9205 pad \[m\].
const ROWS: usize = 14;
const COLUMNS: usize = 6;
const PITCH: f64 = 3.4e-3;

/// What lies on the pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// A box, as a solid.
    Box,
    /// The same box as a mesh of about this many triangles.
    Mesh(usize),
}

/// What a pad is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// A linear spring and damper, elasto-plastic bristles: the default.
    Linear,
    /// Hunt and Crossley's law with Hertz's exponent in the place of the spring.
    HuntCrossley,
    /// Regularised Coulomb friction in the place of the bristles.
    Coulomb,
}

/// A pad of the size of the Weiss DSA 9205's, or of several.
#[derive(Clone, Copy, Debug)]
pub struct Pad {
    /// Rows and columns.
    pub cells: [usize; 2],
    /// Distance of neighbours \[m\].
    pub pitch: f64,
    /// Rays per texel.
    pub rays: usize,
    /// Its laws.
    pub law: Law,
}

impl Pad {
    /// The pad with each texel divided `finer` times along rows and columns.
    pub fn divided(finer: usize) -> Self {
        let cells = [ROWS * finer, COLUMNS * finer];
        Self { cells, pitch: PITCH / finer as f64, rays: 1, law: Law::Linear }
    }

    /// 672 texels.
    pub fn large(law: Law) -> Self {
        Self { cells: [28, 24], pitch: 1.7e-3, rays: 1, law }
    }

    /// As stiff as 84 springs of 1000 N/m on the Weiss pad, whatever its resolution.
    fn material(&self) -> std::result::Result<ContactMaterial, MaterialError> {
        let per_area = 1.0 / (PITCH * PITCH);
        let linear = LinearSpringDamper::new(1000.0 * per_area, 10.0 * per_area)?;
        let normal: NormalLaw = match self.law {
            Law::HuntCrossley => {
                HuntCrossley::new(1000.0 * per_area / 0.1e-3_f64.sqrt(), Exponent::HERTZ, 1.0)?.into()
            }
            Law::Linear | Law::Coulomb => linear.into(),
        };
        let (mu_static, mu_dynamic, stribeck_speed, viscosity) = (0.6, 0.6, 0.01, 0.0);
        let friction: FrictionLaw = match self.law {
            Law::Coulomb => RegularisedCoulomb::new(CoulombParameters {
                slip_speed: 1e-3,
                viscosity,
                mu_static,
                mu_dynamic,
                stribeck_speed,
            })?
            .into(),
            Law::Linear | Law::HuntCrossley => ElastoPlastic::new(BristleParameters {
                stiffness: 2e4 * per_area,
                damping: 20.0 * per_area,
                viscosity,
                mu_static,
                mu_dynamic,
                stribeck_speed,
            })?
            .into(),
        };
        ContactMaterial::new(normal, friction, 3e-3, Basis::PerArea)
    }

    fn skin(&self) -> Result<Skin> {
        let [rows, columns] = self.cells;
        let layout = SkinLayout::grid(rows, columns, self.pitch)?;
        let layout = match self.rays {
            1 => layout,
            rays => layout.with_samples(SamplePattern::Jittered(rays))?,
        };
        Ok(Skin::new(
            &layout,
            self.material()?,
            SkinOptions { look_ahead: Some(1e-3), ..Default::default() },
        )?)
    }
}

fn link(name: &str, parent: Option<BodyId>, pose: Pose, joint: Joint, inertia: Inertia) -> Body {
    Body { name: name.into(), parent, pose, joint, inertia }
}

/// A box of 1 kg and 50 mm that rests on a pad.
pub fn weigh(pad: Pad, load: Load) -> Result<(World, SkinId, BodyId)> {
    let mut builder = ModelBuilder::new();
    let base = builder.body(link("pad", None, Pose::IDENTITY, Joint::fixed(), Inertia::ZERO))?;
    let skin = builder.skin(base, "pad", pad.skin()?, Pose::IDENTITY)?;
    let half = DVec3::splat(0.025);
    let solid = Shape::from(Cuboid::new(half)?);
    let inertia = Inertia::of_shape(&solid, Mass::Total(1.0))?;
    let shape = match load {
        Load::Box => solid,
        Load::Mesh(triangles) => {
            let per_side = ((triangles as f64 / 12.0).sqrt().round() as usize).max(1);
            mesh_shape(&generate::cuboid_divided(half, [per_side; 3])?)?
        }
    };
    let pose = Pose::from_translation(DVec3::new(0.0, 0.0, half.z));
    let body = builder.body(link("box", None, pose, Joint::free(), inertia))?;
    builder.shape(body, "box", shape, Pose::IDENTITY)?;
    Ok((World::new(builder.build()?), skin, body))
}

fn mesh_shape(mesh: &TriangleMesh) -> Result<Shape> {
    Ok(Shape::Mesh(Arc::new(MeshSurface::new(mesh)?)))
}

/// A parallel gripper with two pads that holds a spray bottle of about `triangles` triangles by its body, both upright, by a
/// spring of 30 N per finger. Texels have `rays` rays each.
pub fn gripper_on_bottle(triangles: usize, rays: usize) -> Result<(Model, [SkinId; 2], BodyId)> {
    let mut builder = ModelBuilder::new();
    let palm = builder.body(link("palm", None, Pose::IDENTITY, Joint::fixed(), Inertia::ZERO))?;

    let mesh = generate::spray_bottle(triangles)?;
    let inertia = Inertia::of_mesh(&mesh, Mass::Total(0.3))?;
    // Rows of the pads run upwards, their faces look at one another along x.
    let upright = DQuat::from_rotation_y(FRAC_PI_2);
    let grip_height = 0.08;
    let radius = half_width(&mesh, grip_height);
    let squeeze = 30.0;
    let stiffness = 300.0;
    let jaw = |sign: f64| Pose {
        rotation: DQuat::from_rotation_z(if sign > 0.0 { std::f64::consts::PI } else { 0.0 }),
        translation: DVec3::new(sign * (radius + 1e-3), 0.0, grip_height),
    };
    let body = DVec3::new(0.01, 0.012, 0.025);
    let finger = Inertia::of_shape(&Shape::from(Cuboid::new(body)?), Mass::Total(0.2))?;
    let limits = Limits { lower: -0.03, upper: 0.03, stiffness: 1e5, damping: 100.0 };
    let slide = Joint::prismatic(DVec3::X)
        .with_spring(Spring { stiffness: 2.0 * stiffness, rest: squeeze / stiffness })
        .with_damping(20.0)
        .with_limits(limits);
    let left = builder.body(link("left", Some(palm), jaw(-1.0), slide, finger))?;
    let mimic = Joint::prismatic(DVec3::X).with_mimic(Mimic { body: left, ratio: 1.0, offset: 0.0 });
    let right = builder.body(link("right", Some(palm), jaw(1.0), mimic, finger))?;
    let face = Pose { rotation: upright, translation: DVec3::ZERO };
    let mut skins = [SkinId(0); 2];
    for (slot, (side, name)) in skins.iter_mut().zip([(left, "left"), (right, "right")]) {
        *slot = builder.skin(side, name, Pad { rays, ..Pad::divided(1) }.skin()?, face)?;
    }
    let bottle = builder.body(link("bottle", None, Pose::IDENTITY, Joint::free(), inertia))?;
    builder.shape(bottle, "bottle", mesh_shape(&mesh)?, Pose::IDENTITY)?;
    Ok((builder.build()?, skins, bottle))
}

/// Largest x of the surface near a height \[m\].
fn half_width(mesh: &TriangleMesh, height: f64) -> f64 {
    mesh.vertices.iter().filter(|v| (v.z - height).abs() < 0.02).map(|v| v.x).fold(0.0, f64::max)
}
