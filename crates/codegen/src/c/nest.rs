//! The loops of a plan as C statements.
//!
//! Each loop of the plan is a `for`. A guard bounds the loops of its digits (`ranges`): given the digits outside, a digit
//! has a range of values whose slots are written, and inside it a range of values that have elements. The rest is zero. The
//! innermost loops of a tile are one call of a function that transposes, or unrolled statements where one of them has few
//! values (`tiles`). Contiguous runs are copied whole (`runs`). The outermost loops run in parallel (`threads`). `bounds` holds
//! the bounds of loops, and `helpers` the functions.

mod blocks;
mod ranges;
mod runs;
mod threads;
mod tiles;

use super::bounds::{Bound, BoundRange, factor};
use super::helpers::{Helper, TileStore, zero_parts};
use ir::layout::{CopyDigit, CopyLoop, CopyMethod, CopyPlan};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Returns the statements of a kernel, and adds the sizes of units that it transposes to `helpers`.
///
/// # Errors
/// A number of bytes does not fit 64 bits, or is not whole.
pub(super) fn body(plan: &CopyPlan, helpers: &mut BTreeSet<Helper>) -> Result<String, String> {
    let bytes = NestStrides::new(plan)?;
    let values = vec![None; plan.digits.len()];
    let loops = blocks::joined_blocks(plan);
    let (read, written) = plan.moved_bytes().map_err(|it| it.to_string())?;
    let mut nest = Nest {
        plan,
        loops,
        bytes,
        moved: read.saturating_add(written),
        written,
        has_streams: false,
        helpers,
        out: String::new(),
        indent: 1,
        values,
        is_whole: vec![false; plan.dims.len()],
    };
    if plan.dynamic().is_some() {
        nest.line("const int64_t n = (int64_t)length;");
    }
    if plan.is_identity() {
        nest.identity();
    } else {
        nest.loops(0, NestMode::Copy);
    }
    nest.fills()?;
    if nest.has_streams {
        nest.line("layoutc_drain();");
    }
    if nest.out.lines().all(|line| !line.contains("s +")) {
        nest.line("(void)s;");
    }
    Ok(nest.out)
}

/// Returns the statements of the pieces of a kernel as one.
pub(super) fn joined(bodies: &[String]) -> String {
    match bodies {
        [one] => one.clone(),
        all => all.iter().map(|body| format!("    {{\n{}    }}\n", indented(body))).collect(),
    }
}

/// Returns statements one level deeper.
pub(super) fn indented(body: &str) -> String {
    body.lines().map(|line| format!("    {line}\n")).collect()
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

/// The size of a target, in bytes, from which it is streamed to memory around the caches, so that a smaller one remains in a
/// cache of several cores.
const STREAMED: i64 = 8 << 20;

/// The size of a target, in bytes, from which it is streamed by tiles whose rows displace each other in a cache of the first
/// level: that of a cache of one core.
const STREAMED_EARLY: i64 = 2 << 20;

struct Nest<'a> {
    plan: &'a CopyPlan,
    /// The loops of the plan, with the blocks of a tile joined.
    loops: Vec<CopyLoop>,
    bytes: NestStrides,
    /// The number of bytes that are read and written; of one index of a dynamic length.
    moved: i64,
    /// The number of bytes that are written; of one index of a dynamic length.
    written: i64,
    /// `true` if a function that streams is called.
    has_streams: bool,
    helpers: &'a mut BTreeSet<Helper>,
    out: String,
    indent: usize,
    /// By digit: the variable with its value in the current scope, or a constant.
    values: Vec<Option<String>>,
    /// By dim: whether the current scope is inside of a block whose positions all have elements.
    is_whole: Vec<bool>,
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

    /// Returns `true` if the position of a dim that the digit counts is restricted.
    fn is_guarded(&self, at: usize) -> bool {
        self.digit(at).parts.iter().any(|part| self.plan.dims[part.dim].is_guarded())
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
        let Some(&it) = self.loops.get(at) else { return self.innermost(mode) };
        if mode == NestMode::Copy
            && let Some(tile) = self.tile(at)
        {
            return self.transpose(at, &tile);
        }
        let digit = it.digit;
        if it.step > 1 {
            let block = format!("b{digit}");
            let end = self.length(digit).text();
            let step = it.step;
            self.parallel(at);
            self.open(&format!("for (int64_t {block} = 0; {block} < {end}; {block} += {step})"));
            self.loops(at + 1, mode);
            return self.close_loop(at);
        }
        let range = self.range(digit, it.inside.then(|| self.block_end(digit, at)), mode);
        if mode == NestMode::Zero {
            return self.counted(at, &range.written, mode);
        }
        for (part, mode) in range.parts() {
            if mode == NestMode::Copy {
                self.elements(at, &part);
            } else if !part.is_empty() {
                self.counted(at, &part, mode);
            }
        }
    }

    /// Writes a loop over values that have elements: first over the whole blocks of a dim, which need no guard inside.
    fn elements(&mut self, at: usize, range: &BoundRange) {
        let Some((dim, whole)) = self.whole_blocks(at, range) else {
            return self.counted(at, range, NestMode::Copy);
        };
        let whole = Bound::Constant(whole);
        self.is_whole[dim] = true;
        self.counted(at, &BoundRange::new(&range.start, &whole), NestMode::Copy);
        self.is_whole[dim] = false;
        self.counted(at, &BoundRange::new(&whole, &range.end), NestMode::Copy);
    }

    /// Writes a loop over a range of a digit.
    fn counted(&mut self, at: usize, range: &BoundRange, mode: NestMode) {
        if range.length() == Some(0) {
            return;
        }
        let digit = self.loops[at].digit;
        let is_last = at + 1 == self.loops.len();
        let stride = self.bytes.digits[digit][TARGET];
        if mode == NestMode::Zero && is_last && stride == self.bytes.unit {
            self.values[digit] = Some(range.start.text());
            self.zero(range, stride);
            self.values[digit] = None;
            return;
        }
        if mode == NestMode::Copy && is_last && self.groups(digit, range) {
            return;
        }
        // Bounds inside of a loop with one value are constants.
        if at > 0 && range.length() == Some(1) {
            self.values[digit] = Some(range.start.text());
            self.loops(at + 1, mode);
            self.values[digit] = None;
            return;
        }
        self.parallel(at);
        self.open_loop(digit, range);
        self.loops(at + 1, mode);
        self.values[digit] = None;
        self.close_loop(at);
    }

    /// Returns the way in which functions store their results.
    fn store(&self, least: i64) -> TileStore {
        if self.written >= least { TileStore::Stream } else { TileStore::Direct }
    }

    /// Writes the call of a function.
    fn call(&mut self, helper: Helper, arguments: &str) {
        self.has_streams |= helper.is_streamed();
        self.helpers.insert(helper);
        self.line(&format!("{};", helper.call(arguments)));
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
        match range.length() {
            Some(length) => self.set_zero(&to, length.saturating_mul(unit)),
            None => {
                let count = range.span(unit);
                self.line(&format!("memset(d + {to}, 0, (size_t)({count}));"));
            }
        }
    }

    /// Writes zeros of a number of bytes from an offset in the target.
    fn set_zero(&mut self, to: &str, bytes: i64) {
        for (at, count) in zero_parts(bytes) {
            let from = if at == 0 { String::new() } else { format!(" + {at}") };
            self.line(&format!("memset(d + {to}{from}, 0, {count});"));
        }
    }

    /// Writes the statement inside all loops: the copy of a run or of a unit.
    fn innermost(&mut self, mode: NestMode) {
        let CopyMethod::Vector { run } = self.plan.method else {
            let to = self.address(TARGET);
            let unit = self.bytes.unit;
            return match mode {
                NestMode::Zero => self.set_zero(&to, unit),
                NestMode::Copy => {
                    let from = self.address(SOURCE);
                    self.line(&format!("memcpy(d + {to}, s + {from}, {unit});"));
                }
            };
        };
        let range = self.range(run, None, mode);
        if mode == NestMode::Zero {
            return self.part(&range.written, mode);
        }
        range.parts().iter().for_each(|(part, mode)| self.part(part, *mode));
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
                if at == 0 {
                    self.parallel_loops(1);
                }
                self.open(text);
            }
            self.set_zero(&format!("({address})"), count);
            loops.iter().for_each(|_| self.close());
        }
        Ok(())
    }
}
