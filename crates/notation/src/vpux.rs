//! `vpux`: an order by its name or its code, over packed memory.

use layout::{DimsOrder, Layout, MixedRadix, NotationFault};
use pest::iterators::Pair;

use crate::digit_class::{check_linear, check_start};
use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, lengths, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions, shape_behind};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, shape_of, suffix};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "vpux",
    summary: "VPUX: an order by its name or code",
    example: "NHWC[1,64,56,56]",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Layout {
        shaped: Some(shape_behind),
        read,
        write,
        symbolic: None,
    },
};

// An order by its name or code, and lengths.
grammar!(VpuxGrammar, [], r##"
    notation = { SOI ~ order ~ lengths ~ suffix? ~ EOI }
    order    = @{ ASCII_ALPHANUMERIC+ }
"##, {
    "order" => "an order",
});

/// Reads `NHWC[1,64,56,56]` or `0x1342[1,64,56,56]`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<VpuxGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [word, shape] = fields(&mut found)?;
    let order = order_of(&word)?;
    let at = range(&word);
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
    let layout = Layout::from_order(&shape_of(&lengths, at.clone())?, Some(order), None);
    let layout = layout.map_err(|fault| fault_at(at, fault.fault))?;
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
        unknown("order", name, range(word), DimsOrder::names())
            .note("an order is a name such as `NHWC` or a code such as `0x1342`")
    })
}

/// Writes the name of the order, or its code.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let radix = subject.digits_in(|prefix| allows(prefix, &subject.lengths))?;
    let order = subject.order(&radix)?;
    let name = match order.name() {
        Some(name) => name.to_owned(),
        None => format!("{:#x}", order.code()),
    };
    Ok(format!("{name}[{}]{}", list(&subject.lengths), suffix(subject.elem)))
}

/// Checks that an order of packed memory of some lengths agrees with a prefix.
fn allows(prefix: &MixedRadix, lengths: &[i64]) -> Result<(), String> {
    check_start(prefix, "vpux")?;
    check_linear(prefix)?;
    let mut strides = Vec::new();
    let mut free = Vec::new();
    for (digits, &length) in prefix.dims.iter().zip(lengths) {
        match digits.first() {
            Some(digit) => strides.push((digit.stride, length)),
            None if length > 1 => free.push(length),
            None => {}
        }
    }
    strides.sort_unstable();
    match is_packed(&strides, 1, &free) {
        true => Ok(()),
        false => Err("is that of no order of packed memory".to_owned()),
    }
}

/// Returns `true` if dims have the given strides in some order of packed memory, whose inner dims fill `filled` slots.
/// The strides ascend, each with the length of its dim; the strides of the free lengths are not given.
fn is_packed(strides: &[(i64, i64)], filled: i64, free: &[i64]) -> bool {
    let Some((&(stride, length), rest)) = strides.split_first() else { return true };
    if stride == filled {
        let filled = filled.checked_mul(length);
        return filled.is_some_and(|filled| is_packed(rest, filled, free));
    }
    fillings(stride, filled, free).into_iter().any(|left| is_packed(strides, stride, &left))
}

/// Returns the lengths that each choice of inner dims leaves, where the chosen dims and `filled` slots fill a stride.
fn fillings(stride: i64, filled: i64, free: &[i64]) -> Vec<Vec<i64>> {
    if stride == filled {
        return vec![free.to_vec()];
    }
    let mut found: Vec<Vec<i64>> = Vec::new();
    for (at, &length) in free.iter().enumerate() {
        let Some(filled) = filled.checked_mul(length) else { continue };
        if stride < filled || stride % filled != 0 {
            continue;
        }
        // The dims before this one are not chosen: a choice is listed once.
        for mut left in fillings(stride, filled, &free[at + 1..]) {
            left.extend(&free[..at]);
            left.sort_unstable();
            found.push(left);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
