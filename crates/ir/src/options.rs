//! Options that passes and emitters declare: names with their values, defaults and summaries.

use crate::diag::nearest;
use indexmap::IndexMap;
use std::fmt;

/// An option of a pass or an emitter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name.
    pub name: &'static str,
    /// The allowed values; any text if the list is empty.
    pub values: &'static [&'static str],
    /// The default value. Empty if the owner computes the value from the module.
    pub default: &'static str,
    /// A summary of one sentence.
    pub summary: &'static str,
}

/// The options of one use of a pass or an emitter: explicit values, and defaults for the others.
#[derive(Clone, Debug, Default)]
pub struct Options {
    known: &'static [OptionInfo],
    given: IndexMap<&'static str, String>,
}

impl Options {
    /// Checks names and values against the options that the owner, such as ``pass `x` ``, declares. The last value of
    /// an option wins.
    ///
    /// # Errors
    /// An undeclared option, or a value that is not allowed.
    pub fn new(
        owner: &str,
        known: &'static [OptionInfo],
        given: &[(&str, &str)],
    ) -> Result<Options, OptionError> {
        let mut options = Options { known, given: IndexMap::new() };
        for &(name, value) in given {
            let option = known.iter().find(|option| option.name == name);
            let option = option.ok_or_else(|| unknown(owner, known, name))?;
            option.check(owner, value)?;
            options.given.insert(option.name, value.to_owned());
        }
        Ok(options)
    }

    /// Returns the value of an option, explicit or default; empty if the owner does not declare the option.
    pub fn get(&self, name: &str) -> &str {
        let default = || self.known.iter().find(|option| option.name == name);
        match self.given.get(name) {
            Some(value) => value,
            None => default().map_or("", |option| option.default),
        }
    }

    /// Returns the explicit options and their values.
    pub fn given(&self) -> impl ExactSizeIterator<Item = (&'static str, &str)> {
        self.given.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

impl OptionInfo {
    /// Returns the allowed values as `--help` lists them: `a|b`, or `TEXT` for any text.
    pub fn values_text(&self) -> String {
        if self.values.is_empty() { "TEXT".to_owned() } else { self.values.join("|") }
    }

    fn check(&self, owner: &str, value: &str) -> Result<(), OptionError> {
        if self.values.is_empty() || self.values.contains(&value) {
            return Ok(());
        }
        let (name, allowed) = (self.name, alternatives(self.values.iter().copied()));
        let message = format!("option `{name}` of {owner} is `{value}`, but must be {allowed}");
        let near = nearest(value, self.values.iter().copied()).map(str::to_owned);
        Err(OptionError { message, near })
    }
}

/// Returns names as alternatives: `` `a` or `b` ``.
fn alternatives<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

fn unknown(owner: &str, known: &[OptionInfo], name: &str) -> OptionError {
    let names = known.iter().map(|option| option.name);
    let listed = if known.is_empty() {
        ", which has no options".to_owned()
    } else {
        format!("; expected {}", alternatives(names.clone()))
    };
    OptionError {
        message: format!("unknown option `{name}` of {owner}{listed}"),
        near: nearest(name, names).map(str::to_owned),
    }
}

/// An undeclared option, or a value that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The message.
    pub message: String,
    /// The declared name or allowed value nearest to the unknown one; `None` if none is near.
    pub near: Option<String>,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: OptionInfo =
        OptionInfo { name: "level", values: &["low", "high"], default: "", summary: "the level" };
    const TITLE: OptionInfo =
        OptionInfo { name: "title", values: &[], default: "none", summary: "the title" };

    fn read(given: &[(&str, &str)]) -> Result<Options, String> {
        Options::new("pass `x`", &[LEVEL, TITLE], given).map_err(|error| error.message)
    }

    #[test]
    fn options_return_the_last_value_or_the_default() {
        let options = read(&[("level", "low"), ("level", "high")]).unwrap();
        assert_eq!(["level", "title", "other"].map(|name| options.get(name)), ["high", "none", ""]);
        assert_eq!(options.given().collect::<Vec<_>>(), [("level", "high")]);
        assert_eq!(read(&[]).unwrap().get("level"), "");
        assert_eq!([LEVEL, TITLE].map(|option| option.values_text()), ["low|high", "TEXT"]);
    }

    #[test]
    fn options_reject_unknown_names_and_values() {
        assert_eq!(
            read(&[("levl", "low")]).unwrap_err(),
            "unknown option `levl` of pass `x`; expected `level` or `title`"
        );
        assert_eq!(
            read(&[("level", "mid")]).unwrap_err(),
            "option `level` of pass `x` is `mid`, but must be `low` or `high`"
        );
    }
}
