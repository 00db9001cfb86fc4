//! The downhill simplex of Nelder and Mead (1965): small, deterministic, and content with a function that has steps.

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    /// Where.
    pub at: Vec<f64>,
    /// How low it is there.
    pub value: f64,
    /// How often the function was asked.
    pub evaluations: usize,
}

/// Minimises `function` from `start`, with first steps of `scale` along every axis, until the simplex spans less than
/// `tolerance` along every axis or the function has been asked `most` times. A value that is not a number counts as infinite.
pub fn minimise(
    mut function: impl FnMut(&[f64]) -> f64,
    start: &[f64],
    scale: &[f64],
    tolerance: f64,
    most: usize,
) -> Minimum {
    let mut ask = |at: &[f64]| {
        let value = function(at);
        if value.is_nan() { f64::INFINITY } else { value }
    };
    let mut simplex = vec![(ask(start), start.to_vec())];
    for (axis, step) in scale.iter().enumerate().take(start.len()) {
        let mut corner = start.to_vec();
        corner[axis] += step;
        simplex.push((ask(&corner), corner));
    }
    let worst = simplex.len() - 1;
    let mut asked = simplex.len();
    loop {
        simplex.sort_by(|a, b| a.0.total_cmp(&b.0));
        let best = simplex[0].0;
        let narrow = (0..start.len())
            .all(|axis| simplex.iter().all(|(_, at)| (at[axis] - simplex[0].1[axis]).abs() <= tolerance));
        if narrow || asked >= most || worst == 0 {
            let (value, at) = simplex.swap_remove(0);
            return Minimum { at, value, evaluations: asked };
        }
        let centre: Vec<f64> = (0..start.len())
            .map(|axis| simplex[..worst].iter().map(|(_, at)| at[axis]).sum::<f64>() / worst as f64)
            .collect();
        let along = |factor: f64, from: &[f64]| -> Vec<f64> {
            centre.iter().zip(from).map(|(c, x)| c + factor * (x - c)).collect()
        };
        let reflected = along(-1.0, &simplex[worst].1);
        let value = ask(&reflected);
        asked += 1;
        let replacement = if value < best {
            let farther = along(-2.0, &simplex[worst].1);
            let beyond = ask(&farther);
            asked += 1;
            Some(if beyond < value { (beyond, farther) } else { (value, reflected) })
        } else if value < simplex[worst - 1].0 {
            Some((value, reflected))
        } else {
            let nearer = along(if value < simplex[worst].0 { -0.5 } else { 0.5 }, &simplex[worst].1);
            let inside = ask(&nearer);
            asked += 1;
            (inside < value.min(simplex[worst].0)).then_some((inside, nearer))
        };
        if let Some(corner) = replacement {
            simplex[worst] = corner;
            continue;
        }
        let anchor = simplex[0].1.clone();
        for (value, at) in &mut simplex[1..] {
            at.iter_mut().zip(&anchor).for_each(|(x, a)| *x = 0.5 * (*x + a));
            *value = ask(at);
            asked += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valley_of_rosenbrock_is_followed_to_its_end() {
        let banana = |p: &[f64]| (1.0 - p[0]).powi(2) + 100.0 * (p[1] - p[0] * p[0]).powi(2);
        let found = minimise(banana, &[-1.2, 0.7], &[0.3, 0.3], 1e-9, 2000);
        assert!((found.at[0] - 1.0).abs() < 1e-6 && (found.at[1] - 1.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn what_is_not_a_number_is_avoided() {
        let function = |p: &[f64]| if p[0] < 0.3 { f64::NAN } else { (p[0] - 0.3).abs() + p[1] * p[1] };
        let found = minimise(function, &[1.1, -0.7], &[0.3, 0.3], 1e-9, 2000);
        assert!((found.at[0] - 0.3).abs() < 1e-6 && found.value < 1e-6, "{found:?}");
    }
}
