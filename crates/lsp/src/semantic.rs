//! Semantic tokens: the kind of each token, for colors.

use crate::analysis::TextAnalysis;
use crate::text::DocumentText;
use crate::tokens::{TextToken, TokenKind};
use std::ops::Range;

/// The kinds of tokens in the protocol; a token has the number of its kind.
pub(crate) const LEGEND: &[&str] =
    &["variable", "function", "label", "macro", "keyword", "type", "string", "number", "comment"];

/// Returns the tokens in the protocol's form: five numbers for each, relative to the token before it.
pub(crate) fn semantic_tokens(text: &DocumentText, analysis: &TextAnalysis) -> Vec<u32> {
    let document = text.as_str();
    let mut data = Vec::with_capacity(analysis.tokens.len() * 5);
    let mut before = 0;
    for token in &analysis.tokens {
        let Some(kind) = kind(document, token) else { continue };
        let between = &document[before..token.start];
        let lines = u32::try_from(between.matches('\n').count()).unwrap_or(u32::MAX);
        let from = between.rfind('\n').map_or(before, |at| before + at + 1);
        let start = units(document, from..token.start);
        data.extend([lines, start, units(document, token.range()), kind, 0]);
        before = token.start;
    }
    data
}

/// Returns the number of UTF-16 units of a part of a text.
fn units(text: &str, bytes: Range<usize>) -> u32 {
    let units = text.get(bytes).map_or(0, |part| part.encode_utf16().count());
    u32::try_from(units).unwrap_or(u32::MAX)
}

fn kind(text: &str, token: &TextToken) -> Option<u32> {
    let name = match token.kind {
        TokenKind::Value => "variable",
        TokenKind::Symbol => "function",
        TokenKind::Block => "label",
        TokenKind::Alias if token.text(text).starts_with('!') => "type",
        TokenKind::Alias => "macro",
        TokenKind::Word if token.text(text).contains('.') => "keyword",
        TokenKind::Word => return None,
        TokenKind::Text => "string",
        TokenKind::Number => "number",
        TokenKind::Comment => "comment",
        TokenKind::Sign(_) => return None,
    };
    let at = LEGEND.iter().position(|&it| it == name)?;
    u32::try_from(at).ok()
}
