//! Arrows, bars, texels and curves are where the numbers say, read back from the SVG.

use bristle_geometry::TriangleMesh;
use bristle_picture::{Colour, ForceBars, LinePlot, Palette, Picture, ShearArrows, SkinView, View};
use glam::{DVec2, DVec3};

/// SVG coordinates are rounded to 0.01 px, and a length has two ends.
const ROUNDING: f64 = 0.02;

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue)
}

/// The points of every path with this attribute, in drawing order.
fn paths(picture: &Picture, attribute: &str, colour: Colour) -> Vec<Vec<DVec2>> {
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let found = document.descendants().filter(|node| node.attribute(attribute) == Some(&hex(colour)));
    let lettering = |node: &roxmltree::Node| node.has_attribute("aria-label");
    let points = |node: roxmltree::Node| {
        let numbers: Vec<f64> = node
            .attribute("d")
            .unwrap()
            .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        numbers.chunks_exact(2).map(|pair| DVec2::new(pair[0], pair[1])).collect()
    };
    found.filter(|node| !lettering(node)).map(points).collect()
}

#[test]
fn shear_arrows_point_right_for_x_and_down_for_y_to_one_scale() {
    let shear = [DVec2::new(0.3, 0.0), DVec2::new(0.0, -0.4), DVec2::new(-0.12, 0.16)];
    let picture = ShearArrows::new(1, 3, &shear).render().unwrap();
    // The tip is the first corner of the head; the shaft starts at the centre of the cell.
    let (heads, shafts) = (paths(&picture, "fill", Colour::BLUE), paths(&picture, "stroke", Colour::BLUE));
    let reach: Vec<DVec2> = heads.iter().zip(&shafts).map(|(head, shaft)| head[0] - shaft[0]).collect();
    let scale = reach[0].x / 0.3;
    assert!(scale > 50.0, "arrows are {scale} px per newton");
    for (reach, shear) in reach.iter().zip(shear) {
        assert!((*reach - shear * scale).length() < 2.0 * ROUNDING, "{reach} for {shear}");
    }
    // The reference arrow: the largest round number up to 0.4 N, drawn to the same scale.
    assert!(picture.svg().contains("aria-label=\"0.2 N\""));
    let ink = Colour::grey(34);
    let (head, shaft) = (&paths(&picture, "fill", ink)[0], &paths(&picture, "stroke", ink)[0]);
    assert!((head[0].x - shaft[0].x - 0.2 * scale).abs() < 2.0 * ROUNDING);
}

#[test]
fn bars_are_as_high_as_their_force() {
    let forces = [0.2, 0.6, 0.45];
    let picture = ForceBars::new(1, 3, &forces).render().unwrap();
    let height = |force: f64| {
        // The near side of a bar, a fifth darker than its top: two corners on the floor, two at the top.
        let side = Palette::Viridis.colour(force / 0.6).mix(Colour::BLACK, 0.2);
        let corners = &paths(&picture, "fill", side)[0];
        corners[0].y - corners[3].y
    };
    for force in forces {
        assert!((height(force) - height(0.6) * force / 0.6).abs() < 2.0 * ROUNDING, "{force}");
    }
    assert!(height(0.6) > 100.0);
}

#[test]
fn near_bars_are_painted_over_far_ones() {
    let forces = [0.2, 0.6, 0.45, 0.3];
    let order = |view: View| {
        let picture = ForceBars::new(2, 2, &forces).view(view).render().unwrap();
        let place = |force: f64| picture.svg().find(&hex(Palette::Viridis.colour(force / 0.6))).unwrap();
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&i| place(forces[i]));
        order
    };
    assert_eq!(order(View::from_degrees(-58.0, 30.0)), [0, 1, 2, 3]);
    assert_eq!(order(View::from_degrees(122.0, 30.0)), [3, 2, 1, 0]);
}

#[test]
fn texels_sit_on_their_vertices_and_take_the_colour_of_their_force() {
    let vertices = vec![DVec3::new(0.0, 0.0, 0.0), DVec3::new(0.03, 0.0, 0.0), DVec3::new(0.0, 0.02, 0.0)];
    let mesh = TriangleMesh { vertices: vertices.clone(), triangles: vec![[0, 1, 2]] };
    let forces = [0.1, 0.4, 0.25];
    let above = View::from_degrees(-90.0, 90.0);
    let skin = SkinView::new(&mesh).rays(&vertices, &[DVec3::Z; 3], 0.0).forces(&forces).view(above);
    let picture = skin.render().unwrap();
    let place = |force: f64| {
        // A dot is four curves from its rightmost point; the colour bar has other shapes of the same colour.
        let dots = paths(&picture, "fill", Palette::Viridis.colour(force / 0.4));
        let dot = dots.iter().find(|points| points.len() == 13).unwrap();
        (dot[0] + dot[6]) / 2.0
    };
    let (origin, along_x, along_y) = (place(0.1), place(0.4), place(0.25));
    // 480 px for 30 mm across, y up the sheet.
    assert!((along_x - origin - DVec2::new(480.0, 0.0)).length() < 2.0 * ROUNDING, "{}", along_x - origin);
    assert!((along_y - origin - DVec2::new(0.0, -320.0)).length() < 2.0 * ROUNDING, "{}", along_y - origin);
}

/// Seen from above, x to the right, y up the sheet; what faces away is grey.
#[test]
fn texels_with_outlines_are_filled_corner_by_corner() {
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let step =
        vec![at(0.0, 0.0), at(0.03, 0.0), at(0.03, 0.01), at(0.01, 0.01), at(0.01, 0.02), at(0.0, 0.02)];
    let away = vec![at(0.02, 0.02), at(0.03, 0.02), at(0.03, 0.01)];
    let mesh =
        TriangleMesh { vertices: step.clone(), triangles: vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] };
    let outlines = [step, away];
    let (places, forces) = ([at(0.005, 0.005), at(0.026, 0.016)], [0.4, 0.3]);
    let skin = SkinView::new(&mesh).rays(&places, &[DVec3::Z; 2], 0.0).forces(&forces).outlines(&outlines);
    let picture = skin.view(View::from_degrees(-90.0, 90.0)).bare(300.0, 300.0).render().unwrap();
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&picture.png(2.0).unwrap()).unwrap();
    // 300 px for 30 mm, within the margins of the sheet and of the drawing; two pixels for each of them.
    let seen = |x: f64, y: f64| {
        let place = 2.0 * (DVec2::splat(10.0 + 6.0) + 1e4 * DVec2::new(x, 0.02 - y));
        let colour = pixels.pixel(place.x as u32, place.y as u32).unwrap();
        Colour::new(colour.red(), colour.green(), colour.blue())
    };
    for (x, y) in [(0.026, 0.005), (0.005, 0.005), (0.005, 0.016)] {
        assert_eq!(seen(x, y), Palette::Viridis.colour(1.0), "{x} {y}");
    }
    assert_eq!(seen(0.016, 0.016), Colour::WHITE, "beside the step");
    let behind = seen(0.027, 0.017);
    assert!(behind.red.abs_diff(behind.blue) < 20 && behind != Colour::WHITE, "grey from behind: {behind:?}");
}

#[test]
fn curves_meet_the_corners_of_a_round_range() {
    let picture = LinePlot::new().line("", &[-0.2, 0.6], &[3.0, 7.0]).render().unwrap();
    let curve = &paths(&picture, "stroke", Colour::BLUE)[0];
    let frame = paths(&picture, "stroke", Colour::grey(90)).into_iter().find(|path| path.len() == 4).unwrap();
    assert_eq!((curve[0], curve[1]), (frame[3], frame[1]), "from bottom left to top right");
}

#[test]
fn a_logarithmic_axis_puts_equal_ratios_at_equal_distances() {
    let picture =
        LinePlot::new().line("", &[0.003, 0.03, 0.3], &[1.0, 2.0, 4.0]).x_log().y_log().render().unwrap();
    let curve = &paths(&picture, "stroke", Colour::BLUE)[0];
    assert!((curve[0] + curve[2] - 2.0 * curve[1]).length() < 2.0 * ROUNDING, "{curve:?}");
    assert!(curve[2].x > curve[0].x && curve[2].y < curve[0].y);
}
