//! `onednn`: format tags of oneDNN with any nesting of blocks.
//!
//! The letters before the first number are the outer dims, from the slowest; an upper-case letter is the outer part of
//! a dim that is split into blocks. Numbers with letters are blocks, the last one the fastest. The length of a dim is
//! padded to a multiple of the product of its blocks.

use layout::{MixedRadix, NotationFault, RadixDigit};
use std::ops::Range;

use crate::digit_class::check_start;
use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, lengths, parse, parts, range};
use crate::notation::{Notation, NotationFunctions, shape_behind};
use crate::subject::{NestedDigit, WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, suffix};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "onednn",
    summary: "oneDNN: a format tag with any nesting of blocks",
    example: "aBcd16b[2,17,5,5]",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Layout {
        shaped: Some(shape_behind),
        read,
        write,
        symbolic: None,
    },
};

// A format tag and the lengths of the logical dims.
grammar!(OnednnGrammar, [], r##"
    notation = { SOI ~ tag ~ lengths ~ suffix? ~ EOI }
    tag      = @{ ASCII_ALPHANUMERIC+ }
"##, {
    "tag" => "a format tag such as `aBcd16b`",
});

/// The letters of the library for any number of dims.
const LETTERS: &str = "abcdefghijkl";

/// The names of the dims of activations, weights and states of recurrent layers, in logical order. A tag uses some of
/// the letters of one of them.
const FAMILIES: &[&str] = &["ncdhw", "goidhw", "tnc", "ldnc", "ldigo"];

/// A tag whose letters are dims.
struct Tag {
    /// The outer dims, slowest first.
    outer: Vec<usize>,
    /// The blocks, slowest first: the dim and the length.
    blocks: Vec<(usize, i64)>,
}

/// Reads `aBcd16b[2,17,5,5]` or `nChw16c[2,17,5,5]`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<OnednnGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [word, shape] = fields(&mut found)?;
    let at = range(&word);
    let tag = tag_of(word.as_str()).map_err(|fault| fault.shifted(at.start))?;
    let shape_at = range(&shape);
    let lengths = lengths(shape)?;
    if tag.outer.len() != lengths.len() {
        let message = format!(
            "tag `{}` has {} dims, but there are {} lengths",
            clip(word.as_str()),
            tag.outer.len(),
            lengths.len()
        );
        return Err(NotationFault::new(shape_at, message));
    }
    let elem = element_of(found.next(), given)?;
    let radix = radix_of(&tag, &lengths, at.clone())?;
    let layout = radix.layout(None).map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, elem))
}

/// Returns the dims of the letters of a tag.
fn tag_of(text: &str) -> Result<Tag, NotationFault> {
    let split = text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len());
    let (outer, blocks) = text.split_at(split);
    let letters = outer.to_ascii_lowercase();
    let names = names_of(&letters).ok_or_else(|| {
        NotationFault::new(0..split, format!("unknown dims in tag `{}`", clip(text))).note(
            "the dims are letters from `a`, each once, or those of a tag such as `nchw`, `goihw`, `tnc` or `ldigo`",
        )
    })?;
    let dims: Vec<usize> = letters.chars().filter_map(|letter| names.find(letter)).collect();
    let blocks = blocks_of(blocks, split, &names)?;
    for (place, letter) in outer.char_indices() {
        let is_split =
            blocks.iter().any(|(dim, _)| Some(*dim) == names.find(letter.to_ascii_lowercase()));
        if is_split == letter.is_ascii_uppercase() {
            continue;
        }
        let small = letter.to_ascii_lowercase();
        let message = match is_split {
            true => format!("`{letter}` has a block, so its letter must be upper case"),
            false => format!("`{letter}` is upper case, but has no block such as `16{small}`"),
        };
        let fault = NotationFault::new(place..place + 1, message);
        let other = if is_split { letter.to_ascii_uppercase() } else { small };
        return Err(NotationFault { near: Some(other.to_string()), ..fault });
    }
    Ok(Tag { outer: dims, blocks })
}

/// Returns the letters of the dims in logical order; `None` if a letter does not name a dim, or one repeats.
fn names_of(letters: &str) -> Option<String> {
    let count = letters.len();
    let repeats = letters.char_indices().any(|(at, letter)| letters[..at].contains(letter));
    if repeats || count == 0 {
        return None;
    }
    if let Some(first) = LETTERS.get(..count)
        && letters.chars().all(|letter| first.contains(letter))
    {
        return Some(first.to_owned());
    }
    let family = FAMILIES.iter().find(|family| letters.chars().all(|it| family.contains(it)))?;
    Some(family.chars().filter(|letter| letters.contains(*letter)).collect())
}

/// Returns the blocks of `16i4o`, which begins at a position of the tag. `names` has the letters of the dims.
fn blocks_of(text: &str, start: usize, names: &str) -> Result<Vec<(usize, i64)>, NotationFault> {
    let mut blocks = Vec::new();
    let mut digits = start;
    for (place, letter) in text.char_indices().map(|(place, letter)| (place + start, letter)) {
        if letter.is_ascii_digit() {
            continue;
        }
        let number = &text[digits - start..place - start];
        let at = digits..place + 1;
        let length = match number.parse::<i64>() {
            Ok(length @ 1..) => length,
            _ => {
                let message =
                    format!("expected a block such as `16{letter}`, found `{number}{letter}`");
                return Err(NotationFault::new(at, message));
            }
        };
        let dim = names.find(letter).ok_or_else(|| {
            let message =
                format!("block `{}{letter}` does not name a dim of the tag", clip(number));
            NotationFault::new(at, message).note("a block names a dim by its lower-case letter")
        })?;
        blocks.push((dim, length));
        digits = place + 1;
    }
    if digits < start + text.len() {
        let end = start + text.len();
        return Err(NotationFault::new(digits..end, "a block must end with the letter of a dim"));
    }
    Ok(blocks)
}

/// Returns the digits of dense memory: blocks inside the outer dims.
fn radix_of(tag: &Tag, lengths: &[i64], at: Range<usize>) -> Result<MixedRadix, NotationFault> {
    radix_of_dense(tag, lengths)
        .ok_or_else(|| NotationFault::new(at, "a stride does not fit 64 bits"))
}

/// Returns the digits of dense memory; `None` if a stride does not fit 64 bits.
fn radix_of_dense(tag: &Tag, lengths: &[i64]) -> Option<MixedRadix> {
    let mut dims: Vec<Vec<RadixDigit>> = vec![Vec::new(); lengths.len()];
    let mut inner = vec![1i64; lengths.len()];
    let mut next = Some(1i64);
    for &(dim, length) in tag.blocks.iter().rev() {
        dims[dim].push(RadixDigit { length, stride: next? });
        next = next.and_then(|next| next.checked_mul(length));
        inner[dim] = inner[dim].checked_mul(length)?;
    }
    for &dim in tag.outer.iter().rev() {
        let length = (lengths[dim] - 1) / inner[dim] + 1;
        dims[dim].push(RadixDigit { length, stride: next? });
        next = next.and_then(|next| next.checked_mul(length));
    }
    Some(MixedRadix { lengths: lengths.to_vec(), dims, offset: 0 })
}

/// Returns a dim that the digits of a list cover. A further block of this dim is padding only.
fn covered(rest: &[NestedDigit], radix: &MixedRadix) -> Option<usize> {
    (0..radix.dims.len())
        .find(|&dim| rest.iter().filter(|it| it.dim == dim).count() == radix.dims[dim].len())
}

/// Returns `true` for the slowest digit of a dim.
fn is_outermost(digit: &NestedDigit, radix: &MixedRadix) -> bool {
    digit.position + 1 == radix.dims[digit.dim].len()
}

/// Writes the tag with the fewest blocks, in the letters for any number of dims.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let rank = subject.lengths.len();
    if rank == 0 || rank > LETTERS.len() {
        let reason = format!("a tag has 1 to {} dims, but the layout has {rank}", LETTERS.len());
        return Err(Witness::at(subject.zero(), reason));
    }
    let radix = subject.digits_in(allows)?;
    let (digits, innermost) = subject.nested(&radix, "onednn")?;
    let unit = covered(&[], &radix);
    let outer: Vec<usize> = digits
        .iter()
        .take_while(|digit| is_outermost(digit, &radix) && digit.padded == digit.length)
        .map(|digit| digit.dim)
        .collect();
    let mut blocks: Vec<(usize, i64)> = Vec::new();
    for (at, digit) in digits.iter().enumerate().skip(outer.len()) {
        let padding =
            covered(&digits[at + 1..], &radix).filter(|_| digit.padded % digit.length == 0);
        match padding {
            _ if digit.padded == digit.length || is_outermost(digit, &radix) => {
                blocks.push((digit.dim, digit.padded));
            }
            Some(dim) => {
                blocks.extend([(dim, digit.padded / digit.length), (digit.dim, digit.length)]);
            }
            None => {
                let at = subject.step_of_digit(&radix, digit.dim, digit.position);
                return Err(Witness::at(at, "a block has padding inside it"));
            }
        }
    }
    blocks.extend(unit.filter(|_| innermost != 1).map(|unit| (unit, innermost)));
    let order = outer_order(subject, &outer);
    let letters: Vec<char> = LETTERS.chars().collect();
    let mut text = String::new();
    for dim in order {
        let is_split = blocks.iter().any(|(of, _)| *of == dim);
        text.push(if is_split { letters[dim].to_ascii_uppercase() } else { letters[dim] });
    }
    for (dim, length) in blocks {
        text.push_str(&format!("{length}{}", letters[dim]));
    }
    Ok(format!("{text}[{}]{}", list(&subject.lengths), suffix(subject.elem)))
}

/// Returns all dims, slowest first. A dim that is not among the outer ones follows the dim before it.
fn outer_order(subject: &WrittenLayout<'_>, outer: &[usize]) -> Vec<usize> {
    let mut order = outer.to_vec();
    for dim in 0..subject.lengths.len() {
        if !order.contains(&dim) {
            let before = order.iter().position(|found| found + 1 == dim);
            order.insert(before.map_or(0, |at| at + 1), dim);
        }
    }
    order
}

/// Checks that blocks agree with a prefix. All digits can be blocks, with outer dims of length 1. A digit is followed
/// by the next slower one, or by padding: a longer block of a dim without slower digits.
fn allows(prefix: &MixedRadix) -> Result<(), String> {
    check_start(prefix, "onednn")?;
    let mut digits: Vec<(i64, usize, usize, i64)> = Vec::new();
    for (dim, own) in prefix.dims.iter().enumerate() {
        let own = own.iter().enumerate();
        digits.extend(own.map(|(place, digit)| (digit.stride, dim, place, digit.length)));
    }
    digits.sort_unstable();
    let mut has_padding = prefix.dims.iter().any(Vec::is_empty);
    // The next stride is a multiple of `unit`, is at least `filled`, and equals it unless there is padding.
    let mut unit = 1;
    let mut filled = 1;
    let mut places = vec![0; prefix.dims.len()];
    for (stride, dim, place, length) in digits {
        if places[dim] != place {
            return Err(
                "has a slow digit of a dim inside a fast one, which is not allowed in onednn"
                    .into(),
            );
        }
        if stride < filled || stride % unit != 0 || (stride > filled && !has_padding) {
            return Err(
                "is not that of nested blocks without padding inside a dim in onednn".into()
            );
        }
        places[dim] += 1;
        let Some(end) = stride.checked_mul(length) else {
            return Err("has a stride that does not fit 64 bits in onednn".into());
        };
        let is_slowest = places[dim] == prefix.dims[dim].len();
        has_padding |= is_slowest;
        (unit, filled) = (if is_slowest { stride } else { end }, end);
    }
    Ok(())
}
