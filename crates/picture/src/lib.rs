//! Pictures of touch, as SVG and PNG drawn from the same marks.
//!
//! A picture takes plain data (rows, columns, slices of numbers, a mesh) and knows nothing of sensors, so what it
//! shows cannot change what is sensed. Each kind is a struct with sensible defaults and options that are set one
//! by one; `render` checks the data and returns a [`Picture`]:
//!
//! | kind | shows |
//! |---|---|
//! | [`TactileImage`] | one cell per texel, grey or viridis, with a colour bar |
//! | [`TactileSeries`] | several tactile images side by side on one scale |
//! | [`ForceBars`] | a bar per texel, in three dimensions |
//! | [`ShearArrows`] | an arrow per texel, coloured by friction state or utilisation |
//! | [`SkinView`] | the skin mesh, its texels as dots or outlines, their rays, and the touched object |
//! | [`WorldView`] | bodies as shaded solids, with texels; as pixels alone, too: [`WorldView::frame`] |
//! | [`LinePlot`] | curves on linear or logarithmic axes |
//!
//! ```
//! use bristle_picture::{Palette, TactileImage};
//!
//! let forces = [0.0, 0.3, 0.7, 1.1, 0.2, 0.0];
//! let picture = TactileImage::new(2, 3, &forces).palette(Palette::Viridis).render()?;
//! assert!(picture.svg().starts_with("<svg"));
//! let png = picture.png(2.0)?;
//! # assert!(png.len() > 100);
//! # Ok::<(), bristle_picture::PictureError>(())
//! ```
//!
//! Lettering is drawn as pen strokes from a small built-in alphabet. No font needs to be installed and none is
//! substituted, so a picture has the same bytes on a laptop, in a container and on a cluster; every piece of text
//! keeps its words in an `aria-label`, where screen readers and `grep` find them.

mod canvas;
mod colour;
mod error;
mod grid;
mod line_plot;
pub mod markup;
mod movie;
mod palette;
mod picture;
mod quantity;
mod solid;
mod spatial;
mod ticks;
pub mod words;

pub use colour::Colour;
pub use error::PictureError;
pub use grid::series::TactileSeries;
pub use grid::shear::{FrictionState, ShearArrows};
pub use grid::tactile::TactileImage;
pub use line_plot::{LinePlot, LineStyle};
pub use movie::Movie;
pub use palette::Palette;
pub use picture::Picture;
pub use quantity::Quantity;
pub use solid::{Frame, Solid};
pub use spatial::bars::ForceBars;
pub use spatial::skin::{ObjectStyle, SkinView};
pub use spatial::view::View;
pub use spatial::world::WorldView;
