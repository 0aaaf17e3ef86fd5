//! An open document: its text, the analysis of that text, and the last valid module.

use crate::analysis::{AnalyzedModule, TextAnalysis};
use crate::text::DocumentText;
use crate::tokens::TextToken;
use ir::Registry;

/// An open document.
#[derive(Debug)]
pub(crate) struct Document {
    /// The version that the editor counts.
    pub(crate) version: i64,
    pub(crate) text: DocumentText,
    /// The analysis of the text.
    pub(crate) analysis: TextAnalysis,
    /// The module of an older version of the text, for hovers next to errors.
    older: Option<AnalyzedModule>,
}

impl Document {
    pub(crate) fn new(version: i64, text: String, registry: &Registry) -> Document {
        let analysis = TextAnalysis::new(&text, registry);
        Document { version, text: DocumentText::new(text), analysis, older: None }
    }

    /// Analyzes a changed text.
    pub(crate) fn update(&mut self, version: i64, registry: &Registry) {
        let analysis = TextAnalysis::new(self.text.as_str(), registry);
        let before = std::mem::replace(&mut self.analysis, analysis);
        self.version = version;
        if let Some(module) = before.module {
            self.older = Some(module);
        }
    }

    /// Returns the module of the text, or of its last valid version.
    pub(crate) fn module(&self) -> Option<&AnalyzedModule> {
        self.analysis.module.as_ref().or(self.older.as_ref())
    }

    /// Returns the symbol of the function in which the name of an occurrence is defined; empty outside of functions.
    pub(crate) fn function_of(&self, number: usize) -> String {
        let names = &self.analysis.names;
        let it = names.occurrence(number);
        let definition = it.definition.map_or(it, |definition| names.occurrence(definition));
        let function = definition.function.map(|function| names.occurrence(function).token);
        function.map_or_else(String::new, |token| token.text(self.text.as_str()).to_owned())
    }

    /// Returns the token that contains a byte, or ends there.
    pub(crate) fn token_at(&self, byte: usize) -> Option<TextToken> {
        let next = self.analysis.tokens.partition_point(|token| token.start <= byte);
        let token = self.analysis.tokens.get(next.checked_sub(1)?)?;
        (byte <= token.end).then_some(*token)
    }

    /// Returns the token before another one.
    pub(crate) fn token_before(&self, token: TextToken) -> Option<TextToken> {
        let at = self.analysis.tokens.partition_point(|it| it.start < token.start);
        self.analysis.tokens.get(at.checked_sub(1)?).copied()
    }
}
