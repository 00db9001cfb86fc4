//! Marks as pixels.

use super::path::{Path, Step};
use super::{Canvas, Edges, Pen};
use crate::solid::Frame;
use crate::{Colour, PictureError};
use glam::DVec2;
use tiny_skia::{
    Color, FillRule, FilterQuality, IntSize, LineCap, LineJoin, Paint, PathBuilder, Pixmap, PixmapPaint,
    Stroke, StrokeDash, Transform,
};

/// Largest side of a bitmap \[px\]: 1 GiB of memory at most.
const LARGEST_SIDE: u32 = 16_384;

/// The picture as a PNG file, `scale` pixels for each picture pixel.
pub(crate) fn png(canvas: &Canvas, scale: f64) -> Result<Vec<u8>, PictureError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(PictureError::OutOfRange {
            what: "scale".to_owned(),
            value: scale,
            allowed: "finite and above 0",
        });
    }
    let size = (canvas.size * scale).ceil();
    let too_large = || PictureError::BitmapTooLarge { width: size.x, height: size.y, limit: LARGEST_SIDE };
    if size.max_element() > f64::from(LARGEST_SIDE) {
        return Err(too_large());
    }
    // At least one pixel each way: a tiny scale is odd but harmless.
    let mut pixels = Pixmap::new((size.x as u32).max(1), (size.y as u32).max(1)).ok_or_else(too_large)?;
    pixels.fill(Color::WHITE);
    paint(canvas, &mut pixels, Transform::from_scale(scale as f32, scale as f32));
    pixels.encode_png().map_err(|cause| PictureError::Encode { cause: cause.to_string() })
}

fn paint(canvas: &Canvas, pixels: &mut Pixmap, transform: Transform) {
    for mark in &canvas.marks {
        if let (Some(image), Some((least, greatest))) = (&mark.image, mark.path.bounds()) {
            blit(&image.frame, least, greatest - least, pixels, transform);
            continue;
        }
        let Some(path) = outline(&mark.path) else { continue };
        if let Some(fill) = mark.fill {
            let paint = ink(fill, mark.opacity, mark.edges);
            pixels.fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
        if let Some(pen) = &mark.pen {
            let paint = ink(pen.colour, mark.opacity, mark.edges);
            pixels.stroke_path(&path, &paint, &stroke(pen), transform, None);
        }
    }
}

/// Pixels into a rectangle of the sheet; where they fall on pixels of the bitmap they are taken over as they are.
fn blit(frame: &Frame, corner: DVec2, size: DVec2, pixels: &mut Pixmap, transform: Transform) {
    let rgba =
        frame.rgb.as_chunks::<3>().0.iter().flat_map(|&[red, green, blue]| [red, green, blue, 255]).collect();
    let fitting = IntSize::from_wh(frame.width as u32, frame.height as u32);
    let Some(image) = fitting.and_then(|size| Pixmap::from_vec(rgba, size)) else { return };
    let each = size / DVec2::new(frame.width as f64, frame.height as f64);
    let place = Transform::from_row(each.x as f32, 0.0, 0.0, each.y as f32, corner.x as f32, corner.y as f32);
    let place = place.post_concat(transform);
    let exact = (place.sx - 1.0).abs() < 1e-4 && (place.sy - 1.0).abs() < 1e-4;
    let quality = if exact { FilterQuality::Nearest } else { FilterQuality::Bilinear };
    let paint = PixmapPaint { quality, ..PixmapPaint::default() };
    pixels.draw_pixmap(0, 0, image.as_ref(), &paint, place, None);
}

fn ink(colour: Colour, opacity: f64, edges: Edges) -> Paint<'static> {
    let mut paint = Paint { anti_alias: edges == Edges::Smooth, ..Paint::default() };
    let alpha = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    paint.set_color_rgba8(colour.red, colour.green, colour.blue, alpha);
    paint
}

fn stroke(pen: &Pen) -> Stroke {
    let dash = pen.dash.iter().map(|&length| length as f32).collect();
    Stroke {
        width: pen.width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash: StrokeDash::new(dash, 0.0),
        ..Stroke::default()
    }
}

fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.steps {
        match *step {
            Step::Move(p) => builder.move_to(p.x as f32, p.y as f32),
            Step::Line(p) => builder.line_to(p.x as f32, p.y as f32),
            Step::Curve(a, b, p) => {
                builder.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
            }
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}
