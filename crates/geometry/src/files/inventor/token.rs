//! Words of the text: names, numbers, strings, brackets.

use crate::files::MeshFileProblem;
use crate::files::text::shorten;

/// A word with the line it stands on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) line: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    Word(&'a str),
    Number(f64),
    Text(String),
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
}

/// Cuts a text into words. Commas are white space; comments end with their line.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    ahead: Option<Token<'a>>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, ahead: None }
    }

    /// The next word, which stays.
    pub(super) fn peek(&mut self) -> Result<Option<&Token<'a>>, MeshFileProblem> {
        if self.ahead.is_none() {
            self.ahead = self.read()?;
        }
        Ok(self.ahead.as_ref())
    }

    /// The next word.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, MeshFileProblem> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.read(),
        }
    }

    pub(super) fn line(&self) -> usize {
        self.ahead.as_ref().map_or(self.line, |token| token.line)
    }

    fn read(&mut self) -> Result<Option<Token<'a>>, MeshFileProblem> {
        self.skip_blanks();
        let line = self.line;
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let single = match first {
            '{' => Some(Kind::OpenBrace),
            '}' => Some(Kind::CloseBrace),
            '[' => Some(Kind::OpenBracket),
            ']' => Some(Kind::CloseBracket),
            _ => None,
        };
        if let Some(kind) = single {
            self.rest = &self.rest[1..];
            return Ok(Some(Token { kind, line }));
        }
        if first == '"' {
            return self.string(line).map(Some);
        }
        let end =
            self.rest.find(|c: char| c.is_whitespace() || "{}[],\"#".contains(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end.max(first.len_utf8())];
        self.rest = &self.rest[word.len()..];
        let starts = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let number =
            || word.strip_prefix('+').unwrap_or(word).parse::<f64>().ok().or_else(|| hexadecimal(word));
        let kind = match starts.then(number).flatten() {
            Some(number) => Kind::Number(number),
            None => Kind::Word(word),
        };
        Ok(Some(Token { kind, line }))
    }

    fn skip_blanks(&mut self) {
        loop {
            let trimmed = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            self.line += lines(&self.rest[..self.rest.len() - trimmed.len()]);
            self.rest = trimmed;
            if !self.rest.starts_with('#') {
                return;
            }
            let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
            self.rest = &self.rest[end..];
        }
    }

    fn string(&mut self, line: usize) -> Result<Token<'a>, MeshFileProblem> {
        let mut text = String::new();
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => {
                    text.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(Token { kind: Kind::Text(text), line });
                }
                _ => {
                    self.line += usize::from(c == '\n');
                    text.push(c);
                }
            }
        }
        Err(MeshFileProblem::Truncated { missing: format!("the string on line {line} does not end") })
    }
}

/// `0x1F`, as colours are written.
fn hexadecimal(word: &str) -> Option<f64> {
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"))?;
    u64::from_str_radix(digits, 16).ok().map(|number| number as f64)
}

pub(super) fn syntax(line: usize, message: impl Into<String>) -> MeshFileProblem {
    MeshFileProblem::Syntax { place: format!("line {line}"), message: message.into() }
}

pub(super) fn unexpected(token: &Token<'_>, wanted: &str) -> MeshFileProblem {
    let found = match &token.kind {
        Kind::Word(word) => format!("`{}`", shorten(word)),
        Kind::Number(number) => number.to_string(),
        Kind::Text(text) => format!("\"{}\"", shorten(text)),
        Kind::OpenBrace => "`{`".to_owned(),
        Kind::CloseBrace => "`}`".to_owned(),
        Kind::OpenBracket => "`[`".to_owned(),
        Kind::CloseBracket => "`]`".to_owned(),
    };
    syntax(token.line, format!("{wanted} is missing; found {found}"))
}

/// How many lines end here, whichever way.
fn lines(text: &str) -> usize {
    let ends = text.bytes().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    ends - text.matches("\r\n").count()
}
