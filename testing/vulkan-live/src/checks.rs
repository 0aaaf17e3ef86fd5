//! What is checked of one tensor.
//!
//! 1. Its lengths are those of the layout's memory, and its usage is one that the device offers for the format.
//! 2. The driver creates it as it is described, and asks, before and after, for just the bytes that layoutc says.
//! 3. Filled by the addresses of the core, it is copied into a tensor of the same lengths in another form
//!    (packed if it is padded, padded if it is packed), and every byte there is what it must be, gaps included.
//! 4. Filled with noise, it is copied back into, and every byte is what it must be.

use crate::description::TensorDescription;
use crate::image::{EACH, RandomBytes, TensorImage, image, lengths, packed, scatter};
use crate::names;
use crate::report::TensorRow;
use crate::vulkan::{DeviceTensor, Requirement, Vulkan};
use ir::layout::{Bits, ElemSize, Elems, Layout, MemShape, MemStrides, PhysicalLayout};
use vulkan_headers::vulkan::vulkan_core::*;

/// The usages that copies need.
const COPIES: VkTensorUsageFlagsARM =
    VK_TENSOR_USAGE_TRANSFER_SRC_BIT_ARM | VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM;

/// In the other form of a tensor of more than [`EACH`] elements, no fewer lie side by side, so that the core is not
/// asked for every single address.
const LONG_RUN: i64 = 64;

/// Checks one tensor, and adds to the row.
///
/// # Errors
/// Says why the check ended early; what it found before is in the row.
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
        add_fault(format!("the device does not offer {usage} for its format"));
    }
    if !has_lengths_of(described, layout)? {
        add_fault(format!("{:?} are not the lengths of {}", described.dims, layout.mem_shape()));
    }
    let tensor = vulkan.tensor(described).map_err(|fault| fault.to_string())?;
    let requested = tensor.requirement();
    if requested.size != described.size_bytes {
        add_fault(format!(
            "the driver asks for {} bytes, layoutc says {}",
            requested.size, described.size_bytes
        ));
    }
    if vulkan.requirement_before(described) != requested {
        add_fault("the driver asks for other memory before it is created".to_owned());
    }
    drop(tensor);
    row.count(described);
    let mut random = RandomBytes(seed(&label));
    copies(vulkan, described, &own_layout(described, layout, requested)?, &mut random, row)
}

/// Whether the lengths are those of a layout's memory, in bytes where elements are parts of one, and with
/// neighbours made one where memory has more dims.
fn has_lengths_of(described: &TensorDescription, layout: &Layout) -> Result<bool, String> {
    let mut lengths = lengths(layout)?;
    let bits = layout.elem().ok_or("its elements have no size")?.bits().get();
    if let Some(innermost) = lengths.last_mut().filter(|_| bits < 8) {
        *innermost = *innermost * bits / 8;
    }
    if lengths.is_empty() {
        lengths.push(1);
    }
    // A cut between dims is known by how many elements lie within it.
    let cuts = |lengths: &[i64]| -> Vec<i64> {
        let within = |at: usize| lengths[at..].iter().product();
        (0..lengths.len()).map(within).collect()
    };
    let (ours, theirs) = (cuts(&lengths), cuts(&described.dims));
    let merged = lengths.len() > described.dims.len();
    Ok(if merged { theirs.iter().all(|cut| ours.contains(cut)) } else { lengths == described.dims })
}

/// A number that hangs on a text alone.
fn seed(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| RandomBytes(hash ^ u64::from(byte)).next())
}

/// The layout as the driver has it: packed where only the device knows addresses, and begun where memory can
/// be bound: at the tensor's own offset if that is aligned, else at zero.
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
    let back = Elems::ZERO.checked_sub(offset).and_then(|back| layout.clone().moved(back).ok());
    back.ok_or_else(|| "its offset leaves 64 bits".to_owned())
}

fn bytes(offset: Elems, layout: &Layout) -> Result<u64, String> {
    let elem = layout.elem().ok_or("its elements have no size")?;
    let bytes = offset.to_bits(elem).and_then(Bits::to_bytes);
    let bytes = bytes.and_then(|bytes| u64::try_from(bytes.get()).ok());
    bytes.ok_or_else(|| "it begins before its buffer, or within a byte".to_owned())
}

/// Copies into another form and back, and compares.
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
        // An outer dim of length 1 that was merged away has lost the gap behind its only element.
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

/// A form of a tensor: where its elements are.
struct TensorForm<'a> {
    memory: &'a PhysicalLayout,
    base: u64,
    what: &'a str,
}

impl TensorForm<'_> {
    /// Compares memory that held noise with what must have come of it.
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

/// A tensor that can be copied, in memory of its own: as it is described, but for the usage, and the format
/// where the layer cannot copy that.
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

/// The same tensor in another form: without gaps where it has some, with gaps where it has none.
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
    other.strides.is_some().then_some(other).ok_or_else(|| "it is above the limit".to_owned())
}

/// Strides in bytes, with gaps of up to 3 elements behind each dim that is not too short a run, and one behind
/// the innermost such for sure. Nothing when the tensor would take more than the limit.
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

/// A description as memory of the core.
fn memory(described: &TensorDescription) -> Result<PhysicalLayout, String> {
    let failed = |error: ir::layout::RankError| error.to_string();
    let shape = MemShape::of_static(&described.dims).map_err(failed)?;
    let bytes = i64::try_from(described.elem_bytes).map_err(|error| error.to_string())?;
    let strides = match &described.strides {
        Some(strides) => MemStrides::new(strides.iter().map(|stride| Elems::new(stride / bytes))),
        None => Ok(crate::image::dense(&shape)?),
    };
    let elem = ElemSize::new(Bits::new(bytes * 8)).ok_or("its elements have no size")?;
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
    fn the_other_form_has_gaps_where_this_has_none() {
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
    fn gaps_that_leave_the_limit_are_left_out() {
        let other = other_form(&described(&[3, 4, 5]), 120, &mut RandomBytes(0)).unwrap();
        assert_eq!(other.strides, Some(vec![40, 10, 2]));
        assert!(other_form(&described(&[3, 4, 5]), 119, &mut RandomBytes(0)).is_err());
    }
}
