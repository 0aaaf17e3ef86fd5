//! Creates all tensors of ResNet-50, fills the image, and reads it by logical index in a shader.
//!
//! ```text
//! layoutc examples/resnet50.mlir --target=emulation --emit=vk-rust -o resnet50.rs
//! ```
//!
//! `resnet50.rs` is generated: the descriptions, the constants, and with the feature `layoutc_create` a function that
//! creates each tensor. `planned.inc` lists all of them. Both are in the folder `GENERATED` when this file is compiled.
//! This file and `gpu.rs` are written by hand. They have no size, stride or offset of a tensor.

mod gpu;

#[rustfmt::skip]
mod resnet50 { include!(concat!(env!("GENERATED"), "/resnet50.rs")); }

use ash::vk::{self, Handle};
use gpu::{Gpu, Memory};
use resnet50::create::{self, CreatedTensor, TensorFunctions, VkDevice, VkMemoryRequirements};
use std::error::Error;

/// The lengths of the image in the model: C, H, W.
const LENGTHS: [usize; 3] = [3, 224, 224];

type Requirements = unsafe fn(VkDevice, &TensorFunctions) -> VkMemoryRequirements;
type Create = unsafe fn(VkDevice, &TensorFunctions, u64, u64) -> Result<CreatedTensor, i32>;

/// A tensor before it is created.
struct Planned {
    name: &'static str,
    requirements: Requirements,
    create: Create,
    size: u64,
    offset: u64,
}

/// Every tensor of `resnet50.rs`.
const ALL: &[Planned] = include!(concat!(env!("GENERATED"), "/planned.inc"));

/// Returns a small whole number as the bits of a 16-bit float.
fn half(number: u16) -> u16 {
    let Some(log) = number.checked_ilog2() else { return 0 };
    (15 + log as u16) << 10 | (number << (10 - log)) & 0x3ff
}

/// Returns the value of an element of the image: a different one for each neighbor.
fn value_at(element: usize) -> u16 {
    (element * 7 % 2048) as u16
}

/// Returns the number of elements of the image.
fn elements() -> usize {
    LENGTHS.iter().product()
}

/// Fills the image at the addresses that Vulkan defines: the sum of coordinate x stride. Its dims are N, H, W, C.
fn fill(image: *mut u8) {
    let description = resnet50::main_gpu_0_data_0_vk();
    // SAFETY: the description has one stride for each of four dims.
    let strides = unsafe { std::slice::from_raw_parts(description.p_strides, 4) };
    let [_, height, width] = LENGTHS;
    for element in 0..elements() {
        let (c, h, w) = (element / (height * width), element / width % height, element % width);
        let at = h as i64 * strides[1] + w as i64 * strides[2] + c as i64 * strides[3];
        let bits = half(value_at(element)).to_ne_bytes();
        // SAFETY: the tensor has this size, and its memory is mapped.
        unsafe { image.offset(at as isize).copy_from_nonoverlapping(bits.as_ptr(), 2) };
    }
}

/// Creates every tensor in one block of memory, one after the other. Returns also the first byte of each.
fn create_all(
    gpu: &Gpu,
    functions: &TensorFunctions,
) -> Result<(Memory, Vec<(CreatedTensor, u64)>), Box<dyn Error>> {
    let device = gpu.device.handle().as_raw() as VkDevice;
    let (mut end, mut types) = (0u64, u32::MAX);
    let mut places = Vec::with_capacity(ALL.len());
    for planned in ALL {
        // SAFETY: the functions belong to the device.
        let needed = unsafe { (planned.requirements)(device, functions) };
        assert_eq!(needed.size, planned.size, "the driver and layoutc agree on the size");
        let place = end.next_multiple_of(needed.alignment);
        places.push(place);
        end = place + planned.offset + needed.size;
        types &= needed.memory_type_bits;
    }
    let memory = gpu.allocate(end, types)?;
    let mut created = Vec::with_capacity(ALL.len());
    for (planned, place) in ALL.iter().zip(places) {
        // SAFETY: the memory satisfies the requirements at each place.
        let tensor = unsafe { (planned.create)(device, functions, memory.handle.as_raw(), place) };
        let tensor = tensor.map_err(|error| format!("VkResult {error}"))?;
        created.push((tensor, place + planned.offset));
    }
    Ok((memory, created))
}

/// Runs the shader, and returns the number of elements that differ from the filled ones.
fn read_by_logical_index(gpu: &Gpu, path: &str, image: u64) -> Result<usize, Box<dyn Error>> {
    let words: Vec<u32> = std::fs::read(path)?
        .chunks_exact(4)
        .map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
        .collect();
    let (buffer, memory) = gpu.buffer(4 * elements() as u64)?;
    let shader = gpu.shader(&words, image, buffer)?;
    gpu.run(&shader, elements().div_ceil(64) as u32)?;
    // SAFETY: the buffer has this number of floats, and the shader has completed.
    let found = unsafe { std::slice::from_raw_parts(memory.bytes.cast::<f32>(), elements()) };
    let wrong = (0..).zip(found).filter(|&(at, &it)| it != f32::from(value_at(at))).count();
    gpu.destroy(&shader);
    // SAFETY: every command has completed.
    unsafe {
        gpu.device.destroy_buffer(buffer, None);
        gpu.device.free_memory(memory.handle, None);
    }
    Ok(wrong)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: tensors IMAGE.spv")?;
    let gpu = Gpu::open()?;
    let device = gpu.device.handle().as_raw() as VkDevice;
    let get = gpu.instance.fp_v1_0().get_device_proc_addr;
    // SAFETY: both types are `PFN_vkGetDeviceProcAddr`, and the device has the extension.
    let functions = unsafe {
        let get =
            std::mem::transmute::<vk::PFN_vkGetDeviceProcAddr, create::GetDeviceProcAddr>(get);
        TensorFunctions::load(device, get)
    };
    let functions = functions.map_err(|error| format!("VkResult {error}"))?;
    let (memory, tensors) = create_all(&gpu, &functions)?;
    let image = ALL.iter().position(|it| it.name == "main_gpu_0_data_0_vk");
    let image = image.ok_or("the model has no image")?;
    let (tensor, place) = tensors[image];
    // SAFETY: the tensor is in this memory.
    fill(unsafe { memory.bytes.add(place as usize) });
    let wrong = read_by_logical_index(&gpu, &path, tensor.view)?;
    println!("{} elements read by logical index, {wrong} differ", elements());
    for (tensor, _) in &tensors {
        // SAFETY: every command has completed.
        unsafe { tensor.destroy(device, &functions) };
    }
    // SAFETY: no tensor is bound to the memory any more.
    unsafe { gpu.device.free_memory(memory.handle, None) };
    println!("{} tensors created", tensors.len());
    if wrong == 0 { Ok(()) } else { Err("elements differ".into()) }
}
