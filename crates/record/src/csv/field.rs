//! Fields of a row, as text and back.

/// Appends the shortest digits that give the same number back, bit for bit.
pub(crate) fn push_number(out: &mut Vec<u8>, value: f64) {
    // Most texels touch nothing most of the time.
    if value == 0.0 {
        out.extend_from_slice(if value.is_sign_negative() { b"-0" } else { b"0" });
        return;
    }
    let mut digits = zmij::Buffer::new();
    let text = digits.format(value);
    out.extend_from_slice(text.strip_suffix(".0").unwrap_or(text).as_bytes());
}

/// Appends a text, in quotes where it needs them.
pub(crate) fn push_text(out: &mut Vec<u8>, text: &str) {
    if !text.contains([',', '"']) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    out.push(b'"');
    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

/// The fields of a row, as ranges of the line where that is possible.
pub(crate) fn split<'a>(
    line: &'a str,
    fields: &mut Vec<std::borrow::Cow<'a, str>>,
) -> Result<(), &'static str> {
    fields.clear();
    let mut rest = line;
    loop {
        let Some(quoted) = rest.strip_prefix('"') else {
            match rest.split_once(',') {
                Some((field, after)) => {
                    fields.push(field.into());
                    rest = after;
                    continue;
                }
                None => {
                    fields.push(rest.into());
                    return Ok(());
                }
            }
        };
        let (field, after) = unquote(quoted).ok_or("a quoted field does not end")?;
        fields.push(field.into());
        match after.strip_prefix(',') {
            Some(after) => rest = after,
            None if after.is_empty() => return Ok(()),
            None => return Err("text follows a quoted field"),
        }
    }
}

/// A quoted field after its opening quote, and what follows it.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut field = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        field.push_str(before);
        match after.strip_prefix('"') {
            Some(after) => {
                field.push('"');
                rest = after;
            }
            None => return Some((field, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fields(line: &str) -> Result<Vec<String>, &'static str> {
        let mut fields = Vec::new();
        split(line, &mut fields)?;
        Ok(fields.into_iter().map(Into::into).collect())
    }

    fn number(value: f64) -> String {
        let mut out = Vec::new();
        push_number(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (0.3, "0.3"),
            (-7.0, "-7"),
            (1e-9, "1e-9"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn broken_quotes_are_refused() {
        assert!(fields("\"a").is_err());
        assert!(fields("\"a\"b,c").is_err());
        assert_eq!(fields("").unwrap(), [""]);
        assert_eq!(fields(",\"\",").unwrap(), ["", "", ""]);
    }

    proptest! {
        #[test]
        fn any_number_keeps_its_bits(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            let back: f64 = number(value).parse().unwrap();
            prop_assert!(back.to_bits() == bits || (value.is_nan() && back.is_nan()));
        }

        #[test]
        fn any_texts_come_back(texts in proptest::collection::vec("[^\\p{Cc}]{0,9}", 1..5)) {
            let mut line = Vec::new();
            for (i, text) in texts.iter().enumerate() {
                if i > 0 {
                    line.push(b',');
                }
                push_text(&mut line, text);
            }
            prop_assert_eq!(fields(std::str::from_utf8(&line).unwrap()).unwrap(), texts);
        }
    }
}
