//! Draws one picture of every kind, and the awkward cases of each, into a directory.
//!
//! `cargo run -p bristle-picture --example gallery -- <directory>`

mod pictures;
mod shapes;

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: gallery <directory>")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    let pictures = pictures::all()?;
    for (name, picture) in &pictures {
        picture.save(directory.join(name).with_extension("svg"))?;
        picture.save(directory.join(name).with_extension("png"))?;
    }
    println!("{} pictures in {}", pictures.len(), directory.display());
    Ok(())
}
