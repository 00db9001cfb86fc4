//! Load–compression data: read, checked, turned into pressures.

use super::dynamic::rates;
use super::{NormalModel, StiffnessOptions};
use crate::CalibrateError;
use crate::data::{Column, ColumnSpec, Dimension, Quantity, Table};
use crate::error::{DataError, DataProblem};

const COLUMNS: &[ColumnSpec] = &[
    ColumnSpec {
        quantity: Quantity::Compression,
        dimension: Dimension::Length,
        names: &["compression", "indentation", "deflection"],
    },
    ColumnSpec {
        quantity: Quantity::Load,
        dimension: Dimension::Force,
        names: &["load", "force", "weight", "mass"],
    },
    ColumnSpec { quantity: Quantity::Pressure, dimension: Dimension::Pressure, names: &["pressure"] },
    ColumnSpec {
        quantity: Quantity::Velocity,
        dimension: Dimension::Speed,
        names: &["velocity", "rate", "speed"],
    },
    ColumnSpec { quantity: Quantity::Time, dimension: Dimension::Time, names: &["time", "t"] },
];

/// No pad is thicker \[m\].
const THICKEST: f64 = 0.1;
/// Largest pressures that a tactile pad is loaded with \[Pa\]; a real one is full at some 10⁵.
const PRESSURES: std::ops::RangeInclusive<f64> = 1.0..=1e6;
/// A load counts as constant if it varies by less than this part of its mean.
const CONSTANT_LOAD: f64 = 0.02;
/// Rates tell about damping if they differ by this part of the largest.
const DIFFERENT_RATES: f64 = 0.2;

/// What kind of experiment the data are of.
pub(super) enum Record {
    Points(Points),
    Settling(Settling),
}

/// Compressions and pressures, perhaps with rates.
#[derive(Clone, Debug)]
pub(super) struct Points {
    pub(super) table: Table,
    /// \[m\]
    pub(super) compression: Vec<f64>,
    /// \[Pa\]
    pub(super) pressure: Vec<f64>,
    /// \[m/s\]
    pub(super) rate: Option<Vec<f64>>,
    /// Whether the rates are differences of the compressions.
    pub(super) rates_from_time: bool,
}

/// Compression over time under a constant load.
#[derive(Clone, Debug)]
pub(super) struct Settling {
    pub(super) table: Table,
    /// From the first sample \[s\].
    pub(super) time: Vec<f64>,
    /// \[m\]
    pub(super) compression: Vec<f64>,
    /// \[Pa\]
    pub(super) pressure: f64,
}

impl Record {
    pub(super) fn read(file: &str, bytes: &[u8], options: &StiffnessOptions) -> Result<Self, CalibrateError> {
        let table = Table::parse(file, bytes, COLUMNS, options.reading.gravity)?;
        let compression = table.need(Quantity::Compression, COLUMNS, "")?;
        let (load, pressure) = pressures(&table, options)?;
        check_each(&table, compression, load, options)?;
        check_spread(&table, &compression.values, &pressure)?;
        if !options.reading.trust_units {
            check_sizes(&table, compression, load, &pressure)?;
        }
        let compression = compression.values.clone();
        if let Some(time) = table.column(Quantity::Time) {
            let time = check_times(&table, time)?;
            let mean = pressure.iter().sum::<f64>() / pressure.len() as f64;
            let constant = pressure.iter().all(|p| (p - mean).abs() <= CONSTANT_LOAD * mean);
            if constant {
                return Ok(Self::Settling(Settling { time, compression, pressure: mean, table }));
            }
            let rate = match table.column(Quantity::Velocity) {
                Some(velocity) => velocity.values.clone(),
                None => rates(&time, &compression),
            };
            let rates_from_time = table.column(Quantity::Velocity).is_none();
            return Ok(Self::Points(Points {
                compression,
                pressure,
                rate: Some(rate),
                rates_from_time,
                table,
            }));
        }
        if pressure.iter().all(|&p| p == pressure[0]) && pressure.len() > 2 {
            let problem = "all loads are the same";
            return Err(table
                .about(DataProblem::NothingToFit, problem)
                .allowed("at least 2 different loads, or a column of time for a record of settling")
                .fix("load the pad with different weights")
                .into());
        }
        let rate = table.column(Quantity::Velocity).map(|velocity| velocity.values.clone());
        Ok(Self::Points(Points { compression, pressure, rate, rates_from_time: false, table }))
    }
}

/// The column of loads, and the pressures that follow.
fn pressures<'t>(
    table: &'t Table,
    options: &StiffnessOptions,
) -> Result<(&'t Column, Vec<f64>), CalibrateError> {
    match (table.column(Quantity::Pressure), table.column(Quantity::Load)) {
        (Some(pressure), Some(load)) => {
            let problem =
                format!("`{}` and `{}` both say how hard the pad is loaded", load.title, pressure.title);
            Err(table
                .about(DataProblem::RepeatedColumn, problem)
                .allowed("a column of loads or one of pressures")
                .fix("keep the one that was measured")
                .into())
        }
        (Some(pressure), None) => Ok((pressure, pressure.values.clone())),
        (None, _) => {
            let load = table.need(Quantity::Load, COLUMNS, " or `pressure_Pa`")?;
            let area = options.loaded_area.ok_or_else(|| CalibrateError::Option {
                problem: format!(
                    "the column `{}` holds loads, and the area that they rest on is not given",
                    load.title
                ),
                fix: "give the area of the stamp, such as --area-mm2 804.25, or a column pressure_Pa".into(),
            })?;
            Ok((load, load.values.iter().map(|load| load / area).collect()))
        }
    }
}

fn check_each(
    table: &Table,
    compression: &Column,
    load: &Column,
    options: &StiffnessOptions,
) -> Result<(), DataError> {
    for (row, &x) in compression.values.iter().enumerate() {
        if x < 0.0 {
            return Err(table
                .at(
                    row,
                    &compression.title,
                    DataProblem::OutOfRange,
                    format!("the compression is negative ({x} m)"),
                )
                .allowed("0 or more: how far the pad has been pressed in from where it is touched first")
                .fix("turn the sign, or subtract the reading at first touch"));
        }
        if let Some(thickness) = options.thickness.filter(|&thickness| x > thickness) {
            let problem =
                format!("the compression of {} mm exceeds the thickness of {} mm", x * 1e3, thickness * 1e3);
            return Err(table
                .at(row, &compression.title, DataProblem::OutOfRange, problem)
                .allowed("up to the thickness of the pad")
                .fix("check the unit in the title, and the thickness"));
        }
    }
    for (row, &load_value) in load.values.iter().enumerate() {
        if load_value < 0.0 {
            return Err(table
                .at(
                    row,
                    &load.title,
                    DataProblem::OutOfRange,
                    format!("the load is negative ({load_value} in SI units)"),
                )
                .allowed("0 or more: a pad pushes back and does not pull")
                .fix("turn the sign, or subtract the reading without a load"));
        }
    }
    Ok(())
}

fn check_spread(table: &Table, compression: &[f64], pressure: &[f64]) -> Result<(), DataError> {
    if table.rows() < 2 {
        return Err(table
            .about(DataProblem::TooFew, format!("there is {} point", table.rows()))
            .allowed("at least 2 points; 4 and more to compare laws")
            .fix("measure at several loads: from one point no spread can be told"));
    }
    let nothing = |problem: &str, fix: &str| {
        Err(table
            .about(DataProblem::NothingToFit, problem)
            .allowed("at least 2 different loads above 0")
            .fix(fix))
    };
    if pressure.iter().all(|&p| p == 0.0) {
        return nothing("all loads are zero", "check that the right column was exported");
    }
    if compression.iter().all(|&x| x == compression[0]) {
        return nothing("all compressions are the same", "load the pad with different weights");
    }
    let n = compression.len() as f64;
    let (mx, mp) = (compression.iter().sum::<f64>() / n, pressure.iter().sum::<f64>() / n);
    let together: f64 = compression.iter().zip(pressure).map(|(x, p)| (x - mx) * (p - mp)).sum();
    if together < 0.0 && table.column(Quantity::Time).is_none() {
        return nothing(
            "the load falls while the compression grows",
            "check which column is which, and their signs",
        );
    }
    Ok(())
}

/// Numbers that are possible, but look like the wrong unit.
fn check_sizes(
    table: &Table,
    compression: &Column,
    load: &Column,
    pressure: &[f64],
) -> Result<(), DataError> {
    let largest = |values: &[f64]| {
        let at = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0);
        (at, values[at])
    };
    let trust = "correct the unit in the title, or say --trust-units if the numbers are right";
    let (row, deepest) = largest(&compression.values);
    if deepest > THICKEST {
        let problem = format!("a compression of {deepest} m is more than any pad is thick");
        let error = table.at(row, &compression.title, DataProblem::Implausible, problem);
        return Err(error.allowed("up to 0.1 m").fix(trust));
    }
    let (row, highest) = largest(pressure);
    if !PRESSURES.contains(&highest) {
        let (low, high) = (PRESSURES.start(), PRESSURES.end());
        let problem =
            format!("the largest pressure would be {highest:.3e} Pa, which no tactile pad is loaded with");
        let fix = format!("check the area of the stamp as well; {trust}");
        let error = table.at(row, &load.title, DataProblem::Implausible, problem);
        return Err(error.allowed(&format!("from {low:.0e} to {high:.0e} Pa at the largest load")).fix(&fix));
    }
    Ok(())
}

/// Times from the first one on.
pub(crate) fn check_times(table: &Table, time: &Column) -> Result<Vec<f64>, DataError> {
    let values = &time.values;
    if let Some(row) = (1..values.len()).find(|&i| values[i] <= values[i - 1]) {
        let problem = format!("{} s does not come after {} s", values[row], values[row - 1]);
        return Err(table
            .at(row, &time.title, DataProblem::OutOfRange, problem)
            .allowed("times that increase from row to row")
            .fix("sort the rows, and remove repeated ones"));
    }
    Ok(values.iter().map(|t| t - values[0]).collect())
}

impl Points {
    /// The largest compression \[m\].
    pub(super) fn reference(&self) -> f64 {
        self.compression.iter().fold(0.0, |a: f64, &b| a.max(b))
    }

    /// Whether the rates differ enough to tell damping from stiffness.
    pub(super) fn rates_tell(&self) -> bool {
        self.rate.as_ref().is_some_and(|rates| {
            let (low, high) =
                rates.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &r| (a.min(r), b.max(r)));
            high - low > DIFFERENT_RATES * high.abs().max(low.abs())
        })
    }

    pub(super) fn too_few_for(&self, kind: NormalModel) -> CalibrateError {
        let problem = format!("{} points do not determine the law `{}`", self.table.rows(), kind.word());
        self.table
            .about(DataProblem::TooFew, problem)
            .allowed(&format!("at least {} points for this law", kind.least_points()))
            .fix("measure more points, or choose a simpler law")
            .into()
    }
}
