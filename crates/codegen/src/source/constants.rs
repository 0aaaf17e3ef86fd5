//! The sizes and offsets of addressed layouts, as constants: `X_SIZE_BYTES`, `X_OFFSET_BYTES` and `X_SLOTS`.

use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::vk::harmless;
use address::arith::AddressFunction;
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::layout::Layout;

/// A constant of a layout.
pub(crate) struct LayoutConstant {
    /// The identifier, in upper case.
    pub(crate) name: String,
    /// The meaning, for a comment.
    pub(crate) comment: String,
    /// The value, at least 0.
    pub(crate) value: u64,
}

impl LayoutConstant {
    /// Returns `true` if the value needs more than 32 bits.
    pub(crate) fn is_wide(&self) -> bool {
        self.value > u32::MAX.into()
    }
}

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
) -> Vec<LayoutConstant> {
    let symbols: IndexSet<&str> = functions.iter().map(|function| function.source).collect();
    let symbols: Vec<&str> = symbols.into_iter().collect();
    let upper: Vec<String> = symbols.iter().map(|symbol| symbol.to_ascii_uppercase()).collect();
    let upper: Vec<&str> = upper.iter().map(String::as_str).collect();
    let names = identifiers(&upper, &Reserved::none(), &ENDINGS);
    let mut unique = UniqueNames::new(&[]);
    taken.iter().for_each(|name| drop(unique.claim(name)));
    let mut constants = Vec::new();
    for (name, symbol) in names.iter().zip(symbols) {
        let Ok(layout) = layouts.symbol(symbol) else { continue };
        let name = unique.claim_endings(name, &ENDINGS);
        constants.extend(of_layout(&name, &harmless(symbol), &layout).unwrap_or_default());
    }
    constants
}

fn of_layout(name: &str, symbol: &str, layout: &Layout) -> Option<Vec<LayoutConstant>> {
    fn number(value: i64) -> Option<u64> {
        u64::try_from(value).ok()
    }
    let slots = number(layout.allocation().ok()?.get())?;
    let mut constants = vec![LayoutConstant {
        name: format!("{name}{SLOTS}"),
        comment: format!("the number of element slots of `@{symbol}`"),
        value: slots,
    }];
    if let Some(size) = layout.size_in_bytes().ok().and_then(|size| number(size.get())) {
        constants.push(LayoutConstant {
            name: format!("{name}{SIZE}"),
            comment: format!("the size of `@{symbol}` in bytes"),
            value: size,
        });
    }
    let least = layout.offset_range().ok()??.0;
    constants.push(LayoutConstant {
        name: format!("{name}{OFFSET}"),
        comment: format!("the least offset of an element of `@{symbol}` in elements"),
        value: number(least.get())?,
    });
    Some(constants)
}
