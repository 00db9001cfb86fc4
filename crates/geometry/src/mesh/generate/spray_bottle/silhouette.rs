//! How the sections follow each other from the base to the top.

use std::f64::consts::FRAC_PI_2;

use super::section::{NOZZLE_HEIGHT, NOZZLE_RADIUS, Section};

/// How the outline goes from one section to the next.
#[derive(Clone, Copy, Debug)]
enum Bend {
    /// In a straight line.
    Straight,
    /// In an S that is vertical at both ends.
    Wave,
    /// In a quarter ellipse that begins level and ends upright.
    LevelToUpright,
    /// In a quarter ellipse that begins upright and ends level.
    UprightToLevel,
}

/// The skin between two sections.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    from: Section,
    to: Section,
    bend: Bend,
}

impl Span {
    /// The section at `t` from 0 to 1.
    pub(super) fn at(&self, t: f64) -> Section {
        let (sine, cosine) = (t * FRAC_PI_2).sin_cos();
        let (size, rise) = match self.bend {
            Bend::Straight => (t, t),
            Bend::Wave => (t * t * (3.0 - 2.0 * t), t),
            Bend::LevelToUpright => (sine, 1.0 - cosine),
            Bend::UprightToLevel => (1.0 - cosine, sine),
        };
        let blend = |from: f64, to: f64, share: f64| from * (1.0 - share) + to * share;
        let (a, b) = (&self.from, &self.to);
        Section {
            height: blend(a.height, b.height, rise),
            front: blend(a.front, b.front, size),
            rear: blend(a.rear, b.rear, size),
            side: blend(a.side, b.side, size),
            squareness: blend(a.squareness, b.squareness, size),
        }
    }
}

/// Written in millimetres, as one would measure a bottle.
const fn section(height: f64, front: f64, rear: f64, side: f64, squareness: f64) -> Section {
    Section { height: height * 1e-3, front: front * 1e-3, rear: rear * 1e-3, side: side * 1e-3, squareness }
}

const BASE_CENTRE: Section = section(0.0, 0.0, 0.0, 0.0, 2.5);
const BASE_RIM: Section = section(0.0, 27.5, 27.5, 19.0, 2.5);
const BODY_FOOT: Section = section(5.0, 32.5, 32.5, 24.0, 2.5);
const BODY_TOP: Section = section(80.0, 32.5, 32.5, 24.0, 2.5);
const WAIST: Section = section(125.0, 22.0, 22.0, 17.0, 2.2);
const SHOULDER: Section = section(160.0, 30.0, 30.0, 22.0, 2.2);
const NECK_FOOT: Section = section(188.0, 12.0, 12.0, 12.0, 2.0);
const NECK_TOP: Section = section(198.0, 12.0, 12.0, 12.0, 2.0);
const COLLAR_FOOT: Section = section(198.0, 15.0, 15.0, 15.0, 2.0);
const COLLAR_TOP: Section = section(211.0, 15.0, 15.0, 15.0, 2.0);
const HEAD_FOOT: Section = section(211.0, 36.0, 24.0, 17.0, 4.0);
const NOZZLE_FOOT: Section = Section { height: NOZZLE_HEIGHT - NOZZLE_RADIUS, ..HEAD_FOOT };
const NOZZLE_TOP: Section = Section { height: NOZZLE_HEIGHT + NOZZLE_RADIUS, ..HEAD_FOOT };
const HEAD_EDGE: Section = section(238.0, 36.0, 24.0, 17.0, 4.0);
const ROOF_RIM: Section = section(250.0, 26.0, 16.0, 8.0, 4.0);
const ROOF_CENTRE: Section = section(250.0, 0.0, 0.0, 0.0, 4.0);

/// The section through the nozzle's axis.
pub(super) const TIP_SECTION: Section = Section { height: NOZZLE_HEIGHT, ..HEAD_FOOT };

/// From the middle of the base to the middle of the roof.
pub(super) const SPANS: [Span; 16] = [
    Span { from: BASE_CENTRE, to: BASE_RIM, bend: Bend::Straight },
    Span { from: BASE_RIM, to: BODY_FOOT, bend: Bend::LevelToUpright },
    Span { from: BODY_FOOT, to: BODY_TOP, bend: Bend::Straight },
    Span { from: BODY_TOP, to: WAIST, bend: Bend::Wave },
    Span { from: WAIST, to: SHOULDER, bend: Bend::Wave },
    Span { from: SHOULDER, to: NECK_FOOT, bend: Bend::Wave },
    Span { from: NECK_FOOT, to: NECK_TOP, bend: Bend::Straight },
    Span { from: NECK_TOP, to: COLLAR_FOOT, bend: Bend::Straight },
    Span { from: COLLAR_FOOT, to: COLLAR_TOP, bend: Bend::Straight },
    Span { from: COLLAR_TOP, to: HEAD_FOOT, bend: Bend::Straight },
    Span { from: HEAD_FOOT, to: NOZZLE_FOOT, bend: Bend::Straight },
    Span { from: NOZZLE_FOOT, to: TIP_SECTION, bend: Bend::Straight },
    Span { from: TIP_SECTION, to: NOZZLE_TOP, bend: Bend::Straight },
    Span { from: NOZZLE_TOP, to: HEAD_EDGE, bend: Bend::Straight },
    Span { from: HEAD_EDGE, to: ROOF_RIM, bend: Bend::UprightToLevel },
    Span { from: ROOF_RIM, to: ROOF_CENTRE, bend: Bend::Straight },
];
