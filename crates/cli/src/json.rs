//! The result of a press as one JSON document: SI units, the skin's frame, forces on the pad.

use crate::args::PressArgs;
use crate::error::CliError;
use crate::press::Pressed;
use crate::sensor::Sensor;
use crate::summary::Summary;
use bristle_geometry::Wrench;
use bristle_skin::layout::{Grid, Texel};
use bristle_skin::{TexelReading, TexelState};
use serde::Serialize;

#[derive(Serialize)]
struct Document<'a> {
    bristle: &'static str,
    conventions: &'static str,
    sensor: SensorOut<'a>,
    motion: MotionOut,
    presses: Vec<PressOut<'a>>,
}

#[derive(Serialize)]
struct SensorOut<'a> {
    description: &'a str,
    rows: Option<usize>,
    columns: Option<usize>,
    pitch: Option<f64>,
    rays_per_texel: usize,
    material: &'a str,
    friction_law: &'a str,
    max_penetration: f64,
}

#[derive(Serialize)]
struct MotionOut {
    depth: f64,
    slide: f64,
    step: f64,
}

#[derive(Serialize)]
struct PressOut<'a> {
    object: &'a str,
    description: &'a str,
    steps: usize,
    summary: SummaryOut,
    texels: Vec<TexelOut>,
}

#[derive(Serialize)]
struct SummaryOut {
    normal_force: f64,
    shear: [f64; 3],
    force_on_pad: [f64; 3],
    centre_of_pressure: Option<[f64; 3]>,
    texels: usize,
    touching: usize,
    stick: usize,
    incipient: usize,
    slip: usize,
    saturated: usize,
    largest_texel: Option<usize>,
    largest_normal_force: f64,
    deepest_penetration: f64,
    wrench_on_skin: WrenchOut,
    wrench_on_object: WrenchOut,
}

#[derive(Serialize)]
struct WrenchOut {
    force: [f64; 3],
    torque: [f64; 3],
    about: [f64; 3],
}

#[derive(Serialize)]
struct TexelOut {
    texel: usize,
    row: Option<usize>,
    column: Option<usize>,
    position: [f64; 3],
    direction: [f64; 3],
    area: f64,
    state: &'static str,
    normal_force: f64,
    elastic_force: f64,
    shear: [f64; 3],
    force_on_pad: [f64; 3],
    penetration: f64,
    point: Option<[f64; 3]>,
    normal: Option<[f64; 3]>,
    slip_velocity: [f64; 3],
    deflection: [f64; 3],
    utilisation: f64,
}

const CONVENTIONS: &str = "SI units; vectors in the skin's frame; forces act on the pad unless named otherwise; \
                           see CONVENTIONS.md";

pub(crate) fn document(args: &PressArgs, sensor: &Sensor, presses: &[Pressed]) -> Result<String, CliError> {
    let document = Document {
        bristle: env!("CARGO_PKG_VERSION"),
        conventions: CONVENTIONS,
        sensor: SensorOut {
            description: &sensor.description,
            rows: sensor.grid().map(|grid| grid.rows),
            columns: sensor.grid().map(|grid| grid.columns),
            pitch: sensor.pitch,
            rays_per_texel: args.samples.into(),
            material: &sensor.material,
            friction_law: sensor.law,
            max_penetration: sensor.skin.material().max_penetration(),
        },
        motion: MotionOut {
            depth: args.depth_mm * 1e-3,
            slide: args.slide_mm * 1e-3,
            step: args.step_ms * 1e-3,
        },
        presses: presses.iter().map(|press| press_out(sensor, press)).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn press_out<'a>(sensor: &Sensor, press: &'a Pressed) -> PressOut<'a> {
    let grid = sensor.grid();
    let texels = sensor.skin.texels().iter().zip(&press.reading.texels).enumerate();
    PressOut {
        object: &press.solid.name,
        description: &press.solid.description,
        steps: press.steps,
        summary: summary_out(&press.summary),
        texels: texels.map(|(i, (texel, felt))| texel_out(i, grid, texel, felt)).collect(),
    }
}

fn summary_out(summary: &Summary) -> SummaryOut {
    SummaryOut {
        normal_force: summary.normal_force,
        shear: summary.shear.to_array(),
        force_on_pad: summary.force.to_array(),
        centre_of_pressure: summary.centre_of_pressure.map(|p| p.to_array()),
        texels: summary.texels,
        touching: summary.touching,
        stick: summary.states.stick,
        incipient: summary.states.incipient,
        slip: summary.states.slip,
        saturated: summary.states.saturated,
        largest_texel: summary.hardest.map(|hardest| hardest.texel),
        largest_normal_force: summary.hardest.map_or(0.0, |hardest| hardest.normal_force),
        deepest_penetration: summary.deepest,
        wrench_on_skin: wrench_out(summary.wrench_on_skin),
        wrench_on_object: wrench_out(summary.wrench_on_object),
    }
}

fn wrench_out(wrench: Wrench) -> WrenchOut {
    let Wrench { force, torque, point } = wrench;
    WrenchOut { force: force.to_array(), torque: torque.to_array(), about: point.to_array() }
}

fn texel_out(index: usize, grid: Option<&Grid>, texel: &Texel, felt: &TexelReading) -> TexelOut {
    let touches = felt.in_contact();
    TexelOut {
        texel: index,
        row: grid.map(|grid| grid.cell(index).0),
        column: grid.map(|grid| grid.cell(index).1),
        position: texel.position.to_array(),
        direction: texel.direction.to_array(),
        area: texel.area,
        state: state_name(felt.state),
        normal_force: felt.normal_force,
        elastic_force: felt.elastic_force,
        shear: felt.shear.to_array(),
        force_on_pad: felt.force_on_pad().to_array(),
        penetration: felt.penetration,
        point: touches.then(|| felt.point.to_array()),
        normal: touches.then(|| felt.normal.to_array()),
        slip_velocity: felt.slip_velocity.to_array(),
        deflection: felt.deflection.to_array(),
        utilisation: felt.utilisation,
    }
}

fn state_name(state: TexelState) -> &'static str {
    match state {
        TexelState::NoContact => "no contact",
        TexelState::Stick => "stick",
        TexelState::Incipient => "incipient",
        TexelState::Slip => "slip",
        TexelState::Saturated => "saturated",
    }
}
