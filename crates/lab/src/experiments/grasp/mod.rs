//! Human-inspired grasp control: the experiments of Romano et al. (2011).

mod arm;
mod batch;
mod bench;
mod chance;
mod drawing;
pub(super) mod fig11;
pub(super) mod fig4;
pub(super) mod fig5;
pub(super) mod fig6;
pub(super) mod fig7;
mod least_force;
pub(super) mod table3;
mod tasks;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod three_axis;
mod trial;
