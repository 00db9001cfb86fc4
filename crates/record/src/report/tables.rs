//! Figures in tables: the run at a glance, phases, skins, files.

use super::html::table;
use super::statistics::Statistics;
use super::wording;
use crate::{
    EventKind, Fact, Outcome, Phase, PhaseOutcome, Recording, SkinOutcome, SkinSchema, Unit, files,
    scene_pictures,
};
use bristle_picture::markup::{escape, push};

/// The few numbers that a reader wants first.
pub(super) fn key_figures(out: &mut String, recording: &Recording, statistics: &Statistics) {
    let mut cards = vec![
        ("simulated".to_owned(), wording::quantity(recording.duration(), Unit::Second)),
        ("samples".to_owned(), wording::count(recording.times().len() as u64)),
    ];
    let texels: usize = recording.skins().iter().map(|skin| skin.texels.len()).sum();
    if texels > 0 {
        let skins = recording.skins().len();
        cards.push((
            format!("texels on {skins} skin{}", if skins == 1 { "" } else { "s" }),
            wording::count(texels as u64),
        ));
        let (peak, at, onsets) = match recording.outcome() {
            Some(outcome) => {
                let peaks = outcome.skins.iter().map(|skin| (skin.peak_normal_force_n, Some(skin.peak_at_s)));
                let (peak, at) = peaks.fold((0.0, None), |best, one| if one.0 > best.0 { one } else { best });
                (peak, at, outcome.skins.iter().map(|skin| skin.slip_onsets).sum())
            }
            None => {
                let peaks = statistics.skins.iter().filter_map(|skin| skin.peak());
                let peak = peaks.map(|(force, _)| force).fold(0.0, f64::max);
                (peak, None, statistics.skins.iter().map(|skin| skin.slip_onsets).sum())
            }
        };
        let at = at.map_or(String::new(), |at| format!(", at {at:.3} s"));
        cards.push((format!("peak normal force on a skin{at}"), wording::quantity(peak, Unit::Newton)));
        cards.push(("times that a texel began to slip".to_owned(), wording::count(onsets)));
    }
    out.push_str("<dl class=\"cards\">\n");
    for (label, value) in cards {
        push(out, format_args!("<div><dt>{}</dt><dd>{}</dd></div>\n", escape(&label), escape(&value)));
    }
    out.push_str("</dl>\n");
}

/// All tables of figures.
pub(super) fn figures(recording: &Recording, statistics: &Statistics, phases: &[Phase]) -> String {
    let mut out = String::new();
    if !statistics.skins.is_empty() && !statistics.times.is_empty() {
        match recording.outcome() {
            Some(outcome) => {
                out.push_str(&skins_of(recording, outcome));
                out.push_str(&phases_of(outcome));
            }
            None => {
                out.push_str(&of_skins(recording, statistics));
                out.push_str(&of_phases(recording, statistics, phases));
            }
        }
        let not_finite: u64 = statistics.skins.iter().map(|skin| skin.not_finite).sum();
        if not_finite > 0 {
            let many = wording::count(not_finite);
            push(
                &mut out,
                format_args!(
                    "<p class=\"why\">{many} texel readings were not finite numbers; sums leave gaps there.</p>\n"
                ),
            );
        }
    }
    let events: Vec<Vec<String>> = recording
        .events()
        .iter()
        .filter(|event| event.kind == EventKind::Event)
        .map(|event| vec![format!("{:.3} s", event.time), event.name.clone()])
        .collect();
    if !events.is_empty() {
        out.push_str(&shortened("Events", &["Time", "Event"], events));
    }
    let rows = |facts: &[Fact]| -> Vec<Vec<String>> {
        let told = facts.iter().filter(|fact| !is_warning(fact));
        told.map(|fact| vec![fact.label.clone(), wording::fact(&fact.value)]).collect()
    };
    let (outcome, model) = (rows(recording.facts()), rows(&recording.run().facts));
    if !outcome.is_empty() {
        out.push_str(&table("Outcome", &[], &outcome));
    }
    if !model.is_empty() {
        let table = table("", &[], &model);
        push(&mut out, format_args!("<details><summary>Bodies and masses</summary>\n{table}</details>\n"));
    }
    out
}

/// Whether a fact is a warning: those stand at the top of the page.
pub(super) fn is_warning(fact: &Fact) -> bool {
    fact.label == "Warning"
}

/// A table of the first rows, with a word on the rest: a page is no place for a million events.
fn shortened(caption: &str, header: &[&str], mut rows: Vec<Vec<String>>) -> String {
    const MOST: usize = 100;
    let caption = match rows.len() {
        n if n > MOST => format!("{caption}: the first {MOST} of {n}, all in {}", files::EVENTS),
        _ => caption.to_owned(),
    };
    rows.truncate(MOST);
    table(&caption, header, &rows)
}

fn of_skins(recording: &Recording, statistics: &Statistics) -> String {
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    let mut rows = Vec::new();
    for (skin, sums) in recording.skins().iter().zip(&statistics.skins) {
        let place = |texel: usize| match skin.place(texel) {
            Some((row, column)) => format!("row {row}, column {column}"),
            None => format!("texel {texel}"),
        };
        let share = sums.touching.iter().copied().fold(0.0, f64::max);
        rows.push(vec![
            skin.name.clone(),
            size_of(skin),
            or_dash(
                sums.peak().map(|(force, i)| format!("{} at {}", newtons(force), at(statistics.times[i]))),
            ),
            or_dash(sums.mean_in_contact(0..statistics.times.len()).map(newtons)),
            newtons(sums.shear.iter().copied().filter(|shear| shear.is_finite()).fold(0.0, f64::max)),
            or_dash(
                sums.largest.map(|(force, time, texel)| {
                    format!("{}, {}, {}", newtons(force), place(texel), at(time))
                }),
            ),
            wording::percent(share),
            wording::count(sums.slip_onsets),
            sums.most_saturated.to_string(),
        ]);
    }
    let header = [
        "Skin",
        "Texels",
        "Peak normal sum",
        "Mean in contact",
        "Peak shear sum",
        "Largest texel",
        "Most in contact",
        "Slip onsets",
        "Most saturated",
    ];
    table("Skins, from the samples of the recording", &header, &rows)
}

/// How many texels a skin has, and how they lie.
fn size_of(skin: &SkinSchema) -> String {
    match &skin.grid {
        Some(grid) if grid.is_full() => format!("{} × {}", grid.rows, grid.columns),
        Some(grid) => format!("{} in {} × {}", grid.texels(), grid.rows, grid.columns),
        None => wording::count(skin.texels.len() as u64),
    }
}

/// Less than a nanonewton is round-off.
fn newtons(value: f64) -> String {
    wording::quantity(if value.abs() < 1e-9 { 0.0 } else { value }, Unit::Newton)
}

fn at(time: f64) -> String {
    format!("{time:.3}\u{a0}s")
}

/// What the skins felt in all steps.
fn skins_of(recording: &Recording, outcome: &Outcome) -> String {
    let row = |skin: &SkinOutcome| {
        let schema = recording.skins().iter().find(|schema| schema.name == skin.name);
        let place = |texel: usize| match schema.and_then(|schema| schema.place(texel)) {
            Some((row, column)) => format!("row {row}, column {column}"),
            None => format!("texel {texel}"),
        };
        let or_dash = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
        let touched = skin.first_touch_s.is_some();
        vec![
            skin.name.clone(),
            schema.map_or_else(|| wording::count(skin.texels as u64), size_of),
            newtons(skin.end.normal_force_n),
            newtons(skin.end.shear_size()),
            or_dash(
                touched.then(|| format!("{} at {}", newtons(skin.peak_normal_force_n), at(skin.peak_at_s))),
            ),
            or_dash(skin.mean_normal_force_n.map(newtons)),
            or_dash(
                touched.then(|| format!("{} at {}", newtons(skin.peak_shear_n), at(skin.peak_shear_at_s))),
            ),
            or_dash(skin.largest_texel.map(|texel| {
                format!(
                    "{}, {}, {}",
                    newtons(skin.largest_texel_n),
                    place(texel),
                    at(skin.largest_texel_at_s)
                )
            })),
            format!("{} of {}", skin.most_touching, skin.texels),
            wording::count(skin.slip_onsets),
            skin.most_saturated.to_string(),
        ]
    };
    let header = [
        "Skin",
        "Texels",
        "Normal, at the end",
        "Shear, at the end",
        "Normal, peak",
        "Normal, mean while it touches",
        "Shear, peak",
        "Largest texel, normal",
        "Most that touch",
        "Slip onsets of texels",
        "Most saturated",
    ];
    let rows: Vec<Vec<String>> = outcome.skins.iter().map(row).collect();
    table("Skins: sums over the texels, from every step, damping included", &header, &rows)
}

fn phases_of(outcome: &Outcome) -> String {
    let row = |phase: &PhaseOutcome| {
        let mut row = vec![
            phase.name.clone(),
            format!("{:.3} s", phase.begin_s),
            format!("{:.3} s", phase.end_s),
            phase.ended_by.in_words().to_owned(),
        ];
        row.extend(phase.skins.iter().zip(&phase.mean_normal_force_n).map(|(felt, mean)| match mean {
            None => "no contact".to_owned(),
            Some(mean) => format!("{}, mean {}", newtons(felt.normal_force_n), newtons(*mean)),
        }));
        row
    };
    let rows: Vec<Vec<String>> = outcome.phases.iter().map(row).collect();
    let mut header = vec!["Phase", "From", "To", "Ended by"];
    header.extend(outcome.skins.iter().map(|skin| skin.name.as_str()));
    table(
        "Phases: normal force on each skin at the end, and its mean over the steps in which it touched",
        &header,
        &rows,
    )
}

fn of_phases(recording: &Recording, statistics: &Statistics, phases: &[Phase]) -> String {
    let mut rows = Vec::new();
    for phase in phases {
        let range = statistics.range(phase.start, phase.end);
        let mut row = vec![
            phase.name.clone(),
            format!("{:.3} s", phase.start),
            wording::quantity(phase.end - phase.start, Unit::Second),
        ];
        for sums in &statistics.skins {
            let mean = sums.mean_in_contact(range.clone());
            row.push(mean.map_or("no contact".to_owned(), |force| wording::quantity(force, Unit::Newton)));
        }
        rows.push(row);
    }
    let mut header = vec!["Phase", "Begins", "Lasts"];
    header.extend(recording.skins().iter().map(|skin| skin.name.as_str()));
    table("Phases: mean normal force on each skin while it touches", &header, &rows)
}

/// Links to what lies beside the page.
pub(super) fn files_list(recording: &Recording) -> String {
    let known = [
        (files::SIGNALS, "every channel over time"),
        (files::SIGNALS_PARQUET, "the same as Parquet"),
        (files::TEXELS, "every texel over time"),
        (files::TEXELS_PARQUET, "the same as Parquet"),
        (files::DEVICES, "every frame of the devices"),
        (files::DEVICES_PARQUET, "the same as Parquet"),
        (files::SKINS, "where the texels are"),
        (files::OUTLINES, "the outlines of the texels"),
        (files::EVENTS, "phases and events"),
        (files::SCENE, "the scene as run"),
        (files::RUN, "run, units and summary as JSON"),
        (files::FORCES_PICTURE, "forces as a picture"),
        (files::JOINTS_PICTURE, "joint positions as a picture"),
        (scene_pictures::FILM, "the run as an animated PNG"),
    ];
    let mut out = String::from("<ul class=\"files\">\n");
    for (name, what) in known {
        if let Ok(data) = recording.folder().join(name).metadata() {
            let size = size(data.len());
            push(
                &mut out,
                format_args!("<li><a href=\"{name}\">{name}</a> {what} <small>{size}</small></li>\n"),
            );
        }
    }
    out.push_str("</ul>\n");
    out
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
