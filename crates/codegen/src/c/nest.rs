//! The loops of a plan as C statements.
//!
//! Each loop of the plan is a `for`. A guard bounds the loops of its digits: given the digits outside, a digit has a
//! range of values whose slots are written, and inside it a range of values that have elements. The rest is zero. The
//! two innermost loops of a tile are one call of a function that transposes, or unrolled statements where one of them
//! has few values (`tiles`). `bounds` holds the bounds of loops, and `helpers` the functions.

mod tiles;

use super::bounds::{Bound, BoundRange, factor, joined, scaled};
use super::helpers::Helper;
use ir::layout::{CopyDigit, CopyMethod, CopyPlan};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Returns the statements of a kernel, and adds the sizes of units that it transposes to `helpers`.
///
/// # Errors
/// A number of bytes does not fit 64 bits, or is not whole.
pub(super) fn body(plan: &CopyPlan, helpers: &mut BTreeSet<Helper>) -> Result<String, String> {
    let bytes = NestStrides::new(plan)?;
    let values = vec![None; plan.digits.len()];
    let mut nest = Nest { plan, bytes, helpers, out: String::new(), indent: 1, values };
    if plan.dynamic().is_some() {
        nest.line("const int64_t n = (int64_t)length;");
    }
    if plan.is_identity() {
        nest.identity();
    } else {
        nest.loops(0, NestMode::Copy);
    }
    nest.fills()?;
    if nest.out.lines().all(|line| !line.contains("s +")) {
        nest.line("(void)s;");
    }
    Ok(nest.out)
}

/// The strides of a plan in bytes.
struct NestStrides {
    unit: i64,
    /// The offsets in source and target.
    offsets: [i64; 2],
    /// By digit: the strides in source and target.
    digits: Vec<[i64; 2]>,
    elem_bits: i64,
}

const SOURCE: usize = 0;
const TARGET: usize = 1;

impl NestStrides {
    fn new(plan: &CopyPlan) -> Result<NestStrides, String> {
        let elem_bits = plan.elem_bits;
        let mut digits = Vec::with_capacity(plan.digits.len());
        for (at, digit) in plan.digits.iter().enumerate() {
            // The element strides of a run and of a unit below a byte are not used.
            digits.push(match plan.whole() {
                Some(whole) if whole == at => [0; 2],
                _ => [to_bytes(digit.source, elem_bits)?, to_bytes(digit.target, elem_bits)?],
            });
        }
        let unit = match (to_bytes(plan.unit_elements(), elem_bits), plan.method) {
            (Err(_), CopyMethod::Vector { .. } | CopyMethod::Identity) => 1,
            (unit, _) => unit?,
        };
        let source = to_bytes(plan.source_offset, elem_bits)?;
        let target = to_bytes(plan.target_offset, elem_bits)?;
        Ok(NestStrides { unit, offsets: [source, target], digits, elem_bits })
    }
}

/// Returns a number of elements in bytes.
fn to_bytes(elements: i64, bits: i64) -> Result<i64, String> {
    let bits = i128::from(elements) * i128::from(bits);
    let bytes = (bits % 8 == 0).then_some(bits / 8).and_then(|bytes| i64::try_from(bytes).ok());
    bytes.ok_or_else(|| format!("{elements} elements are not a number of whole bytes below 2^63"))
}

/// The statements inside a loop: copies, or zeros.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NestMode {
    Copy,
    Zero,
}

/// The values of a digit: those that are written, and those of them that have elements.
#[derive(Clone, Debug)]
struct DigitRange {
    written: BoundRange,
    valued: BoundRange,
}

impl DigitRange {
    /// Returns the values that are written, in order: zeros, elements, and zeros.
    fn parts(&self) -> [(BoundRange, NestMode); 3] {
        let before = BoundRange::new(&self.written.start, &self.valued.start);
        let after = BoundRange::new(&self.valued.end, &self.written.end);
        [(before, NestMode::Zero), (self.valued.clone(), NestMode::Copy), (after, NestMode::Zero)]
    }
}

struct Nest<'a> {
    plan: &'a CopyPlan,
    bytes: NestStrides,
    helpers: &'a mut BTreeSet<Helper>,
    out: String,
    indent: usize,
    /// By digit: the variable with its value in the current scope.
    values: Vec<Option<String>>,
}

impl Nest<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn digit(&self, at: usize) -> &CopyDigit {
        &self.plan.digits[at]
    }

    fn length(&self, at: usize) -> Bound {
        match self.digit(at).length.get() {
            Some(length) => Bound::Constant(length),
            None => Bound::Text("n".to_owned()),
        }
    }

    /// Writes the copy of all bytes.
    fn identity(&mut self) {
        let elements: i64 = self.plan.digits.last().map_or(1, |run| run.length.get().unwrap_or(1));
        let bytes = (i128::from(elements) * i128::from(self.bytes.elem_bits)) / 8;
        let count = match self.plan.dynamic() {
            Some(_) => format!("(size_t)(n * {bytes})"),
            None => bytes.to_string(),
        };
        let [from, to] = self.bytes.offsets;
        self.line(&format!("memcpy(d + {to}, s + {from}, {count});"));
    }

    /// Writes the loops from `at` inwards.
    fn loops(&mut self, at: usize, mode: NestMode) {
        let plan = self.plan;
        let Some(&it) = plan.loops.get(at) else { return self.innermost(mode) };
        if mode == NestMode::Copy
            && let Some((source, target)) = self.tile(at)
        {
            return self.transpose(source, target);
        }
        let digit = it.digit;
        if it.step > 1 {
            let block = format!("b{digit}");
            let end = self.length(digit).text();
            let step = it.step;
            self.parallel(at);
            self.open(&format!("for (int64_t {block} = 0; {block} < {end}; {block} += {step})"));
            self.loops(at + 1, mode);
            return self.close();
        }
        let range = self.range(digit, it.inside.then(|| self.block_end(digit, at)), mode);
        if mode == NestMode::Zero {
            return self.counted(at, &range.written, mode);
        }
        for (part, mode) in range.parts() {
            if mode == NestMode::Copy || !part.is_empty() {
                self.counted(at, &part, mode);
            }
        }
    }

    fn parallel(&mut self, at: usize) {
        if at == 0 {
            self.line("LAYOUTC_PARALLEL");
        }
    }

    /// Returns the end of the current block of a digit.
    fn block_end(&self, digit: usize, at: usize) -> BoundRange {
        let blocks = self.plan.loops[..at].iter().rfind(|it| it.digit == digit && it.step > 1);
        let step = blocks.map_or(1, |it| it.step);
        let start = Bound::Text(format!("b{digit}"));
        let end = match self.digit(digit).length.get() {
            Some(length) if length % step == 0 => format!("b{digit} + {step}"),
            _ => format!("layoutc_min(b{digit} + {step}, {})", self.length(digit).text()),
        };
        BoundRange { start, end: Bound::Text(end) }
    }

    /// Writes a loop over a range of a digit.
    fn counted(&mut self, at: usize, range: &BoundRange, mode: NestMode) {
        if let Bound::Constant(start) = range.start
            && let Bound::Constant(end) = range.end
            && start >= end
        {
            return;
        }
        let digit = self.plan.loops[at].digit;
        let is_last = at + 1 == self.plan.loops.len();
        let stride = self.bytes.digits[digit][TARGET];
        if mode == NestMode::Zero && is_last && stride == self.bytes.unit {
            self.values[digit] = Some(range.start.text());
            self.zero(range, stride);
            self.values[digit] = None;
            return;
        }
        self.parallel(at);
        self.open_loop(digit, range);
        self.loops(at + 1, mode);
        self.values[digit] = None;
        self.close();
    }

    /// Opens a loop over the values of a digit.
    fn open_loop(&mut self, digit: usize, range: &BoundRange) {
        let start = range.start.text();
        let end = range.end.text();
        self.open(&format!("for (int64_t x{digit} = {start}; x{digit} < {end}; ++x{digit})"));
        self.values[digit] = Some(format!("x{digit}"));
    }

    /// Writes a `memset` of contiguous values from the current one.
    fn zero(&mut self, range: &BoundRange, unit: i64) {
        let to = self.address(TARGET);
        let count = range.span(unit);
        if count != "0" {
            self.line(&format!("memset(d + {to}, 0, (size_t)({count}));"));
        }
    }

    /// Writes the statement inside all loops: the copy of a run or of a unit.
    fn innermost(&mut self, mode: NestMode) {
        let CopyMethod::Vector { run } = self.plan.method else {
            let to = self.address(TARGET);
            let unit = self.bytes.unit;
            return self.line(&match mode {
                NestMode::Zero => format!("memset(d + {to}, 0, {unit});"),
                NestMode::Copy => {
                    format!("memcpy(d + {to}, s + {}, {unit});", self.address(SOURCE))
                }
            });
        };
        let range = self.range(run, None, mode);
        if mode == NestMode::Zero {
            return self.part(&range.written, mode);
        }
        range.parts().iter().for_each(|(part, mode)| self.part(part, *mode));
    }

    /// Writes the copy of a part of a run, or its zeros.
    fn part(&mut self, part: &BoundRange, mode: NestMode) {
        if part.is_empty() {
            return;
        }
        let begin = scaled(&part.start, self.bytes.elem_bits);
        let count = part.scaled_span(self.bytes.elem_bits);
        let target = self.address(TARGET);
        self.line(&match mode {
            NestMode::Zero => format!("memset(d + {target}{begin}, 0, {count});"),
            NestMode::Copy => {
                let source = self.address(SOURCE);
                format!("memcpy(d + {target}{begin}, s + {source}{begin}, {count});")
            }
        });
    }

    /// Returns the byte offset of the current values in the source or the target.
    fn address(&self, side: usize) -> String {
        let mut terms = Vec::new();
        for (value, strides) in self.values.iter().zip(&self.bytes.digits) {
            if let Some(value) = value.as_ref().filter(|value| *value != "0")
                && strides[side] != 0
            {
                terms.push(format!("{} * INT64_C({})", factor(value), strides[side]));
            }
        }
        let offset = self.bytes.offsets[side];
        if offset != 0 || terms.is_empty() {
            terms.insert(0, offset.to_string());
        }
        match &terms[..] {
            [one] => one.clone(),
            all => format!("({})", all.join(" + ")),
        }
    }

    /// Returns the values of a digit, given the digits outside; in `NestMode::Zero` all written values count as valued. `block` is the range of the current block. Bounds that
    /// are not constant become variables.
    fn range(&mut self, digit: usize, block: Option<BoundRange>, mode: NestMode) -> DigitRange {
        let plan = self.plan;
        let whole = block
            .unwrap_or_else(|| BoundRange { start: Bound::Constant(0), end: self.length(digit) });
        let part = plan.digits[digit].parts.last().copied();
        let guarded = part.filter(|part| plan.dims[part.dim].is_guarded());
        let Some(part) = guarded else {
            return DigitRange { written: whole.clone(), valued: whole };
        };
        let dim = &plan.dims[part.dim];
        let all = 0..plan.capacity(part.dim);
        let written = dim.written.clone().unwrap_or(all);
        let valued = dim.valued.clone().unwrap_or(written.clone());
        let written = self.clipped(digit, part.weight, part.dim, &written, &whole, "w");
        let valued = if dim.valued.is_none() || mode == NestMode::Zero {
            written.clone()
        } else {
            self.clipped(digit, part.weight, part.dim, &valued, &written, "v")
        };
        DigitRange { written, valued }
    }

    /// Returns the values of a digit at which the position of a dim can be in a range, inside outer bounds.
    fn clipped(
        &mut self,
        digit: usize,
        weight: i64,
        dim: usize,
        range: &std::ops::Range<i64>,
        outer: &BoundRange,
        letter: &str,
    ) -> BoundRange {
        let plan = self.plan;
        let mut fixed = String::new();
        let mut fixed_most = 0_i64;
        let mut rest = 0_i64;
        for (other, weight) in plan.digits_of(dim).into_iter().filter(|&(other, _)| other != digit)
        {
            let most = plan.digits[other].length.get().unwrap_or(1) - 1;
            let most = most.saturating_mul(weight);
            match &self.values[other] {
                Some(value) => {
                    let _ = write!(fixed, " - {} * INT64_C({weight})", factor(value));
                    fixed_most = fixed_most.saturating_add(most);
                }
                None => rest = rest.saturating_add(most),
            }
        }
        let most = self.digit(digit).length.get().unwrap_or(i64::MAX);
        let [low, high] = [range.start.saturating_sub(rest), range.end].map(|limit| {
            // The digits outside can only lower the limit.
            let [least, greatest] = [limit.saturating_sub(fixed_most), limit].map(|limit| {
                let limit = limit.max(0);
                (limit / weight + i64::from(limit % weight != 0)).min(most)
            });
            match least == greatest {
                true => Bound::Constant(least),
                false => Bound::Text(format!("layoutc_count({limit}{fixed}, {weight}, {most})")),
            }
        });
        let low = joined("layoutc_max", &outer.start, &low);
        let high = joined("layoutc_min", &outer.end, &high);
        let high = match (&low, &high) {
            (Bound::Constant(low), Bound::Constant(high)) => Bound::Constant(*high.max(low)),
            (Bound::Constant(0), high) => high.clone(),
            (low, high) => Bound::Text(format!("layoutc_max({}, {})", low.text(), high.text())),
        };
        let start = self.named(low, &format!("{letter}{digit}_low"));
        BoundRange { start, end: self.named(high, &format!("{letter}{digit}_high")) }
    }

    /// Declares a variable for a bound that is not constant.
    fn named(&mut self, bound: Bound, name: &str) -> Bound {
        let Bound::Text(text) = bound else { return bound };
        if text.chars().all(|it| it.is_alphanumeric() || it == '_') {
            return Bound::Text(text);
        }
        self.line(&format!("const int64_t {name} = {text};"));
        Bound::Text(name.to_owned())
    }

    /// Writes the zeros of the fills.
    fn fills(&mut self) -> Result<(), String> {
        let plan = self.plan;
        for fill in &plan.fills {
            let bits = self.bytes.elem_bits;
            let start = to_bytes(fill.start, bits)?;
            let count = to_bytes(fill.slots, bits)?;
            let mut address = start.to_string();
            let mut loops = Vec::new();
            for (at, &(length, stride)) in fill.over.iter().enumerate() {
                let end = length.get().map_or("n".to_owned(), |length| length.to_string());
                let _ = write!(address, " + y{at} * INT64_C({})", to_bytes(stride, bits)?);
                loops.push(format!("for (int64_t y{at} = 0; y{at} < {end}; ++y{at})"));
            }
            for (at, text) in loops.iter().enumerate() {
                self.parallel(at);
                self.open(text);
            }
            self.line(&format!("memset(d + ({address}), 0, {count});"));
            loops.iter().for_each(|_| self.close());
        }
        Ok(())
    }
}
