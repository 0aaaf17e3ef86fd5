//! The machine code of a compute shader, from `VK_KHR_pipeline_executable_properties`.
//!
//! The shader is compiled but never executed, so the driver can compile for a GPU that is not installed.

use super::device::Device;
use super::fault::{DriverFault, check};
use super::functions::OfExecutables;
use super::instance::Purpose;
use super::plain::{Plain, count, list, text, zeroed};
use super::shader::Shaders;
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// The name of the machine code in Mesa's drivers.
const ASSEMBLY: &str = "Assembly";

type Representation = VkPipelineExecutableInternalRepresentationKHR;

// SAFETY: structs of the registry with numbers, arrays of numbers and pointers, which may be null.
unsafe impl Plain for Representation {}

/// A device that returns the machine code of shaders.
pub(crate) struct CodeCompiler {
    shaders: Shaders,
    executables: OfExecutables,
}

impl CodeCompiler {
    /// Opens a device.
    ///
    /// # Errors
    /// The loader or a driver is missing, or a call fails.
    pub(crate) fn open() -> Result<CodeCompiler, DriverFault> {
        let shaders = Shaders::load(Device::open(Purpose::MachineCode)?)?;
        let get = shaders.device.instance.functions.device_function;
        // SAFETY: the device is open, and has the extension.
        let executables = unsafe { OfExecutables::load(|name| get(shaders.device.handle, name)) }?;
        Ok(CodeCompiler { shaders, executables })
    }

    /// Returns the name of the device.
    pub(crate) fn name(&self) -> &str {
        &self.shaders.name
    }

    /// Returns the machine code of the entry point `main` of a module, which uses the bindings of set 0 below
    /// `buffers`.
    ///
    /// # Errors
    /// A call fails, or the driver returns no machine code.
    pub(crate) fn assembly(&self, module: &[u32], buffers: u32) -> Result<String, DriverFault> {
        let set_layout = self.shaders.set_layout(buffers)?;
        let layout = self.shaders.layout(set_layout.handle, 0)?;
        let flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR
            | VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
        let pipeline = self.shaders.pipeline((module, c"main"), layout.handle, flags)?;
        let texts = self.texts(pipeline.handle)?;
        let found = texts.into_iter().find_map(|(name, text)| (name == ASSEMBLY).then_some(text));
        found.ok_or_else(|| {
            DriverFault::Missing("a Vulkan driver that returns machine code".to_owned())
        })
    }

    /// Returns the name and the text of each representation of a pipeline with one shader.
    fn texts(&self, pipeline: VkPipeline) -> Result<Vec<(String, String)>, DriverFault> {
        let name = "vkGetPipelineExecutableInternalRepresentationsKHR";
        let info = VkPipelineExecutableInfoKHR {
            sType: VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
            pNext: ptr::null(),
            pipeline,
            executableIndex: 0,
        };
        let device = self.shaders.device.handle;
        let query = |count: *mut u32, into: *mut Representation| {
            // SAFETY: the pipeline belongs to this device and captures its representations, a compute pipeline has one
            // executable, and the callers pass a count and space for that many items.
            unsafe { (self.executables.representations)(device, &info, count, into) }
        };
        let empty = Representation {
            sType: VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR,
            ..zeroed()
        };
        let mut found = list(name, empty, query)?;
        let mut bytes: Vec<Vec<u8>> = found.iter().map(|it| vec![0; it.dataSize]).collect();
        for (found, bytes) in found.iter_mut().zip(&mut bytes) {
            found.pData = bytes.as_mut_ptr().cast();
        }
        let mut length = count(found.len());
        check(name, query(&mut length, found.as_mut_ptr()))?;
        let reported = found.iter().zip(&bytes).filter(|(found, _)| found.isText == VK_TRUE);
        Ok(reported.map(|(found, bytes)| (text(&found.name), until_nul(bytes))).collect())
    }
}

/// Returns the text before the first NUL, or all of it.
fn until_nul(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}
