//! Friction data: read and checked.

use super::FrictionOptions;
use crate::CalibrateError;
use crate::data::{Column, ColumnSpec, Dimension, Quantity, Table};
use crate::error::{DataError, DataProblem};
use crate::stiffness::check_times;

const COLUMNS: &[ColumnSpec] = &[
    ColumnSpec { quantity: Quantity::Velocity, dimension: Dimension::Speed, names: &["velocity", "speed"] },
    ColumnSpec {
        quantity: Quantity::Friction,
        dimension: Dimension::Force,
        names: &["friction", "friction_force", "tangential_force", "shear", "force"],
    },
    ColumnSpec {
        quantity: Quantity::NormalForce,
        dimension: Dimension::Force,
        names: &["normal_force", "normal", "normal_load", "load"],
    },
    ColumnSpec {
        quantity: Quantity::Displacement,
        dimension: Dimension::Length,
        names: &["displacement", "position"],
    },
    ColumnSpec { quantity: Quantity::Time, dimension: Dimension::Time, names: &["time", "t"] },
];

/// Fastest sliding that a pad is tested with \[m/s\].
const FASTEST: f64 = 10.0;
/// Coefficients of friction that pads have \[-\].
const COEFFICIENTS: std::ops::RangeInclusive<f64> = 1e-3..=10.0;

/// Friction at steady speeds, both counted along the motion.
#[derive(Clone, Debug, Default)]
pub(super) struct Curve {
    /// \[m/s\]
    pub(super) speed: Vec<f64>,
    /// \[N\]
    pub(super) friction: Vec<f64>,
    /// \[N\]
    pub(super) normal: Vec<f64>,
}

/// Friction while a target is being moved.
#[derive(Clone, Debug, Default)]
pub(super) struct Pull {
    /// From the first sample \[s\].
    pub(super) time: Vec<f64>,
    /// From the first sample \[m\].
    pub(super) displacement: Vec<f64>,
    /// \[N\]
    pub(super) friction: Vec<f64>,
    /// \[N\]
    pub(super) normal: Vec<f64>,
}

impl Curve {
    pub(super) fn len(&self) -> usize {
        self.speed.len()
    }
}

impl Pull {
    pub(super) fn len(&self) -> usize {
        self.time.len()
    }
}

/// All that was measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    pub(super) curve: Option<Curve>,
    pub(super) pull: Option<Pull>,
    pub(super) unused: Vec<String>,
}

/// One file.
pub(super) struct Read {
    pub(super) table: Table,
    pub(super) is_pull: bool,
    pub(super) curve: Option<Curve>,
    pub(super) pull: Option<Pull>,
}

pub(super) fn read(file: &str, bytes: &[u8], options: &FrictionOptions) -> Result<Read, CalibrateError> {
    let table = Table::parse(file, bytes, COLUMNS, options.reading.gravity)?;
    let is_pull = table.column(Quantity::Displacement).is_some();
    let friction = table.need(Quantity::Friction, COLUMNS, "")?;
    if table.rows() < 2 {
        return Err(table
            .about(DataProblem::TooFew, format!("there is {} point", table.rows()))
            .allowed("at least 3 points at different speeds; 6 for the whole curve")
            .fix("measure at several speeds")
            .into());
    }
    if friction.values.iter().all(|&f| f == 0.0) {
        return Err(
            nothing(&table, "all friction is zero", "check that the right column was exported").into()
        );
    }
    let (curve, pull) = if is_pull {
        (None, Some(read_pull(&table, friction, options)?))
    } else {
        (Some(read_curve(&table, friction, options)?), None)
    };
    Ok(Read { table, is_pull, curve, pull })
}

fn read_curve(table: &Table, friction: &Column, options: &FrictionOptions) -> Result<Curve, CalibrateError> {
    let velocity =
        table.need(Quantity::Velocity, COLUMNS, " (or `time_s` and `displacement_m` of a record)")?;
    let normal = normal_forces(table, options)?;
    let sign = |v: f64| if v < 0.0 { -1.0 } else { 1.0 };
    let along: Vec<f64> = velocity.values.iter().zip(&friction.values).map(|(&v, f)| sign(v) * f).collect();
    if let Some(row) = along.iter().position(|&f| f < 0.0) {
        return Err(table
            .at(row, &friction.title, DataProblem::OutOfRange, "the friction would push the sliding on")
            .allowed("the sign of the velocity: the force that the sliding surface drags the pad with")
            .fix("turn the sign of one of the columns")
            .into());
    }
    let speed: Vec<f64> = velocity.values.iter().map(|v| v.abs()).collect();
    let (low, high) = speed.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &v| (a.min(v), b.max(v)));
    if high - low <= 1e-3 * high {
        let problem = format!("all points are at one speed, {high} m/s");
        return Err(nothing(
            table,
            &problem,
            "slide at several speeds, from slower to faster than where friction falls",
        )
        .into());
    }
    if !options.reading.trust_units {
        if let Some(row) = speed.iter().position(|&v| v > FASTEST) {
            let problem = format!("{} m/s is faster than pads are tested with", speed[row]);
            return Err(implausible(table, row, &velocity.title, problem, "up to 10 m/s").into());
        }
        check_coefficients(table, friction, &normal)?;
    }
    Ok(Curve { speed, friction: along, normal })
}

fn read_pull(table: &Table, friction: &Column, options: &FrictionOptions) -> Result<Pull, CalibrateError> {
    let displacement = table.need(Quantity::Displacement, COLUMNS, "")?;
    let time = check_times(table, table.need(Quantity::Time, COLUMNS, "")?)?;
    let normal = normal_forces(table, options)?;
    let first = displacement.values[0];
    let displacement: Vec<f64> = displacement.values.iter().map(|u| u - first).collect();
    if displacement.iter().all(|&u| u == 0.0) {
        return Err(nothing(
            table,
            "nothing was moved: all displacements are the same",
            "pull until the pad slides",
        )
        .into());
    }
    if !options.reading.trust_units {
        check_coefficients(table, friction, &normal)?;
    }
    // The first motion says which way is forward.
    let forward = displacement.iter().find(|&&u| u != 0.0).map_or(1.0, |u| u.signum());
    let turned = |values: &[f64]| values.iter().map(|v| v * forward).collect::<Vec<_>>();
    Ok(Pull { time, displacement: turned(&displacement), friction: turned(&friction.values), normal })
}

fn normal_forces(table: &Table, options: &FrictionOptions) -> Result<Vec<f64>, CalibrateError> {
    let Some(column) = table.column(Quantity::NormalForce) else {
        let force = options.normal_force.ok_or_else(|| CalibrateError::Option {
            problem: format!("{}: the force that presses the pad on is not given", table.file),
            fix: "give it, such as --normal-force-n 5.77, or a column normal_force_N".into(),
        })?;
        return Ok(vec![force; table.rows()]);
    };
    if let Some(row) = column.values.iter().position(|&n| n <= 0.0) {
        return Err(table
            .at(row, &column.title, DataProblem::OutOfRange, "a pad that is not pressed on has no friction")
            .allowed("above 0")
            .fix("remove the row, or turn the sign")
            .into());
    }
    Ok(column.values.clone())
}

/// The largest ratio of friction to normal force must be one that pads have.
fn check_coefficients(table: &Table, friction: &Column, normal: &[f64]) -> Result<(), DataError> {
    let ratios: Vec<f64> = friction.values.iter().zip(normal).map(|(f, n)| f.abs() / n).collect();
    let row = (0..ratios.len()).max_by(|&a, &b| ratios[a].total_cmp(&ratios[b])).unwrap_or(0);
    if COEFFICIENTS.contains(&ratios[row]) {
        return Ok(());
    }
    let problem =
        format!("friction over normal force would be {:.3e} at most, which no pad has", ratios[row]);
    Err(implausible(table, row, &friction.title, problem, "from 1e-3 to 10 at the largest"))
}

fn implausible(table: &Table, row: usize, title: &str, problem: String, allowed: &str) -> DataError {
    table
        .at(row, title, DataProblem::Implausible, problem)
        .allowed(allowed)
        .fix("correct the unit in the title, check the normal force, or say --trust-units if the numbers are right")
}

fn nothing(table: &Table, problem: &str, fix: &str) -> DataError {
    table.about(DataProblem::NothingToFit, problem).allowed("friction at 3 or more different speeds").fix(fix)
}
