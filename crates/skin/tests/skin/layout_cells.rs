//! Cells from tables and from polygons.

use bristle_geometry::TriangleMesh;
use bristle_geometry::files::{self, Format, LoadOptions};
use bristle_skin::layout::{Grid, LayoutError, SamplePattern, SkinLayout, Texel};
use glam::DVec3;
use proptest::prelude::*;
use std::fmt::Write;

/// A flat array as a table with cells in any order, in millimetres.
fn table(rows: usize, columns: usize, keep: impl Fn(usize, usize) -> bool) -> String {
    let mut text = String::from("row, column, area_mm2, x_mm, y_mm, _name\n# a comment\n");
    for column in 0..columns {
        for row in (0..rows).filter(|&row| keep(row, column)) {
            let x = 3.4 * (row as f64 - 0.5 * (rows as f64 - 1.0));
            let y = 2.1 * (column as f64 - 0.5 * (columns as f64 - 1.0));
            writeln!(text, "{row}, {column}, {}, {x}, {y}, c{row}", 3.4 * 2.1).unwrap();
        }
    }
    text
}

#[test]
fn a_table_of_a_flat_array_is_that_array() {
    let flat = SkinLayout::rectangular_grid(5, 3, 3.4e-3, 2.1e-3).unwrap();
    let layout = SkinLayout::from_table(&table(5, 3, |_, _| true)).unwrap();
    let grid = layout.grid.clone().unwrap();
    assert_eq!((grid.rows, grid.columns, grid.is_full()), (5, 3, false));
    let patterns = [SamplePattern::Regular(3), SamplePattern::Jittered(6)];
    for (index, texel) in layout.texels.iter().enumerate() {
        let (row, column) = grid.cell(index);
        let other = flat.texels[row * 3 + column];
        assert!((texel.position - other.position).length() < 1e-17);
        assert_eq!(texel.direction, DVec3::Z);
        assert!((texel.area - other.area).abs() < 1e-20);
        for pattern in patterns {
            let n = pattern.per_texel();
            let [own, others] = [&layout, &flat].map(|l| l.clone().with_samples(pattern).unwrap().samples);
            for ray in 0..n {
                let (a, b) = (own[index * n + ray], others[(row * 3 + column) * n + ray]);
                assert!((a.position - b.position).length() < 1e-16, "{pattern:?} {index}");
            }
        }
    }
}

#[test]
fn missing_cells_are_empty_places_of_the_image() {
    let layout = SkinLayout::from_table(&table(3, 4, |row, column| (row, column) != (0, 2))).unwrap();
    let grid = layout.grid.unwrap();
    assert_eq!((grid.rows, grid.columns, grid.texels()), (3, 4, 11));
    let image = grid.image(&layout.texels.iter().map(|t| t.position.x).collect::<Vec<_>>(), f64::NAN);
    assert!(image[2].is_nan() && image.iter().filter(|x| x.is_nan()).count() == 1);
    assert!((image[4 + 2] - 0.0).abs() < 1e-18 && (image[2 * 4] - 3.4e-3).abs() < 1e-18);
    assert!(!grid.present()[2] && grid.present()[3]);
}

#[test]
fn texels_from_data_need_no_grid() {
    let texel = |x: f64| Texel { position: DVec3::X * x, direction: DVec3::new(0.0, 0.3, 2.0), area: 4e-6 };
    let layout = SkinLayout::from_texels(vec![texel(0.0), texel(0.003)], None).unwrap();
    assert_eq!(layout.grid, None);
    assert!((layout.texels[1].direction.length() - 1.0).abs() < 1e-15);
    let layout = layout.with_samples(SamplePattern::Jittered(8)).unwrap();
    for sample in &layout.samples {
        let texel = layout.texels[sample.texel as usize];
        // Within a square of 2 mm, in its plane.
        assert!((sample.position - texel.position).dot(texel.direction).abs() < 1e-18);
        assert!(sample.position.distance(texel.position) <= 2e-3 * 0.5f64.sqrt());
    }
    let mismatch = SkinLayout::from_texels(vec![texel(0.0)], Some(Grid::full(2, 2)));
    assert!(matches!(mismatch, Err(LayoutError::GridMismatch { cells: 4, texels: 1, .. })));
    assert!(matches!(SkinLayout::from_texels(Vec::new(), None), Err(LayoutError::NoTexels)));
    for (position, direction, area) in [
        (DVec3::NAN, DVec3::Z, 1e-6),
        (DVec3::ZERO, DVec3::ZERO, 1e-6),
        (DVec3::ZERO, DVec3::INFINITY, 1e-6),
        (DVec3::ZERO, DVec3::Z, 0.0),
        (DVec3::ZERO, DVec3::Z, f64::NAN),
    ] {
        let refused = SkinLayout::from_texels(vec![Texel { position, direction, area }], None);
        assert!(matches!(refused, Err(LayoutError::BadCell { texel: 0, .. })));
    }
}

#[test]
fn mistakes_in_tables_are_found_with_their_line() {
    let good = "x_mm,y_mm,z_mm,nx,ny,nz,area_mm2,row,column\n0,0,0,0,0,1,11.56,0,0\n";
    assert!(SkinLayout::from_table(good).is_ok());
    for (text, line, words) in [
        ("", 1, "empty"),
        ("# nothing\n\n", 1, "empty"),
        ("x_mm,y_mm,area_mm2\n", 1, "no texels"),
        ("x_mm,area_mm2\n1,2\n", 1, "no column `y`"),
        ("x_mm,y_mm\n1,2\n", 1, "no column `area`"),
        ("x_mm,y_mm,area_mm2,colour\n1,2,3,4\n", 1, "no column `colour`"),
        ("x,y_mm,area_mm2\n1,2,3\n", 1, "`x` does not name its unit"),
        ("x_inch,y_mm,area_mm2\n1,2,3\n", 1, "unit of `x_inch` is not known"),
        ("x_mm,y_mm,area_mm\n1,2,3\n", 1, "unit of `area_mm` is not known"),
        ("x_mm,y_mm,area_mm2,row_mm,column\n1,2,3,0,0\n", 1, "`row` has none"),
        ("x_mm,x_m,y_mm,area_mm2\n1,1,2,3\n", 1, "two columns `x`"),
        ("x_mm,y_mm,nx,ny,area_mm2\n1,2,0,0,3\n", 1, "only some of `nx`"),
        ("x_mm,y_mm,area_mm2,row\n1,2,3,0\n", 1, "only one of `row`"),
        ("\nx_mm,y_mm,area_mm2\n1,2,3\n\n1,2\n", 5, "2 fields where there are 3"),
        ("x_mm,y_mm,area_mm2\n1,2,3\n1,two,3\n", 3, "`two` in column `y` is not a number"),
        ("x_mm,y_mm,area_mm2\n1,inf,3\n", 2, "`inf` in column `y` is not a number"),
        ("x_mm,y_mm,area_mm2\n1,2,3\n1,2,-3\n", 3, "-0.000003"),
        ("x_mm,y_mm,area_mm2\n1e12,2,3\n", 2, "1000000000"),
        ("x_mm,y_mm,area_mm2,nx,ny,nz\n1,2,3,0,0,0\n", 2, "[0, 0, 0]"),
        ("x_mm,y_mm,area_mm2,row,column\n1,2,3,0,-1\n", 2, "`-1` in column `column` is no index"),
        ("x_mm,y_mm,area_mm2,row,column\n1,2,3,0.5,1\n", 2, "`0.5` in column `row` is no index"),
        ("x_mm,y_mm,area_mm2,row,column\n1,2,3,0,1\n#\n4,5,6,0,1\n", 4, "also the cell of line 2"),
        ("x_mm,y_mm,area_mm2,row,column\n1,2,3,4000000000,4000000000\n", 1, "too many"),
    ] {
        let error = SkinLayout::from_table(text).unwrap_err();
        assert_eq!(error.line, line, "{text:?}: {error}");
        assert!(error.problem.contains(words), "{text:?}: {error}");
        assert!(!error.allowed.is_empty());
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(x_mm|y_mm|area_mm2|row|column|nx|[0-9.,;\\-eE\t\n#]| |\u{feff}){0,60}") {
        let _ = SkinLayout::from_table(&text);
    }

    #[test]
    fn no_numbers_make_the_reader_panic(values in prop::collection::vec(any::<f64>(), 9), row: u32) {
        let mut text = String::from("x_m,y_m,z_m,nx,ny,nz,area_m2,row,column\n");
        let list: Vec<String> = values[..7].iter().map(f64::to_string).collect();
        writeln!(text, "{},{},{}", list.join(","), row % 100_000, row % 97).unwrap();
        if let Ok(layout) = SkinLayout::from_table(&text) {
            prop_assert!(layout.with_samples(SamplePattern::Jittered(5)).is_ok());
        }
    }
}

/// A pentagon, a crooked quad and a triangle, as an OBJ file says them.
const HOUSE: &str = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nv 4 0 1\nv 4 2 1\nv 2 3 1\n\
                     f 1 2 3 4 5\nf 2 6 7 3\nf 3 7 8\n";

fn house() -> SkinLayout {
    let loaded = files::parse(HOUSE.as_bytes(), Format::Obj, &LoadOptions::default()).unwrap();
    assert_eq!(loaded.polygon_ends, [3, 5, 6]);
    SkinLayout::from_polygons(loaded.mesh, &loaded.polygon_ends).unwrap()
}

#[test]
fn a_polygon_is_one_texel_with_its_area_centroid_and_normal() {
    let layout = house();
    assert_eq!(layout.texels.len(), 3);
    // A rectangle of 2 × 1 below a triangle of base 2 and height 1.
    let pentagon = layout.texels[0];
    assert!((pentagon.area - 3.0).abs() < 1e-15);
    assert!(
        (pentagon.position - DVec3::new(1.0, (2.0 * 0.5 + 1.0 * (1.0 + 1.0 / 3.0)) / 3.0, 0.0)).length()
            < 1e-15
    );
    assert!((pentagon.direction - DVec3::Z).length() < 1e-15);
    let sum: f64 = layout.texels.iter().map(|t| t.area).sum();
    assert!((sum / layout.mesh.report().area - 1.0).abs() < 1e-15);
}

#[test]
fn samples_of_a_polygon_are_spread_over_all_of_it() {
    let n = 6_000;
    let layout = house().with_samples(SamplePattern::Jittered(n)).unwrap();
    for (polygon, texel) in layout.texels.iter().enumerate() {
        let group = &layout.samples[polygon * n..(polygon + 1) * n];
        let mean = group.iter().map(|s| s.position).sum::<DVec3>() / n as f64;
        // As even as the sequence is; a quad of 3 m.
        assert!((mean - texel.position).length() < 0.01, "{polygon}: {mean} {}", texel.position);
    }
}

#[test]
fn polygons_that_do_not_share_out_the_mesh_are_refused() {
    let loaded = files::parse(HOUSE.as_bytes(), Format::Obj, &LoadOptions::default()).unwrap();
    for ends in [&[3, 5][..], &[3, 3, 6], &[4, 3, 6], &[3, 5, 7], &[]] {
        let refused = SkinLayout::from_polygons(loaded.mesh.clone(), ends);
        assert!(matches!(refused, Err(LayoutError::BadPolygons { triangles: 6, .. })), "{ends:?}");
    }
    assert!(matches!(SkinLayout::from_polygons(TriangleMesh::default(), &[]), Err(LayoutError::EmptyMesh)));
}
