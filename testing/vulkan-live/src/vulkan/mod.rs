//! Safe functions for the parts of Vulkan that the checks need: a device with `VK_ARM_tensors`, or one that executes
//! shaders or returns their machine code.
//!
//! `functions` lists the called functions. `plain` converts structs and lists of Vulkan to Rust values. `instance`
//! selects a driver. `device` is an opened device with its memory. `tensors` is a device with the extension, and
//! `tensor` creates tensors in their own memory and copies between them. `shader` executes a shader that fills a
//! buffer, and `isa` returns its machine code. All unsafe code of the project is in this folder.

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
pub(crate) use shader::{KernelRun, Shaders};
pub(crate) use tensor::DeviceTensor;
pub(crate) use tensors::{TensorLimits, Vulkan};
