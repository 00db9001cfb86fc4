//! Imports and builds files: a line each.
use bristle_formats::{RobotOptions, import};
use bristle_scene::Scene;
fn main() {
    let notes = std::env::var_os("NOTES").is_some();
    let repair = std::env::var_os("REPAIR").is_some();
    for path in std::env::args().skip(1) {
        let start = std::time::Instant::now();
        let options =
            RobotOptions { repair, skip_missing: std::env::var_os("SKIP").is_some(), ..Default::default() };
        match import(path.as_ref(), &options) {
            Err(e) => println!("REFUSED {path}\n{e}"),
            Ok(i) => {
                let t = start.elapsed();
                if notes {
                    for n in &i.notes {
                        println!("   {n}");
                    }
                }
                match Scene::from_tree(i.tree, &path).and_then(|s| s.build().map(|b| (s, b))) {
                    Err(e) => println!("UNBUILT {path}\n{e}"),
                    Ok((s, b)) => println!(
                        "ok {path} bodies {} motors {} notes {} import {t:?} all {:?} {}",
                        s.data().bodies.len(),
                        s.data().motors.len(),
                        i.notes.len(),
                        start.elapsed(),
                        b.notes.len()
                    ),
                }
            }
        }
    }
}
