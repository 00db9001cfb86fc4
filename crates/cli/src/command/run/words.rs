//! The outcome of a run in words.

use crate::quantity::{digits, quantity, table};
use bristle_record::Recording;
use bristle_record::report::Report;
use bristle_run::{Felt, ObjectOutcome, Outcome, RunEnding, SolverOutcome, Verdict};
use glam::DVec3;
use std::fmt::Write;

/// The summary, and where the files are.
pub(super) fn of(recording: &Recording, outcome: &Outcome, report: Option<&Report>) -> String {
    let mut text = format!("{}\n", recording.run().title);
    text += &verdicts(outcome);
    text.push('\n');
    text += &phases(outcome);
    if !outcome.skins.is_empty() {
        text += "  Normal force on each skin at the end of the phase.\n\nSkins at the end, and the peak of all steps\n";
        text += &skins(outcome);
    }
    if !outcome.objects.is_empty() {
        text += "\nObjects at the end\n";
        outcome.objects.iter().for_each(|object| text += &object_in_words(object, outcome));
    }
    text.push('\n');
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} simulated in {} steps, {} of wall time: {} × real time",
        quantity(outcome.simulated_s, "s"),
        outcome.steps,
        quantity(outcome.wall_s, "s"),
        digits(outcome.real_time_factor)
    );
    let _ = writeln!(text, "{}", solver(&outcome.solver));
    for warning in &outcome.warnings {
        let _ = writeln!(text, "Warning: {warning}");
    }
    text += &files(recording, report);
    text
}

/// How the run ended, and what became of the objects.
fn verdicts(outcome: &Outcome) -> String {
    let mut text = match &outcome.ending {
        RunEnding::Completed => String::new(),
        RunEnding::Interrupted { .. } => format!("Interrupted at {}\n", seconds(outcome.simulated_s)),
        RunEnding::Failed { .. } => {
            format!("Failed: a step could not be taken at {}\n", seconds(outcome.simulated_s))
        }
        RunEnding::Unfinished => format!("Unfinished at {}\n", seconds(outcome.simulated_s)),
    };
    for object in outcome.objects.iter().filter(|object| object.verdict != Verdict::Untouched) {
        let _ = writeln!(text, "Outcome: {} {}", object.name, object.verdict_in_words());
    }
    text
}

fn phases(outcome: &Outcome) -> String {
    let mut rows = vec![vec!["Phase".to_owned(), "from".to_owned(), "to".to_owned(), "ended by".to_owned()]];
    rows[0].extend(outcome.skins.iter().map(|skin| skin.name.clone()));
    for phase in &outcome.phases {
        let by = phase.ended_by.in_words();
        let mut row = vec![phase.name.clone(), seconds(phase.begin_s), seconds(phase.end_s), by.to_owned()];
        row.extend(phase.skins.iter().map(|felt| match felt.touching {
            0 => "–".to_owned(),
            _ => format!("{:.3} N", felt.normal_force_n),
        }));
        rows.push(row);
    }
    table(&rows)
}

fn seconds(time: f64) -> String {
    format!("{time:.3} s")
}

fn skins(outcome: &Outcome) -> String {
    let header =
        ["Skin", "normal", "shear", "touching", "slipping", "peak normal"].map(str::to_owned).to_vec();
    let mut rows = vec![header];
    for skin in &outcome.skins {
        let Felt { touching, slipping, saturated, .. } = skin.end;
        let beyond = if saturated > 0 { format!(" ({saturated} saturated)") } else { String::new() };
        let peak = match skin.first_touch_s {
            Some(_) => format!("{:.3} N at {}", skin.peak_normal_force_n, seconds(skin.peak_at_s)),
            None => "never touched".to_owned(),
        };
        rows.push(vec![
            skin.name.clone(),
            format!("{:.3} N", skin.end.normal_force_n),
            format!("{:.3} N", skin.end.shear_size()),
            format!("{touching} of {}{beyond}", skin.texels),
            slipping.to_string(),
            peak,
        ]);
    }
    table(&rows)
}

fn object_in_words(object: &ObjectOutcome, outcome: &Outcome) -> String {
    let phase = outcome.phases.last().map_or("run", |phase| phase.name.as_str());
    // A nanometre is round-off.
    let moved = DVec3::from_array(object.moved_m.map(|way| if way.abs() < 1e-9 { 0.0 } else { way }));
    let [x, y, z] = object.position_m.map(millimetres);
    let vertical = match moved.z {
        z if z < 0.0 => format!(", {} of it down", quantity(-z, "m")),
        z if z > 0.0 => format!(", {} of it up", quantity(z, "m")),
        _ => String::new(),
    };
    let mut text = format!("  {}: {}\n", object.name, object.in_words());
    if object.slid_m > 0.0 {
        let _ = writeln!(text, "    slid {} in the grip", quantity(object.slid_m, "m"));
    }
    let _ = writeln!(text, "    at ({x:.3}, {y:.3}, {z:.3}) mm, {}", speed(object.speed_m_per_s));
    let _ = writeln!(text, "    moved {}{vertical} since `{phase}` began", quantity(moved.length(), "m"));
    if let (Some(in_hand), Some(skin)) = (object.moved_in_hand_m, object.skins.first()) {
        let in_hand = if in_hand < 1e-9 { 0.0 } else { in_hand };
        let _ = writeln!(text, "    moved {} as {skin} sees it", quantity(in_hand, "m"));
    }
    text
}

/// To the micrometre, and never minus zero.
fn millimetres(metres: f64) -> f64 {
    (metres * 1e6).round() / 1e3 + 0.0
}

fn speed(speed: f64) -> String {
    // A nanometre per second is round-off.
    if speed < 1e-9 { "at rest".to_owned() } else { format!("moving at {}", quantity(speed, "m/s")) }
}

fn solver(solver: &SolverOutcome) -> String {
    let newton = format!(
        "Newton's method: {} steps with {} iterations each (at most {})",
        solver.newton_steps,
        digits((solver.iterations_per_step() * 100.0).round() / 100.0),
        solver.most_iterations
    );
    let explicit = format!("Explicit: {} steps", solver.explicit_steps);
    let steps = match (solver.newton_steps, solver.explicit_steps) {
        (_, 0) => newton,
        (0, _) => explicit,
        _ => format!("{newton}\n{explicit}"),
    };
    format!("{steps}\nAt most {} rays in contact", solver.most_contacts)
}

fn files(recording: &Recording, report: Option<&Report>) -> String {
    let folder = recording.folder().display();
    match report {
        Some(report) => {
            format!(
                "\nReport: {}\nTables: {folder}/*.csv and *.parquet, scene as run: {folder}/scene.toml\n",
                report.page.display()
            )
        }
        None => format!("\nRecording: {folder}\n"),
    }
}
