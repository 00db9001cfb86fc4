//! A table of numbers in SI units that knows where each came from.

use super::column::{ColumnSpec, Quantity, Title, understand};
use crate::error::{DataError, DataProblem};

/// More rows than this are no calibration but a log; thin it out first.
const MOST_ROWS: usize = 1_000_000;

/// A column in SI units.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) quantity: Quantity,
    /// As the file titles it.
    pub(crate) title: String,
    pub(crate) values: Vec<f64>,
}

/// The columns that a reader looked for and found.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) file: String,
    columns: Vec<Column>,
    /// Line of every row.
    lines: Vec<u64>,
    /// Titles that nobody asked for.
    pub(crate) unused: Vec<String>,
    header_line: u64,
    titles: Vec<String>,
}

impl Table {
    /// Reads `bytes`, the content of `file`; loads in grams weigh with `gravity` \[m/s²\].
    pub(crate) fn parse(
        file: &str,
        bytes: &[u8],
        specs: &[ColumnSpec],
        gravity: f64,
    ) -> Result<Self, DataError> {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(error(file, DataProblem::NotText, "this is not a text file")
                .allowed("comma-separated values in UTF-8")
                .fix("export the table as CSV"));
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let written = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let mut lines = text.lines().enumerate().filter(|(_, line)| written(line));
        let wanted = || specs.iter().map(titled).collect::<Vec<_>>().join(", ");
        let Some((at, header)) = lines.next() else {
            return Err(error(file, DataProblem::Empty, "the file is empty")
                .allowed("a line of titles, and rows of numbers under it")
                .fix(&format!("title the columns with their units: {}", wanted())));
        };
        let header_line = at as u64 + 1;
        let delimiter = [',', ';', '\t'].into_iter().find(|&d| header.contains(d)).unwrap_or(',');
        let titles: Vec<String> = fields(header, delimiter).map(str::to_owned).collect();
        let mut table = Self {
            file: file.to_owned(),
            columns: Vec::new(),
            lines: Vec::new(),
            unused: Vec::new(),
            header_line,
            titles,
        };
        let places = table.understand_titles(specs, gravity)?;
        for (at, line) in lines {
            table.read_row(at as u64 + 1, line, delimiter, &places)?;
        }
        if table.lines.is_empty() {
            return Err(error(file, DataProblem::Empty, "there is no row under the titles")
                .line(header_line)
                .allowed("one row of numbers per measured point")
                .fix("add the measured values"));
        }
        Ok(table)
    }

    /// Which columns hold what, with the size of their units.
    fn understand_titles(
        &mut self,
        specs: &[ColumnSpec],
        gravity: f64,
    ) -> Result<Vec<(usize, f64)>, DataError> {
        let mut places = Vec::new();
        for (index, title) in self.titles.iter().enumerate() {
            let refuse =
                |kind, problem: String| error(&self.file, kind, problem).line(self.header_line).column(title);
            if let Some(first) =
                self.titles[..index].iter().position(|other| other == title && !title.is_empty())
            {
                let problem = format!("columns {} and {} have the same title", first + 1, index + 1);
                return Err(refuse(DataProblem::RepeatedColumn, problem)
                    .allowed("every title once")
                    .fix("rename or remove one of them"));
            }
            let (spec, unit) = match understand(title, specs) {
                Title::Known(spec, unit) => (spec, unit),
                Title::WithoutUnit(spec) => {
                    return Err(refuse(DataProblem::Unit, "the title does not name its unit".into())
                        .allowed(&spec.dimension.list())
                        .fix(&format!("write it behind the name, such as {}", titled(spec))));
                }
                Title::Other => {
                    self.unused.push(title.clone());
                    continue;
                }
            };
            let Some(size) = spec.dimension.size_of(&unit, gravity) else {
                let near = spec
                    .dimension
                    .near(&unit)
                    .map_or(String::new(), |near| format!("did you mean `{near}`? "));
                return Err(refuse(DataProblem::Unit, format!("the unit `{unit}` is not known"))
                    .allowed(&spec.dimension.list())
                    .fix(&format!("{near}convert the column, or correct its title")));
            };
            if let Some(other) = self.columns.iter().find(|column| column.quantity == spec.quantity) {
                let problem = format!("`{}` and `{title}` hold the same quantity", other.title);
                return Err(refuse(DataProblem::RepeatedColumn, problem)
                    .allowed("one column per quantity")
                    .fix("keep the one that was measured"));
            }
            self.columns.push(Column { quantity: spec.quantity, title: title.clone(), values: Vec::new() });
            places.push((index, size));
        }
        Ok(places)
    }

    fn read_row(
        &mut self,
        line: u64,
        text: &str,
        delimiter: char,
        places: &[(usize, f64)],
    ) -> Result<(), DataError> {
        let row: Vec<&str> = fields(text, delimiter).collect();
        let (found, expected) = (row.len(), self.titles.len());
        if found != expected {
            let problem = format!("{found} fields where there are {expected} titles");
            return Err(error(&self.file, DataProblem::RowLength, problem)
                .line(line)
                .allowed("as many fields as titles; numbers with a decimal point, not a comma")
                .fix("complete the row, or remove it"));
        }
        if self.lines.len() == MOST_ROWS {
            return Err(error(&self.file, DataProblem::OutOfRange, "there are too many rows")
                .line(line)
                .allowed(&format!("up to {MOST_ROWS}"))
                .fix("keep every tenth row, say"));
        }
        for (column, &(index, size)) in self.columns.iter_mut().zip(places) {
            let field = row[index];
            let number = field.parse::<f64>().ok().filter(|number| number.is_finite());
            let Some(number) = number else {
                let problem = if field.is_empty() {
                    "the field is empty".into()
                } else {
                    format!("`{field}` is not a finite number")
                };
                return Err(error(&self.file, DataProblem::NotANumber, problem)
                    .line(line)
                    .column(&column.title)
                    .allowed("numbers such as 0.25 or 2.5e-1, with a decimal point and without their unit")
                    .fix("correct the field, or remove the row"));
            };
            column.values.push(number * size);
        }
        self.lines.push(line);
        Ok(())
    }

    pub(crate) fn rows(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn column(&self, quantity: Quantity) -> Option<&Column> {
        self.columns.iter().find(|column| column.quantity == quantity)
    }

    /// A column that has to be there; `or` names what would do as well.
    pub(crate) fn need(
        &self,
        quantity: Quantity,
        specs: &[ColumnSpec],
        or: &str,
    ) -> Result<&Column, DataError> {
        self.column(quantity).ok_or_else(|| {
            let title = specs.iter().find(|spec| spec.quantity == quantity).map(titled).unwrap_or_default();
            let problem = format!("there is no column `{title}`{or}");
            let all = specs.iter().map(titled).collect::<Vec<_>>().join(", ");
            error(&self.file, DataProblem::MissingColumn, problem)
                .line(self.header_line)
                .allowed(&format!("{all}, each in any of its units"))
                .fix(&format!("title it so; the columns here are {}", shown(&self.titles)))
        })
    }

    /// An error about the row of index `row`, in the column `title`.
    pub(crate) fn at(
        &self,
        row: usize,
        title: &str,
        kind: DataProblem,
        problem: impl Into<String>,
    ) -> DataError {
        let mut error = error(&self.file, kind, problem).column(title);
        error.line = self.lines.get(row).copied();
        error
    }

    /// An error about the whole file.
    pub(crate) fn about(&self, kind: DataProblem, problem: impl Into<String>) -> DataError {
        error(&self.file, kind, problem)
    }
}

fn shown(titles: &[String]) -> String {
    titles.iter().map(|title| format!("`{title}`")).collect::<Vec<_>>().join(", ")
}

/// A title as it should be written.
fn titled(spec: &ColumnSpec) -> String {
    let units = spec.dimension.list();
    let unit = units.split(", ").next().unwrap_or_default().replace('/', "_per_");
    let name = spec.names.first().copied().unwrap_or_default();
    if unit.is_empty() { name.to_owned() } else { format!("{name}_{unit}") }
}

fn fields(line: &str, delimiter: char) -> impl Iterator<Item = &str> {
    line.trim_end_matches('\r').split(delimiter).map(|field| field.trim().trim_matches('"').trim())
}

fn error(file: &str, kind: DataProblem, problem: impl Into<String>) -> DataError {
    DataError {
        file: file.into(),
        line: None,
        column: None,
        kind,
        problem: problem.into().into(),
        allowed: "".into(),
        fix: "".into(),
    }
}

/// The parts of an error, one by one.
impl DataError {
    pub(crate) fn line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    pub(crate) fn column(mut self, column: &str) -> Self {
        self.column = Some(column.into());
        self
    }

    pub(crate) fn allowed(mut self, allowed: &str) -> Self {
        self.allowed = allowed.into();
        self
    }

    pub(crate) fn fix(mut self, fix: &str) -> Self {
        self.fix = fix.into();
        self
    }
}
