//! Tactile skins.

use super::Layout;
use crate::describe::{Label, Range, Space, Unit, described, integer, list, name, number};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_skin::SkinOptions;
use bristle_skin::layout::SamplePattern;
use bristle_transduction::Profile;

described! {
    /// A tactile skin on a body: it feels every body that is not rigidly joined to its own.
    pub struct SkinDescription as "skin" {
        /// its name
        name: String = label(Label::Defines(Space::Skin));
        /// the body that wears it
        on: String = needed, name(Space::Body);
        /// where it is on that body; a flat array lies in z = 0 and looks along +z
        pose: Pose = maybe;
        /// where its texels are
        layout: Layout = needed;
        /// what it is made of
        material: String = needed, name(Space::Material);
        /// contact points per texel
        samples: SamplePattern = flat;
        /// bodies that it feels, with what is fixed to them; all, if empty. Others pass through it
        targets: Vec<String> = or(Vec::new()), list(name(Space::Body));
        /// what it notices
        options: SkinOptions = flat;
        /// what stands between its forces and its readings: spread, hysteresis, noise, frames, counts
        device: Option<Profile> = maybe;
    }
}

described! {
    /// How many contact points a texel has, and how they are spread.
    #[derive(Copy)]
    pub(crate) struct Sampling as "sampling", check(check_sampling) {
        /// contact points per texel; 4 to 9 make edges smooth, an even number best
        samples: usize = or(1), integer(1, 1024);
        /// how the points are spread; `regular` needs a square number
        sampling: Spread = or(Spread::Jittered);
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Spread {
    Jittered,
    Regular,
}

described! { impl words Spread { Jittered as "jittered"; Regular as "regular"; } }

fn check_sampling(this: &Sampling, view: View<'_>) -> Result<(), Fault> {
    let (count, side) = (this.samples, this.samples.isqrt());
    if this.sampling == Spread::Regular && side * side != count {
        let message = format!("{count} points cannot be spread in as many rows as columns");
        return Err(view
            .fault(ErrorKind::OutOfRange, "samples", message)
            .note("allowed with sampling = \"regular\": 1, 4, 9, 16, 25, …"));
    }
    Ok(())
}

impl From<Sampling> for SamplePattern {
    fn from(of: Sampling) -> Self {
        match of.sampling {
            _ if of.samples == 1 => Self::Centre,
            Spread::Regular => Self::Regular(of.samples.isqrt()),
            Spread::Jittered => Self::Jittered(of.samples),
        }
    }
}

impl From<SamplePattern> for Sampling {
    fn from(pattern: SamplePattern) -> Self {
        match pattern {
            SamplePattern::Centre => Self { samples: 1, sampling: Spread::Jittered },
            SamplePattern::Regular(side) => Self { samples: side * side, sampling: Spread::Regular },
            SamplePattern::Jittered(samples) => Self { samples, sampling: Spread::Jittered },
        }
    }
}

described! { impl flat SamplePattern via Sampling: |of| SamplePattern::from(of), |pattern| Sampling::from(*pattern) }

described! {
    /// What a skin notices.
    impl struct SkinOptions as "skin_options" {
        /// how far out of the pad a texel sees what comes: farther than anything moves in a step; the largest penetration if left out
        look_ahead: Option<f64> = maybe, number(Range::within(0.0, 1.0), Unit::Length);
        /// how far below its largest penetration a texel still feels; the largest penetration again if left out
        backing: Option<f64> = maybe, number(Range::within(0.0, 1.0), Unit::Length);
        /// flatter hits are ignored
        min_cosine: f64 = or(SkinOptions::default().min_cosine), number(Range::within(0.0, 1.0), "");
        /// share of the friction limit from which a texel counts as about to slip
        incipient_from: f64 = or(SkinOptions::default().incipient_from), number(Range::within(0.0, 1.0), "");
    }
}
