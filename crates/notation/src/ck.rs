//! `ck`: tensor descriptors of Composable Kernel, as its host tensors print them and as its functions make them.
//!
//! `lengths {3, 4}, strides {8, 1}` is what a `HostTensorDescriptor` prints. A call such as
//! `make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))` is a base, and `transform_tensor_descriptor` applies the
//! transforms of `stages`. All numbers are elements.

use layout::{Layout, MixedRadix, NotationFault, joined};
use pest::iterators::Pair;

use crate::digit_class::check_linear;
use crate::element::ElementType;
use crate::grammar::{fields, integer, parts, range};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::WrittenLayout;
use crate::suffix::{NotatedLayout, element_of, fault_at, shape_of, suffix};
use crate::witness::Witness;

mod grammar;
mod stages;

use grammar::{CkRule as Rule, check_count, integers, matched};
use stages::{BASES, Stage, descriptor};

pub(crate) const NOTATION: Notation = Notation {
    name: "ck",
    summary: "Composable Kernel: a tensor descriptor, by lengths and strides or by its calls",
    example: "make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Layout { shaped: None, read, write, symbolic: None },
};

/// Reads `dim 2, lengths {3, 4}, strides {8, 1}` or a call.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let mut found = matched(text)?.into_iter();
    let [body] = fields(&mut found)?;
    let elem = element_of(found.next(), given)?;
    let layout = match body.as_rule() {
        Rule::printed => return Err(printed(&body)),
        Rule::host => host(body)?,
        _ => {
            let at = range(&body);
            let Stage { builder, tops } = descriptor(body)?;
            builder.finish(&tops).map_err(|fault| fault_at(at, fault))?
        }
    };
    Ok(NotatedLayout::new(layout, elem))
}

/// Returns the fault of what CK Tile prints of a descriptor, which leaves out the lengths below some transforms.
fn printed(body: &Pair<'_, Rule>) -> NotationFault {
    let word = body.as_str().split(['{', ',']).next().unwrap_or_default().trim();
    let message = format!("the printed form `{word}{{...}}` of CK Tile is not read");
    let at = range(body);
    NotationFault::new(at.start..at.start + word.len(), message).note(
        "write the calls that make the descriptor, such as `make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))`, or `lengths {3, 4}, strides {8, 1}`",
    )
}

/// Returns the layout of `dim 2, lengths {3, 4}, strides {8, 1}`.
fn host(body: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&body);
    let mut found = parts(body).into_iter().peekable();
    let count = found.next_if(|part| part.as_rule() == Rule::natural);
    let [lengths, strides] = fields(&mut found)?;
    let lengths_at = range(&lengths);
    let strides_at = range(&strides);
    let lengths = integers(lengths)?;
    let strides = integers(strides)?;
    if let Some(count) = count
        && integer(&count)? != lengths.len() as i64
    {
        let message = format!("`dim {}` has {} lengths", count.as_str(), lengths.len());
        return Err(NotationFault::new(lengths_at, message));
    }
    check_count(&lengths, &strides, strides_at)?;
    let shape = shape_of(&lengths, lengths_at)?;
    Layout::from_strides(&shape, &strides, 0, None).map_err(|fault| fault_at(at, fault))
}

/// Writes lengths and strides, and the offset if it is not 0.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let radix = subject.digits_in(allows)?;
    let strides = radix.strides().map_err(|at| Witness::at(at, "a dim has several digits"))?;
    let lengths = joined(&subject.lengths, ", ");
    let strides = joined(&strides, ", ");
    let elem = suffix(subject.elem);
    let (name, offset) = match radix.offset {
        0 => (BASES[0], String::new()),
        offset => (BASES[4], format!(", {offset}")),
    };
    Ok(format!("{name}(make_tuple({lengths}), make_tuple({strides}){offset}){elem}"))
}

/// Checks that strides and an offset are a prefix of a layout.
fn allows(prefix: &MixedRadix) -> Result<(), String> {
    check_linear(prefix)
}
