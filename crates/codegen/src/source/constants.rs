//! The sizes and offsets of addressed layouts, as constants: `X_SIZE_BYTES`, `X_OFFSET_BYTES` and `X_SLOTS`.

use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::named_constant::NamedConstant;
use crate::vk::harmless;
use address::arith::AddressFunction;
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::layout::Layout;

const SLOTS: &str = "_SLOTS";
const SIZE: &str = "_SIZE_BYTES";
const OFFSET: &str = "_OFFSET";
const ENDINGS: [&str; 3] = [SLOTS, SIZE, OFFSET];

/// Returns the constants of the layouts that functions address, in the order of their first function. A layout whose
/// size is unknown has none. `taken` are the names of the functions.
pub(super) fn constants(
    layouts: &Layouts<'_>,
    functions: &[AddressFunction<'_>],
    taken: &[String],
) -> Vec<NamedConstant> {
    let symbols: IndexSet<&str> = functions.iter().map(|function| function.source).collect();
    let upper = symbols.iter().map(|symbol| symbol.to_ascii_uppercase());
    let names = identifiers(upper, &Reserved::none(), &ENDINGS);
    let mut unique = UniqueNames::new(taken);
    let mut constants = Vec::new();
    for (name, symbol) in names.iter().zip(symbols) {
        let Ok(layout) = layouts.symbol(symbol) else { continue };
        let name = unique.claim_endings(name, &ENDINGS);
        constants.extend(of_layout(&name, &harmless(symbol), &layout).unwrap_or_default());
    }
    constants
}

fn of_layout(name: &str, symbol: &str, layout: &Layout) -> Option<Vec<NamedConstant>> {
    let slots = layout.allocation().ok()?.get();
    let size = layout.size_in_bytes().ok().map(|size| size.get());
    let least = layout.offset_range().ok()??.0.get();
    let values = [
        (SLOTS, format!("the number of element slots of `@{symbol}`"), Some(slots)),
        (SIZE, format!("the size of `@{symbol}` in bytes"), size.filter(|&size| size >= 0)),
        (OFFSET, format!("the least offset of an element of `@{symbol}` in elements"), Some(least)),
    ];
    let constants = values.into_iter().filter_map(|(ending, comment, value)| {
        Some(NamedConstant::new(name, ending, comment, value?))
    });
    (slots >= 0 && least >= 0).then(|| constants.collect())
}
