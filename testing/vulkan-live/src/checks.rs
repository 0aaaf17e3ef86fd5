//! Checks of one tensor.
//!
//! 1. Its lengths are those of the layout's memory, and the device supports its usage for the format.
//! 2. The driver creates the tensor from the description, and requires, before and after, exactly the size that layoutc
//!    computes.
//! 3. The tensor is filled at the addresses of the core, and copied into a tensor with the same lengths in another form
//!    (packed if it is padded, padded if it is packed). Every byte of the copy must be the expected one, including gaps.
//! 4. The tensor is filled with random bytes, and the copy is copied back. Every byte must be the expected one.

use crate::description::TensorDescription;
use crate::image::{EACH, RandomBytes, TensorImage, image, lengths, packed, scatter};
use crate::names;
use crate::report::TensorRow;
use crate::vulkan::{DeviceTensor, Requirement, Vulkan};
use ir::layout::{Bits, ElemSize, Elems, Layout, MemShape, MemStrides, PhysicalLayout};
use vulkan_headers::vulkan::vulkan_core::*;

/// The usages that copies require.
const COPIES: VkTensorUsageFlagsARM =
    VK_TENSOR_USAGE_TRANSFER_SRC_BIT_ARM | VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM;

/// The minimum number of consecutive elements in the other form of a tensor of more than [`EACH`] elements. It limits
/// the number of addresses that the core computes.
const LONG_RUN: i64 = 64;

/// Checks one tensor, and adds the results to the row.
///
/// # Errors
/// The reason why the check ended early. The row has the earlier results.
pub(crate) fn check(
    vulkan: &Vulkan,
    described: &TensorDescription,
    layout: &Layout,
    row: &mut TensorRow,
) -> Result<(), String> {
    let label = described.label();
    let mut add_fault = |fault: String| row.faults.push(format!("{label}: {fault}"));
    let features = vulkan.format_features(described.format);
    let features = if described.is_linear() {
        features.linearTilingTensorFeatures
    } else {
        features.optimalTilingTensorFeatures
    };
    for usage in names::unsupported(described.usage, features) {
        add_fault(format!("the device does not support {usage} for the format"));
    }
    if !has_lengths_of(described, layout)? {
        add_fault(format!(
            "the lengths are {:?}, but must be those of {}",
            described.dims,
            layout.mem_shape()
        ));
    }
    let tensor = vulkan.tensor(described).map_err(|fault| fault.to_string())?;
    let requested = tensor.requirement();
    if requested.size != described.size_bytes {
        add_fault(format!(
            "the driver requires {} bytes, but layoutc computes {}",
            requested.size, described.size_bytes
        ));
    }
    if vulkan.requirement_before(described) != requested {
        add_fault("the driver requires other memory before the tensor is created".to_owned());
    }
    drop(tensor);
    row.count(described);
    let mut random = RandomBytes(seed(&label));
    copies(vulkan, described, &own_layout(described, layout, requested)?, &mut random, row)
}

/// Returns `true` if the lengths of the description are those of the layout's memory. Elements smaller than a byte are
/// counted in bytes, and neighboring dims can be merged.
fn has_lengths_of(described: &TensorDescription, layout: &Layout) -> Result<bool, String> {
    let mut lengths = lengths(layout)?;
    let bits = layout.elem().ok_or("the size of the elements is unknown")?.bits().get();
    if let Some(innermost) = lengths.last_mut().filter(|_| bits < 8) {
        *innermost = *innermost * bits / 8;
    }
    if lengths.is_empty() {
        lengths.push(1);
    }
    // A boundary between dims is identified by the number of elements inside it.
    let cuts = |lengths: &[i64]| -> Vec<i64> {
        let within = |at: usize| lengths[at..].iter().product();
        (0..lengths.len()).map(within).collect()
    };
    let (ours, theirs) = (cuts(&lengths), cuts(&described.dims));
    let merged = lengths.len() > described.dims.len();
    Ok(if merged { theirs.iter().all(|cut| ours.contains(cut)) } else { lengths == described.dims })
}

/// Returns a seed derived from a text.
fn seed(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| RandomBytes(hash ^ u64::from(byte)).next())
}

/// Returns the layout in the driver's form. The layout is packed if only the device defines addresses. It starts at the
/// tensor's own offset if that is aligned, and at zero otherwise.
fn own_layout(
    described: &TensorDescription,
    layout: &Layout,
    requested: Requirement,
) -> Result<Layout, String> {
    if !described.is_linear() {
        return packed(layout);
    }
    let offset = layout.physical().offset();
    let base = bytes(offset, layout)?;
    if base.is_multiple_of(requested.alignment) {
        return Ok(layout.clone());
    }
    let back =
        Elems::ZERO.checked_sub(offset).and_then(|back| layout.clone().translated(back).ok());
    back.ok_or_else(|| "the offset overflows 64 bits".to_owned())
}

fn bytes(offset: Elems, layout: &Layout) -> Result<u64, String> {
    let elem = layout.elem().ok_or("the size of the elements is unknown")?;
    let bytes = offset.to_bits(elem).and_then(Bits::to_bytes);
    let bytes = bytes.and_then(|bytes| u64::try_from(bytes.get()).ok());
    bytes.ok_or_else(|| "the tensor starts before its buffer, or not at a byte".to_owned())
}

/// Copies the tensor into another form and back, and compares the bytes.
fn copies(
    vulkan: &Vulkan,
    described: &TensorDescription,
    layout: &Layout,
    random: &mut RandomBytes,
    row: &mut TensorRow,
) -> Result<(), String> {
    let limit = vulkan.limits().properties.maxTensorSize;
    let other = other_form(described, limit, random)?;
    let TensorImage { mut own, packed } = image(layout, random)?;
    let base = bytes(layout.physical().offset(), layout)?;
    let own_form = TensorForm { memory: layout.physical(), base, what: "own" };
    let other_memory = memory(&other)?;
    let other_form = TensorForm { memory: &other_memory, base: 0, what: "other" };
    let mut one = create(vulkan, described, base)?;
    let mut two = create(vulkan, &other, 0)?;
    if described.dims.len() < layout.mem_shape().len() {
        // If an outer dim of length 1 is merged, the gap after its only element is lost.
        own.truncate(one.bytes().len());
    }
    row.copied(packed.len());

    fill(&mut one, &own)?;
    let noise = random.noise(two.bytes().len());
    fill(&mut two, &noise)?;
    vulkan.copy(&one, &two).map_err(|fault| fault.to_string())?;
    row.compare(&own, one.bytes(), || format!("{} changed as a source", described.label()));
    other_form.expect(&packed, noise, &two, described, row)?;

    let noise = random.noise(own.len());
    fill(&mut one, &noise)?;
    let unchanged = two.bytes().to_vec();
    vulkan.copy(&two, &one).map_err(|fault| fault.to_string())?;
    row.compare(&unchanged, two.bytes(), || format!("{} changed as a source", described.label()));
    own_form.expect(&packed, noise, &one, described, row)
}

/// A form of a tensor, with the positions of its elements.
struct TensorForm<'a> {
    memory: &'a PhysicalLayout,
    base: u64,
    what: &'a str,
}

impl TensorForm<'_> {
    /// Compares memory that held random bytes with the expected content after a copy.
    fn expect(
        &self,
        packed: &[u8],
        noise: Vec<u8>,
        tensor: &DeviceTensor<'_>,
        described: &TensorDescription,
        row: &mut TensorRow,
    ) -> Result<(), String> {
        let mut expected = noise;
        scatter(self.memory, packed, &mut expected)?;
        let (what, base) = (self.what, self.base);
        row.compare(&expected, tensor.bytes(), || {
            format!("{} after a copy to its {what} form, bound at byte {base}", described.label())
        });
        Ok(())
    }
}

/// Creates a tensor that can be copied, in its own memory. The usage differs from the description, and so does the
/// format if the layer cannot copy it.
fn create<'v>(
    vulkan: &'v Vulkan,
    described: &TensorDescription,
    base: u64,
) -> Result<DeviceTensor<'v>, String> {
    let format = names::copied_as(described.format);
    let described =
        TensorDescription { usage: described.usage | COPIES, format, ..described.clone() };
    let tensor = vulkan.tensor(&described).and_then(|tensor| tensor.bind(base));
    tensor.map_err(|fault| fault.to_string())
}

/// Writes the whole memory of a tensor.
fn fill(tensor: &mut DeviceTensor<'_>, bytes: &[u8]) -> Result<(), String> {
    let memory = tensor.bytes_mut();
    if memory.len() != bytes.len() {
        return Err(format!("layoutc has {} bytes for memory of {}", bytes.len(), memory.len()));
    }
    memory.copy_from_slice(bytes);
    Ok(())
}

/// Returns the same tensor in another form: packed if it has gaps, with gaps if it is packed.
fn other_form(
    described: &TensorDescription,
    limit: u64,
    random: &mut RandomBytes,
) -> Result<TensorDescription, String> {
    let mut other = TensorDescription { usage: COPIES, is_packed: true, ..described.clone() };
    if described.strides.is_some() {
        other.strides = None;
        if random.below(2) == 0 {
            other.tiling = VK_TENSOR_TILING_OPTIMAL_ARM;
        }
        return Ok(other);
    }
    let padded = strides(described, limit, Some(random));
    other.strides = padded.or_else(|| strides(described, limit, None));
    other.tiling = VK_TENSOR_TILING_LINEAR_ARM;
    other
        .strides
        .is_some()
        .then_some(other)
        .ok_or_else(|| "the size of the tensor exceeds the limit".to_owned())
}

/// Returns strides in bytes, with gaps of up to 3 elements between rows. Rows shorter than the minimum get no gap; the
/// innermost of the others always gets one. `None` if the size of the tensor exceeds the limit.
fn strides(
    described: &TensorDescription,
    limit: u64,
    mut random: Option<&mut RandomBytes>,
) -> Option<Vec<i64>> {
    let elem = i64::try_from(described.elem_bytes).ok()?;
    let least = if described.dims.iter().product::<i64>() > EACH { LONG_RUN } else { 1 };
    let (mut next, mut run, mut least_gap) = (elem, 1i64, 1);
    let mut strides = Vec::with_capacity(described.dims.len());
    for (dim, &length) in described.dims.iter().enumerate().rev() {
        strides.push(next);
        next = next.checked_mul(length)?;
        run = run.checked_mul(length)?;
        if let Some(random) = random.as_mut().filter(|_| dim > 0 && run >= least) {
            let gap = least_gap + random.below(4 - least_gap);
            least_gap = 0;
            next = next.checked_add(i64::try_from(gap).ok()?.checked_mul(elem)?)?;
        }
    }
    strides.reverse();
    (u64::try_from(next).ok()? <= limit).then_some(strides)
}

/// Converts a description to a physical layout of the core.
fn memory(described: &TensorDescription) -> Result<PhysicalLayout, String> {
    let failed = |error: ir::layout::RankError| error.to_string();
    let shape = MemShape::of_static(&described.dims).map_err(failed)?;
    let bytes = i64::try_from(described.elem_bytes).map_err(|error| error.to_string())?;
    let strides = match &described.strides {
        Some(strides) => MemStrides::new(strides.iter().map(|stride| Elems::new(stride / bytes))),
        None => Ok(crate::image::dense(&shape)?),
    };
    let elem = ElemSize::new(Bits::new(bytes * 8)).ok_or("the size of the elements is unknown")?;
    PhysicalLayout::new(shape, strides.map_err(failed)?, Elems::ZERO, elem).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(dims: &[i64]) -> TensorDescription {
        TensorDescription {
            name: "x".to_owned(),
            function: None,
            tiling: VK_TENSOR_TILING_LINEAR_ARM,
            format: VK_FORMAT_R16_SINT,
            elem_bytes: 2,
            dims: dims.to_vec(),
            strides: None,
            usage: VK_TENSOR_USAGE_SHADER_BIT_ARM,
            is_packed: true,
            size_bytes: 0,
        }
    }

    #[test]
    fn other_form_adds_or_removes_gaps() {
        for round in 0..100 {
            let packed = described(&[3, 4, 5]);
            let other = other_form(&packed, 1000, &mut RandomBytes(round)).unwrap();
            let &[outer, row, elem] = other.strides.as_deref().unwrap() else { panic!() };
            assert!(elem == 2 && row > 10 && row <= 16 && outer >= 4 * row && outer % 2 == 0);
            let back = other_form(&other, 1000, &mut RandomBytes(round)).unwrap();
            assert_eq!(back.strides, None);
        }
    }

    #[test]
    fn other_form_has_no_gaps_above_the_limit() {
        let other = other_form(&described(&[3, 4, 5]), 120, &mut RandomBytes(0)).unwrap();
        assert_eq!(other.strides, Some(vec![40, 10, 2]));
        assert!(other_form(&described(&[3, 4, 5]), 119, &mut RandomBytes(0)).is_err());
    }
}
