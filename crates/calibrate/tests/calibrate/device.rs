//! Devices from loads and counts: what comes back, how sure it is, and what is refused.

use crate::coverage::{Noise, hold};
use bristle_calibrate::{
    CalibrateError, DataProblem, DeviceCalibration, DeviceOptions, TransferModel, device,
};
use bristle_transduction::{Layer, Profile};
use std::fmt::Write;

const GREATEST: f64 = 4095.0;

fn divided(force: f64, half: f64, exponent: f64) -> f64 {
    let r = (force / half).powf(exponent);
    GREATEST * r / (1.0 + r)
}

/// Loads of one cell up to `heaviest` \[N\], read without a converter in between.
fn loaded(
    noise: &mut Noise,
    heaviest: f64,
    deviation: f64,
    counts: impl Fn(f64) -> f64,
    model: TransferModel,
) -> DeviceCalibration {
    let mut text = String::from("load_N,counts\n");
    for i in 1..=24 {
        let force = heaviest * f64::from(i) / 24.0;
        let read = (counts(force) + deviation * noise.next()).clamp(0.0, GREATEST);
        writeln!(text, "{force},{read}").unwrap();
    }
    let options = DeviceOptions::default().with_model(model).with_threshold(0, false);
    device("synthetic.csv", text.as_bytes(), &options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn intervals_of_a_line_hold_at_the_stated_rate() {
    let truths = [("gain", 430.0), ("offset", 110.0)];
    hold(400, 0.0, truths, |noise| {
        let found = loaded(noise, 7.0, 11.0, |f| 110.0 + 430.0 * f, TransferModel::Linear);
        truths.map(|(name, _)| found.parameter(name).unwrap().clone())
    });
}

#[test]
fn intervals_of_a_power_hold_at_the_stated_rate() {
    let truths = [("gain", 230.0), ("exponent", 1.3)];
    hold(400, 0.01, truths, |noise| {
        let found = loaded(noise, 7.0, 11.0, |f| 230.0 * f.powf(1.3), TransferModel::Power);
        truths.map(|(name, _)| found.parameter(name).unwrap().clone())
    });
}

#[test]
fn intervals_of_a_divider_hold_at_the_stated_rate() {
    let truths = [("half_force", 0.83), ("exponent", 1.7)];
    hold(400, 0.01, truths, |noise| {
        let found = loaded(noise, 2.1, 11.0, |f| divided(f, 0.83, 1.7), TransferModel::Divider);
        truths.map(|(name, _)| found.parameter(name).unwrap().clone())
    });
}

/// The table that people are invited to try.
fn example() -> DeviceCalibration {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/data/example-device.csv");
    device(file, &std::fs::read(file).unwrap(), &DeviceOptions::default()).unwrap()
}

#[test]
fn the_example_gives_back_what_it_was_made_of() {
    let found = example();
    assert_eq!(found.model().name, "divider");
    assert!(found.parameter("half_force").unwrap().covers(0.83));
    assert!(found.parameter("exponent").unwrap().covers(1.7));
    assert!(found.threshold.covers(60.0), "{:?}", found.threshold);
    let spread = found.gain_spread.as_ref().unwrap();
    assert!(spread.covers(0.06), "{spread:?}");
    // Cells differ by ten times as much as one scatters.
    assert!((3.0..15.0).contains(&found.noise), "{}", found.noise);
    assert!(found.silent_rows > 0 && found.saturated_rows == 0);
    assert_eq!(found.pictures().unwrap().len(), 2);
}

#[test]
fn a_profile_reads_what_was_measured() {
    let found = example();
    let text = found.profile("my-array", "a table").to_toml().unwrap();
    let profile = Profile::parse(&text).unwrap();
    let kinds: Vec<&str> = profile.layers.iter().map(Layer::kind).collect();
    assert_eq!(kinds, ["variation", "transfer", "noise", "counts"]);
    let (Layer::Transfer(transfer), Layer::Counts(counts)) = (&profile.layers[1], &profile.layers[3]) else {
        panic!("{profile:?}")
    };
    // Half of full scale at the half force; nothing at a tenth of it, which is 80 counts and may be below the threshold.
    let half = found.parameter("half_force").unwrap().value;
    assert!((counts.of_signal(transfer.of_force(half)) - 2047.5).abs() < 1.5);
    assert_eq!(counts.of_signal(transfer.of_force(0.05 * half)), 0.0);
}

#[test]
fn powers_and_lines_become_points_of_a_curve_that_saturates() {
    let mut text = String::from("load_N,counts\n");
    for i in 0..=30 {
        let force = 0.4 * f64::from(i);
        writeln!(text, "{force},{}", (57.0 * force.powf(1.9)).round().min(GREATEST)).unwrap();
    }
    let found = device("power.csv", text.as_bytes(), &DeviceOptions::default()).unwrap();
    assert_eq!(found.model().name, "power");
    let full = (GREATEST / 57.0).powf(1.0 / 1.9);
    assert!((found.saturation_force.unwrap() / full - 1.0).abs() < 1e-3);
    assert!(found.saturated_rows > 0);
    let profile = found.profile("p", "");
    let Some(Layer::Transfer(transfer)) = profile.layers.iter().find(|l| l.kind() == "transfer") else {
        panic!()
    };
    for force in [0.3, 1.1, 4.3, 8.7] {
        // Straight pieces of a power: within a thousandth of full scale.
        assert!((transfer.of_force(force) - 57.0 * force.powf(1.9)).abs() < 1e-3 * GREATEST, "{force}");
    }
    assert!((transfer.of_force(20.0) - GREATEST).abs() < 1.0);
}

#[test]
fn sums_are_shared_by_their_cells_and_thresholds_are_put_back() {
    // Nine cells of 300 counts/N, of which the device subtracts 100 each.
    let mut text = String::from("mass_kg,sum\n");
    for i in 1..=12 {
        let load = 0.4 * f64::from(i);
        let cell = 300.0 * load * 9.80665 / 9.0;
        let wobble = if i % 2 == 0 { 3.0 } else { -3.0 };
        writeln!(text, "{load},{}", 9.0 * (cell + wobble - 100.0).max(0.0)).unwrap();
    }
    let options = DeviceOptions::default().with_cells(9.0).with_threshold(100, true);
    let found = device("sums.csv", text.as_bytes(), &options).unwrap();
    assert_eq!(found.model().name, "proportional");
    assert!(found.parameter("gain").unwrap().covers(300.0), "{:?}", found.parameter("gain"));
    assert!(found.remarks.iter().any(|remark| remark.contains("evenly")));
}

#[test]
fn bad_tables_are_refused_with_their_place() {
    let good: String = (1..9).map(|i| format!("{i},{}\n", 100 * i + i % 3)).collect();
    let of = |text: &str, options: DeviceOptions| match device("d.csv", text.as_bytes(), &options) {
        Err(CalibrateError::Data(error)) => (error.kind, error.line),
        other => panic!("{text:?}: {:?}", other.map(|_| "a result")),
    };
    let plain = |text: &str| of(text, DeviceOptions::default());
    assert_eq!(plain("load_N\n1\n2\n").0, DataProblem::MissingColumn);
    assert_eq!(plain("counts\n1\n2\n").0, DataProblem::MissingColumn);
    assert_eq!(plain("load,counts\n1,2\n").0, DataProblem::Unit);
    assert_eq!(plain("load_N,counts,sum\n1,2,3\n").0, DataProblem::RepeatedColumn);
    assert_eq!(plain(&format!("load_N,counts\n{good}-1,5\n")), (DataProblem::OutOfRange, Some(10)));
    assert_eq!(plain(&format!("load_N,counts\n{good}1,4097\n")), (DataProblem::OutOfRange, Some(10)));
    assert_eq!(plain(&format!("load_N,counts\n{good}1,-3\n")), (DataProblem::OutOfRange, Some(10)));
    assert_eq!(plain(&format!("load_N,counts\n{good}1,many\n")), (DataProblem::NotANumber, Some(10)));
    assert_eq!(plain(&format!("load_kN,counts\n{good}1,3\n")), (DataProblem::Implausible, Some(3)));
    assert_eq!(plain("load_N,counts,cell\n1,3,0.5\n"), (DataProblem::OutOfRange, Some(2)));
    assert_eq!(plain("load_N,sum,cells\n1,3,0\n"), (DataProblem::OutOfRange, Some(2)));
    assert_eq!(plain("load_N,counts\n1,0\n2,0\n3,4095\n4,5\n").0, DataProblem::TooFew);
    assert_eq!(plain("load_N,counts\n2,30\n2,31\n2,32\n2,33\n").0, DataProblem::NothingToFit);
    assert_eq!(plain("load_N,counts\n1,30\n2,20\n3,10\n4,5\n").0, DataProblem::NothingToFit);
    for options in [
        DeviceOptions::default().with_bits(0),
        DeviceOptions::default().with_bits(64),
        DeviceOptions::default().with_cells(f64::NAN),
        DeviceOptions::default().with_threshold(4095, false),
    ] {
        let text = format!("load_N,counts\n{good}");
        let refused = device("d.csv", text.as_bytes(), &options);
        assert!(matches!(refused, Err(CalibrateError::Option { .. })), "{options:?}");
    }
    let mut subtracted = DeviceOptions::default();
    subtracted.subtract_threshold = true;
    assert!(device("d.csv", format!("load_N,counts\n{good}").as_bytes(), &subtracted).is_err());
}

#[test]
fn what_the_data_leave_open_is_said() {
    let good: String = (1..9).map(|i| format!("{i},{}\n", 100 * i + i % 3)).collect();
    let found =
        device("d.csv", format!("load_N,counts\n{good}").as_bytes(), &DeviceOptions::default()).unwrap();
    let open: Vec<&str> = found.open.iter().map(|open| open.parameter).collect();
    assert_eq!(open, ["threshold", "saturation"]);
}
