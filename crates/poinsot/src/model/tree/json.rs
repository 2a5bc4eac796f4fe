//! JSON (RFC 8259) to tree, with places. Nesting is bounded, so depth bombs end in a message.

use super::{DEPTH_LIMIT, Data, Entry, Report, Value};
use std::collections::HashSet;
use std::ops::Range;

/// Parses the whole text. The first syntax error ends the reading; repeated keys are all reported.
pub fn parse(report: &Report) -> Option<Value> {
    let mut parser = Parser {
        report,
        bytes: report.source.text().as_bytes(),
        at: 0,
        repeated: false,
    };
    match parser.document() {
        Ok(value) => (!parser.repeated).then_some(value),
        Err(error) => {
            report.error(&error.span, "", error.message, error.help.into());
            None
        }
    }
}

struct SyntaxError {
    span: Range<usize>,
    message: String,
    help: &'static str,
}

struct Parser<'a> {
    report: &'a Report<'a>,
    bytes: &'a [u8],
    at: usize,
    repeated: bool,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<Value, SyntaxError> {
        let value = self.value(0)?;
        self.blanks();
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.unexpected("the end of the text", "one object holds the model")),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// An error at the current character.
    fn unexpected(&self, expected: &str, help: &'static str) -> SyntaxError {
        let rest = self.report.source.text().get(self.at..).unwrap_or("");
        let (found, length) = match rest.chars().next() {
            Some(c) => (format!("`{}`", c.escape_debug()), c.len_utf8()),
            None => ("the end of the text".into(), 0),
        };
        SyntaxError {
            span: self.at..self.at + length,
            message: format!("expected {expected}, found {found}"),
            help,
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, SyntaxError> {
        self.blanks();
        let start = self.at;
        if depth > DEPTH_LIMIT {
            return Err(SyntaxError {
                span: start..start + 1,
                message: format!("lists and tables are nested more than {DEPTH_LIMIT} deep"),
                help: "a model needs no more than six levels",
            });
        }
        let data = match self.peek() {
            Some(b'{') => self.table(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Data::Text(self.text()?),
            Some(b'-' | b'0'..=b'9') => Data::Number(self.number()?),
            Some(b't') => self.word("true", Data::Flag(true))?,
            Some(b'f') => self.word("false", Data::Flag(false))?,
            Some(b'n') => self.word("null", Data::Other("null"))?,
            _ => {
                let help = "JSON has no comments, no NaN and no infinity; texts are written in double quotes";
                return Err(self.unexpected("a value", help));
            }
        };
        let span = start..self.at;
        Ok(Value { span, data })
    }

    fn word(&mut self, word: &str, data: Data) -> Result<Data, SyntaxError> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.unexpected("a value", "texts are written in double quotes"));
        }
        self.at += word.len();
        Ok(data)
    }

    fn list(&mut self, depth: usize) -> Result<Data, SyntaxError> {
        let mut entries = Vec::new();
        self.at += 1;
        self.blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Data::List(entries));
        }
        loop {
            entries.push(self.value(depth + 1)?);
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Data::List(entries));
                }
                _ => return Err(self.unexpected("`,` or `]`", "close the list")),
            }
        }
    }

    fn table(&mut self, depth: usize) -> Result<Data, SyntaxError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen = HashSet::new();
        self.at += 1;
        self.blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Data::Table(entries));
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a key in double quotes", "write \"name\": \"arm\""));
            }
            let start = self.at;
            let key = self.text()?;
            let key_span = start..self.at;
            self.blanks();
            if self.peek() != Some(b':') {
                return Err(self.unexpected("`:` after the key", "write \"name\": \"arm\""));
            }
            self.at += 1;
            let value = self.value(depth + 1)?;
            if seen.insert(key.clone()) {
                entries.push(Entry {
                    key,
                    key_span,
                    value,
                });
            } else {
                self.repeated = true;
                let message = format!("the key `{key}` is repeated");
                let help = "give each key once; lists hold several items: \"body\": [{...}, {...}]";
                self.report.error(&key_span, &key, message, help.into());
            }
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Data::Table(entries));
                }
                _ => return Err(self.unexpected("`,` or `}`", "close the table")),
            }
        }
    }

    fn number(&mut self) -> Result<f64, SyntaxError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        if self.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
            return Err(self.unexpected("the end of the number", "write units as \"30 deg\""));
        }
        let digits = &self.report.source.text()[start..self.at];
        // The grammar above is a part of what the standard library reads; too large becomes infinite, refused later.
        Ok(digits.parse().unwrap_or(f64::NAN))
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        match self.at > start {
            true => Ok(()),
            false => Err(self.unexpected("a digit", "numbers look like 12, -0.5 or 2.1e11")),
        }
    }

    fn text(&mut self) -> Result<String, SyntaxError> {
        let source = self.report.source.text();
        let mut text = String::new();
        self.at += 1;
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            text.push_str(&source[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                _ => return Err(self.unexpected("a closing quote", "close the text with \"")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        self.at += 1;
        let c = match self.peek() {
            Some(c @ (b'"' | b'\\' | b'/')) => c as char,
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode();
            }
            _ => {
                return Err(self.unexpected("an escape such as \\n", "a backslash is written \\\\"));
            }
        };
        self.at += 1;
        Ok(c)
    }

    /// The digits after `\u`, and the second half of a surrogate pair.
    fn unicode(&mut self) -> Result<char, SyntaxError> {
        let first = self.four_hex()?;
        let code = if (0xD800..0xDC00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u")
        {
            self.at += 2;
            let second = self.four_hex()?;
            0x10000 + ((first - 0xD800) << 10) + (second.wrapping_sub(0xDC00) & 0x3FF)
        } else {
            first
        };
        char::from_u32(code).ok_or_else(|| self.unexpected("a character after \\u", "half a pair"))
    }

    fn four_hex(&mut self) -> Result<u32, SyntaxError> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|b| (b as char).to_digit(16)) else {
                return Err(self.unexpected("a hexadecimal digit", "write \\u00b5"));
            };
            code = 16 * code + digit;
            self.at += 1;
        }
        Ok(code)
    }
}
