//! Faults of a driver.

use std::fmt;
use vulkan_headers::vulkan::vulkan_core::*;

/// A fault of a driver.
#[derive(Debug)]
pub(crate) enum DriverFault {
    /// Something is not installed: what.
    Missing(String),
    /// A call failed: its name and result.
    Call(&'static str, VkResult),
    /// No memory can be written by the host.
    NoHostMemory,
}

impl fmt::Display for DriverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DriverFault::Missing(what) => write!(f, "needs {what}"),
            DriverFault::Call(name, result) => write!(f, "{name} gave VkResult {result}"),
            DriverFault::NoHostMemory => {
                f.write_str("the tensor fits no memory that the host can write")
            }
        }
    }
}

/// An error unless a call succeeded.
pub(super) fn check(name: &'static str, result: VkResult) -> Result<(), DriverFault> {
    if result == VK_SUCCESS { Ok(()) } else { Err(DriverFault::Call(name, result)) }
}
