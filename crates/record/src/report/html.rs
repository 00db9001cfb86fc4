//! Tables of a page.

use bristle_picture::markup::{escape, push};

/// A table of rows whose first cell is a heading; the caption may be empty. Cells are text and are escaped here.
pub(super) fn table(caption: &str, header: &[&str], rows: &[Vec<String>]) -> String {
    // On a phone each row of a wide table is a list, whose items say their columns.
    let wide = header.len() > 3;
    let mut out = format!("<div class=\"scroll\"><table{}>", if wide { " class=\"wide\"" } else { "" });
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
            match (i, header.get(i)) {
                (0, _) => push(&mut out, format_args!("<th scope=\"row\">{}</th>", escape(cell))),
                (_, Some(label)) if wide => {
                    push(
                        &mut out,
                        format_args!("<td data-label=\"{}\">{}</td>", escape(label), escape(cell)),
                    );
                }
                _ => push(&mut out, format_args!("<td>{}</td>", escape(cell))),
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    out
}
