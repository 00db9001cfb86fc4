//! The tactile map of a skin: rows and columns as an image, all others by the outlines of their texels.

use crate::{SkinSchema, TexelRecord};
use bristle_geometry::TriangleMesh;
use bristle_picture::{Palette, Picture, PictureError, SkinView, TactileImage, View};
use bristle_skin::layout::Texel;
use glam::DVec3;

/// How much room a map has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// A picture of its own, with a colour bar.
    Alone,
    /// On a page beside one other.
    Pair,
    /// On a page among several.
    Crowded,
}

/// Draws what a skin felt, always from the same side.
pub struct TactileMap<'a> {
    skin: &'a SkinSchema,
    /// Nothing for rows and columns that tell the whole story.
    outlines: Option<Vec<Vec<DVec3>>>,
    view: View,
}

impl<'a> TactileMap<'a> {
    /// A map of a skin. `moments` tell what it felt when it is going to be drawn: the side that was touched is shown.
    pub fn new<'b>(skin: &'a SkinSchema, moments: impl Iterator<Item = &'b [TexelRecord]>) -> Self {
        let normal = plane(skin);
        let as_image =
            skin.grid.is_some() && (skin.outlines.is_empty() || normal.is_none() || is_regular(skin));
        let outlines = (!as_image).then(|| outlines(skin));
        let view = normal.map_or_else(|| touched_side(skin, moments), straight_on);
        Self { skin, outlines, view }
    }

    /// Whether it shows a bent skin laid flat.
    pub fn is_unrolled(&self) -> bool {
        self.outlines.is_none() && plane(self.skin).is_none()
    }

    /// The map of one moment. Forces \[N\] have the colours of `full_scale`, or of the largest.
    pub fn draw(
        &self,
        records: &[TexelRecord],
        full_scale: Option<f64>,
        room: Room,
        title: &str,
    ) -> Result<Picture, PictureError> {
        let forces: Vec<f64> = records.iter().map(shown).collect();
        let grid = match (&self.outlines, &self.skin.grid) {
            (None, Some(grid)) => grid,
            (outlines, _) => {
                let outlines = outlines.as_deref().unwrap_or_default();
                let texels = self.skin.texels.iter().map(|texel| (texel.position, texel.direction));
                let (positions, directions): (Vec<DVec3>, Vec<DVec3>) = texels.unzip();
                let mesh = fans(outlines);
                let map = SkinView::new(&mesh).outlines(outlines).rays(&positions, &directions, 0.0);
                let map = map.forces(&forces).view(self.view).title(title);
                let map = full_scale.into_iter().fold(map, SkinView::full_scale);
                return if room == Room::Alone { map } else { map.bare(290.0, 230.0) }.render();
            }
        };
        let image = TactileImage::new(grid.rows, grid.columns, &grid.image(&forces, 0.0))
            .present(&grid.present())
            .palette(Palette::Viridis)
            .title(title);
        let image = full_scale.into_iter().fold(image, TactileImage::full_scale);
        let pitch = self.skin.pitch();
        let image = pitch.into_iter().fold(image, |image, (across, down)| image.pitch(across, down));
        let (across, down) = pitch.unwrap_or((1.0, 1.0));
        let is_wide = grid.columns as f64 * across > grid.rows as f64 * down;
        match room {
            Room::Alone => image,
            _ if is_wide => image.bare(270.0, 200.0),
            Room::Pair => image.bare(150.0, 240.0),
            Room::Crowded => image.bare(88.0, 190.0),
        }
        .render()
    }
}

/// The surface that the outlines make: a fan of triangles each.
fn fans(outlines: &[Vec<DVec3>]) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    for outline in outlines {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend_from_slice(outline);
        let corners = outline.len() as u32;
        mesh.triangles.extend((2..corners).map(|corner| [first, first + corner - 1, first + corner]));
    }
    mesh
}

/// The force of a texel as it is drawn: the elastic part, which a slow sensor reads. What is no number is drawn as none.
pub(super) fn shown(record: &TexelRecord) -> f64 {
    if record.elastic_force.is_finite() { record.elastic_force.max(0.0) } else { 0.0 }
}

/// The common direction of texels that lie in a plane.
fn plane(skin: &SkinSchema) -> Option<DVec3> {
    let first = skin.texels.first()?;
    let reach = skin.texels.iter().map(|texel| texel.position.distance(first.position)).fold(0.0, f64::max);
    let lies = |texel: &Texel| {
        let height = (texel.position - first.position).dot(first.direction);
        texel.direction.dot(first.direction) > 1.0 - 1e-6 && height.abs() <= 1e-3 * reach
    };
    skin.texels.iter().all(lies).then_some(first.direction)
}

/// Whether the texels of a flat skin are the cells of an array, each as large as its place.
fn is_regular(skin: &SkinSchema) -> bool {
    let Some(grid) = &skin.grid else { return false };
    let Some((corner, right, below)) = skin.steps() else { return grid.is_full() };
    let (row, column) = grid.cell(corner);
    let origin = skin.texels[corner].position;
    let cell = right.cross(below).length();
    let near = 0.02 * right.length().min(below.length());
    skin.texels.iter().enumerate().all(|(index, texel)| {
        let (r, c) = grid.cell(index);
        let place = origin + (r as f64 - row as f64) * below + (c as f64 - column as f64) * right;
        texel.position.distance(place) <= near && (texel.area - cell).abs() <= 0.02 * cell
    })
}

/// From where a flat skin is seen as it is: with x along the rows its columns lie as in an image.
fn straight_on(normal: DVec3) -> View {
    let sideways = normal.truncate().length();
    let azimuth = if sideways > 1e-6 { normal.y.atan2(normal.x) } else { 0.0 };
    View { azimuth, elevation: normal.z.atan2(sideways) }
}

/// From where most texels can be seen, never straight from above or below; of a skin all around from where it was touched.
fn touched_side<'a>(skin: &SkinSchema, moments: impl Iterator<Item = &'a [TexelRecord]>) -> View {
    let open: DVec3 = skin.texels.iter().map(|texel| texel.direction).sum();
    let mut touched = DVec3::ZERO;
    for records in moments {
        touched +=
            records.iter().zip(&skin.texels).map(|(r, texel)| shown(r) * texel.direction).sum::<DVec3>();
    }
    let is_closed = open.length() < 0.3 * skin.texels.len() as f64;
    let sum = if is_closed && touched != DVec3::ZERO { touched } else { open };
    let sideways = sum.truncate().length();
    // Texels that look up or down, or all around, say nothing about the side to look from.
    let azimuth = if sideways > 0.2 * sum.length() { sum.y.atan2(sum.x).to_degrees() } else { -58.0 };
    View::from_degrees(azimuth, sum.z.atan2(sideways).to_degrees().clamp(-55.0, 55.0))
}

/// The outlines as recorded. A texel whose outline is not known is a square as large as its area.
fn outlines(skin: &SkinSchema) -> Vec<Vec<DVec3>> {
    let known = |texel: usize| skin.outlines.get(texel).filter(|outline| outline.len() > 2).cloned();
    skin.texels
        .iter()
        .enumerate()
        .map(|(index, texel)| known(index).unwrap_or_else(|| square(texel)))
        .collect()
}

fn square(texel: &Texel) -> Vec<DVec3> {
    let (across, along) = texel.direction.normalize_or(DVec3::Z).any_orthonormal_pair();
    let half = 0.5 * texel.area.max(0.0).sqrt();
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    corners.map(|(a, b)| texel.position + a * across + b * along).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_skin::layout::{Grid, SkinLayout};

    #[test]
    fn a_square_has_the_area_and_the_outside_of_its_texel() {
        let direction = DVec3::new(0.3, -0.7, 1.1).normalize();
        let texel = Texel { position: DVec3::new(1.1, 0.3, -0.7), direction, area: 1.1e-5 };
        let [a, b, _, d] = square(&texel)[..] else { panic!() };
        // Corners near 1 m are off by an epsilon, times edges of 3.3 mm, a few times.
        assert!(((b - a).cross(d - a) - texel.area * direction).length() < 8.0 * f64::EPSILON * 3.3e-3);
    }

    /// An image by rows and columns where that is the truth or no better is known; outlines for all else.
    #[test]
    fn rows_and_columns_are_an_image_unless_the_outlines_tell_more() {
        let of = |layout: SkinLayout, outlined: bool| {
            let outlines = layout.texels.iter().filter(|_| outlined).map(square).collect();
            SkinSchema { name: "pad".to_owned(), grid: layout.grid, texels: layout.texels, outlines }
        };
        let is_image = |skin: &SkinSchema| TactileMap::new(skin, std::iter::empty()).outlines.is_none();
        let flat = || SkinLayout::rectangular_grid(4, 3, 3.4e-3, 2.1e-3).unwrap();
        assert!(is_image(&of(flat(), true)) && is_image(&of(flat(), false)));
        let mut gaps = flat();
        gaps.texels.remove(4);
        let cells: Vec<[u32; 2]> = (0..12).filter(|&i| i != 4).map(|i| [i / 3, i % 3]).collect();
        gaps.grid = Some(Grid::of_cells(&cells).unwrap());
        assert!(is_image(&of(gaps.clone(), true)), "a missing cell leaves the others where they are");
        let mut small = gaps.clone();
        small.texels.iter_mut().for_each(|texel| texel.area *= 0.7);
        assert!(!is_image(&of(small.clone(), true)) && is_image(&of(small, false)));
        let mut moved = gaps;
        moved.texels[3].position.x += 0.3e-3;
        assert!(!is_image(&of(moved, true)));
        let mut loose = flat();
        loose.grid = None;
        assert!(!is_image(&of(loose, false)));
    }

    #[test]
    fn a_skin_all_around_is_shown_from_where_it_was_touched() {
        let axes = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z];
        let texels = axes.map(|direction| Texel { position: 0.01 * direction, direction, area: 1e-4 });
        let (grid, outlines) = (None, Vec::new());
        let skin = SkinSchema { name: "ball".to_owned(), grid, texels: texels.to_vec(), outlines };
        let mut records = vec![TexelRecord::default(); 6];
        records[3].elastic_force = 0.7;
        let view = TactileMap::new(&skin, [&records[..]].into_iter()).view;
        assert!((view.azimuth + std::f64::consts::FRAC_PI_2).abs() < 1e-12 && view.elevation.abs() < 1e-12);
    }
}
