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
        match &mut self.region {
            TexelRegion::Cells(sheet) => sheet.posed(pose),
            TexelRegion::Tiles(tiles) => {
                tiles.iter_mut().flatten().for_each(|side| *side = pose.transform_vector(*side));
            }
            TexelRegion::VertexShare | TexelRegion::Polygons(_) => {}
        }
        self
    }
}
