//! Figures of the device as a whole.

use crate::words::number;
use crate::{Figure, LabError, Results};
use bristle_picture::{LinePlot, LineStyle, Palette, Quantity, TactileSeries};
use bristle_transduction::rig::{DsaStamp, Prediction, Weighed};

pub(super) fn draw(
    results: &mut Results,
    published: &DsaStamp,
    masses: &[f64],
    predictions: &[Prediction],
    watched: &[(f64, Weighed)],
    (truth, image): (&[f64], &[f64]),
) -> Result<(), LabError> {
    let in_grams = |masses: &[f64]| -> Vec<f64> { masses.iter().map(|mass| 1e3 * mass).collect() };
    let sums: Vec<f64> = predictions.iter().map(|p| p.sum).collect();
    let counts = LinePlot::new()
        .styled_line("weiss-dsa-9205", &in_grams(masses), &sums, LineStyle::LineAndDots)
        .styled_line("recorded", &in_grams(&published.masses), &published.sums, LineStyle::Dots)
        .title("Counts of a stamp")
        .labels("load [g]", "sum of counts")
        .x_range(0.0, 0.0)
        .y_range(0.0, 0.0);
    results.figures.push(Figure::new(
        "dsa-counts",
        "Counts over load",
        "Sum of raw counts, 4 s to 6 s after onset: what the profile says, and what was recorded.",
        counts.render()?,
    ));

    let mut creep = LinePlot::new().title("Counts over time").labels("time from onset [s]", "sum of counts");
    let every = watched.len().div_ceil(4);
    for (mass, weighed) in watched.iter().rev().step_by(every) {
        creep = creep.line(format!("{} g", number(1e3 * mass)), &weighed.times, &weighed.sums);
    }
    results.figures.push(Figure::new(
        "dsa-creep",
        "Counts over time",
        "The load is constant after half a second; the counts go on growing. Recorded: 1.34 to 2.14 times as much at 10 s as at 1 s.",
        creep.y_range(0.0, 0.0).render()?,
    ));

    let share_of_peak = |values: &[f64]| -> Vec<f64> {
        let peak = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        values.iter().map(|value| 100.0 * value / peak).collect()
    };
    let images = TactileSeries::new(14, 6)
        .image("true forces", &share_of_peak(truth))
        .image("counts", &share_of_peak(image))
        .palette(Palette::Viridis)
        .quantity(Quantity::plain("share of the peak", "%"));
    results.figures.push(Figure::new(
        "dsa-image",
        "The stamp, true and as the device sees it",
        "True forces of the texels under the stamp, and the counts 5 s after onset, each as a share of its peak: the cover spreads \
         the load, cells differ, and what is below the threshold is hidden.",
        images.render()?,
    ));
    Ok(())
}
