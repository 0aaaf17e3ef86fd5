//! The sizes and offsets of addressed layouts, as constants: `X_SIZE_BYTES`, `X_OFFSET_BYTES` and `X_SLOTS`.

use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::named_constant::NamedConstant;
use crate::vk::harmless;
use address::AddressForm;
use address::arith::AddressFunction;
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::layout::{Layout, RecordTensor};
use ir::records;

const SLOTS: &str = "_SLOTS";
const SIZE: &str = "_SIZE_BYTES";
const OFFSET: &str = "_OFFSET";
const ENDINGS: [&str; 3] = [SLOTS, SIZE, OFFSET];
const WIDTH: &str = "_WIDTH";
const MASK: &str = "_MASK";
const PART_ENDINGS: [&str; 2] = [WIDTH, MASK];

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
        if let Some(records) = records::find(layouts, symbol) {
            let name = unique.claim_endings(name, &[SIZE]);
            let fields = functions.iter().filter(|function| function.source == symbol);
            constants.extend(of_records(&name, &harmless(symbol), records.ok().as_deref()));
            constants.extend(of_fields(&name, &harmless(symbol), fields, &mut unique));
            continue;
        }
        let Ok(layout) = layouts.symbol(symbol) else { continue };
        let name = unique.claim_endings(name, &ENDINGS);
        constants.extend(of_layout(&name, &harmless(symbol), &layout).unwrap_or_default());
    }
    constants
}

/// Returns the constant of the size of a tensor of records.
fn of_records(name: &str, symbol: &str, records: Option<&RecordTensor>) -> Option<NamedConstant> {
    let size = records?.facts().ok()?.bytes.get();
    let comment = format!("the size of `@{symbol}` in bytes");
    (size >= 0).then(|| NamedConstant::new(name, SIZE, comment, size))
}

/// Returns the constants of the values whose bits functions compute: the width and the mask of each part.
fn of_fields<'f>(
    name: &str,
    symbol: &str,
    functions: impl Iterator<Item = &'f AddressFunction<'f>>,
    unique: &mut UniqueNames,
) -> Vec<NamedConstant> {
    let mut fields: IndexSet<(Option<&str>, &[i64])> = IndexSet::new();
    for function in functions {
        if let AddressForm::Bits(widths) = function.form() {
            fields.insert((function.field, widths));
        }
    }
    let mut constants = Vec::new();
    for (field, widths) in fields {
        let value = field.map_or("an element".to_owned(), |it| format!("field `{}`", harmless(it)));
        let own = field.map_or(String::new(), |field| format!("_{}", field.to_ascii_uppercase()));
        for (part, &width) in widths.iter().enumerate() {
            let (end, of) = match widths.len() {
                1 => (String::new(), value.clone()),
                _ => (part.to_string(), format!("part {part} of {value}")),
            };
            let stem = identifiers([format!("{name}{own}{end}")], &Reserved::none(), &PART_ENDINGS);
            let stem = unique.claim_endings(&stem[0], &PART_ENDINGS);
            let comment = format!("the bits of {of} of `@{symbol}`");
            constants.push(NamedConstant::new(&stem, WIDTH, comment, width));
            // A mask of 64 bits keeps everything.
            let mask = (1..64).contains(&width).then(|| i64::MAX >> (63 - width));
            let comment = format!("the mask of {of} of `@{symbol}` after the shift");
            constants.extend(mask.map(|mask| NamedConstant::new(&stem, MASK, comment, mask)));
        }
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
