//! A Vulkan device for compute: buffers, pipelines with a source and a target, and commands with a wait.
//!
//! Buffers are in memory that the host can write. For tensors in device-local memory, copy by staging buffers.

use ash::{Device, Entry, Instance, vk};
use std::error::Error;
use std::ffi::CString;

/// The number of descriptor sets in a pool. A new pool is created when one is full.
const SETS_OF_POOL: u32 = 64;

/// A device with one queue. It owns all objects that its functions return.
pub(crate) struct Gpu {
    _entry: Entry,
    instance: Instance,
    pub(crate) device: Device,
    pub(crate) name: String,
    queue: vk::Queue,
    command_pool: vk::CommandPool,
    set_layout: vk::DescriptorSetLayout,
    memory: vk::PhysicalDeviceMemoryProperties,
    max_buffer: u64,
    pools: Vec<vk::DescriptorPool>,
    sets_left: u32,
    buffers: Vec<GpuBuffer>,
    kernels: Vec<GpuKernel>,
}

/// A storage buffer in its own mapped memory.
#[derive(Clone, Copy)]
pub(crate) struct GpuBuffer {
    pub(crate) handle: vk::Buffer,
    memory: vk::DeviceMemory,
    bytes: *mut u8,
    size: usize,
}

/// The pipeline of an entry point.
#[derive(Clone, Copy)]
pub(crate) struct GpuKernel {
    pipeline: vk::Pipeline,
    layout: vk::PipelineLayout,
}

/// The arguments of a dispatch.
pub(crate) struct Dispatch<'a> {
    pub(crate) kernel: GpuKernel,
    /// The source and the target.
    pub(crate) set: vk::DescriptorSet,
    pub(crate) push_constants: &'a [u8],
    pub(crate) groups: [u32; 3],
}

/// The features of a device that SPIR-V capabilities require.
#[derive(Default)]
struct GpuFeatures {
    core: vk::PhysicalDeviceFeatures,
    v11: vk::PhysicalDeviceVulkan11Features<'static>,
    v12: vk::PhysicalDeviceVulkan12Features<'static>,
}

type Feature = fn(&mut GpuFeatures) -> &mut vk::Bool32;

/// The feature of each capability that a module of kernels may declare, except `Shader`.
const FEATURES: &[(&str, Feature)] = &[
    ("Int8", |it| &mut it.v12.shader_int8),
    ("Int16", |it| &mut it.core.shader_int16),
    ("Int64", |it| &mut it.core.shader_int64),
    ("StorageBuffer8BitAccess", |it| &mut it.v12.storage_buffer8_bit_access),
    ("StorageBuffer16BitAccess", |it| &mut it.v11.storage_buffer16_bit_access),
    ("VulkanMemoryModel", |it| &mut it.v12.vulkan_memory_model),
];

impl Gpu {
    /// Opens the first device, GPUs before CPUs, with the features of these SPIR-V capabilities.
    pub(crate) fn open(capabilities: &[&str]) -> Result<Gpu, Box<dyn Error>> {
        // SAFETY: the loader is a correct library, and all structs outlive the calls that read them.
        unsafe {
            let entry = Entry::load()?;
            let app = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
            let info = vk::InstanceCreateInfo::default().application_info(&app);
            let instance = entry.create_instance(&info, None)?;
            let physical = physical_device(&instance)?;
            let properties = instance.get_physical_device_properties(physical);
            let families = instance.get_physical_device_queue_family_properties(physical);
            let compute =
                |it: &vk::QueueFamilyProperties| it.queue_flags.contains(vk::QueueFlags::COMPUTE);
            let family = families.iter().position(compute).ok_or("no queue for compute")? as u32;
            let device = create_device(&instance, physical, family, capabilities)?;
            let pool = vk::CommandPoolCreateInfo::default().queue_family_index(family);
            let bindings = [0, 1].map(|binding| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            });
            let set_layout = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            Ok(Gpu {
                name: properties.device_name_as_c_str()?.to_string_lossy().into_owned(),
                queue: device.get_device_queue(family, 0),
                command_pool: device.create_command_pool(&pool, None)?,
                set_layout: device.create_descriptor_set_layout(&set_layout, None)?,
                memory: instance.get_physical_device_memory_properties(physical),
                max_buffer: properties.limits.max_storage_buffer_range.into(),
                pools: Vec::new(),
                sets_left: 0,
                buffers: Vec::new(),
                kernels: Vec::new(),
                device,
                instance,
                _entry: entry,
            })
        }
    }

    /// Creates a storage buffer of this number of bytes.
    pub(crate) fn buffer(&mut self, size: usize) -> Result<GpuBuffer, Box<dyn Error>> {
        if size as u64 > self.max_buffer {
            let most = self.max_buffer;
            return Err(format!("{size} bytes exceed `maxStorageBufferRange`, {most}").into());
        }
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST;
        // Whole words, as kernels for a target without narrow storage need them (`size_multiple`).
        let whole = size.max(1).next_multiple_of(4);
        let info = vk::BufferCreateInfo::default().size(whole as u64).usage(usage);
        let host = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        // SAFETY: the handles are new and belong to this device, and all structs outlive the calls.
        unsafe {
            let handle = self.device.create_buffer(&info, None)?;
            let needs = self.device.get_buffer_memory_requirements(handle);
            let types = self.memory.memory_types_as_slice().iter().enumerate();
            let mut fitting = types.filter(|(at, ty)| {
                needs.memory_type_bits & (1 << at) != 0 && ty.property_flags.contains(host)
            });
            let (ty, _) = fitting.next().ok_or("no memory that the host can write")?;
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(ty as u32);
            let memory = self.device.allocate_memory(&info, None)?;
            self.device.bind_buffer_memory(handle, memory, 0)?;
            let flags = vk::MemoryMapFlags::empty();
            let bytes = self.device.map_memory(memory, 0, vk::WHOLE_SIZE, flags)?.cast();
            let buffer = GpuBuffer { handle, memory, bytes, size };
            self.buffers.push(buffer);
            Ok(buffer)
        }
    }

    /// Creates the pipeline of an entry point with this number of bytes of push constants.
    pub(crate) fn kernel(
        &mut self,
        module: &[u32],
        entry: &str,
        push_constants: usize,
    ) -> Result<GpuKernel, Box<dyn Error>> {
        let entry = CString::new(entry)?;
        let range = vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
            .size(push_constants as u32);
        let (ranges, layouts) = ([range], [self.set_layout]);
        let info = vk::PipelineLayoutCreateInfo::default()
            .set_layouts(&layouts)
            .push_constant_ranges(&ranges[..usize::from(push_constants > 0)]);
        let code = vk::ShaderModuleCreateInfo::default().code(module);
        // SAFETY: the module is valid SPIR-V, and all structs outlive the calls.
        unsafe {
            let layout = self.device.create_pipeline_layout(&info, None)?;
            let shader = self.device.create_shader_module(&code, None)?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(shader)
                .name(&entry);
            let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
            let none = vk::PipelineCache::null();
            let created = self.device.create_compute_pipelines(none, &info, None);
            self.device.destroy_shader_module(shader, None);
            let kernel = GpuKernel { pipeline: created.map_err(|(_, error)| error)?[0], layout };
            self.kernels.push(kernel);
            Ok(kernel)
        }
    }

    /// Binds a source and a target.
    pub(crate) fn bind(
        &mut self,
        source: GpuBuffer,
        target: GpuBuffer,
    ) -> Result<vk::DescriptorSet, Box<dyn Error>> {
        let pool = self.pool()?;
        let layouts = [self.set_layout];
        let info =
            vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
        // SAFETY: all handles belong to this device, and all structs outlive the calls.
        unsafe {
            let set = self.device.allocate_descriptor_sets(&info)?[0];
            for (binding, buffer) in [source, target].into_iter().enumerate() {
                let whole = [vk::DescriptorBufferInfo::default()
                    .buffer(buffer.handle)
                    .range(vk::WHOLE_SIZE)];
                let write = vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(binding as u32)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .buffer_info(&whole);
                self.device.update_descriptor_sets(&[write], &[]);
            }
            Ok(set)
        }
    }

    /// Returns a pool with space for one more set.
    fn pool(&mut self) -> Result<vk::DescriptorPool, Box<dyn Error>> {
        if let (Some(&pool), Some(left)) = (self.pools.last(), self.sets_left.checked_sub(1)) {
            self.sets_left = left;
            return Ok(pool);
        }
        let sizes = [vk::DescriptorPoolSize::default()
            .ty(vk::DescriptorType::STORAGE_BUFFER)
            .descriptor_count(2 * SETS_OF_POOL)];
        let info =
            vk::DescriptorPoolCreateInfo::default().max_sets(SETS_OF_POOL).pool_sizes(&sizes);
        // SAFETY: the device is open.
        let pool = unsafe { self.device.create_descriptor_pool(&info, None)? };
        self.pools.push(pool);
        self.sets_left = SETS_OF_POOL - 1;
        Ok(pool)
    }

    /// Records commands, executes them, and waits for a fence.
    pub(crate) fn run(&self, record: impl FnOnce(vk::CommandBuffer)) -> Result<(), Box<dyn Error>> {
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(self.command_pool)
            .command_buffer_count(1);
        let once = vk::CommandBufferBeginInfo::default()
            .flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let device = &self.device;
        // SAFETY: the commands complete before their buffer and the fence are destroyed.
        unsafe {
            let commands = device.allocate_command_buffers(&info)?;
            device.begin_command_buffer(commands[0], &once)?;
            record(commands[0]);
            device.end_command_buffer(commands[0])?;
            let fence = device.create_fence(&vk::FenceCreateInfo::default(), None)?;
            let submit = vk::SubmitInfo::default().command_buffers(&commands);
            device.queue_submit(self.queue, &[submit], fence)?;
            let waited = device.wait_for_fences(&[fence], true, u64::MAX);
            device.destroy_fence(fence, None);
            device.free_command_buffers(self.command_pool, &commands);
            Ok(waited?)
        }
    }

    /// Records a dispatch.
    pub(crate) fn dispatch(&self, commands: vk::CommandBuffer, dispatch: &Dispatch<'_>) {
        let Dispatch { kernel, set, push_constants, groups: [x, y, z] } = *dispatch;
        let (device, compute) = (&self.device, vk::PipelineBindPoint::COMPUTE);
        // SAFETY: `commands` is being recorded, and all handles belong to this device.
        unsafe {
            device.cmd_bind_pipeline(commands, compute, kernel.pipeline);
            device.cmd_bind_descriptor_sets(commands, compute, kernel.layout, 0, &[set], &[]);
            if !push_constants.is_empty() {
                let stage = vk::ShaderStageFlags::COMPUTE;
                device.cmd_push_constants(commands, kernel.layout, stage, 0, push_constants);
            }
            device.cmd_dispatch(commands, x, y, z);
        }
    }

    /// Records a copy of bytes between buffers.
    pub(crate) fn copy(
        &self,
        commands: vk::CommandBuffer,
        source: GpuBuffer,
        target: GpuBuffer,
        (offset, size): (u64, u64),
    ) {
        let region = vk::BufferCopy::default().src_offset(offset).dst_offset(offset).size(size);
        // SAFETY: `commands` is being recorded, and the buffers belong to this device.
        unsafe { self.device.cmd_copy_buffer(commands, source.handle, target.handle, &[region]) };
    }

    /// Records a barrier: later commands and the host read what earlier commands wrote.
    pub(crate) fn barrier(&self, commands: vk::CommandBuffer) {
        let writes = vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::TRANSFER_WRITE;
        let accesses = writes
            | vk::AccessFlags::SHADER_READ
            | vk::AccessFlags::TRANSFER_READ
            | vk::AccessFlags::HOST_READ;
        let barrier =
            vk::MemoryBarrier::default().src_access_mask(writes).dst_access_mask(accesses);
        let work = vk::PipelineStageFlags::COMPUTE_SHADER | vk::PipelineStageFlags::TRANSFER;
        let after = work | vk::PipelineStageFlags::HOST;
        let none = vk::DependencyFlags::empty();
        // SAFETY: `commands` is being recorded.
        unsafe {
            self.device.cmd_pipeline_barrier(commands, work, after, none, &[barrier], &[], &[]);
        }
    }
}

impl GpuBuffer {
    /// Returns the bytes of the buffer. No commands that use the buffer may be pending.
    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the memory is mapped and has at least this size. `Gpu::run` waits for all commands.
        unsafe { std::slice::from_raw_parts_mut(self.bytes, self.size) }
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        let device = &self.device;
        // SAFETY: this struct owns all objects, and every command has completed.
        unsafe {
            for kernel in &self.kernels {
                device.destroy_pipeline(kernel.pipeline, None);
                device.destroy_pipeline_layout(kernel.layout, None);
            }
            for buffer in &self.buffers {
                device.destroy_buffer(buffer.handle, None);
                device.free_memory(buffer.memory, None);
            }
            for &pool in &self.pools {
                device.destroy_descriptor_pool(pool, None);
            }
            device.destroy_descriptor_set_layout(self.set_layout, None);
            device.destroy_command_pool(self.command_pool, None);
            device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// Returns the first device, GPUs before CPUs.
///
/// # Safety
/// The instance is live.
unsafe fn physical_device(instance: &Instance) -> Result<vk::PhysicalDevice, Box<dyn Error>> {
    // SAFETY: as required of the caller.
    let mut devices = unsafe { instance.enumerate_physical_devices()? };
    let rank = |&device: &vk::PhysicalDevice| {
        // SAFETY: the device belongs to the instance.
        let found = unsafe { instance.get_physical_device_properties(device) }.device_type;
        let order = [
            vk::PhysicalDeviceType::DISCRETE_GPU,
            vk::PhysicalDeviceType::INTEGRATED_GPU,
            vk::PhysicalDeviceType::VIRTUAL_GPU,
        ];
        order.iter().position(|&ty| ty == found).unwrap_or(order.len())
    };
    devices.sort_by_key(rank);
    devices.first().copied().ok_or_else(|| "no Vulkan device".into())
}

/// Creates a device with one queue and the features of these capabilities.
///
/// # Safety
/// The physical device belongs to the instance and has this family of queues.
unsafe fn create_device(
    instance: &Instance,
    physical: vk::PhysicalDevice,
    family: u32,
    capabilities: &[&str],
) -> Result<Device, Box<dyn Error>> {
    let (mut supported, mut enabled) = (GpuFeatures::default(), GpuFeatures::default());
    let mut features = vk::PhysicalDeviceFeatures2::default()
        .push_next(&mut supported.v11)
        .push_next(&mut supported.v12);
    // SAFETY: as required of the caller.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    supported.core = features.features;
    for &name in capabilities.iter().filter(|&&name| name != "Shader") {
        let feature = FEATURES.iter().find(|(capability, _)| *capability == name);
        let (_, feature) = feature.ok_or_else(|| format!("unknown capability `{name}`"))?;
        if *feature(&mut supported) == vk::FALSE {
            return Err(format!("the device does not support capability `{name}`").into());
        }
        *feature(&mut enabled) = vk::TRUE;
    }
    let queue =
        [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queue)
        .enabled_features(&enabled.core)
        .push_next(&mut enabled.v11)
        .push_next(&mut enabled.v12);
    // SAFETY: as required of the caller; all structs outlive the call.
    Ok(unsafe { instance.create_device(physical, &info, None)? })
}

/// Returns the words of a file of SPIR-V.
pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words.map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect()
}
