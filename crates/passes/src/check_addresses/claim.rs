//! The attribute `layout.address` of a function, which states what the function computes.

use super::oracle::OracleFunction;
use crate::addressed::of_form;
use address::arith::{ADDRESS_KEY, AddressAttr};
use address::{AddressForm, OffsetUnit};
use ir::diag::{code, counted};
use ir::encoding::Fault;
use ir::layout::{Layout, Range};
use ir::{Module, Op};
use std::rc::Rc;

/// The statement of a function about its results.
pub(super) struct Claim<'m> {
    /// The symbol of the layout, or of the kernel.
    pub(super) of: &'m str,
    /// The contents of the attribute.
    pub(super) attr: AddressAttr<'m>,
    /// The range of each argument.
    pub(super) ranges: Vec<Range>,
}

/// Reads the attribute `layout.address` of a function.
pub(super) fn read(module: &Module, op: Op) -> Result<AddressAttr<'_>, Fault> {
    let read = match module.attr(op, ADDRESS_KEY) {
        Some(attr) => AddressAttr::read(module, attr),
        None => Err(format!("missing attribute `{ADDRESS_KEY}` of a function")),
    };
    read.map_err(|message| {
        let note = "expected an attribute such as `{lengths = array<i64: 4, 5>, of = @x, unit = \"element\"}`";
        Fault::new(code::OP_ATTRIBUTE, message).note(note)
    })
}

impl<'m> Claim<'m> {
    pub(super) fn new(of: &'m str, attr: AddressAttr<'m>) -> Claim<'m> {
        let ranges = attr.signature.params();
        Claim { of, attr, ranges }
    }

    /// Returns the constant that the function adds to the index; `None` if its form has none.
    pub(super) fn step(&self) -> Option<&[i64]> {
        match &self.attr.signature.form {
            AddressForm::Step(step) => Some(step),
            _ => None,
        }
    }

    /// Returns the slots that the function accepts; `None` if it is not an inverse.
    pub(super) fn slots(&self) -> Option<Range> {
        let is_inverse = self.attr.signature.form == AddressForm::Inverse;
        self.attr.signature.offsets.filter(|_| is_inverse)
    }

    /// Returns the range of each component of the index that the function is called with.
    pub(super) fn index(&self) -> &[Range] {
        &self.ranges[..self.attr.signature.lengths.len()]
    }

    /// Returns the layout that the index of the function, or that of its step, is an index of.
    ///
    /// # Errors
    /// The layout that the function names does not have the vectors of the function.
    pub(super) fn of_form(&self, layout: Rc<Layout>) -> Result<Rc<Layout>, Fault> {
        match &self.attr.signature.form {
            // The comparison adds the step itself.
            AddressForm::Step(_) => Ok(layout),
            form => of_form(layout, form, self.of),
        }
    }

    /// Checks that the signature of the function is that of an addressing function of the layout.
    pub(super) fn fits(&self, layout: &Layout, function: &OracleFunction) -> Result<(), Fault> {
        let shape: Vec<Option<i64>> = layout.shape().values().map(|len| len.get()).collect();
        let lengths = &self.attr.signature.lengths;
        // The lengths of the attribute bound a dynamic length.
        if shape.len() != lengths.len()
            || !shape.iter().zip(lengths).all(|(own, &length)| own.is_none_or(|own| own == length))
        {
            let message = format!(
                "`{ADDRESS_KEY}` has lengths {:?}, but `@{}` has {}",
                lengths,
                self.of,
                layout.shape()
            );
            return Err(Fault::new(code::ADDRESS_DIFFERS, message));
        }
        self.inputs(function)?;
        match self.slots() {
            Some(slots) => self.inverse(layout, function, slots)?,
            None if !matches!(function.outputs.as_slice(), [_] | [_, 1]) => {
                let message =
                    "an addressing function must return an offset, or an offset and an i1";
                return Err(Fault::new(code::TYPE_MISMATCH, message));
            }
            None => {}
        }
        if self.attr.unit == OffsetUnit::Byte && layout.elem().is_none() {
            let message =
                format!("`@{}` has no byte offsets, because its element type is unknown", self.of);
            return Err(Fault::new(code::ADDRESS, message));
        }
        Ok(())
    }

    /// Checks that the function accepts the slots of a layout, and returns an index and an `i1`.
    fn inverse(
        &self,
        layout: &Layout,
        function: &OracleFunction,
        slots: Range,
    ) -> Result<(), Fault> {
        let of = self.of;
        let own = layout.slot_range().map_err(|error| {
            Fault::new(code::ADDRESS, format!("the slots of `@{of}` cannot be counted: {error}"))
        })?;
        if slots != own {
            let [own, slots] = [own, slots].map(|Range { low, high }| format!("{low} to {high}"));
            let message = format!("`@{of}` has slots {own}, but `offsets` are {slots}");
            return Err(Fault::new(code::ADDRESS_DIFFERS, message));
        }
        let rank = layout.shape().len();
        match function.outputs.split_last() {
            Some((1, components)) if components.len() == rank => {}
            _ => {
                let rank = counted(rank, "index component");
                let message = format!("an inverse of `@{of}` must return {rank} and an i1");
                return Err(Fault::new(code::TYPE_MISMATCH, message));
            }
        }
        if self.attr.unit != OffsetUnit::Element {
            let message = "an inverse reads slots, so its `unit` must be \"element\"";
            return Err(Fault::new(code::OP_ATTRIBUTE, message));
        }
        Ok(())
    }

    /// Checks that the function has an argument for each parameter, which holds its range.
    pub(super) fn inputs(&self, function: &OracleFunction) -> Result<(), Fault> {
        let required = self.ranges.len();
        let got = function.inputs.len();
        if required != got {
            let message = format!(
                "the function has {}, but `@{}` has {}",
                counted(got, "argument"),
                self.of,
                match self.attr.signature.offsets {
                    None if !self.attr.signature.symbols.is_empty() => {
                        let symbols = self.attr.signature.symbols.len();
                        let dims = counted(required - symbols, "dim");
                        format!("{dims} and the function {}", counted(symbols, "symbol"))
                    }
                    None => counted(required, "dim"),
                    Some(_) if self.slots().is_some() => "a slot".to_owned(),
                    Some(_) => format!("{} and an offset", counted(required - 1, "dim")),
                }
            );
            return Err(Fault::new(code::COUNT, message));
        }
        for (place, (&range, &width)) in self.ranges.iter().zip(&function.inputs).enumerate() {
            if !holds(width, range) {
                let Range { low, high } = range;
                let held = match low {
                    0 => format!("every index below {}", high.saturating_add(1)),
                    _ => format!("every number from {low} to {high}"),
                };
                let message = format!("argument {place} has type `i{width}`, but must hold {held}");
                return Err(Fault::new(code::TYPE_MISMATCH, message));
            }
        }
        Ok(())
    }
}

/// Returns `true` if words of a width represent all integers of a range: unsigned ones, or in two's complement if some
/// are negative.
fn holds(width: u32, range: Range) -> bool {
    let magnitudes = [range.low, range.high].map(|end| if end < 0 { !end } else { end });
    let bits = width - u32::from(range.low < 0);
    magnitudes.iter().all(|end| end.unsigned_abs().checked_shr(bits).unwrap_or(0) == 0)
}
