//! An opened device with one queue, and the parts that tensors and shaders share: host-visible memory, and commands
//! with a wait.

use super::fault::{DriverFault, check};
use super::functions::OfDevice;
use super::instance::{Instance, Purpose};
use super::plain::text;
use std::ffi::c_void;
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// An opened device with one queue.
pub(super) struct Device {
    pub(super) instance: Instance,
    pub(super) physical: VkPhysicalDevice,
    pub(super) handle: VkDevice,
    functions: OfDevice,
    queue: VkQueue,
    pool: VkCommandPool,
    memory: VkPhysicalDeviceMemoryProperties,
}

/// The memory that a resource requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Requirement {
    /// The size, in bytes.
    pub(crate) size: u64,
    /// The alignment of the offset in memory, in bytes.
    pub(crate) alignment: u64,
    /// The allowed types of memory, one bit each.
    types: u32,
}

impl Requirement {
    pub(super) fn from_requirements(found: &VkMemoryRequirements) -> Requirement {
        let VkMemoryRequirements { size, alignment, memoryTypeBits } = *found;
        Requirement { size, alignment, types: memoryTypeBits }
    }
}

/// Memory that is mapped during its lifetime.
pub(super) struct MappedMemory<'d> {
    device: &'d Device,
    pub(super) handle: VkDeviceMemory,
    bytes: *mut u8,
    length: usize,
}

impl Drop for MappedMemory<'_> {
    fn drop(&mut self) {
        let free = self.device.functions.free_memory;
        // SAFETY: this struct owns the memory, and every command has completed. Freeing unmaps it.
        unsafe { free(self.device.handle, self.handle, ptr::null()) };
    }
}

impl MappedMemory<'_> {
    /// Returns the bytes of the memory.
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: the whole memory is mapped during its lifetime, and no command is pending after a call of this
        // module, because every call waits.
        unsafe { std::slice::from_raw_parts(self.bytes, self.length) }
    }

    /// Returns the bytes of the memory for writing.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as for `bytes`; and the memory is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.bytes, self.length) }
    }
}

impl Device {
    /// Opens a device.
    ///
    /// # Errors
    /// The loader, a layer or a driver is missing, or a call fails.
    pub(super) fn open(purpose: Purpose) -> Result<Device, DriverFault> {
        let instance = Instance::open(purpose)?;
        let physical = instance.physical_device(purpose)?;
        let memory = instance.memory(physical);
        let family = instance.queue_family(physical)?;
        let handle = match purpose {
            Purpose::Tensors => instance.create_tensor_device(physical, family)?,
            Purpose::Shaders => instance.create_shader_device(physical, family)?,
            Purpose::MachineCode => instance.create_showing_device(physical, family)?,
        };
        let get = instance.functions.device_function;
        // SAFETY: the device was just created.
        let functions = unsafe { OfDevice::load(|name| get(handle, name)) }?;
        let mut queue = ptr::null_mut();
        // SAFETY: the device was created with one queue of this family.
        unsafe { (functions.queue)(handle, family, 0, &mut queue) };
        let pool = create_pool(handle, family, &functions)?;
        Ok(Device { instance, physical, handle, functions, queue, pool, memory })
    }

    /// Returns the name of the device.
    pub(super) fn name(&self) -> String {
        text(&self.instance.properties(self.physical).0.deviceName)
    }

    /// Returns a type of memory in the requirement that the host can write without flushes.
    fn host_memory(&self, requirement: Requirement) -> Option<u32> {
        let required = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
        (0..self.memory.memoryTypeCount).find(|&ty| {
            let flags = self.memory.memoryTypes[ty as usize].propertyFlags;
            requirement.types & (1 << ty) != 0 && flags & required == required
        })
    }

    /// Allocates host-visible memory.
    pub(super) fn allocate(
        &self,
        requirement: Requirement,
        size: u64,
    ) -> Result<MappedMemory<'_>, DriverFault> {
        let length = usize::try_from(size).map_err(|_| DriverFault::NoHostMemory)?;
        let info = VkMemoryAllocateInfo {
            sType: VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
            pNext: ptr::null(),
            allocationSize: size,
            memoryTypeIndex: self.host_memory(requirement).ok_or(DriverFault::NoHostMemory)?,
        };
        let mut handle = ptr::null_mut();
        let allocate = self.functions.allocate_memory;
        // SAFETY: the type of memory belongs to the device.
        let result = unsafe { allocate(self.handle, &info, ptr::null(), &mut handle) };
        check("vkAllocateMemory", result)?;
        let mut memory = MappedMemory { device: self, handle, bytes: ptr::null_mut(), length };
        let mut bytes: *mut c_void = ptr::null_mut();
        // SAFETY: the memory was just allocated of a type that can be mapped.
        let result =
            unsafe { (self.functions.map)(self.handle, handle, 0, VK_WHOLE_SIZE, 0, &mut bytes) };
        check("vkMapMemory", result)?;
        memory.bytes = bytes.cast();
        Ok(memory)
    }

    /// Records a barrier after which the host can read earlier writes.
    pub(super) fn make_visible(&self, commands: VkCommandBuffer) {
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

    /// Records commands, executes them, and waits.
    pub(super) fn submit(&self, record: impl FnOnce(VkCommandBuffer)) -> Result<(), DriverFault> {
        let info = VkCommandBufferAllocateInfo {
            sType: VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
            pNext: ptr::null(),
            commandPool: self.pool,
            level: VK_COMMAND_BUFFER_LEVEL_PRIMARY,
            commandBufferCount: 1,
        };
        let mut commands = ptr::null_mut();
        let allocate = self.functions.allocate_command_buffers;
        // SAFETY: the pool belongs to this device, and `commands` has space for the one buffer.
        check("vkAllocateCommandBuffers", unsafe { allocate(self.handle, &info, &mut commands) })?;
        let done = self.run(commands, record);
        // SAFETY: the buffer belongs to this pool, and its commands have completed.
        unsafe {
            (self.functions.free_command_buffers)(self.handle, self.pool, 1, &commands);
        }
        done
    }

    fn run(
        &self,
        commands: VkCommandBuffer,
        record: impl FnOnce(VkCommandBuffer),
    ) -> Result<(), DriverFault> {
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
        // SAFETY: the buffer is recorded, belongs to this device, and lives until the queue is idle.
        let result = unsafe { (self.functions.submit)(self.queue, 1, &submit, no_fence) };
        check("vkQueueSubmit", result)?;
        // SAFETY: only this thread uses the queue.
        check("vkQueueWaitIdle", unsafe { (self.functions.wait)(self.queue) })
    }
}

fn create_pool(
    device: VkDevice,
    family: u32,
    functions: &OfDevice,
) -> Result<VkCommandPool, DriverFault> {
    let info = VkCommandPoolCreateInfo {
        sType: VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        pNext: ptr::null(),
        flags: VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        queueFamilyIndex: family,
    };
    let mut pool = ptr::null_mut();
    // SAFETY: the device is live and has this family.
    let result = unsafe { (functions.create_command_pool)(device, &info, ptr::null(), &mut pool) };
    check("vkCreateCommandPool", result)?;
    Ok(pool)
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: this struct owns the pool and the device. Their children borrow this struct, so none is left, and
        // every command has completed.
        unsafe {
            (self.functions.destroy_command_pool)(self.handle, self.pool, ptr::null());
            (self.functions.destroy_device)(self.handle, ptr::null());
        }
    }
}
