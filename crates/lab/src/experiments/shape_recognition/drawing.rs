//! Figures of what was felt and recognised.

use super::super::fig12_work_cycle::PAD;
use super::Recognition;
use super::objects::Kind;
use crate::{Figure, LabError, Results};
use bristle_picture::{LinePlot, LineStyle, Quantity, TactileImage, TactileSeries};

pub(super) fn figures(results: &mut Results, all: &[Recognition]) -> Result<(), LabError> {
    for recognition in all {
        let [rows, columns] = recognition.size;
        let word = format!("{rows}x{columns}");
        let pitch = PAD[0] / rows as f64;
        let mut series = TactileSeries::new(rows, columns).pitch(pitch, pitch);
        for (kind, of) in Kind::ALL.iter().enumerate() {
            if let Some(one) = recognition.learned.iter().find(|one| one.kind == kind) {
                // Forces vary with the grasp; shapes are to be compared.
                let largest = one.first.forces.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
                let shares: Vec<f64> = one.first.forces.iter().map(|force| force / largest).collect();
                series = series.image(of.name(), &shares);
            }
        }
        let title = format!("What {word} texels feel");
        let quantity = Quantity::plain("force over the largest", "");
        results.figures.push(Figure::new(
            format!("images-{word}"),
            format!("Images of four objects, {word} texels"),
            "A grasp of each shape in a random pose. White is nothing, black the largest force of an image.",
            series.title(title).quantity(quantity).render()?,
        ));
        results.figures.push(confusion(recognition, &word)?);
    }
    if let Some(finest) = all.last() {
        results.figures.push(curvatures(finest)?);
    }
    Ok(())
}

fn confusion(recognition: &Recognition, word: &str) -> Result<Figure, LabError> {
    let cells: Vec<f64> = recognition.confusion.iter().flatten().map(|&count| count as f64).collect();
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let quantity = Quantity::plain("objects", "");
    let picture = TactileImage::new(4, 4, &cells)
        .title(format!("Shape and what it was taken for, {word}"))
        .quantity(quantity)
        .values(true)
        .classes(&kinds, "what it is", "what it was taken for")
        .render()?;
    Ok(Figure::new(
        format!("confusion-{word}"),
        format!("Confusion matrix, {word} texels"),
        "Rows: what an object is. Columns: what it was taken for. On the diagonal it was recognised.",
        picture,
    ))
}

fn curvatures(recognition: &Recognition) -> Result<Figure, LabError> {
    let [rows, columns] = recognition.size;
    let mut plot = LinePlot::new()
        .title("Curvatures behind the imprints")
        .labels("larger curvature [1/m]", "smaller curvature [1/m]");
    let restored = |value: f64| 5.0 * value.sinh();
    for (kind, of) in Kind::ALL.iter().enumerate() {
        let points =
            || recognition.learned.iter().filter(|one| one.kind == kind).flat_map(|one| &one.imprints);
        let xs: Vec<f64> = points().map(|features| restored(features[3])).collect();
        let ys: Vec<f64> = points().map(|features| restored(features[4])).collect();
        plot = plot.styled_line(of.name(), &xs, &ys, LineStyle::Dots);
    }
    Ok(Figure::new(
        "curvatures",
        format!("Principal curvatures, {rows}x{columns} texels"),
        "Each dot is an image. A sphere bends alike in all directions, a cylinder in one, a face in none, and a waist inwards in one.",
        plot.render()?,
    ))
}
