//! The attribute `layout.address` of a function, which states what the function computes.

use super::oracle::OracleFunction;
use crate::resolved::{fault, noted};
use address::OffsetUnit;
use address::arith::{ADDRESS_KEY, AddressAttr};
use ir::diag::{code, counted};
use ir::encoding::Fault;
use ir::layout::Layout;
use ir::{Module, Op};

/// The statement of a function about its results.
pub(super) struct Claim<'m> {
    /// The symbol of the layout. For a kernel, the function and the result of its reorder, such as `f:%y`.
    pub(super) of: &'m str,
    /// The contents of the attribute.
    pub(super) attr: AddressAttr<'m>,
}

/// Reads the attribute `layout.address` of a function.
pub(super) fn read(module: &Module, op: Op) -> Result<AddressAttr<'_>, Fault> {
    let read = match module.attr(op, ADDRESS_KEY) {
        Some(attr) => AddressAttr::read(module, attr),
        None => Err(format!("missing attribute `{ADDRESS_KEY}` of a function")),
    };
    read.map_err(|message| {
        let note = "expected an attribute such as `{lengths = array<i64: 4, 5>, of = @x, unit = \"element\"}`";
        noted(fault(code::OP_ATTRIBUTE, message), note)
    })
}

impl Claim<'_> {
    /// Checks that the signature of the function is that of an addressing function of the layout.
    pub(super) fn fits(&self, layout: &Layout, function: &OracleFunction) -> Result<(), Fault> {
        let shape: Vec<Option<i64>> = layout.shape().values().map(|len| len.get()).collect();
        let lengths = &self.attr.lengths;
        // The lengths of the attribute bound a dynamic length.
        let agree = |(own, &length): (&Option<i64>, &i64)| own.is_none_or(|own| own == length);
        if shape.len() != lengths.len() || !shape.iter().zip(lengths).all(agree) {
            let message = format!(
                "`{ADDRESS_KEY}` has lengths {:?}, but `@{}` has {}",
                self.attr.lengths,
                self.of,
                layout.shape()
            );
            return Err(fault(code::ADDRESS_DIFFERS, message));
        }
        self.inputs(function)?;
        let ([_] | [_, 1]) = function.outputs.as_slice() else {
            let message = "an addressing function must return an offset, or an offset and an i1";
            return Err(fault(code::TYPE_MISMATCH, message));
        };
        if self.attr.unit == OffsetUnit::Byte && layout.elem().is_none() {
            let message =
                format!("`@{}` has no byte offsets, because its element type is unknown", self.of);
            return Err(fault(code::ADDRESS, message));
        }
        Ok(())
    }

    fn inputs(&self, function: &OracleFunction) -> Result<(), Fault> {
        let (required, got) = (self.attr.lengths.len(), function.inputs.len());
        if required != got {
            let message = format!(
                "the function has {}, but `@{}` has {}",
                counted(got, "argument"),
                self.of,
                counted(required, "dim")
            );
            return Err(fault(code::COUNT, message));
        }
        for (place, (&length, &width)) in self.attr.lengths.iter().zip(&function.inputs).enumerate()
        {
            if (length - 1).unsigned_abs().checked_shr(width).unwrap_or(0) != 0 {
                let message = format!(
                    "argument {place} has type `i{width}`, but must hold every index below {length}"
                );
                return Err(fault(code::TYPE_MISMATCH, message));
            }
        }
        Ok(())
    }
}
