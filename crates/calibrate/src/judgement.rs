//! Whether a chosen law says anything about the data at all.

use crate::comparison::{AS_GOOD, FittedModel};
use crate::{CalibrateError, Reading};

/// What a constant would mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// That there is no law: a load that does not follow the compression.
    Absurd,
    /// A law of its own: friction that does not depend on the speed.
    Possible,
}

/// Judges the chosen model against a constant (CA-8), and against the best of the others; gives remarks.
///
/// A law that a constant replaces is an error, unless the reader accepts it. Its parameters then have no intervals: those follow from residuals
/// that are noise about the law, which these are not.
pub(crate) fn judge(
    models: &mut [FittedModel],
    chosen: usize,
    constant: Constant,
    reading: &Reading,
) -> Result<Vec<String>, CalibrateError> {
    let most = match constant {
        Constant::Absurd => -AS_GOOD,
        Constant::Possible => AS_GOOD,
    };
    let model = &mut models[chosen];
    let (name, r_squared) = (model.name, model.r_squared);
    if model.over_constant.map_or(r_squared < 0.0, |over| over > most) {
        let problem = format!(
            "the law `{name}` explains nothing of these data (R² {r_squared:.2}): a constant describes them as well or better"
        );
        if !reading.accept_poor_fit {
            return Err(CalibrateError::PoorFit { problem });
        }
        model.disown();
        return Ok(vec![format!("Poor fit: {problem}. Its parameters have no intervals.")]);
    }
    let behind = models[chosen].delta_aicc.filter(|&delta| delta > AS_GOOD);
    let best = models.iter().find(|model| model.delta_aicc == Some(0.0));
    Ok(behind.zip(best).into_iter().map(|(delta, best)| {
        format!(
            "The law `{name}` is not the best of these: its ΔAICc is {delta:.1}, that of `{}` 0. Look at the residuals before you use it.",
            best.name
        )
    }).collect())
}
