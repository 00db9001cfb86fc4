//! Loads and counts: read, checked, turned into forces and counts of one cell.

use super::DeviceOptions;
use crate::CalibrateError;
use crate::data::{Column, ColumnSpec, Dimension, Quantity, Table};
use crate::error::{DataError, DataProblem};

const COLUMNS: &[ColumnSpec] = &[
    ColumnSpec {
        quantity: Quantity::Load,
        dimension: Dimension::Force,
        names: &["load", "force", "weight", "mass"],
    },
    ColumnSpec { quantity: Quantity::Counts, dimension: Dimension::Number, names: &["counts", "count"] },
    ColumnSpec { quantity: Quantity::Sum, dimension: Dimension::Number, names: &["sum", "counts_sum"] },
    ColumnSpec { quantity: Quantity::Cells, dimension: Dimension::Number, names: &["cells", "texels"] },
    ColumnSpec { quantity: Quantity::Cell, dimension: Dimension::Number, names: &["cell", "texel"] },
];

/// No cell of a tactile array carries more \[N\].
const HEAVIEST: f64 = 1e3;

/// What one cell read, at every row.
#[derive(Clone, Debug)]
pub(super) struct Readings {
    pub(super) table: Table,
    /// Every row: force of a cell \[N\] and what it read.
    pub(super) all: Vec<Row>,
    /// Rows between threshold and saturation, which the curve is fitted to.
    pub(super) force: Vec<f64>,
    /// Signals of these rows, with the threshold put back \[counts\].
    pub(super) signal: Vec<f64>,
    /// Number of the cell, of these rows.
    pub(super) cell: Option<Vec<u32>>,
    /// Cells whose mean a row is.
    pub(super) cells: Vec<f64>,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) force: f64,
    pub(super) counts: f64,
}

impl Readings {
    pub(super) fn read(file: &str, bytes: &[u8], options: &DeviceOptions) -> Result<Self, CalibrateError> {
        let table = Table::parse(file, bytes, COLUMNS, options.reading.gravity)?;
        let load = table.need(Quantity::Load, COLUMNS, "")?;
        let (counts, cells) = counts(&table, options)?;
        check(&table, load, counts, &cells, options)?;
        let all: Vec<Row> = (0..table.rows())
            .map(|i| Row {
                force: load.values[i] / cells[i],
                counts: counts.values[i] / shared(counts, cells[i]),
            })
            .collect();
        let subtracted = match options.threshold {
            Some(threshold) if options.subtract_threshold => f64::from(threshold),
            _ => 0.0,
        };
        let top = options.greatest() - subtracted;
        // Half a count: what a converter that rounds makes of the last level.
        let open: Vec<usize> =
            (0..all.len()).filter(|&i| all[i].counts > 0.0 && all[i].counts < top - 0.5).collect();
        let pick = |of: &dyn Fn(usize) -> f64| open.iter().map(|&i| of(i)).collect::<Vec<f64>>();
        let cell = table.column(Quantity::Cell).map(|column| pick(&|i| column.values[i]));
        let readings = Self {
            force: pick(&|i| all[i].force),
            signal: pick(&|i| all[i].counts + subtracted),
            cell: cell.map(|cell| cell.into_iter().map(|number| number as u32).collect()),
            cells: pick(&|i| if counts.quantity == Quantity::Sum { cells[i] } else { 1.0 }),
            all,
            table,
        };
        readings.check_spread()?;
        Ok(readings)
    }

    fn check_spread(&self) -> Result<(), DataError> {
        let about = |kind, problem: String, fix: &str| {
            Err(self
                .table
                .about(kind, problem)
                .allowed("at least 3 rows with different loads whose counts lie between 0 and full scale")
                .fix(fix))
        };
        let (rows, used) = (self.all.len(), self.force.len());
        if used < 3 {
            let problem = format!("{used} of {rows} rows lie between 0 and full scale");
            return about(DataProblem::TooFew, problem, "measure more loads, or give the right --bits");
        }
        let (low, high) = extremes(&self.force);
        if high - low <= 1e-6 * high {
            let problem = format!("all rows between 0 and full scale have the same load, {high} N per cell");
            return about(DataProblem::NothingToFit, problem, "load the device with different weights");
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (f, s) = (mean(&self.force), mean(&self.signal));
        let together: f64 = self.force.iter().zip(&self.signal).map(|(x, y)| (x - f) * (y - s)).sum();
        if together <= 0.0 {
            let problem = "the counts do not rise with the load".to_owned();
            return about(
                DataProblem::NothingToFit,
                problem,
                "check which column is which, and the sign of the counts",
            );
        }
        Ok(())
    }

    /// No curve fits.
    pub(super) fn no_curve(&self) -> CalibrateError {
        let problem = format!("{} rows between 0 and full scale determine no curve", self.force.len());
        self.table
            .about(DataProblem::NothingToFit, problem)
            .allowed("counts that rise with the load by more than they scatter")
            .fix("measure more loads, further apart")
            .into()
    }
}

pub(super) fn extremes(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &v| (low.min(v), high.max(v)))
}

/// Cells that a row's counts are summed over.
fn shared(counts: &Column, cells: f64) -> f64 {
    if counts.quantity == Quantity::Sum { cells } else { 1.0 }
}

/// The column of counts, and how many cells share the load of each row.
fn counts<'t>(table: &'t Table, options: &DeviceOptions) -> Result<(&'t Column, Vec<f64>), CalibrateError> {
    let (single, sum) = (table.column(Quantity::Counts), table.column(Quantity::Sum));
    let column = match (single, sum) {
        (Some(single), Some(sum)) => {
            let problem = format!("`{}` and `{}` both say what the device reads", single.title, sum.title);
            return Err(table
                .about(DataProblem::RepeatedColumn, problem)
                .allowed("a column of counts per cell, or one of their sums")
                .fix("keep the one that was measured")
                .into());
        }
        (Some(single), None) => single,
        (None, Some(sum)) => sum,
        (None, None) => {
            return Err(table.need(Quantity::Counts, COLUMNS, " or `sum`").err().map_or_else(
                || CalibrateError::Option {
                    problem: "there are no counts".into(),
                    fix: "add a column".into(),
                },
                CalibrateError::from,
            ));
        }
    };
    let cells = match table.column(Quantity::Cells) {
        Some(cells) => {
            if let Some(row) = cells.values.iter().position(|n| !(1e-3..=1e6).contains(n)) {
                let problem = format!("{} cells share the load", cells.values[row]);
                return Err(table
                    .at(row, &cells.title, DataProblem::OutOfRange, problem)
                    .allowed("0.001 to 1000000: cells under the load, parts of a cell as well")
                    .fix("correct the field")
                    .into());
            }
            cells.values.clone()
        }
        None => vec![options.cells; table.rows()],
    };
    Ok((column, cells))
}

fn check(
    table: &Table,
    load: &Column,
    counts: &Column,
    cells: &[f64],
    options: &DeviceOptions,
) -> Result<(), DataError> {
    let refuse = |row: usize, title: &str, kind, problem: String, allowed: &str, fix: &str| {
        Err(table.at(row, title, kind, problem).allowed(allowed).fix(fix))
    };
    for (row, (&newtons, &n)) in load.values.iter().zip(cells).enumerate() {
        if newtons < 0.0 {
            let problem = format!("the load is negative ({newtons} N)");
            let allowed = "0 or more: what presses on the device";
            return refuse(row, &load.title, DataProblem::OutOfRange, problem, allowed, "turn the sign");
        }
        if newtons / n > HEAVIEST && !options.reading.trust_units {
            let problem = format!("a cell would carry {} N", newtons / n);
            let fix =
                "check the unit in the title and the number of cells, or take it as it is with --trust-units";
            return refuse(row, &load.title, DataProblem::Implausible, problem, "up to 1000 N per cell", fix);
        }
    }
    for (row, (&count, &n)) in counts.values.iter().zip(cells).enumerate() {
        let most = options.greatest() * shared(counts, n);
        if !(0.0..=most + 0.5).contains(&count) {
            let problem = format!("{count} counts are out of range");
            let allowed = format!("0 to {most}, with {} bits", options.bits);
            return refuse(
                row,
                &counts.title,
                DataProblem::OutOfRange,
                problem,
                &allowed,
                "correct it, or give --bits",
            );
        }
    }
    if let Some(cell) = table.column(Quantity::Cell)
        && let Some(row) = cell.values.iter().position(|n| !(*n >= 0.0 && *n <= 1e9 && n.fract() == 0.0))
    {
        let problem = format!("{} is no number of a cell", cell.values[row]);
        return refuse(
            row,
            &cell.title,
            DataProblem::OutOfRange,
            problem,
            "whole numbers from 0",
            "correct the field",
        );
    }
    Ok(())
}
