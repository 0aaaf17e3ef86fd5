//! The loops of a kernel whose map of slots is periodic: a loop over blocks, with a table of the units of a block.
//!
//! A swizzle permutes the units of a few rows and keeps the elements of a unit in order, so that a unit is one access and
//! its offset is read from the table.

use super::parallel;
use address::Periodic;
use std::fmt::Write as _;

/// The greatest size of a unit, in bytes. Copies of more bytes are as fast in several units.
const UNIT: i64 = 64;

/// The number of units of a block from which its loop costs little.
const UNITS: usize = 16;

/// The greatest size of the table of units, in bytes. It remains in the cache of the first level, beside the blocks.
const TABLE: usize = 8192;

/// A kernel in periodic form.
pub(super) struct PeriodicKernel {
    /// The number of elements of a unit.
    unit: i64,
    /// The size of an element, in bytes.
    bytes: i64,
    /// The offsets of the units of a block in the source, in bytes.
    offsets: Vec<i64>,
    /// The distance of the blocks in the source, in bytes.
    step: i64,
    /// The number of slots of the target.
    slots: i64,
}

impl PeriodicKernel {
    /// Returns a map of this number of slots of elements of a size in bytes as a kernel; `None` if its table is large, or
    /// its units are so small that the map is computed faster.
    pub(super) fn new(map: &Periodic, bytes: i64, slots: i64) -> Option<PeriodicKernel> {
        let most = usize::try_from(UNIT / bytes).ok().filter(|&most| most > 0)?;
        let run = map.run(most);
        let units = map.offsets.iter().step_by(run);
        let period = i64::try_from(map.offsets.len()).ok()?;
        // Short blocks are repeated.
        let repeats = UNITS.div_ceil(units.len());
        let repeats = i64::try_from(repeats).ok()?.min(slots / period).max(1);
        let step = i64::try_from(map.step).ok()?.checked_mul(bytes)?;
        let mut offsets = Vec::new();
        for repeat in 0..repeats {
            for &offset in units.clone() {
                let offset = i64::try_from(offset).ok()?.checked_mul(bytes)?;
                offsets.push(offset.checked_add(step.checked_mul(repeat)?)?);
            }
        }
        let unit = i64::try_from(run).ok()?;
        let is_short = offsets.len() * size_of::<u32>() <= TABLE;
        let fits = offsets.iter().all(|&offset| u32::try_from(offset).is_ok());
        let kernel =
            PeriodicKernel { unit, bytes, offsets, step: step.checked_mul(repeats)?, slots };
        (is_short && fits && run > 1).then_some(kernel)
    }

    /// Returns the access pattern and the bytes that are moved, in words.
    pub(super) fn summary(&self) -> String {
        let unit = self.unit * self.bytes;
        let units = self.offsets.len();
        let size = self.slots.saturating_mul(self.bytes);
        format!(
            "periodic: units of {unit} bytes, in blocks of {units}\n * reads {size} bytes and writes {size} bytes"
        )
    }

    /// Returns the statements.
    pub(super) fn body(&self) -> String {
        let unit = self.unit * self.bytes;
        let count = self.offsets.len();
        let units = i64::try_from(count).unwrap_or(i64::MAX);
        let block = units.saturating_mul(unit);
        let size = self.slots.saturating_mul(self.bytes);
        let (blocks, rest) = (size / block, size % block);
        let step = self.step;
        let offsets: Vec<String> = self.offsets.iter().map(i64::to_string).collect();
        let offsets = offsets.join(", ");
        let mut text = format!("    static const uint32_t offsets[{count}] = {{{offsets}}};\n");
        text += &parallel::line(size.saturating_mul(2));
        let _ = write!(
            text,
            "    for (int64_t b = 0; b < {blocks}; ++b) {{
        const unsigned char *const p = s + b * INT64_C({step});
        unsigned char *const q = d + b * INT64_C({block});
        for (int k = 0; k < {count}; ++k) {{
            memcpy(q + k * {unit}, p + offsets[k], {unit});
        }}
    }}
"
        );
        if rest > 0 {
            text += &self.rest(blocks, rest);
        }
        text
    }

    /// Returns the statements for the bytes after the last whole block.
    fn rest(&self, blocks: i64, rest: i64) -> String {
        let unit = self.unit * self.bytes;
        let start = blocks.saturating_mul(self.step);
        let units = rest / unit;
        let from =
            blocks.saturating_mul(unit * i64::try_from(self.offsets.len()).unwrap_or(i64::MAX));
        let mut text = String::new();
        if units > 0 {
            let _ = write!(
                text,
                "    for (int k = 0; k < {units}; ++k) {{
        memcpy(d + INT64_C({from}) + k * {unit}, s + INT64_C({start}) + offsets[k], {unit});
    }}
"
            );
        }
        let bytes = rest % unit;
        if bytes > 0 {
            let to = from + units * unit;
            let _ = writeln!(
                text,
                "    memcpy(d + INT64_C({to}), s + INT64_C({start}) + offsets[{units}], {bytes});"
            );
        }
        text
    }
}
