//! Tables of a page.

use bristle_picture::markup::{escape, push};

/// A table of rows whose first cell is a heading; the caption may be empty. Cells are text and are escaped here.
pub(super) fn table(caption: &str, header: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::from("<div class=\"scroll\"><table>");
    if !caption.is_empty() {
        push(&mut out, format_args!("<caption>{}</caption>", escape(caption)));
    }
    if !header.is_empty() {
        out.push_str("<thead><tr>");
        for cell in header {
            push(&mut out, format_args!("<th scope=\"col\">{}</th>", escape(cell)));
        }
        out.push_str("</tr></thead>");
    }
    out.push_str("<tbody>");
    for row in rows {
        out.push_str("<tr>");
        for (i, cell) in row.iter().enumerate() {
            let (open, close) = if i == 0 { ("<th scope=\"row\">", "</th>") } else { ("<td>", "</td>") };
            push(&mut out, format_args!("{open}{}{close}", escape(cell)));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    out
}
