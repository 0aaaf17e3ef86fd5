//! A Vulkan device with tensors for `main.rs`: the part of a Vulkan program that does not depend on the tensors.
//!
//! `ash` 0.38 has no types of `VK_ARM_tensors`, so the few structures for features and descriptors are declared here.

use ash::{Device, Entry, Instance, vk};
use std::error::Error;
use std::ffi::{CStr, c_void};
use std::ptr;

const TENSORS: &CStr = c"VK_ARM_tensors";
const TENSOR_DESCRIPTOR: vk::DescriptorType = vk::DescriptorType::from_raw(1_000_460_000);

/// `VkPhysicalDeviceTensorFeaturesARM`
#[repr(C)]
struct TensorFeatures {
    s_type: i32,
    p_next: *mut c_void,
    features: [vk::Bool32; 6],
}

/// `VkWriteDescriptorSetTensorARM`
#[repr(C)]
struct WriteTensor {
    s_type: i32,
    p_next: *const c_void,
    count: u32,
    views: *const u64,
}

/// A device with one queue.
pub struct Gpu {
    pub device: Device,
    pub instance: Instance,
    physical: vk::PhysicalDevice,
    queue: vk::Queue,
    family: u32,
    _entry: Entry,
}

impl Drop for Gpu {
    fn drop(&mut self) {
        // SAFETY: every command has completed, and the objects of the device are destroyed.
        unsafe {
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// Memory that the CPU can access.
pub struct Memory {
    pub handle: vk::DeviceMemory,
    pub bytes: *mut u8,
}

/// A pipeline of one compute shader whose set 0 has a tensor at binding 0 and a storage buffer at binding 1.
pub struct Shader {
    set_layout: vk::DescriptorSetLayout,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    pool: vk::DescriptorPool,
    set: vk::DescriptorSet,
}

impl Gpu {
    /// Opens the first device with tensors, with all features that it has.
    pub fn open() -> Result<Gpu, Box<dyn Error>> {
        let app = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&app);
        // SAFETY: the loader is a correct library, and all structs outlive the calls that read them.
        unsafe {
            let entry = Entry::load()?;
            let instance = entry.create_instance(&info, None)?;
            let devices = instance.enumerate_physical_devices()?;
            let has_tensors = |device: &vk::PhysicalDevice| {
                let found = instance.enumerate_device_extension_properties(*device);
                let mut found = found.into_iter().flatten();
                found.any(|it| it.extension_name_as_c_str() == Ok(TENSORS))
            };
            let physical =
                devices.into_iter().find(has_tensors).ok_or("no device has VK_ARM_tensors")?;
            let families = instance.get_physical_device_queue_family_properties(physical);
            let computes =
                |it: &vk::QueueFamilyProperties| it.queue_flags.contains(vk::QueueFlags::COMPUTE);
            let family = families.iter().position(computes).ok_or("no queue for compute")? as u32;
            let device = create_device(&instance, physical, family)?;
            let queue = device.get_device_queue(family, 0);
            Ok(Gpu { device, instance, physical, queue, family, _entry: entry })
        }
    }

    /// Allocates memory of one of these types that the CPU can access, and maps it.
    pub fn allocate(&self, size: u64, types: u32) -> Result<Memory, Box<dyn Error>> {
        let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        // SAFETY: the handles belong to this device.
        unsafe {
            let properties = self.instance.get_physical_device_memory_properties(self.physical);
            let mut fitting = (0..properties.memory_type_count).filter(|&at| {
                let flags = properties.memory_types[at as usize].property_flags;
                types >> at & 1 == 1 && flags.contains(host)
            });
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(size)
                .memory_type_index(fitting.next().ok_or("no memory that the CPU can access")?);
            let handle = self.device.allocate_memory(&info, None)?;
            let flags = vk::MemoryMapFlags::empty();
            let bytes = self.device.map_memory(handle, 0, vk::WHOLE_SIZE, flags)?.cast();
            Ok(Memory { handle, bytes })
        }
    }

    /// Creates a storage buffer in its own memory.
    pub fn buffer(&self, size: u64) -> Result<(vk::Buffer, Memory), Box<dyn Error>> {
        let info =
            vk::BufferCreateInfo::default().size(size).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        // SAFETY: the handles belong to this device.
        unsafe {
            let buffer = self.device.create_buffer(&info, None)?;
            let needed = self.device.get_buffer_memory_requirements(buffer);
            let memory = self.allocate(needed.size, needed.memory_type_bits)?;
            self.device.bind_buffer_memory(buffer, memory.handle, 0)?;
            Ok((buffer, memory))
        }
    }

    /// Creates a pipeline for a tensor and a buffer.
    pub fn shader(
        &self,
        words: &[u32],
        view: u64,
        buffer: vk::Buffer,
    ) -> Result<Shader, Box<dyn Error>> {
        let types = [TENSOR_DESCRIPTOR, vk::DescriptorType::STORAGE_BUFFER];
        let mut bindings = [vk::DescriptorSetLayoutBinding::default(); 2];
        for (binding, (number, ty)) in bindings.iter_mut().zip((0..).zip(types)) {
            *binding = binding
                .binding(number)
                .descriptor_type(ty)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE);
        }
        let sizes = types.map(|ty| vk::DescriptorPoolSize::default().ty(ty).descriptor_count(1));
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let pool_info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        let code = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the module is valid SPIR-V, and all structs outlive the calls that read them.
        unsafe {
            let set_layout = self.device.create_descriptor_set_layout(&info, None)?;
            let set_layouts = [set_layout];
            let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&set_layouts);
            let layout = self.device.create_pipeline_layout(&info, None)?;
            let module = self.device.create_shader_module(&code, None)?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(c"main");
            let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
            let none = vk::PipelineCache::null();
            let pipelines = self.device.create_compute_pipelines(none, &info, None);
            self.device.destroy_shader_module(module, None);
            let pipeline = pipelines.map_err(|(_, error)| error)?[0];
            let pool = self.device.create_descriptor_pool(&pool_info, None)?;
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(pool)
                .set_layouts(&set_layouts);
            let set = self.device.allocate_descriptor_sets(&info)?[0];
            self.write(set, view, buffer);
            Ok(Shader { set_layout, layout, pipeline, pool, set })
        }
    }

    /// Writes the descriptors of a set.
    fn write(&self, set: vk::DescriptorSet, view: u64, buffer: vk::Buffer) {
        let tensor = WriteTensor {
            s_type: 1_000_460_003, // VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_TENSOR_ARM
            p_next: ptr::null(),
            count: 1,
            views: &view,
        };
        let whole = [vk::DescriptorBufferInfo::default().buffer(buffer).range(vk::WHOLE_SIZE)];
        let mut of_tensor = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(0);
        of_tensor.descriptor_type = TENSOR_DESCRIPTOR;
        of_tensor.descriptor_count = 1;
        of_tensor.p_next = ptr::from_ref(&tensor).cast();
        let of_buffer = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(1)
            .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
            .buffer_info(&whole);
        // SAFETY: the set is new, and all structs outlive the call.
        unsafe { self.device.update_descriptor_sets(&[of_tensor, of_buffer], &[]) };
    }

    /// Runs a shader, and waits until the CPU can read what it wrote.
    pub fn run(&self, shader: &Shader, groups: u32) -> Result<(), Box<dyn Error>> {
        let (device, compute) = (&self.device, vk::PipelineBindPoint::COMPUTE);
        let pool = vk::CommandPoolCreateInfo::default().queue_family_index(self.family);
        let once = vk::CommandBufferBeginInfo::default()
            .flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let written = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ);
        let stages = [vk::PipelineStageFlags::COMPUTE_SHADER, vk::PipelineStageFlags::HOST];
        // SAFETY: the commands complete before the pool is destroyed.
        unsafe {
            let pool = device.create_command_pool(&pool, None)?;
            let info =
                vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info)?;
            let to = commands[0];
            device.begin_command_buffer(to, &once)?;
            device.cmd_bind_pipeline(to, compute, shader.pipeline);
            device.cmd_bind_descriptor_sets(to, compute, shader.layout, 0, &[shader.set], &[]);
            device.cmd_dispatch(to, groups, 1, 1);
            let none = vk::DependencyFlags::empty();
            device.cmd_pipeline_barrier(to, stages[0], stages[1], none, &[written], &[], &[]);
            device.end_command_buffer(to)?;
            let submit = vk::SubmitInfo::default().command_buffers(&commands);
            device.queue_submit(self.queue, &[submit], vk::Fence::null())?;
            device.queue_wait_idle(self.queue)?;
            device.destroy_command_pool(pool, None);
        }
        Ok(())
    }

    /// Destroys a shader.
    pub fn destroy(&self, shader: &Shader) {
        // SAFETY: every command has completed.
        unsafe {
            self.device.destroy_descriptor_pool(shader.pool, None);
            self.device.destroy_pipeline(shader.pipeline, None);
            self.device.destroy_pipeline_layout(shader.layout, None);
            self.device.destroy_descriptor_set_layout(shader.set_layout, None);
        }
    }
}

/// Creates a device with one queue and all features that it has.
///
/// # Safety
/// The physical device belongs to the instance and has this family of queues.
unsafe fn create_device(
    instance: &Instance,
    physical: vk::PhysicalDevice,
    family: u32,
) -> Result<Device, vk::Result> {
    let mut tensors = TensorFeatures {
        s_type: 1_000_460_009, // VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM
        p_next: ptr::null_mut(),
        features: [0; 6],
    };
    let mut of_1_2 = vk::PhysicalDeviceVulkan12Features::default();
    of_1_2.p_next = ptr::from_mut(&mut tensors).cast();
    let mut of_1_1 = vk::PhysicalDeviceVulkan11Features::default();
    of_1_1.p_next = ptr::from_mut(&mut of_1_2).cast();
    let mut features = vk::PhysicalDeviceFeatures2::default();
    features.p_next = ptr::from_mut(&mut of_1_1).cast();
    let queue =
        [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
    let names = [TENSORS.as_ptr()];
    // SAFETY: as required of the caller; all structs outlive the calls.
    unsafe {
        instance.get_physical_device_features2(physical, &mut features);
        let mut info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queue)
            .enabled_extension_names(&names);
        info.p_next = ptr::from_ref(&features).cast();
        instance.create_device(physical, &info, None)
    }
}
