//! A table of cells, as text.

use super::error::{LayoutError, MOST_TEXELS};
use super::{Grid, SkinLayout, Texel};
use glam::DVec3;

/// What is wrong with a table of cells, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {problem}\n  allowed: {allowed}")]
pub struct TableError {
    /// Line of the text, from 1.
    pub line: usize,
    /// What was found.
    pub problem: String,
    /// What is allowed there.
    pub allowed: String,
}

/// Columns of a table in the order of their values.
const NAMES: [&str; 9] = ["x", "y", "z", "nx", "ny", "nz", "area", "row", "column"];
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;
const NX: usize = 3;
const AREA: usize = 6;
const ROW: usize = 7;
const COLUMN: usize = 8;
const TITLES: &str = "x_mm, y_mm, z_mm (0 if left out), nx, ny, nz (0, 0, 1 if left out), area_mm2, row, column (from 0; \
                      both or neither); lengths also in m or cm, areas in m2 or cm2; other columns begin with `_`";

impl SkinLayout {
    /// The cells of a device from comma-separated text with a line of titles: `x_mm, y_mm, z_mm, nx, ny, nz, area_mm2, row, column`.
    ///
    /// Lengths may be in m, cm or mm, areas in m2, cm2 or mm2. Without `z` cells lie in the plane z = 0, without normals they point
    /// along +z. Rows and columns count from 0; cells may be missing. A byte-order mark, empty lines, lines that begin
    /// with `#` and columns whose title begins with `_` are passed over.
    /// Texels have the order of the lines; see [`SkinLayout::from_texels`].
    pub fn from_table(text: &str) -> Result<Self, TableError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text
            .lines()
            .zip(1..)
            .filter(|(line, _)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let (header, header_line) =
            lines.next().ok_or_else(|| error(1, "the table is empty", &format!("titles: {TITLES}")))?;
        let separator = [',', ';', '\t'].into_iter().find(|&c| header.contains(c)).unwrap_or(',');
        let titles = Titles::read(header, header_line, separator)?;
        let mut texels = Vec::new();
        let mut cells = Vec::new();
        let mut line_of = Vec::new();
        for (line, number) in lines {
            if texels.len() == MOST_TEXELS {
                return Err(error(number, "there are too many cells", &format!("up to {MOST_TEXELS}")));
            }
            let (texel, cell) = titles.cell(line, number, separator)?;
            texels.push(texel);
            cells.extend(cell);
            line_of.push(number);
        }
        let at = |texel: usize| line_of.get(texel).copied().unwrap_or(header_line);
        let refused = |cause: LayoutError| match cause {
            LayoutError::SameCell { first, second, row, column } => error(
                at(second),
                &format!("row {row}, column {column} is also the cell of line {}", at(first)),
                "every cell once",
            ),
            LayoutError::BadCell { texel, what, value } => error(at(texel), &format!("it is {value}"), what),
            other => error(header_line, &other.to_string(), "one line per cell below the titles"),
        };
        let grid = if titles.place[ROW].is_some() && !cells.is_empty() {
            Some(Grid::of_cells(&cells).map_err(refused)?)
        } else {
            None
        };
        Self::from_texels(texels, grid).map_err(refused)
    }
}

/// Where each value stands in a line, and the size of its unit.
struct Titles {
    count: usize,
    place: [Option<(usize, f64)>; NAMES.len()],
}

impl Titles {
    fn read(header: &str, line: usize, separator: char) -> Result<Self, TableError> {
        let refuse = |problem: String| Err(error(line, &problem, TITLES));
        let mut titles = Self { count: 0, place: [None; NAMES.len()] };
        for title in fields(header, separator) {
            let index = titles.count;
            titles.count += 1;
            if title.starts_with('_') {
                continue;
            }
            let (name, unit) = title.split_once('_').unwrap_or((title, ""));
            let name = name.to_ascii_lowercase();
            let Some(column) = NAMES.iter().position(|known| *known == name) else {
                return refuse(format!("there is no column `{title}`"));
            };
            let size = match (column, unit) {
                (..=Z, "m") | (AREA, "m2") | (NX..AREA | ROW.., "") => 1.0,
                (..=Z, "cm") => 1e-2,
                (..=Z, "mm") => 1e-3,
                (AREA, "cm2") => 1e-4,
                (AREA, "mm2") => 1e-6,
                (NX..AREA | ROW.., _) => return refuse(format!("`{title}` has a unit; `{name}` has none")),
                (_, "") => return refuse(format!("`{title}` does not name its unit")),
                _ => return refuse(format!("the unit of `{title}` is not known")),
            };
            if titles.place[column].replace((index, size)).is_some() {
                return refuse(format!("there are two columns `{name}`"));
            }
        }
        let has = |column: usize| titles.place[column].is_some();
        if let Some(missing) = [X, Y, AREA].into_iter().find(|&column| !has(column)) {
            return refuse(format!("there is no column `{}`", NAMES[missing]));
        }
        if has(NX) != has(NX + 1) || has(NX) != has(NX + 2) {
            return refuse("only some of `nx`, `ny` and `nz` are there".into());
        }
        if has(ROW) != has(COLUMN) {
            return refuse("only one of `row` and `column` is there".into());
        }
        Ok(titles)
    }

    fn cell(
        &self,
        text: &str,
        line: usize,
        separator: char,
    ) -> Result<(Texel, Option<[u32; 2]>), TableError> {
        let fields: Vec<&str> = fields(text, separator).collect();
        if fields.len() != self.count {
            let problem = format!("{} fields where there are {} titles", fields.len(), self.count);
            return Err(error(line, &problem, "as many fields as titles; numbers with a decimal point"));
        }
        let number = |column: usize| {
            let Some((index, size)) = self.place[column] else { return Ok(None) };
            match fields[index].parse::<f64>().ok().filter(|value| value.is_finite()) {
                Some(value) => Ok(Some(value * size)),
                None => {
                    let problem =
                        format!("`{}` in column `{}` is not a number", fields[index], NAMES[column]);
                    Err(error(line, &problem, "finite numbers such as 3.4 or 1e-3, without their unit"))
                }
            }
        };
        let vector = |first: usize, or: DVec3| -> Result<DVec3, TableError> {
            Ok(DVec3::new(
                number(first)?.unwrap_or(or.x),
                number(first + 1)?.unwrap_or(or.y),
                number(first + 2)?.unwrap_or(or.z),
            ))
        };
        let index = |column: usize| {
            let Some((index, _)) = self.place[column] else { return Ok(None) };
            fields[index].parse::<u32>().map(Some).map_err(|_| {
                let problem = format!("`{}` in column `{}` is no index", fields[index], NAMES[column]);
                error(line, &problem, "whole numbers from 0 on")
            })
        };
        let position = vector(X, DVec3::ZERO)?;
        let direction = vector(NX, DVec3::Z)?;
        let area = number(AREA)?.unwrap_or(0.0);
        let cell = index(ROW)?.zip(index(COLUMN)?).map(|(row, column)| [row, column]);
        Ok((Texel { position, direction, area }, cell))
    }
}

fn fields(line: &str, separator: char) -> impl Iterator<Item = &str> {
    line.split(separator).map(|field| field.trim().trim_matches('"').trim())
}

fn error(line: usize, problem: &str, allowed: &str) -> TableError {
    TableError { line, problem: problem.to_owned(), allowed: allowed.to_owned() }
}
