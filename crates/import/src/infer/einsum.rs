//! The type of `Einsum`: a product of tensors whose dims are named by letters.

use super::math::broadcast;
use crate::call::{Call, InferenceStop, ValueTypes, agree, wrong};
use ir::types::Extent;
use std::collections::BTreeMap;

/// The letters of a term. `ellipsis` is the number of letters before `...`, if the term has one.
struct EinsumTerm {
    letters: Vec<char>,
    ellipsis: Option<usize>,
}

impl EinsumTerm {
    fn parse(text: &str) -> Result<EinsumTerm, InferenceStop> {
        let mut letters = Vec::new();
        let mut ellipsis = None;
        let mut rest = text.trim();
        while let Some(letter) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix("...") {
                if ellipsis.replace(letters.len()).is_some() {
                    return wrong(format!("term `{text}` of `equation` has two ellipses"));
                }
                rest = after;
                continue;
            }
            if !letter.is_ascii_alphabetic() && letter != ' ' {
                return wrong(format!("invalid character `{letter}` in `equation`"));
            }
            letters.extend(Some(letter).filter(|letter| *letter != ' '));
            rest = &rest[1..];
        }
        Ok(EinsumTerm { letters, ellipsis })
    }
}

/// Infers `Einsum`.
pub(super) fn einsum(call: &Call<'_>) -> ValueTypes {
    let Some(equation) = call.string("equation") else { return wrong("missing `equation`") };
    let (left, right) = match equation.split_once("->") {
        Some((left, right)) => (left, Some(right)),
        None => (equation, None),
    };
    let terms = left.split(',').map(EinsumTerm::parse).collect::<Result<Vec<_>, _>>()?;
    if terms.len() != call.inputs.len() {
        return wrong(format!(
            "`equation` has {} terms, but there are {} operands",
            terms.len(),
            call.inputs.len()
        ));
    }
    let mut lengths = BTreeMap::new();
    let mut uses: BTreeMap<char, usize> = BTreeMap::new();
    let mut batch = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        let own = named(term, call.dims(index)?, index, &mut lengths)?;
        batch = broadcast(&batch, &own)?;
        for &letter in &term.letters {
            *uses.entry(letter).or_default() += 1;
        }
    }
    let result = match right {
        Some(right) => EinsumTerm::parse(right)?,
        // Letters that occur once, in alphabetical order.
        None => EinsumTerm {
            letters: uses.into_iter().filter(|found| found.1 == 1).map(|found| found.0).collect(),
            ellipsis: Some(0),
        },
    };
    let mut dims = Vec::new();
    for &letter in &result.letters {
        match lengths.get(&letter) {
            Some(&len) => dims.push(len),
            None => return wrong(format!("letter `{letter}` of the result is in no operand")),
        }
    }
    if let Some(at) = result.ellipsis {
        dims.splice(at..at, batch);
    }
    call.like(dims)
}

/// Records the length of each letter of a term, and returns the dims of its ellipsis.
fn named(
    term: &EinsumTerm,
    dims: &[Extent],
    index: usize,
    lengths: &mut BTreeMap<char, Extent>,
) -> Result<Vec<Extent>, InferenceStop> {
    let count = term.letters.len();
    let fits = if term.ellipsis.is_some() { dims.len() >= count } else { dims.len() == count };
    if !fits {
        return wrong(format!(
            "operand {index} has {} dims, but its term names {count}",
            dims.len()
        ));
    }
    let before = term.ellipsis.unwrap_or(count);
    let hidden = dims.len() - count;
    let own = dims[..before].iter().chain(&dims[before + hidden..]);
    for (&letter, &len) in term.letters.iter().zip(own) {
        let known = lengths.entry(letter).or_insert(len);
        // A dim of length 1 is broadcast.
        *known = match (*known, len) {
            (Some(1), other) | (other, Some(1)) => other,
            (known, len) => agree(known, len, || format!("the lengths of `{letter}`"))?,
        };
    }
    Ok(dims[before..before + hidden].to_vec())
}
