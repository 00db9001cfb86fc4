//! The soft surfaces of plain bodies.

use super::solid::Solid;
use super::{Assembly, about, refused};
use crate::data::BodyDescription;
use crate::error::Fault;
use crate::source::Span;
use bristle_geometry::Shape;
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::BodyId;

impl Assembly<'_> {
    /// A patch on every shape of the body that no skin covers.
    pub(super) fn add_patches(
        &mut self,
        body: &BodyDescription,
        id: BodyId,
        solids: &[Solid],
        covered: &[&str],
        at: Option<Span>,
    ) -> Result<(), Fault> {
        let Some(contact) = &body.contact else { return Ok(()) };
        let material = self.material(&contact.material)?;
        for (shape, solid) in body.shapes.iter().zip(solids) {
            if covered.contains(&shape.name.as_str()) {
                continue;
            }
            let refuse = |why: String| about(&body.name, &shape.name, &why, at);
            let mesh = solid.divided(contact.spacing);
            let Some(mesh) = mesh.map_err(|error| refuse(error.to_string()))? else { continue };
            // The faces of a box are divided into rectangles of two triangles each.
            let step = if matches!(solid.shape, Shape::Cuboid(_)) { 2 } else { 1 };
            let ends: Vec<u32> = (step..=mesh.triangles.len() as u32).step_by(step as usize).collect();
            let layout = SkinLayout::from_polygons(mesh, &ends).map_err(|error| refuse(error.to_string()))?;
            let patch = Skin::new(&layout, material.clone(), SkinOptions::default())
                .map_err(|error| refused(&error, at))?;
            let name = format!("{}/{}", body.name, shape.name);
            self.builder.patch(id, name, patch, shape.pose).map_err(|error| refused(&error, at))?;
        }
        Ok(())
    }
}
