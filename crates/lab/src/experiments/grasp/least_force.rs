//! The least force with which something holds, on a grid of 0.1 N as in Romano et al. (2011), §VI.B and §VI.C.

use crate::LabError;

/// Step between forces that are tried \[N\].
pub(super) const STEP: f64 = 0.1;

/// The least force \[N\] from `low` to `high` with which `works` is true, found by halving, since more force never works worse; `None` if not even `high` works.
pub(super) fn search(
    low: f64,
    high: f64,
    mut works: impl FnMut(f64) -> Result<bool, LabError>,
) -> Result<Option<f64>, LabError> {
    let force = |step: u32| low + STEP * f64::from(step);
    let (mut fails, mut holds) = (None, ((high - low) / STEP).round().max(0.0) as u32);
    if !works(force(holds))? {
        return Ok(None);
    }
    while fails.map_or(0, |step: u32| step + 1) < holds {
        let middle = fails.map_or(holds / 2, |step| (step + holds) / 2);
        if works(force(middle))? {
            holds = middle;
        } else {
            fails = Some(middle);
        }
    }
    Ok(Some(force(holds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_force_on_the_grid_is_found_wherever_it_lies() {
        for least in [0.5, 0.51, 1.37, 5.93, 6.0] {
            let found = search(0.5, 6.0, |force| Ok(force >= least - 1e-9)).unwrap().unwrap();
            assert!((found - least) > -1e-9 && found - least < STEP, "{least}: {found}");
        }
        assert_eq!(search(0.5, 6.0, |_| Ok(false)).unwrap(), None);
    }
}
