//! The answers of the server about a place in a document, as the protocol's JSON.

use crate::analysis::TextAnalysis;
use crate::completion::{self, CompletionKind, REQUIREMENTS};
use crate::document::Document;
use crate::edits::{self, TextEdit};
use crate::facts::TensorFacts;
use crate::names::NameOccurrence;
use crate::text::{DocumentText, TextPosition};
use crate::tokens::{TextToken, TokenKind};
use ir::Registry;
use ir::diag::{Diag, Severity};
use ir::layout::{DimsOrder, Format, joined};
use ir::source::Span;
use serde_json::{Value as Json, json};
use std::ops::Range;

/// Returns a range of bytes in the protocol's form.
pub(crate) fn range(text: &DocumentText, bytes: Range<usize>) -> Json {
    json!({ "start": position(text, bytes.start), "end": position(text, bytes.end) })
}

fn position(text: &DocumentText, byte: usize) -> Json {
    let TextPosition { line, unit } = text.position(byte);
    json!({ "line": line, "character": unit })
}

/// Returns a range of bytes of a document in the protocol's form.
fn location(document: &Document, uri: &str, bytes: Range<usize>) -> Json {
    json!({ "uri": uri, "range": range(&document.text, bytes) })
}

fn bytes_of(span: Span, text: &DocumentText) -> Range<usize> {
    let end = text.as_str().len();
    if !span.is_some() {
        return 0..0;
    }
    (span.start as usize).min(end)..(span.end as usize).min(end)
}

/// Returns a diagnostic. Notes about other places are related information, the others follow the message.
pub(crate) fn diagnostic(document: &Document, uri: &str, diag: &Diag) -> Json {
    let text = &document.text;
    let mut message = diag.message.clone();
    let mut related = Vec::new();
    for label in diag.labels.iter().filter(|label| !label.is_primary && label.span.is_some()) {
        let location = location(document, uri, bytes_of(label.span, text));
        related.push(json!({ "location": location, "message": label.text }));
    }
    for note in &diag.notes {
        if note.span.is_some() {
            let location = location(document, uri, bytes_of(note.span, text));
            related.push(json!({ "location": location, "message": note.message }));
        } else {
            message += &format!("\nnote: {}", note.message);
        }
    }
    let severity = match diag.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Remark => 3,
    };
    json!({
        "range": range(text, bytes_of(diag.span(), text)),
        "severity": severity,
        "code": diag.code.to_string(),
        "source": "layoutc",
        "message": message,
        "relatedInformation": related,
    })
}

/// Returns the edits that suggestions propose for a range.
pub(crate) fn actions(document: &Document, uri: &str, at: Range<usize>) -> Json {
    let text = &document.text;
    let diags = document.analysis.diags.iter().filter(|diag| {
        let span = bytes_of(diag.span(), text);
        span.start <= at.end && at.start <= span.end
    });
    let actions = diags.flat_map(|diag| {
        diag.suggestions.iter().filter(|it| it.span.is_some()).map(move |suggestion| {
            let edit = json!({ "range": range(text, bytes_of(suggestion.span, text)), "newText": suggestion.text });
            json!({
                "title": format!("Replace by `{}`", suggestion.text),
                "kind": "quickfix",
                "isPreferred": diag.suggestions.len() == 1,
                "diagnostics": [diagnostic(document, uri, diag)],
                "edit": { "changes": { uri: [edit] } },
            })
        })
    });
    Json::Array(actions.collect())
}

/// Returns what is known about the name or the word at a byte.
pub(crate) fn hover(document: &Document, registry: &Registry, byte: usize) -> Json {
    let facts = match document.analysis.names.at(byte) {
        Some(number) => {
            let it = document.analysis.names.occurrence(number);
            named_facts(document, registry, number, it).map(|facts| (it.token, facts))
        }
        None => document
            .token_at(byte)
            .and_then(|word| Some((word, word_facts(document, word, registry)?))),
    };
    facts.map_or(Json::Null, |(token, facts)| contents(document, token.range(), &facts))
}

fn contents(document: &Document, bytes: Range<usize>, text: &str) -> Json {
    let contents = json!({ "kind": "markdown", "value": text });
    json!({ "contents": contents, "range": range(&document.text, bytes) })
}

fn named_facts(
    document: &Document,
    registry: &Registry,
    number: usize,
    it: NameOccurrence,
) -> Option<String> {
    let text = document.text.as_str();
    let name = it.token.text(text);
    if it.token.kind == TokenKind::Alias {
        let definition = document.analysis.names.definition(number)?;
        let line = document.text.position(definition.start).line;
        return Some(format!("`{}`", text[document.text.line(line)].trim()));
    }
    let mut facts = TensorFacts::new(document.module()?, registry);
    match it.token.kind {
        TokenKind::Symbol => facts.of_symbol(name),
        TokenKind::Value => {
            let values = facts.values(&document.function_of(number), name);
            let all = values.into_iter().map(|value| facts.of_value(name, value));
            Some(joined(all, "\n")).filter(|text| !text.is_empty())
        }
        _ => None,
    }
}

/// Returns what a word means: an op, or in an attribute of the dialect an order, a format or a requirement.
fn word_facts(document: &Document, word: TextToken, registry: &Registry) -> Option<String> {
    let text = document.text.as_str();
    let name = word.text(text);
    if let Some(def) = registry.get(name.trim_matches('"')) {
        return Some(format!("`{}`: {}", def.name, def.summary));
    }
    completion::attribute_around(text, &document.analysis.tokens, word.start)?;
    if let Some(order) = DimsOrder::from_name(name) {
        let dims = joined(order.results(), ", ");
        return Some(format!("order `{name}`: {dims} in memory, outermost first"));
    }
    if let Some(format) = Format::from_name(name) {
        return Some(format!("format `{}`: {}", format.name(), format.summary()));
    }
    let requirement = REQUIREMENTS.iter().find(|(word, _)| *word == name);
    requirement.map(|(word, meaning)| format!("requirement `{word}`: {meaning}"))
}

/// Returns the location of the definition of the name at a byte.
pub(crate) fn definition(document: &Document, uri: &str, byte: usize) -> Json {
    let names = &document.analysis.names;
    let found = names.at(byte).and_then(|number| names.definition(number));
    found.map_or(Json::Null, |token| location(document, uri, token.range()))
}

/// Returns the places of the name at a byte.
pub(crate) fn references(
    document: &Document,
    uri: &str,
    byte: usize,
    with_definition: bool,
) -> Json {
    let names = &document.analysis.names;
    let Some(number) = names.at(byte) else { return json!([]) };
    let definition = names.definition(number);
    let kept =
        names.references(number).filter(|it| with_definition || Some(it.token) != definition);
    Json::Array(kept.map(|it| location(document, uri, it.token.range())).collect())
}

/// Returns the edits that rename the name at a byte.
///
/// # Errors
/// There is no name, or it cannot be renamed.
pub(crate) fn rename(
    document: &Document,
    uri: &str,
    byte: usize,
    to: &str,
) -> Result<Json, String> {
    let names = &document.analysis.names;
    let number = names.at(byte).ok_or("there is no name at this position")?;
    let edits = edits::rename(document.text.as_str(), names, number, to)?;
    Ok(json!({ "changes": { uri: text_edits(document, &edits) } }))
}

/// Returns the edits that indent the document.
pub(crate) fn formatting(document: &Document) -> Json {
    text_edits(document, &edits::formatting(document.text.as_str(), &document.analysis.tokens))
}

fn text_edits(document: &Document, edits: &[TextEdit]) -> Json {
    let edits = edits.iter();
    edits
        .map(|edit| json!({ "range": range(&document.text, edit.bytes.clone()), "newText": edit.text }))
        .collect()
}

/// Returns the symbols of the document.
pub(crate) fn symbols(document: &Document) -> Json {
    let text = document.text.as_str();
    let definitions = document.analysis.names.definitions();
    let symbols = definitions.filter(|it| it.token.kind == TokenKind::Symbol).map(|it| {
        let line = document.text.position(it.token.start).line;
        let own = range(&document.text, it.token.range());
        let op = document.token_before(it.token).map_or("", |op| op.text(text));
        let is_function = op.starts_with("func") || op == "private";
        json!({
            "name": it.token.text(text),
            "detail": op,
            "kind": if is_function { 12 } else { 13 },
            "range": range(&document.text, document.text.line(line)),
            "selectionRange": own,
        })
    });
    Json::Array(symbols.collect())
}

/// Returns the resolved strides after the definition of each tensor value in a range.
pub(crate) fn inlays(document: &Document, registry: &Registry, bytes: Range<usize>) -> Json {
    // The names of an older module are at other places.
    let Some(module) = document.analysis.module.as_ref() else { return json!([]) };
    let mut facts = TensorFacts::new(module, registry);
    let names = &document.analysis.names;
    let text = document.text.as_str();
    let values = names.definitions().filter(|it| it.token.kind == TokenKind::Value);
    let inside = values.filter(|it| bytes.contains(&it.token.start));
    let hints = inside.filter_map(|it| {
        let number = names.at(it.token.start)?;
        let values = facts.values(&document.function_of(number), it.token.text(text));
        let [value] = values[..] else { return None };
        let position = position(&document.text, it.token.end);
        let label = format!(" {}", facts.inlay(value)?);
        Some(json!({ "position": position, "label": label, "kind": 1 }))
    });
    Json::Array(hints.collect())
}

/// Returns the completions at a byte.
pub(crate) fn completions(document: &Document, registry: &Registry, byte: usize) -> Json {
    let text: &str = document.text.as_str();
    let analysis: &TextAnalysis = &document.analysis;
    let start = completion::word_start(text, byte);
    let start = if text[start..byte].starts_with('#') { start + 1 } else { start };
    let items = completion::completions(text, analysis, registry, byte);
    let replaced = range(&document.text, start..byte);
    let items = items.into_iter().map(|item| {
        let kind = match item.kind {
            CompletionKind::Op => 3,
            CompletionKind::Value => 6,
            CompletionKind::Name => 18,
            CompletionKind::Key => 10,
            CompletionKind::Choice => 12,
        };
        let edit = json!({ "range": replaced, "newText": item.text });
        json!({ "label": item.text, "kind": kind, "detail": item.detail, "textEdit": edit })
    });
    Json::Array(items.collect())
}
