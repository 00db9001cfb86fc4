//! Shear as arrows over a pale tactile image.

use super::cells::Cells;
use super::check;
use super::colour_bar::ColourBar;
use super::frame::{self, Axes};
use super::tactile::three_digits;
use crate::canvas::{Canvas, Path, Pen, Text, style};
use crate::ticks::round_below;
use crate::{Colour, Palette, Picture, PictureError, Quantity};
use glam::DVec2;

/// What the friction of a texel is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionState {
    /// No contact.
    Free,
    /// Holding, well below the friction limit.
    Stick,
    /// Holding, close to the friction limit.
    Incipient,
    /// Sliding.
    Slip,
    /// Pressed beyond the depth that the texel can measure.
    Saturated,
}

impl FrictionState {
    const SHOWN: [(Self, &str, Colour); 4] = [
        (Self::Stick, "stick", Colour::BLUE),
        (Self::Incipient, "incipient slip", Colour::ORANGE),
        (Self::Slip, "slip", Colour::VERMILLION),
        (Self::Saturated, "saturated", Colour::BLACK),
    ];

    fn colour(self) -> Colour {
        Self::SHOWN.iter().find(|row| row.0 == self).map_or(style::HAIR, |row| row.2)
    }
}

/// Shear as an arrow per texel, over a pale image of the normal force.
///
/// An arrow starts at the centre of its cell; a reference arrow gives the scale. A texel in contact without shear
/// is a dot, a texel without contact is empty.
#[derive(Clone, Debug)]
pub struct ShearArrows {
    rows: usize,
    columns: usize,
    shear: Vec<DVec2>,
    normal: Option<Vec<f64>>,
    colours: Colours,
    title: String,
    full_scale: Option<f64>,
    pitch: Option<DVec2>,
}

/// The shade of the largest normal force: a light grey, since the arrows are the picture.
const DARKEST: Colour = Colour::grey(190);

/// Arrows are cut at this many cells: a full scale set far too low must not fill the sheet.
const LONGEST: f64 = 3.0;

#[derive(Clone, Debug)]
enum Colours {
    Plain,
    State(Vec<FrictionState>),
    Utilisation(Vec<f64>),
}

impl ShearArrows {
    /// Arrows for `rows` × `columns` shear forces \[N\], row by row from the top left: x along the columns (to the
    /// right), y along the rows (down).
    pub fn new(rows: usize, columns: usize, shear: &[DVec2]) -> Self {
        let colours = Colours::Plain;
        let title = String::new();
        Self {
            rows,
            columns,
            shear: shear.to_vec(),
            normal: None,
            colours,
            title,
            full_scale: None,
            pitch: None,
        }
    }

    /// Normal forces \[N\] for the pale image below the arrows, each 0 or more.
    pub fn normal(self, forces: &[f64]) -> Self {
        Self { normal: Some(forces.to_vec()), ..self }
    }

    /// Colours the arrows by friction state, with a legend.
    pub fn states(self, states: &[FrictionState]) -> Self {
        Self { colours: Colours::State(states.to_vec()), ..self }
    }

    /// Colours the arrows by friction utilisation, shear over its limit: 0 is unloaded, 1 is sliding.
    pub fn utilisation(self, utilisation: &[f64]) -> Self {
        Self { colours: Colours::Utilisation(utilisation.to_vec()), ..self }
    }

    /// Words above the picture.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The shear \[N\] drawn as long as a cell; the largest of the picture if not set. Set it to compare
    /// pictures; arrows are cut at three times this length.
    pub fn full_scale(self, force: f64) -> Self {
        Self { full_scale: Some(force), ..self }
    }

    /// Distance of neighbouring columns (`x`) and rows (`y`) \[m\], see [`crate::TactileImage::pitch`].
    pub fn pitch(self, x: f64, y: f64) -> Self {
        Self { pitch: Some(DVec2::new(x, y)), ..self }
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        self.check()?;
        let largest = self.shear.iter().map(|s| s.length()).fold(0.0, f64::max);
        let top = self.full_scale.unwrap_or(if largest > 1e-100 { largest } else { 1.0 });
        let cells = Cells::fitted(self.rows, self.columns, self.pitch, None, DVec2::splat(12.0));
        // A little less than a cell, so that parallel arrows do not touch.
        let longest = cells.cell.min_element() * 0.92;

        let mut canvas = Canvas::new(if self.title.is_empty() { "Shear forces" } else { &self.title });
        let strongest = self.normal.iter().flatten().copied().fold(1e-100, f64::max);
        cells.paint(&mut canvas, |i| match &self.normal {
            Some(normal) => Colour::WHITE.mix(DARKEST, normal[i] / strongest),
            None => Colour::WHITE,
        });
        for (i, &shear) in self.shear.iter().enumerate() {
            let colour = self.colour(i);
            let reach = (shear / top).clamp_length_max(LONGEST) * longest;
            if reach.length() >= 3.0 {
                draw_arrow(&mut canvas, cells.centre_of(i), reach, colour);
            } else if self.in_contact(i) {
                let radius = (cells.cell.min_element() * 0.08).clamp(0.8, 2.0);
                canvas.fill(Path::circle(cells.centre_of(i), radius), colour);
            }
        }
        frame::axes(&mut canvas, &cells, self.pitch, Axes::Both);
        self.key(&mut canvas, &cells, top, longest);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    fn check(&self) -> Result<(), PictureError> {
        check::grid(self.rows, self.columns)?;
        let count = self.rows * self.columns;
        let place = check::cell_place(self.columns);
        check::length("shear", self.shear.len(), count)?;
        for (i, shear) in self.shear.iter().enumerate() {
            check::finite(shear.x, || format!("shear along x {}", place(i)))?;
            check::finite(shear.y, || format!("shear along y {}", place(i)))?;
        }
        if let Some(normal) = &self.normal {
            check::length("normal force", normal.len(), count)?;
            check::not_negative(normal, "normal force", &place)?;
        }
        match &self.colours {
            Colours::Plain => {}
            Colours::State(states) => check::length("friction states", states.len(), count)?,
            Colours::Utilisation(utilisation) => {
                check::length("friction utilisation", utilisation.len(), count)?;
                check::not_negative(utilisation, "friction utilisation", &place)?;
            }
        }
        check::full_scale(self.full_scale)?;
        check::pitch(self.pitch)
    }

    fn colour(&self, i: usize) -> Colour {
        match &self.colours {
            Colours::Plain => Colour::BLUE,
            Colours::State(states) => states[i].colour(),
            Colours::Utilisation(utilisation) => utilisation_colour(utilisation[i]),
        }
    }

    fn in_contact(&self, i: usize) -> bool {
        match (&self.colours, &self.normal) {
            (Colours::State(states), _) => states[i] != FrictionState::Free,
            (_, Some(normal)) => normal[i] > 0.0,
            _ => self.shear[i] != DVec2::ZERO,
        }
    }

    /// The reference arrow and the legend, in a column to the right.
    fn key(&self, canvas: &mut Canvas, cells: &Cells, top: f64, longest: f64) {
        let x = cells.corner.x + cells.size().x + 22.0;
        let mut y = cells.corner.y + 10.0;
        if self.full_scale.is_none() && self.shear.iter().all(|&shear| shear == DVec2::ZERO) {
            canvas.text(DVec2::new(x, y), Text::new("no shear"));
        } else {
            // The reference is round, and drawn to the scale of the arrows beside it.
            let written = Quantity::si("shear", "N").written_up_to(top);
            let reference = round_below(top * written.factor);
            let length = longest * reference.value / (top * written.factor);
            draw_arrow(canvas, DVec2::new(x, y), DVec2::new(length, 0.0), style::INK);
            let words = format!("{} {}", reference.label, written.unit);
            canvas.text(DVec2::new(x + length + 8.0, y), Text::new(words));
        }
        y += 28.0;
        if let Some(normal) = &self.normal {
            // The image below is only an orientation: its darkest shade and what it stands for are key enough.
            let strongest = normal.iter().copied().fold(0.0, f64::max);
            let written = Quantity::normal_force().written_up_to(strongest);
            let corner = DVec2::new(x + 0.5, y - 6.5);
            let pen = Pen::new(style::HAIR, 1.0);
            canvas.fill_and_stroke(Path::rect(corner, DVec2::new(16.0, 13.0)), DARKEST, pen, 1.0);
            let words = format!("normal, {} {}", three_digits(strongest * written.factor), written.unit);
            canvas.text(DVec2::new(x + 24.0, y), Text::new(words));
            y += 28.0;
        }
        match &self.colours {
            Colours::Plain => {}
            Colours::State(states) => {
                for (state, name, colour) in FrictionState::SHOWN {
                    // The whole legend, so that two pictures of one grasp have one legend; absent states are pale.
                    let present = states.contains(&state);
                    let ink = if present { style::INK } else { Colour::grey(150) };
                    draw_arrow(canvas, DVec2::new(x, y), DVec2::new(16.0, 0.0), colour);
                    canvas.text(DVec2::new(x + 24.0, y), Text::new(name).colour(ink));
                    y += 21.0;
                }
            }
            Colours::Utilisation(utilisation) => {
                let over = utilisation.iter().any(|&u| exceeds_limit(u)).then_some(Colour::VERMILLION);
                let quantity = Quantity::plain("friction utilisation", "");
                let colour = utilisation_colour;
                let bar = ColourBar { quantity: &quantity, top: 1.0, colour: &colour, over };
                let length = (cells.corner.y + cells.size().y - y).max(120.0).floor();
                bar.upright(canvas, DVec2::new(x, y), length);
            }
        }
    }
}

/// Viridis without its pale end, which a white ground would swallow; past the limit, the colour of sliding.
fn utilisation_colour(utilisation: f64) -> Colour {
    if exceeds_limit(utilisation) { Colour::VERMILLION } else { Palette::Viridis.colour(0.8 * utilisation) }
}

/// A ratio of two computed forces may pass 1 by round-off; that is sliding, not an excess.
fn exceeds_limit(utilisation: f64) -> bool {
    utilisation > 1.0 + 1e-6
}

fn draw_arrow(canvas: &mut Canvas, from: DVec2, reach: DVec2, colour: Colour) {
    let length = reach.length();
    let pen = Pen::new(colour, (length * 0.09).clamp(1.0, 1.8));
    canvas.arrow(from, from + reach, (length * 0.4).clamp(3.0, 8.0), pen);
}
