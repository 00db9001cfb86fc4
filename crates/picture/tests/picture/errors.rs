//! Bad input is refused with words that say what, where and how much.

use bristle_geometry::TriangleMesh;
use bristle_picture::{
    ForceBars, FrictionState, LinePlot, ObjectStyle, Picture, PictureError, ShearArrows, SkinView,
    TactileImage, TactileSeries, View,
};
use glam::{DVec2, DVec3};

fn refused(result: Result<Picture, PictureError>, words: &[&str]) {
    let error = result.expect_err("bad input was drawn").to_string();
    for word in words {
        assert!(error.contains(word), "{word:?} is not in {error:?}");
    }
}

#[test]
fn grids_need_cells_and_as_many_values() {
    refused(TactileImage::new(0, 6, &[]).render(), &["0 rows", "6 columns"]);
    refused(TactileImage::new(14, 6, &[0.3; 83]).render(), &["83", "84"]);
    refused(TactileImage::new(1, 2000, &[0.0; 2000]).render(), &["2000", "1024"]);
    refused(TactileImage::new(usize::MAX, usize::MAX, &[]).render(), &["1024"]);
    refused(ForceBars::new(2, 2, &[0.3; 5]).render(), &["5", "4"]);
    refused(ShearArrows::new(2, 2, &[DVec2::X; 3]).render(), &["shear", "3", "4"]);
    let states = [FrictionState::Stick; 3];
    refused(ShearArrows::new(2, 2, &[DVec2::X; 4]).states(&states).render(), &["states", "3", "4"]);
    refused(ShearArrows::new(2, 2, &[DVec2::X; 4]).utilisation(&[0.1; 5]).render(), &["utilisation", "5"]);
    refused(TactileSeries::new(2, 2).render(), &["at least one image"]);
    refused(TactileSeries::new(2, 2).image("a", &[0.0; 4]).image("b", &[0.0; 3]).render(), &["3", "4"]);
}

#[test]
fn values_must_be_numbers_in_range() {
    for bad in [f64::NAN, f64::INFINITY, -0.3, 1e200] {
        let forces = [0.0, 0.1, 0.2, 0.3, bad, 0.0];
        refused(TactileImage::new(2, 3, &forces).render(), &["row 1, column 1", &bad.to_string()]);
        refused(ForceBars::new(2, 3, &forces).render(), &["row 1, column 1"]);
        refused(ShearArrows::new(2, 3, &[DVec2::X; 6]).normal(&forces).render(), &["row 1, column 1"]);
        refused(ShearArrows::new(2, 3, &[DVec2::X; 6]).utilisation(&forces).render(), &["row 1, column 1"]);
        refused(TactileImage::new(1, 1, &[0.3]).full_scale(bad).render(), &["full scale"]);
        refused(TactileImage::new(1, 1, &[0.3]).pitch(1e-3, bad).render(), &["pitch along y"]);
    }
    let shear = [DVec2::X, DVec2::new(0.3, f64::NAN)];
    refused(ShearArrows::new(2, 1, &shear).render(), &["shear along y", "row 1, column 0", "NaN"]);
    refused(TactileImage::new(1, 1, &[0.3]).full_scale(0.0).render(), &["full scale", "0"]);
}

#[test]
fn extreme_but_allowed_values_are_drawn() {
    for value in [0.0, 5e-324, 1e-300, 1e-90, 1e-12, 1e15, 1e100] {
        for picture in [
            TactileImage::new(1, 2, &[0.0, value]).values(true).render().unwrap(),
            ForceBars::new(1, 2, &[0.0, value]).render().unwrap(),
            ShearArrows::new(1, 2, &[DVec2::ZERO, DVec2::new(value, -value)])
                .normal(&[value; 2])
                .render()
                .unwrap(),
            LinePlot::new().line("a", &[-value, value], &[value, 0.0]).render().unwrap(),
        ] {
            assert!(!picture.svg().contains("NaN") && !picture.svg().contains("inf"), "{value}");
            assert!(picture.width() < 1500.0, "{value}: {} px wide", picture.width());
        }
    }
    let logarithmic = LinePlot::new().line("a", &[1e-100, 1e100], &[0.3, 0.3]).x_log().y_log();
    assert!(logarithmic.render().unwrap().width() < 1500.0);
}

#[test]
fn views_must_have_angles_that_exist() {
    let bars = ForceBars::new(1, 1, &[0.3]);
    refused(bars.clone().view(View::from_degrees(0.0, 91.0)).render(), &["elevation", "1.58"]);
    refused(bars.clone().view(View::from_degrees(0.0, -20.0)).render(), &["elevation", "above 0"]);
    refused(bars.view(View::from_degrees(f64::NAN, 20.0)).render(), &["azimuth", "NaN"]);
}

#[test]
fn meshes_must_be_whole() {
    let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y];
    let good = TriangleMesh { vertices: vertices.clone(), triangles: vec![[0, 1, 2]] };
    let bad_index = TriangleMesh { vertices: vertices.clone(), triangles: vec![[0, 1, 2], [0, 7, 2]] };
    let empty = TriangleMesh::default();
    let not_a_number =
        TriangleMesh { vertices: vec![DVec3::ZERO, DVec3::X, DVec3::NAN], triangles: vec![[0, 1, 2]] };
    let point = TriangleMesh { vertices: vec![DVec3::ONE; 3], triangles: vec![[0, 1, 2]] };
    refused(SkinView::new(&empty).render(), &["no triangles"]);
    refused(SkinView::new(&bad_index).render(), &["triangle 1", "vertex 7", "3 vertices", "skin"]);
    refused(SkinView::new(&not_a_number).render(), &["vertex 2", "NaN"]);
    refused(SkinView::new(&point).render(), &["size of the skin"]);
    refused(SkinView::new(&good).object(&bad_index, ObjectStyle::Outline).render(), &["object", "vertex 7"]);
    let (one, none) = ([DVec3::X], []);
    refused(SkinView::new(&good).rays(&one, &none, 1e-3).render(), &["directions", "0", "1"]);
    refused(SkinView::new(&good).rays(&one, &[DVec3::ZERO], 1e-3).render(), &["direction of texel 0", "0"]);
    refused(SkinView::new(&good).rays(&one, &one, -1e-3).render(), &["ray length", "-0.001"]);
    refused(SkinView::new(&good).rays(&one, &one, 1e-3).forces(&[0.1, 0.2]).render(), &["2", "1"]);
}

#[test]
fn curves_must_be_pairs_of_numbers_and_positive_on_logarithmic_axes() {
    refused(LinePlot::new().render(), &["at least one sample"]);
    refused(LinePlot::new().line("slip", &[0.0, 1.0], &[0.3]).render(), &["slip", "1", "2"]);
    refused(
        LinePlot::new().line("slip", &[0.0, f64::NAN], &[0.3; 2]).render(),
        &["x of sample 1", "slip", "NaN"],
    );
    refused(
        LinePlot::new().line("", &[0.0], &[0.3]).x_log().render(),
        &["curve 0", "logarithmic", "above 0"],
    );
    refused(
        LinePlot::new().line("", &[1.0], &[0.3]).y_range(-1.0, 1.0).y_log().render(),
        &["range of y", "-1"],
    );
}

#[test]
fn bitmaps_must_fit_in_memory() {
    let picture = TactileImage::new(1, 1, &[0.3]).render().unwrap();
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(picture.png(scale), Err(PictureError::OutOfRange { .. })), "{scale}");
    }
    let error = picture.png(1e6).unwrap_err().to_string();
    assert!(error.contains("16384") && error.contains("lower the scale"), "{error}");
}

#[test]
fn a_file_name_must_say_its_format() {
    let directory = tempfile::tempdir().unwrap();
    let picture = TactileImage::new(1, 1, &[0.3]).render().unwrap();
    for name in ["pad.jpg", "pad", ".svg"] {
        let error = picture.save(directory.path().join(name)).unwrap_err();
        assert!(matches!(error, PictureError::UnknownFormat { .. }), "{name}: {error}");
    }
    for name in ["pad.svg", "pad.PNG"] {
        picture.save(directory.path().join(name)).unwrap();
    }
    let svg = std::fs::read_to_string(directory.path().join("pad.svg")).unwrap();
    assert_eq!(svg, picture.svg());
    assert_eq!(std::fs::read(directory.path().join("pad.PNG")).unwrap(), picture.png(2.0).unwrap());
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
}
