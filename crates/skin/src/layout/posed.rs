//! Moving a whole layout.

use bristle_geometry::Pose;

use super::{SkinLayout, TexelRegion};

impl SkinLayout {
    /// The same layout placed by `pose`: positions move, directions turn, areas and weights stay.
    pub fn posed(mut self, pose: Pose) -> Self {
        for texel in &mut self.texels {
            texel.position = pose.transform_point(texel.position);
            texel.direction = pose.transform_vector(texel.direction);
        }
        for sample in &mut self.samples {
            sample.position = pose.transform_point(sample.position);
            sample.direction = pose.transform_vector(sample.direction);
        }
        for vertex in &mut self.mesh.vertices {
            *vertex = pose.transform_point(*vertex);
        }
        if let TexelRegion::Cell { row_step, column_step } = &mut self.region {
            *row_step = pose.transform_vector(*row_step);
            *column_step = pose.transform_vector(*column_step);
        }
        self
    }
}
