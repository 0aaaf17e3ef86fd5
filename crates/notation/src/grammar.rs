//! The application of a grammar of a notation, and the parts of a match.
//!
//! An error is at the position that no rule matches, and lists what the rules there would match.

use std::ops::Range;

use layout::{NotationFault, nearest};
use pest::RuleType;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};

/// The maximum length of a text, in bytes.
const LONGEST: usize = crate::limits::TEXT_BYTES as usize;

/// The maximum nesting of brackets. The grammars are recursive.
const DEEPEST: usize = crate::limits::NESTED_BRACKETS as usize;

/// The words of a grammar's own rules in messages.
pub(crate) trait RulePhrases {
    /// The name of a rule with the text that it matches.
    const PHRASES: &[(&str, &str)];
}

/// Defines the parser of a notation from files of shared rules, its own rules, and their phrases in messages. The rules that
/// all notations share are `common.pest`.
macro_rules! grammar {
    ($name:ident, [$($file:literal),*], $rules:literal, {$($rule:literal => $phrase:literal,)*}) => {
        mod pest_rules {
            #![allow(missing_docs, unreachable_pub)]

            #[derive(pest_derive::Parser)]
            #[grammar = "common.pest"]
            $(#[grammar = $file])*
            #[grammar_inline = $rules]
            pub struct $name;
        }

        use pest_rules::{$name, Rule};

        impl crate::grammar::RulePhrases for $name {
            const PHRASES: &[(&str, &str)] = &[$(($rule, $phrase)),*];
        }
    };
}
pub(crate) use grammar;

/// The phrases of the rules that notations share.
const EXPECTED: &[(&str, &str)] = &[
    ("EOI", "the end of the text"),
    ("angle_close", "`>`"),
    ("angle_open", "`<`"),
    ("brace_close", "`}`"),
    ("brace_open", "`{`"),
    ("bracket_close", "`]`"),
    ("bracket_open", "`[`"),
    ("colon", "`:`"),
    ("comma", "`,`"),
    ("comparison", "a comparison such as `<=`"),
    ("condition", "a range such as `s0 in 1..8` or a relation such as `s0 <= s1`"),
    ("conditions", "`where`"),
    ("divisor", "a divisor such as `by 8`"),
    ("dots", "`..`"),
    ("element", "an element type"),
    ("expr", "an index expression"),
    ("factor", "an index expression"),
    ("integer", "an integer"),
    ("lengths", "lengths such as `[2, 3]`"),
    ("natural", "a number"),
    ("paren_close", "`)`"),
    ("paren_open", "`(`"),
    ("plus", "`+`"),
    ("suffix", "an element type such as `:f16`"),
    ("word_by", "`by`"),
    ("word_in", "`in`"),
    ("variable", "a name of a dim"),
];

/// Applies a rule of a grammar to a whole text. The rule must match the end of the text.
///
/// # Errors
/// The text does not match, is too long, or its brackets are nested too deeply.
pub(crate) fn parse<P: pest::Parser<R> + RulePhrases, R: RuleType>(
    rule: R,
    text: &str,
) -> Result<Pair<'_, R>, NotationFault> {
    check_size(text)?;
    match P::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or_else(|| NotationFault::new(0..0, "empty notation")),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            Err(unexpected(text, at, &expected(&error.variant, P::PHRASES)))
        }
    }
}

fn check_size(text: &str) -> Result<(), NotationFault> {
    if text.len() > LONGEST {
        let message =
            format!("a notation must have at most {LONGEST} bytes, but has {}", text.len());
        return Err(NotationFault::new(0..text.len(), message));
    }
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep");
            return Err(NotationFault::new(at..at + 1, message));
        }
    }
    Ok(())
}

/// Returns the texts that would match, sorted and each once.
fn expected<R: RuleType>(
    variant: &ErrorVariant<R>,
    own: &[(&str, &'static str)],
) -> Vec<&'static str> {
    let ErrorVariant::ParsingError { positives, .. } = variant else { return Vec::new() };
    let mut found: Vec<&'static str> = positives
        .iter()
        .filter_map(|rule| {
            let name = format!("{rule:?}");
            own.iter().chain(EXPECTED).find(|(known, _)| *known == name).map(|(_, phrase)| *phrase)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns the fault of a text that no rule matches at a position.
fn unexpected(text: &str, at: usize, expected: &[&str]) -> NotationFault {
    let rest = &text[at..];
    let length = match rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
        Some(0) => rest.chars().next().map_or(0, char::len_utf8),
        Some(end) => end,
        None => rest.len(),
    };
    let found = match &rest[..length.min(rest.len())] {
        "" => "the end of the text".to_owned(),
        word if word.len() > 40 => "a long word".to_owned(),
        word => format!("`{}`", word.escape_debug()),
    };
    let message = match expected {
        [] => format!("unexpected {found}"),
        _ => format!("expected {}, found {found}", one_of(expected)),
    };
    NotationFault::new(at..at + length, message)
}

/// Returns items as alternatives: `a, b or c`.
pub(crate) fn one_of(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Returns the inner pairs of a match that are not marks.
pub(crate) fn parts<R: RuleType>(pair: Pair<'_, R>) -> Vec<Pair<'_, R>> {
    without_marks(pair.into_inner())
}

fn without_marks<R: RuleType>(pairs: Pairs<'_, R>) -> Vec<Pair<'_, R>> {
    const MARKS: &[&str] = &[
        "EOI",
        "angle_close",
        "angle_open",
        "brace_close",
        "brace_open",
        "bracket_close",
        "bracket_open",
        "colon",
        "comma",
        "dots",
        "paren_close",
        "paren_open",
        "plus",
        "word_by",
        "word_in",
    ];
    pairs.filter(|pair| !MARKS.contains(&format!("{:?}", pair.as_rule()).as_str())).collect()
}

/// Returns the next parts of a match, which its grammar has.
///
/// # Errors
/// A part is missing.
pub(crate) fn fields<'a, R: RuleType, const N: usize>(
    parts: &mut impl Iterator<Item = Pair<'a, R>>,
) -> Result<[Pair<'a, R>; N], NotationFault> {
    let found: Vec<Pair<'a, R>> = parts.take(N).collect();
    found.try_into().map_err(|_| NotationFault::new(0..0, "a part of the notation is missing"))
}

/// Returns the fault of an unknown name of a kind, with the nearest known name.
pub(crate) fn unknown<'n>(
    kind: &str,
    name: &str,
    at: Range<usize>,
    known: impl IntoIterator<Item = &'n str>,
) -> NotationFault {
    let near = nearest(name, known).map(str::to_owned);
    NotationFault { near, ..NotationFault::new(at, format!("unknown {kind} `{}`", clip(name))) }
}

/// Returns the bytes of a match in its text.
pub(crate) fn range<R: RuleType>(pair: &Pair<'_, R>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

/// Returns the integer of a match.
///
/// # Errors
/// The integer does not fit 64 bits.
pub(crate) fn integer<R: RuleType>(pair: &Pair<'_, R>) -> Result<i64, NotationFault> {
    let digits: String = pair.as_str().chars().filter(|letter| !letter.is_whitespace()).collect();
    digits.parse().map_err(|_| {
        let message = format!("`{}` does not fit 64 bits", clip(pair.as_str()));
        NotationFault::new(range(pair), message)
    })
}

/// Returns the length of a match.
///
/// # Errors
/// The length is below 1 or does not fit 64 bits.
pub(crate) fn length<R: RuleType>(pair: &Pair<'_, R>) -> Result<i64, NotationFault> {
    match integer(pair)? {
        length @ 1.. => Ok(length),
        other => {
            let message = format!("a length must be at least 1, but is {other}");
            Err(NotationFault::new(range(pair), message))
        }
    }
}

/// Returns the lengths in the parts of a match.
///
/// # Errors
/// A length is below 1 or does not fit 64 bits.
pub(crate) fn lengths<R: RuleType>(pair: Pair<'_, R>) -> Result<Vec<i64>, NotationFault> {
    let at = range(&pair);
    let lengths: Vec<i64> = parts(pair).iter().map(length).collect::<Result<_, _>>()?;
    check_rank(lengths.len(), at)?;
    Ok(lengths)
}

/// Checks a number of dims.
///
/// # Errors
/// There are more dims than a layout can have.
pub(crate) fn check_rank(rank: usize, at: Range<usize>) -> Result<(), NotationFault> {
    check_dims(rank, layout::MAX_DIMS, at)
}

/// Checks a number of dims that an order permutes.
///
/// # Errors
/// There are more dims than an order can have.
pub(crate) fn check_order_rank(rank: usize, at: Range<usize>) -> Result<(), NotationFault> {
    check_dims(rank, layout::MAX_RANK, at)
}

fn check_dims(rank: usize, most: usize, at: Range<usize>) -> Result<(), NotationFault> {
    if rank <= most {
        return Ok(());
    }
    Err(NotationFault::new(at, format!("a layout has at most {most} dims, but this has {rank}")))
}

/// Returns a text, shortened if it is long.
pub(crate) fn clip(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
