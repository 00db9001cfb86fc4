//! Exports a scene: `export scene.toml out.urdf`.
use bristle_formats::{Format, export, load};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let scene = load(&a[1]).unwrap_or_else(|e| panic!("{e}"));
    let e = export(&scene, Format::of_path(a[2].as_ref()).unwrap().unwrap(), a[2].as_ref())
        .unwrap_or_else(|e| panic!("{e}"));
    println!("{}", String::from_utf8_lossy(&e.content));
    for n in e.notes {
        eprintln!("{n}");
    }
}
