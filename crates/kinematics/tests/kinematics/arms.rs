//! The arms of the library against their published tables: positions at stated configurations, limits, total mass.

use crate::{arm, world};
use std::f64::consts::PI;

const MM: f64 = 1e-3;

/// Where the flange is and where its z axis points, from the drawing, at positions in degrees.
struct Drawn {
    arm: &'static str,
    degrees: &'static [f64],
    at_mm: [f64; 3],
    z: [f64; 3],
}

/// Worked out by hand from the makers' lengths: sums along the axes.
const DRAWN: &[Drawn] = &[
    // Upper arm along +x, forearm up, shoulder's offset to −y.
    Drawn {
        arm: "puma560",
        degrees: &[0.0; 6],
        at_mm: [431.8 + 20.3, -150.05, 671.8 + 431.8],
        z: [0.0, 0.0, 1.0],
    },
    // Upper arm up, forearm back.
    Drawn {
        arm: "puma560",
        degrees: &[0.0, 90.0, 0.0, 0.0, 0.0, 0.0],
        at_mm: [-431.8, -150.05, 671.8 + 431.8 + 20.3],
        z: [-1.0, 0.0, 0.0],
    },
    // Stretched out along −x: 162.5 up, 99.7 down.
    Drawn {
        arm: "ur5e",
        degrees: &[0.0; 6],
        at_mm: [-425.0 - 392.2, -133.3 - 99.6, 162.5 - 99.7],
        z: [0.0, -1.0, 0.0],
    },
    // Straight up.
    Drawn {
        arm: "ur5e",
        degrees: &[0.0, -90.0, 0.0, -90.0, 0.0, 0.0],
        at_mm: [0.0, -133.3 - 99.6, 162.5 + 425.0 + 392.2 + 99.7],
        z: [0.0, -1.0, 0.0],
    },
    // Upper arm up, forearm forward: J3 = 90° on the maker's panel, 0 here.
    Drawn {
        arm: "rv-3sb",
        degrees: &[0.0; 6],
        at_mm: [95.0 + 270.0 + 85.0, 0.0, 350.0 + 245.0 + 135.0],
        z: [1.0, 0.0, 0.0],
    },
    // Leaning forward by 90°, forearm down.
    Drawn {
        arm: "rv-3sb",
        degrees: &[0.0, 90.0, 0.0, 0.0, 0.0, 0.0],
        at_mm: [95.0 + 245.0 + 135.0, 0.0, 350.0 - 270.0 - 85.0],
        z: [0.0, 0.0, -1.0],
    },
    Drawn {
        arm: "pa10",
        degrees: &[0.0; 7],
        at_mm: [0.0, 0.0, 317.0 + 450.0 + 480.0 + 70.0],
        z: [0.0, 0.0, 1.0],
    },
    // The shoulder down by 90°, the elbow back up.
    Drawn {
        arm: "pa10",
        degrees: &[0.0, 90.0, 0.0, -90.0, 0.0, 0.0, 0.0],
        at_mm: [450.0, 0.0, 317.0 + 480.0 + 70.0],
        z: [0.0, 0.0, 1.0],
    },
    // FCI documentation: the flange points down at 88 mm.
    Drawn {
        arm: "franka",
        degrees: &[0.0; 7],
        at_mm: [88.0, 0.0, 333.0 + 316.0 + 384.0 - 107.0],
        z: [0.0, 0.0, -1.0],
    },
    Drawn {
        arm: "franka",
        degrees: &[0.0, 0.0, 0.0, -90.0, 0.0, 90.0, 0.0],
        at_mm: [82.5 + 384.0 + 88.0, 0.0, 333.0 + 316.0 + 82.5 - 107.0],
        z: [0.0, 0.0, -1.0],
    },
    Drawn {
        arm: "katana",
        degrees: &[0.0; 5],
        at_mm: [190.0 + 139.0 + 147.3, 0.0, 201.5],
        z: [1.0, 0.0, 0.0],
    },
    Drawn {
        arm: "katana",
        degrees: &[0.0, 90.0, -90.0, 0.0, 0.0],
        at_mm: [139.0 + 147.3, 0.0, 201.5 + 190.0],
        z: [1.0, 0.0, 0.0],
    },
    Drawn { arm: "pr2", degrees: &[0.0; 7], at_mm: [100.0 + 400.0 + 321.0, 0.0, 0.0], z: [1.0, 0.0, 0.0] },
    Drawn {
        arm: "pr2",
        degrees: &[0.0, 0.0, 0.0, -90.0, 0.0, 0.0, 0.0],
        at_mm: [500.0, 0.0, 321.0],
        z: [0.0, 0.0, 1.0],
    },
    Drawn {
        arm: "armar3",
        degrees: &[0.0; 7],
        at_mm: [0.0, -240.0, 380.0 - 310.0 - 240.0 - 60.0],
        z: [0.0, 0.0, -1.0],
    },
    Drawn {
        arm: "armar3",
        degrees: &[0.0, 0.0, 0.0, -90.0, 0.0, 0.0, 0.0],
        at_mm: [300.0, -240.0, 380.0 - 310.0],
        z: [1.0, 0.0, 0.0],
    },
];

#[test]
fn flanges_are_where_the_drawings_have_them() {
    for Drawn { arm: name, degrees, at_mm, z } in DRAWN {
        let chain = arm(name);
        let q: Vec<f64> = degrees.iter().map(|degrees| degrees * PI / 180.0).collect();
        assert_eq!(chain.joints().len(), q.len(), "{name}");
        let pose = chain.pose(&q);
        let (at, wanted) = (pose.translation, glam::DVec3::from_array(*at_mm) * MM);
        assert!((at - wanted).length() < 1e-12, "{name} at {degrees:?}: {at}, drawn {wanted}");
        let points = pose.transform_vector(glam::DVec3::Z);
        assert!((points - glam::DVec3::from_array(*z)).length() < 1e-12, "{name} at {degrees:?}: z {points}");
    }
}

#[test]
fn limits_and_masses_are_those_of_the_sheets() {
    let degrees = |name: &str| -> Vec<[i32; 2]> {
        let round = |x: f64| (x * 180.0 / PI).round() as i32;
        arm(name).joints().iter().map(|joint| [round(joint.lower), round(joint.upper)]).collect()
    };
    assert_eq!(degrees("puma560")[1..4], [[-110, 110], [-135, 135], [-266, 266]]);
    assert_eq!(degrees("pa10")[..4], [[-177, 177], [-91, 91], [-174, 174], [-137, 137]]);
    assert_eq!(degrees("rv-3sb")[..3], [[-170, 170], [-90, 135], [-110, 80]]);
    assert!(
        arm("franka").joints()[3].upper < -0.06 && (arm("franka").joints()[3].lower + 3.0718).abs() < 1e-6
    );
    for (name, mass, tolerance) in [
        ("pa10", 38.0, 1e-9),
        ("rv-3sb", 37.0, 1e-9),
        ("katana", 4.8, 1e-9),
        // Links 2 to 6 by Armstrong et al., and 13 kg for the first.
        ("puma560", 13.0 + 17.4 + 4.8 + 0.82 + 0.34 + 0.09, 1e-9),
        // The links; with base and cable the data sheet has 20.6 kg.
        ("ur5e", 3.761 + 8.058 + 2.846 + 1.37 + 1.3 + 0.365, 1e-9),
        // About 18 kg with the base of 2.8 kg.
        ("franka", 18.0 - 2.0, 1.0),
    ] {
        let total = world(&format!("include = [\"lib:arms/{name}\"]")).model().mass();
        assert!((total - mass).abs() <= tolerance, "{name}: {total} kg");
    }
    // The forearm of a PR2 turns without end.
    assert!(arm("pr2").joints()[4].lower == f64::NEG_INFINITY);
}
