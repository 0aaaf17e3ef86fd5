//! The words and operators of a command, with quotes and `%` substitutions.

use std::path::Path;

/// The values of `%s`, `%t` and `%S`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substitutions {
    /// `%s`: the test file.
    pub file: String,
    /// `%t`: a path for temporary files of this test.
    pub temp: String,
    /// `%S`: the folder of the test file.
    pub folder: String,
}

impl Substitutions {
    /// Returns the substitutions of a test file that can write `temp`, and files whose names start with `temp`.
    pub fn new(file: &Path, temp: &Path) -> Substitutions {
        let show = |path: &Path| path.to_string_lossy().into_owned();
        Substitutions {
            file: show(file),
            temp: show(temp),
            folder: file.parent().map_or(String::new(), show),
        }
    }

    fn get(&self, name: Option<char>) -> Result<&str, String> {
        match name {
            Some('s') => Ok(&self.file),
            Some('t') => Ok(&self.temp),
            Some('S') => Ok(&self.folder),
            Some('%') => Ok("%"),
            Some(other) => Err(format!(
                "unknown substitution `%{other}`; expected %s, %t, %S, or %% for a percent sign"
            )),
            None => Err("`%` at the end; use %% for a percent sign".to_owned()),
        }
    }
}

/// A part of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    /// `|`
    Pipe,
    /// `<`
    Input,
    /// `>`
    Output,
    /// `2>`
    Errors,
    /// `2>&1`
    Merge,
}

/// The special characters of shells, which must be quoted.
const SHELL: &str = "&;$`()*?[]!~#<>|";

/// Splits a command into tokens.
pub(super) fn split(command: &str, substitutions: &Substitutions) -> Result<Vec<Token>, String> {
    let mut splitter = Splitter { rest: command.trim(), substitutions };
    let mut tokens = Vec::new();
    while !splitter.rest.is_empty() {
        tokens.push(splitter.token()?);
        splitter.rest = splitter.rest.trim_start();
    }
    Ok(tokens)
}

struct Splitter<'a> {
    rest: &'a str,
    substitutions: &'a Substitutions,
}

impl Splitter<'_> {
    fn token(&mut self) -> Result<Token, String> {
        let operators = [
            ("2>&1", Token::Merge),
            ("2>", Token::Errors),
            (">", Token::Output),
            ("<", Token::Input),
            ("|", Token::Pipe),
        ];
        for (spelling, token) in operators {
            let Some(rest) = self.rest.strip_prefix(spelling) else { continue };
            let next = rest.chars().next();
            let longer = match token {
                Token::Merge => !matches!(next, None | Some(' ' | '\t' | '|')),
                _ => matches!(next, Some('>' | '<' | '&' | '|')),
            };
            if longer {
                return Err(format!(
                    "`{}` is not supported",
                    self.rest.split_whitespace().next().unwrap_or_default()
                ));
            }
            self.rest = rest;
            return Ok(token);
        }
        self.word().map(Token::Word)
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn word(&mut self) -> Result<String, String> {
        let mut word = String::new();
        while let Some(c) = self.rest.chars().next() {
            if matches!(c, ' ' | '\t' | '|' | '<' | '>') {
                break;
            }
            self.next();
            match c {
                '\'' => self.quoted('\'', &mut word)?,
                '"' => self.quoted('"', &mut word)?,
                '\\' => word.push(self.next().ok_or("`\\` at the end")?),
                _ if SHELL.contains(c) => {
                    return Err(format!("`{c}` is special in a shell and must be quoted"));
                }
                _ => self.plain(c, &mut word)?,
            }
        }
        Ok(word)
    }

    fn plain(&mut self, c: char, word: &mut String) -> Result<(), String> {
        if c == '%' {
            let name = self.next();
            word.push_str(self.substitutions.get(name)?);
        } else {
            word.push(c);
        }
        Ok(())
    }

    fn quoted(&mut self, quote: char, word: &mut String) -> Result<(), String> {
        loop {
            let c = self.next().ok_or_else(|| format!("unclosed `{quote}`"))?;
            match c {
                _ if c == quote => return Ok(()),
                '\\' if quote == '"' && self.rest.starts_with(['"', '\\', '$', '`']) => {
                    word.extend(self.next());
                }
                '$' | '`' if quote == '"' => {
                    return Err(format!("`{c}` is special in double quotes; use single quotes"));
                }
                _ => self.plain(c, word)?,
            }
        }
    }
}

/// Quotes a word for a shell, if it needs quotes.
pub(super) fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
