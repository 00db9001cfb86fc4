use crate::support::refusal;
use bristle_geometry::mesh::generate;
use bristle_skin::SkinLayout;
use bristle_skin::layout::Texel;
use bristle_transduction::{Chain, Layer, Spread, SpreadShape, Surroundings};
use glam::DVec3;

fn spread(layout: &SkinLayout, spread: Spread, forces: &[f64]) -> Vec<f64> {
    let chain = Chain::new(&[Layer::Spread(spread)], layout).unwrap();
    let mut state = chain.start();
    chain.advance(&mut state, 1e-3, forces, &Surroundings::default()).unwrap().to_vec()
}

/// Awkward forces, some of them zero.
fn forces(texels: usize) -> Vec<f64> {
    (0..texels).map(|i| ((i as f64 * 0.7).sin() * 1.1).max(0.0)).collect()
}

fn layouts() -> Vec<SkinLayout> {
    let sphere = generate::icosphere(0.011, 5).unwrap();
    vec![
        SkinLayout::grid(14, 6, 3.4e-3).unwrap(),
        SkinLayout::rectangular_grid(3, 11, 2.3e-3, 4.1e-3).unwrap(),
        SkinLayout::from_vertices(sphere.clone()).unwrap(),
        SkinLayout::from_face_centres(sphere).unwrap(),
        SkinLayout::from_vertices(generate::open_grid(7, 9, 1.3e-3, 0.7e-3).unwrap()).unwrap(),
    ]
}

#[test]
fn force_is_conserved_to_round_off_on_any_skin() {
    for layout in layouts() {
        for shape in [SpreadShape::Gaussian, SpreadShape::Exponential] {
            for (radius, rim) in [(0.3e-3, 1.0), (2.1e-3, 1.0), (2.1e-3, 0.3), (1.1e-2, 0.07), (1.1e-3, 2.5)]
            {
                let given = forces(layout.texels.len());
                let felt = spread(&layout, Spread { radius, shape, rim }, &given);
                let (before, after): (f64, f64) = (given.iter().sum(), felt.iter().sum());
                // Rounding of some hundreds of sums.
                assert!((after - before).abs() <= 1e-13 * before, "{radius} {rim}: {before} became {after}");
                assert!(felt.iter().all(|&f| f >= 0.0));
            }
        }
    }
}

#[test]
fn gaussian_spread_of_one_load_has_its_radius() {
    // A fine, large pad: the second moment of the image along x is radius², up to the cut at 4.2 radii.
    let (pitch, radius) = (0.5e-3, 1.7e-3);
    let layout = SkinLayout::grid(41, 41, pitch).unwrap();
    let mut given = vec![0.0; 41 * 41];
    given[20 * 41 + 20] = 0.7;
    let felt = spread(&layout, Spread { radius, ..Spread::default() }, &given);
    let moment: f64 = felt.iter().zip(&layout.texels).map(|(f, t)| f * t.position.x.powi(2)).sum();
    let found = (moment / 0.7).sqrt();
    // Cut off: −0.2 %; ways that are up to 2 % too long make the far weights a little smaller.
    assert!((found / radius - 1.0).abs() < 0.015, "{found}");
}

#[test]
fn spread_does_not_depend_on_the_mesh() {
    // The same load in the middle of a coarse and of a four times finer pad, summed over the coarse cells.
    let radius = 3.1e-3;
    let (coarse, fine) = (SkinLayout::grid(9, 9, 3e-3).unwrap(), SkinLayout::grid(27, 27, 1e-3).unwrap());
    let mut one = vec![0.0; 81];
    one[40] = 1.1;
    let mut nine = vec![0.0; 27 * 27];
    for (row, column) in (12..15).flat_map(|r| (12..15).map(move |c| (r, c))) {
        nine[row * 27 + column] = 1.1 / 9.0;
    }
    let spread_by = Spread { radius, ..Spread::default() };
    let (a, b) = (spread(&coarse, spread_by.clone(), &one), spread(&fine, spread_by, &nine));
    for cell in 0..81 {
        let (row, column) = (cell / 9 * 3, cell % 9 * 3);
        let sum: f64 = (0..9).map(|i| b[(row + i / 3) * 27 + column + i % 3]).sum();
        // The coarse load has no width and the coarse cell is taken at its middle; in truth each adds pitch²/12 to the variance
        // along each side, which lowers the peak by 1 − 1/(1 + pitch²/6r²) = 13.5 %.
        assert!((a[cell] - sum).abs() < 0.135 * a[40], "{cell}: {} and {sum}", a[cell]);
    }
}

#[test]
fn load_goes_round_an_edge_and_not_through_the_finger() {
    // Two sides of a thin strip, 0.4 mm apart in space but far apart along the skin.
    let mesh = generate::cuboid_divided(DVec3::new(20e-3, 6e-3, 0.2e-3), [40, 12, 1]).unwrap();
    let layout = SkinLayout::from_vertices(mesh).unwrap();
    let nearest = |p: DVec3| {
        let distance = |t: &Texel| t.position.distance(p);
        (0..layout.texels.len())
            .min_by(|&a, &b| distance(&layout.texels[a]).total_cmp(&distance(&layout.texels[b])))
            .unwrap()
    };
    let (top, bottom) = (nearest(DVec3::new(0.0, 0.0, 0.2e-3)), nearest(DVec3::new(0.0, 0.0, -0.2e-3)));
    let mut given = vec![0.0; layout.texels.len()];
    given[top] = 1.1;
    let felt = spread(&layout, Spread { radius: 1e-3, ..Spread::default() }, &given);
    assert!(felt[top] > 0.05, "{}", felt[top]);
    assert_eq!(felt[bottom], 0.0);
}

#[test]
fn bonded_rim_spreads_less_and_the_middle_as_before() {
    let layout = SkinLayout::grid(21, 21, 1e-3).unwrap();
    let peak = |texel: usize, rim: f64| {
        let mut given = vec![0.0; 441];
        given[texel] = 1.0;
        spread(&layout, Spread { radius: 1.3e-3, rim, ..Spread::default() }, &given)[texel]
    };
    assert!(peak(10, 0.4) > 1.5 * peak(10, 1.0), "the rim keeps more of its load");
    assert!(peak(10, 2.0) < 0.8 * peak(10, 1.0), "a stiff edge hands on more");
    let (loose, bonded) = (peak(220, 1.0), peak(220, 0.4));
    // exp(−10.5/1.3) = 3e-4 of the middle's radius still knows of the rim.
    assert!((bonded / loose - 1.0).abs() < 1e-3, "{bonded} {loose}");
}

#[test]
fn impossible_spreads_are_refused() {
    for (radius, rim) in [(0.0, 1.0), (f64::NAN, 1.0), (-1.0, 1.0), (1e-3, 0.0), (1e-3, 4.1)] {
        let message = refusal(Layer::Spread(Spread { radius, rim, ..Spread::default() }));
        assert!(message.starts_with("layer 1 (spread): r") && message.contains("within ["), "{message}");
    }
}
