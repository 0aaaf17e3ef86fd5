//! Semantic tokens: the kind of each token, for colors.

use crate::analysis::Analysis;
use crate::text::DocumentText;
use crate::tokens::{Token, TokenKind};

/// The kinds of tokens in the protocol; a token has the number of its kind.
pub(crate) const LEGEND: &[&str] =
    &["variable", "function", "label", "macro", "keyword", "type", "string", "number", "comment"];

/// Returns the tokens in the protocol's form: five numbers for each, relative to the token before it.
pub(crate) fn semantic_tokens(text: &DocumentText, analysis: &Analysis) -> Vec<u32> {
    let mut data = Vec::with_capacity(analysis.tokens.len() * 5);
    let (mut line, mut unit) = (0, 0);
    for token in &analysis.tokens {
        let Some(kind) = kind(text.as_str(), token) else { continue };
        let start = text.position(token.start);
        let units = token.text(text.as_str()).encode_utf16().count();
        let length = u32::try_from(units).unwrap_or(u32::MAX);
        let from = if start.line == line { unit } else { 0 };
        data.extend([start.line - line, start.unit - from, length, kind, 0]);
        (line, unit) = (start.line, start.unit);
    }
    data
}

fn kind(text: &str, token: &Token) -> Option<u32> {
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
