//! `vpux`: an order by its name or its code, over packed memory.

use layout::{DimsOrder, NotationFault, nearest};
use pest::iterators::Pair;

use crate::element::ElementType;
use crate::grammar::{clip, grammar, lengths, parse, parts, range};
use crate::subject::{Witness, WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, suffix};
use crate::torch::ordered;

grammar!(VpuxGrammar, "vpux.pest");

/// Reads `NHWC[1,64,56,56]` or `0x1342[1,64,56,56]`.
pub(crate) fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<VpuxGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let (Some(word), Some(shape)) = (found.next(), found.next()) else {
        return Err(NotationFault::new(0..text.len(), "expected an order and lengths"));
    };
    let (order, at) = (order_of(&word)?, range(&word));
    let shape_at = range(&shape);
    let lengths = lengths(shape)?;
    if order.rank() != lengths.len() {
        let message = format!(
            "order `{}` has rank {}, but there are {} lengths",
            word.as_str(),
            order.rank(),
            lengths.len()
        );
        return Err(NotationFault::new(shape_at, message));
    }
    let elem = element_of(found.next(), given)?;
    let radix = ordered(&lengths, order, at.clone())?;
    let layout = radix.layout(None).map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, elem))
}

/// Returns the order of a name or code.
fn order_of(word: &Pair<'_, Rule>) -> Result<DimsOrder, NotationFault> {
    let name = word.as_str();
    if let Some(digits) = name.strip_prefix("0x").or_else(|| name.strip_prefix("0X")) {
        let code = u64::from_str_radix(digits, 16);
        let code = code.map_err(|_| {
            NotationFault::new(range(word), format!("`{}` is not an order code", clip(name)))
                .note("a code is `0x` and up to 15 hexadecimal digits, one for each dim")
        })?;
        return DimsOrder::from_code(code)
            .map_err(|error| NotationFault::new(range(word), error.to_string()));
    }
    DimsOrder::from_name(name).ok_or_else(|| {
        let near = nearest(name, DimsOrder::names()).map(str::to_owned);
        let fault = NotationFault::new(range(word), format!("unknown order `{}`", clip(name)));
        NotationFault {
            near,
            ..fault.note("an order is a name such as `NHWC` or a code such as `0x1342`")
        }
    })
}

/// Writes the name of the order, or its code.
pub(crate) fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let radix = subject.radix_at_zero("vpux")?;
    let (strides, _) = subject.linear()?;
    let order = subject.order(&radix);
    let mut next = 1i64;
    for dim in order.results().rev() {
        let (dim, length) = (dim.index(), subject.lengths[dim.index()]);
        if length > 1 && strides[dim] != next {
            let reason = format!(
                "its stride is {}, but packed memory in this order has the stride {next}",
                strides[dim]
            );
            return Err(Witness::at(subject.step(dim, 1), reason));
        }
        next = next.saturating_mul(length);
    }
    let name = match order.name() {
        Some(name) => name.to_owned(),
        None => format!("{:#x}", order.code()),
    };
    Ok(format!("{name}[{}]{}", list(&subject.lengths), suffix(subject.elem)))
}
