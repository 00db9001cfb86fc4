//! Makes the report of a recording anew, after completing it if its run broke off.
//!
//!     cargo run --release -p bristle-record --example report -- FOLDER

use bristle_record::{recover, report};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder? give the one that holds run.json")?;
    let recording = recover(&folder)?;
    let made = report::write(&recording)?;
    println!(
        "{} samples, {} pictures; open {}",
        recording.times().len(),
        made.pictures.len(),
        made.page.display()
    );
    Ok(())
}
