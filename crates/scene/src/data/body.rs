//! Bodies.

use super::{JointDescription, ShapeDescription, fitting_unit};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_world::{Inertia, JointKind};
use glam::{DMat3, DVec3};

/// A rigid body and the joint that carries it.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDescription {
    /// Its name.
    pub name: String,
    /// The body it hangs on; `None` is the world.
    pub parent: Option<String>,
    /// Its frame in its parent's while the joint is at zero; of a free body, where it begins.
    pub pose: Pose,
    /// How it may move.
    pub joint: JointDescription,
    /// How it begins.
    pub start: Start,
    /// How heavy it is.
    pub mass: BodyMass,
    /// Its solids.
    pub shapes: Vec<ShapeDescription>,
    /// Its own soft surface, if any.
    pub contact: Option<PatchSurface>,
}

/// How a body's joint begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Start {
    /// Position of a one-dof joint \[m or rad\].
    pub position: Option<f64>,
    /// Speed of a one-dof joint \[m/s or rad/s\].
    pub speed: Option<f64>,
    /// Velocity of a free body's origin \[m/s\].
    pub velocity: Option<DVec3>,
    /// Angular velocity of a free body or on a ball joint \[rad/s\].
    pub angular_velocity: Option<DVec3>,
}

/// How heavy a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyMass {
    /// Without mass: it is fixed, or carries others that have some.
    None,
    /// Spread evenly over the volume of its shapes \[kg\].
    Total(f64),
    /// Of all its shapes \[kg/m³\].
    Density(f64),
    /// Given outright.
    Given(Inertia),
}

/// A soft surface made from a body's shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct PatchSurface {
    /// What it is made of.
    pub material: String,
    /// About how far apart its contact points are \[m\].
    pub spacing: f64,
}

impl BodyDescription {
    pub(super) fn read(name: &str, view: View<'_>) -> Result<Self, Fault> {
        let joint = JointDescription::read(view)?;
        let parent = view.maybe_text("parent").map(str::to_owned);
        if parent.is_some() && joint.kind == JointKind::Free {
            let message = format!("the free body `{name}` has a parent");
            return Err(Fault::new(ErrorKind::Conflict, view.at_key("parent"), message)
                .note("help: leave `parent` out, or choose another joint"));
        }
        let mut shapes = Vec::new();
        for (shape, _, of) in view.named("shapes") {
            shapes.push(ShapeDescription::read(shape, of)?);
        }
        let contact = view
            .maybe_table("contact")
            .map(|of| Ok(PatchSurface { material: of.name("material")?, spacing: of.number("spacing")? }));
        let mass = read_mass(view)?;
        if matches!(mass, BodyMass::Total(_) | BodyMass::Density(_)) && shapes.is_empty() {
            let key = if view.has("mass") { "mass" } else { "density" };
            let message = format!("`bodies.{name}` has a `{key}` but no shapes to spread it over");
            return Err(Fault::new(ErrorKind::Missing, view.at_key(key), message)
                .note("help: add shapes, or give `inertia = { mass, centre, moments }`"));
        }
        if mass == BodyMass::None && joint.kind == JointKind::Free {
            let message = format!("the free body `{name}` has no mass");
            return Err(Fault::new(ErrorKind::Missing, view.at(), message)
                .note("help: give `mass`, `density` or `inertia`, or make its joint \"fixed\""));
        }
        let start = match view.maybe_table("start") {
            Some(of) => read_start(of, joint.kind)?,
            None => Start::default(),
        };
        Ok(Self {
            name: name.to_owned(),
            parent,
            pose: view.pose("pose")?,
            joint,
            start,
            mass,
            shapes,
            contact: contact.transpose()?,
        })
    }
}

fn read_mass(view: View<'_>) -> Result<BodyMass, Fault> {
    if let Some(mass) = view.maybe_number("mass") {
        return Ok(BodyMass::Total(mass));
    }
    if let Some(density) = view.maybe_number("density") {
        return Ok(BodyMass::Density(density));
    }
    let Some(of) = view.maybe_table("inertia") else { return Ok(BodyMass::None) };
    let (i, p) = (of.vector("moments")?, of.vector("products")?);
    let [small, middle, large] = sorted(i);
    if small + middle < large * (1.0 - 1e-9) {
        let message =
            format!("no body has these moments of inertia: {small} + {middle} is less than {large} kg·m²");
        return Err(Fault::new(ErrorKind::OutOfRange, of.at_key("moments"), message)
            .note("allowed: any two moments sum to at least the third"));
    }
    let about_centre =
        DMat3::from_cols(DVec3::new(i.x, p.x, p.y), DVec3::new(p.x, i.y, p.z), DVec3::new(p.y, p.z, i.z));
    Ok(BodyMass::Given(Inertia { mass: of.number("mass")?, centre: of.vector("centre")?, about_centre }))
}

fn sorted(v: DVec3) -> [f64; 3] {
    let mut numbers = v.to_array();
    numbers.sort_unstable_by(f64::total_cmp);
    numbers
}

fn read_start(view: View<'_>, kind: JointKind) -> Result<Start, Fault> {
    let allowed: &[&str] = match kind {
        JointKind::Fixed => &[],
        JointKind::Revolute { .. } | JointKind::Prismatic { .. } => &["position", "speed"],
        JointKind::Ball => &["angular_velocity"],
        JointKind::Free => &["velocity", "angular_velocity"],
    };
    for key in ["position", "speed", "velocity", "angular_velocity"] {
        if view.has(key) && !allowed.contains(&key) {
            let message = format!("this joint cannot start with a `{key}`");
            let list = if allowed.is_empty() {
                "nothing: a fixed body does not move".into()
            } else {
                allowed.join(", ")
            };
            return Err(
                Fault::new(ErrorKind::Conflict, view.at_key(key), message).note(format!("allowed: {list}"))
            );
        }
    }
    fitting_unit(view, "position", kind)?;
    Ok(Start {
        position: view.maybe_number("position"),
        speed: view.maybe_number("speed"),
        velocity: view.maybe_vector("velocity"),
        angular_velocity: view.maybe_vector("angular_velocity"),
    })
}
