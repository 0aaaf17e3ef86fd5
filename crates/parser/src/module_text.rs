//! The text of a module with the diagnostics about both.

use crate::locate::locate;
use crate::state::Parser;
use ir::diag::{Diag, Sink};
use ir::{Module, Registry};

/// The text of a module, and the diagnostics about it: those of the parser, and those of later phases about the module.
///
/// A diagnostic about a module names a part of the text by an entity and a path. [`ModuleText::take`] replaces them by
/// spans, so that each diagnostic that leaves the text is located.
///
/// ```
/// # use ir as layoutc_ir;
/// use layoutc_ir::{Registry, Verified};
///
/// let registry = Registry::new();
/// let text = "layout.tensor @x : tensor<4x5xf32, {offset = -1}>";
/// let mut source = layoutc_parser::ModuleText::new(text, 0, &registry);
/// let module = source.parse_to_verify().unwrap();
/// assert!(Verified::new(module, &registry, &mut source.sink).is_err());
/// let span = source.take()[0].span();
/// assert_eq!(&text[span.start as usize..span.end as usize], "-1");
/// ```
#[derive(Debug)]
pub struct ModuleText<'a> {
    text: &'a str,
    base: u32,
    registry: &'a Registry,
    /// The diagnostics that are not taken yet. Those about the module have no spans of parts.
    pub sink: Sink,
}

impl<'a> ModuleText<'a> {
    /// Returns a text, whose first byte is at position `base` of the source map.
    pub fn new(text: &'a str, base: u32, registry: &'a Registry) -> ModuleText<'a> {
        ModuleText { text, base, registry, sink: Sink::default() }
    }

    /// Parses the text. `None` if there are errors. The module is not verified.
    pub fn parse(&mut self) -> Option<Module> {
        self.read(true)
    }

    /// Parses the text as [`parse`](Self::parse) does, for a caller that verifies the module next. Descriptors with errors
    /// leave dims without types; the verifier reports these errors together with all others.
    pub fn parse_to_verify(&mut self) -> Option<Module> {
        self.read(false)
    }

    fn read(&mut self, reports_untyped: bool) -> Option<Module> {
        let mut own = Sink::default();
        let mut parser = Parser::new(self.text, self.base, self.registry, &mut own);
        parser.file();
        parser.infer(reports_untyped);
        let module = parser.module;
        let is_sound = !own.has_errors();
        let mut found = own.take();
        // An undefined name is reported at the end of its scope, so the diagnostics are not in the order of the text.
        found.sort_by_key(|diag| diag.span().start);
        found.into_iter().for_each(|diag| self.sink.push(diag));
        is_sound.then_some(module)
    }

    /// Returns the diagnostics with the spans of the parts that they name, and empties the sink. The text is parsed again
    /// if a diagnostic names a part of it. If the text does not contain a part, the smallest enclosing part replaces it,
    /// and a suggestion for it is removed.
    pub fn take(&mut self) -> Vec<Diag> {
        let mut diags = self.sink.diags().to_vec();
        locate(self.text, self.base, self.registry, &mut diags);
        // A panic while locating leaves the diagnostics in the sink.
        self.sink.take();
        diags
    }
}
