//! The lines on which statements begin, found from tokens, so that they exist next to syntax errors.

use crate::tokens::{TextToken, TokenKind};

/// The lines of a text that begin outside of lists and types.
#[derive(Debug)]
pub(crate) struct StatementLines {
    /// The lines in order.
    pub(crate) lines: Vec<StatementLine>,
    /// `true` if each bracket has its partner.
    pub(crate) is_balanced: bool,
}

/// The first token of a line, and the braces around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatementLine {
    pub(crate) token: TextToken,
    /// The number of braces that are open before the token. A brace that it closes is not counted.
    pub(crate) depth: usize,
    /// `true` if the token closes a brace.
    pub(crate) is_end: bool,
}

impl StatementLines {
    /// Finds the lines of a text from its tokens. If a bracket lacks its partner, it ends with the next op at the left
    /// edge.
    pub(crate) fn new(text: &str, tokens: &[TextToken]) -> StatementLines {
        let found = StatementLines::find(text, tokens, false);
        if found.is_balanced { found } else { StatementLines::find(text, tokens, true) }
    }

    fn find(text: &str, tokens: &[TextToken], has_edges: bool) -> StatementLines {
        let mut lines = Vec::new();
        let mut open: Vec<u8> = Vec::new();
        let mut is_balanced = true;
        for (at, &token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).map_or(0, |before| tokens[before].end);
            let is_first = at == 0 || text[before..token.start].contains('\n');
            let is_edge = has_edges && text[..token.start].ends_with('\n');
            if is_edge && is_op(text, token) && !open.is_empty() {
                open.clear();
                is_balanced = false;
            }
            let is_end = token.kind == TokenKind::Sign(b'}');
            if is_first && open.last().is_none_or(|&bracket| bracket == b'{') {
                let depth = open.iter().filter(|&&bracket| bracket == b'{').count();
                lines.push(StatementLine {
                    token,
                    depth: depth.saturating_sub(usize::from(is_end)),
                    is_end,
                });
            }
            match token.kind {
                TokenKind::Sign(bracket @ (b'(' | b'[' | b'{')) => open.push(bracket),
                TokenKind::Sign(b')') => is_balanced &= open.pop() == Some(b'('),
                TokenKind::Sign(b']') => is_balanced &= open.pop() == Some(b'['),
                TokenKind::Sign(b'}') => is_balanced &= open.pop() == Some(b'{'),
                _ => {}
            }
        }
        StatementLines { lines, is_balanced: is_balanced && open.is_empty() }
    }
}

/// Returns `true` if a token is the name of an op of the module itself, such as `func.func`.
fn is_op(text: &str, token: TextToken) -> bool {
    token.kind == TokenKind::Word && token.text(text).contains('.')
}
