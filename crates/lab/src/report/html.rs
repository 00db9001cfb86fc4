//! Text that is safe in a page, and pictures inside of it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bristle_picture::{Picture, PictureError};

/// Text as it may stand in an element or an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Pixels of a bitmap for each pixel of the picture: sharp on a phone.
const SCALE: f64 = 2.0;
/// Lines are sharper than pixels at any size, but not at any price \[bytes\].
const MOST_SVG: usize = 150_000;

/// A picture as a `data:` address: lines if they are few, pixels otherwise.
pub(super) fn data_uri(picture: &Picture) -> Result<String, PictureError> {
    let svg = picture.svg();
    if svg.len() <= MOST_SVG {
        return Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg)));
    }
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(picture.png(SCALE)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_text_stays_text() {
        assert_eq!(escape("a<b & \"c\" 'd'>"), "a&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt;");
    }
}
