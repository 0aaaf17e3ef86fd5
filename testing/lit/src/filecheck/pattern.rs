//! One pattern: parsed from a directive, and matched against a range of the input.

use std::collections::{BTreeMap, BTreeSet};

use regex::bytes::{Regex, RegexBuilder};

use crate::filecheck::directive::{CheckDirective, DirectiveKind};
use crate::filecheck::ere::{self, EreNode};
use crate::filecheck::options::{CheckOptions, is_variable};
use crate::text;

/// The values of the variables that are set.
pub(crate) type Variables = BTreeMap<String, Vec<u8>>;

/// The maximum number of parts of a pattern.
const MAX_PIECES: usize = 256;

/// A part of a pattern.
#[derive(Clone, Debug)]
enum PatternPiece {
    Text(Vec<u8>),
    Regex(EreNode),
    /// `[[NAME:regex]]`
    Define(String, EreNode),
    /// `[[NAME]]`, defined by an earlier directive.
    Use(String),
    /// `[[NAME]]`, defined by the part with this index in the same pattern.
    Again(usize),
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(crate) struct CheckPattern {
    pieces: Vec<PatternPiece>,
    /// The number of bytes at the start of a match that do not belong to it: the line end before an empty line.
    skip: usize,
    /// The regular expression that finds starts of matches; `None` if it depends on the values of variables.
    starts: Option<Regex>,
}

/// A match in the searched text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl CheckPattern {
    /// Parses the pattern of a directive.
    ///
    /// # Errors
    /// The error in the pattern.
    pub(crate) fn new(
        directive: &CheckDirective,
        options: &CheckOptions,
    ) -> Result<CheckPattern, String> {
        let source = directive.pattern.as_slice();
        match (directive.kind, source.is_empty()) {
            (DirectiveKind::Empty, true) => {
                let empty_line = EreNode::Cat(vec![EreNode::literal(b"\n"), EreNode::LineEnd]);
                return CheckPattern::build(vec![PatternPiece::Regex(empty_line)], 1);
            }
            (DirectiveKind::Empty, false) => {
                return Err("an EMPTY directive must not have a pattern".to_owned());
            }
            (_, true) => return Err("the pattern is empty".to_owned()),
            (_, false) if directive.is_literal => {
                return CheckPattern::build(vec![PatternPiece::Text(source.to_vec())], 0);
            }
            (_, false) => {}
        }
        let mut pieces =
            PatternParser { line: directive.line, pieces: Vec::new() }.parse(source)?;
        if options.match_full_lines && directive.kind != DirectiveKind::Not {
            pieces = full_line(pieces, options.strict_whitespace);
        }
        let variables = pieces.iter().any(|piece| {
            matches!(
                piece,
                PatternPiece::Use(_) | PatternPiece::Define(..) | PatternPiece::Again(_)
            )
        });
        if directive.kind == DirectiveKind::Label && (variables || uses_line(source)) {
            return Err("a LABEL directive cannot define or use variables".to_owned());
        }
        CheckPattern::build(pieces, 0)
    }

    /// Returns the pattern of the end of the input, which the caller matches.
    pub(crate) fn eof() -> CheckPattern {
        CheckPattern { pieces: Vec::new(), skip: 0, starts: None }
    }

    fn build(pieces: Vec<PatternPiece>, skip: usize) -> Result<CheckPattern, String> {
        if pieces.len() > MAX_PIECES {
            return Err(format!("the pattern has more than {MAX_PIECES} parts"));
        }
        let known = !pieces.iter().any(|piece| matches!(piece, PatternPiece::Use(_)));
        let starts = if known { Some(compile(&pieces, &Variables::new())?) } else { None };
        Ok(CheckPattern { pieces, skip, starts })
    }

    /// Returns the variables that this pattern uses, with their values, for messages.
    pub(crate) fn uses<'a>(
        &'a self,
        variables: &'a Variables,
    ) -> Vec<(&'a str, Option<&'a Vec<u8>>)> {
        let name = |piece: &'a PatternPiece| match piece {
            PatternPiece::Use(name) => Some((name.as_str(), variables.get(name))),
            _ => None,
        };
        self.pieces.iter().filter_map(name).collect()
    }

    /// Finds the leftmost longest match in `text`, and sets the variables that the pattern defines.
    ///
    /// # Errors
    /// A variable is not set.
    pub(crate) fn find(
        &self,
        text: &[u8],
        variables: &mut Variables,
    ) -> Result<Option<Match>, String> {
        if let Some((name, _)) = self.uses(variables).into_iter().find(|(_, text)| text.is_none()) {
            return Err(format!("variable `{name}` is not set"));
        }
        let compiled;
        let starts = match &self.starts {
            Some(starts) => starts,
            None => {
                compiled = compile(&self.pieces, variables)?;
                &compiled
            }
        };
        let Some(ends) = self.search(starts, text, variables) else { return Ok(None) };
        self.define(&ends, text, variables);
        let (first, last) = (ends[0], ends[ends.len() - 1]);
        Ok(Some(Match { start: first + self.skip, end: last }))
    }

    /// Returns the start of the match and the end of each part. If the pattern defines no variables, only the end of
    /// the match follows the start.
    fn search(&self, starts: &Regex, text: &[u8], variables: &Variables) -> Option<Vec<usize>> {
        let search = PatternSearch { pieces: &self.pieces, text, variables };
        let marked = |piece: &PatternPiece| {
            matches!(piece, PatternPiece::Define(..) | PatternPiece::Again(_))
        };
        if !self.pieces.iter().any(marked) {
            let start = starts.find(text)?.start();
            return search.ends(0, start).last().map(|end| vec![start, *end]);
        }
        let mut from = 0;
        while let Some(found) = (from <= text.len()).then(|| starts.find_at(text, from)).flatten() {
            for end in search.ends(0, found.start()).into_iter().rev() {
                let mut ends = vec![found.start()];
                if search.bind(&mut ends, end) {
                    return Some(ends);
                }
            }
            // After the crate has found a start, a match can only fail because of a variable that is defined and used
            // in the same pattern.
            from = found.start() + 1;
        }
        None
    }

    fn define(&self, ends: &[usize], text: &[u8], variables: &mut Variables) {
        for (index, piece) in self.pieces.iter().enumerate() {
            if let PatternPiece::Define(name, _) = piece {
                variables.insert(name.clone(), text[ends[index]..ends[index + 1]].to_vec());
            }
        }
    }
}

/// The search for the ends of all parts from a fixed start.
struct PatternSearch<'a> {
    pieces: &'a [PatternPiece],
    text: &'a [u8],
    variables: &'a Variables,
}

impl PatternSearch<'_> {
    /// Returns the possible ends of the parts from `index` on if they start at `at`.
    fn ends(&self, index: usize, at: usize) -> BTreeSet<usize> {
        let from = BTreeSet::from([at]);
        self.pieces[index..].iter().fold(from, |from, piece| self.piece_ends(piece, &from))
    }

    fn piece_ends(&self, piece: &PatternPiece, from: &BTreeSet<usize>) -> BTreeSet<usize> {
        match piece {
            PatternPiece::Text(text) => self.text_ends(text, from),
            PatternPiece::Use(name) => {
                self.variables.get(name).map_or(BTreeSet::new(), |text| self.text_ends(text, from))
            }
            PatternPiece::Regex(node) | PatternPiece::Define(_, node) => node.ends(self.text, from),
            // The value is not bound yet, so this part can match any text that its definition matches.
            PatternPiece::Again(index) => self.piece_ends(&self.pieces[*index], from),
        }
    }

    fn text_ends(&self, text: &[u8], from: &BTreeSet<usize>) -> BTreeSet<usize> {
        let fits = |at: &&usize| self.text[**at..].starts_with(text);
        from.iter().filter(fits).map(|at| at + text.len()).collect()
    }

    /// Fixes the ends of the remaining parts so that the last one is `end`, with each part as long as possible.
    fn bind(&self, ends: &mut Vec<usize>, end: usize) -> bool {
        let index = ends.len() - 1;
        let at = ends[index];
        let Some(piece) = self.pieces.get(index) else { return at == end };
        let choices = match piece {
            PatternPiece::Again(defined) => {
                let text = &self.text[ends[*defined]..ends[*defined + 1]];
                self.text_ends(text, &BTreeSet::from([at]))
            }
            _ => self.piece_ends(piece, &BTreeSet::from([at])),
        };
        for choice in choices.into_iter().rev() {
            if !self.ends(index + 1, choice).contains(&end) {
                continue;
            }
            ends.push(choice);
            if self.bind(ends, end) {
                return true;
            }
            ends.pop();
        }
        false
    }
}

/// Compiles the regular expression that finds the start of a match.
fn compile(pieces: &[PatternPiece], variables: &Variables) -> Result<Regex, String> {
    let source: String = pieces.iter().map(|piece| to_rust(piece, pieces, variables)).collect();
    let built = RegexBuilder::new(&source).unicode(false).multi_line(true).build();
    built.map_err(|_| "the pattern is too large".to_owned())
}

fn to_rust(piece: &PatternPiece, pieces: &[PatternPiece], variables: &Variables) -> String {
    match piece {
        PatternPiece::Text(text) => EreNode::literal(text).to_rust(),
        PatternPiece::Regex(node) | PatternPiece::Define(_, node) => node.to_rust(),
        PatternPiece::Use(name) => {
            variables.get(name).map_or(String::new(), |text| EreNode::literal(text).to_rust())
        }
        PatternPiece::Again(index) => to_rust(&pieces[*index], pieces, variables),
    }
}

/// Adds the anchors of `--match-full-lines`.
fn full_line(pieces: Vec<PatternPiece>, keep_blanks: bool) -> Vec<PatternPiece> {
    let blanks = || if keep_blanks { EreNode::Cat(Vec::new()) } else { EreNode::blanks() };
    let open = PatternPiece::Regex(EreNode::Cat(vec![EreNode::LineStart, blanks()]));
    let close = PatternPiece::Regex(EreNode::Cat(vec![blanks(), EreNode::LineEnd]));
    let mut all = vec![open];
    all.extend(pieces.into_iter().map(|piece| match piece {
        PatternPiece::Again(index) => PatternPiece::Again(index + 1),
        other => other,
    }));
    all.push(close);
    all
}

fn uses_line(source: &[u8]) -> bool {
    text::find(source, b"[[@LINE", 0).is_some() || text::find(source, b"[[#", 0).is_some()
}

/// The parser of a pattern.
struct PatternParser {
    line: usize,
    pieces: Vec<PatternPiece>,
}

impl PatternParser {
    fn parse(mut self, mut rest: &[u8]) -> Result<Vec<PatternPiece>, String> {
        while !rest.is_empty() {
            rest = match rest {
                [b'{', b'{', rest @ ..] => self.regex(rest)?,
                [b'[', b'[', rest @ ..] => self.block(rest)?,
                _ => self.text(rest),
            };
        }
        Ok(self.pieces)
    }

    fn text<'a>(&mut self, rest: &'a [u8]) -> &'a [u8] {
        let next = |open: &[u8]| text::find(rest, open, 1).unwrap_or(rest.len());
        let end = next(b"{{").min(next(b"[["));
        self.pieces.push(PatternPiece::Text(rest[..end].to_vec()));
        &rest[end..]
    }

    fn regex<'a>(&mut self, rest: &'a [u8]) -> Result<&'a [u8], String> {
        let end = text::find(rest, b"}}", 0).ok_or("`{{` without `}}`")?;
        let node = ere::parse(&rest[..end]).map_err(|fault| regex_fault(&rest[..end], &fault))?;
        self.pieces.push(PatternPiece::Regex(node));
        Ok(&rest[end + 2..])
    }

    fn block<'a>(&mut self, rest: &'a [u8]) -> Result<&'a [u8], String> {
        let end = block_end(rest)?;
        let body = &rest[..end];
        if let Some(number) = body.strip_prefix(b"#") {
            let squeezed: Vec<u8> =
                number.iter().copied().filter(|b| !text::is_blank(*b)).collect();
            let line = squeezed.strip_prefix(b"@LINE");
            self.line_number(line.ok_or(
                "numeric variables are not supported, only `[[#@LINE]]` with `+n` or `-n`",
            )?)?;
        } else if let Some(offset) = body.strip_prefix(b"@LINE") {
            self.line_number(offset)?;
        } else {
            self.variable(body)?;
        }
        Ok(&rest[end + 2..])
    }

    fn line_number(&mut self, offset: &[u8]) -> Result<(), String> {
        let fault = || {
            format!("expected `@LINE`, `@LINE+n` or `@LINE-n`, found `@LINE{}`", text::show(offset))
        };
        let (sign, digits) = offset.split_at(offset.len().min(1));
        let well_formed =
            digits.iter().all(u8::is_ascii_digit) && digits.is_empty() == sign.is_empty();
        let number = std::str::from_utf8(digits).ok().filter(|_| well_formed).ok_or_else(fault)?;
        let number: usize =
            if number.is_empty() { 0 } else { number.parse().map_err(|_| fault())? };
        let line = match sign {
            b"-" => self.line.checked_sub(number),
            b"+" | b"" => self.line.checked_add(number),
            _ => None,
        };
        self.pieces.push(PatternPiece::Text(line.ok_or_else(fault)?.to_string().into_bytes()));
        Ok(())
    }

    fn variable(&mut self, body: &[u8]) -> Result<(), String> {
        let colon = body.iter().position(|b| *b == b':');
        let name = text::show(&body[..colon.unwrap_or(body.len())]);
        if !is_variable(&name) {
            return Err(format!("invalid variable name `{name}`"));
        }
        let piece = match colon {
            Some(colon) => {
                let source = &body[colon + 1..];
                PatternPiece::Define(
                    name,
                    ere::parse(source).map_err(|fault| regex_fault(source, &fault))?,
                )
            }
            None => self.defined(&name).map_or(PatternPiece::Use(name), PatternPiece::Again),
        };
        self.pieces.push(piece);
        Ok(())
    }

    /// Returns the last part of this pattern that defines the name.
    fn defined(&self, name: &str) -> Option<usize> {
        self.pieces
            .iter()
            .rposition(|piece| matches!(piece, PatternPiece::Define(other, _) if other == name))
    }
}

fn regex_fault(source: &[u8], fault: &str) -> String {
    format!("invalid regular expression `{}`: {fault}", text::show(source))
}

/// Returns the start of the `]]` that closes a block. Pairs of brackets in the regular expression are skipped.
fn block_end(body: &[u8]) -> Result<usize, String> {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < body.len() {
        match body[at] {
            b']' if depth == 0 && body[at..].starts_with(b"]]") => return Ok(at),
            b']' => depth = depth.checked_sub(1).ok_or("a `]` without `[` in a variable")?,
            b'[' => depth += 1,
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    Err("`[[` without `]]`".to_owned())
}
