//! A device with `VK_ARM_tensors`.

use super::device::Device;
use super::fault::DriverFault;
use super::functions::OfTensors;
use super::instance::Purpose;
use super::plain::zeroed;
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// An opened device with tensors.
pub(crate) struct Vulkan {
    pub(super) device: Device,
    pub(super) tensors: OfTensors,
    /// The name of the device.
    pub(crate) name: String,
}

/// The limits and features of a device that a target defines.
#[derive(Clone, Copy)]
pub(crate) struct TensorLimits {
    pub(crate) properties: VkPhysicalDeviceTensorPropertiesARM,
    pub(crate) features: VkPhysicalDeviceTensorFeaturesARM,
}

impl Vulkan {
    /// Opens a device under the emulation layers.
    ///
    /// # Errors
    /// The loader, a layer or a driver is missing, or a call fails.
    pub(crate) fn open() -> Result<Vulkan, DriverFault> {
        let device = Device::open(Purpose::Tensors)?;
        let get = device.instance.functions.device_function;
        // SAFETY: the device is open, and has the extension.
        let tensors = unsafe { OfTensors::load(|name| get(device.handle, name)) }?;
        let name = device.name();
        Ok(Vulkan { device, tensors, name })
    }

    /// Returns the limits and features of the device.
    pub(crate) fn limits(&self) -> TensorLimits {
        let Device { instance, physical, .. } = &self.device;
        let properties = instance.properties(*physical).1;
        TensorLimits { properties, features: instance.all_features(*physical).1 }
    }

    /// Returns the features of tensors of a format, with tiling OPTIMAL and with tiling LINEAR.
    pub(crate) fn format_features(&self, format: VkFormat) -> VkTensorFormatPropertiesARM {
        let mut tensors = VkTensorFormatPropertiesARM {
            sType: VK_STRUCTURE_TYPE_TENSOR_FORMAT_PROPERTIES_ARM,
            ..zeroed()
        };
        let mut all = VkFormatProperties2 {
            sType: VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2,
            pNext: ptr::from_mut(&mut tensors).cast(),
            formatProperties: zeroed(),
        };
        let Device { instance, physical, .. } = &self.device;
        let query = instance.functions.format_properties;
        // SAFETY: the device belongs to the instance, and both structs carry their type and outlive the call.
        unsafe { query(*physical, format, &mut all) };
        tensors
    }
}
