//! Laws of the skin.
#![allow(clippy::expect_used, clippy::unwrap_used)] // helpers of tests may stop them as well

mod allocation;
mod bad_input;
mod behind;
mod blocks;
mod counting;
mod determinism;
mod edges;
mod energy;
mod fingertip_and_cap;
mod friction;
mod friction_drift;
mod friction_turning;
mod layout_bent;
mod layout_cells;
mod layout_common;
mod layout_grid;
mod layout_samples;
mod layout_shapes;
mod layout_vertices;
mod one_ray_for_all;
mod outlines;
mod reaction;
mod regressions;
mod resolution;
mod saturation;
mod support;
mod symmetry;
mod torsion;
mod trial;
mod winkler;
