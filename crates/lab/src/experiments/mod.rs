//! The experiments, one file each.

mod dsa_device;
mod fig10_objects;
mod fig12_work_cycle;
mod fig13_fingers;
mod fig6_foam;
mod fig6_hands;
mod fig7_friction;
mod fig9_tilt;
mod grasp;
mod shape_recognition;
mod table3_weights;
mod touch_and_stop;

use crate::{Experiment, LabError};

/// All experiments, in the order of the papers: `fig6_foam::EXPERIMENT` and so on.
static ALL: &[&Experiment] = &[
    &fig6_foam::EXPERIMENT,
    &fig7_friction::EXPERIMENT,
    &table3_weights::EXPERIMENT,
    &fig9_tilt::EXPERIMENT,
    &fig10_objects::EXPERIMENT,
    &fig12_work_cycle::EXPERIMENT,
    &fig13_fingers::EXPERIMENT,
    &touch_and_stop::EXPERIMENT,
    &shape_recognition::EXPERIMENT,
    &fig6_hands::EXPERIMENT,
    &dsa_device::EXPERIMENT,
    &grasp::fig4::EXPERIMENT,
    &grasp::fig5::EXPERIMENT,
    &grasp::fig6::EXPERIMENT,
    &grasp::fig7::EXPERIMENT,
    &grasp::table3::EXPERIMENT,
    &grasp::fig11::EXPERIMENT,
];

/// All experiments, in the order of the papers.
pub fn all() -> &'static [&'static Experiment] {
    ALL
}

/// The experiment of that name.
pub fn find(id: &str) -> Result<&'static Experiment, LabError> {
    let likeness = |experiment: &Experiment| strsim::jaro_winkler(id, experiment.id);
    ALL.iter().copied().find(|experiment| experiment.id == id).ok_or_else(|| {
        let near = ALL.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let near = near.filter(|experiment| likeness(experiment) > 0.7).map(|experiment| experiment.id);
        LabError::NoExperiment { id: id.to_owned(), near }
    })
}
