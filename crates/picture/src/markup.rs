//! Markup that is HTML and XML at once, for pictures and for pages that hold them.

use std::fmt::Write;

/// Text made safe between tags and in quotes. Characters that XML forbids become a question mark.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            '\r' => {}
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('?'),
            other => out.push(other),
        }
    }
    out
}

/// Appends formatted text; writing to a string cannot fail.
pub fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        let text = "</script><img src=x onerror='alert(1)'> & \"\u{0}\u{1b}\"";
        let page = format!("<p title=\"{}\">{}</p>", escape(text), escape(text));
        let parsed = roxmltree::Document::parse(&page).unwrap();
        assert_eq!(parsed.root_element().text(), Some(text.replace(['\u{0}', '\u{1b}'], "?").as_str()));
        assert_eq!(parsed.root_element().children().filter(roxmltree::Node::is_element).count(), 0);
    }
}
