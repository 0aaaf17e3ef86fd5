//! `cute`: layouts of CuTe, shapes and strides of nested modes, with an offset and a swizzle.
//!
//! The logical dims are the modes of the top level. A nested mode is the merge of its parts, the first the fastest. A
//! shape without strides is column major.

use layout::{
    BitSwizzle, Bits, ElemSize, IndexSpace, Layout, MixedRadix, Nested, NotationFault, RadixDigit,
};
use pest::iterators::Pair;

use crate::element::ElementType;
use crate::grammar::{check_rank, clip, fields, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::WrittenLayout;
use crate::suffix::{NotatedLayout, fault_at};
use crate::symbols::check_no_conditions;
use crate::witness::Witness;

mod grammar;
mod known;
mod operation;
mod search;
mod symbolic;
mod value;

use grammar::{CuteRule as Rule, Mode, content, leaves, matched, number};
use operation::{CuteArgument, CuteOperation};
use value::{CuteValue, SwizzleStep};

pub(crate) const NOTATION: Notation = Notation {
    name: "cute",
    summary: "CuTe: shapes and strides of nested modes, offsets and swizzles",
    example: "((2,2),4):((1,8),2)",
    needs_element: false,
    searched: Some(
        "layouts whose lengths have up to 2^12 divisors, and that normal forms or 2^24 comparisons decide",
    ),
    functions: NotationFunctions::Layout {
        shaped: None,
        read,
        write,
        symbolic: Some(symbolic::symbolic),
    },
};

/// Reads `((2,2),4):((1,8),2)` or `S<2,3,3> o 7 o (8,64):(64,1)`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = matched(text)?;
    let mut found = parts(whole).into_iter();
    let [value] = fields(&mut found)?;
    let at = range(&value);
    let value = value_of(value)?;
    check_no_conditions(found.next().as_ref())?;
    let size = value.element.or(given.map(ElementType::size));
    if let Some((found, given)) = size.zip(given).filter(|(found, given)| *found != given.size()) {
        let message = format!("the element has {found}, but `{given}` has {}", given.size());
        return Err(NotationFault::new(at, message));
    }
    let layout = value.into_layout().map_err(|message| NotationFault::new(at, message))?;
    Ok(NotatedLayout {
        layout: size.map_or_else(|| layout.clone(), |size| layout.clone().with_elem(size)),
        elem: given,
    })
}

/// Returns the modes of `SHAPE:STRIDE`, which has no swizzle and no operation.
///
/// # Errors
/// The text does not match, or has a swizzle or an operation.
pub(crate) fn modes_of(text: &str) -> Result<Nested<RadixDigit>, NotationFault> {
    let whole = matched(text)?;
    let mut found = parts(whole).into_iter();
    let [value] = fields(&mut found)?;
    check_no_conditions(found.next().as_ref())?;
    let [layout] = fields(&mut parts(value).into_iter())?;
    let mut both = parts(layout.clone()).into_iter();
    match (layout.as_rule(), both.next(), both.next()) {
        (Rule::layout | Rule::typed, Some(shape), stride) => digits_of(&shape, stride.as_ref()),
        _ => Err(NotationFault::new(range(&layout), "expected modes such as `(4,8):(8,1)`")),
    }
}

/// Returns the layout of a match of `value`. The grammar bounds the depth.
fn value_of(value: Pair<'_, Rule>) -> Result<CuteValue, NotationFault> {
    let [body] = fields(&mut parts(value).into_iter())?;
    match body.as_rule() {
        Rule::swizzled | Rule::pointed | Rule::composed => composed(body),
        Rule::call => call(body),
        Rule::foreign => Err(foreign(body)),
        _ => Ok(CuteValue::from(nested_layout(body)?)),
    }
}

/// Returns the fault of a layout below a pointer that is no address in memory.
fn foreign(body: Pair<'_, Rule>) -> NotationFault {
    let Some(pointer) = parts(body.clone()).into_iter().next() else {
        return NotationFault::new(range(&body), "expected a layout");
    };
    let word = clip(pointer.as_str());
    let message = match pointer.as_rule() {
        Rule::coordinates => format!("`{word}` counts coordinates, so the layout has no offsets"),
        _ => format!("`{word}` is an address in tensor memory, which has rows and columns"),
    };
    NotationFault::new(range(&pointer), message)
        .note("write the layout after `o` if its strides are offsets")
}

/// Returns the result of `composition(A,B)` or `upcast<2>(A)`.
fn call(call: Pair<'_, Rule>) -> Result<CuteValue, NotationFault> {
    let at = range(&call);
    let mut inner = parts(call).into_iter();
    let [word] = fields(&mut inner)?;
    let name = word.as_str().trim_start_matches("cute::").trim_start_matches("cute.");
    let operation = CuteOperation::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = CuteOperation::names().collect();
        let fault = unknown("operation", name, range(&word), names.iter().copied());
        fault.note(format!("the operations are {}", names.join(", ")))
    })?;
    let mut arguments = Vec::new();
    let mut parameter = None;
    for part in inner {
        match part.as_rule() {
            Rule::number => parameter = Some(CuteArgument::Tuple(Nested::Leaf(number(&part)?))),
            _ => arguments.push(argument(part)?),
        }
    }
    // `upcast<2>(A)` is `upcast(A,2)`.
    arguments.extend(parameter);
    operation.apply(&arguments).map_err(|message| NotationFault::new(at, message))
}

/// Returns an argument of an operation. A tuple of numbers without strides is a tuple.
fn argument(argument: Pair<'_, Rule>) -> Result<CuteArgument, NotationFault> {
    let [body] = fields(&mut parts(argument).into_iter())?;
    match body.as_rule() {
        Rule::tiler => {
            let items = parts(body).into_iter().map(self::argument);
            Ok(CuteArgument::Tiler(items.collect::<Result<_, _>>()?))
        }
        Rule::swizzle => Ok(CuteArgument::Swizzle(swizzle_of(body)?)),
        _ => match tuple_of(&body) {
            Some(tuple) => numbers(&tuple).map(CuteArgument::Tuple),
            None => value_of(body).map(|value| CuteArgument::Layout(Box::new(value))),
        },
    }
}

/// Returns the only mode of a value that is a shape without strides.
fn tuple_of<'a>(value: &Pair<'a, Rule>) -> Option<Pair<'a, Rule>> {
    let layout = parts(value.clone()).into_iter().find(|part| part.as_rule() == Rule::layout)?;
    let mut modes = parts(layout).into_iter();
    let shape = modes.next();
    shape.filter(|_| modes.next().is_none())
}

/// Returns the numbers of a match of `mode`. The grammar bounds the depth.
fn numbers(mode: &Pair<'_, Rule>) -> Result<Nested<i64>, NotationFault> {
    Ok(match content(mode)? {
        Mode::Leaf(leaf) => Nested::Leaf(number(&leaf)?),
        Mode::Tuple(items) => Nested::Tuple(items.iter().map(numbers).collect::<Result<_, _>>()?),
    })
}

/// Returns the layout of `SHAPE:STRIDE`.
fn nested_layout(layout: Pair<'_, Rule>) -> Result<Layout, NotationFault> {
    let at = range(&layout);
    let mut both = parts(layout).into_iter();
    let [shape] = fields(&mut both)?;
    let (stride, is_row_major) = stride_of(both.next());
    let shapes = match content(&shape)? {
        Mode::Leaf(_) => vec![shape.clone()],
        Mode::Tuple(shapes) => shapes,
    };
    check_rank(shapes.len(), at.clone())?;
    let mut digits = digits_of(&shape, stride.as_ref())?;
    if is_row_major {
        digits = row_major(&digits, &at)?;
    }
    let modes = digits.into_items();
    for shape in shapes {
        numbers(&shape)?.checked_size().ok_or_else(|| {
            NotationFault::new(range(&shape), "the size of a mode does not fit 64 bits")
        })?;
    }
    Layout::from_modes(0, &modes).map_err(|fault| fault_at(at, fault))
}

/// Returns the part that is a stride, and `true` if it is `LayoutRight` instead.
fn stride_of(part: Option<Pair<'_, Rule>>) -> (Option<Pair<'_, Rule>>, bool) {
    match part {
        Some(major) if major.as_rule() == Rule::major => {
            let is_row_major =
                ["LayoutRight", "GenRowMajor"].iter().any(|it| major.as_str().contains(it));
            (None, is_row_major)
        }
        stride => (stride, false),
    }
}

/// Returns the digits of a shape in row-major order: the last leaf is the fastest.
fn row_major(
    digits: &Nested<RadixDigit>,
    at: &std::ops::Range<usize>,
) -> Result<Nested<RadixDigit>, NotationFault> {
    let mut lengths = Vec::new();
    digits.map(&mut |digit| lengths.push(digit.length));
    let strides = layout::row_major_strides(&lengths);
    let strides =
        strides.ok_or_else(|| NotationFault::new(at.clone(), "a stride does not fit 64 bits"))?;
    let mut strides = strides.into_iter();
    digits.try_map(&mut |digit| {
        let stride = strides.next().unwrap_or(digit.stride);
        Ok(RadixDigit { length: digit.length, stride })
    })
}

/// Returns the digits of a shape and its stride. A digit without a stride is column major, after those before it.
fn digits_of(
    shape: &Pair<'_, Rule>,
    stride: Option<&Pair<'_, Rule>>,
) -> Result<Nested<RadixDigit>, NotationFault> {
    let mut next = Some(1i64);
    leaves(shape, stride)?.try_map(&mut |leaf| {
        let length = match number(&leaf.length)? {
            length @ 1.. => length,
            length => {
                let message = format!("a length must be at least 1, but is {length}");
                return Err(NotationFault::new(range(&leaf.length), message));
            }
        };
        let stride = match &leaf.stride {
            Some(stride) => number(stride)?,
            None => next.ok_or_else(|| {
                NotationFault::new(range(&leaf.length), "a stride does not fit 64 bits")
            })?,
        };
        next = next.and_then(|next| next.checked_mul(length));
        Ok(RadixDigit { length, stride })
    })
}

/// Returns the layout of `S<2,3,3> o 7 o LAYOUT`, `Sw<3,4,3> o smem_ptr[16b](unset) o LAYOUT` or
/// `ComposedLayout<Swizzle<3,4,3>,smem_ptr_flag_bits<16>,LAYOUT>`.
fn composed(body: Pair<'_, Rule>) -> Result<CuteValue, NotationFault> {
    let at = range(&body);
    let mut swizzle = None;
    let mut offset = 0;
    let mut pointer = None;
    let mut below = None;
    for part in parts(body) {
        match part.as_rule() {
            Rule::swizzle => swizzle = Some(swizzle_of(part)?),
            Rule::shift | Rule::offset => offset = parts(part).first().map_or(Ok(0), number)?,
            Rule::pointer | Rule::flag => pointer = Some(pointer_of(part, swizzle)?),
            Rule::value => below = Some(value_of(part)?),
            _ => {}
        }
    }
    let mut value = below.ok_or_else(|| NotationFault::new(at.clone(), "expected a layout"))?;
    if let Some(size) = pointer {
        if value.element.is_some_and(|own| own != size) {
            return Err(NotationFault::new(
                at,
                "the two pointers have elements of different sizes",
            ));
        }
        value.element = Some(size);
    }
    if let Some(swizzle) = swizzle {
        value.swizzles.push(SwizzleStep { swizzle, offset, is_of_bytes: pointer.is_some() });
    }
    value.check().map_err(|message| NotationFault::new(at, message))?;
    Ok(value)
}

/// Returns the size of the elements of a pointer. A swizzle permutes the bytes of the address. If the address is known, its
/// bits up to those that the swizzle reads must be 0, so that the swizzle permutes the offsets alone.
fn pointer_of(
    pointer: Pair<'_, Rule>,
    swizzle: Option<BitSwizzle>,
) -> Result<ElemSize, NotationFault> {
    let at = range(&pointer);
    let mut bits = 0;
    for part in parts(pointer) {
        match part.as_rule() {
            Rule::natural => bits = number(&part)?,
            Rule::address => {
                let top = swizzle.map_or(0, |it| it.bits() + it.base() + it.shift().abs());
                let hex = part.as_str().strip_prefix("0x").unwrap_or("0");
                let address = u64::from_str_radix(hex, 16).map_err(|_| {
                    NotationFault::new(range(&part), "an address does not fit 64 bits")
                })?;
                if i64::from(address.trailing_zeros()) < top {
                    let message = format!(
                        "the address must be a multiple of {} bytes, else the swizzle depends on it",
                        1u64 << top
                    );
                    return Err(NotationFault::new(range(&part), message));
                }
            }
            _ => {}
        }
    }
    ElemSize::new(Bits::new(bits)).ok_or_else(|| {
        NotationFault::new(at, format!("an element of {bits} bits is not supported"))
    })
}

fn swizzle_of(pair: Pair<'_, Rule>) -> Result<BitSwizzle, NotationFault> {
    let at = range(&pair);
    let numbers: Vec<i64> = parts(pair).iter().map(number).collect::<Result<_, _>>()?;
    let [bits, base, shift] = numbers[..] else {
        return Err(NotationFault::new(at, "a swizzle has three numbers"));
    };
    BitSwizzle::new(bits, base, shift).map_err(|fault| fault_at(at, fault))
}

const MAX_COMPARED: u128 = crate::limits::COMPARED_INDICES as u128;

/// Returns modes, below a swizzle if the offsets are not those of modes alone.
///
/// # Errors
/// The index up to which no text agrees with the layout.
pub(crate) fn swizzle_and_modes(
    subject: &WrittenLayout<'_>,
) -> Result<(BitSwizzle, MixedRadix), Witness> {
    let low = subject.check_offsets(Some(0), "is negative, so no swizzle has it").err();
    let count = IndexSpace::below(subject.lengths.iter().copied()).count();
    let is_compared =
        low.is_some() || count <= MAX_COMPARED || subject.layout.symbolic_radix().is_some();
    let plain =
        match is_compared.then(|| subject.digits_in(|prefix| allows(prefix, &subject.lengths))) {
            Some(Ok(radix)) => return Ok((BitSwizzle::IDENTITY, radix)),
            Some(Err(plain)) => Some(plain).filter(|plain| plain.is_proof),
            None => None,
        };
    match (low, plain) {
        (None, plain) => search::swizzled_modes(subject, plain),
        (Some(low), Some(plain)) if low.is_proof && low.at <= plain.at => Err(plain),
        (Some(low), plain)
            if plain.is_some()
                || low.at.as_ref().is_some_and(|at| subject.offset(at).is_none()) =>
        {
            Err(low)
        }
        (Some(low), _) => Err(low.unproven()),
    }
}

/// Writes modes of digits, after a swizzle where the offsets are those of one.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let (swizzle, radix) = swizzle_and_modes(subject)?;
    let modes = radix.nested(&subject.layout.profile());
    let shape = modes_text(&modes, |digit| digit.length);
    let stride = modes_text(&modes, |digit| digit.stride);
    let prefix = match (swizzle, radix.offset) {
        (BitSwizzle::IDENTITY, 0) => String::new(),
        (_, offset) => {
            let moved = if offset == 0 { String::new() } else { format!("{offset} o ") };
            format!("S<{},{},{}> o {moved}", swizzle.bits(), swizzle.base(), swizzle.shift())
        }
    };
    Ok(format!("{prefix}{shape}:{stride}"))
}

/// Checks that modes of some sizes agree with a prefix: a mode is the product of its parts.
fn allows(prefix: &MixedRadix, lengths: &[i64]) -> Result<(), String> {
    for (digits, &length) in prefix.dims.iter().zip(lengths) {
        let mut weight = 1;
        for digit in digits {
            if length % weight != 0 {
                return Err(format!(
                    "begins a part after {weight} of {length} values, but a mode is the product of its parts"
                ));
            }
            weight *= digit.length;
        }
    }
    Ok(())
}

/// Returns the text of a number of all modes. A tuple of one nested mode keeps its parentheses, as it would else be the mode
/// itself.
pub(crate) fn modes_text(modes: &[Nested<RadixDigit>], number: fn(&RadixDigit) -> i64) -> String {
    match modes {
        [Nested::Leaf(only)] => number(only).to_string(),
        _ => Nested::Tuple(modes.to_vec()).map(&mut |digit| number(digit)).to_string(),
    }
}
