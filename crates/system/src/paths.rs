//! Paths as text, for scenes and recordings, which are text.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// A path as text, from which [`from_text`] makes the same path. What is text already stays as it is; a byte that is none becomes
/// the character U+F700 + byte, of a range that Unicode leaves to private use.
pub fn to_text(path: &Path) -> Cow<'_, str> {
    match path.to_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(escaped(path)),
    }
}

/// The path behind a text of [`to_text`].
pub fn from_text(text: &str) -> PathBuf {
    if text.chars().any(|c| ESCAPED.contains(&(c as u32))) { unescaped(text) } else { PathBuf::from(text) }
}

/// Bytes below 0x80 are always text.
const ESCAPED: std::ops::RangeInclusive<u32> = 0xF780..=0xF7FF;

#[cfg(unix)]
fn escaped(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt;
    let mut text = String::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|&byte| char::from_u32(0xF700 + u32::from(byte))));
    }
    text
}

#[cfg(unix)]
fn unescaped(text: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        if ESCAPED.contains(&(c as u32)) {
            bytes.push((c as u32 - 0xF700) as u8);
        } else {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    let path = PathBuf::from(std::ffi::OsString::from_vec(bytes));
    // A file may really be called that.
    if path.symlink_metadata().is_err() && Path::new(text).symlink_metadata().is_ok() {
        return PathBuf::from(text);
    }
    path
}

#[cfg(not(unix))]
fn escaped(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(not(unix))]
fn unescaped(text: &str) -> PathBuf {
    PathBuf::from(text)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_path_of_any_bytes_comes_back_from_its_text() {
        for bytes in [&b"plain/\xc3\xbc.obj"[..], b"m\xfcll/\xff\x80\xc3.obj", b"\xe2\x82", b""] {
            let path = Path::new(OsStr::from_bytes(bytes));
            let text = to_text(path);
            assert_eq!(from_text(&text), path, "{text:?}");
            assert_eq!(path.to_str().is_some(), matches!(text, Cow::Borrowed(_)));
        }
    }

    #[test]
    fn a_file_that_is_really_called_that_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("\u{F7FC}.obj");
        std::fs::write(&path, "").unwrap();
        assert_eq!(from_text(path.to_str().unwrap()), path);
    }
}
