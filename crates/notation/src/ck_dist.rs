//! `ck_dist`: tile distributions of CK Tile, digits of the index that partitions and registers own.
//!
//! `R` has the lengths of replicas and `H` the digits of each dim, the slowest first. `P` lists the digits of each partition
//! dim and `Y` those of the registers, the slowest first, as `major:minor`: major 0 is `R`, and major i + 1 is dim i. A
//! digit of `R` is one of copies. A digit of `H` without an owner is 0, so that the other indices are virtual padding.

use layout::{AxisName, NotationFault, Placement, checked_product, joined};
use pest::iterators::Pair;
use std::ops::Range;

use crate::axis_digits::{AxisDigit, DigitPlacement, HeldDigit};
use crate::element::ElementType;
use crate::grammar::{check_rank, fields, grammar, integer, lengths, parse, parts, range};
use crate::notation::{Notation, NotationFunctions};
use crate::placed::NotatedPlacement;
use crate::suffix::{element_of, fault_at, suffix};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "ck_dist",
    summary: "CK Tile: a tile distribution, digits of warps, lanes and registers",
    example: "R[2] H[[4,2,8],[16]] P[[0:0, 1:1], [1:2]] Y[1:0, 2:0]",
    needs_element: false,
    searched: Some("sums of digits of the dims and of copies"),
    functions: NotationFunctions::Placement { read, write },
};

// The lists of a distribution encoding.
grammar!(CkGrammar, [], r##"
    notation  = { SOI ~ replicas ~ digits ~ owners ~ registers ~ suffix? ~ EOI }
    replicas  = { ("R" ~ lengths)? }
    digits    = { "H" ~ bracket_open ~ (lengths ~ (comma ~ lengths)*)? ~ bracket_close }
    owners    = { "P" ~ bracket_open ~ (list ~ (comma ~ list)*)? ~ bracket_close }
    registers = { "Y" ~ list }
    list      = { bracket_open ~ (digit ~ (comma ~ digit)*)? ~ bracket_close }
    digit     = { natural ~ colon ~ natural }
"##, {
    "digit" => "a digit such as `1:0`",
    "digits" => "digits of dims such as `H[[4,2],[16]]`",
    "list" => "a list of digits such as `[1:0, 2:0]`",
    "owners" => "partition dims such as `P[[1:1], [2:0]]`",
    "registers" => "registers such as `Y[1:0]`",
    "replicas" => "replicas such as `R[2]`",
});

/// The axes of one and of two partition dims.
const PARTITIONS: [&[AxisName]; 3] = [&[], &[AxisName::LANE], &[AxisName::WARP, AxisName::LANE]];

/// The lengths of all digits, with their owners.
struct Encoding {
    /// By major: the digits, the slowest first, and the axis digit of each owner.
    digits: Vec<Vec<(i64, Option<AxisDigit>)>>,
}

impl Encoding {
    /// Sets the owner of the digits of a list, which is the mixed radix of an axis, the slowest first.
    ///
    /// # Errors
    /// A digit is unknown or has another owner, or the number of coordinates does not fit 64 bits.
    fn own(&mut self, list: Pair<'_, Rule>, axis: &AxisName) -> Result<(), NotationFault> {
        let at = range(&list);
        let mut stride = 1i64;
        for pair in parts(list).into_iter().rev() {
            let pair_at = range(&pair);
            let [major, minor] = fields(&mut parts(pair).into_iter())?;
            let (major, minor) = (integer(&major)?, integer(&minor)?);
            let (length, owner) = self.digit(major, minor, &pair_at)?;
            if let Some(other) = owner.as_ref().and_then(|owner| owner.axis.as_ref()) {
                let message =
                    format!("digit {major}:{minor} is owned by `{other}` and by `{axis}`");
                let note = "a digit of an index has one owner, or two slots would hold parts of it";
                return Err(NotationFault::new(pair_at, message).note(note));
            }
            *owner = Some(AxisDigit::on(axis, *length, stride));
            stride = stride.checked_mul(*length).ok_or_else(|| {
                let message = format!("the number of coordinates on `{axis}` does not fit 64 bits");
                NotationFault::new(at.clone(), message)
            })?;
        }
        Ok(())
    }

    /// Returns a digit.
    ///
    /// # Errors
    /// The digit is unknown.
    fn digit(
        &mut self,
        major: i64,
        minor: i64,
        at: &Range<usize>,
    ) -> Result<&mut (i64, Option<AxisDigit>), NotationFault> {
        let majors = self.digits.len();
        let own = usize::try_from(major).ok().and_then(|major| self.digits.get_mut(major));
        let Some(own) = own else {
            let message =
                format!("major {major} must be below {majors}: 0 is R, and i + 1 is dim i of H");
            return Err(NotationFault::new(at.clone(), message));
        };
        let minors = own.len();
        let found = usize::try_from(minor).ok().and_then(|minor| own.get_mut(minor));
        found.ok_or_else(|| {
            let of = if major == 0 { "R".to_owned() } else { format!("dim {} of H", major - 1) };
            let message =
                format!("minor {minor} must be below {minors}, the number of digits of {of}");
            NotationFault::new(at.clone(), message)
        })
    }
}

/// Reads `R[2] H[[4,2,8],[16]] P[[0:0, 1:1], [1:2]] Y[1:0, 2:0]`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedPlacement, NotationFault> {
    let whole = parse::<CkGrammar, Rule>(Rule::notation, text)?;
    let at = range(&whole);
    let mut found = parts(whole).into_iter();
    let [replicas, dims, owners, registers] = fields(&mut found)?;
    let elem = element_of(found.next(), given)?;
    let of = |pair: Pair<'_, Rule>| -> Result<Vec<(i64, Option<AxisDigit>)>, NotationFault> {
        Ok(lengths(pair)?.into_iter().map(|length| (length, None)).collect())
    };
    let replicas = parts(replicas).into_iter().next().map_or_else(|| Ok(Vec::new()), of)?;
    let dims_at = range(&dims);
    let dims: Vec<_> = parts(dims).into_iter().map(of).collect::<Result<_, _>>()?;
    check_rank(dims.len(), dims_at.clone())?;
    let mut encoding = Encoding { digits: std::iter::once(replicas).chain(dims).collect() };
    let owners_at = range(&owners);
    let owners = parts(owners);
    let Some(axes) = PARTITIONS.get(owners.len()) else {
        let message = format!(
            "expected at most 2 partition dims, the warp and the lane, found {}",
            owners.len()
        );
        return Err(NotationFault::new(owners_at, message));
    };
    for (list, axis) in owners.into_iter().zip(*axes) {
        encoding.own(list, axis)?;
    }
    let registers = parts(registers).into_iter().next();
    registers.map_or(Ok(()), |list| encoding.own(list, &AxisName::REGISTER))?;
    let digits = digits_of(encoding, axes, dims_at)?;
    let placement = digits.placement().map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedPlacement::new(placement, elem))
}

/// Returns the digits of an encoding.
fn digits_of(
    encoding: Encoding,
    axes: &[AxisName],
    at: Range<usize>,
) -> Result<DigitPlacement, NotationFault> {
    let mut majors = encoding.digits.into_iter();
    let copies = majors.next().unwrap_or_default().into_iter().filter_map(|(_, owner)| owner);
    let mut dims = Vec::new();
    let mut lengths = Vec::new();
    for (dim, digits) in majors.enumerate() {
        let length = checked_product(digits.iter().map(|(length, _)| *length));
        lengths.push(length.ok_or_else(|| {
            NotationFault::new(at.clone(), format!("the length of dim {dim} does not fit 64 bits"))
        })?);
        let digits = digits.into_iter().rev();
        let digits = digits.map(|(length, owner)| owner.unwrap_or(AxisDigit::only_zero(length)));
        dims.push(digits.collect());
    }
    let axes = axes.iter().cloned().chain([AxisName::REGISTER]);
    let offsets = axes.map(|axis| (axis, 0)).collect();
    let found = DigitPlacement::by_dim(lengths, dims);
    Ok(DigitPlacement { copies: copies.collect(), offsets, ..found })
}

/// Writes the digits of each dim, with their owners.
fn write(placement: &Placement, elem: Option<ElementType>) -> Result<String, Witness> {
    let found = DigitPlacement::of(placement, None)?;
    let axes = [AxisName::WARP, AxisName::LANE, AxisName::REGISTER];
    let held = found.held_by(&axes, "ck_dist")?;
    let mut digits = Vec::new();
    for (dim, (own, &length)) in found.dims.iter().zip(&found.lengths).enumerate() {
        let covered: i64 = own.iter().map(|digit| digit.length).product();
        if covered != length {
            let mut at = vec![0; found.lengths.len()];
            at[dim] = own.last().map_or(0, |last| covered / last.length);
            let reason = format!(
                "the digits of dim {dim} have {covered} values, but its length is {length}"
            );
            return Err(Witness::at(at, reason).unproven());
        }
        let own = own.iter().rev().map(|digit| digit.length).collect::<Vec<i64>>();
        digits.push(if own.is_empty() {
            "[1]".to_owned()
        } else {
            format!("[{}]", joined(own, ","))
        });
    }
    let mut lists = Vec::new();
    for axis in &axes {
        let own = found.on_axis(&held, axis, "ck_dist")?.into_iter().rev();
        lists.push(format!("[{}]", joined(own.map(|it| place_of(it, &found)), ", ")));
    }
    let has_warps = placement.axes().any(|axis| *axis == AxisName::WARP);
    let owners = lists[usize::from(!has_warps)..2].join(", ");
    let copies = joined(found.copies.iter().map(|digit| digit.length), ",");
    let digits = digits.join(",");
    Ok(format!("R[{copies}] H[{digits}] P[{owners}] Y{}{}", lists[2], suffix(elem)))
}

/// Returns `major:minor` of a digit.
fn place_of(held: &HeldDigit, found: &DigitPlacement) -> String {
    match held.at {
        Some((dim, _)) => {
            let place = found.dims[dim].iter().rev().position(|digit| *digit == held.digit);
            format!("{}:{}", dim + 1, place.unwrap_or_default())
        }
        None => {
            let place = found.copies.iter().position(|digit| *digit == held.digit);
            format!("0:{}", place.unwrap_or_default())
        }
    }
}
