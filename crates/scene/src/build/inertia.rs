//! Mass properties of a body from its shapes.

use super::solid::Solid;
use crate::data::BodyMass;
use bristle_world::{Inertia, Mass, ModelError};

/// Shapes that overlap count twice where they do.
pub(super) fn of_body(mass: Option<BodyMass>, solids: &[Solid]) -> Result<Inertia, ModelError> {
    match mass {
        None => Ok(Inertia::ZERO),
        Some(BodyMass::Given(inertia)) => Ok(inertia),
        Some(BodyMass::Density(density)) => with_density(solids, density),
        Some(BodyMass::Total(total)) => {
            let unit = with_density(solids, 1.0)?;
            let factor = total / unit.mass;
            Ok(Inertia { mass: total, centre: unit.centre, about_centre: unit.about_centre * factor })
        }
    }
}

fn with_density(solids: &[Solid], density: f64) -> Result<Inertia, ModelError> {
    solids.iter().try_fold(Inertia::ZERO, |sum, solid| {
        let part = match &solid.mesh {
            Some(mesh) => Inertia::of_mesh(mesh, Mass::Density(density))?,
            None => Inertia::of_shape(&solid.shape, Mass::Density(density))?,
        };
        Ok(sum.combined(part.posed(solid.pose)))
    })
}
