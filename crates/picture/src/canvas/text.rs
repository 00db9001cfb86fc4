//! Lettering with a size, a weight and a place to hang from.

use super::lettering::{self, CAP_HEIGHT};
use super::{Path, Pen, style};
use crate::Colour;
use glam::DVec2;

/// Which end of the text sits at the given point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text to be drawn. Its capitals are centred on the given height.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub(crate) words: String,
    size: f64,
    bold: bool,
    colour: Colour,
    anchor: Anchor,
    reading: Reading,
}

/// Which way a line of text runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Rightward,
    Downward,
    Upward,
}

impl Text {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        let (size, colour) = (style::LABEL, style::INK);
        Self {
            words: words.into(),
            size,
            bold: false,
            colour,
            anchor: Anchor::Start,
            reading: Reading::Rightward,
        }
    }

    pub(crate) fn size(self, size: f64) -> Self {
        Self { size, ..self }
    }

    pub(crate) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(crate) fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(crate) fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(crate) fn downward(self) -> Self {
        Self { reading: Reading::Downward, ..self }
    }

    pub(crate) fn upward(self) -> Self {
        Self { reading: Reading::Upward, ..self }
    }

    /// Length of the written line \[px\].
    pub(crate) fn width(&self) -> f64 {
        lettering::width(&self.words, self.tracking()) * self.size
    }

    /// Extra room between heavy letters \[em\], so that their counters and gaps stay alike.
    fn tracking(&self) -> f64 {
        if self.bold { 0.035 } else { 0.0 }
    }

    /// The strokes of the text at a place, and the pen that draws them.
    pub(super) fn strokes(&self, at: DVec2) -> (Path, Pen) {
        let mut path = lettering::strokes(&self.words, self.tracking());
        let shift = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -self.width() / 2.0,
            Anchor::End => -self.width(),
        };
        path.map(|p| {
            // From ems, y up from the baseline, to pixels, y down from half the height of a capital.
            let along = p.x * self.size + shift;
            let below = (CAP_HEIGHT / 2.0 - p.y) * self.size;
            at + match self.reading {
                Reading::Rightward => DVec2::new(along, below),
                Reading::Downward => DVec2::new(-below, along),
                Reading::Upward => DVec2::new(below, -along),
            }
        });
        // Stems of 1/11 em are the weight of common text faces; titles are drawn half as heavy again.
        let width = self.size * if self.bold { 0.13 } else { 0.088 };
        (path, Pen::new(self.colour, width))
    }
}
