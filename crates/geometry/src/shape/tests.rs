//! Each solid against an oracle that knows nothing of its formula: bisection on its inside test.

use super::*;
use proptest::prelude::*;

/// True inside the solid, by definition rather than by ray formula.
fn contains(shape: &Shape, origin: DVec3) -> bool {
    shape.contains_start_of(&Segment { origin, direction: DVec3::Z, length: 1.0 })
}

/// First crossing from outside to inside on a fine march, refined by bisection.
fn marched_entry(shape: &Shape, segment: &Segment) -> Option<f64> {
    const STEPS: usize = 4000;
    if contains(shape, segment.origin) {
        return None;
    }
    let at = |i: usize| segment.length * i as f64 / STEPS as f64;
    let first = (1..=STEPS).find(|&i| contains(shape, segment.at(at(i))))?;
    let (mut outside, mut inside) = (at(first - 1), at(first));
    for _ in 0..60 {
        let middle = 0.5 * (outside + inside);
        if contains(shape, segment.at(middle)) { inside = middle } else { outside = middle }
    }
    Some(outside)
}

fn solids() -> Vec<Shape> {
    vec![
        HalfSpace.into(),
        Sphere::new(0.7).unwrap().into(),
        Cuboid::new(DVec3::new(0.3, 0.7, 1.1)).unwrap().into(),
        Cylinder::new(0.43, 0.9).unwrap().into(),
        Capsule::new(0.43, 0.6).unwrap().into(),
        Ellipsoid::new(DVec3::new(0.4, 0.9, 0.6)).unwrap().into(),
    ]
}

fn direction() -> impl Strategy<Value = DVec3> {
    let component = prop_oneof![4 => -1.0..1.0, 1 => Just(0.0)];
    [component.clone(), component.clone(), component]
        .prop_map(DVec3::from_array)
        .prop_filter("no direction", |d| d.length() > 0.05)
        .prop_map(DVec3::normalize)
}

fn point() -> impl Strategy<Value = DVec3> {
    [-1.5..1.5, -1.5..1.5, -1.5..1.5].prop_map(DVec3::from_array)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn entries_agree_with_bisection_of_the_inside_test(origin in point(), direction in direction()) {
        let segment = Segment { origin, direction, length: 2.0 };
        for shape in solids() {
            let step = segment.length / 4000.0;
            match (shape.first_entry(&segment, 0.0), marched_entry(&shape, &segment)) {
                // 1e-12: bisection of doubles of order one, a few round-offs.
                (Some(hit), Some(distance)) => {
                    prop_assert!((hit.distance - distance).abs() < 1e-12, "{shape:?} {hit:?} {distance}");
                    prop_assert!((hit.normal.length() - 1.0).abs() < 1e-12);
                    prop_assert!(hit.normal.dot(direction) <= 0.0);
                    // A step out along the normal is outside, a step in is inside.
                    let y = segment.at(hit.distance);
                    prop_assert!(!contains(&shape, y + hit.normal * 1e-7));
                    prop_assert!(contains(&shape, y - hit.normal * 1e-7));
                }
                // The march can step over a corner that the formula sees.
                (Some(hit), None) => {
                    let middle = segment.at(hit.distance + 0.5 * step);
                    prop_assert!(!contains(&shape, middle) || hit.distance + step > segment.length,
                        "{shape:?} hit at {} which the march denies", hit.distance);
                }
                (None, Some(distance)) => prop_assert!(false, "{shape:?} missed an entry at {distance}"),
                (None, None) => {}
            }
        }
    }

    #[test]
    fn a_culled_ball_holds_no_entry(centre in point(), direction in direction(), radius in 0.05..0.5) {
        let segment = Segment { origin: centre - direction * radius, direction, length: 2.0 * radius };
        for shape in solids() {
            if !shape.may_touch_ball(centre, radius) {
                prop_assert_eq!(shape.first_entry(&segment, 0.0), None, "{:?}", shape);
            }
        }
    }
}

#[test]
fn a_segment_that_begins_inside_has_no_entry() {
    for shape in solids() {
        let segment = Segment { origin: DVec3::new(0.01, -0.02, -0.03), direction: -DVec3::Z, length: 5.0 };
        assert_eq!(shape.first_entry(&segment, 0.0), None, "{shape:?}");
    }
}

#[test]
fn grazing_hits_are_passed_over() {
    let sphere: Shape = Sphere::new(1.0).unwrap().into();
    // The line passes the centre at distance 0.998, so κ = √(1 − 0.998²) = 0.0632.
    let segment = Segment { origin: DVec3::new(-2.0, 0.998, 0.0), direction: DVec3::X, length: 4.0 };
    assert!(sphere.first_entry(&segment, 0.06).is_some());
    assert!(sphere.first_entry(&segment, 0.07).is_none());
}

#[test]
fn impossible_sizes_are_refused_with_the_allowed_range() {
    for bad in [0.0, -0.1, f64::NAN, f64::INFINITY, 1e7] {
        let message = Sphere::new(bad).unwrap_err().to_string();
        assert!(message.contains("sphere radius") && message.contains("[1e-6, 1e6]"), "{message}");
        assert!(Cuboid::new(DVec3::new(0.1, bad, 0.1)).unwrap_err().to_string().contains("along y"));
        assert!(Cylinder::new(0.1, bad).is_err() && Capsule::new(bad, 0.1).is_err());
        assert!(Ellipsoid::new(DVec3::new(0.1, 0.1, bad)).is_err());
    }
}
