//! layoutc as a library of strides, without IR: the least strides of an image, its addresses, and a conflict as a value.
//!
//! The example depends on `layoutc-layout` alone. Run it with `cargo run --example strides`.

use layoutc_layout::{
    Amount, Bits, BufferError, DimsOrder, ElemSize, LogicalIndex, MemDim, Origin, Req, ReqKind,
    ResolveError, ResolvedLayout, Shape, StrideReqs, TensorLayout, Unit,
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let layout = image(&[aligned(1, 128), aligned(2, 8)])?.resolve()?;
    println!("strides in elements: {}", layout.strides());
    println!("offset of the last pixel: {}", last_pixel(&layout)?);
    // Dense pixels of 3 channels have 6 bytes, so their stride cannot be a multiple of 8 bytes.
    let contradictory = image(&[compact(3), compact(2), aligned(2, 8)])?;
    if let Err(error) = contradictory.resolve() {
        println!("conflict: {error}");
    }
    for proposal in proposals(&contradictory) {
        println!("{proposal}");
    }
    Ok(())
}

/// Returns an image of 3 x 8 x 8 elements of f16, stored pixel by pixel, with these requirements.
fn image(reqs: &[Req]) -> Result<TensorLayout, Box<dyn Error>> {
    let shape = Shape::of_static(&[1, 3, 8, 8])?;
    let f16 = ElemSize::new(Bits::new(16)).ok_or("an element has at least one bit")?;
    let reqs: StrideReqs = reqs.iter().copied().collect();
    Ok(TensorLayout::new(shape, DimsOrder::NHWC, f16)?.with_reqs(reqs))
}

/// Returns the requirement that the stride of a physical dim is a multiple of `bytes`. Dim 0 is the outermost.
fn aligned(dim: usize, bytes: i64) -> Req {
    let amount = Amount::new(bytes, Unit::Bytes).expect("alignments are positive");
    Req { dim: mem_dim(dim), kind: ReqKind::Aligned(amount) }
}

/// Returns the requirement that a physical dim has no padding.
fn compact(dim: usize) -> Req {
    Req { dim: mem_dim(dim), kind: ReqKind::Compact }
}

fn mem_dim(dim: usize) -> MemDim {
    MemDim::new(dim).expect("an image has four dims")
}

/// Returns the offset of channel 0 of the last pixel, in elements. The index is logical: N, C, H, W.
fn last_pixel(layout: &ResolvedLayout) -> Result<i64, Box<dyn Error>> {
    let index = LogicalIndex::new([0, 0, 7, 7])?;
    Ok(layout.offset_of(&index)?.get())
}

/// Returns one sentence for each requirement whose removal resolves the conflict of a layout.
fn proposals(layout: &TensorLayout) -> Vec<String> {
    let Err(ResolveError::Unsolvable(BufferError::Conflict(conflict))) = layout.resolve() else {
        return Vec::new();
    };
    let removals = conflict.corrections.iter().flat_map(|correction| {
        let reqs = conflict.core[correction.removed].iter().filter_map(Origin::req);
        reqs.map(|req| format!("without `{req}`: {}", correction.strides))
    });
    removals.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_are_least_and_satisfy_requirements() {
        let layout = image(&[aligned(1, 128), aligned(2, 8)]).unwrap().resolve().unwrap();
        // Pixels of 6 bytes have a stride of 8 bytes, which are 4 elements, and rows a stride of 128 bytes.
        assert_eq!(layout.strides().to_string(), "[512, 1, 64, 4]");
        assert_eq!(last_pixel(&layout).unwrap(), 7 * 64 + 7 * 4);
    }

    #[test]
    fn each_correction_resolves_the_conflict() {
        let found = proposals(&image(&[compact(3), compact(2), aligned(2, 8)]).unwrap());
        assert_eq!(
            found,
            [
                "without `m2: compact`: [256, 32, 4, 1]",
                "without `m2: aligned<8 bytes>`: [192, 24, 3, 1]",
                "without `m3: compact`: [768, 96, 12, 4]"
            ]
        );
    }

    #[test]
    fn layouts_can_be_shared_by_threads() {
        let layout = image(&[]).unwrap().resolve().unwrap();
        let offsets = std::thread::scope(|scope| {
            let threads = [(); 4].map(|()| scope.spawn(|| last_pixel(&layout).unwrap()));
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(offsets, [189; 4]);
    }
}
