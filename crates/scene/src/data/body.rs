//! Bodies.

use super::{JointDescription, ShapeDescription, fitting_unit};
use crate::describe::{Label, Range, Space, Unit, described, name, number, numbers};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_world::{Crush, Inertia, JointKind, Yielding};
use glam::{DMat3, DVec3};

described! {
    /// A rigid body and the joint that carries it. Give `mass` or `density` (spread over its shapes) or `inertia`; what is
    /// fixed needs none.
    pub struct BodyDescription as "body", check(check) {
        /// its name
        name: String = label(Label::Defines(Space::Body));
        /// the body it hangs on; the world if left out
        parent: Option<String> = maybe, name(Space::Body);
        /// where its frame is in its parent's while the joint is at zero
        pose: Pose = maybe;
        /// how it may move against its parent; a free body has no parent
        joint: JointDescription = or(JointDescription::new(JointKind::Fixed));
        /// how it begins; at zero and at rest if left out
        start: Start = maybe;
        /// how heavy it is
        mass: Option<BodyMass> = flat;
        /// its solids by name
        shapes: Vec<ShapeDescription> = maybe;
        /// how it touches other plain bodies; hard, and with their friction, if left out
        contact: Option<PlainSurface> = maybe;
        /// what touches it beside skins: all bodies, or nothing
        touched_by: TouchedBy = or(TouchedBy::Bodies);
        /// lets its surface yield to skins, and be crushed; rigid if left out
        surface: Option<YieldingSurface> = maybe;
    }

    /// How a joint begins.
    #[derive(Copy)]
    pub struct Start as "start" {
        /// of a revolute or prismatic joint
        position: Option<f64> = maybe, number(Range::ANY, Unit::Travel);
        /// of a revolute or prismatic joint
        speed: Option<f64> = maybe, number(Range::ANY, "m/s or rad/s");
        /// of a free body's origin, world axes
        velocity: Option<DVec3> = maybe, numbers(3, Range::ANY, "m/s");
        /// of a free body (world axes) or on a ball joint (joint axes)
        angular_velocity: Option<DVec3> = maybe, numbers(3, Range::ANY, "rad/s");
    }

    /// How heavy a body is.
    #[derive(Copy)]
    pub enum BodyMass as "body_mass" {
        /// spread evenly over its shapes' volume
        Total(f64) as "mass" = number(Range::POSITIVE, "kg");
        /// of its shapes
        Density(f64) as "density" = number(Range::POSITIVE, "kg/m³");
        /// mass properties given outright
        Given(Inertia) as "inertia";
    }

    /// Mass properties in the body's frame.
    #[derive(Copy)]
    pub(crate) struct InertiaTable as "inertia", check(check_inertia) {
        /// mass
        mass: f64 = needed, number(Range::POSITIVE, "kg");
        /// centre of mass
        centre: DVec3 = or(DVec3::ZERO), numbers(3, Range::within(-1e6, 1e6), Unit::Length);
        /// Ixx, Iyy, Izz about the centre of mass
        moments: DVec3 = needed, numbers(3, Range::NOT_NEGATIVE, "kg·m²");
        /// Ixy, Ixz, Iyz as entries of the tensor
        products: DVec3 = or(DVec3::ZERO), numbers(3, Range::ANY, "kg·m²");
    }
}

fn check_inertia(this: &InertiaTable, view: View<'_>) -> Result<(), Fault> {
    let mut moments = this.moments.to_array();
    moments.sort_unstable_by(f64::total_cmp);
    let [small, middle, large] = moments;
    if small + middle >= large * (1.0 - 1e-9) {
        return Ok(());
    }
    let message =
        format!("no body has these moments of inertia: {small} + {middle} is less than {large} kg·m²");
    Err(view
        .fault(ErrorKind::OutOfRange, "moments", message)
        .note("allowed: any two moments sum to at least the third"))
}

impl From<InertiaTable> for Inertia {
    fn from(InertiaTable { mass, centre, moments: i, products: p }: InertiaTable) -> Self {
        let about_centre =
            DMat3::from_cols(DVec3::new(i.x, p.x, p.y), DVec3::new(p.x, i.y, p.z), DVec3::new(p.y, p.z, i.z));
        Self { mass, centre, about_centre }
    }
}

impl From<&Inertia> for InertiaTable {
    fn from(Inertia { mass, centre, about_centre: of }: &Inertia) -> Self {
        let moments = DVec3::new(of.x_axis.x, of.y_axis.y, of.z_axis.z);
        Self {
            mass: *mass,
            centre: *centre,
            moments,
            products: DVec3::new(of.x_axis.y, of.x_axis.z, of.y_axis.z),
        }
    }
}

described! { impl Inertia via InertiaTable: |of| Inertia::from(of), |inertia| InertiaTable::from(inertia) }

described! {
    /// How a body touches other plain bodies, with all its shapes. Two surfaces are springs in series; friction is the weaker one's.
    pub struct PlainSurface as "contact" {
        /// what the surface is made of, per area
        material: String = needed, name(Space::Material);
        /// of its edges and tips: contact in a point stands for a disc of this radius, contact along a line for a strip of twice this width
        edge_radius: f64 = or(1e-3), number(Range::above(0.0, 0.1), Unit::Length);
        /// torque that resists rolling, over the normal force
        rolling_resistance: f64 = or(0.0), number(Range::within(0.0, 1.0), Unit::Length);
    }
}

/// What touches a body beside skins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TouchedBy {
    /// All bodies that are not joined to it.
    #[default]
    Bodies,
    /// Only skins: other bodies pass through it.
    Skins,
}

described! { impl words TouchedBy { Bodies as "bodies"; Skins as "skins"; } }

described! {
    /// How a body's surface yields to the skins that press on it, in series with them. Beyond a crush limit it stays deformed.
    #[derive(Copy)]
    pub struct YieldingSurface as "surface", check(check_surface) {
        /// stiffness per area
        stiffness: f64 = needed, number(Range::POSITIVE, "N/m³");
        /// normal force of one skin beyond which it stays deformed
        crush_force: Option<f64> = maybe, number(Range::POSITIVE, "N");
        /// deformation under a texel beyond which it stays deformed
        crush_depth: Option<f64> = maybe, number(Range::above(0.0, 1.0), Unit::Length);
    }
}

fn check_surface(this: &YieldingSurface, view: View<'_>) -> Result<(), Fault> {
    if this.crush_force.is_some() && this.crush_depth.is_some() {
        let message = "a surface has one crush limit: a force or a depth";
        return Err(view
            .fault(ErrorKind::Conflict, "crush_force", message)
            .note("help: leave one of them out"));
    }
    Ok(())
}

impl YieldingSurface {
    /// For a world.
    pub fn yielding(&self) -> Yielding {
        let crush = self.crush_force.map(Crush::Force).or(self.crush_depth.map(Crush::Deformation));
        Yielding { stiffness: self.stiffness, crush }
    }
}

fn check(body: &BodyDescription, view: View<'_>) -> Result<(), Fault> {
    let (name, kind) = (&body.name, body.joint.kind);
    if body.parent.is_some() && kind == JointKind::Free {
        let message = format!("the free body `{name}` has a parent");
        return Err(view
            .fault(ErrorKind::Conflict, "parent", message)
            .note("help: leave `parent` out, or choose another joint"));
    }
    if matches!(body.mass, Some(BodyMass::Total(_) | BodyMass::Density(_))) && body.shapes.is_empty() {
        let key = if view.has("mass") { "mass" } else { "density" };
        let message = format!("`bodies.{name}` has a `{key}` but no shapes to spread it over");
        return Err(view
            .fault(ErrorKind::Missing, key, message)
            .note("help: add shapes, or give `inertia = { mass, centre, moments }`"));
    }
    if body.mass.is_none() && kind == JointKind::Free {
        let message = format!("the free body `{name}` has no mass");
        return Err(Fault::new(ErrorKind::Missing, view.at(), message)
            .note("help: give `mass`, `density` or `inertia`, or make its joint \"fixed\""));
    }
    view.table("start").map_or(Ok(()), |of| check_start(of, kind))
}

fn check_start(view: View<'_>, kind: JointKind) -> Result<(), Fault> {
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
            return Err(view.fault(ErrorKind::Conflict, key, message).note(format!("allowed: {list}")));
        }
    }
    fitting_unit(view, "position", kind)
}
