//! What the bytes of a tensor's memory must be.
//!
//! A tensor is held in two images: its *packed* form, all elements of its memory one after the other, and
//! its own form, where gaps lie between. All addresses are those of the core. Gaps hold noise, so that a byte
//! which is written there or an element that comes from there is seen.

use ir::layout::{
    Elems, Evaluator, Layout, Len, LogicalIndex, MemIndex, MemShape, MemStrides, PhysicalLayout,
};

/// Up to so many elements each is placed by its logical index; of larger tensors some are looked at.
pub(crate) const EACH: i64 = 1 << 14;
/// How many are looked at.
const SAMPLES: u64 = 2000;

/// After how many bytes noise repeats: a prime number.
const PERIOD: usize = 262_147;

/// Splitmix64: a seeded source of bits.
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

    /// A number below `bound`, which is at least 1.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// So many bytes. They repeat after [`PERIOD`], which nothing in a tensor has as its distance.
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
    /// Its own, from the first byte of its buffer.
    pub(crate) own: Vec<u8>,
    /// All elements of its memory, storage padding of a format included, one after the other.
    pub(crate) packed: Vec<u8>,
}

/// The images of a tensor. The value of each element hangs on its logical index alone.
///
/// # Errors
/// A size is not known, or the core contradicts itself.
pub(crate) fn image(layout: &Layout, random: &mut RandomBytes) -> Result<TensorImage, String> {
    let packed_layout = packed(layout)?;
    let mut packed = random.noise(size(&packed_layout)?);
    let mut own = random.noise(size(layout)?);
    if layout.shape().num_elements().is_some_and(|count| count.get() <= EACH) {
        // What no logical index owns is padding of a format, which is an element to the driver as any other.
        place_each(&packed_layout, &mut packed, random.0)?;
        scatter(layout.physical(), &packed, &mut own)?;
        look_at_each(layout, &own, random.0)?;
    } else {
        scatter(layout.physical(), &packed, &mut own)?;
        look_at_some(layout, &own, &packed_layout, &packed, random)?;
    }
    Ok(TensorImage { own, packed })
}

/// A tensor over the same memory without gaps, begun at its first byte.
///
/// # Errors
/// A length is dynamic, or a number leaves 64 bits.
pub(crate) fn packed(layout: &Layout) -> Result<Layout, String> {
    let memory = layout.physical();
    let elem = memory.elem().ok_or("its elements have no size")?;
    let strides = dense(memory.shape())?;
    let memory = PhysicalLayout::new(memory.shape().clone(), strides, Elems::ZERO, elem);
    layout
        .with_memory(memory.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())
}

/// Strides without gaps.
pub(crate) fn dense(shape: &MemShape) -> Result<MemStrides, String> {
    let mut strides = vec![Elems::new(1)];
    for length in shape.values().skip(1).rev() {
        let inner = strides[strides.len() - 1];
        let stride = length.get().and_then(|length| inner.checked_mul(length));
        strides.push(stride.ok_or("its strides leave 64 bits")?);
    }
    strides.truncate(shape.len());
    strides.reverse();
    MemStrides::new(strides).map_err(|error| error.to_string())
}

/// The bytes of a buffer that holds a tensor.
fn size(layout: &Layout) -> Result<usize, String> {
    let bytes = layout.size_in_bytes().map_err(|error| error.to_string())?;
    usize::try_from(bytes.get()).map_err(|_| "its size is below 0".to_owned())
}

/// Writes every element at its address.
fn place_each(layout: &Layout, into: &mut [u8], seed: u64) -> Result<(), String> {
    let mut evaluator = layout.evaluator();
    let bits = elem_bits(layout.physical())?;
    for (at, index) in indices(layout)?.enumerate() {
        let start = bit_of(&mut evaluator, &index, bits)?;
        write(into, start, bits, RandomBytes(seed ^ at as u64).next())?;
    }
    Ok(())
}

/// An error where an element is not at its address.
fn look_at_each(layout: &Layout, own: &[u8], seed: u64) -> Result<(), String> {
    let mut evaluator = layout.evaluator();
    let bits = elem_bits(layout.physical())?;
    for (at, index) in indices(layout)?.enumerate() {
        let start = bit_of(&mut evaluator, &index, bits)?;
        let value = RandomBytes(seed ^ at as u64).next() & (u64::MAX >> (64 - bits));
        if read(own, start, bits)? != value {
            return Err(format!("the core has two addresses for {index:?}"));
        }
    }
    Ok(())
}

/// An error where some element differs between both forms.
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
            return Err(format!("the core has two values at {index:?}"));
        }
    }
    Ok(())
}

/// All logical indices, row major.
fn indices(layout: &Layout) -> Result<impl Iterator<Item = LogicalIndex>, String> {
    let lengths = static_lengths(layout.shape().values())?;
    Ok(counted(lengths).map(|index| LogicalIndex::new(index).expect("the rank is the layout's")))
}

/// The lengths of a layout's memory.
pub(crate) fn lengths(layout: &Layout) -> Result<Vec<i64>, String> {
    static_lengths(layout.mem_shape().values())
}

fn static_lengths<'a>(lengths: impl Iterator<Item = &'a Len>) -> Result<Vec<i64>, String> {
    let lengths: Option<Vec<i64>> = lengths.map(|length| length.get()).collect();
    lengths.ok_or_else(|| "a length is dynamic".to_owned())
}

/// All indices below some lengths, row major.
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

/// Where an element begins, in bits.
fn bit_of(
    evaluator: &mut Evaluator<'_>,
    index: &LogicalIndex,
    bits: usize,
) -> Result<usize, String> {
    let offset = evaluator.offset_of(index).map_err(|error| error.to_string())?;
    let offset = offset.ok_or_else(|| format!("{index:?} is not valid"))?;
    in_bits(offset, bits)
}

fn in_bits(offset: Elems, bits: usize) -> Result<usize, String> {
    let offset = usize::try_from(offset.get()).ok().and_then(|offset| offset.checked_mul(bits));
    offset.ok_or_else(|| "an element lies before its buffer, or too far".to_owned())
}

fn elem_bits(memory: &PhysicalLayout) -> Result<usize, String> {
    let bits = memory.elem().map(|elem| elem.bits().get());
    bits.and_then(|bits| usize::try_from(bits).ok()).ok_or("its elements have no size".to_owned())
}

/// Writes the low bits of a value, the first bits of a byte being its low ones.
fn write(into: &mut [u8], start: usize, bits: usize, value: u64) -> Result<(), String> {
    let outside = "an element lies outside of its buffer";
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
    let outside = "an element lies outside of its buffer";
    if bits < 8 {
        let byte = from.get(start / 8).ok_or(outside)?;
        return Ok(u64::from(byte >> (start % 8) & ((1 << bits) - 1)));
    }
    let place = from.get(start / 8..(start + bits) / 8).ok_or(outside)?;
    Ok(place.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

/// Writes all elements of a memory, given one after the other, where its strides place them.
///
/// The inner dims without gaps are written at once; the core tells where their first and last element are.
///
/// # Errors
/// An address leaves 64 bits or the buffer, or inner dims end within a byte.
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
        return Err("its inner dims end within a byte".to_owned());
    }
    let last: Vec<i64> = lengths[outer..].iter().map(|length| length - 1).collect();
    let first = vec![0; last.len()];
    for (index, piece) in counted(lengths[..outer].to_vec()).zip(packed.chunks_exact(run_bits / 8))
    {
        let start = offset(memory, &index, &first)?;
        if run > 1 && offset(memory, &index, &last)?.get() - start.get() != run - 1 {
            return Err("the core does not place a dense run densely".to_owned());
        }
        let start = in_bits(start, bits)? / 8;
        let place = into.get_mut(start..start + piece.len());
        place.ok_or("an element lies outside of its buffer")?.copy_from_slice(piece);
    }
    Ok(())
}

fn offset(memory: &PhysicalLayout, outer: &[i64], inner: &[i64]) -> Result<Elems, String> {
    let index = MemIndex::new(outer.iter().chain(inner).copied());
    let index = index.map_err(|error| error.to_string())?;
    memory.element_offset(&index).map_err(|error| error.to_string())
}

/// How many outer dims there are to the longest run of inner dims without gaps.
fn outer_dims(memory: &PhysicalLayout) -> Result<usize, String> {
    let rank = memory.shape().len();
    let dense = |outer: usize| -> Option<bool> {
        let shape = MemShape::new(memory.shape().values().skip(outer).copied()).ok()?;
        let strides = MemStrides::new(memory.strides().values().skip(outer).copied()).ok()?;
        Some(PhysicalLayout::new(shape, strides, Elems::ZERO, memory.elem()).ok()?.is_packed())
    };
    let found = (0..=rank).find(|&outer| dense(outer) == Some(true));
    found.ok_or_else(|| "its innermost dim has gaps".to_owned())
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
    fn rows_are_scattered_and_gaps_are_left() {
        let mut bytes = vec![0; 8];
        scatter(&memory(&[2, 3], &[4, 1], 8), &[1, 2, 3, 4, 5, 6], &mut bytes).unwrap();
        assert_eq!(bytes, [1, 2, 3, 0, 4, 5, 6, 0]);
        let mut bytes = vec![0; 6];
        scatter(&memory(&[2, 2, 1], &[6, 2, 1], 4), &[1, 2], &mut bytes).unwrap_err();
        scatter(&memory(&[2, 2, 2], &[6, 2, 1], 4), &[1, 2, 3, 4], &mut bytes).unwrap();
        assert_eq!(bytes, [1, 2, 0, 3, 4, 0]);
    }

    #[test]
    fn both_forms_hold_the_same_elements() {
        let padded = layout(memory(&[3, 5], &[8, 1], 16));
        let TensorImage { own, packed } = image(&padded, &mut RandomBytes(1)).unwrap();
        assert_eq!((own.len(), packed.len()), (48, 30));
        for row in 0..3 {
            assert_eq!(own[row * 16..][..10], packed[row * 10..][..10]);
        }
    }

    #[test]
    fn bits_are_written_and_read_one_by_one() {
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
