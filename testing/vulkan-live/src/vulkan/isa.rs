//! The machine code that a driver makes of a compute shader, as `VK_KHR_pipeline_executable_properties` shows it.
//!
//! The shader is compiled and never run, so a driver that compiles for a GPU that is not there will do.

use super::device::Device;
use super::fault::{DriverFault, check};
use super::functions::OfExecutables;
use super::instance::Purpose;
use super::plain::{Plain, count, list, text, zeroed};
use super::shader::Shaders;
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// What Mesa's drivers call the text of machine code.
const ASSEMBLY: &str = "Assembly";

type Representation = VkPipelineExecutableInternalRepresentationKHR;

// SAFETY: structs of the registry with numbers, arrays of numbers and pointers, which may be null.
unsafe impl Plain for Representation {}

/// A device that shows the machine code of shaders.
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
        let shaders = Shaders::of(Device::open(Purpose::MachineCode)?)?;
        let get = shaders.device.instance.functions.device_function;
        // SAFETY: the device is open, and has the extension.
        let executables = unsafe { OfExecutables::load(|name| get(shaders.device.handle, name)) }?;
        Ok(CodeCompiler { shaders, executables })
    }

    /// What the device is called.
    pub(crate) fn name(&self) -> &str {
        &self.shaders.name
    }

    /// The machine code of the entry point `main` of a module, which uses the bindings of set 0 below `buffers`.
    ///
    /// # Errors
    /// A call fails, or the driver shows no such text.
    pub(crate) fn assembly(&self, module: &[u32], buffers: u32) -> Result<String, DriverFault> {
        let set_layout = self.shaders.set_layout(buffers)?;
        let layout = self.shaders.layout(set_layout.handle)?;
        let flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR
            | VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
        let pipeline = self.shaders.pipeline((module, c"main"), layout.handle, flags)?;
        let texts = self.texts(pipeline.handle)?;
        let found = texts.into_iter().find_map(|(name, text)| (name == ASSEMBLY).then_some(text));
        found.ok_or_else(|| {
            DriverFault::Missing("a Vulkan driver that shows machine code".to_owned())
        })
    }

    /// What is shown of a pipeline of one shader: the name and the text of each representation.
    fn texts(&self, pipeline: VkPipeline) -> Result<Vec<(String, String)>, DriverFault> {
        let name = "vkGetPipelineExecutableInternalRepresentationsKHR";
        let info = VkPipelineExecutableInfoKHR {
            sType: VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
            pNext: ptr::null(),
            pipeline,
            executableIndex: 0,
        };
        let device = self.shaders.device.handle;
        let ask = |count: *mut u32, into: *mut Representation| {
            // SAFETY: the pipeline is of this device and was made to be shown, a compute pipeline has one executable,
            // and the callers pass a count and room for so many.
            unsafe { (self.executables.representations)(device, &info, count, into) }
        };
        let empty = Representation {
            sType: VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR,
            ..zeroed()
        };
        let mut found = list(name, empty, ask)?;
        let mut bytes: Vec<Vec<u8>> = found.iter().map(|it| vec![0; it.dataSize]).collect();
        for (found, bytes) in found.iter_mut().zip(&mut bytes) {
            found.pData = bytes.as_mut_ptr().cast();
        }
        let mut length = count(found.len());
        check(name, ask(&mut length, found.as_mut_ptr()))?;
        let reported = found.iter().zip(&bytes).filter(|(found, _)| found.isText == VK_TRUE);
        Ok(reported.map(|(found, bytes)| (text(&found.name), until_nul(bytes))).collect())
    }
}

/// A text that ends with a NUL or with its bytes.
fn until_nul(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}
