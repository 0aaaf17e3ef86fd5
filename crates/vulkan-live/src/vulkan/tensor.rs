//! Tensors: created from a description, bound to memory that the host sees, copied one to another.

use super::{Fault, Vulkan, check, zeroed};
use crate::described::Described;
use std::ffi::c_void;
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// The memory that a tensor asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Requirement {
    /// Bytes.
    pub(crate) size: u64,
    /// What the offset in memory must be a multiple of.
    pub(crate) alignment: u64,
    /// The types of memory that will do, a bit each.
    types: u32,
}

/// A tensor, once bound with memory of its own.
pub(crate) struct Tensor<'v> {
    vulkan: &'v Vulkan,
    handle: VkTensorARM,
    memory: Option<Memory>,
}

/// Memory that is mapped as long as it lives.
struct Memory {
    handle: VkDeviceMemory,
    bytes: *mut u8,
    length: usize,
}

impl Drop for Tensor<'_> {
    fn drop(&mut self) {
        let device = self.vulkan.device;
        // SAFETY: the tensor is this struct's own, and every copy was waited for.
        unsafe { (self.vulkan.functions.destroy_tensor)(device, self.handle, ptr::null()) };
        if let Some(memory) = &self.memory {
            // SAFETY: the memory is this struct's own, and what was bound to it is gone. Freeing unmaps it.
            unsafe { (self.vulkan.functions.free_memory)(device, memory.handle, ptr::null()) };
        }
    }
}

/// Calls `then` with the create info of a description, which holds pointers into it.
fn with_info<R>(described: &Described, then: impl FnOnce(&VkTensorCreateInfoARM) -> R) -> R {
    let description = VkTensorDescriptionARM {
        sType: VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
        pNext: ptr::null(),
        tiling: described.tiling,
        format: described.format,
        dimensionCount: super::count(described.dims.len()),
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
    /// The driver refuses it.
    pub(crate) fn tensor(&self, described: &Described) -> Result<Tensor<'_>, Fault> {
        let mut handle = ptr::null_mut();
        let create = self.functions.create_tensor;
        let result = with_info(described, |info| {
            // SAFETY: what the info points to outlives the call; `Described` has as many strides as dims.
            unsafe { create(self.device, info, ptr::null(), &mut handle) }
        });
        check("vkCreateTensorARM", result)?;
        Ok(Tensor { vulkan: self, handle, memory: None })
    }

    /// The memory that a tensor would ask for.
    pub(crate) fn requirement_before(&self, described: &Described) -> Requirement {
        with_info(described, |info| {
            let info = VkDeviceTensorMemoryRequirementsARM {
                sType: VK_STRUCTURE_TYPE_DEVICE_TENSOR_MEMORY_REQUIREMENTS_ARM,
                pNext: ptr::null(),
                pCreateInfo: info,
            };
            let mut found = no_requirements();
            let ask = self.functions.requirements_before;
            // SAFETY: what the info points to outlives the call; `Described` has as many strides as dims.
            unsafe { ask(self.device, &info, &mut found) };
            Requirement::of(&found)
        })
    }

    /// A type of memory among those of a requirement that the host can write without flushes.
    fn host_memory(&self, requirement: Requirement) -> Option<u32> {
        let wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
        (0..self.memory.memoryTypeCount).find(|&ty| {
            let flags = self.memory.memoryTypes[ty as usize].propertyFlags;
            requirement.types & (1 << ty) != 0 && flags & wanted == wanted
        })
    }

    /// Memory that the host sees.
    fn allocate(&self, requirement: Requirement, size: u64) -> Result<Memory, Fault> {
        let info = VkMemoryAllocateInfo {
            sType: VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
            pNext: ptr::null(),
            allocationSize: size,
            memoryTypeIndex: self.host_memory(requirement).ok_or(Fault::NoHostMemory)?,
        };
        let mut handle = ptr::null_mut();
        let allocate = self.functions.allocate_memory;
        // SAFETY: the type of memory is one of the device's.
        let result = unsafe { allocate(self.device, &info, ptr::null(), &mut handle) };
        check("vkAllocateMemory", result)?;
        let mut bytes: *mut c_void = ptr::null_mut();
        // SAFETY: the memory was just allocated of a type that can be mapped.
        let result =
            unsafe { (self.functions.map)(self.device, handle, 0, VK_WHOLE_SIZE, 0, &mut bytes) };
        check("vkMapMemory", result)?;
        let length = usize::try_from(size).map_err(|_| Fault::NoHostMemory)?;
        Ok(Memory { handle, bytes: bytes.cast(), length })
    }

    /// Copies all elements of a tensor into another of the same lengths and format, and waits.
    ///
    /// # Errors
    /// A call fails.
    pub(crate) fn copy(&self, from: &Tensor<'_>, to: &Tensor<'_>) -> Result<(), Fault> {
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
        self.submit(|commands| {
            // SAFETY: both tensors are bound and of one device, and what the info points to outlives the call.
            unsafe { (self.functions.copy_tensor)(commands, &info) };
            self.make_visible(commands);
        })
    }

    /// What was written before can be read by the host after.
    fn make_visible(&self, commands: VkCommandBuffer) {
        let barrier = VkMemoryBarrier {
            sType: VK_STRUCTURE_TYPE_MEMORY_BARRIER,
            pNext: ptr::null(),
            srcAccessMask: VK_ACCESS_MEMORY_WRITE_BIT,
            dstAccessMask: VK_ACCESS_HOST_READ_BIT,
        };
        let (from, to) = (VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT);
        let (no_buffers, no_images) = (ptr::null(), ptr::null());
        let record = self.functions.barrier;
        // SAFETY: the buffer of commands is being recorded, and the barrier outlives the call.
        unsafe { record(commands, from, to, 0, 1, &barrier, 0, no_buffers, 0, no_images) };
    }

    /// Records commands, runs them, and waits.
    fn submit(&self, record: impl FnOnce(VkCommandBuffer)) -> Result<(), Fault> {
        let info = VkCommandBufferAllocateInfo {
            sType: VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
            pNext: ptr::null(),
            commandPool: self.pool,
            level: VK_COMMAND_BUFFER_LEVEL_PRIMARY,
            commandBufferCount: 1,
        };
        let mut commands = ptr::null_mut();
        let allocate = self.functions.allocate_command_buffers;
        // SAFETY: the pool is of this device, and there is room for the one buffer.
        check("vkAllocateCommandBuffers", unsafe { allocate(self.device, &info, &mut commands) })?;
        let done = self.run(commands, record);
        // SAFETY: the buffer is of this pool, and what ran was waited for.
        unsafe {
            (self.functions.free_command_buffers)(self.device, self.pool, 1, &commands);
        }
        done
    }

    fn run(
        &self,
        commands: VkCommandBuffer,
        record: impl FnOnce(VkCommandBuffer),
    ) -> Result<(), Fault> {
        let info = VkCommandBufferBeginInfo {
            sType: VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
            pNext: ptr::null(),
            flags: VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
            pInheritanceInfo: ptr::null(),
        };
        // SAFETY: the buffer is new.
        check("vkBeginCommandBuffer", unsafe { (self.functions.begin)(commands, &info) })?;
        record(commands);
        // SAFETY: the buffer is being recorded.
        check("vkEndCommandBuffer", unsafe { (self.functions.end)(commands) })?;
        let submit = VkSubmitInfo {
            sType: VK_STRUCTURE_TYPE_SUBMIT_INFO,
            pNext: ptr::null(),
            waitSemaphoreCount: 0,
            pWaitSemaphores: ptr::null(),
            pWaitDstStageMask: ptr::null(),
            commandBufferCount: 1,
            pCommandBuffers: &commands,
            signalSemaphoreCount: 0,
            pSignalSemaphores: ptr::null(),
        };
        let no_fence = ptr::null_mut();
        // SAFETY: the buffer is recorded, of this device, and lives until the queue is idle.
        let result = unsafe { (self.functions.submit)(self.queue, 1, &submit, no_fence) };
        check("vkQueueSubmit", result)?;
        // SAFETY: the queue is used by this thread alone.
        check("vkQueueWaitIdle", unsafe { (self.functions.wait)(self.queue) })
    }
}

impl Tensor<'_> {
    /// The memory that the tensor asks for.
    pub(crate) fn requirement(&self) -> Requirement {
        let info = VkTensorMemoryRequirementsInfoARM {
            sType: VK_STRUCTURE_TYPE_TENSOR_MEMORY_REQUIREMENTS_INFO_ARM,
            pNext: ptr::null(),
            tensor: self.handle,
        };
        let mut found = no_requirements();
        let ask = self.vulkan.functions.requirements;
        // SAFETY: the tensor is of this device.
        unsafe { ask(self.vulkan.device, &info, &mut found) };
        Requirement::of(&found)
    }

    /// Binds the tensor to new memory, of which it takes what lies behind `offset` bytes.
    ///
    /// # Errors
    /// A call fails, or the host can write no memory that would do.
    pub(crate) fn bind(mut self, offset: u64) -> Result<Self, Fault> {
        let requirement = self.requirement();
        let size = offset.checked_add(requirement.size).ok_or(Fault::NoHostMemory)?;
        let vulkan = self.vulkan;
        let memory = self.memory.insert(vulkan.allocate(requirement, size)?);
        let info = VkBindTensorMemoryInfoARM {
            sType: VK_STRUCTURE_TYPE_BIND_TENSOR_MEMORY_INFO_ARM,
            pNext: ptr::null(),
            tensor: self.handle,
            memory: memory.handle,
            memoryOffset: offset,
        };
        // SAFETY: the tensor is new, and the memory is large enough.
        let result = unsafe { (vulkan.functions.bind)(vulkan.device, 1, &info) };
        check("vkBindTensorMemoryARM", result)?;
        Ok(self)
    }

    /// The bytes of the memory; none before it is bound.
    pub(crate) fn bytes(&self) -> &[u8] {
        let Some(memory) = &self.memory else { return &[] };
        // SAFETY: the memory is mapped at its whole length as long as it lives, and nothing runs on the device
        // between the calls of this module, which wait.
        unsafe { std::slice::from_raw_parts(memory.bytes, memory.length) }
    }

    /// The same, to write.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        let Some(memory) = &self.memory else { return &mut [] };
        // SAFETY: as for `bytes`; and the tensor is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(memory.bytes, memory.length) }
    }
}

impl Requirement {
    fn of(found: &VkMemoryRequirements2) -> Requirement {
        let VkMemoryRequirements { size, alignment, memoryTypeBits } = found.memoryRequirements;
        Requirement { size, alignment, types: memoryTypeBits }
    }
}

fn no_requirements() -> VkMemoryRequirements2 {
    VkMemoryRequirements2 {
        sType: VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
        pNext: ptr::null_mut(),
        memoryRequirements: zeroed(),
    }
}
