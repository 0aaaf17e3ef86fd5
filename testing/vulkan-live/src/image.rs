//! The expected bytes of a tensor's memory.
//!
//! A tensor has two images: its *packed* form, with all elements of its memory in sequence, and its own form, with
//! gaps. All addresses are those of the core. Gaps hold random bytes, so that a write to a gap, or a read from one, is
//! detected.

use ir::layout::{
    Elems, Evaluator, Layout, Len, LogicalIndex, MemIndex, MemShape, MemStrides, PhysicalLayout,
};

/// The largest number of elements that are placed by logical index. Larger tensors are checked at samples.
pub(crate) const EACH: i64 = 1 << 14;
/// The number of samples of a larger tensor.
const SAMPLES: u64 = 2000;

/// The period of random bytes, a prime number.
const PERIOD: usize = 262_147;

/// A seeded random generator (Splitmix64).
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomBytes(pub(crate) u64);

impl RandomBytes {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, which must be positive.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Returns `length` random bytes. They repeat after [`PERIOD`] bytes, which is not a distance in a tensor.
    pub(crate) fn noise(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length.min(PERIOD)];
        for word in bytes.chunks_mut(8) {
            word.copy_from_slice(&self.next().to_ne_bytes()[..word.len()]);
        }
        bytes.reserve_exact(length - bytes.len());
        while bytes.len() < length {
            bytes.extend_from_within(..(length - bytes.len()).min(PERIOD));
        }
        bytes
    }
}

/// A tensor in both forms.
pub(crate) struct TensorImage {
    /// The bytes in its own form, from the first byte of its buffer.
    pub(crate) own: Vec<u8>,
    /// All elements of its memory in sequence, including the storage padding of a format.
    pub(crate) packed: Vec<u8>,
}

/// Returns the images of a tensor. The value of an element depends only on its logical index.
///
/// # Errors
/// A size is unknown, or the addresses of the core are inconsistent.
pub(crate) fn image(layout: &Layout, random: &mut RandomBytes) -> Result<TensorImage, String> {
    let packed_layout = packed(layout)?;
    let mut packed = random.noise(size(&packed_layout)?);
    let mut own = random.noise(size(layout)?);
    if layout.shape().num_elements().is_some_and(|count| count.get() <= EACH) {
        // Slots without a logical index are storage padding of a format. The driver treats them as elements.
        write_each(&packed_layout, &mut packed, random.0)?;
        scatter(layout.physical(), &packed, &mut own)?;
        look_at_each(layout, &own, random.0)?;
    } else {
        scatter(layout.physical(), &packed, &mut own)?;
        look_at_some(layout, &own, &packed_layout, &packed, random)?;
    }
    Ok(TensorImage { own, packed })
}

/// Returns a layout over the same memory without gaps, which starts at its first byte.
///
/// # Errors
/// A length is dynamic, or a value overflows 64 bits.
pub(crate) fn packed(layout: &Layout) -> Result<Layout, String> {
    let memory = layout.physical();
    let elem = memory.elem().ok_or("the size of the elements is unknown")?;
    let strides = dense(memory.shape())?;
    let memory = PhysicalLayout::new(memory.shape().clone(), strides, Elems::ZERO, elem);
    layout
        .with_memory(memory.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())
}

/// Returns strides without gaps.
pub(crate) fn dense(shape: &MemShape) -> Result<MemStrides, String> {
    let mut strides = vec![Elems::new(1)];
    for length in shape.values().skip(1).rev() {
        let inner = strides[strides.len() - 1];
        let stride = length.get().and_then(|length| inner.checked_mul(length));
        strides.push(stride.ok_or("the strides overflow 64 bits")?);
    }
    strides.truncate(shape.len());
    strides.reverse();
    MemStrides::new(strides).map_err(|error| error.to_string())
}

/// Returns the size of a buffer for the tensor, in bytes.
fn size(layout: &Layout) -> Result<usize, String> {
    let bytes = layout.size_in_bytes().map_err(|error| error.to_string())?;
    usize::try_from(bytes.get()).map_err(|_| "the size is negative".to_owned())
}

/// Writes every element at its address.
fn write_each(layout: &Layout, into: &mut [u8], seed: u64) -> Result<(), String> {
    let mut evaluator = layout.evaluator();
    let bits = elem_bits(layout.physical())?;
    for (at, index) in indices(layout)?.enumerate() {
        let start = bit_of(&mut evaluator, &index, bits)?;
        write(into, start, bits, RandomBytes(seed ^ at as u64).next())?;
    }
    Ok(())
}

/// Returns an error if an element is not at its address.
fn look_at_each(layout: &Layout, own: &[u8], seed: u64) -> Result<(), String> {
    let mut evaluator = layout.evaluator();
    let bits = elem_bits(layout.physical())?;
    for (at, index) in indices(layout)?.enumerate() {
        let start = bit_of(&mut evaluator, &index, bits)?;
        let value = RandomBytes(seed ^ at as u64).next() & (u64::MAX >> (64 - bits));
        if read(own, start, bits)? != value {
            return Err(format!("the core computes two addresses for {index:?}"));
        }
    }
    Ok(())
}

/// Returns an error if a sampled element differs between the two forms.
fn look_at_some(
    layout: &Layout,
    own: &[u8],
    packed_layout: &Layout,
    packed: &[u8],
    random: &mut RandomBytes,
) -> Result<(), String> {
    let bits = elem_bits(layout.physical())?;
    let (mut left, mut right) = (layout.evaluator(), packed_layout.evaluator());
    for _ in 0..SAMPLES {
        let index = layout.shape().values().map(|length| {
            let length = length.get().and_then(|length| u64::try_from(length).ok()).unwrap_or(1);
            i64::try_from(random.below(length)).expect("the length is an i64")
        });
        let index = LogicalIndex::new(index).map_err(|error| error.to_string())?;
        let (a, b) = (bit_of(&mut left, &index, bits)?, bit_of(&mut right, &index, bits)?);
        if read(own, a, bits)? != read(packed, b, bits)? {
            return Err(format!("the core computes two values at {index:?}"));
        }
    }
    Ok(())
}

/// Returns all logical indices, in row-major order.
fn indices(layout: &Layout) -> Result<impl Iterator<Item = LogicalIndex>, String> {
    let lengths = static_lengths(layout.shape().values())?;
    Ok(counted(lengths).map(|index| LogicalIndex::new(index).expect("the rank is the layout's")))
}

/// Returns the lengths of a layout's memory.
pub(crate) fn lengths(layout: &Layout) -> Result<Vec<i64>, String> {
    static_lengths(layout.mem_shape().values())
}

fn static_lengths<'a>(lengths: impl Iterator<Item = &'a Len>) -> Result<Vec<i64>, String> {
    let lengths: Option<Vec<i64>> = lengths.map(|length| length.get()).collect();
    lengths.ok_or_else(|| "a length is dynamic".to_owned())
}

/// Returns all indices below some lengths, in row-major order.
fn counted(lengths: Vec<i64>) -> impl Iterator<Item = Vec<i64>> {
    let mut next = Some(vec![0; lengths.len()]);
    std::iter::from_fn(move || {
        let index = next.take()?;
        let mut later = index.clone();
        for (component, &length) in later.iter_mut().zip(&lengths).rev() {
            *component += 1;
            if *component < length {
                next = Some(later);
                break;
            }
            *component = 0;
        }
        Some(index)
    })
}

/// Returns the offset of an element, in bits.
fn bit_of(
    evaluator: &mut Evaluator<'_>,
    index: &LogicalIndex,
    bits: usize,
) -> Result<usize, String> {
    let offset = evaluator.offset_of(index).map_err(|error| error.to_string())?;
    let offset = offset.ok_or_else(|| format!("index {index:?} is invalid"))?;
    in_bits(offset, bits)
}

fn in_bits(offset: Elems, bits: usize) -> Result<usize, String> {
    let offset = usize::try_from(offset.get()).ok().and_then(|offset| offset.checked_mul(bits));
    offset.ok_or_else(|| "the offset of an element is negative or too large".to_owned())
}

fn elem_bits(memory: &PhysicalLayout) -> Result<usize, String> {
    let bits = memory.elem().map(|elem| elem.bits().get());
    bits.and_then(|bits| usize::try_from(bits).ok())
        .ok_or("the size of the elements is unknown".to_owned())
}

/// Writes the low bits of a value. The first bits of a byte are its low ones.
fn write(into: &mut [u8], start: usize, bits: usize, value: u64) -> Result<(), String> {
    let outside = "an element is outside of its buffer";
    if bits >= 8 {
        let place = into.get_mut(start / 8..(start + bits) / 8).ok_or(outside)?;
        place.copy_from_slice(&value.to_le_bytes()[..bits / 8]);
    } else {
        let mask = (1u8 << bits) - 1;
        let byte = into.get_mut(start / 8).ok_or(outside)?;
        let [value, ..] = value.to_le_bytes();
        *byte = *byte & !(mask << (start % 8)) | (value & mask) << (start % 8);
    }
    Ok(())
}

/// Reads an element.
fn read(from: &[u8], start: usize, bits: usize) -> Result<u64, String> {
    let outside = "an element is outside of its buffer";
    if bits < 8 {
        let byte = from.get(start / 8).ok_or(outside)?;
        return Ok(u64::from(byte >> (start % 8) & ((1 << bits) - 1)));
    }
    let place = from.get(start / 8..(start + bits) / 8).ok_or(outside)?;
    Ok(place.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

/// Writes all elements of a memory, from their packed sequence, to the offsets that its strides define.
///
/// A block of inner dims without gaps is written at once. The core computes the offsets of its first and last element.
///
/// # Errors
/// An address overflows 64 bits or exceeds the buffer, or inner dims do not end at a byte.
pub(crate) fn scatter(
    memory: &PhysicalLayout,
    packed: &[u8],
    into: &mut [u8],
) -> Result<(), String> {
    let lengths = static_lengths(memory.shape().values())?;
    let bits = elem_bits(memory)?;
    let outer = outer_dims(memory)?;
    let run: i64 = lengths[outer..].iter().product();
    let run_bits = in_bits(Elems::new(run), bits)?;
    if run_bits % 8 != 0 {
        return Err("the inner dims do not end at a byte".to_owned());
    }
    let last: Vec<i64> = lengths[outer..].iter().map(|length| length - 1).collect();
    let first = vec![0; last.len()];
    for (index, piece) in counted(lengths[..outer].to_vec()).zip(packed.chunks_exact(run_bits / 8))
    {
        let start = offset(memory, &index, &first)?;
        if run > 1 && offset(memory, &index, &last)?.get() - start.get() != run - 1 {
            return Err("the core computes offsets with gaps for dense dims".to_owned());
        }
        let start = in_bits(start, bits)? / 8;
        let place = into.get_mut(start..start + piece.len());
        place.ok_or("an element is outside of its buffer")?.copy_from_slice(piece);
    }
    Ok(())
}

fn offset(memory: &PhysicalLayout, outer: &[i64], inner: &[i64]) -> Result<Elems, String> {
    let index = MemIndex::new(outer.iter().chain(inner).copied());
    let index = index.map_err(|error| error.to_string())?;
    memory.element_offset(&index).map_err(|error| error.to_string())
}

/// Returns the number of dims outside of the longest sequence of inner dims without gaps.
fn outer_dims(memory: &PhysicalLayout) -> Result<usize, String> {
    let rank = memory.shape().len();
    let dense = |outer: usize| -> Option<bool> {
        let shape = MemShape::new(memory.shape().values().skip(outer).copied()).ok()?;
        let strides = MemStrides::new(memory.strides().values().skip(outer).copied()).ok()?;
        Some(PhysicalLayout::new(shape, strides, Elems::ZERO, memory.elem()).ok()?.is_packed())
    };
    let found = (0..=rank).find(|&outer| dense(outer) == Some(true));
    found.ok_or_else(|| "the innermost dim has gaps".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::layout::{Bits, ElemSize, LayoutBuilder};

    fn memory(lengths: &[i64], strides: &[i64], bits: i64) -> PhysicalLayout {
        let strides = MemStrides::new(strides.iter().copied().map(Elems::new)).unwrap();
        let elem = ElemSize::new(Bits::new(bits)).unwrap();
        PhysicalLayout::new(MemShape::of_static(lengths).unwrap(), strides, Elems::ZERO, elem)
            .unwrap()
    }

    fn layout(memory: PhysicalLayout) -> Layout {
        let builder = LayoutBuilder::new(memory);
        let logical_dims = builder.base_dims().to_vec();
        builder.finish(&logical_dims).unwrap()
    }

    #[test]
    fn scatter_writes_rows_and_keeps_gaps() {
        let mut bytes = vec![0; 8];
        scatter(&memory(&[2, 3], &[4, 1], 8), &[1, 2, 3, 4, 5, 6], &mut bytes).unwrap();
        assert_eq!(bytes, [1, 2, 3, 0, 4, 5, 6, 0]);
        let mut bytes = vec![0; 6];
        scatter(&memory(&[2, 2, 1], &[6, 2, 1], 4), &[1, 2], &mut bytes).unwrap_err();
        scatter(&memory(&[2, 2, 2], &[6, 2, 1], 4), &[1, 2, 3, 4], &mut bytes).unwrap();
        assert_eq!(bytes, [1, 2, 0, 3, 4, 0]);
    }

    #[test]
    fn image_forms_have_the_same_elements() {
        let padded = layout(memory(&[3, 5], &[8, 1], 16));
        let TensorImage { own, packed } = image(&padded, &mut RandomBytes(1)).unwrap();
        assert_eq!((own.len(), packed.len()), (48, 30));
        for row in 0..3 {
            assert_eq!(own[row * 16..][..10], packed[row * 10..][..10]);
        }
    }

    #[test]
    fn write_and_read_access_single_bits() {
        let mut bytes = vec![0xff, 0];
        write(&mut bytes, 4, 4, 5).unwrap();
        write(&mut bytes, 9, 1, 1).unwrap();
        assert_eq!(bytes, [0x5f, 0b10]);
        assert_eq!(
            (read(&bytes, 4, 4), read(&bytes, 9, 1), read(&bytes, 0, 16)),
            (Ok(5), Ok(1), Ok(0x25f))
        );
        write(&mut bytes, 16, 1, 1).unwrap_err();
        read(&bytes, 8, 16).unwrap_err();
    }
}
