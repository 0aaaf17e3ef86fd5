//! Errors of a driver.

use std::fmt;
use vulkan_headers::vulkan::vulkan_core::*;

/// An error of a driver.
#[derive(Debug)]
pub(crate) enum DriverFault {
    /// A dependency is not installed; its name.
    Missing(String),
    /// A call failed: its name and result.
    Call(&'static str, VkResult),
    /// The host can write no suitable memory.
    NoHostMemory,
}

impl fmt::Display for DriverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DriverFault::Missing(what) => write!(f, "needs {what}"),
            DriverFault::Call(name, result) => write!(f, "{name} returned VkResult {result}"),
            DriverFault::NoHostMemory => {
                f.write_str("no host-visible memory is suitable for the tensor")
            }
        }
    }
}

/// Returns an error unless a call succeeded.
pub(super) fn check(name: &'static str, result: VkResult) -> Result<(), DriverFault> {
    if result == VK_SUCCESS { Ok(()) } else { Err(DriverFault::Call(name, result)) }
}
