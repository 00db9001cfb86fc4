//! Laws that hold for every picture of the gallery.

#[path = "../../examples/gallery/pictures.rs"]
mod pictures;
#[path = "../../examples/gallery/shapes.rs"]
mod shapes;

use bristle_picture::Picture;
use glam::DVec2;
use resvg::{tiny_skia, usvg};
use std::sync::OnceLock;

/// Corners of the box around the coordinates of an SVG path, which are all absolute pairs.
fn bounds(path: &str) -> (DVec2, DVec2) {
    let numbers: Vec<f64> = path
        .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().unwrap())
        .collect();
    let points = numbers.chunks_exact(2).map(|pair| DVec2::new(pair[0], pair[1]));
    points.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)))
}

/// The words of a picture and where they stand.
fn labels(document: &roxmltree::Document) -> Vec<(String, (DVec2, DVec2))> {
    let texts = document.descendants().filter(|node| node.has_attribute("aria-label"));
    texts
        .map(|node| (node.attribute("aria-label").unwrap().to_owned(), bounds(node.attribute("d").unwrap())))
        .collect()
}

/// The gallery, drawn once for all tests.
fn gallery() -> &'static [(&'static str, Picture)] {
    static PICTURES: OnceLock<Vec<(&'static str, Picture)>> = OnceLock::new();
    PICTURES.get_or_init(|| pictures::all().unwrap())
}

fn decoded(picture: &Picture, scale: f64) -> tiny_skia::Pixmap {
    tiny_skia::Pixmap::decode_png(&picture.png(scale).unwrap()).unwrap()
}

#[test]
fn every_svg_is_well_formed_and_holds_only_finite_numbers() {
    for (name, picture) in gallery() {
        let document = roxmltree::Document::parse(picture.svg()).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg", "{name}");
        let paths = document.descendants().filter_map(|node| node.attribute("d"));
        assert!(paths.clone().count() > 3, "{name} is empty");
        for path in paths {
            assert!(!path.contains("NaN") && !path.contains("inf"), "{name}: {path}");
        }
    }
}

#[test]
fn nothing_is_drawn_outside_the_sheet() {
    for (name, picture) in gallery() {
        let document = roxmltree::Document::parse(picture.svg()).unwrap();
        let size = DVec2::new(picture.width(), picture.height());
        // The first path is the white sheet itself.
        for path in document.descendants().filter_map(|node| node.attribute("d")).skip(1) {
            let (least, greatest) = bounds(path);
            assert!(
                least.cmpge(DVec2::ZERO).all() && greatest.cmple(size).all(),
                "{name}: {least} {greatest}"
            );
        }
    }
}

#[test]
fn no_two_labels_overlap() {
    for (name, picture) in gallery() {
        let document = roxmltree::Document::parse(picture.svg()).unwrap();
        let labels = labels(&document);
        for (i, (words, (a, b))) in labels.iter().enumerate() {
            for (other, (c, d)) in &labels[i + 1..] {
                let apart = a.cmpge(*d).any() || c.cmpge(*b).any();
                assert!(apart, "{name}: {words:?} overlaps {other:?}");
            }
        }
    }
}

#[test]
fn an_independent_reader_of_the_svg_sees_the_png() {
    for (name, picture) in gallery() {
        // Pixels of solids are taken over as they are at twice the size; between pixels every reader has a filter of its own.
        let scales: &[f64] = if picture.svg().contains("<image") { &[2.0] } else { &[1.0, 1.7] };
        for &scale in scales {
            let ours = decoded(picture, scale);
            let tree = usvg::Tree::from_str(picture.svg(), &usvg::Options::default()).unwrap();
            let mut theirs = tiny_skia::Pixmap::new(ours.width(), ours.height()).unwrap();
            let transform = tiny_skia::Transform::from_scale(scale as f32, scale as f32);
            theirs.fill(tiny_skia::Color::WHITE);
            resvg::render(&tree, transform, &mut theirs.as_mut());
            // Both are painted from the same numbers; only the rounding of opacity differs, by 3 levels at most
            // (measured). A mark missing, moved by 0.1 px or in another colour differs by tens.
            let largest = ours.data().iter().zip(theirs.data()).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(largest <= Some(3), "{name} at scale {scale}: {largest:?} levels apart");
        }
    }
}

#[test]
fn the_same_data_gives_the_same_bytes() {
    for ((name, first), (_, second)) in gallery().iter().zip(pictures::all().unwrap()) {
        assert_eq!(first.svg(), second.svg(), "{name}");
        assert_eq!(first.png(1.3).unwrap(), second.png(1.3).unwrap(), "{name}");
    }
}

#[test]
fn a_bitmap_is_the_sheet_times_the_scale() {
    for (name, picture) in gallery() {
        for scale in [1.0, 0.37] {
            let pixels = decoded(picture, scale);
            let expected = [picture.width(), picture.height()].map(|side| (side * scale).ceil() as u32);
            assert_eq!([pixels.width(), pixels.height()], expected, "{name} at scale {scale}");
        }
    }
}
