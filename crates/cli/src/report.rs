//! The result of a press in words.

use crate::args::PressArgs;
use crate::press::Pressed;
use crate::sensor::Sensor;
use crate::summary::Summary;
use crate::terminal_image;
use bristle_geometry::Wrench;
use glam::DVec3;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// An image up to this wide has the numbers beside it, a wider one below.
const BESIDE: usize = 22;

/// All presses, 80 characters wide.
pub(crate) fn presses(args: &PressArgs, sensor: &Sensor, presses: &[Pressed]) -> String {
    let rays = if args.samples == 1 { "1 ray".into() } else { format!("{} rays", args.samples) };
    let mut text = format!("{}, {rays} each\n", capital(&sensor.description));
    let slid = if args.slide_mm > 0.0 { format!(", slid {} mm", args.slide_mm) } else { String::new() };
    let motion = format!("pressed {} mm deep{slid}", args.depth_mm);
    let _ = writeln!(text, "{}, {} friction; {motion}", sensor.material, sensor.law);
    for press in presses {
        let _ = writeln!(text, "\n{}", capital(&press.solid.description));
        text += &one(sensor, press);
    }
    text
}

fn one(sensor: &Sensor, press: &Pressed) -> String {
    let mut numbers = numbers(&press.summary);
    let Some(grid) = sensor.grid() else { return numbers.join("\n") + "\n" };
    let forces: Vec<f64> = press.reading.texels.iter().map(|t| t.elastic_force).collect();
    let top = forces.iter().copied().fold(0.0, f64::max);
    let image = terminal_image::lines(grid, &grid.image(&forces, 0.0), top);
    numbers.push(String::new());
    numbers.push(terminal_image::legend(&newtons(top)));
    let width = image.first().map_or(0, |line| line.chars().count());
    if width > BESIDE {
        return [image, numbers].concat().join("\n") + "\n";
    }
    let blank = " ".repeat(width);
    let line = |i: usize| {
        let picture = image.get(i).map_or(blank.as_str(), String::as_str);
        format!("  {picture}   {}", numbers.get(i).map_or("", String::as_str)).trim_end().to_owned()
    };
    (0..image.len().max(numbers.len())).map(|i| line(i) + "\n").collect()
}

fn numbers(summary: &Summary) -> Vec<String> {
    let mut lines = vec![
        format!("normal force   {}", newtons(summary.normal_force)),
        format!("shear          {}", newtons(summary.shear.length())),
        format!("touching       {} of {} texels: {}", summary.touching, summary.texels, states(summary)),
    ];
    if let Some(hardest) = summary.hardest {
        let place = match hardest.cell {
            Some((row, column)) => format!("row {row}, column {column}"),
            None => format!("texel {}", hardest.texel),
        };
        lines.push(format!("largest texel  {} at {place}", newtons(hardest.normal_force)));
        lines.push(format!("deepest        {:.2} mm", summary.deepest * 1e3));
    }
    if let Some(centre) = summary.centre_of_pressure {
        lines.push(format!("pressure at    {} mm", vector(centre * 1e3, 2)));
    }
    lines.extend(wrench("on the pad", summary.wrench_on_skin));
    lines.extend(wrench("on the object", summary.wrench_on_object));
    lines
}

fn states(summary: &Summary) -> String {
    let counts = summary.states;
    let named = [
        (counts.stick, "stick"),
        (counts.incipient, "incipient"),
        (counts.slip, "slip"),
        (counts.saturated, "saturated"),
    ];
    let some: Vec<String> =
        named.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
    if some.is_empty() { "none".into() } else { some.join(", ") }
}

/// Force and torque, the latter about the origin of the body that the wrench acts on.
fn wrench(whose: &str, wrench: Wrench) -> [String; 2] {
    [
        format!("{whose:<14} {} N", vector(wrench.force, 4)),
        format!("{:<14} {} N·mm", "  about origin", vector(wrench.torque * 1e3, 3)),
    ]
}

fn vector(v: DVec3, digits: usize) -> String {
    let [x, y, z] = v.to_array().map(|c| {
        let text = format!("{c:+.digits$}");
        // "-0.000" is zero to anyone but a computer.
        if text.trim_start_matches(['+', '-']).chars().all(|c| c == '0' || c == '.') {
            format!(" {:.digits$}", 0.0)
        } else {
            text
        }
    });
    format!("({x}, {y}, {z})")
}

/// A force with four digits, in a unit that suits it.
fn newtons(force: f64) -> String {
    let (value, unit) = if force.abs() < 0.1 { (force * 1e3, "mN") } else { (force, "N") };
    let digits = match value.abs() {
        v if v >= 1000.0 => 0,
        v if v >= 100.0 => 1,
        v if v >= 10.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$} {unit}")
}

/// Where the pictures are.
pub(crate) fn files(directory: &Path, files: &[PathBuf]) -> String {
    format!("\n{} pictures (SVG and PNG) in {}\n", files.len() / 2, directory.display())
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
