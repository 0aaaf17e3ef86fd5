//! Descriptors with symbols: their symbols, and the transforms whose lengths and amounts are expressions over them.
//!
//! ```mlir
//! layout.descriptor @tiles symbols [rows, cols] where affine_set<()[s0, s1] : (s1 mod 8 == 0)> {
//!   %m, %n = layout.packed [rows, cols]
//!   %i = layout.pass_through %m
//!   %j, %k = layout.unmerge %n into [cols floordiv 8, 8]
//!   layout.yield %i, %j, %k
//! }
//! ```
//!
//! An attribute with symbols is a map over them: `lengths = affine_map<()[s0, s1] -> (s1 floordiv 8, 8)>`. Symbol `s0` of
//! the map is the first symbol of the descriptor, whatever its name.

use crate::diag::{Diag, code};
use crate::encoding;
use crate::layout::transform::{FormPiece, TransformKind};
use crate::layout::{
    Decider, DimId, LayoutFault, SymExpr, SymbolSet, SymbolicBuilder, SymbolicFault,
    SymbolicTransform,
};
use crate::module::{Module, Op};
use crate::registry::{SYMBOLS_ATTR, StageOp, SymbolicMemory, WHERE_ATTR};

/// Returns the symbols of a descriptor with their values; `None` if it has none.
///
/// # Errors
/// A name is invalid or occurs twice, there are too many symbols, or the set has other symbols or no value. The attributes
/// have the classes of the op's definition.
pub(crate) fn symbols_of(module: &Module, op: Op) -> Result<Option<SymbolSet>, Box<Diag>> {
    let fault = |key: &str, message: String| {
        Box::new(Diag::error(code::DESCRIPTOR, module.location(op).attr(key), message))
    };
    let set = module.attr(op, WHERE_ATTR);
    let Some(names) = module.attr(op, SYMBOLS_ATTR) else {
        return match set {
            None => Ok(None),
            Some(_) => {
                let message = "`where` of `layout.descriptor` requires `symbols`";
                Err(fault(WHERE_ATTR, message.to_owned()))
            }
        };
    };
    let names = module.ctx.as_array(names).unwrap_or_default();
    if names.is_empty() {
        let message = "`symbols` must have at least one name, but is empty";
        return Err(fault(SYMBOLS_ATTR, message.to_owned()));
    }
    let mut symbols = SymbolSet::new();
    for &name in names {
        let name = module.ctx.as_str(name).unwrap_or_default();
        let declared = symbols.declare(name, 1, i64::MAX, 1);
        declared.map_err(|found| {
            let diag = *fault(SYMBOLS_ATTR, found.message);
            found.notes.into_iter().fold(diag, Diag::note)
        })?;
    }
    if let Some(set) = set {
        let read = encoding::read_set(&module.ctx, set);
        let set = read.map_err(|found| fault(WHERE_ATTR, found.message))?;
        let own = set.num_symbols() as usize;
        if own > symbols.len() {
            let message =
                format!("`where` has {own} symbols, but `symbols` names {}", symbols.len());
            return Err(fault(WHERE_ATTR, message));
        }
        let restricted = encoding::restricted(symbols, set);
        symbols = restricted.map_err(|found| fault(WHERE_ATTR, found.message))?;
        let sample = symbols.sample(&mut Decider::new());
        sample.map_err(|found| fault(WHERE_ATTR, found.message))?;
    }
    Ok(Some(symbols))
}

/// Returns the builder above memory.
pub(super) fn above_memory(
    symbols: SymbolSet,
    memory: SymbolicMemory,
) -> Result<SymbolicBuilder, LayoutFault> {
    let decider = &mut Decider::new();
    let builder = match memory {
        SymbolicMemory::Packed(lengths) => SymbolicBuilder::packed(symbols, lengths, decider),
        SymbolicMemory::Aligned(lengths, align) => {
            SymbolicBuilder::aligned(symbols, lengths, align, decider)
        }
        SymbolicMemory::Strided(lengths, strides, offset) => {
            SymbolicBuilder::strided(symbols, lengths, strides, offset, decider)
        }
    };
    builder.map_err(layout_fault)
}

/// Applies the transform of an op. `None` if an attribute has another class than the definition states.
pub(super) fn apply(
    builder: &mut SymbolicBuilder,
    kind: &TransformKind,
    op: StageOp<'_>,
    operands: &[DimId],
) -> Option<Result<Vec<DimId>, LayoutFault>> {
    let mut attributes: Vec<Vec<SymExpr>> = Vec::new();
    for piece in kind.form.syntax {
        if let FormPiece::Int(key) | FormPiece::Ints(key) = piece {
            match op.exprs(key)? {
                Ok(exprs) => attributes.push(exprs),
                Err(fault) => return Some(Err(fault)),
            }
        }
    }
    let transform = SymbolicTransform::from_attributes(kind.form.name, &attributes);
    let applied =
        transform.and_then(|transform| builder.apply(transform, operands, &mut Decider::new()));
    Some(applied.map_err(layout_fault))
}

/// Returns the fault of a descriptor with the witness and the relation that would be enough as notes.
pub(super) fn layout_fault(fault: SymbolicFault) -> LayoutFault {
    let stage = fault.stage;
    let index = fault.witness.as_ref().is_some_and(|witness| !witness.index.is_empty());
    let message = fault.message.clone();
    let mut found =
        encoding::symbolic_notes(fault).fold(LayoutFault::new(message), LayoutFault::note);
    found.stage = stage;
    found.index = index;
    found
}
