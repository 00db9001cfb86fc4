//! `bristle press`: three objects on the pad.

use super::run::{Run, is_png, is_svg, number, texels, vector};

#[test]
fn a_press_without_options_prints_images_and_draws_all_pictures() {
    let run = Run::new(&["press"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    for word in
        ["Sphere", "Box", "bottle", "normal force", "shear", "stick", "on the pad", "on the object", "█"]
    {
        assert!(run.stdout.contains(word), "{word} in\n{}", run.stdout);
    }
    for object in ["sphere", "box", "bottle"] {
        for kind in ["grey", "colour", "bars", "shear", "skin", "sequence"] {
            assert!(is_svg(&run.file(&format!("out/press/{object}-{kind}.svg"))), "{object} {kind}");
            assert!(is_png(&run.file(&format!("out/press/{object}-{kind}.png"))), "{object} {kind}");
        }
    }
    assert!(is_svg(&run.file("out/press/overview.svg")) && is_png(&run.file("out/press/overview.png")));
    let left = std::fs::read_dir(run.file("out/press")).unwrap().count();
    assert_eq!(left, 2 * (3 * 6 + 1), "nothing else");
}

#[test]
fn quiet_is_quiet_and_obeys_out() {
    let run = Run::new(&["press", "--object", "capsule", "--quiet", "--out", "deep/er"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    assert!(is_png(&run.file("deep/er/capsule-grey.png")));
    assert!(!run.file("out").exists());
}

#[test]
fn json_holds_every_texel_and_their_forces_sum_to_the_wrench() {
    let run = Run::new(&["press", "--json"]);
    assert!(!run.file("out").exists(), "no pictures were asked for");
    let document = run.json();
    let presses = document["presses"].as_array().unwrap();
    assert_eq!(presses.len(), 3);
    for press in presses {
        assert_eq!(texels(press).len(), 84);
        let (mut force, mut torque_z, mut size) = ([0.0; 3], 0.0, 0.0);
        for texel in texels(press) {
            let f = vector(&texel["force_on_pad"]);
            size += f.iter().map(|c| c.abs()).sum::<f64>();
            force = std::array::from_fn(|i| force[i] + f[i]);
            if !texel["point"].is_null() {
                let p = vector(&texel["point"]);
                torque_z += p[0] * f[1] - p[1] * f[0];
            }
        }
        let on_skin = &press["summary"]["wrench_on_skin"];
        let on_object = vector(&press["summary"]["wrench_on_object"]["force"]);
        // 3024 rays summed in two orders, each sum rounded to 1e-16 of its size.
        let tolerance = 1e-13 * size;
        for (i, sum) in force.iter().enumerate() {
            assert!((sum - vector(&on_skin["force"])[i]).abs() < tolerance, "{press}");
            assert!((sum + on_object[i]).abs() < tolerance, "action is reaction");
        }
        // A texel's one point stands for 36 rays, so torques agree only to the spread within a texel: half a pitch.
        let spread = 1.7e-3 * size;
        assert!((torque_z - vector(&on_skin["torque"])[2]).abs() < spread);
        assert!(number(&press["summary"]["normal_force"]) > 0.1);
        // The object slides along +y and drags the pad along.
        assert!(vector(&press["summary"]["shear"])[1] > 0.01, "{}", press["summary"]);
    }
}

#[test]
fn the_waist_of_the_bottle_is_a_gap_in_the_image() {
    let document = Run::new(&["press", "--object", "bottle", "--json"]).json();
    let press = &document["presses"][0];
    let force = |row: usize, column: usize| number(&texels(press)[row * 6 + column]["elastic_force"]);
    for column in 0..6 {
        for side in [0, 1, 12, 13] {
            assert!(
                force(side, column) > 0.0,
                "row {side}, column {column} lies under the body or the shoulder"
            );
        }
        for waist in 4..10 {
            assert_eq!(force(waist, column), 0.0, "row {waist}, column {column} lies under the waist");
        }
    }
}

#[test]
fn a_sphere_presses_with_the_winkler_force() {
    let arguments = [
        "press",
        "--object",
        "sphere",
        "--radius-mm",
        "17",
        "--depth-mm",
        "1.3",
        "--slide-mm",
        "0",
        "--samples",
        "256",
    ];
    let document =
        Run::new(&[&arguments[..], &["--rows", "20", "--columns", "20", "--json"]].concat()).json();
    let (k, d, r) = (0.30415 * 9.81 / 804.25e-6 / 2.5e-3, 1.3e-3_f64, 17e-3_f64);
    // Foundation of stiffness k per area under a sphere: F = k π d² (R − d/3).
    let expected = k * std::f64::consts::PI * d * d * (r - d / 3.0);
    let summary = &document["presses"][0]["summary"];
    // Without the friction that the flanks of the sphere feel on their way down.
    let force = vector(&summary["shear"])[2] - vector(&summary["force_on_pad"])[2];
    // About 3000 jittered rays touch, mirrored in both axes: 740 of them are independent; measured 0.03 % off.
    assert!((force / expected - 1.0).abs() < 3e-3, "{force} N for {expected} N");
}

#[test]
fn beyond_full_compression_texels_saturate_and_rest_on_their_backing() {
    for (depth, beyond) in [("7", 1e-3), ("12", 6e-3)] {
        let arguments = ["press", "--object", "box", "--depth-mm", depth, "--slide-mm", "0", "--json"];
        let document = Run::new(&arguments).json();
        let summary = &document["presses"][0]["summary"];
        assert!(number(&summary["saturated"]) >= 20.0, "{depth} mm: {summary}");
        // k A (h_max + 1000 (p − h_max)).
        let rest = 0.30415 * 9.81 / 804.25e-6 / 2.5e-3 * 3.4e-3 * 3.4e-3 * (6e-3 + 1e3 * beyond);
        let largest = number(&summary["largest_normal_force"]);
        // The last of N steps still creeps by 10/N³ of the depth, and damping is 0.01 s times k: at most 4e-5 here.
        assert!((largest / rest - 1.0).abs() < 1e-4, "{largest} N for {rest} N");
    }
}

#[test]
fn friction_law_and_material_change_the_shear() {
    let shear = |more: &[&str]| {
        let arguments = [&["press", "--object", "sphere", "--json"], more].concat();
        vector(&Run::new(&arguments).json()["presses"][0]["summary"]["shear"])[1]
    };
    let ep = shear(&[]);
    let coulomb = shear(&["--law", "coulomb"]);
    let stiff = shear(&["--material", "table3"]);
    // Coulomb friction slips everywhere at once; the bristles of the foam still stick in the middle.
    assert!(coulomb > 1.5 * ep, "{coulomb} {ep}");
    assert!(stiff > 20.0 * ep, "{stiff} {ep}");
}

#[test]
fn help_has_examples_for_every_command() {
    for arguments in [
        &["--help"][..],
        &["run", "--help"],
        &["check", "--help"],
        &["new", "--help"],
        &["list", "--help"],
        &["render", "--help"],
        &["bench", "--help"],
        &["press", "--help"],
        &["mesh", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
    ] {
        let run = Run::new(arguments);
        assert_eq!(run.code, 0);
        assert!(run.stdout.contains("Examples:"), "{arguments:?}");
    }
}
