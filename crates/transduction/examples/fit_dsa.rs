//! Fits the profile of the Weiss DSA 9205 to its measurements and prints the parameters to put into it.
//!
//! `cargo run --release -p bristle-transduction --example fit_dsa`

use bristle_transduction::Profile;
use bristle_transduction::rig::{DsaStamp, Knobs, Measured, Refit, Weighing};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let published = DsaStamp::published()?;
    let measured = published.measured();
    let rig = DsaStamp::rig()?;
    let stamps = published.stamps(3);
    let profile = Profile::named("weiss-dsa-9205")?;
    let refit = Refit::new(&rig, profile.clone(), Weighing::default(), &stamps)?;

    println!("as shipped: {:?}", Knobs::of(&profile)?);
    show(&refit, &measured)?;
    let (knobs, minimum) = refit.fit(&measured)?;
    println!("fitted: {knobs:?} ({} evaluations)", minimum.evaluations);
    let fitted = Refit::new(&rig, knobs.turn(profile), Weighing::default(), &stamps)?;
    show(&fitted, &measured)?;
    println!("leave-one-out: rms {:.1} %", 100.0 * measured.error(fitted.leave_one_out(&measured)?));
    Ok(())
}

fn show(refit: &Refit, measured: &Measured) -> Result<(), Box<dyn Error>> {
    let predicted = refit.predict(&measured.loads)?;
    for (p, published) in predicted.iter().zip(&measured.sums) {
        println!(
            "{:5.2} N: {:6.0} for {published:6.0} ({:+5.1} %), creep {:.2} ({:.2} to {:.2}), active {:.1} ({:.1} to {:.1})",
            p.load,
            p.sum,
            100.0 * (p.sum / published - 1.0),
            p.creep_ratio,
            p.creep_ratios[0],
            p.creep_ratios[1],
            p.active,
            p.actives[0],
            p.actives[1],
        );
    }
    println!("rms {:.1} %", 100.0 * measured.error(predicted.iter().map(|p| p.sum)));
    Ok(())
}
