//! Where the texels of a skin are.

use super::MeshFile;
use crate::error::Fault;
use crate::view::View;
use bristle_geometry::mesh::generate::FingertipSize;

/// Where the texels of a skin are.
#[derive(Clone, Debug, PartialEq)]
pub enum Layout {
    /// A flat array.
    Grid {
        /// Texels along x.
        rows: usize,
        /// Texels along y.
        columns: usize,
        /// Distance of neighbours along x \[m\].
        pitch_row: f64,
        /// Distance of neighbours along y \[m\].
        pitch_column: f64,
    },
    /// A texel at every vertex of a mesh.
    Vertices(MeshFile),
    /// A texel on every triangle of a mesh.
    Faces(MeshFile),
    /// The pad of a fingertip.
    Fingertip {
        /// Its measures.
        size: FingertipSize,
        /// Distance of neighbours \[m\].
        spacing: f64,
    },
    /// A dome about +z.
    Cap {
        /// Radius of the sphere \[m\].
        radius: f64,
        /// Angle from the axis to the rim \[rad\].
        opening: f64,
        /// Rings of texels about the middle one.
        rings: usize,
        /// Texels per ring.
        segments: usize,
    },
}

impl Layout {
    pub(super) fn read(view: View<'_>) -> Result<Self, Fault> {
        let (tag, of) = view.tag(&["grid", "vertices", "faces", "fingertip", "cap"])?;
        Ok(match tag {
            "grid" => {
                let pitch = of.number("pitch")?;
                Self::Grid {
                    rows: of.count("rows")?,
                    columns: of.count("columns")?,
                    pitch_row: pitch,
                    pitch_column: of.maybe_number("pitch_along_columns").unwrap_or(pitch),
                }
            }
            "vertices" => Self::Vertices(MeshFile::read(of)?),
            "faces" => Self::Faces(MeshFile::read(of)?),
            "fingertip" => Self::Fingertip {
                size: FingertipSize {
                    length: of.number("length")?,
                    width: of.number("width")?,
                    thickness: of.number("thickness")?,
                    rounding: of.number("rounding")?,
                    wrap_angle: of.number("wrap")?,
                },
                spacing: of.number("spacing")?,
            },
            _ => Self::Cap {
                radius: of.number("radius")?,
                opening: of.number("opening")?,
                rings: of.count("rings")?,
                segments: of.count("segments")?,
            },
        })
    }
}
