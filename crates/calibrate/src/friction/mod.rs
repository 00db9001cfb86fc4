//! How a pad drags: from friction and speed, or from a record of breaking away, to a bristle.

mod data;
mod fit;
mod model;
mod pictures;
mod report;

pub use model::{BristleLaw, FrictionModel};
pub use report::FrictionCalibration;

use crate::comparison::{choose, compare};
use crate::error::DataProblem;
use crate::judgement::{Constant, judge};
use crate::options::within;
use crate::{CalibrateError, Reading};
use data::{Curve, Measured, Pull};

/// What is known of the experiment beside its data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FrictionOptions {
    /// How data are read and judged.
    pub reading: Reading,
    /// Force that presses the pad on while it is pulled \[N\]; needed unless the data have a column of it.
    pub normal_force: Option<f64>,
    /// Texels that share the measured force; 1 if the forces are those of a texel already.
    pub texels: Option<usize>,
    /// Area that shares the measured force \[m²\], for a material per square metre.
    pub area: Option<f64>,
    /// The bristle that a record of breaking away is compared with.
    pub law: BristleLaw,
    /// The model to use; the simplest that fits, unless one is given.
    pub model: Option<FrictionModel>,
}

impl FrictionOptions {
    /// The same with other rules of reading.
    #[must_use]
    pub fn with_reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The same with a normal force \[N\].
    #[must_use]
    pub fn with_normal_force(self, normal_force: f64) -> Self {
        Self { normal_force: Some(normal_force), ..self }
    }

    /// The same with the number of texels that share the force.
    #[must_use]
    pub fn with_texels(self, texels: usize) -> Self {
        Self { texels: Some(texels), ..self }
    }

    /// The same with the area that shares the force \[m²\].
    #[must_use]
    pub fn with_area(self, area: f64) -> Self {
        Self { area: Some(area), ..self }
    }

    /// The same with another bristle.
    #[must_use]
    pub fn with_law(self, law: BristleLaw) -> Self {
        Self { law, ..self }
    }

    /// The same with a model to use.
    #[must_use]
    pub fn with_model(self, model: FrictionModel) -> Self {
        Self { model: Some(model), ..self }
    }

    fn check(&self) -> Result<(), CalibrateError> {
        self.reading.check()?;
        if let Some(force) = self.normal_force {
            within("the normal force in N", force, 1e-6, 1e6, "588 g weigh 5.77 N")?;
        }
        if let Some(area) = self.area {
            within("the area in m²", area, 1e-8, 1.0, "900 mm² are 9e-4 m²")?;
        }
        if let Some(texels) = self.texels {
            within("the number of texels", texels as f64, 1.0, 1e8, "count the texels that touch")?;
        }
        Ok(())
    }
}

/// Fits the friction data in `bytes`, the content of `file`, together with a second record of breaking away if there is one.
///
/// Columns of a friction–velocity curve: `velocity`, `friction`, perhaps `normal_force`. Columns of a record of breaking away: `time`,
/// `displacement`, `friction`, perhaps `normal_force`.
pub fn friction(
    file: &str,
    bytes: &[u8],
    record: Option<(&str, &[u8])>,
    options: &FrictionOptions,
) -> Result<FrictionCalibration, CalibrateError> {
    options.check()?;
    let mut measured = Measured::default();
    let first = data::read(file, bytes, options)?;
    let mut about = first.table.clone();
    measured.take(first);
    if let Some((file, bytes)) = record {
        let second = data::read(file, bytes, options)?;
        if measured.has(second.is_pull) {
            let kind = if second.is_pull { "records of breaking away" } else { "friction–velocity curves" };
            return Err(CalibrateError::Option {
                problem: format!("both files are {kind}"),
                fix: "give one friction–velocity curve and one record, or a single file".into(),
            });
        }
        about = second.table.clone();
        measured.take(second);
    }
    let (mut models, kinds) = fit::all(&measured, options);
    if models.is_empty() {
        return Err(about
            .about(DataProblem::TooFew, format!("{} points determine no friction law", measured.count()))
            .allowed("at least 2 points more than parameters: 3 for Coulomb's law, 6 for the whole curve")
            .fix("measure at more speeds")
            .into());
    }
    compare(&mut models);
    let chosen = match options.model {
        Some(kind) => kinds.iter().position(|&k| k == kind).ok_or_else(|| CalibrateError::Option {
            problem: format!("the data do not allow the model `{}`", kind.word()),
            fix: "measure at more speeds, or choose a simpler model".into(),
        })?,
        None => choose(&models, model::is_possible).unwrap_or(0),
    };
    let judged = judge(&mut models, chosen, Constant::Possible, &options.reading)?;
    let mut found = report::of(measured, models, &kinds, chosen, options)?;
    found.remarks.splice(0..0, judged);
    Ok(found)
}

/// Data of either kind, as one list of what is compared.
impl Measured {
    fn take(&mut self, read: data::Read) {
        self.unused.extend(read.table.unused.iter().cloned());
        self.curve = read.curve.or(self.curve.take());
        self.pull = read.pull.or(self.pull.take());
    }

    fn has(&self, pull: bool) -> bool {
        if pull { self.pull.is_some() } else { self.curve.is_some() }
    }

    fn count(&self) -> usize {
        self.curve.as_ref().map_or(0, Curve::len) + self.pull.as_ref().map_or(0, Pull::len)
    }
}
