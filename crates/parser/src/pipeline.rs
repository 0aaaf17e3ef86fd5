//! Parser of pass pipelines: `a{x=1 y=two},func.func(b)`, or the same inside `builtin.module(...)`.

use crate::layout::{Grammar, Rule, offset};
use ir::context::MAX_DEPTH;
use ir::diag::{Diag, Sink, code, nearest};
use ir::source::Span;
use pest::Parser as _;
use pest::iterators::Pair;

/// A pass of a pipeline, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassSpec {
    /// The name of the pass.
    pub name: String,
    /// The position of the name.
    pub span: Span,
    /// The options, in order.
    pub options: Vec<OptionSpec>,
    /// `true` if the pass is inside `func.func(...)`, and so runs on functions.
    pub on_functions: bool,
}

/// An option of a pass, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The name of the option.
    pub key: String,
    /// The value; `true` for a name without a value.
    pub value: String,
    /// The position of the name and the value.
    pub span: Span,
}

/// The MLIR anchor ops that a pipeline can name, each with its meaning. `any` is the enclosing anchor.
const ANCHORS: [(&str, Anchor); 5] = [
    ("builtin.module", Anchor::Module),
    ("module", Anchor::Module),
    ("any", Anchor::Any),
    ("func.func", Anchor::Function),
    ("func", Anchor::Function),
];

/// The ops that a list of passes runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Module,
    Function,
    Any,
}

/// Parses a pipeline from `text`, whose first byte is at position `base` of the source map.
///
/// `None` if an error was reported. The caller checks that the passes and options exist.
pub fn parse(text: &str, base: u32, sink: &mut Sink) -> Option<Vec<PassSpec>> {
    let mut reader = PipelineReader { base, sink, specs: Vec::new() };
    if let Some(at) = too_deep(text) {
        let message = format!("nesting is deeper than {MAX_DEPTH}");
        reader.sink.error(code::DEPTH, reader.span(at, at + 1), message);
        return None;
    }
    match Grammar::parse(Rule::pipeline, text) {
        Ok(pairs) => {
            let errors = reader.sink.errors();
            let steps = pairs.flatten().find(|pair| pair.as_rule() == Rule::steps);
            steps.into_iter().for_each(|steps| reader.steps(steps, None));
            (reader.sink.errors() == errors).then_some(reader.specs)
        }
        Err(error) => {
            reader.unexpected(text, offset(&error));
            None
        }
    }
}

/// Returns the position of the first parenthesis that is nested too deeply for the recursive grammar.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > usize::from(MAX_DEPTH)
    })
}

/// The state of parsing one pipeline.
struct PipelineReader<'a> {
    base: u32,
    sink: &'a mut Sink,
    specs: Vec<PassSpec>,
}

impl PipelineReader<'_> {
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    /// Reads the passes inside the anchor `around`, which is `None` at the top level.
    fn span_of(&self, pair: &Pair<'_, Rule>) -> Span {
        self.span(pair.as_span().start(), pair.as_span().end())
    }

    fn pass(&self, pass: Pair<'_, Rule>) -> PassSpec {
        let mut parts = pass.into_inner();
        let name = parts.next().expect("a pass has a name");
        let options = parts.filter(|part| part.as_rule() == Rule::option);
        PassSpec {
            name: name.as_str().to_owned(),
            span: self.span_of(&name),
            options: options.map(|option| self.option(option)).collect(),
            on_functions: false,
        }
    }

    fn option(&self, option: Pair<'_, Rule>) -> OptionSpec {
        let span = self.span_of(&option);
        let mut parts = option.into_inner();
        let key = parts.next().expect("an option has a key").as_str().to_owned();
        // An option without a value is a flag.
        let value = parts.next().map_or("true", |value| value.as_str()).to_owned();
        OptionSpec { key, value, span }
    }

    fn steps(&mut self, steps: Pair<'_, Rule>, around: Option<Anchor>) {
        for step in steps.into_inner() {
            match step.as_rule() {
                Rule::nested => self.nested(step, around),
                Rule::comma => {}
                _ => {
                    let on_functions = around == Some(Anchor::Function);
                    let spec = PassSpec { on_functions, ..self.pass(step) };
                    self.specs.push(spec);
                }
            }
        }
    }

    fn nested(&mut self, nested: Pair<'_, Rule>, around: Option<Anchor>) {
        let mut parts = nested.into_inner();
        let Some(name) = parts.next() else { return };
        let Some(steps) = parts.next() else { return };
        let span = self.span_of(&name);
        let name = name.as_str();
        let known = ANCHORS.iter().find(|anchor| anchor.0 == name).map(|anchor| anchor.1);
        match (known, around) {
            (Some(Anchor::Any), _) => self.steps(steps, around.or(Some(Anchor::Module))),
            (Some(Anchor::Module), None) => self.steps(steps, known),
            (Some(Anchor::Function), None | Some(Anchor::Module)) => self.steps(steps, known),
            (Some(_), _) => {
                let message = format!("`{name}` is not allowed inside another anchor op");
                let diag = Diag::error(code::OPTION, span, message);
                self.sink.push(diag.note(
                    "passes run on the module, `builtin.module(...)`, and on the functions in it, `func.func(...)`",
                ));
            }
            (None, _) => self.sink.push(unknown_anchor(name, span)),
        }
    }

    /// Reports a syntax error at position `at`.
    fn unexpected(&mut self, text: &str, at: usize) {
        let rest = text.get(at..).unwrap_or_default();
        let found = rest.chars().next().map_or("the end".to_owned(), |found| format!("`{found}`"));
        let span = self.span(at, at + 1);
        let is_word = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
        let after_name = text.get(..at).is_some_and(|before| before.ends_with(char::is_whitespace));
        let depth = text.matches('(').count().abs_diff(text.matches(')').count());
        let diag = if is_word && after_name {
            let diag = Diag::error(code::OPTION, span, "expected `,` between two passes");
            diag.note("separate passes by commas: `a,b`; options are in braces: `a{key=value}`")
        } else if rest.is_empty() && depth > 0 {
            Diag::error(code::OPTION, span, "expected `)` at the end of the pipeline")
        } else {
            let message = format!("expected passes such as `a,b{{key=value}}`, found {found}");
            Diag::error(code::OPTION, span, message)
                .note("for example `resolve-strides{copies=insert},cse`")
        };
        self.sink.push(diag);
    }
}

fn unknown_anchor(name: &str, span: Span) -> Diag {
    let diag = Diag::error(code::OPTION, span, format!("unknown anchor op `{name}`"));
    match nearest(name, ANCHORS.iter().map(|anchor| anchor.0)) {
        Some(near) => diag.did_you_mean(span, Some(near)),
        None if !name.contains('.') => {
            diag.note(format!("write the options of a pass in braces: `{name}{{key=value}}`"))
        }
        None => diag.note("passes run on `builtin.module(...)` or `func.func(...)`"),
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
                let functions = if pass.on_functions { "func:" } else { "" };
                format!("{functions}{}{{{}}}", pass.name, options.join(" "))
            };
            passes.iter().map(show).collect::<Vec<_>>().join(",")
        });
        assert_eq!(passes.as_deref(), wanted);
        assert_eq!(sink.has_errors(), wanted.is_none());
    }

    #[test]
    fn parses_plain_and_wrapped_pipelines() {
        check("a{x=1 y=two},b-c", Some("a{x=1 y=two},b-c{}"));
        check("builtin.module( a{flag} , b )", Some("a{flag=true},b{}"));
        check("", Some(""));
    }

    #[test]
    fn parses_passes_nested_in_functions() {
        let both = Some("func:a{},func:b{x=1},c{}");
        check("builtin.module(func.func(a,b{x=1}),c)", both);
        check("func.func(a, b{x=1}), c", both);
        check("any(func.func(any(a),b{x=1}),c)", both);
        check("builtin.module()", Some(""));
        for text in [
            "builtin.module(builtin.module(a))",
            "func.func(builtin.module(a))",
            "func.func(func.func(a))",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn reports_deep_nesting_once() {
        check(&"any(".repeat(100_000), None);
        let deep = "any(".repeat(200) + "a" + &")".repeat(200);
        check(&deep, Some("a{}"));
    }

    #[test]
    fn reports_specific_errors() {
        for (text, message) in [
            ("a b", "expected `,` between two passes"),
            ("builtin.module(a", "expected `)` at the end of the pipeline"),
            ("func.fun(a)", "unknown anchor op `func.fun`"),
            ("a(x=1)", "expected passes such as `a,b{key=value}`, found `=`"),
            ("gpu.func(a)", "unknown anchor op `gpu.func`"),
        ] {
            let mut sink = Sink::default();
            parse(text, 0, &mut sink);
            assert_eq!(sink.diags()[0].message, message, "{text}");
        }
    }

    #[test]
    fn reports_malformed_pipelines() {
        for text in ["a{", "a,,b", "func.fun(a)", "a{x=}", "a b", "module(a", "a)", "a(b)"] {
            check(text, None);
        }
    }
}
