//! From two tables of measurements to a material file and its pictures, without the command line.
//!
//! `cargo run -p bristle-calibrate --example own_pad [FOLDER]`

use bristle_calibrate::{FrictionOptions, StiffnessOptions, friction, material_toml, stiffness};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "own-pad".to_owned()));
    let data = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/data"));
    std::fs::create_dir_all(&folder)?;

    // Weights on a stamp of 804.25 mm², for a sensor of 84 texels on 1250 mm².
    let options =
        StiffnessOptions::default().with_loaded_area(804.25e-6).with_thickness(6e-3).with_pad(1250e-6, 84);
    let pressed = stiffness("example-foam.csv", &std::fs::read(data.join("example-foam.csv"))?, &options)?;
    println!("stiffness: {:?}", pressed.stiffness);
    println!("texel: {:?}", pressed.texel_stiffness);

    // The same pad pulled along, at steady speeds and from rest.
    let (slide, pull) =
        (std::fs::read(data.join("example-slide.csv"))?, std::fs::read(data.join("example-pull.csv"))?);
    let options = FrictionOptions::default().with_normal_force(5.766).with_area(1250e-6);
    let pulled = friction("example-slide.csv", &slide, Some(("example-pull.csv", &pull)), &options)?;
    for parameter in &pulled.model().parameters {
        println!("{parameter:?}");
    }

    let material = pulled.material(Some(&pressed.material(None)?))?;
    std::fs::write(
        folder.join("pad.toml"),
        material_toml("pad", &material, &["A pad of my own.".to_owned()]),
    )?;
    for (name, picture) in pressed.pictures()? {
        picture.save(folder.join(format!("stiffness-{name}.png")))?;
    }
    for (name, picture) in pulled.pictures()? {
        picture.save(folder.join(format!("friction-{name}.png")))?;
    }

    // The numbers that the examples were made with.
    assert!((pressed.stiffness.value / 1.484e6 - 1.0).abs() < 0.03);
    assert!((material.friction().stribeck().mu_static() - 0.435).abs() < 0.02);
    Ok(())
}
