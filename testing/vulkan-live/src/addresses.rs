//! Checks of addressing functions. Each function runs as a shader and must return the offsets of the core. Layouts of
//! up to 2^20 indices are checked at every index. Larger layouts are checked at 2^16 indices across the whole range and
//! at the last 2^12.

use crate::kernel::{GROUP, OFFSETS_START, ShaderKernel, kernel};
use crate::layouts::{FunctionRequest, RequestedForm, ResolvedProgram, layoutc, layoutc_bytes};
use crate::report::Addressed;
use crate::shader_text::{self, ShaderLanguage};
use crate::vulkan::Shaders;
use ir::layout::{Bits, Elems, Evaluator, Layout, LogicalIndex};

/// The largest number of indices of which all are checked.
const ALL: u64 = 1 << 20;
/// The number of indices across the range of a larger layout.
const SPREAD: u64 = 1 << 16;
/// The number of indices at the end of a larger layout.
const END: u64 = 1 << 12;
/// The value that a shader stores for an index without memory.
const NONE: u64 = u64::MAX;

/// Checks all addressing functions of a program.
///
/// # Errors
/// The program does not compile.
pub(crate) fn check(
    shaders: &Shaders,
    path: &str,
    (passes, language): (&str, Option<ShaderLanguage>),
    row: &mut Addressed,
) -> Result<(), String> {
    let passes = format!("--passes={passes}");
    let code = EmittedCode::new(&[path, &passes], language)?;
    ResolvedProgram::compile(&[path, &passes])?.with(|finder| {
        for requested in finder.addressed()? {
            row.functions += 1;
            let layout = finder.find(None, &requested.of);
            let checked =
                layout.and_then(|layout| function(shaders, &code, &requested, &layout, row));
            checked
                .unwrap_or_else(|fault| row.faults.push(format!("@{}: {fault}", requested.name)));
        }
        Ok(())
    })
}

/// The addressing functions of a program.
enum EmittedCode {
    /// As a SPIR-V library.
    Library(Vec<u8>),
    /// As source text.
    Text(ShaderLanguage, String),
}

impl EmittedCode {
    fn new(args: &[&str], language: Option<ShaderLanguage>) -> Result<EmittedCode, String> {
        let Some(language) = language else {
            return Ok(EmittedCode::Library(layoutc_bytes(&[args, &["--emit=spirv"]].concat())?));
        };
        let emit = format!("--emit={}", language.name());
        Ok(EmittedCode::Text(language, layoutc(&[args, &[&emit]].concat())?))
    }

    fn kernel(&self, requested: &FunctionRequest) -> Result<ShaderKernel, String> {
        let (name, shape) = (&requested.name, &requested.shape);
        match self {
            EmittedCode::Library(bytes) => kernel(bytes, name, shape),
            EmittedCode::Text(language, text) => shader_text::kernel(*language, text, name, shape),
        }
    }
}

fn function(
    shaders: &Shaders,
    code: &EmittedCode,
    requested: &FunctionRequest,
    layout: &Layout,
    row: &mut Addressed,
) -> Result<(), String> {
    let kernel = code.kernel(requested)?;
    let lengths = requested.shape.lengths();
    let total = lengths.iter().try_fold(1, |total: u64, &length| total.checked_mul(length));
    let total = total.ok_or("the layout has more than 2^64 indices")?;
    let mut reference =
        Reference { requested, layout, lengths, evaluator: layout.evaluator(), bits: kernel.bits };
    for part in parts(total) {
        let offsets = reference.inputs(part)?;
        let found = run(shaders, &kernel, part, &offsets)?;
        let mut wrong = 0;
        let mut first = None;
        for (number, (place, &found)) in part.positions().zip(&found).enumerate() {
            let has_no_start = offsets.get(number) == Some(&None);
            let expected = if has_no_start { None } else { reference.expected(place)? };
            row.outside += u64::from(expected.is_none());
            let expected = expected.unwrap_or(NONE);
            if found != expected && !has_no_start {
                wrong += 1;
                let index = reference.index(place)?;
                first.get_or_insert_with(|| difference(&index, expected, found));
            }
        }
        row.indices += part.count;
        row.mismatches += wrong;
        if let Some(first) = first {
            return Err(format!("{wrong} of {} indices differ; the first is {first}", part.count));
        }
    }
    Ok(())
}

/// An arithmetic progression of row-major positions of indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct IndexPart {
    start: u64,
    step: u64,
    count: u64,
}

impl IndexPart {
    fn positions(self) -> impl Iterator<Item = u64> {
        (0..self.count).map(move |at| self.start + self.step * at)
    }
}

fn parts(total: u64) -> Vec<IndexPart> {
    if total <= ALL {
        return vec![IndexPart { start: 0, step: 1, count: total }];
    }
    // An odd step visits both odd and even indices.
    let step = (total / SPREAD - 1) | 1;
    let spread = IndexPart { start: 0, step, count: SPREAD };
    vec![spread, IndexPart { start: total - END, step: 1, count: END }]
}

/// Runs the shader at the positions of a part. The offsets of their indices follow start and step in the input buffer.
fn run(
    shaders: &Shaders,
    kernel: &ShaderKernel,
    part: IndexPart,
    offsets: &[Option<u64>],
) -> Result<Vec<u64>, String> {
    let groups = part.count.div_ceil(GROUP.into());
    let groups = u32::try_from(groups).map_err(|error| error.to_string())?;
    let results = (groups * GROUP) as usize;
    let mut input = vec![part.start, part.step];
    input.extend(offsets.iter().map(|offset| offset.unwrap_or(0)));
    if !offsets.is_empty() {
        // The last group reads the offsets of all its invocations.
        input.resize(results + OFFSETS_START as usize, 0);
    }
    let found = shaders.run(&kernel.words, &input, results, groups);
    found.map_err(|fault| fault.to_string())
}

/// The values that the shader of a function must store, computed by the core.
struct Reference<'a> {
    requested: &'a FunctionRequest,
    layout: &'a Layout,
    /// The number of values of each parameter that the shader computes.
    lengths: Vec<u64>,
    evaluator: Evaluator<'a>,
    /// The number of bits of the function's offset.
    bits: u32,
}

impl Reference<'_> {
    /// Returns the arguments of the function at a position in row-major order.
    fn index(&self, place: u64) -> Result<LogicalIndex, String> {
        let digits = digits(place, &self.lengths)?;
        let lows = self.requested.shape.ranges.iter().map(|range| range.low);
        let index = LogicalIndex::new(digits.into_iter().zip(lows).map(|(digit, low)| digit + low));
        index.map_err(|error| error.to_string())
    }

    /// Returns the offsets of the indices of a part, `None` for invalid indices; empty if the function has no parameter
    /// for them.
    fn inputs(&mut self, part: IndexPart) -> Result<Vec<Option<u64>>, String> {
        if !self.requested.shape.takes_offset {
            return Ok(Vec::new());
        }
        let offset = |place| {
            let index = self.index(place)?;
            self.word(&index, u64::BITS)
        };
        part.positions().map(offset).collect()
    }

    /// Returns the value that the shader must store for a position; `None` if the index or the slot has no element.
    fn expected(&mut self, place: u64) -> Result<Option<u64>, String> {
        let index = self.index(place)?;
        let changed = |by: &[i64], change: fn(i64, i64) -> i64| {
            let components = index.values().zip(by).map(|(&component, &by)| change(component, by));
            LogicalIndex::new(components).map_err(|error| error.to_string())
        };
        let addressed = match &self.requested.form {
            RequestedForm::Inverse => return self.owner(&index),
            RequestedForm::Offset => index,
            RequestedForm::Vector(vector) => changed(vector, |group, count| group * count)?,
            RequestedForm::Step(step) => changed(step, |component, by| component + by)?,
        };
        self.word(&addressed, self.bits)
    }

    /// Returns the offset of an index in the unit of the function; `None` if the index is invalid. A negative offset is
    /// truncated to these bits.
    fn word(&mut self, index: &LogicalIndex, bits: u32) -> Result<Option<u64>, String> {
        let offset = self.evaluator.offset_of(index).map_err(|error| error.to_string())?;
        let Some(offset) = offset else { return Ok(None) };
        let number = match self.requested.bytes {
            false => offset.get(),
            true => {
                let elem = self.layout.elem().ok_or("the size of the elements is unknown")?;
                let bytes = offset.to_bits(elem).and_then(Bits::to_bytes);
                bytes.ok_or("an element does not start at a byte")?.get()
            }
        };
        Ok(Some(number.cast_unsigned() & (u64::MAX >> (64 - bits))))
    }

    /// Returns the row-major position of the least index in a slot; `None` if the slot has no index.
    fn owner(&self, slot: &LogicalIndex) -> Result<Option<u64>, String> {
        let slot = slot.values().next().copied().ok_or("an inverse has one parameter")?;
        let owners = self.layout.owners_of(Elems::new(slot)).map_err(|error| error.to_string())?;
        let Some(first) = owners.first else { return Ok(None) };
        let components = first.values().zip(&self.requested.shape.outputs);
        Ok(Some(components.fold(0, |place, (component, length)| {
            place * length.unsigned_abs() + component.unsigned_abs()
        })))
    }
}

fn digits(place: u64, lengths: &[u64]) -> Result<Vec<i64>, String> {
    let mut rest = place;
    let mut digits = Vec::with_capacity(lengths.len());
    for length in lengths.iter().rev() {
        digits.push(i64::try_from(rest % length).map_err(|error| error.to_string())?);
        rest /= length;
    }
    digits.reverse();
    Ok(digits)
}

fn difference(index: &LogicalIndex, expected: u64, found: u64) -> String {
    let number = |number| if number == NONE { "no memory".to_owned() } else { format!("{number}") };
    format!("{index}: expected {}, found {}", number(expected), number(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_small_layouts_and_the_ends_of_large_ones() {
        assert_eq!(parts(7), [IndexPart { start: 0, step: 1, count: 7 }]);
        for total in [ALL + 1, 3 << 31, u64::MAX >> 1] {
            let [spread, end] = parts(total)[..] else { panic!() };
            assert_eq!((spread.start, spread.step % 2), (0, 1));
            assert!(spread.step * (spread.count - 1) < total);
            assert!(spread.step * spread.count > total / 8 * 7 || spread.step < 17);
            assert_eq!(end.positions().last(), Some(total - 1));
        }
    }

    #[test]
    fn digits_are_row_major() {
        let at = |place| digits(place, &[2, 3, 5]).unwrap();
        assert_eq!((at(0), at(5), at(29)), (vec![0, 0, 0], vec![0, 1, 0], vec![1, 2, 4]));
    }
}
