//! Tables: ops that state a function from indices to numbers, by values or by a contract.

use crate::attrs::{AttrKind, DenseData};
use crate::dense::dense_ints;
use crate::diag::code;
use crate::encoding::Fault;
use crate::layout::{Range, Table};
use crate::module::{Module, Op};
use crate::print::type_to_string;
use crate::registry::{BlockRole, Registry};
use crate::source::PathStep;

/// The key of the values of a table.
pub(crate) const VALUES: &str = "values";
/// The key of the number of values of a table without values.
pub(crate) const LENGTH: &str = "length";
/// The key of the least number that a value can be.
pub(crate) const LOW: &str = "low";
/// The key of the end of the range of the values.
pub(crate) const END: &str = "end";
/// The key of the unit attribute of a table without two equal values.
pub(crate) const INJECTIVE: &str = "injective";

/// Returns the table that an op states.
///
/// # Errors
/// An attribute is missing or invalid, the values are not nonnegative integers, or the contract cannot be kept.
pub fn read(module: &Module, op: Op) -> Result<Table, Fault> {
    let name = module.symbol(op).unwrap_or_default();
    let Some(attr) = module.attr(op, VALUES) else { return declared(module, op, name) };
    let at_values = |message: String| Fault::new(code::RECORD, message).at([step(VALUES)]);
    let mut contract = [LENGTH, LOW, END, INJECTIVE].into_iter();
    if let Some(key) = contract.find(|key| module.attr(op, key).is_some()) {
        let message = format!("`{key}` of `layout.table` is incompatible with `{VALUES}`");
        return Err(Fault::new(code::OP_ATTRIBUTE, message).at([step(key)]));
    }
    let AttrKind::Dense { ty, data } = module.ctx.attr_kind(attr) else {
        return Err(at_values("the values of a table must be a dense attribute".to_owned()));
    };
    let ints = match &**data {
        DenseData::Raw { bytes, splat } => {
            let most = Table::MAX_LENGTH.unsigned_abs();
            dense_ints(&module.ctx, *ty, (bytes, *splat), most)
        }
        DenseData::Strings(_) => None,
    };
    let Some(ints) = ints else {
        let ty = type_to_string(module, *ty);
        let most = Table::MAX_LENGTH;
        return Err(at_values(format!(
            "the values of a table must be up to {most} integers of 2 to 64 bits that fit `i64`, but are `{ty}`"
        )));
    };
    Table::of_values(name, ints).map_err(at_values)
}

/// Returns the table that a symbol of the module's body names.
///
/// # Errors
/// The symbol is undefined or another op, or the table is malformed.
pub fn find(module: &Module, registry: &Registry, name: &str) -> Result<Table, Fault> {
    let op = module.ops(module.body()).find(|&op| module.symbol(op) == Some(name));
    let is_table = |op: &Op| registry.block_role(module, *op) == Some(BlockRole::Table);
    match op.filter(is_table) {
        Some(op) => read(module, op),
        None => {
            let message = format!("unknown symbol `@{name}`; expected a table");
            Err(Fault::new(code::UNDEFINED_SYMBOL, message))
        }
    }
}

/// Returns the table of a contract.
fn declared(module: &Module, op: Op, name: &str) -> Result<Table, Fault> {
    let [length, low, end] = [LENGTH, LOW, END].map(|key| module.int_attr(op, key));
    let (Some(length), Some(low), Some(end)) = (length, low, end) else {
        let message = "`layout.table` must have values, or a length and the range of its values";
        let note =
            "write `dense<[7, 3]> : tensor<2xi32>`, or `: length 2, values in [0, 8), injective`";
        return Err(Fault::new(code::OP_ATTRIBUTE, message).note(note));
    };
    if end <= low {
        let message = format!("the values of a table are in [{low}, {end}), which has no number");
        return Err(Fault::new(code::RECORD, message).at([step(END)]));
    }
    let is_injective = module.attr(op, INJECTIVE).is_some();
    let table = Table::declared(name, length, Range { low, high: end - 1 }, is_injective);
    table.map_err(|message| Fault::new(code::RECORD, message).at([step(LENGTH)]))
}

fn step(key: &str) -> PathStep {
    PathStep::Attr(key.into())
}
