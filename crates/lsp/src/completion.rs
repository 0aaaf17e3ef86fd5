//! Completion: what may follow the text before the cursor.

use crate::analysis::TextAnalysis;
use crate::tokens::{TextToken, TokenKind};
use ir::Registry;
use ir::attrs::OWN;
use ir::encoding::KEYS;
use ir::layout::{DimsOrder, Format};
use ir::vulkan::FORMATS;
use notation::NOTATIONS;

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompletionItem {
    /// The text that replaces the word before the cursor.
    pub(crate) text: String,
    /// The kind of item in the protocol.
    pub(crate) kind: CompletionKind,
    /// A remark of one line.
    pub(crate) detail: String,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompletionKind {
    /// An op.
    Op,
    /// A value.
    Value,
    /// A symbol or an alias.
    Name,
    /// A key of an encoding.
    Key,
    /// One of the words of a place, such as an order.
    Choice,
}

/// Returns the completions at a byte of a text, sorted by text.
pub(crate) fn completions(
    text: &str,
    analysis: &TextAnalysis,
    registry: &Registry,
    byte: usize,
) -> Vec<CompletionItem> {
    let before = text.get(..byte).unwrap_or_default();
    let mut items = match CompletionContext::at_cursor(before, &analysis.tokens, registry) {
        CompletionContext::Nothing => Vec::new(),
        CompletionContext::Inside("layout.order") => {
            all(DimsOrder::names(), CompletionKind::Choice, "order")
        }
        CompletionContext::Inside("layout.format") => {
            all(Format::all().map(Format::name), CompletionKind::Choice, "format")
        }
        CompletionContext::Inside("layout.reqs") => described(REQUIREMENTS),
        CompletionContext::Inside("layout.choice") => {
            let formats = Format::all().map(Format::name);
            let names = DimsOrder::names().chain(formats).chain(["any", "row_major", "same"]);
            all(names, CompletionKind::Choice, "layout")
        }
        CompletionContext::Inside(_) => Vec::new(),
        CompletionContext::Attribute => {
            let own = OWN.iter().map(|name| format!("layout.{name}"));
            let mut items = all(own, CompletionKind::Choice, "attribute");
            items.extend(names(text, analysis, TokenKind::Alias, byte).into_iter().filter_map(
                |item| {
                    Some(CompletionItem { text: item.text.strip_prefix('#')?.to_owned(), ..item })
                },
            ));
            items
        }
        CompletionContext::VulkanFormat => all(
            FORMATS.iter().map(|format| format.name),
            CompletionKind::Choice,
            "format of Vulkan",
        ),
        CompletionContext::Encoding => all(KEYS.iter(), CompletionKind::Key, "key of a layout"),
        CompletionContext::Notation => {
            let names = NOTATIONS.iter().map(|it| CompletionItem {
                text: format!("{}:", it.name),
                kind: CompletionKind::Choice,
                detail: format!("such as {}", it.example),
            });
            names.collect()
        }
        CompletionContext::Named(kind) => names(text, analysis, kind, byte),
        CompletionContext::Op => ops(registry),
    };
    items.sort_by(|a, b| a.text.cmp(&b.text));
    items.dedup();
    items
}

/// Returns the first byte of the word before a byte, which a completion replaces.
pub(crate) fn word_start(text: &str, byte: usize) -> usize {
    let before = text.get(..byte).unwrap_or_default();
    before
        .rfind(|c: char| {
            !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '%' | '@' | '#' | '!'))
        })
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))
}

/// The kinds of requirements, each with its meaning.
pub(crate) const REQUIREMENTS: &[(&str, &str)] = &[
    ("aligned", "the stride is a multiple of a number of `bits`, `bytes` or `elems`"),
    ("any", "every stride"),
    ("compact", "the stride is that of the next inner dim times its length"),
    ("fixed", "the stride is a number of `bits`, `bytes` or `elems`"),
];

/// The place of the cursor.
#[derive(Debug, PartialEq, Eq)]
enum CompletionContext<'t> {
    /// In a comment or a string: nothing is completed.
    Nothing,
    /// Between the brackets of an attribute of this name.
    Inside(&'t str),
    /// After `#`.
    Attribute,
    /// At a key in the braces of a type.
    Encoding,
    /// In the text of a `layout.notation`.
    Notation,
    /// In the string of `vk_format` or `format`.
    VulkanFormat,
    /// After the sigil of a value, a symbol or a type alias.
    Named(TokenKind),
    /// At the start of an op.
    Op,
}

impl<'t> CompletionContext<'t> {
    fn at_cursor(
        before: &'t str,
        tokens: &[TextToken],
        registry: &Registry,
    ) -> CompletionContext<'t> {
        let count = tokens.partition_point(|token| token.start < before.len());
        let tokens = &tokens[..count];
        if let Some(place) = in_token(before, tokens, registry) {
            return place;
        }
        match innermost_open(tokens) {
            Some(open) if tokens[open].kind == TokenKind::Sign(b'<') => {
                let name = open.checked_sub(1).map(|at| tokens[at].text(before));
                let name = name.and_then(|name| name.strip_prefix('#'));
                name.map_or(CompletionContext::Nothing, CompletionContext::Inside)
            }
            Some(open) if is_encoding(tokens, open) => match is_key(before, &tokens[open..]) {
                true => CompletionContext::Encoding,
                false => CompletionContext::Nothing,
            },
            _ => match attribute_around(before, tokens, before.len()) {
                Some(name) => CompletionContext::Inside(name),
                None => at_statement(before),
            },
        }
    }
}

/// Returns the place in the token that the cursor is in, or after; `None` if the token does not decide it.
fn in_token<'t>(
    before: &'t str,
    tokens: &[TextToken],
    registry: &Registry,
) -> Option<CompletionContext<'t>> {
    let end = before.len();
    let last = tokens.last().filter(|last| last.end >= end)?;
    Some(match last.kind {
        TokenKind::Comment => CompletionContext::Nothing,
        TokenKind::Text if last.end > end || last.start + 1 == end || !before.ends_with('"') => {
            in_string(before, tokens, registry)
        }
        TokenKind::Value | TokenKind::Symbol => CompletionContext::Named(last.kind),
        TokenKind::Alias if before[last.start..].starts_with('!') => {
            CompletionContext::Named(last.kind)
        }
        TokenKind::Alias => CompletionContext::Attribute,
        _ => return None,
    })
}

/// Returns `true` if the word before the cursor is a key of the encoding whose brace is the first token.
fn is_key(before: &str, tokens: &[TextToken]) -> bool {
    let whole = tokens.iter().rev().find(|token| token.end < before.len());
    whole.is_none_or(|token| matches!(token.kind, TokenKind::Sign(b',' | b'{')))
}

/// Returns the place outside of brackets and types: that of an op at the start of a statement, or after `=`.
fn at_statement(before: &str) -> CompletionContext<'_> {
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let head = before[line..].trim_start();
    let head = head.rsplit_once('=').map_or(head, |(_, rest)| rest).trim_start();
    match head.chars().all(|c| c.is_alphanumeric() || "_.".contains(c)) {
        true => CompletionContext::Op,
        false => CompletionContext::Nothing,
    }
}

/// Returns the place in an open string: that of a notation, or nothing.
fn in_string<'t>(
    before: &'t str,
    tokens: &[TextToken],
    registry: &Registry,
) -> CompletionContext<'t> {
    let [.., op, symbol, text] = tokens else { return CompletionContext::Nothing };
    let is_value = symbol.kind == TokenKind::Sign(b'=');
    if is_value && matches!(op.text(before), "vk_format" | "format") {
        return CompletionContext::VulkanFormat;
    }
    let denotes = registry.get(op.text(before)).is_some_and(|def| def.notation.is_some());
    let is_notation = denotes && symbol.kind == TokenKind::Symbol;
    let has_name = before[text.start..].contains(':');
    if is_notation && !has_name { CompletionContext::Notation } else { CompletionContext::Nothing }
}

/// Returns the innermost bracket that is open after the tokens.
fn innermost_open(tokens: &[TextToken]) -> Option<usize> {
    let mut closed = 0;
    for (at, token) in tokens.iter().enumerate().rev() {
        match token.kind {
            // The `>` of an arrow closes nothing.
            TokenKind::Sign(b'>') if at > 0 && tokens[at - 1].kind == TokenKind::Sign(b'-') => {}
            TokenKind::Sign(b')' | b']' | b'}' | b'>') => closed += 1,
            TokenKind::Sign(b'(' | b'[' | b'{' | b'<') if closed == 0 => return Some(at),
            TokenKind::Sign(b'(' | b'[' | b'{' | b'<') => closed -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the name of the attribute of the layout dialect whose brackets are open before a byte, such as `layout.reqs`.
pub(crate) fn attribute_around<'t>(
    text: &'t str,
    tokens: &[TextToken],
    byte: usize,
) -> Option<&'t str> {
    let mut before = &tokens[..tokens.partition_point(|token| token.start < byte)];
    while let Some(open) = innermost_open(before) {
        before = &before[..open];
        let name = before.last().map_or("", |name| name.text(text));
        if name.starts_with("#layout.") {
            return Some(&name[1..]);
        }
    }
    None
}

/// Returns `true` if an open brace is in a type, after a comma: `tensor<4xf32, {`.
fn is_encoding(tokens: &[TextToken], open: usize) -> bool {
    let is_brace = tokens[open].kind == TokenKind::Sign(b'{');
    let after_comma = is_brace && open > 0 && tokens[open - 1].kind == TokenKind::Sign(b',');
    let outer = innermost_open(&tokens[..open]);
    after_comma && outer.is_some_and(|outer| tokens[outer].kind == TokenKind::Sign(b'<'))
}

fn names(text: &str, analysis: &TextAnalysis, kind: TokenKind, byte: usize) -> Vec<CompletionItem> {
    let function = analysis.names.function_at(byte);
    let definitions = analysis.names.definitions().filter(|it| {
        it.token.kind == kind && (kind != TokenKind::Value || it.function == function)
    });
    let item_kind =
        if kind == TokenKind::Value { CompletionKind::Value } else { CompletionKind::Name };
    let texts = definitions.filter(|it| it.token.end < byte || it.token.start > byte);
    all(texts.map(|it| it.token.text(text)), item_kind, "")
}

/// Returns the ops whose custom form is known, and the functions of MLIR.
fn ops(registry: &Registry) -> Vec<CompletionItem> {
    let defs = registry.defs().flat_map(|def| all([&def.name], CompletionKind::Op, &def.summary));
    let forms = registry.forms().filter(|name| registry.get(name).is_none());
    defs.chain(all(forms, CompletionKind::Op, "")).collect()
}

/// Returns the words of a place, each with its meaning.
fn described(words: &[(&str, &str)]) -> Vec<CompletionItem> {
    words.iter().flat_map(|(word, meaning)| all([word], CompletionKind::Choice, meaning)).collect()
}

fn all<T: ToString>(
    texts: impl IntoIterator<Item = T>,
    kind: CompletionKind,
    detail: &str,
) -> Vec<CompletionItem> {
    texts
        .into_iter()
        .map(|text| CompletionItem { text: text.to_string(), kind, detail: detail.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the completions at `|` in a text.
    #[track_caller]
    fn check(marked: &str, expected: &[&str], absent: &[&str]) {
        let byte = marked.find('|').expect("a cursor");
        let text = marked.replacen('|', "", 1);
        let registry = compiler::registry();
        let analysis = TextAnalysis::new(&text, &registry);
        let items = completions(&text, &analysis, &registry, byte);
        let texts: Vec<&str> = items.iter().map(|it| it.text.as_str()).collect();
        let missing: Vec<_> = expected.iter().filter(|it| !texts.contains(it)).collect();
        assert!(missing.is_empty(), "{missing:?} in {texts:?}");
        let extra: Vec<_> = absent.iter().filter(|it| texts.contains(it)).collect();
        assert!(extra.is_empty(), "{extra:?} in {texts:?}");
    }

    #[test]
    fn places_have_their_words() {
        check("lay|", &["layout.tensor", "layout.reorder", "func.func"], &["NHWC"]);
        check("%x = |", &["layout.reorder"], &["NHWC"]);
        check(
            "layout.tensor @x : tensor<1x2x3x4xf16, {order = #layout.order<NH|",
            &["NHWC"],
            &["order"],
        );
        check(
            "layout.tensor @x : tensor<1x2x3x4xf16, {|",
            &["order", "reqs", "strides"],
            &["NHWC"],
        );
        check(
            "layout.tensor @x : tensor<1x2x3x4xf16, {order = #layout.order<NHWC>, re|",
            &["reqs"],
            &[],
        );
        check(
            "layout.tensor @x : tensor<4xf16, {format = #layout.format<ch|",
            &["chw32", "hwc8"],
            &["NHWC"],
        );
        check(
            "layout.tensor @x : tensor<4xf16, {order = #|",
            &["layout.order", "layout.reqs"],
            &["NHWC"],
        );
        check("layout.notation @x \"|\"", &["cute:", "xla:"], &["order"]);
        check(
            "layout.tensor @x : tensor<4xf16> {vk_format = \"VK_|\"}",
            &["VK_FORMAT_R16_SFLOAT"],
            &["cute:"],
        );
        check("vk.tensor_description @x {format = \"|", &["VK_FORMAT_R8_BOOL_ARM"], &["order"]);
        check(
            "layout.tensor @x : tensor<4xf16, {reqs = #layout.reqs<m0: al|",
            &["aligned", "any", "compact", "fixed"],
            &["NHWC"],
        );
        check("#NHWC = affine_map<() -> ()>\nuse #N|", &["NHWC", "layout.order"], &["#NHWC"]);
        check("layout.rule \"a.b\" [#layout.choice<(NH|", &["NHWC", "chw32", "any"], &["order"]);
        check("layout.tensor @x : tensor<4xf32>\nlayout.address @a of @|", &["@x"], &["@"]);
        check("func.func @f(%x: i32) {\n  use %|\n}\nfunc.func @g(%y: i32) {\n}", &["%x"], &["%y"]);
        check("// lay|", &[], &["layout.tensor"]);
    }
}
