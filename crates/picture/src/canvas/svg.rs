//! Marks as SVG text.

use super::path::{Path, Step};
use super::{Canvas, Edges, Mark};
use crate::markup::{escape, push};
use crate::words::without_idle_zeros;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::DVec2;

/// The whole picture as one SVG document.
pub(crate) fn document(canvas: &Canvas) -> String {
    let (w, h) = (number(canvas.size.x), number(canvas.size.y));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
         fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    );
    if !canvas.name.is_empty() {
        push(&mut out, format_args!("<title>{}</title>\n", escape(&canvas.name)));
    }
    push(&mut out, format_args!("<path d=\"M0 0H{w}V{h}H0Z\" fill=\"#ffffff\"/>\n"));
    for mark in &canvas.marks {
        write_mark(&mut out, mark);
    }
    out.push_str("</svg>\n");
    out
}

fn write_mark(out: &mut String, mark: &Mark) {
    if let (Some(image), Some((least, greatest))) = (&mark.image, mark.path.bounds()) {
        let (size, data) = (greatest - least, STANDARD.encode(&image.png));
        let [x, y, width, height] = [least.x, least.y, size.x, size.y].map(number);
        push(
            out,
            format_args!(
                "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
                 href=\"data:image/png;base64,{data}\"/>\n"
            ),
        );
        return;
    }
    out.push_str("<path");
    if let Some(words) = &mark.words {
        push(out, format_args!(" role=\"img\" aria-label=\"{}\"", escape(words)));
    }
    out.push_str(" d=\"");
    write_path(out, &mark.path);
    out.push('"');
    if let Some(fill) = mark.fill {
        push(out, format_args!(" fill=\"{}\"", fill.hex()));
    }
    if let Some(pen) = &mark.pen {
        push(out, format_args!(" stroke=\"{}\" stroke-width=\"{}\"", pen.colour.hex(), number(pen.width)));
        if !pen.dash.is_empty() {
            let dash: Vec<_> = pen.dash.iter().copied().map(number).collect();
            push(out, format_args!(" stroke-dasharray=\"{}\"", dash.join(" ")));
        }
    }
    if mark.opacity < 1.0 {
        push(out, format_args!(" opacity=\"{}\"", number(mark.opacity)));
    }
    if mark.edges == Edges::Crisp {
        out.push_str(" shape-rendering=\"crispEdges\"");
    }
    out.push_str("/>\n");
}

fn write_path(out: &mut String, path: &Path) {
    let pair = |p: DVec2| format!("{} {}", number(p.x), number(p.y));
    for step in &path.steps {
        match *step {
            Step::Move(p) => push(out, format_args!("M{}", pair(p))),
            Step::Line(p) => push(out, format_args!("L{}", pair(p))),
            Step::Curve(a, b, p) => push(out, format_args!("C{} {} {}", pair(a), pair(b), pair(p))),
            Step::Close => out.push('Z'),
        }
    }
}

/// A coordinate to a hundredth of a pixel: finer than anyone sees, and free of round-off noise.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// A number with at most the digits that [`rounded`] leaves it.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let trimmed = without_idle_zeros(&text);
    if trimmed == "-0" { "0".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        let cases =
            [(0.0, "0"), (-0.001, "0"), (12.0, "12"), (-3.456, "-3.46"), (0.3, "0.3"), (100.0, "100")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn hostile_titles_cannot_break_the_document() {
        let canvas = Canvas::new("a<b & \"c\" \u{1} </svg>");
        let svg = document(&canvas);
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        let title = parsed.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("a<b & \"c\" ? </svg>"));
    }
}
