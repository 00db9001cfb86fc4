//! Bad data get an error that says where, what, what is allowed and how to mend it.

use bristle_calibrate::{
    CalibrateError, DataError, DataProblem, FrictionOptions, NormalModel, Reading, StiffnessOptions,
    friction, stiffness,
};

fn foam() -> StiffnessOptions {
    StiffnessOptions::default().with_loaded_area(804.25e-6).with_thickness(6e-3)
}

/// The error of pressing data, complete with every part of its message.
fn pressed(text: &str) -> DataError {
    whole(stiffness("foam.csv", text.as_bytes(), &foam()).unwrap_err())
}

fn slid(text: &str) -> DataError {
    let options = FrictionOptions::default().with_normal_force(5.77);
    whole(friction("slide.csv", text.as_bytes(), None, &options).unwrap_err())
}

fn whole(error: CalibrateError) -> DataError {
    let CalibrateError::Data(error) = error else { panic!("{error}") };
    for part in [&error.file, &error.problem, &error.allowed, &error.fix] {
        assert!(part.len() > 2, "{error:?}");
    }
    let message = error.to_string();
    assert!(message.contains("allowed: ") && message.contains("fix: "), "{message}");
    error
}

/// Kind, line and column of an error.
fn place(error: &DataError) -> (DataProblem, Option<u64>, Option<&str>) {
    (error.kind, error.line, error.column.as_deref())
}

#[test]
fn missing_columns_are_named_with_those_that_are_there() {
    let error = pressed("compression_mm,temperature_C\n1,20\n2,21\n");
    assert_eq!(place(&error), (DataProblem::MissingColumn, Some(1), None));
    assert!(error.problem.contains("load_N") && error.problem.contains("pressure_Pa"), "{error}");
    assert!(error.fix.contains("`temperature_C`"), "{error}");
    assert_eq!(pressed("# a comment\n\nload_N\n1\n2\n").line, Some(3));
    assert_eq!(slid("friction_N\n1\n2\n").kind, DataProblem::MissingColumn);
    assert_eq!(slid("velocity_m_per_s\n1\n2\n").kind, DataProblem::MissingColumn);
    assert_eq!(slid("displacement_mm,friction_N\n1,1\n2,1\n").kind, DataProblem::MissingColumn);
}

#[test]
fn one_point_is_too_few() {
    assert_eq!(pressed("compression_mm,load_N\n1,2\n").kind, DataProblem::TooFew);
    assert_eq!(slid("velocity_m_per_s,friction_N\n0.3,2\n").kind, DataProblem::TooFew);
    // Two points have a line, and no knee.
    let options = foam().with_model(NormalModel::Piecewise);
    let error = stiffness("foam.csv", b"compression_mm,load_N\n1,1\n2,2.1\n", &options).unwrap_err();
    assert_eq!(whole(error).kind, DataProblem::TooFew);
}

#[test]
fn loads_that_are_all_zero_or_all_alike_tell_nothing() {
    assert_eq!(pressed("compression_mm,load_N\n1,0\n2,0\n3,0\n").kind, DataProblem::NothingToFit);
    assert_eq!(pressed("compression_mm,load_N\n1,1.5\n1,2\n1,3\n").kind, DataProblem::NothingToFit);
    assert_eq!(pressed("compression_mm,load_N\n1,2\n2,2\n3,2\n").kind, DataProblem::NothingToFit);
    assert_eq!(pressed("compression_mm,load_N\n1,3\n2,2\n3,1\n").kind, DataProblem::NothingToFit);
    assert_eq!(slid("velocity_m_per_s,friction_N\n0.1,0\n0.2,0\n").kind, DataProblem::NothingToFit);
}

#[test]
fn negative_numbers_are_found_where_they_stand() {
    let error = pressed("compression_mm,load_N\n1,1\n-2,2\n");
    assert_eq!(place(&error), (DataProblem::OutOfRange, Some(3), Some("compression_mm")));
    let error = pressed("compression_mm,load_N\n1,1\n2,-2\n");
    assert_eq!(place(&error), (DataProblem::OutOfRange, Some(3), Some("load_N")));
    let error = slid("velocity_m_per_s,friction_N\n0.1,2\n-0.2,2\n");
    assert_eq!(place(&error), (DataProblem::OutOfRange, Some(3), Some("friction_N")));
    let error = slid("velocity_m_per_s,friction_N,normal_force_N\n0.1,2,3\n0.2,2,0\n");
    assert_eq!(place(&error), (DataProblem::OutOfRange, Some(3), Some("normal_force_N")));
    // Deeper than the pad is thick.
    let error = pressed("compression_mm,load_N\n1,1\n7,2\n");
    assert_eq!(place(&error), (DataProblem::OutOfRange, Some(3), Some("compression_mm")));
}

#[test]
fn text_gaps_and_numbers_that_are_none_are_refused() {
    for field in ["two", "", "1.5 N", "1,5", "NaN", "inf", "-inf", "1e999", "0x10"] {
        let error = pressed(&format!("compression_mm;load_N\n1;1\n2;{field}\n"));
        assert_eq!(place(&error), (DataProblem::NotANumber, Some(3), Some("load_N")), "{field}");
    }
    // A decimal comma makes a field too many.
    let error = pressed("compression_mm,load_N\n1,1\n2,5,2\n");
    assert_eq!(place(&error), (DataProblem::RowLength, Some(3), None));
    assert!(error.allowed.contains("decimal point"));
}

#[test]
fn wrong_units_are_noticed() {
    let error = pressed("compression_mm,load_lbs\n1,1\n2,2\n");
    assert_eq!(place(&error), (DataProblem::Unit, Some(1), Some("load_lbs")));
    assert!(error.allowed.contains("kg"), "{error}");
    assert!(pressed("compression_mm,load_n\n1,1\n2,2\n").fix.contains("did you mean `N`"));
    let error = pressed("compression,load_N\n1,1\n2,2\n");
    assert_eq!(place(&error), (DataProblem::Unit, Some(1), Some("compression")));
    // Grams that are called kilograms press a thousand times too hard; newtons called kilopascals, too.
    let kilograms = "compression_mm,load_kg\n1.1,120\n2.5,304.15\n";
    let error = pressed(kilograms);
    assert_eq!(place(&error), (DataProblem::Implausible, Some(3), Some("load_kg")));
    let trusting = foam().with_reading(Reading::default().trusting_units());
    assert!(stiffness("foam.csv", kilograms.as_bytes(), &trusting).is_ok());
    // Millimetres that are called metres; too little to be felt; a friction coefficient of 400.
    let thin = StiffnessOptions::default().with_loaded_area(804.25e-6);
    let error = stiffness("foam.csv", b"compression_m,load_N\n1,1\n2,2\n", &thin).unwrap_err();
    assert_eq!(whole(error).kind, DataProblem::Implausible);
    assert_eq!(pressed("compression_mm,load_mN\n1,0.01\n2,0.02\n").kind, DataProblem::Implausible);
    let error = slid("velocity_m_per_s,friction_kN\n0.1,2\n0.2,1.7\n0.3,1.6\n");
    assert_eq!(place(&error), (DataProblem::Implausible, Some(2), Some("friction_kN")));
    assert_eq!(slid("velocity_m_per_s,friction_N\n100,2\n200,1.7\n300,1.6\n").kind, DataProblem::Implausible);
}

#[test]
fn empty_files_and_pictures_are_no_tables() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}"] {
        assert_eq!(pressed(text).kind, DataProblem::Empty, "{text:?}");
    }
    let error = pressed("compression_mm,load_N\n");
    assert_eq!(place(&error), (DataProblem::Empty, Some(1), None));
    let error = stiffness("photo.png", b"\x89PNG\r\n\x1a\n\xff\xfe", &foam()).unwrap_err();
    assert_eq!(whole(error).kind, DataProblem::NotText);
}

#[test]
fn repeated_titles_and_quantities_are_refused() {
    let error = pressed("compression_mm,load_N,load_N\n1,1,1\n2,2,2\n");
    assert_eq!(place(&error), (DataProblem::RepeatedColumn, Some(1), Some("load_N")));
    assert_eq!(
        pressed("compression_mm,compression_m,load_N\n1,1e-3,1\n2,2e-3,2\n").kind,
        DataProblem::RepeatedColumn
    );
    assert_eq!(
        pressed("compression_mm,pressure_Pa,load_N\n1,1,1\n2,2,2\n").kind,
        DataProblem::RepeatedColumn
    );
}

#[test]
fn a_constant_velocity_tells_no_curve() {
    let error = slid("velocity_mm_per_s,friction_N\n30,2\n30,2.1\n30,1.9\n30,2\n");
    assert_eq!(error.kind, DataProblem::NothingToFit);
    assert!(error.problem.contains("0.03 m/s"), "{error}");
    assert_eq!(
        slid("time_s,displacement_mm,friction_N\n0,1,2\n1,1,2\n2,1,2\n").kind,
        DataProblem::NothingToFit
    );
}

#[test]
fn time_that_stands_still_is_refused() {
    let error = pressed("time_s,compression_mm,load_N\n0,1,1\n0.1,1.1,1.2\n0.1,1.2,1.3\n");
    assert_eq!(place(&error), (DataProblem::OutOfRange, Some(4), Some("time_s")));
}

#[test]
fn options_that_are_missing_or_wrong_are_told_as_such() {
    let load = b"compression_mm,load_N\n1,1\n2,2.1\n";
    let refuse = |options: StiffnessOptions, word: &str| {
        let error = stiffness("foam.csv", load, &options).unwrap_err();
        assert!(
            matches!(&error, CalibrateError::Option { .. }) && error.to_string().contains(word),
            "{error}"
        );
    };
    refuse(StiffnessOptions::default(), "--area-mm2");
    refuse(foam().with_loaded_area(804.25), "loaded area");
    refuse(foam().with_thickness(6.0), "thickness");
    refuse(foam().with_pad(0.00125, 0), "texels");
    refuse(foam().with_reading(Reading::default().with_level(95.0)), "0.95");
    refuse(foam().with_reading(Reading::default().with_level(f64::NAN)), "level");
    let slide = b"velocity_m_per_s,friction_N\n0.1,2\n0.2,1.7\n0.3,1.6\n";
    let error = friction("slide.csv", slide, None, &FrictionOptions::default()).unwrap_err();
    assert!(error.to_string().contains("--normal-force-n"), "{error}");
    let options = FrictionOptions::default().with_normal_force(5.77);
    let error = friction("slide.csv", slide, Some(("slide.csv", slide)), &options).unwrap_err();
    assert!(error.to_string().contains("both files"), "{error}");
}

/// Whatever is thrown at it, a reader answers.
#[test]
fn mangled_tables_never_stop_the_program() {
    let good = "time_s,compression_mm,load_N,velocity_mm_per_s\n0,0.1,0.2,1\n0.1,0.7,1.1,2\n0.2,1.1,1.6,1\n0.3,1.3,2.2,3\n";
    let slide = "velocity_m_per_s,friction_N\n0.1,2\n0.2,1.7\n0.3,1.6\n0.5,1.5\n0.9,1.6\n1.3,1.7\n";
    let options = FrictionOptions::default().with_normal_force(5.77);
    for text in [good, slide] {
        for at in 0..text.len() {
            for with in [",", "\n", "-", "e", "9999999", "\"", "\u{fffd}", ""] {
                let mangled = format!("{}{with}{}", &text[..at], &text[at + 1..]);
                let _ = stiffness("m.csv", mangled.as_bytes(), &foam());
                let _ = friction("m.csv", mangled.as_bytes(), None, &options);
            }
        }
    }
}
