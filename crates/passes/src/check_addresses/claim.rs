//! What a function states of itself in its attribute `layout.address`.

use super::oracle::OracleFunction;
use crate::resolved::{fault, noted};
use address::OffsetUnit;
use address::arith::{ADDRESS_KEY, AddressAttr};
use ir::diag::code;
use ir::encoding::Fault;
use ir::layout::Layout;
use ir::{Module, Op};

/// What a function claims to compute.
pub(super) struct Claim<'m> {
    /// The symbol of the layout; of a kernel, the function and the value that its reorder makes, as `f:%y`.
    pub(super) of: &'m str,
    /// What the attribute states.
    pub(super) attr: AddressAttr<'m>,
}

/// Reads the attribute of a function that has it.
pub(super) fn read(module: &Module, op: Op) -> Result<AddressAttr<'_>, Fault> {
    let attr = module.attr(op, ADDRESS_KEY);
    attr.and_then(|attr| AddressAttr::read(module, attr).ok()).ok_or_else(|| {
        let message = format!("`{ADDRESS_KEY}` of a function is not well formed");
        let note = "it is such as `{lengths = array<i64: 4, 5>, of = @x, unit = \"element\"}`";
        noted(fault(code::OP_ATTRIBUTE, message), note)
    })
}

impl Claim<'_> {
    /// The signature is that of an addressing function of the layout.
    pub(super) fn fits(&self, layout: &Layout, function: &OracleFunction) -> Result<(), Fault> {
        let shape: Vec<Option<i64>> = layout.shape().values().map(|len| len.get()).collect();
        let lengths: Vec<Option<i64>> = self.attr.lengths.iter().copied().map(Some).collect();
        if shape != lengths {
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
            let message = "an addressing function returns an offset, or an offset and an i1";
            return Err(fault(code::TYPE_MISMATCH, message));
        };
        if self.attr.unit == OffsetUnit::Byte && layout.elem().is_none() {
            let message = format!("`@{}` has no bytes: its element type is not known", self.of);
            return Err(fault(code::ADDRESS, message));
        }
        Ok(())
    }

    fn inputs(&self, function: &OracleFunction) -> Result<(), Fault> {
        let (wanted, got) = (self.attr.lengths.len(), function.inputs.len());
        if wanted != got {
            let message =
                format!("the function has {got} arguments, but `@{}` has {wanted} dims", self.of);
            return Err(fault(code::COUNT, message));
        }
        for (place, (&length, &width)) in self.attr.lengths.iter().zip(&function.inputs).enumerate()
        {
            if (length - 1).unsigned_abs().checked_shr(width).unwrap_or(0) != 0 {
                let message = format!(
                    "argument {place} is an i{width}, which does not hold every index below {length}"
                );
                return Err(fault(code::TYPE_MISMATCH, message));
            }
        }
        Ok(())
    }
}
