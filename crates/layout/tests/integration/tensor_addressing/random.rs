//! Random layouts: strided memory of random orders and gaps, below random transforms.

use layoutc_layout::transform::{
    CyclicShift, Embed, Insert, Merge, Modulo, Offset, Pad, Slice, Unmerge, Xor,
};
use layoutc_layout::{
    DimId, ElemSize, Elems, Layout, LayoutBuilder, LayoutFault, Len, MemShape, MemStrides,
    MixedRadix, PhysicalLayout, RadixDigit,
};
use testkit::Random;

/// Returns a random layout; `None` if the transforms do not fit each other.
pub(crate) fn layout(random: &mut Random, elem: ElemSize) -> Option<Layout> {
    built(random, elem).ok()
}

/// Returns a layout of digits with random strides, which are often those of dense blocks. Lengths need not be whole.
pub(crate) fn blocked(random: &mut Random, elem: ElemSize) -> Option<Layout> {
    let rank = random.between(1, 6);
    let mut lengths = Vec::new();
    let mut dims: Vec<Vec<RadixDigit>> = Vec::new();
    for _ in 0..rank {
        let count = random.between(1, 3);
        let own: Vec<i64> = (0..count).map(|_| random.between(2, 4)).collect();
        let whole: i64 = own.iter().product();
        let inner = whole / own[own.len() - 1];
        let length = if random.one_in(3) { random.between(inner + 1, whole) } else { whole };
        lengths.push(length);
        dims.push(own.into_iter().map(|length| RadixDigit { length, stride: 0 }).collect());
    }
    let places = dims.iter().enumerate();
    let mut places: Vec<(usize, usize)> =
        places.flat_map(|(dim, own)| (0..own.len()).map(move |at| (dim, at))).collect();
    if random.one_in(2) {
        places = random.permutation(places.len()).into_iter().map(|at| places[at]).collect();
    }
    let mut next = 1;
    for (dim, at) in places {
        let digit = &mut dims[dim][at];
        digit.stride = if random.one_in(12) { 0 } else { next };
        next *= digit.length;
        next += if random.one_in(4) { random.between(0, 5) } else { 0 };
    }
    let radix = MixedRadix { lengths, dims, offset: random.between(0, 3) * 16 };
    radix.layout(Some(elem)).ok()
}

fn memory(random: &mut Random, elem: ElemSize) -> PhysicalLayout {
    let rank = random.between(1, 4);
    let lengths: Vec<i64> = (0..rank).map(|_| random.between(1, 7)).collect();
    let mut strides = Vec::new();
    let mut next = if random.one_in(4) { random.between(1, 3) } else { 1 };
    for &length in lengths.iter().rev() {
        strides.push(next);
        next *= length;
        next += if random.one_in(3) { random.between(0, 9) } else { 0 };
    }
    strides.reverse();
    if random.one_in(12) {
        let place = random.index(strides.len());
        strides[place] = random.between(-2, 1);
    }
    let offset = if random.one_in(4) { random.between(0, 40) } else { 0 };
    let shape = MemShape::new(lengths.into_iter().map(|length| Len::new(length).unwrap())).unwrap();
    let strides = MemStrides::new(strides.into_iter().map(Elems::new)).unwrap();
    PhysicalLayout::new(shape, strides, Elems::new(offset), Some(elem)).unwrap()
}

fn built(random: &mut Random, elem: ElemSize) -> Result<Layout, LayoutFault> {
    let mut builder = LayoutBuilder::new(memory(random, elem));
    let mut dims = builder.base_dims().to_vec();
    for _ in 0..random.below(5) {
        stage(random, &mut builder, &mut dims)?;
    }
    let order = random.permutation(dims.len());
    let dims: Vec<DimId> = match random.one_in(3) {
        true => dims,
        false => order.into_iter().map(|place| dims[place]).collect(),
    };
    builder.finish(&dims)
}

/// Applies a random transform to random dims.
fn stage(
    random: &mut Random,
    builder: &mut LayoutBuilder,
    dims: &mut Vec<DimId>,
) -> Result<(), LayoutFault> {
    let place = random.index(dims.len());
    let dim = dims[place];
    let length = builder.length(dim).get().unwrap();
    let few = random.between(0, 2);
    let upper = match random.below(11) {
        0 => builder.apply(Pad { low: few, high: random.between(0, 2) }, &[dim])?,
        1 => {
            let begin = random.between(0, length - 1);
            builder.apply(Slice { begin, end: random.between(begin + 1, length) }, &[dim])?
        }
        2 => {
            let factors: Vec<i64> = (1..=length).filter(|factor| length % factor == 0).collect();
            let inner = random.choose(&factors);
            builder.apply(Unmerge { lengths: vec![length / inner, inner] }, &[dim])?
        }
        3 => {
            let window = random.between(1, 3);
            let step = random.between(1, 2);
            let lengths = vec![(length - window).max(0) / step + 1, window];
            builder.apply(Embed { lengths, strides: vec![step, 1] }, &[dim])?
        }
        4 => builder.apply(CyclicShift { by: few }, &[dim])?,
        5 => builder.apply(Modulo { modulus: length, length: length + few }, &[dim])?,
        6 => builder.apply(Insert { length: few + 1 }, &[])?,
        7 => builder.apply(Offset { by: few }, &[dim])?,
        8 if dims.len() > 1 && random.one_in(4) => {
            let other = (place + 1) % dims.len();
            let pair = builder.apply(Xor, &[dim, dims[other]])?;
            (dims[place], dims[other]) = (pair[0], pair[1]);
            return Ok(());
        }
        _ if dims.len() > 1 => {
            let place = place.min(dims.len() - 2);
            let merged = builder.apply(Merge, &dims[place..place + 2])?;
            dims.splice(place..place + 2, merged);
            return Ok(());
        }
        _ => return Ok(()),
    };
    match upper[..] {
        // An inserted dim replaces no other one.
        [new] if builder.length(dim).get() == Some(length) && !is_used(builder, dim) => {
            dims.push(new)
        }
        _ => {
            dims.splice(place..=place, upper);
        }
    }
    Ok(())
}

/// Returns `true` if a transform uses a dim already.
fn is_used(builder: &LayoutBuilder, dim: DimId) -> bool {
    builder.clone().apply(Offset { by: 0 }, &[dim]).is_err()
}
