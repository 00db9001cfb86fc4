//! From a loaded piece of foam to the stiffness of one texel.

use crate::MaterialError;
use crate::check::positive;

/// Stiffness of one texel \[N/m\] of a pad of area `pad_area` \[m²\] with `texels` texels, whose foam yields
/// `compression` \[m\] under `pressure` \[Pa\] (NC-9; Moisio et al. 2013, eq. 18).
///
/// ```
/// // 304.15 g on 804.25 mm² compress the foam by 2.5 mm.
/// let pressure = 0.30415 * 9.81 / 804.25e-6;
/// let k = bristle_contact::texel_stiffness(pressure, 1.25e-3, 84, 2.5e-3)?;
/// assert!((k - 22.08).abs() < 0.005);
/// # Ok::<(), bristle_contact::MaterialError>(())
/// ```
pub fn texel_stiffness(
    pressure: f64,
    pad_area: f64,
    texels: usize,
    compression: f64,
) -> Result<f64, MaterialError> {
    let pressure = positive("pressure", pressure, "Pa", "divide the load [N] by the loaded area [m²]")?;
    let area = positive("pad_area", pad_area, "m²", "give the area that all texels cover together")?;
    let texels = positive("texels", texels as f64, "texels", "count the texels of the pad")?;
    let compression =
        positive("compression", compression, "m", "measure how far the pad yields under the load")?;
    Ok(pressure * area / (texels * compression))
}
