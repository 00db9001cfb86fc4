//! The grasp controller: its table of states, its constants, and how its parameters are read.

use bristle_control::grasp::{
    Cue, GraspConstants, GraspState, GripMargin, TRANSITIONS, dot, grasper_from_parameters, mermaid,
};
use bristle_control::simulated::Robot;
use bristle_control::{Controllers, Senses};
use bristle_scene::Scene;
use serde_json::json;

fn pr2() -> Senses {
    let built = Scene::parse("include = [\"lib:grippers/pr2\"]", "pr2.toml").unwrap().build().unwrap();
    Robot::new(&built.model).senses().clone()
}

#[test]
fn every_state_is_entered_and_left_and_no_cue_is_ambiguous() {
    for state in GraspState::ALL {
        assert!(TRANSITIONS.iter().any(|t| t.to == state), "{}", state.name());
        assert!(TRANSITIONS.iter().any(|t| t.from == state), "{}", state.name());
        for cue in Cue::ALL {
            let ways = TRANSITIONS.iter().filter(|t| t.from == state && t.cue == cue).count();
            assert!(ways <= 1, "{} leaves {} in {ways} ways", cue, state.name());
        }
    }
}

#[test]
fn the_published_sequence_leads_through_six_states_and_back() {
    let cues = [
        Cue::Grasp,
        Cue::AllContact,
        Cue::StableContact,
        Cue::Place,
        Cue::Vibration,
        Cue::Unloaded,
        Cue::Opened,
    ];
    let end = cues.iter().fold(GraspState::Idle, |state, &cue| state.after(cue).unwrap());
    assert_eq!(end, GraspState::Idle);
    assert_eq!(GraspState::Replace.after(Cue::Slip), Some(GraspState::Unload));
    // Slip while something is held changes the force, not the state.
    assert_eq!(GraspState::LiftAndHold.after(Cue::Slip), None);
}

#[test]
fn drawings_show_every_transition_and_the_manual_shows_the_drawing() {
    let (dot, mermaid) = (dot(), mermaid());
    assert_eq!(dot.matches(" -> ").count(), TRANSITIONS.len());
    assert_eq!(mermaid.matches(" --> ").count(), TRANSITIONS.len());
    let manual = include_str!("../../../../docs/grasping.md");
    assert!(manual.contains(&mermaid), "docs/grasping.md should contain:\n{mermaid}");
}

#[test]
fn constants_are_those_of_table_ii() {
    let c = GraspConstants::default();
    let table = [
        (c.vibration_threshold, 4.2),
        (c.contact_disturbance, 0.02),
        (c.friction_effort, 7.0),
        (c.band_force_threshold, 0.25),
        (c.contact_force, 0.75),
        (c.force_tolerance, 0.15),
        (c.damping, 5000.0),
        (c.close_gain, 0.0013),
        (c.open_gain, 0.0008),
        (c.hardness_gain, 0.027),
        (c.stiffness, 20_000.0),
        (c.slip_gain, 1.08),
        (c.slip_threshold, 0.01),
        (c.settle_time, 0.05),
        (c.unload_time, 0.20),
        (c.close_speed, 0.04),
        (c.open_speed, 0.05),
        (c.speed_tolerance, 0.001),
    ];
    for (ours, published) in table {
        assert_eq!(ours, published);
    }
    let released = GraspConstants::released();
    assert_eq!((released.close_speed, released.close_gain, released.least_force), (0.02, 0.0016, 1.2));
    assert_eq!((released.slip_threshold, released.least_slip, released.most_slip), (0.007, 0.048, Some(0.2)));
}

#[test]
fn every_grip_is_made_from_parameters_and_wrong_ones_are_named() {
    let senses = pr2();
    let hand = json!({ "like": "pr2", "newtons_per_count": null });
    for grip in [
        json!({ "hand": hand, "preset": "released", "constants": { "KSLIP": 1.13 } }),
        json!({ "hand": hand, "grip": "force", "hint": 3.7 }),
        json!({ "hand": hand, "grip": "margin", "margin": { "margin": 0.4 } }),
        json!({ "hand": hand, "grip": "full_effort" }),
    ] {
        grasper_from_parameters(&grip, &senses).unwrap_or_else(|error| panic!("{grip}: {error}"));
    }
    for (wrong, word) in [
        (json!({ "hand": hand, "grip": "force" }), "hint"),
        (json!({ "hand": hand, "grip": "firm" }), "margin"),
        (json!({ "hand": hand, "constants": { "KSLIP": 0.9 } }), "KSLIP"),
        (json!({ "hand": hand, "margin": { "incipient": 1.2 } }), "incipient"),
        (json!({ "hand": hand, "preset": "old" }), "released"),
    ] {
        let error = grasper_from_parameters(&wrong, &senses).unwrap_err().to_string();
        assert!(error.contains(word), "{wrong}: {error}");
    }
    assert!(GripMargin::default().margin > 0.1 && GripMargin::default().margin < 0.4);
    assert!(Controllers::standard().kinds().any(|kind| kind == "grasp"));
}
