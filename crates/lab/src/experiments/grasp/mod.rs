//! Human-inspired grasp control: the experiments of Romano et al. (2011).

mod arm;
mod batch;
mod bench;
mod chance;
pub(super) mod table3;
mod tasks;
mod trial;
