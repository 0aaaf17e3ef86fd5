//! Options that passes and emitters declare: names with their values, defaults and summaries.

use crate::diag::nearest;
use indexmap::IndexMap;
use layout::impl_error;
use std::borrow::Cow;

/// An option of a pass or an emitter. The texts of an option that a program defines at run time are owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name.
    pub name: Cow<'static, str>,
    /// The allowed values; any text if the list is empty.
    values: AllowedValues,
    /// The default value. Empty if the owner computes the value from the module.
    pub default: Cow<'static, str>,
    /// A summary of one sentence.
    pub summary: Cow<'static, str>,
}

/// The allowed values of an option.
#[derive(Clone, Debug)]
enum AllowedValues {
    Constant(&'static [&'static str]),
    Owned(Vec<Cow<'static, str>>),
}

impl AllowedValues {
    fn iter(&self) -> impl Iterator<Item = &str> {
        let (constant, owned): (&[&str], &[Cow<'static, str>]) = match self {
            AllowedValues::Constant(values) => (values, &[]),
            AllowedValues::Owned(values) => (&[], values),
        };
        constant.iter().copied().chain(owned.iter().map(|value| &**value))
    }
}

impl PartialEq for AllowedValues {
    fn eq(&self, other: &AllowedValues) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for AllowedValues {}

/// The options of one use of a pass or an emitter: explicit values, and defaults for the others.
#[derive(Clone, Debug, Default)]
pub struct Options {
    known: Cow<'static, [OptionInfo]>,
    given: IndexMap<Cow<'static, str>, String>,
}

impl Options {
    /// Checks names and values against the options that the owner, such as ``pass `x` ``, declares. The last value of
    /// an option wins.
    ///
    /// # Errors
    /// An undeclared option, or a value that is not allowed.
    pub fn new(
        owner: &str,
        known: impl Into<Cow<'static, [OptionInfo]>>,
        given: &[(&str, &str)],
    ) -> Result<Options, OptionError> {
        let known = known.into();
        let mut values = IndexMap::new();
        for &(name, value) in given {
            let option = known.iter().find(|option| option.name == name);
            let option = option.ok_or_else(|| unknown(owner, &known, name))?;
            option.check(owner, value)?;
            values.insert(option.name.clone(), value.to_owned());
        }
        Ok(Options { known, given: values })
    }

    /// Returns the value of an option, explicit or default; empty if the owner does not declare the option.
    pub fn get(&self, name: &str) -> &str {
        match self.given.get(name) {
            Some(value) => value,
            None => self
                .known
                .iter()
                .find(|option| option.name == name)
                .map_or("", |option| &*option.default),
        }
    }

    /// Returns the explicit options and their values.
    pub fn given(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.given.iter().map(|(name, value)| (&**name, value.as_str()))
    }
}

impl OptionInfo {
    /// Returns the option of a table: its name, the allowed values (any text if there are none), the default value, and a
    /// summary of one sentence.
    pub const fn constant(
        name: &'static str,
        values: &'static [&'static str],
        default: &'static str,
        summary: &'static str,
    ) -> OptionInfo {
        OptionInfo {
            name: Cow::Borrowed(name),
            values: AllowedValues::Constant(values),
            default: Cow::Borrowed(default),
            summary: Cow::Borrowed(summary),
        }
    }

    /// Returns an option that allows any text, and whose default is empty.
    ///
    /// ```
    /// use layoutc_ir::options::{OptionInfo, Options};
    ///
    /// let levels = (1..=3).map(|level| format!("level-{level}"));
    /// let option = OptionInfo::new("level", "the level of the tool").with_values(levels).with_default("level-1");
    /// let options = Options::new("pass `tool`", vec![option], &[("level", "level-2")])?;
    /// assert_eq!(options.get("level"), "level-2");
    /// # Ok::<(), layoutc_ir::options::OptionError>(())
    /// ```
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> OptionInfo {
        OptionInfo {
            name: name.into(),
            summary: summary.into(),
            ..OptionInfo::constant("", &[], "", "")
        }
    }

    /// Returns the same option with allowed values.
    #[must_use]
    pub fn with_values(
        self,
        values: impl IntoIterator<Item = impl Into<Cow<'static, str>>>,
    ) -> OptionInfo {
        let values = AllowedValues::Owned(values.into_iter().map(Into::into).collect());
        OptionInfo { values, ..self }
    }

    /// Returns the same option with a default value.
    #[must_use]
    pub fn with_default(self, default: impl Into<Cow<'static, str>>) -> OptionInfo {
        OptionInfo { default: default.into(), ..self }
    }

    /// Returns the allowed values; none if any text is allowed.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.values.iter()
    }

    /// Returns the allowed values as `--help` lists them: `a|b`, or `TEXT` for any text.
    pub fn values_text(&self) -> String {
        let values: Vec<&str> = self.values().collect();
        if values.is_empty() { "TEXT".to_owned() } else { values.join("|") }
    }

    fn check(&self, owner: &str, value: &str) -> Result<(), OptionError> {
        if self.values().next().is_none() || self.values().any(|allowed| allowed == value) {
            return Ok(());
        }
        let name = &self.name;
        let allowed = alternatives(self.values());
        let message = format!("option `{name}` of {owner} is `{value}`, but must be {allowed}");
        let near = nearest(value, self.values()).map(str::to_owned);
        Err(OptionError { message, near })
    }
}

/// Returns names as alternatives: `` `a` or `b` ``.
fn alternatives<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

fn unknown(owner: &str, known: &[OptionInfo], name: &str) -> OptionError {
    let names = known.iter().map(|option| &*option.name);
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

impl_error!(OptionError { Self { message, .. } => "{message}" });

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: OptionInfo = OptionInfo::constant("level", &["low", "high"], "", "the level");
    const TITLE: OptionInfo = OptionInfo::constant("title", &[], "none", "the title");

    fn read(given: &[(&str, &str)]) -> Result<Options, String> {
        Options::new("pass `x`", vec![LEVEL, TITLE], given).map_err(|error| error.message)
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
