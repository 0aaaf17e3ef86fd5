//! A device with `VK_ARM_tensors`, or one that runs shaders or shows what it makes of them, and the little of them
//! that the checks need, as safe functions.
//!
//! `functions` lists what is called, `plain` has the structs and lists of Vulkan as values of Rust; `instance` finds a
//! driver; `device` is an opened device with its memory; `tensors` is one with the extension, on which `tensor` creates tensors in memory of their own and copies between them; `shader` runs one that fills a buffer; `isa`
//! shows the machine code of one. All unsafe code of the project is in this folder.

mod device;
mod fault;
mod functions;
mod instance;
mod isa;
mod plain;
mod shader;
mod tensor;
mod tensors;

pub(crate) use device::Requirement;
pub(crate) use fault::DriverFault;
pub(crate) use isa::CodeCompiler;
pub(crate) use shader::Shaders;
pub(crate) use tensor::DeviceTensor;
pub(crate) use tensors::{TensorLimits, Vulkan};
