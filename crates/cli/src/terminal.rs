//! What a person sees: words on standard output, and notes beside them.

use crate::error::CliError;
use std::borrow::Cow;
use std::io::Write;

/// Writes to standard output; a closed pipe is an error here and no panic.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    out.write_all(visible(text).as_bytes()).and_then(|()| out.flush()).map_err(CliError::Output)
}

/// Writes a line to standard error. Where nobody can hear it (a closed or full one), work goes on.
pub(crate) fn note(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(line));
}

/// The text with characters that would command a terminal shown instead of obeyed: names come from files of others.
fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(commands) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c {
        '\0'..='\x1f' if commands(c) => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
        '\x7f' => '␡',
        _ if commands(c) => '\u{FFFD}',
        _ => c,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Control characters but line break and tab, and those that turn the direction of writing.
fn commands(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_command_a_terminal_is_shown() {
        assert_eq!(visible("a\tb\nµ █ 日本"), "a\tb\nµ █ 日本");
        assert_eq!(visible("\x1b[31mred\x07\r\x7f\u{9b}2J\u{202e}x"), "␛[31mred␇␍␡\u{FFFD}2J\u{FFFD}x");
    }
}
