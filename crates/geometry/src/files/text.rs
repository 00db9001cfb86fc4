//! Reading numbers from lines of text.

use super::{Format, MeshFileProblem};
use std::borrow::Cow;

/// Drops a byte-order mark and white space.
pub(super) fn trim_start(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start()
}

/// Refuses binary content: no text of ours holds a zero byte.
pub(super) fn refuse_binary(bytes: &[u8], format: Format) -> Result<(), MeshFileProblem> {
    match bytes.iter().position(|b| *b == 0) {
        None => Ok(()),
        Some(at) => Err(MeshFileProblem::NotThisFormat {
            format,
            reason: format!("byte {at} is zero, which text never is"),
        }),
    }
}

/// The lines with their numbers, counted from one. Line ends may be LF, CR LF, or CR alone as on old Macs.
///
/// Names and comments come in every encoding, so a byte that is not UTF-8 is replaced, not refused.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let old_mac = !bytes.contains(&b'\n');
    let split = move |b: &u8| *b == b'\n' || (old_mac && *b == b'\r');
    bytes.split(split).enumerate().map(|(i, line)| (i + 1, String::from_utf8_lossy(line)))
}

/// Parses a number, which may turn out not to be finite.
pub(super) fn number(word: Option<&str>, line: usize) -> Result<f64, MeshFileProblem> {
    let problem = |message| MeshFileProblem::Syntax { place: format!("line {line}"), message };
    let word = word.ok_or_else(|| problem("a number is missing".into()))?;
    word.parse().map_err(|_| problem(format!("`{}` is not a number", shorten(word))))
}

/// Parses x, y and z.
pub(super) fn point<'a>(
    words: &mut impl Iterator<Item = &'a str>,
    line: usize,
) -> Result<glam::DVec3, MeshFileProblem> {
    let mut next = || number(words.next(), line);
    Ok(glam::DVec3::new(next()?, next()?, next()?))
}

/// Keeps a message readable when garbage gave one endless word.
pub(super) fn shorten(word: &str) -> String {
    let mut short: String = word.chars().take(40).map(|c| if c.is_control() { '·' } else { c }).collect();
    if short.len() < word.len() && word.chars().count() > 40 {
        short.push('…');
    }
    short
}
