//! What is written down.

use crate::describe::{Range, described, number};

described! {
    /// What a run writes down.
    #[derive(Copy)]
    pub struct Record as "record" {
        /// time between two records
        every: f64 = or(0.01), number(Range::above(0.0, 1e6), "s");
        /// every texel of every skin
        texels: bool = or(true);
        /// one file for Foxglove, Rerun and other viewers
        mcap: bool = or(true);
        /// positions and velocities of joints, commands and efforts of motors
        joints: bool = or(true);
        /// poses and velocities of bodies
        bodies: bool = or(true);
        /// readings of sensors
        sensors: bool = or(true);
        /// energy and what the solver did
        solver: bool = or(false);
    }
}
