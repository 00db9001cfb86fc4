//! The page as a whole.

use super::html;
use super::pictures::{Image, Sheets};
use super::plot::{Curve, TimePlot};
use super::statistics::{SkinStatistics, Statistics};
use super::{ReportError, tables, wording};
use crate::{
    Channel, ChannelKind, DeviceRecord, Ending, EventKind, Phase, Recording, SkinSchema, Unit, Verdict,
    files, scene_pictures,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bristle_picture::markup::{escape, push};
use bristle_picture::{Colour, LinePlot, Palette};
use bristle_system::input;

/// Larger files are no pictures of a scene [bytes].
const LARGEST_PICTURE: u64 = 1 << 26;

/// The page, complete.
pub(super) fn write(
    recording: &Recording,
    statistics: &Statistics,
    phases: &[Phase],
    sheets: &Sheets,
) -> Result<String, ReportError> {
    let title = escape(&recording.run().title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n",
        include_str!("style.css")
    );
    header(&mut out, recording, &title);
    out.push_str("<main>\n");
    out.push_str(&scene(recording));
    tables::key_figures(&mut out, recording, statistics);
    section(&mut out, "Touch", &touch(recording, phases, sheets));
    section(&mut out, "Forces", &forces(recording, statistics, phases)?);
    section(&mut out, "Devices", &devices(recording, phases)?);
    section(&mut out, "Motion", &channels(recording, phases, &MOTION)?);
    section(
        &mut out,
        "Energy",
        &channels(recording, phases, &[(ChannelKind::Energy, "Whole model", "energy")])?,
    );
    section(&mut out, "More signals", &channels(recording, phases, &MORE)?);
    section(&mut out, "Figures", &tables::figures(recording, statistics, phases));
    section(&mut out, "Files", &tables::files_list(recording));
    section(&mut out, "Reproduce", &reproduce(recording));
    out.push_str("</main>\n");
    let program = escape(&recording.run().program);
    push(
        &mut out,
        format_args!(
            "<footer>{program} · seed {} · SI units, forces on the pad</footer>\n",
            recording.run().seed
        ),
    );
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

const MOTION: [(ChannelKind, &str, &str); 4] = [
    (ChannelKind::JointPosition, "Joints", "position"),
    (ChannelKind::JointVelocity, "Joints", "velocity"),
    (ChannelKind::MotorEffort, "Motors", "effort"),
    (ChannelKind::Pose, "Bodies", "orientation, as a quaternion"),
];

const MORE: [(ChannelKind, &str, &str); 3] = [
    (ChannelKind::Force, "Skins and sensors", "load"),
    (ChannelKind::Solver, "Solver", "value"),
    (ChannelKind::Other, "Other", "value"),
];

fn header(out: &mut String, recording: &Recording, title: &str) {
    let run = recording.run();
    let (class, word, why) = match recording.ending() {
        Ending::Completed => ("plain", "completed", None),
        Ending::Stopped { why } => ("bad", "stopped early", Some(why.as_str())),
        Ending::Unfinished => {
            ("bad", "unfinished", Some("The run is still going on, or its process was killed."))
        }
    };
    push(
        out,
        format_args!(
            "<header>\n<h1>{title}</h1>\n<p class=\"badges\"><span class=\"badge {class}\">{word}</span>"
        ),
    );
    let verdict = recording.outcome().and_then(|outcome| outcome.verdict);
    if let Some(verdict) = verdict {
        let class = match verdict {
            verdict if verdict.is_failure() => "bad",
            Verdict::Held => "good",
            _ => "plain",
        };
        push(out, format_args!(" <span class=\"badge {class}\">{}</span>", verdict.word()));
    }
    out.push_str("</p>\n");
    let objects = recording.outcome().map_or(&[][..], |outcome| &outcome.objects);
    for object in objects.iter().filter(|object| object.verdict != Verdict::Untouched) {
        push(
            out,
            format_args!(
                "<p class=\"outcome\"><b>{}</b> {}; at the end {}</p>\n",
                escape(&object.name),
                escape(&object.verdict_in_words()),
                escape(&object.in_words())
            ),
        );
    }
    push(
        out,
        format_args!(
            "<p class=\"by\">{} · step {} · seed {} · {} of simulated time</p>\n",
            escape(&run.program),
            wording::quantity(run.step, Unit::Second),
            run.seed,
            wording::quantity(recording.duration(), Unit::Second)
        ),
    );
    if let Some(why) = why {
        push(out, format_args!("<p class=\"why\" role=\"note\">{}</p>\n", escape(why)));
    }
    for warning in recording.facts().iter().filter(|fact| tables::is_warning(fact)) {
        let words = escape(&wording::fact(&warning.value));
        push(out, format_args!("<p class=\"why\" role=\"note\"><b>Warning:</b> {words}</p>\n"));
    }
    out.push_str("</header>\n");
}

/// Pictures of the bodies, if whoever simulated put them beside the recording.
fn scene(recording: &Recording) -> String {
    let time = |event: &crate::Event| {
        (event.kind == EventKind::Event && event.name.ends_with(" touches")).then_some(event.time)
    };
    let contact = recording.events().iter().find_map(time);
    let (start, end) = (recording.times().first(), recording.times().last());
    let at = |time: Option<f64>| time.map_or(String::new(), |time| format!(", {time:.3} s"));
    let shown = [
        (scene_pictures::FILM, "The whole run".to_owned(), "film"),
        (scene_pictures::START, format!("At the start{}", at(start.copied())), "still"),
        (scene_pictures::CONTACT, format!("At the first contact{}", at(contact)), "still"),
        (scene_pictures::END, format!("At the end{}", at(end.copied())), "still"),
    ];
    let mut out = String::new();
    for (name, words, class) in shown {
        // A picture that cannot be read is left out: the page is of use without it.
        let Ok(bytes) = input::read(&recording.folder().join(name), LARGEST_PICTURE) else { continue };
        let data = STANDARD.encode(bytes);
        push(
            &mut out,
            format_args!(
                "<figure class=\"{class}\"><a href=\"{name}\"><img src=\"data:image/png;base64,{data}\" alt=\"The bodies of the scene: {words}\"/></a>\
                 <figcaption>{words}</figcaption></figure>\n"
            ),
        );
    }
    if out.is_empty() { out } else { format!("<div class=\"scene\">\n{out}</div>\n") }
}

/// A section, unless there is nothing in it.
fn section(out: &mut String, title: &str, content: &str) {
    if !content.is_empty() {
        let id = title.to_lowercase().replace(' ', "-");
        push(
            out,
            format_args!(
                "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{content}</section>\n"
            ),
        );
    }
}

fn touch(recording: &Recording, phases: &[Phase], sheets: &Sheets) -> String {
    let mut out = String::new();
    if sheets.phases.iter().all(Option::is_none) {
        return out;
    }
    out.push_str("<p>Elastic normal force on every texel at the end of each phase, all on one scale; damping, which the tables below include, is left out.");
    if recording.skins().iter().any(|skin| skin.grid.is_some()) {
        out.push_str(" Row 0 is at the top.");
    }
    out.push_str("</p>\n");
    push_scale(&mut out, sheets.full_scale);
    out.push_str("<div class=\"phases\">\n");
    for (number, (phase, sheet)) in phases.iter().zip(&sheets.phases).enumerate() {
        let name = escape(&phase.name);
        push(
            &mut out,
            format_args!(
                "<div class=\"phase\"><h3><span class=\"number\">{}</span> {name} <small>{:.3} – {:.3} s</small></h3>\n",
                number + 1,
                phase.start,
                phase.end
            ),
        );
        match sheet {
            None => out.push_str("<p>No texels were recorded in this phase.</p>\n"),
            Some(sheet) => {
                out.push_str("<div class=\"skins\">\n");
                for (skin, image) in recording.skins().iter().zip(&sheet.images) {
                    push_image(&mut out, skin, phase, sheet.time, image);
                }
                out.push_str("</div>\n");
            }
        }
        out.push_str("</div>\n");
    }
    out.push_str("</div>\n");
    out
}

/// What the colours of all maps mean, up to `top` \[N\].
fn push_scale(out: &mut String, top: f64) {
    const STOPS: u32 = 16;
    push(
        out,
        format_args!(
            "<div class=\"scale\" role=\"img\" aria-label=\"Colours from dark violet, no force, to yellow, {}\">\
             <div class=\"bar\" style=\"background:linear-gradient(to right",
            escape(&wording::quantity(top, Unit::Newton))
        ),
    );
    for stop in 0..=STOPS {
        let Colour { red, green, blue } = Palette::Viridis.colour(f64::from(stop) / f64::from(STOPS));
        push(out, format_args!(",#{red:02x}{green:02x}{blue:02x}"));
    }
    out.push_str(")\"></div><div class=\"marks\">");
    // Steps of 1, 2 or 5, at most five of them.
    let (prefix, factor) = if top < 0.01 { ("m", 1e3) } else { ("", 1.0) };
    let scaled = top * factor;
    let power = 10f64.powf((scaled / 4.0).log10().floor());
    let step = power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|m| m * power >= scaled / 5.0).unwrap_or(10.0);
    for value in (0..).map(|mark| f64::from(mark) * step).take_while(|value| *value <= scaled).take(6) {
        let (left, number) = (100.0 * value / scaled, escape(&wording::digits(value)));
        push(out, format_args!("<span style=\"left:{left:.2}%\">{number}</span>"));
    }
    push(out, format_args!("</div><div class=\"what\">normal force of a texel [{prefix}N]</div></div>\n"));
}

fn push_image(out: &mut String, skin: &SkinSchema, phase: &Phase, time: f64, image: &Image) {
    let newtons = |value| wording::quantity(value, Unit::Newton);
    let (touching, all) = image.touching;
    let alt = format!(
        "Tactile image of {} at {time:.3} s, the end of {}: {} in sum, largest texel {}, {touching} of {all} texels touch",
        skin.name,
        phase.name,
        newtons(image.sum),
        newtons(image.largest)
    );
    push(
        out,
        format_args!(
            "<figure{}><a href=\"{}\"><img src=\"{}\" alt=\"{}\" width=\"{:.0}\" height=\"{:.0}\"/></a>\
             <figcaption><b>{}</b>{}<br/>{} elastic, sum<br/>{touching} of {all} touch</figcaption></figure>\n",
            if image.wide { " class=\"wide\"" } else { "" },
            escape(&image.file),
            image.data,
            escape(&alt),
            image.size.0,
            image.size.1,
            escape(&skin.name),
            if image.unrolled { ", unrolled" } else { "" },
            newtons(image.sum),
        ),
    );
}

fn forces(recording: &Recording, statistics: &Statistics, phases: &[Phase]) -> Result<String, ReportError> {
    let mut out = String::new();
    let mut add = |title: &str, label: &str, of: fn(&SkinStatistics) -> &[f64]| {
        let curves = recording.skins().iter().zip(&statistics.skins).map(|(skin, sums)| Curve {
            name: skin.name.clone(),
            times: &statistics.times,
            values: of(sums),
        });
        let curves = curves.collect();
        let plot = TimePlot { title: title.to_owned(), label: label.to_owned(), curves, from_zero: true };
        plot.figure(phases).map(|figure| out.push_str(&figure))
    };
    add("Normal force, sum over each skin", "normal force [N]", |sums| &sums.normal)?;
    add("Shear, length of the sum over each skin", "shear [N]", |sums| &sums.shear)?;
    add("Texels that touch", "share of texels", |sums| &sums.touching)?;
    if statistics.skins.iter().any(|skin| skin.yielding.iter().any(|&share| share > 0.0)) {
        add("Texels that slip or are about to", "share of touching", |sums| &sums.yielding)?;
    }
    Ok(out)
}

/// What the devices said, beside the truth above.
fn devices(recording: &Recording, phases: &[Phase]) -> Result<String, ReportError> {
    let sums: Vec<Vec<f64>> = recording.devices().iter().map(DeviceRecord::sums).collect();
    let curves = recording.devices().iter().zip(&sums).map(|(device, sums)| Curve {
        name: format!("{}, {}", device.schema.skin, device.schema.device),
        times: &device.times,
        values: sums,
    });
    let plot = TimePlot {
        title: "Readings, sum over each device".to_owned(),
        label: "sum of readings".to_owned(),
        curves: curves.collect(),
        from_zero: true,
    };
    plot.figure(phases)
}

/// Plots of the channels of some kinds, one for each unit.
fn channels(
    recording: &Recording,
    phases: &[Phase],
    kinds: &[(ChannelKind, &str, &str)],
) -> Result<String, ReportError> {
    let mut out = String::new();
    for &(kind, title, quantity) in kinds {
        let all: Vec<(usize, _)> =
            recording.channels().iter().enumerate().filter(|(_, channel)| channel.kind == kind).collect();
        let mut units: Vec<Unit> = Vec::new();
        for (_, channel) in &all {
            if !units.contains(&channel.unit) {
                units.push(channel.unit);
            }
        }
        for unit in units {
            let curve = |&&(index, channel): &&(usize, &Channel)| Curve {
                name: channel.name.clone(),
                times: recording.times(),
                values: recording.series(index).unwrap_or_default(),
            };
            let same: Vec<_> = all.iter().filter(|(_, channel)| channel.unit == unit).collect();
            let name = quantity_of(unit).unwrap_or(quantity);
            let label =
                if unit == Unit::One { name.to_owned() } else { format!("{name} [{}]", unit.symbol()) };
            // No more curves than there are looks, or two would look the same.
            let parts = same.chunks(LinePlot::LOOKS);
            let count = parts.len();
            for (number, part) in parts.enumerate() {
                let part_of = if count > 1 { format!(" ({} of {count})", number + 1) } else { String::new() };
                let title = format!("{title}: {name}{part_of}");
                let curves = part.iter().map(curve).collect();
                let plot = TimePlot { title, label: label.clone(), curves, from_zero: false };
                out.push_str(&plot.figure(phases)?);
            }
        }
    }
    Ok(out)
}

/// What numbers of a unit are, where the unit tells.
fn quantity_of(unit: Unit) -> Option<&'static str> {
    Some(match unit {
        Unit::Metre => "position",
        Unit::Radian => "angle",
        Unit::MetrePerSecond => "velocity",
        Unit::RadianPerSecond => "angular velocity",
        Unit::Newton => "force",
        Unit::NewtonMetre => "torque",
        _ => return None,
    })
}

fn reproduce(recording: &Recording) -> String {
    let run = recording.run();
    let mut out = String::new();
    if !run.command.is_empty() {
        push(
            &mut out,
            format_args!(
                "<p>With {}:</p>\n<pre><code>{}</code></pre>\n",
                escape(&run.program),
                escape(&run.command)
            ),
        );
    }
    let rows = vec![
        vec!["Program".to_owned(), run.program.clone()],
        vec!["Seed".to_owned(), run.seed.to_string()],
        vec!["Time step".to_owned(), wording::quantity(run.step, Unit::Second)],
    ];
    out.push_str(&html::table("The same program, scene, step and seed give the same numbers", &[], &rows));
    if !run.scene.is_empty() {
        push(
            &mut out,
            format_args!(
                "<details><summary>The scene as run ({})</summary>\n<pre><code>{}</code></pre>\n</details>\n",
                files::SCENE,
                escape(&run.scene)
            ),
        );
    }
    out
}
