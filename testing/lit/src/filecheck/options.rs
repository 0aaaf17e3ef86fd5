//! The options of a FileCheck command line.

use std::path::PathBuf;

/// The comment prefixes. Text after `COM:` or `RUN:` is never a check.
pub(crate) const COMMENT_PREFIXES: [&str; 2] = ["COM", "RUN"];

/// The options for parsing and matching a check file; the default equals FileCheck without options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// The prefixes of this call; empty means `CHECK`.
    pub prefixes: Vec<String>,
    /// The prefixes that other stages read from the same file. Their directives are valid names.
    pub other_prefixes: Vec<String>,
    /// `true` if an empty input is allowed.
    pub allow_empty: bool,
    /// `true` if blanks must match exactly.
    pub strict_whitespace: bool,
    /// `true` if each positive pattern must match its whole line.
    pub match_full_lines: bool,
    /// The patterns that must not occur between any two matches.
    pub implicit_check_not: Vec<String>,
    /// `true` if each `LABEL` unsets variables without `$`.
    pub enable_var_scope: bool,
    /// The predefined variables: name and text.
    pub defines: Vec<(String, String)>,
}

impl CheckOptions {
    /// Returns the prefixes of this call, with the default applied.
    pub fn active_prefixes(&self) -> Vec<String> {
        match self.prefixes.is_empty() {
            true => vec!["CHECK".to_owned()],
            false => self.prefixes.clone(),
        }
    }
}

/// A parsed FileCheck command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invocation {
    /// The options except for the files.
    pub options: CheckOptions,
    /// The file with the checks.
    pub check_file: PathBuf,
    /// The file of `--input-file`; `None` means standard input.
    pub input_file: Option<PathBuf>,
}

/// The supported options, for the error message.
const KNOWN: [&str; 9] = [
    "--check-prefix=",
    "--check-prefixes=",
    "--implicit-check-not=",
    "--input-file=",
    "-D",
    "--allow-empty",
    "--strict-whitespace",
    "--match-full-lines",
    "--enable-var-scope",
];

impl Invocation {
    /// Reads the arguments after the program's name.
    ///
    /// # Errors
    /// An unknown option, a missing or second check file, or an invalid or duplicate prefix.
    pub fn parse(args: &[String]) -> Result<Invocation, String> {
        let mut found = Invocation::default();
        let mut check_file = None;
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            if !arg.starts_with('-') || arg == "-" {
                if check_file.replace(arg).is_some() {
                    return Err("FileCheck: two check files".to_owned());
                }
                continue;
            }
            found.option(arg, &mut || rest.next().cloned())?;
        }
        found.check_file = PathBuf::from(check_file.ok_or("FileCheck: no check file")?);
        check_prefixes(&found.options)?;
        Ok(found)
    }

    fn option(
        &mut self,
        arg: &str,
        next: &mut dyn FnMut() -> Option<String>,
    ) -> Result<(), String> {
        let name = arg.trim_start_matches('-');
        if let Some(define) = name.strip_prefix('D') {
            return self.define(define, next);
        }
        let (name, given) = match name.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (name, None),
        };
        let options = &mut self.options;
        let flag = match name {
            "allow-empty" => &mut options.allow_empty,
            "strict-whitespace" => &mut options.strict_whitespace,
            "match-full-lines" => &mut options.match_full_lines,
            "enable-var-scope" => &mut options.enable_var_scope,
            _ => return self.valued(arg, name, given, next),
        };
        match given {
            None => *flag = true,
            Some(_) => return Err(format!("FileCheck: `--{name}` must not have a value")),
        }
        Ok(())
    }

    fn valued(
        &mut self,
        arg: &str,
        name: &str,
        given: Option<String>,
        next: &mut dyn FnMut() -> Option<String>,
    ) -> Result<(), String> {
        if !["check-prefix", "check-prefixes", "implicit-check-not", "input-file"].contains(&name) {
            return Err(format!(
                "FileCheck: unsupported option `{arg}`; expected one of {}",
                KNOWN.join(" ")
            ));
        }
        let value =
            given.or_else(next).ok_or_else(|| format!("FileCheck: `{arg}` requires a value"))?;
        match name {
            "implicit-check-not" => self.options.implicit_check_not.push(value),
            "input-file" => self.input_file = (value != "-").then(|| PathBuf::from(value)),
            _ => self.options.prefixes.extend(value.split(',').map(str::to_owned)),
        }
        Ok(())
    }

    fn define(
        &mut self,
        text: &str,
        next: &mut dyn FnMut() -> Option<String>,
    ) -> Result<(), String> {
        let text = if text.is_empty() { next().unwrap_or_default() } else { text.to_owned() };
        match text.split_once('=') {
            Some((name, value)) if is_variable(name) => {
                self.options.defines.push((name.to_owned(), value.to_owned()))
            }
            _ => return Err(format!("FileCheck: expected -DNAME=TEXT, found `-D{text}`")),
        }
        Ok(())
    }
}

/// Returns `true` if this is the name of a variable: a letter or `_`, then letters, digits, `_`. A leading `$` makes it
/// global.
pub(crate) fn is_variable(name: &str) -> bool {
    let name = name.strip_prefix('$').unwrap_or(name);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Checks that prefixes start with a letter, consist of letters, digits, `-` and `_`, and differ from each other and
/// from COM and RUN.
pub(crate) fn check_prefixes(options: &CheckOptions) -> Result<(), String> {
    let mut seen: Vec<&str> = COMMENT_PREFIXES.to_vec();
    for prefix in &options.prefixes {
        let well_formed = prefix.starts_with(|c: char| c.is_ascii_alphabetic())
            && prefix.bytes().all(crate::keywords::is_word);
        if !well_formed {
            return Err(format!(
                "FileCheck: invalid prefix `{prefix}`; expected a letter, then letters, digits, `-`, `_`"
            ));
        }
        if seen.contains(&prefix.as_str()) {
            return Err(format!(
                "FileCheck: prefix `{prefix}` is a duplicate or reserved for comments"
            ));
        }
        seen.push(prefix);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Invocation, String> {
        Invocation::parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn parse_accepts_both_dash_and_value_forms() {
        let found = parse("-check-prefix A f.mlir --check-prefixes=B,C --allow-empty -DX=a=b -D Y= --input-file in").unwrap();
        assert_eq!(found.options.prefixes, ["A", "B", "C"]);
        assert_eq!(
            found.options.defines,
            [("X".into(), "a=b".into()), ("Y".into(), String::new())]
        );
        assert!(found.options.allow_empty);
        assert_eq!(found.input_file, Some("in".into()));
        assert_eq!(found.check_file, PathBuf::from("f.mlir"));
    }

    #[test]
    fn parse_rejects_invalid_options() {
        for line in [
            "--check-prefx=A f",
            "f g",
            "--allow-empty",
            "--check-prefix=1 f",
            "--check-prefixes=A,A f",
            "--check-prefix=RUN f",
            "f --check-prefix",
            "--allow-empty=1 f",
            "-D1=2 f",
            "--check-prefixes=A,,B f",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
