//! `bristle press`: leads objects into the skin and shows what it feels.

use crate::args::PressArgs;
use crate::error::CliError;
use crate::motion::Path;
use crate::objects::{Object, check_sizes};
use crate::progress::Progress;
use crate::sensor::Sensor;
use crate::solids::Solid;
use crate::summary::Summary;
use crate::{json, pictures, report, terminal};
use bristle_geometry::{Pose, Twist};
use bristle_skin::{SkinMemory, SkinReading, SkinState, Target};
use std::collections::HashSet;
use std::path::PathBuf;

/// Depths, as shares of the whole, at which the growing image is kept.
const KEPT_DEPTHS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// An object at the end of its way, and what the skin felt.
pub(crate) struct Pressed {
    pub(crate) solid: Solid,
    /// Words above its pictures.
    pub(crate) title: String,
    /// `X_ST` at the end.
    pub(crate) pose: Pose,
    pub(crate) reading: SkinReading,
    pub(crate) summary: Summary,
    pub(crate) sequence: Vec<Moment>,
    pub(crate) steps: usize,
}

/// The tactile image at one moment.
pub(crate) struct Moment {
    pub(crate) caption: String,
    /// Elastic normal force per texel \[N\].
    pub(crate) forces: Vec<f64>,
}

pub(crate) fn run(args: &PressArgs) -> Result<(), CliError> {
    let objects = if args.objects.is_empty() { Object::TOUR.to_vec() } else { args.objects.clone() };
    check_sizes(&objects, args)?;
    let sensor = Sensor::new(args)?;
    let mut presses = Vec::with_capacity(objects.len());
    for object in &objects {
        presses.push(press(object.solid(args)?, &sensor, args)?);
    }
    number_repeated_names(&mut presses);
    print_notes(&sensor, &presses, args);

    let directory = match (&args.out, args.json) {
        (Some(directory), _) => Some(directory.clone()),
        (None, false) => Some(PathBuf::from("out/press")),
        (None, true) => None,
    };
    if args.json {
        terminal::print(&json::document(args, &sensor, &presses)?)?;
    } else if !args.quiet {
        terminal::print(&report::presses(args, &sensor, &presses))?;
    }
    if let Some(directory) = directory {
        let files = pictures::write_all(&directory, &sensor, &presses)?;
        if !args.quiet && !args.json {
            terminal::print(&report::files(&directory, &files))?;
        }
    }
    Ok(())
}

fn press(solid: Solid, sensor: &Sensor, args: &PressArgs) -> Result<Pressed, CliError> {
    let (depth, slide, h) = (args.depth_mm * 1e-3, args.slide_mm * 1e-3, args.step_ms * 1e-3);
    let aside = args.offset_mm * 1e-3;
    let Some(touch) = solid.first_touch(aside, &sensor.touch_points, sensor.outline) else {
        if solid.faces_away(aside, &sensor.touch_points) {
            return Err(CliError::Usage(format!(
                "the {} shows the skin its back: its triangles face away, and a surface is felt from outside only\n  fix: turn it round with \
                 --rotate-deg 180,0,0, or turn its triangles in the tool that made it",
                solid.description
            )));
        }
        return Err(CliError::Usage(format!(
            "the {} passes beside the skin: no texel lies below it\n  fix: move it with --offset-mm, turn it with \
             --rotate-deg, or check its --unit",
            solid.description
        )));
    };
    let path = Path::to(aside.extend(touch - depth), depth, slide, h)?;
    let pose_at = |step: usize| {
        let anchor_to_origin = solid.rotation * -solid.anchor;
        sensor.press_frame * Pose::new(solid.rotation, path.position(step) + anchor_to_origin)
    };
    let target_at = |step: usize| {
        Target::new(
            &solid.shape,
            pose_at(step),
            Twist::from_linear(sensor.press_frame.rotation * path.velocity(step)),
        )
    };

    let skin = &sensor.skin;
    let mut state = SkinState::new(skin);
    let mut memory = SkinMemory::new(skin, &[target_at(1)]);
    let mut reading = SkinReading::new(skin, 1);
    let kept: Vec<usize> = KEPT_DEPTHS.iter().map(|share| path.step_at_depth(*share)).collect();
    let mut sequence = Vec::new();
    let mut progress = Progress::new(&solid.name, path.steps());
    for step in 1..=path.steps() {
        skin.update(
            Pose::IDENTITY,
            Twist::ZERO,
            &[target_at(step)],
            h,
            &mut state,
            &mut memory,
            &mut reading,
        )?;
        if kept.contains(&step) {
            sequence.push(Moment::of(&reading, format!("{:.2} mm deep", path.depth_at(step) * 1e3)));
        }
        progress.step(step);
    }
    if slide > 0.0 {
        sequence.push(Moment::of(&reading, format!("slid {} mm", args.slide_mm)));
    }
    let (pose, summary, steps) = (pose_at(path.steps()), Summary::of(sensor, &reading), path.steps());
    let slid = if slide > 0.0 { format!(", slid {} mm", args.slide_mm) } else { String::new() };
    let title = format!("{}, {} mm deep{slid}", report::capital(&solid.name), args.depth_mm);
    Ok(Pressed { solid, title, pose, reading, summary, sequence, steps })
}

impl Moment {
    fn of(reading: &SkinReading, caption: String) -> Self {
        Self { caption, forces: reading.texels.iter().map(|t| t.elastic_force).collect() }
    }
}

/// Two files of one name in different folders must not overwrite each other's pictures.
fn number_repeated_names(presses: &mut [Pressed]) {
    let mut taken = HashSet::new();
    for press in presses {
        let base = press.solid.name.clone();
        let mut number = 2;
        while !taken.insert(press.solid.name.clone()) {
            press.solid.name = format!("{base}-{number}");
            number += 1;
        }
    }
}

fn print_notes(sensor: &Sensor, presses: &[Pressed], args: &PressArgs) {
    if args.quiet {
        return;
    }
    for note in sensor.notes.iter().chain(presses.iter().flat_map(|press| &press.solid.notes)) {
        terminal::note(&format!("note: {note}"));
    }
}
