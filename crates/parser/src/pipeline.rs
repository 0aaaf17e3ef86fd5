//! Reads pass pipelines: `a{x=1 y=two},b`, or the same in `builtin.module(...)`.

use crate::layout::{Grammar, Rule};
use ir::diag::{Diag, Sink, code};
use ir::source::Span;
use pest::Parser as _;
use pest::error::InputLocation;
use pest::iterators::Pair;

/// One pass of a pipeline as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassSpec {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its options in their order.
    pub options: Vec<OptionSpec>,
}

/// One option of a pass as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name.
    pub key: String,
    /// Its value; `true` for a lone name.
    pub value: String,
    /// Where both stand.
    pub span: Span,
}

/// Reads a pipeline from `text`, whose first byte is at position `base` of the source map.
///
/// Whether the passes and options exist is for the pass manager to say.
pub fn parse(text: &str, base: u32, sink: &mut Sink) -> Option<Vec<PassSpec>> {
    let span = |start: usize, end: usize| Span::new(base + start as u32, base + end as u32);
    match Grammar::parse(Rule::pipeline, text) {
        Ok(pairs) => {
            let passes = pairs.flatten().filter(|pair| pair.as_rule() == Rule::pass);
            Some(passes.map(|pass| read_pass(pass, &span)).collect())
        }
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            let rest = text[at..].chars().next();
            let found = rest.map_or("the end".to_owned(), |found| format!("`{found}`"));
            let message = format!(
                "a pipeline is `pass,pass{{key=value key=value}}`; {found} does not belong here"
            );
            sink.push(Diag::error(code::OPTION, span(at, at + 1), message));
            None
        }
    }
}

fn read_pass(pass: Pair<'_, Rule>, span: &dyn Fn(usize, usize) -> Span) -> PassSpec {
    let mut parts = pass.into_inner();
    let name = parts.next().expect("a pass has a name");
    let name_span = name.as_span();
    PassSpec {
        name: name.as_str().to_owned(),
        span: span(name_span.start(), name_span.end()),
        options: parts.map(|option| read_option(option, span)).collect(),
    }
}

fn read_option(option: Pair<'_, Rule>, span: &dyn Fn(usize, usize) -> Span) -> OptionSpec {
    let whole = option.as_span();
    let mut parts = option.into_inner();
    let key = parts.next().expect("an option has a key");
    let value = parts.next().map_or("true", |value| value.as_str());
    OptionSpec {
        key: key.as_str().to_owned(),
        value: value.to_owned(),
        span: span(whole.start(), whole.end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: Option<&str>) {
        let mut sink = Sink::default();
        let passes = parse(text, 0, &mut sink).map(|passes| {
            let show = |pass: &PassSpec| {
                let options: Vec<String> =
                    pass.options.iter().map(|o| format!("{}={}", o.key, o.value)).collect();
                format!("{}{{{}}}", pass.name, options.join(" "))
            };
            passes.iter().map(show).collect::<Vec<_>>().join(",")
        });
        assert_eq!(passes.as_deref(), wanted);
        assert_eq!(sink.has_errors(), wanted.is_none());
    }

    #[test]
    fn pipelines_are_read_plain_and_wrapped() {
        check("a{x=1 y=two},b-c", Some("a{x=1 y=two},b-c{}"));
        check("builtin.module( a{flag} , b )", Some("a{flag=true},b{}"));
        check("", Some(""));
    }

    #[test]
    fn broken_pipelines_are_reported() {
        for text in ["a{", "a,,b", "func.func(a)", "a{x=}", "a b", "module(a"] {
            check(text, None);
        }
    }
}
