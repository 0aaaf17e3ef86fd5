//! A region that is written in chunks: only a part of its elements is in memory.

use super::loops::{MoveLoop, advance, extent, move_elements};
use super::reader::WeightReader;
use super::region::RegionMove;
use super::view::WeightView;

/// The number of bytes of a chunk, if the strides of the region allow it.
pub(super) const CHUNK: usize = crate::limits::CHUNK_BYTES as usize;

/// A region that is written in chunks, in the order of its memory.
pub(super) struct RegionStream {
    weight: usize,
    width: usize,
    source: usize,
    target: usize,
    /// The loops around a chunk.
    outer: Vec<MoveLoop>,
    /// The loops of a chunk, of which the first may be divided between chunks.
    inner: Vec<MoveLoop>,
    /// The number of iterations of the first loop of a chunk.
    step: usize,
}

impl RegionStream {
    /// Returns the stream of a region in chunks of this size. `None` if the loops do not visit the slots in ascending order.
    pub(super) fn new(view: &WeightView, moved: RegionMove, chunk: usize) -> Option<RegionStream> {
        let RegionMove { loops, source, target, width } = moved;
        for (at, it) in loops.iter().enumerate() {
            if it.target < extent(&loops[at + 1..], |it| it.target)? {
                return None;
            }
        }
        let fits = |it: &MoveLoop| it.target.checked_mul(width).is_some_and(|size| size <= chunk);
        let first = loops.iter().position(fits).unwrap_or(loops.len());
        let mut outer = loops;
        let mut inner = outer.split_off(first);
        let step = match inner.first() {
            Some(it) => (chunk / (it.target * width).max(1)).clamp(1, it.length),
            None => {
                inner.push(MoveLoop { length: 1, source: 0, target: 0 });
                1
            }
        };
        Some(RegionStream { weight: view.weight, width, source, target, outer, inner, step })
    }

    /// Writes the elements and the gaps between them, and returns the number of bytes.
    ///
    /// # Errors
    /// The elements cannot be read, or `write` fails.
    pub(super) fn write<E: From<String>>(
        &self,
        reader: &mut WeightReader<'_, '_>,
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<usize, E> {
        let mut written = 0;
        let mut chunk = Vec::new();
        let mut index = vec![0usize; self.outer.len()];
        let first = self.inner[0];
        loop {
            for begin in (0..first.length).step_by(self.step) {
                let length = self.step.min(first.length - begin);
                let mut loops = self.inner.clone();
                loops[0].length = length;
                let steps = self.outer.iter().zip(&index).map(|(it, &at)| (*it, at));
                let steps = steps.chain([(first, begin)]);
                let (source, target) = steps.fold((self.source, self.target), |sum, (it, at)| {
                    (sum.0 + it.source * at, sum.1 + it.target * at)
                });
                self.chunk(&loops, source, reader, &mut chunk)?;
                zeros(target * self.width - written, write)?;
                write(&chunk)?;
                written = target * self.width + chunk.len();
            }
            if !advance(&mut index, &self.outer) {
                return Ok(written);
            }
        }
    }

    /// Fills `out` with the bytes of a chunk, whose first element is `source` in the weight.
    fn chunk(
        &self,
        loops: &[MoveLoop],
        source: usize,
        reader: &mut WeightReader<'_, '_>,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let too_large = || "its memory is too large".to_owned();
        let width = self.width;
        let mut near: Vec<MoveLoop> = loops.to_vec();
        near.sort_by_key(|it| std::cmp::Reverse(it.source));
        // Loops with large strides read parts that are far from each other.
        let mut far = Vec::new();
        let count = |loops: &[MoveLoop]| loops.iter().map(|it| it.length).product::<usize>();
        let span = loop {
            let span = extent(&near, |it| it.source).ok_or_else(too_large)?;
            if near.is_empty() || span <= 2 * count(&near) {
                break span;
            }
            far.push(near.remove(0));
        };
        let mut buffer = Vec::new();
        if !far.is_empty() {
            buffer.reserve_exact(count(&far) * span * width);
        }
        let mut index = vec![0usize; far.len()];
        loop {
            let at = far.iter().zip(&index).fold(source, |sum, (it, &at)| sum + it.source * at);
            let part = ((at * width) as u64, (span * width) as u64);
            match far.is_empty() {
                true => buffer = reader.part(self.weight, part)?,
                false => buffer.extend(reader.part(self.weight, part)?),
            }
            if !advance(&mut index, &far) {
                break;
            }
        }
        // The parts are contiguous in the buffer.
        let mut stride = span;
        for it in far.iter_mut().rev() {
            it.source = stride;
            stride *= it.length;
        }
        let all = [far, near].concat();
        let slots = extent(&all, |it| it.target).ok_or_else(too_large)?;
        let size = slots.checked_mul(width).ok_or_else(too_large)?;
        let is_equal = all.iter().all(|it| it.length == 1 || it.source == it.target);
        if is_equal && slots == count(&all) {
            buffer.truncate(size);
            *out = buffer;
            return Ok(());
        }
        // Gaps between the elements are 0. Where there are none, each byte is written.
        if slots != count(&all) {
            out.clear();
        }
        out.resize(size, 0);
        move_elements(&all, width, &buffer, out)
    }
}

/// Writes bytes that are 0.
pub(super) fn zeros<E>(
    count: usize,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let zeros = [0; 4096];
    let mut left = count;
    while left > 0 {
        let part = left.min(zeros.len());
        write(&zeros[..part])?;
        left -= part;
    }
    Ok(())
}
