//! The memory plans of functions as constants: the size and the alignment of each arena, and the offsets of values.

use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::named_constant::NamedConstant;
use crate::vk::harmless;
use ir::arena::{ARENA_ALIGNMENT_ATTR, ARENA_SIZE_ATTR, FunctionBuffers, ranges};
use ir::print::ValueNames;
use ir::{Module, Op, Registry};

const SIZE: &str = "_ARENA_SIZE_BYTES";
const ALIGNMENT: &str = "_ARENA_ALIGNMENT_BYTES";
const OFFSET: &str = "_ARENA_OFFSET_BYTES";

/// Returns the functions of a module that have a memory plan, each with its symbol.
fn planned<'m>(module: &'m Module, registry: &Registry) -> Vec<(Op, &'m str)> {
    if module.ctx.find_name(ARENA_SIZE_ATTR).is_none() {
        return Vec::new();
    }
    let functions = registry.ops_with(module, |def| def.function.is_some());
    let planned = functions.filter(|&op| module.int_attr(op, ARENA_SIZE_ATTR).is_some());
    planned.map(|op| (op, module.symbol(op).unwrap_or_default())).collect()
}

/// Returns the sizes and the alignments of the arenas of a module. `taken` are names in use.
pub(crate) fn arenas(
    module: &Module,
    registry: &Registry,
    taken: &mut UniqueNames,
) -> Vec<NamedConstant> {
    let functions = planned(module, registry);
    let upper = functions.iter().map(|(_, symbol)| symbol.to_ascii_uppercase());
    let stems = identifiers(upper, &Reserved::none(), &[SIZE, ALIGNMENT]);
    let named = functions.into_iter().zip(stems);
    let constants = named.flat_map(|((function, symbol), stem)| {
        let stem = taken.claim_endings(&stem, &[SIZE, ALIGNMENT]);
        let name = harmless(symbol);
        let size = module.int_attr(function, ARENA_SIZE_ATTR).unwrap_or(0);
        let alignment = module.int_attr(function, ARENA_ALIGNMENT_ATTR).unwrap_or(1);
        let of_size = format!("the size of the arena of `@{name}` in bytes");
        let of_alignment = format!("the alignment of the arena of `@{name}` in bytes");
        [
            NamedConstant::new(&stem, SIZE, of_size, size),
            NamedConstant::new(&stem, ALIGNMENT, of_alignment, alignment),
        ]
    });
    constants.collect()
}

/// Returns the offset of the buffer of each value in its arena.
pub(crate) fn offsets(
    module: &Module,
    registry: &Registry,
    taken: &mut UniqueNames,
) -> Vec<NamedConstant> {
    let names = ValueNames::new(module, registry);
    let mut constants = Vec::new();
    for (function, symbol) in planned(module, registry) {
        let buffers = FunctionBuffers::new(module, registry, function);
        let listed: Vec<_> = buffers.ops().flat_map(|op| ranges(module, op)).collect();
        let symbols = listed
            .iter()
            .map(|(value, _)| format!("{symbol}_{}", names.get(*value)).to_ascii_uppercase());
        let stems = identifiers(symbols, &Reserved::none(), &[OFFSET]);
        for ((value, range), stem) in listed.iter().zip(stems) {
            let stem = taken.claim_endings(&stem, &[OFFSET]);
            let value = harmless(&names.get(*value));
            let function = harmless(symbol);
            let comment = format!(
                "the offset of the buffer of `%{value}` in the arena of `@{function}`, in bytes"
            );
            // The verifier checked that the range is in the arena, whose size has 63 bits.
            let offset = i64::try_from(range.offset).unwrap_or(i64::MAX);
            constants.push(NamedConstant::new(&stem, OFFSET, comment, offset));
        }
    }
    constants
}
