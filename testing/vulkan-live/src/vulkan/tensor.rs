//! Tensors: created from a description, bound to host-visible memory, and copied.

use super::device::{MappedMemory, Requirement};
use super::fault::{DriverFault, check};
use super::plain::{count, zeroed};
use super::tensors::Vulkan;
use crate::description::TensorDescription;
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// A tensor, with its own memory after it is bound.
pub(crate) struct DeviceTensor<'v> {
    vulkan: &'v Vulkan,
    handle: VkTensorARM,
    memory: Option<MappedMemory<'v>>,
}

impl Drop for DeviceTensor<'_> {
    fn drop(&mut self) {
        let device = self.vulkan.device.handle;
        // SAFETY: this struct owns the tensor, and every copy has completed.
        unsafe { (self.vulkan.tensors.destroy_tensor)(device, self.handle, ptr::null()) };
    }
}

/// Calls `then` with the create info of a description. The info points into the description.
fn with_info<R>(
    described: &TensorDescription,
    then: impl FnOnce(&VkTensorCreateInfoARM) -> R,
) -> R {
    let description = VkTensorDescriptionARM {
        sType: VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
        pNext: ptr::null(),
        tiling: described.tiling,
        format: described.format,
        dimensionCount: count(described.dims.len()),
        pDimensions: described.dims.as_ptr(),
        pStrides: described.strides.as_ref().map_or(ptr::null(), |strides| strides.as_ptr()),
        usage: described.usage,
    };
    then(&VkTensorCreateInfoARM {
        sType: VK_STRUCTURE_TYPE_TENSOR_CREATE_INFO_ARM,
        pNext: ptr::null(),
        flags: 0,
        pDescription: &description,
        sharingMode: VK_SHARING_MODE_EXCLUSIVE,
        queueFamilyIndexCount: 0,
        pQueueFamilyIndices: ptr::null(),
    })
}

impl Vulkan {
    /// Creates a tensor.
    ///
    /// # Errors
    /// The driver rejects the description.
    pub(crate) fn tensor(
        &self,
        described: &TensorDescription,
    ) -> Result<DeviceTensor<'_>, DriverFault> {
        let mut handle = ptr::null_mut();
        let create = self.tensors.create_tensor;
        let result = with_info(described, |info| {
            // SAFETY: what the info points to outlives the call; `TensorDescription` has as many strides as dims.
            unsafe { create(self.device.handle, info, ptr::null(), &mut handle) }
        });
        check("vkCreateTensorARM", result)?;
        Ok(DeviceTensor { vulkan: self, handle, memory: None })
    }

    /// Returns the memory requirement of a tensor before it is created.
    pub(crate) fn requirement_before(&self, described: &TensorDescription) -> Requirement {
        with_info(described, |info| {
            let info = VkDeviceTensorMemoryRequirementsARM {
                sType: VK_STRUCTURE_TYPE_DEVICE_TENSOR_MEMORY_REQUIREMENTS_ARM,
                pNext: ptr::null(),
                pCreateInfo: info,
            };
            let mut found = no_requirements();
            let query = self.tensors.requirements_before;
            // SAFETY: what the info points to outlives the call; `TensorDescription` has as many strides as dims.
            unsafe { query(self.device.handle, &info, &mut found) };
            Requirement::from_requirements(&found.memoryRequirements)
        })
    }

    /// Copies all elements of a tensor into another one with the same lengths and format, and waits.
    ///
    /// # Errors
    /// A call fails.
    pub(crate) fn copy(
        &self,
        from: &DeviceTensor<'_>,
        to: &DeviceTensor<'_>,
    ) -> Result<(), DriverFault> {
        let region = VkTensorCopyARM {
            sType: VK_STRUCTURE_TYPE_TENSOR_COPY_ARM,
            pNext: ptr::null(),
            dimensionCount: 0,
            pSrcOffset: ptr::null(),
            pDstOffset: ptr::null(),
            pExtent: ptr::null(),
        };
        let info = VkCopyTensorInfoARM {
            sType: VK_STRUCTURE_TYPE_COPY_TENSOR_INFO_ARM,
            pNext: ptr::null(),
            srcTensor: from.handle,
            dstTensor: to.handle,
            regionCount: 1,
            pRegions: &region,
        };
        self.device.submit(|commands| {
            // SAFETY: both tensors are bound and belong to one device, and what the info points to outlives the call.
            unsafe { (self.tensors.copy_tensor)(commands, &info) };
            self.device.make_visible(commands);
        })
    }
}

impl DeviceTensor<'_> {
    /// Returns the memory requirement of the tensor.
    pub(crate) fn requirement(&self) -> Requirement {
        let info = VkTensorMemoryRequirementsInfoARM {
            sType: VK_STRUCTURE_TYPE_TENSOR_MEMORY_REQUIREMENTS_INFO_ARM,
            pNext: ptr::null(),
            tensor: self.handle,
        };
        let mut found = no_requirements();
        let query = self.vulkan.tensors.requirements;
        // SAFETY: the tensor belongs to this device.
        unsafe { query(self.vulkan.device.handle, &info, &mut found) };
        Requirement::from_requirements(&found.memoryRequirements)
    }

    /// Binds the tensor to new memory at an offset of `offset` bytes.
    ///
    /// # Errors
    /// A call fails, or no suitable memory is host-visible.
    pub(crate) fn bind(mut self, offset: u64) -> Result<Self, DriverFault> {
        let requirement = self.requirement();
        let size = offset.checked_add(requirement.size).ok_or(DriverFault::NoHostMemory)?;
        let vulkan = self.vulkan;
        let memory = self.memory.insert(vulkan.device.allocate(requirement, size)?);
        let info = VkBindTensorMemoryInfoARM {
            sType: VK_STRUCTURE_TYPE_BIND_TENSOR_MEMORY_INFO_ARM,
            pNext: ptr::null(),
            tensor: self.handle,
            memory: memory.handle,
            memoryOffset: offset,
        };
        // SAFETY: the tensor is new, and the memory is large enough.
        let result = unsafe { (vulkan.tensors.bind)(vulkan.device.handle, 1, &info) };
        check("vkBindTensorMemoryARM", result)?;
        Ok(self)
    }

    /// Returns the bytes of the memory; empty before it is bound.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.memory.as_ref().map_or(&[], MappedMemory::bytes)
    }

    /// Returns the bytes of the memory for writing.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        self.memory.as_mut().map_or(&mut [], MappedMemory::bytes_mut)
    }
}

fn no_requirements() -> VkMemoryRequirements2 {
    VkMemoryRequirements2 {
        sType: VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
        pNext: ptr::null_mut(),
        memoryRequirements: zeroed(),
    }
}
