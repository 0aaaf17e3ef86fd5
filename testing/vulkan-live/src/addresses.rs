//! Checks of addressing functions. Each function runs as a shader and must return the offsets of the core. Layouts of
//! up to 2^20 indices are checked at every index. Larger layouts are checked at 2^16 indices across the whole range and
//! at the last 2^12.

use crate::kernel::{GROUP, ShaderKernel, kernel};
use crate::layouts::{FunctionRequest, ResolvedProgram, layoutc, layoutc_bytes};
use crate::report::Addressed;
use crate::shader_text::{self, ShaderLanguage};
use crate::vulkan::Shaders;
use ir::layout::{Bits, Elems, Layout, LogicalIndex};

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
        let (name, lengths) = (&requested.name, &requested.lengths);
        match self {
            EmittedCode::Library(bytes) => kernel(bytes, name, lengths),
            EmittedCode::Text(language, text) => {
                shader_text::kernel(*language, text, name, lengths)
            }
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
    let lengths: Vec<u64> = requested.lengths.iter().map(|length| length.unsigned_abs()).collect();
    let total = lengths.iter().try_fold(1, |total: u64, &length| total.checked_mul(length));
    let total = total.ok_or("the layout has more than 2^64 indices")?;
    for part in parts(total) {
        let found = run(shaders, &kernel, part)?;
        let mut wrong = 0;
        let mut first = None;
        let mut evaluator = layout.evaluator();
        for (place, &found) in part.places().zip(&found) {
            let index = index(place, &lengths)?;
            let offset = evaluator.offset_of(&index).map_err(|error| error.to_string())?;
            let expected = expected(offset, layout, requested.bytes, kernel.bits)?;
            row.outside += u64::from(offset.is_none());
            if found != expected {
                wrong += 1;
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
    fn places(self) -> impl Iterator<Item = u64> {
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

fn run(shaders: &Shaders, kernel: &ShaderKernel, part: IndexPart) -> Result<Vec<u64>, String> {
    let groups = part.count.div_ceil(GROUP.into());
    let groups = u32::try_from(groups).map_err(|error| error.to_string())?;
    let results = (groups * GROUP) as usize;
    let found = shaders.run(&kernel.words, &[part.start, part.step], results, groups);
    found.map_err(|fault| fault.to_string())
}

fn index(place: u64, lengths: &[u64]) -> Result<LogicalIndex, String> {
    let mut rest = place;
    let mut digits = Vec::with_capacity(lengths.len());
    for length in lengths.iter().rev() {
        digits.push(i64::try_from(rest % length).map_err(|error| error.to_string())?);
        rest /= length;
    }
    digits.reverse();
    LogicalIndex::new(digits).map_err(|error| error.to_string())
}

/// Returns the value that the shader must store. A negative offset is truncated to the bits of the function.
fn expected(offset: Option<Elems>, layout: &Layout, bytes: bool, bits: u32) -> Result<u64, String> {
    let Some(offset) = offset else { return Ok(NONE) };
    let number = match bytes {
        false => offset.get(),
        true => {
            let elem = layout.elem().ok_or("the size of the elements is unknown")?;
            let bytes = offset.to_bits(elem).and_then(Bits::to_bytes);
            bytes.ok_or("an element does not start at a byte")?.get()
        }
    };
    Ok(number.cast_unsigned() & (u64::MAX >> (64 - bits)))
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
            assert_eq!(end.places().last(), Some(total - 1));
        }
    }

    #[test]
    fn index_is_row_major() {
        let at = |place| index(place, &[2, 3, 5]).unwrap().values().copied().collect::<Vec<i64>>();
        assert_eq!((at(0), at(5), at(29)), (vec![0, 0, 0], vec![0, 1, 0], vec![1, 2, 4]));
    }
}
