#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use bristle_contact::{FrictionLaw, Named, NormalLaw};
use bristle_skin::layout::{CylinderAxis, Over, SamplePattern};

const PAD: [(&str, &str); 3] = [("rows", "3"), ("columns", "2"), ("pitch", "0.004")];

fn with<const N: usize>(more: [(&'static str, &str); N]) -> Result<Recipe, RecipeError> {
    let mut words = Words::from(PAD);
    words.extend(Words::from(more));
    Recipe::read(&words)
}

#[test]
fn a_preset_keeps_what_is_not_replaced() {
    let recipe = with([("preset", "table3"), ("stiffness", "700"), ("mu_static", "0.43")]).unwrap();
    let NormalLaw::Linear(normal) = recipe.material.normal() else { panic!("{:?}", recipe.material) };
    assert_eq!((normal.stiffness(), normal.damping()), (700.0, 10.0));
    let FrictionLaw::ElastoPlastic(law) = recipe.material.friction() else { panic!("{:?}", recipe.material) };
    let friction = law.parameters();
    assert_eq!((friction.stiffness, friction.mu_static, friction.mu_dynamic), (2e4, 0.43, 0.43));
    assert_eq!(recipe.layout.texels.len(), 6);
    assert_eq!(recipe.channel_width(), 9);
}

#[test]
fn a_material_of_its_own_has_the_defaults_that_scenes_have() {
    let own =
        [("basis", "per_texel"), ("stiffness", "700"), ("max_penetration", "0.004"), ("mu_static", "0.43")];
    let mut words = Words::from(own);
    words.extend(Words::from([("shear_stiffness", "300"), ("dissipation", "0.3")]));
    let material = material::read(&words).unwrap();
    let normal = NormalLaw::of("hunt_crossley", &[("stiffness", 700.0), ("dissipation", 0.3)]).unwrap();
    let friction = FrictionLaw::of("elasto_plastic", &[("stiffness", 300.0), ("mu_static", 0.43)]).unwrap();
    assert_eq!((material.normal(), material.friction()), (&normal, &friction));
}

#[test]
fn every_mistake_names_its_key_and_what_is_allowed() {
    let message = |more: &[(&'static str, &'static str)]| {
        let mut words = Words::from(PAD);
        more.iter().for_each(|pair| words.extend(Words::from([*pair])));
        Recipe::read(&words).expect_err("a mistake").to_string()
    };
    for (words, parts) in [
        (&[("preset", "rubber")][..], &["preset", "`rubber`", "table3"][..]),
        (&[("stiffness", "1e3")], &["shear_stiffness", "preset"]),
        (
            &[("stiffness", "1e3"), ("shear_stiffness", "1e3"), ("mu_static", "0.3")],
            &["max_penetration", "preset"],
        ),
        (&[("preset", "table3"), ("rows", "-3")], &["rows", "-3", "from 1 to 10000"]),
        (&[("preset", "table3"), ("pitch", "0.1 x")], &["pitch", "2 finite numbers"]),
        (&[("preset", "table3"), ("pitch", "nan")], &["pitch", "finite"]),
        (&[("preset", "table3"), ("stiffness", "-5")], &["stiffness", "-5"]),
        (&[("preset", "table3"), ("channels", "force pain")], &["channels", "pain", "slip_velocity"]),
        (&[("preset", "table3"), ("basis", "per_area")], &["basis", "preset"]),
        (&[("preset", "table3"), ("mesh_file", "pad.stl")], &["rows", "mesh_file"]),
        (&[("preset", "table3"), ("quat", "0 0 0 0")], &["quat", "w x y z"]),
        (&[("preset", "table3"), ("look_ahead", "-1")], &["look_ahead"]),
    ] {
        // The options of a skin are checked when it is made.
        let text = match words {
            [.., ("look_ahead", _)] => {
                let recipe = with([("preset", "table3"), ("look_ahead", "-1")]).unwrap();
                bristle_skin::Skin::new(&recipe.layout, recipe.material, recipe.options)
                    .unwrap_err()
                    .to_string()
            }
            _ => message(words),
        };
        for part in parts {
            assert!(text.contains(part), "{text:?} lacks {part:?}");
        }
    }
}

/// A recipe with a layout as scenes write it.
fn laid_out(layout: &str) -> Result<Recipe, RecipeError> {
    Recipe::read(&Words::from([("preset", "table3"), ("layout", layout)]))
}

#[test]
fn layouts_are_those_of_scenes() {
    let bent =
        "{ bent_grid = { rows = 3, columns = 2, pitch_mm = 4, over = { cylinder = { radius_mm = 9 } } } }";
    let bent = laid_out(bent).unwrap().layout;
    let over = Over::Cylinder { radius: 9e-3, axis: CylinderAxis::X };
    assert!(bent == SkinLayout::bent_grid(3, 2, 4e-3, 4e-3, over).unwrap());

    let folder = tempfile::tempdir().unwrap();
    let (file, table) = (folder.path().join("cells.csv"), "x_mm,y_mm,area_mm2\n1,2,9\n1,5,9\n");
    std::fs::write(&file, table).unwrap();
    let cells = laid_out(&format!("{{ cells = {{ file = '{}' }} }}", file.display())).unwrap().layout;
    assert!(cells == SkinLayout::from_table(table).unwrap());
}

#[test]
fn a_flat_grid_has_the_same_bits_in_words_of_its_own() {
    let words = with([("preset", "table3"), ("pitch", "0.004 0.003"), ("samples", "6")]).unwrap().layout;
    let grid = SkinLayout::rectangular_grid(3, 2, 0.004, 0.003).unwrap();
    assert!(words == grid.with_samples(SamplePattern::Jittered(6)).unwrap());
}

#[test]
fn a_wrong_layout_is_told_as_in_a_scene() {
    for (layout, parts) in [
        (
            "{ gird = {} }",
            ["unknown key `gird` in `layout`", "allowed: grid, bent_grid", "did you mean `grid`?"],
        ),
        (
            "{ grid = { rows = 3, columns = 0, pitch = 1e-3 } }",
            ["`layout.grid.columns` is 0", "from 1 to 10000", ""],
        ),
        ("{ cells = { file = 'no-such.csv' } }", ["there is no such file", "no-such.csv", ""]),
        ("{ body = {} }", ["`body` is the surface of a body of a scene", "mesh file", ""]),
        ("{ grid = ", ["not valid TOML", "layout = { grid = ", ""]),
    ] {
        let text = laid_out(layout).unwrap_err().to_string();
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
    let twice = with([("preset", "table3"), ("layout", "{ fingertip = { spacing_mm = 2 } }")]);
    assert_eq!(twice.unwrap_err().to_string(), "rows does not go with layout: a skin has one layout");
}

#[test]
fn every_key_is_in_the_manual() {
    let page = include_str!("../../../../docs/mujoco.md");
    for key in KEYS {
        let key = format!("`{}`", key.to_str().unwrap());
        let is_row = |line: &str| {
            line.starts_with("| `") && line.split(" | ").next().is_some_and(|keys| keys.contains(&key))
        };
        assert!(page.lines().any(is_row), "{key} is missing");
    }
}

#[test]
fn the_channels_are_where_the_python_module_looks_for_them() {
    assert_eq!(KEYS[29], c"channels");
}

#[test]
fn a_quaternion_is_read_scalar_first() {
    let recipe = with([("preset", "table3"), ("quat", "0 0.6 0 0.8"), ("pos", "0.3 -0.7 1.1")]).unwrap();
    assert_eq!(recipe.offset.rotation, DQuat::from_xyzw(0.6, 0.0, 0.8, 0.0));
    assert_eq!(recipe.offset.translation, DVec3::new(0.3, -0.7, 1.1));
}
