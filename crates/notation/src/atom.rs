//! `atom`: the operands of matrix instructions, by the names of the instructions: `atom:mma.m16n8k16.f16.A`.
//!
//! The index of A is (row, k), that of B (k, column), that of C and D (row, column). `register` counts the elements that a
//! lane holds, low to high. `table` has the instructions, and `operand` reads an operand from a row of it.

mod operand;
mod table;
#[cfg(test)]
mod tests;

use layout::{AxisName, NotationFault, Placement, joined};

use crate::element::ElementType;
use crate::grammar::{clip, one_of, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::placed::NotatedPlacement;
use crate::suffix::{agreed, fault_at, suffix};
use crate::witness::Witness;
use operand::{Operand, operands};

pub(crate) const NOTATION: Notation = Notation {
    name: "atom",
    summary: "an operand of a matrix instruction of NVIDIA or AMD (see `--list-atoms`)",
    example: "mma.m16n8k16.f16.A",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Placement { read, write },
};

/// An operand of a matrix instruction, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Atom {
    /// The name after `atom:`. `N` is a number of columns.
    pub name: String,
    /// The numbers that `N` can be; empty if the name has no `N`.
    pub columns: Vec<i64>,
    /// The lengths of the index; `None` for N.
    pub shape: Vec<Option<i64>>,
    /// The number of coordinates on each axis, innermost first; `None` if it depends on N.
    pub axes: Vec<(AxisName, Option<i64>)>,
    /// The number of slots that hold each element.
    pub copies: i64,
    /// The element types that the operand can have; empty if every type is possible.
    pub elems: Vec<ElementType>,
}

/// Returns all operands of matrix instructions, in the order of the table.
pub fn atoms() -> impl Iterator<Item = Atom> {
    operands().map(|operand| Atom {
        name: operand.full_name(None),
        columns: operand.columns().collect(),
        shape: operand.shape(None),
        axes: operand.extents(),
        copies: operand.copy_count(),
        elems: operand.elems(),
    })
}

/// Reads `mma.m16n8k16.f16.A` or `mma.m16n8k16.f16.C:f32`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedPlacement, NotationFault> {
    let (name, own) = match text.split_once(':') {
        Some((name, own)) => (name, Some(own)),
        None => (text, None),
    };
    let at = 0..name.len();
    let found = operands()
        .find_map(|operand| operand.match_name(name.trim()).map(|columns| (operand, columns)));
    let Some((operand, columns)) = found else {
        let names: Vec<String> = operands().map(|operand| operand.full_name(None)).collect();
        let names = names.iter().map(String::as_str);
        return Err(unknown("operand of a matrix instruction", name.trim(), at, names)
            .note("`layoutc --list-atoms` prints all operands"));
    };
    let given = match own {
        Some(own) => {
            let at = name.len() + 1..text.len();
            let named = ElementType::from_name(own.trim()).ok_or_else(|| {
                let names = ElementType::all().map(ElementType::name);
                unknown("element type", own.trim(), at.clone(), names)
            })?;
            Some(agreed(named, given, at)?)
        }
        None => given,
    };
    let elem = element(&operand, given, 0..text.len())?;
    let placement = operand.placement(columns).map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedPlacement::new(placement, elem))
}

/// Returns the element type of an operand; `None` if it can have several ones and none is given.
///
/// # Errors
/// The operand cannot have the type that is given.
fn element(
    operand: &Operand,
    given: Option<ElementType>,
    at: std::ops::Range<usize>,
) -> Result<Option<ElementType>, NotationFault> {
    let own = operand.elems();
    match (given, own.as_slice()) {
        (None, [only]) => Ok(Some(*only)),
        (Some(given), types) if !types.is_empty() && !types.contains(&given) => {
            let names: Vec<&str> = types.iter().map(|elem| elem.name()).collect();
            let message =
                format!("the element type is {}, but `{given}` is required", one_of(&names));
            Err(NotationFault::new(at, message))
        }
        _ => Ok(given),
    }
}

/// Returns the name of the first operand that has a placement.
///
/// # Errors
/// No operand has it: the index at which the nearest operand differs.
fn write(placement: &Placement, elem: Option<ElementType>) -> Result<String, Witness> {
    let lengths: Vec<Option<i64>> = placement.shape().values().map(|length| length.get()).collect();
    let mut nearest: Option<(Vec<i64>, String)> = None;
    for operand in operands() {
        let types = operand.elems();
        if elem.is_some_and(|elem| !types.is_empty() && !types.contains(&elem)) {
            continue;
        }
        let all = operand.columns().map(Some).chain([None]);
        for columns in all.filter(|&columns| operand.shape(columns) == lengths) {
            let own = operand.placement(columns);
            let own = own.map_err(|fault| Witness::undecided(fault.message))?;
            let difference = placement.difference(&own);
            let difference = difference.map_err(|error| Witness::undecided(error.to_string()))?;
            let name = operand.full_name(columns);
            let Some(difference) = difference else {
                let elem = elem.filter(|_| types.len() != 1);
                return Ok(format!("{name}{}", suffix(elem)));
            };
            let at: Vec<i64> = difference.at.values().copied().collect();
            if nearest.as_ref().is_none_or(|(known, _)| at > *known) {
                nearest = Some((at, name));
            }
        }
    }
    Err(match nearest {
        Some((at, name)) => Witness::at(
            at,
            format!("its slots are not those of `{name}`, which agrees the longest"),
        ),
        None => {
            let of = elem.map_or_else(String::new, |elem| format!(" of `{elem}`"));
            let shape = clip(&joined(lengths.iter().flatten(), ", "));
            let message = format!("no operand of a matrix instruction{of} has the shape [{shape}]");
            Witness::at(vec![0; lengths.len()], message)
        }
    })
}
