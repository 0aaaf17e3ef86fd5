//! The layout whose offsets an addressing function computes, in the form of the function.
//!
//! In the form `Vector` this is the layout of groups, in the form `Step` the layout whose index is moved by the step. An
//! inverse has the layout itself.

use address::AddressForm;
use address::arith::{ADDRESS_KEY, AddressAttr, is_address_function};
use ir::descriptor::{Layouts, not_concrete};
use ir::diag::code;
use ir::encoding::Fault;
use ir::layout::{Decider, Layout, SymbolicLayout};
use ir::{Module, Op, Registry};
use std::rc::Rc;

/// Returns the layout of an addressing function, or of an op that requests one; `None` for other ops.
///
/// # Errors
/// The layout that the op names is invalid, or does not have the form.
pub fn addressed_layout(
    module: &Module,
    registry: &Registry,
    layouts: &Layouts<'_>,
    op: Op,
) -> Option<Result<Rc<Layout>, Fault>> {
    let (of, form) = match registry.op_def(module, op).and_then(|def| def.layout_of.as_deref()) {
        Some(key) => {
            let of = module.symbol_attr(op, key)?;
            (of, requested_form(module, op))
        }
        None => {
            let attr = module.attr(op, ADDRESS_KEY);
            let attr = attr.filter(|_| is_address_function(module, registry, op))?;
            let attr = match AddressAttr::read(module, attr) {
                Ok(attr) => attr,
                Err(message) => return Some(Err(Fault::new(code::OP_ATTRIBUTE, message))),
            };
            (attr.of, attr.signature.form)
        }
    };
    Some(layouts.symbol(of).and_then(|layout| of_form(layout, &form, of)))
}

/// Returns the layout in the form of a function. `of` is the symbol of the layout.
///
/// # Errors
/// The layout does not have the form.
pub(crate) fn of_form(
    layout: Rc<Layout>,
    form: &AddressForm,
    of: &str,
) -> Result<Rc<Layout>, Fault> {
    let found = match form {
        AddressForm::Offset | AddressForm::Inverse | AddressForm::Bits(_) => return Ok(layout),
        AddressForm::Vector(vector) => layout.vector_groups(vector).map_err(|why| why.to_string()),
        AddressForm::Step(step) => layout.stepped(step).map_err(|why| why.to_string()),
    };
    found.map(Rc::new).map_err(|why| {
        Fault::new(
            code::ADDRESS,
            format!("`@{of}` has no addressing function with `{form}`: {why}"),
        )
    })
}

/// Returns the layout with symbols in the form of a function. `of` is the symbol of the layout.
///
/// # Errors
/// The layout does not have the form.
pub(crate) fn of_symbolic_form(
    layout: &Rc<SymbolicLayout>,
    form: &AddressForm,
    of: &str,
) -> Result<Rc<SymbolicLayout>, Fault> {
    let refusal = |why: &str| {
        let message = format!("`@{of}` has no addressing function with `{form}`: {why}");
        Fault::new(code::ADDRESS, message)
    };
    match form {
        AddressForm::Offset => Ok(Rc::clone(layout)),
        AddressForm::Vector(vector) => match layout.vector_groups(vector, &mut Decider::new()) {
            Ok(groups) => Ok(Rc::new(groups)),
            Err(fault) => {
                Err(fault.notes.iter().fold(refusal(&fault.message), |all, note| all.note(note)))
            }
        },
        AddressForm::Inverse | AddressForm::Step(_) | AddressForm::Bits(_) => {
            Err(refusal(&not_concrete("its layout", layout)))
        }
    }
}

/// Returns the form that a verified op requests.
pub(crate) fn requested_form(module: &Module, op: Op) -> AddressForm {
    fn numbers(module: &Module, op: Op, key: &str) -> Option<Vec<i64>> {
        module.attr(op, key).and_then(|attr| module.ctx.as_int_list(attr))
    }
    let vector = numbers(module, op, "vector").map(AddressForm::Vector);
    vector
        .or_else(|| numbers(module, op, "step").map(AddressForm::Step))
        .or_else(|| module.str_attr(op, "form").and_then(AddressForm::of_name))
        .unwrap_or_default()
}
