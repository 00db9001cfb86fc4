//! What experiments declare is sound, and what is written for their parameters is read or refused.

use bristle_lab::{Experiment, Kind, Parameter, ParameterError, Range, Setting, Settings, all, find};

const MASS: Parameter = Parameter::numbers("mass", "kg", &[0.1, 0.37], Range::new(0.05, 10.0), "Masses.");
const LAW: Parameter = Parameter::choice("law", "lugre", &["lugre", "coulomb"], "Friction law.");
const TEXELS: Parameter = Parameter::count("texels", 84, 4, 1000, "Texels.");
const ANGLE: Parameter = Parameter::number("angle", "deg", 10.0, Range::new(-5.0, 45.0), "Tilt.");

#[test]
fn ids_are_unique_and_fit_for_a_shell_and_a_file() {
    let fit = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    for (index, experiment) in all().iter().enumerate() {
        assert!(experiment.id.chars().all(fit), "{}", experiment.id);
        assert!(all()[..index].iter().all(|other| other.id != experiment.id), "{}", experiment.id);
        assert!(!experiment.source.is_empty() && !experiment.about.is_empty(), "{}", experiment.id);
    }
}

/// A default is within its own range, and reads back from how it is written.
#[test]
fn every_default_is_allowed_and_survives_being_written() {
    for experiment in all() {
        for (index, parameter) in experiment.parameters.iter().enumerate() {
            let context = format!("{} --{}", experiment.id, parameter.name);
            let default = parameter.default();
            assert_eq!(parameter.parse(&default.to_string()).unwrap(), default, "{context}");
            assert!(!parameter.help.is_empty(), "{context}");
            assert!(
                experiment.parameters[..index].iter().all(|other| other.name != parameter.name),
                "{context}"
            );
            if parameter.name == Experiment::LONG {
                assert_eq!(parameter.kind, Kind::Flag, "{context}");
            }
        }
    }
}

#[test]
fn texts_are_read_as_what_the_parameter_is() {
    assert_eq!(MASS.parse("0.3, 1.1,7e-1"), Ok(Setting::Numbers(vec![0.3, 1.1, 0.7])));
    assert_eq!(ANGLE.parse("-0.7"), Ok(Setting::Number(-0.7)));
    assert_eq!(TEXELS.parse("23"), Ok(Setting::Count(23)));
    assert_eq!(LAW.parse("coulomb"), Ok(Setting::Choice("coulomb")));
}

#[test]
fn what_cannot_be_read_is_refused_with_what_is_allowed() {
    let cases: [(&Parameter, &str, &[&str]); 10] = [
        (&MASS, "heavy", &["`heavy`", "not a number", "in kg"]),
        (&MASS, "", &["missing"]),
        (&MASS, "1,,2", &["missing"]),
        (&MASS, "1,20", &["20", "0.05 to 10 kg"]),
        (&MASS, "NaN", &["0.05 to 10 kg"]),
        (&ANGLE, "inf", &["-5 to 45 deg"]),
        (&ANGLE, "1,2", &["`1,2`", "not a number"]),
        (&TEXELS, "2.5", &["whole number", "4 to 1000"]),
        (&TEXELS, "-7", &["whole number", "4 to 1000"]),
        (&LAW, "colomb", &["lugre, coulomb", "did you mean `coulomb`?"]),
    ];
    for (parameter, text, words) in cases {
        let error = parameter.parse(text).unwrap_err().to_string();
        for word in words {
            assert!(error.contains(word), "{text:?}: `{word}` in `{error}`");
        }
    }
}

#[test]
fn a_parameter_that_is_not_there_is_refused_with_those_that_are() {
    let experiment = find("table3-weights").unwrap();
    let mut settings = Settings::of(experiment);
    let error = settings.set("weight", "1").unwrap_err();
    assert!(matches!(&error, ParameterError::Unknown { known, .. } if known.contains("mass")), "{error}");
    assert!(settings.number("angle").is_err() && settings.flag("mass").is_err());
}

#[test]
fn an_experiment_that_is_not_there_is_refused_with_the_nearest() {
    let error = find("table3-weight").unwrap_err().to_string();
    assert!(error.contains("did you mean `table3-weights`?"), "{error}");
    assert!(!find("zzz").unwrap_err().to_string().contains("did you mean"));
}
