//! The kernels that repack records: `layout.kernel @repack from @w to @v`.
//!
//! Such a kernel has no types and no plan. Its moves follow from the two tensors of records ([`RecordTensor::copy_to`]),
//! whose plans the core proves, so there is nothing that an edit could change.

use super::{FILLS_KEY, KERNEL_OP};
use crate::descriptor::Layouts;
use crate::diag::{code, nearest};
use crate::encoding::Fault;
use crate::layout::{RecordCopy, RecordFault, RecordTensor};
use crate::module::{Module, Op};
use crate::records;
use crate::source::PathStep;
use std::rc::Rc;

/// The key of the tensor of records that a kernel reads.
pub(crate) const FROM_KEY: &str = "from";

/// The key of the tensor of records that a kernel writes.
pub(crate) const TO_KEY: &str = "to";

/// A kernel that repacks records.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordKernel<'m> {
    /// The symbols of the source and of the target.
    pub symbols: [&'m str; 2],
    /// The source.
    pub source: Rc<RecordTensor>,
    /// The target.
    pub target: Rc<RecordTensor>,
    /// The moves.
    pub copy: RecordCopy,
    /// `true` if the bits of the target that no move writes are set to zero; `false` if they are kept.
    pub fills_padding: bool,
}

impl<'m> RecordKernel<'m> {
    /// Returns the kernel of an op; `None` if it is another kernel, or no kernel.
    ///
    /// # Errors
    /// A symbol is no tensor of records, or a field of one tensor has no equal in the other.
    pub fn read(layouts: &Layouts<'m>, op: Op) -> Result<Option<RecordKernel<'m>>, Fault> {
        let module = layouts.module();
        if !is_of_records(module, op) {
            return Ok(None);
        }
        let source = tensor(layouts, op, FROM_KEY)?;
        let target = tensor(layouts, op, TO_KEY)?;
        let copy = source.1.copy_to(&target.1);
        let copy = copy.map_err(|fault| misfit([source.0, target.0], fault))?;
        Ok(Some(RecordKernel {
            symbols: [source.0, target.0],
            source: source.1,
            target: target.1,
            copy,
            fills_padding: module.attr(op, FILLS_KEY).is_some(),
        }))
    }
}

/// Returns `true` if an op is a kernel between tensors of records.
pub fn is_of_records(module: &Module, op: Op) -> bool {
    module.name(op) == KERNEL_OP && module.attr(op, FROM_KEY).is_some()
}

/// Returns the tensor of records that a kernel names, with its symbol.
fn tensor<'m>(
    layouts: &Layouts<'m>,
    op: Op,
    key: &'static str,
) -> Result<(&'m str, Rc<RecordTensor>), Fault> {
    let module = layouts.module();
    let name = module.symbol_attr(op, key).unwrap_or_default();
    let path = [PathStep::Attr(key.into())];
    match records::find(layouts, name) {
        Some(found) => Ok((name, found.map_err(|fault| fault.at(path))?)),
        None => {
            let all = module.ops(module.body()).filter_map(|op| module.symbol(op));
            let near = nearest(name, all.filter(|name| layouts.names_records(name)));
            let message = format!("unknown symbol `@{name}`; expected a tensor of records");
            let fault = Fault::new(code::UNDEFINED_SYMBOL, message).at(path);
            Err(Fault { near: near.map(|near| format!("@{near}")), ..fault })
        }
    }
}

/// Returns the fault of two tensors without a copy.
fn misfit([source, target]: [&str; 2], fault: RecordFault) -> Fault {
    let message = format!("`@{source}` cannot be repacked as `@{target}`: {}", fault.message);
    fault.notes.into_iter().fold(Fault::new(code::RECORD, message), Fault::note)
}
