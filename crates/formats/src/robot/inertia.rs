//! Inertias that no body can have, and what they were likely meant to be.

use bristle_world::Inertia;
use glam::{DMat3, DVec3};

/// How far the moments may miss the triangle inequality: what is left of printed digits.
const SLOPPINESS: f64 = 1e-9;

/// Why no body has this inertia.
pub(crate) fn objection(of: &Inertia) -> Option<String> {
    if !(of.mass >= 0.0) {
        return Some(format!("its mass is {} kg", of.mass));
    }
    let moments = principal(of.about_centre).0.to_array();
    if of.mass == 0.0 {
        let massive = moments.iter().any(|m| m.abs() > 0.0);
        return massive.then(|| "it has moments of inertia but no mass".to_owned());
    }
    let [small, middle, large] = sorted(moments);
    let size = large.abs().max(f64::MIN_POSITIVE);
    if small < -SLOPPINESS * size {
        return Some(format!("its smallest principal moment of inertia is {small:.3e} kg·m², below zero"));
    }
    (small + middle < large * (1.0 - SLOPPINESS)).then(|| {
        format!("its principal moments of inertia are {small:.3e}, {middle:.3e} and {large:.3e} kg·m²: two sum to less than the third")
    })
}

/// The nearest inertia that a body can have, in the principal axes of the one given: negative moments become small ones, and the largest
/// becomes the sum of the others.
pub fn repaired(of: &Inertia) -> Inertia {
    let (moments, axes) = principal(of.about_centre);
    let floor = 1e-6 * moments.abs().max_element().max(1e-12);
    let mut moments = moments.max(DVec3::splat(floor)).to_array();
    let largest = (0..3).max_by(|a, b| moments[*a].total_cmp(&moments[*b])).unwrap_or(0);
    let others = moments.iter().sum::<f64>() - moments[largest];
    moments[largest] = moments[largest].min(others);
    let mass = if of.mass > 0.0 { of.mass } else { 1e-6 };
    Inertia {
        mass,
        centre: of.centre,
        about_centre: axes * DMat3::from_diagonal(moments.into()) * axes.transpose(),
    }
}

fn sorted(mut three: [f64; 3]) -> [f64; 3] {
    three.sort_unstable_by(f64::total_cmp);
    three
}

/// Principal moments of a symmetric matrix, and the axes as columns: Jacobi's method.
pub(crate) fn principal(of: DMat3) -> (DVec3, DMat3) {
    let mut a = [of.x_axis, of.y_axis, of.z_axis].map(|column| column.to_array());
    let mut v = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..60 {
        let off = |i: usize, j: usize| a[i][j].abs();
        let (p, q) = [(0, 1), (0, 2), (1, 2)]
            .into_iter()
            .max_by(|x, y| off(x.0, x.1).total_cmp(&off(y.0, y.1)))
            .unwrap_or((0, 1));
        let size = a[0][0].abs() + a[1][1].abs() + a[2][2].abs();
        if a[p][q].abs() <= 1e-18 * size || a[p][q] == 0.0 {
            break;
        }
        let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
        let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
        let t = if theta == 0.0 { 1.0 } else { t };
        let c = 1.0 / (t * t + 1.0).sqrt();
        let s = t * c;
        for row in &mut a {
            (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
        }
        for k in 0..3 {
            (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
            (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]);
        }
    }
    let column = |j: usize| DVec3::new(v[0][j], v[1][j], v[2][j]);
    let axes = DMat3::from_cols(column(0), column(1), column(2));
    // A rotation, not a mirror.
    let axes = if axes.determinant() < 0.0 {
        DMat3::from_cols(axes.x_axis, axes.y_axis, -axes.z_axis)
    } else {
        axes
    };
    (DVec3::new(a[0][0], a[1][1], a[2][2]), axes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(moments: [f64; 3], products: [f64; 3]) -> Inertia {
        let ([x, y, z], [xy, xz, yz]) = (moments, products);
        let about_centre =
            DMat3::from_cols(DVec3::new(x, xy, xz), DVec3::new(xy, y, yz), DVec3::new(xz, yz, z));
        Inertia { mass: 0.7, centre: DVec3::new(0.3, -0.7, 1.1), about_centre }
    }

    #[test]
    fn principal_axes_make_the_matrix_again() {
        for (moments, products) in
            [([0.3, 0.7, 1.1], [0.1, -0.2, 0.05]), ([1.0, 1.0, 1.0], [0.0; 3]), ([0.0; 3], [0.0; 3])]
        {
            let matrix = given(moments, products).about_centre;
            let (values, axes) = principal(matrix);
            let again = axes * DMat3::from_diagonal(values) * axes.transpose();
            assert!((again - matrix).to_cols_array().iter().all(|x| x.abs() < 1e-15), "{moments:?}");
            assert!((axes.determinant() - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn what_no_body_has_is_named_and_repaired_to_what_one_can_have() {
        assert_eq!(objection(&given([0.3, 0.7, 0.9], [0.1, 0.0, 0.02])), None);
        for bad in [
            given([0.1, 0.2, 0.9], [0.0; 3]),
            given([0.3, 0.3, 0.3], [0.29, 0.29, -0.29]),
            given([-0.1, 0.2, 0.2], [0.0; 3]),
        ] {
            assert!(objection(&bad).is_some(), "{bad:?}");
            let mended = repaired(&bad);
            assert_eq!(objection(&mended), None, "{mended:?}");
            assert_eq!((mended.mass, mended.centre), (bad.mass, bad.centre));
        }
        // The largest comes down, the others stay.
        let mended = repaired(&given([0.1, 0.2, 0.9], [0.0; 3])).about_centre;
        assert!(
            (mended - DMat3::from_diagonal(DVec3::new(0.1, 0.2, 0.3)))
                .to_cols_array()
                .iter()
                .all(|x| x.abs() < 1e-15)
        );
        let weightless = Inertia { mass: 0.0, ..given([0.1, 0.1, 0.1], [0.0; 3]) };
        assert!(objection(&weightless).unwrap().contains("no mass"));
    }
}
