//! Compute shaders with two buffers, an input and an output, and the objects that every compute shader needs.

use super::device::{Device, MappedMemory, Requirement};
use super::fault::{DriverFault, check};
use super::functions::OfShaders;
use super::instance::Purpose;
use super::plain::{count, zeroed};
use std::ffi::CStr;
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// A device that executes shaders.
pub(crate) struct Shaders {
    pub(super) device: Device,
    functions: OfShaders,
    /// The name of the device.
    pub(crate) name: String,
}

/// A handle that is destroyed on drop.
pub(super) struct Owned<'d, H: Copy> {
    device: &'d Device,
    pub(super) handle: H,
    destroy: Destroy<H>,
}

type Destroy<H> = unsafe extern "system" fn(VkDevice, H, *const VkAllocationCallbacks);

impl<H: Copy> Drop for Owned<'_, H> {
    fn drop(&mut self) {
        // SAFETY: this struct owns the handle, the handle belongs to this device, and every command has completed.
        unsafe { (self.destroy)(self.device.handle, self.handle, ptr::null()) };
    }
}

/// A storage buffer in its own memory. The buffer is dropped before the memory.
struct ShaderBuffer<'d> {
    buffer: Owned<'d, VkBuffer>,
    memory: MappedMemory<'d>,
    size: u64,
}

/// An execution of an entry point of a module.
pub(crate) struct KernelRun<'a> {
    /// The module and the name of the entry point.
    pub(crate) entry: (&'a [u32], &'a CStr),
    /// The number of workgroups in each dimension.
    pub(crate) groups: [u32; 3],
    /// The bytes of the push constants.
    pub(crate) push_constants: &'a [u8],
}

/// The descriptor type of all buffers.
const KIND: VkDescriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

impl Shaders {
    /// Opens a device.
    ///
    /// # Errors
    /// The loader or a driver is missing, or a call fails.
    pub(crate) fn open() -> Result<Shaders, DriverFault> {
        Shaders::load(Device::open(Purpose::Shaders)?)
    }

    /// Loads the shader functions of a device.
    pub(super) fn load(device: Device) -> Result<Shaders, DriverFault> {
        let get = device.instance.functions.device_function;
        // SAFETY: the device is open.
        let functions = unsafe { OfShaders::load(|name| get(device.handle, name)) }?;
        let name = device.name();
        Ok(Shaders { device, functions, name })
    }

    /// Executes the entry point `main` of a module with `groups` groups of invocations. The entry point reads the
    /// numbers `input` at binding 1 of set 0, and writes `results` numbers at binding 0.
    ///
    /// # Errors
    /// A call fails.
    pub(crate) fn run(
        &self,
        module: &[u32],
        input: &[u64],
        results: usize,
        groups: u32,
    ) -> Result<Vec<u64>, DriverFault> {
        let output = self.buffer(8 * results)?;
        let mut given = self.buffer(8 * input.len())?;
        for (bytes, number) in given.memory.bytes_mut().chunks_exact_mut(8).zip(input) {
            bytes.copy_from_slice(&number.to_ne_bytes());
        }
        let run =
            KernelRun { entry: (module, c"main"), groups: [groups, 1, 1], push_constants: &[] };
        self.dispatch(&run, &[[&output, &given]])?;
        let numbers = output.memory.bytes().as_chunks().0.iter().take(results);
        Ok(numbers.map(|&bytes| u64::from_ne_bytes(bytes)).collect())
    }

    /// Executes an entry point once for each pair of a source and a target. The entry point reads the source at binding
    /// 0 of set 0, and writes the target at binding 1. The result has the final content of each target.
    ///
    /// # Errors
    /// A call fails.
    pub(crate) fn copy(
        &self,
        run: &KernelRun<'_>,
        pairs: &[(&[u8], &[u8])],
    ) -> Result<Vec<Vec<u8>>, DriverFault> {
        let filled = |bytes: &[u8]| {
            let mut buffer = self.buffer(bytes.len())?;
            buffer.memory.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
            Ok(buffer)
        };
        let both = |(source, target): &(&[u8], &[u8])| Ok([filled(source)?, filled(target)?]);
        let buffers = pairs.iter().map(both).collect::<Result<Vec<_>, DriverFault>>()?;
        let bound: Vec<_> = buffers.iter().map(|[source, target]| [source, target]).collect();
        self.dispatch(run, &bound)?;
        let results = buffers.iter().zip(pairs);
        Ok(results.map(|([_, to], (_, bytes))| to.memory.bytes()[..bytes.len()].to_vec()).collect())
    }

    /// Executes an entry point once for each pair of buffers, in one submission. The binding of a buffer is its index.
    fn dispatch(
        &self,
        run: &KernelRun<'_>,
        buffers: &[[&ShaderBuffer<'_>; 2]],
    ) -> Result<(), DriverFault> {
        let set_layout = self.set_layout(2)?;
        let layout = self.layout(set_layout.handle, run.push_constants.len())?;
        let pipeline = self.pipeline(run.entry, layout.handle, 0)?;
        let pool = self.pool(buffers.len())?;
        let set = |buffers| self.set(pool.handle, set_layout.handle, buffers);
        let sets: Vec<_> = buffers.iter().map(|it| set(it)).collect::<Result<_, _>>()?;
        self.device.submit(|commands| {
            let (point, OfShaders { use_pipeline, use_sets, push, dispatch, .. }) =
                (VK_PIPELINE_BIND_POINT_COMPUTE, &self.functions);
            let [x, y, z] = run.groups;
            let constants = run.push_constants;
            // SAFETY: `commands` is being recorded, and all handles belong to this device and outlive the submission.
            unsafe {
                use_pipeline(commands, point, pipeline.handle);
                if !constants.is_empty() {
                    let (stage, size) = (VK_SHADER_STAGE_COMPUTE_BIT, count(constants.len()));
                    push(commands, layout.handle, stage, 0, size, constants.as_ptr().cast());
                }
                for set in &sets {
                    use_sets(commands, point, layout.handle, 0, 1, set, 0, ptr::null());
                    dispatch(commands, x, y, z);
                }
            }
            self.device.make_visible(commands);
        })
    }

    /// Creates an object with a function of the usual form.
    fn create<H: Copy>(
        &self,
        name: &'static str,
        empty: H,
        destroy: Destroy<H>,
        create: impl FnOnce(VkDevice, &mut H) -> VkResult,
    ) -> Result<Owned<'_, H>, DriverFault> {
        let mut handle = empty;
        check(name, create(self.device.handle, &mut handle))?;
        Ok(Owned { device: &self.device, handle, destroy })
    }

    fn buffer(&self, bytes: usize) -> Result<ShaderBuffer<'_>, DriverFault> {
        let size = u64::try_from(bytes.max(8)).map_err(|_| DriverFault::NoHostMemory)?;
        let info = VkBufferCreateInfo {
            sType: VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            size,
            usage: VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
            sharingMode: VK_SHARING_MODE_EXCLUSIVE,
            queueFamilyIndexCount: 0,
            pQueueFamilyIndices: ptr::null(),
        };
        let OfShaders { create_buffer, destroy_buffer, requirements, bind, .. } = &self.functions;
        let buffer =
            self.create("vkCreateBuffer", ptr::null_mut(), *destroy_buffer, |device, into| {
                // SAFETY: the info outlives the call.
                unsafe { create_buffer(device, &info, ptr::null(), into) }
            })?;
        let mut requested = zeroed();
        // SAFETY: the buffer belongs to this device.
        unsafe { requirements(self.device.handle, buffer.handle, &mut requested) };
        let memory =
            self.device.allocate(Requirement::from_requirements(&requested), requested.size)?;
        // SAFETY: the buffer is new, and the memory satisfies its requirement.
        let bound = unsafe { bind(self.device.handle, buffer.handle, memory.handle, 0) };
        check("vkBindBufferMemory", bound)?;
        Ok(ShaderBuffer { buffer, memory, size })
    }

    /// Returns the layout of a set of `buffers` buffers, at the bindings from 0.
    pub(super) fn set_layout(
        &self,
        buffers: u32,
    ) -> Result<Owned<'_, VkDescriptorSetLayout>, DriverFault> {
        let binding = |binding| VkDescriptorSetLayoutBinding {
            binding,
            descriptorType: KIND,
            descriptorCount: 1,
            stageFlags: VK_SHADER_STAGE_COMPUTE_BIT,
            pImmutableSamplers: ptr::null(),
        };
        let bindings: Vec<_> = (0..buffers).map(binding).collect();
        let info = VkDescriptorSetLayoutCreateInfo {
            sType: VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            bindingCount: count(bindings.len()),
            pBindings: bindings.as_ptr(),
        };
        let OfShaders { create_set_layout, destroy_set_layout, .. } = &self.functions;
        let (name, destroy) = ("vkCreateDescriptorSetLayout", *destroy_set_layout);
        self.create(name, ptr::null_mut(), destroy, |device, into| {
            // SAFETY: the info and what it points to outlive the call.
            unsafe { create_set_layout(device, &info, ptr::null(), into) }
        })
    }

    /// Returns the layout of a pipeline with this number of bytes of push constants.
    pub(super) fn layout(
        &self,
        set: VkDescriptorSetLayout,
        push_constants: usize,
    ) -> Result<Owned<'_, VkPipelineLayout>, DriverFault> {
        let range = VkPushConstantRange {
            stageFlags: VK_SHADER_STAGE_COMPUTE_BIT,
            offset: 0,
            size: count(push_constants),
        };
        let info = VkPipelineLayoutCreateInfo {
            sType: VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            setLayoutCount: 1,
            pSetLayouts: &set,
            pushConstantRangeCount: u32::from(push_constants > 0),
            pPushConstantRanges: &range,
        };
        let OfShaders { create_layout, destroy_layout, .. } = &self.functions;
        self.create("vkCreatePipelineLayout", ptr::null_mut(), *destroy_layout, |device, into| {
            // SAFETY: the info and what it points to outlive the call, and the layout belongs to this device.
            unsafe { create_layout(device, &info, ptr::null(), into) }
        })
    }

    /// Creates a pipeline of an entry point of a module.
    pub(super) fn pipeline(
        &self,
        (words, entry): (&[u32], &CStr),
        layout: VkPipelineLayout,
        flags: VkPipelineCreateFlags,
    ) -> Result<Owned<'_, VkPipeline>, DriverFault> {
        let info = VkShaderModuleCreateInfo {
            sType: VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            codeSize: size_of_val(words),
            pCode: words.as_ptr(),
        };
        let OfShaders { create_module, destroy_module, .. } = &self.functions;
        let module = self.create(
            "vkCreateShaderModule",
            ptr::null_mut(),
            *destroy_module,
            |device, into| {
                // SAFETY: the info and the words outlive the call, and the module passes the SPIR-V validator.
                unsafe { create_module(device, &info, ptr::null(), into) }
            },
        )?;
        let stage = VkPipelineShaderStageCreateInfo {
            sType: VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            stage: VK_SHADER_STAGE_COMPUTE_BIT,
            module: module.handle,
            pName: entry.as_ptr(),
            pSpecializationInfo: ptr::null(),
        };
        let info = VkComputePipelineCreateInfo {
            sType: VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            pNext: ptr::null(),
            flags,
            stage,
            layout,
            basePipelineHandle: ptr::null_mut(),
            basePipelineIndex: -1,
        };
        let OfShaders { create_pipelines, destroy_pipeline, .. } = &self.functions;
        let (name, destroy) = ("vkCreateComputePipelines", *destroy_pipeline);
        self.create(name, ptr::null_mut(), destroy, |device, into| {
            // SAFETY: the info and what it points to outlive the call, and `into` has space for the one pipeline.
            unsafe { create_pipelines(device, ptr::null_mut(), 1, &info, ptr::null(), into) }
        })
    }

    /// Returns a pool of this number of sets with two buffers each.
    fn pool(&self, sets: usize) -> Result<Owned<'_, VkDescriptorPool>, DriverFault> {
        let size = VkDescriptorPoolSize { typ: KIND, descriptorCount: count(2 * sets) };
        let info = VkDescriptorPoolCreateInfo {
            sType: VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            maxSets: count(sets),
            poolSizeCount: 1,
            pPoolSizes: &size,
        };
        let OfShaders { create_pool, destroy_pool, .. } = &self.functions;
        self.create("vkCreateDescriptorPool", ptr::null_mut(), *destroy_pool, |device, into| {
            // SAFETY: the info and what it points to outlive the call.
            unsafe { create_pool(device, &info, ptr::null(), into) }
        })
    }

    /// Returns a set of buffers. The binding of a buffer is its index. The pool owns the set.
    fn set(
        &self,
        pool: VkDescriptorPool,
        layout: VkDescriptorSetLayout,
        buffers: &[&ShaderBuffer<'_>],
    ) -> Result<VkDescriptorSet, DriverFault> {
        let info = VkDescriptorSetAllocateInfo {
            sType: VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
            pNext: ptr::null(),
            descriptorPool: pool,
            descriptorSetCount: 1,
            pSetLayouts: &layout,
        };
        let OfShaders { allocate_sets, update_sets, .. } = &self.functions;
        let mut set = ptr::null_mut();
        // SAFETY: the pool and the layout belong to this device, and `set` has space for the one set.
        let result = unsafe { allocate_sets(self.device.handle, &info, &mut set) };
        check("vkAllocateDescriptorSets", result)?;
        for (binding, buffer) in (0..).zip(buffers) {
            let (handle, range) = (buffer.buffer.handle, buffer.size);
            let whole = VkDescriptorBufferInfo { buffer: handle, offset: 0, range };
            let write = VkWriteDescriptorSet {
                sType: VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                pNext: ptr::null(),
                dstSet: set,
                dstBinding: binding,
                dstArrayElement: 0,
                descriptorCount: 1,
                descriptorType: KIND,
                pImageInfo: ptr::null(),
                pBufferInfo: &whole,
                pTexelBufferView: ptr::null(),
            };
            // SAFETY: the set is new, and all that the struct points to outlives the call.
            unsafe { update_sets(self.device.handle, 1, &write, 0, ptr::null()) };
        }
        Ok(set)
    }
}
