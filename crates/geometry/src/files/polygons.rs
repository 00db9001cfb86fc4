//! Faces as a file gives them, before they become triangles in metres.

use super::{LoadNote, MeshFileProblem, UpAxis};
use glam::{DMat4, DVec3};

/// What a reader hands on: coordinates and axes are those of the file.
#[derive(Debug, Default)]
pub(super) struct RawMesh {
    pub polygons: Polygons,
    /// The length of one unit \[m\], if the file says so.
    pub metres_per_unit: Option<f64>,
    /// The up axis, if the file says so.
    pub up_axis: Option<UpAxis>,
    pub notes: Vec<LoadNote>,
}

impl RawMesh {
    /// Adds a note unless there is nothing to tell.
    pub(super) fn note_left_out(&mut self, what: &'static str, count: usize) {
        if count > 0 {
            self.notes.push(LoadNote::LeftOut { what, count });
        }
    }
}

/// Polygons over shared vertices, their corners one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Polygons {
    pub vertices: Vec<DVec3>,
    corners: Vec<u32>,
    /// One past the last corner of each face.
    ends: Vec<usize>,
}

impl Polygons {
    /// Points without faces as yet.
    pub(super) fn of_points(vertices: Vec<DVec3>) -> Self {
        Self { vertices, ..Self::default() }
    }

    /// Adds a vertex; `place` is asked only when it cannot be used.
    pub(super) fn push_vertex(
        &mut self,
        position: DVec3,
        place: impl FnOnce() -> String,
    ) -> Result<(), MeshFileProblem> {
        if let Some(value) = position.to_array().into_iter().find(|x| !x.is_finite()) {
            return Err(MeshFileProblem::NotFinite { place: place(), value });
        }
        self.vertices.push(position);
        Ok(())
    }

    pub(super) fn push_face(&mut self, corners: impl IntoIterator<Item = u32>) {
        self.corners.extend(corners);
        self.ends.push(self.corners.len());
    }

    pub(super) fn face_count(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn faces(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.corners[start..end])
    }

    /// The number of triangles these faces give.
    pub(super) fn triangle_count(&self) -> usize {
        self.corners.len().saturating_sub(2 * self.ends.len())
    }

    /// Refuses a face that names a vertex which is not there; indices count from `base` in the message.
    pub(super) fn check_indices(
        &self,
        base: i64,
        place: impl Fn(usize) -> String,
    ) -> Result<(), MeshFileProblem> {
        let count = self.vertices.len();
        for (face, corners) in self.faces().enumerate() {
            if let Some(&corner) = corners.iter().find(|&&c| c as usize >= count) {
                return Err(MeshFileProblem::IndexOutOfRange {
                    place: place(face),
                    index: i64::from(corner) + base,
                    low: base,
                    high: count as i64 - 1 + base,
                });
            }
        }
        Ok(())
    }

    /// Adds `part`, placed by `transform`; a mirror turns its faces round so that the outside stays outside.
    pub(super) fn append(&mut self, part: &Polygons, transform: &DMat4) -> Result<(), MeshFileProblem> {
        let base = self.vertices.len();
        if base + part.vertices.len() > u32::MAX as usize {
            return Err(MeshFileProblem::TooMany { what: "vertices", limit: u32::MAX as usize });
        }
        let mirrored = transform.determinant() < 0.0;
        self.vertices.extend(part.vertices.iter().map(|v| transform.transform_point3(*v)));
        for face in part.faces() {
            let placed = face.iter().map(|c| c + base as u32);
            if mirrored {
                self.push_face(placed.rev());
            } else {
                self.push_face(placed);
            }
        }
        Ok(())
    }
}
