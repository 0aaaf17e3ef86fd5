//! An open document: its text, the analysis of that text, and a module next to errors.

use crate::analysis::{AnalyzedModule, TextAnalysis};
use crate::recovery::recovered;
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
    /// The module of the statements without errors, if no version of the text was valid.
    recovered: Option<AnalyzedModule>,
}

impl Document {
    pub(crate) fn new(version: i64, text: String, registry: &Registry) -> Document {
        let analysis = TextAnalysis::new(&text, registry);
        let text = DocumentText::new(text);
        let mut document = Document { version, text, analysis, older: None, recovered: None };
        document.recover(registry);
        document
    }

    /// Analyzes a changed text.
    pub(crate) fn update(&mut self, version: i64, registry: &Registry) {
        let analysis = TextAnalysis::new(self.text.as_str(), registry);
        let before = std::mem::replace(&mut self.analysis, analysis);
        self.version = version;
        if let Some(module) = before.module {
            self.older = Some(module);
        }
        self.recover(registry);
    }

    /// Reads the statements without errors if no version of the text was valid.
    fn recover(&mut self, registry: &Registry) {
        let TextAnalysis { tokens, diags, module, .. } = &self.analysis;
        self.recovered = match module.as_ref().or(self.older.as_ref()) {
            Some(_) => None,
            None => recovered(self.text.as_str(), tokens, diags, registry),
        };
    }

    /// Returns the module of the text, or of its last valid version, or of its statements without errors.
    pub(crate) fn module(&self) -> Option<&AnalyzedModule> {
        let module = self.analysis.module.as_ref();
        module.or(self.older.as_ref()).or(self.recovered.as_ref())
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
