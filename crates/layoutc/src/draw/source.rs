//! The text of a drawn layout in the language.

use compiler::SymbolTable;
use ir::encoding::{self, Reading};
use ir::layout::{Dim, DimsOrder, joined};
use ir::print::type_to_string;
use ir::{Module, Type};

/// Returns the type or the notation of a name. It is empty if the name has neither, as a descriptor.
pub(super) fn source(symbols: &mut SymbolTable<'_>, of: &str) -> String {
    if let Some(notation) = symbols.notation_of(of) {
        return notation.to_owned();
    }
    symbols.type_of(of).map(|ty| type_text(symbols.module(), ty)).unwrap_or_default()
}

/// Returns the text of a type, with the name of its order if that has one.
fn type_text(module: &Module, ty: Type) -> String {
    let text = type_to_string(module, ty);
    let Ok(Some(Reading::Ordered(ordered))) = encoding::read(&module.ctx, ty) else { return text };
    let order = ordered.order();
    match order.name() {
        Some(name) => text.replace(&affine_map(order), &format!("#layout.order<{name}>")),
        None => text,
    }
}

fn affine_map(order: DimsOrder) -> String {
    let dims = joined(Dim::all(order.rank()), ", ");
    format!("affine_map<({dims}) -> ({})>", joined(order.results(), ", "))
}
