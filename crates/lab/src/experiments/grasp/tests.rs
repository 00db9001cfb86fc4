//! What the grasp bench and its controllers promise, in trials of a second or two.

use super::batch::Batch;
use super::bench::{Sensing, Setup};
use super::chance::Chance;
use super::tasks::{self, Grip};
use super::trial::{Outcome, Trial};
use crate::{LabError, Silent};

/// Grasps an object, and lifts it by 4 cm.
fn lifted(object: &str, grip: Grip, sensing: Sensing) -> Result<Outcome, LabError> {
    let mut chance = Chance::new(11, object);
    let mut setup = Setup { sensing, ..Setup::scattered(object, &mut chance)? };
    (setup.along, setup.across, setup.yaw) = (0.0, 0.0, 0.0);
    let mut steps = tasks::grasp(&setup)?;
    steps.push(tasks::lift(&setup, 0.04, 0.6)?);
    Trial::new(&setup, |senses| grip.task(&setup, steps, senses))?.run(|_| true)
}

#[test]
fn full_effort_crushes_an_egg_that_touch_lifts_whole() {
    let naive = lifted("egg", Grip::FullEffort, Sensing::Pr2).unwrap();
    assert!(naive.crushed, "{naive:?}");
    let touch = lifted("egg", Grip::margin(), Sensing::Truth).unwrap();
    assert!(!touch.crushed && touch.held && !touch.dropped, "{touch:?}");
}

#[test]
fn force_control_settles_on_stiff_and_on_soft_objects() {
    // 0.15 N is FTHRESH, within which a force counts as reached; the true force differs by the gains of the cells (3 %).
    for object in ["soup-can-full", "foam-ball"] {
        let outcome = lifted(object, Grip::force(5.3), Sensing::Pr2).unwrap();
        assert!(outcome.held, "{object}: {outcome:?}");
        assert!(outcome.settled < 6.0, "{object}: {outcome:?}");
    }
}

#[test]
fn a_batch_gives_the_same_results_on_one_and_on_two_threads() {
    let objects = ["candle", "tennis-ball"];
    let keys = objects.map(str::to_owned);
    let run = |threads: usize| {
        let batch = Batch { name: "test", settings: String::new(), threads };
        batch
            .run(&keys, &mut Silent, |index| lifted(objects[index], Grip::margin(), Sensing::ThreeAxis))
            .unwrap()
    };
    assert_eq!(run(1), run(2));
}
