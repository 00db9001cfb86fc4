//! Names in files: columns, skins, pictures.

use crate::{SchemaError, Unit};

/// The column of time, in every table.
pub(crate) const TIME: &str = "time_s";

/// A name that fits on one line of a file, and is there at all.
pub(crate) fn check(what: &'static str, name: &str) -> Result<(), SchemaError> {
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        return Err(SchemaError::BadName { what, name: name.to_owned() });
    }
    Ok(())
}

/// The column of a channel.
pub(crate) fn column(name: &str, unit: Unit) -> String {
    let word = word(name, '_');
    if unit.suffix().is_empty() { word } else { format!("{word}_{}", unit.suffix()) }
}

/// A part of a file's name, short enough for any file system.
pub(crate) fn file_part(name: &str) -> String {
    let word: String = word(name, '-').chars().take(40).collect();
    if word.is_empty() { "unnamed".to_owned() } else { word }
}

/// Letters and digits in lower case, runs of anything else one `joint`, none at the ends.
fn word(name: &str, joint: char) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with(joint) {
            out.push(joint);
        }
    }
    out.trim_end_matches(joint).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_one_word_that_ends_in_its_unit() {
        assert_eq!(column("Left jaw", Unit::Metre), "left_jaw_m");
        assert_eq!(column(" wrist: F/x, ", Unit::Newton), "wrist_f_x_n");
        assert_eq!(column("iterations", Unit::One), "iterations");
        assert_eq!(column("Höhe", Unit::Metre), "höhe_m");
    }

    #[test]
    fn file_names_cannot_leave_their_folder() {
        assert_eq!(file_part("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_part("…"), "unnamed");
        assert_eq!(file_part(&"x".repeat(300)).len(), 40);
    }

    #[test]
    fn names_that_break_a_line_are_refused() {
        assert!(check("skin", "left pad").is_ok());
        for name in ["", "  ", "two\nlines", "bell\u{7}"] {
            let message = check("skin", name).unwrap_err().to_string();
            assert!(message.contains("skin"), "{message}");
        }
    }
}
