//! The module of `vk-rust` that creates tensors. It is compiled only with the feature `layoutc_create` of the crate that
//! contains the generated file, and declares the few types of Vulkan that it uses.

use crate::vk::NamedTensor;

/// The suffixes of the functions of a description, here and in the file itself.
pub(super) const ENDINGS: [&str; 5] =
    ["_create", "_requirements", "_rolling", "_image", "_matches_image"];

/// Returns the module with the functions of each description.
pub(super) fn module(tensors: &[NamedTensor<'_>]) -> String {
    let functions: String = tensors.iter().map(pair).collect();
    format!("{HELPERS}{functions}}}\n")
}

fn pair(named: &NamedTensor<'_>) -> String {
    let name = named.name;
    let symbol = named.symbol();
    let offset = named.offset();
    let next = match named.tensor.wraps() {
        Some(_) => format!("ptr::from_ref(&super::{name}_rolling()).cast()"),
        None => "ptr::null()".to_owned(),
    };
    format!(
        "
    /// Returns the memory requirements of `@{symbol}`, without its offset in the buffer.
    ///
    /// # Safety
    /// The functions belong to the device.
    pub unsafe fn {name}_requirements(
        device: VkDevice,
        functions: &TensorFunctions,
    ) -> VkMemoryRequirements {{
        unsafe {{ requirements(device, functions, &super::{name}(), {next}) }}
    }}

    /// Creates `@{symbol}` in a buffer that begins at `memory_offset` of `memory`.
    ///
    /// # Errors
    /// The first `VkResult` that is not `VK_SUCCESS`; nothing is left then.
    ///
    /// # Safety
    /// The functions and the memory belong to the device, and the memory satisfies the requirements at the offset.
    pub unsafe fn {name}_create(
        device: VkDevice,
        functions: &TensorFunctions,
        memory: VkDeviceMemory,
        memory_offset: u64,
    ) -> Result<CreatedTensor, VkResult> {{
        let offset = memory_offset + super::{offset};
        unsafe {{ create(device, functions, &super::{name}(), {next}, memory, offset) }}
    }}
"
    )
}

/// The types and functions that are the same for every tensor, from the beginning of the module.
pub(super) const HELPERS: &str = r#"
/// Creation of the tensors on a device with `VK_ARM_tensors`; needs the feature `layoutc_create` of this crate.
#[allow(unexpected_cfgs)]
pub mod create {
    #![cfg(feature = "layoutc_create")]
    #![allow(dead_code, missing_debug_implementations, non_snake_case)]

    use super::VkTensorDescriptionARM;
    use core::ffi::{c_char, c_void};
    use core::ptr;

    /// `VkDevice`
    pub type VkDevice = *mut c_void;
    /// `VkDeviceMemory`
    pub type VkDeviceMemory = u64;
    /// `VkTensorARM`
    pub type VkTensorARM = u64;
    /// `VkTensorViewARM`
    pub type VkTensorViewARM = u64;
    /// `VkResult`
    pub type VkResult = i32;
    /// `PFN_vkGetDeviceProcAddr`
    pub type GetDeviceProcAddr =
        unsafe extern "system" fn(VkDevice, *const c_char) -> Option<unsafe extern "system" fn()>;

    const VK_SUCCESS: VkResult = 0;
    const VK_ERROR_EXTENSION_NOT_PRESENT: VkResult = -7;
    const VK_ERROR_VALIDATION_FAILED: VkResult = -1_000_011_001;
    /// The usages that allow a view: SHADER and DATA_GRAPH.
    const VIEWED: u64 = 0x22;

    /// `VkMemoryRequirements`
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(C)]
    pub struct VkMemoryRequirements {
        /// the size in bytes
        pub size: u64,
        /// the alignment in bytes
        pub alignment: u64,
        /// a bit for each memory type that is allowed
        pub memory_type_bits: u32,
    }

    #[repr(C)]
    struct VkMemoryRequirements2 {
        s_type: i32,
        p_next: *mut c_void,
        memory_requirements: VkMemoryRequirements,
    }

    #[repr(C)]
    struct VkTensorCreateInfoARM {
        s_type: i32,
        p_next: *const c_void,
        flags: u64,
        p_description: *const VkTensorDescriptionARM,
        sharing_mode: i32,
        queue_family_index_count: u32,
        p_queue_family_indices: *const u32,
    }

    #[repr(C)]
    struct VkTensorViewCreateInfoARM {
        s_type: i32,
        p_next: *const c_void,
        flags: u64,
        tensor: VkTensorARM,
        format: i32,
    }

    #[repr(C)]
    struct VkTensorMemoryRequirementsInfoARM {
        s_type: i32,
        p_next: *const c_void,
        tensor: VkTensorARM,
    }

    #[repr(C)]
    struct VkDeviceTensorMemoryRequirementsARM {
        s_type: i32,
        p_next: *const c_void,
        p_create_info: *const VkTensorCreateInfoARM,
    }

    #[repr(C)]
    struct VkBindTensorMemoryInfoARM {
        s_type: i32,
        p_next: *const c_void,
        tensor: VkTensorARM,
        memory: VkDeviceMemory,
        memory_offset: u64,
    }

    /// The functions of a device that create tensors.
    #[derive(Clone, Copy)]
    pub struct TensorFunctions {
        create_tensor: unsafe extern "system" fn(
            VkDevice,
            *const VkTensorCreateInfoARM,
            *const c_void,
            *mut VkTensorARM,
        ) -> VkResult,
        destroy_tensor: unsafe extern "system" fn(VkDevice, VkTensorARM, *const c_void),
        create_view: unsafe extern "system" fn(
            VkDevice,
            *const VkTensorViewCreateInfoARM,
            *const c_void,
            *mut VkTensorViewARM,
        ) -> VkResult,
        destroy_view: unsafe extern "system" fn(VkDevice, VkTensorViewARM, *const c_void),
        requirements: unsafe extern "system" fn(
            VkDevice,
            *const VkTensorMemoryRequirementsInfoARM,
            *mut VkMemoryRequirements2,
        ),
        device_requirements: unsafe extern "system" fn(
            VkDevice,
            *const VkDeviceTensorMemoryRequirementsARM,
            *mut VkMemoryRequirements2,
        ),
        bind: unsafe extern "system" fn(VkDevice, u32, *const VkBindTensorMemoryInfoARM) -> VkResult,
    }

    impl TensorFunctions {
        /// Loads the functions of a device.
        ///
        /// # Errors
        /// `VK_ERROR_EXTENSION_NOT_PRESENT` if the device lacks any of them.
        ///
        /// # Safety
        /// `get` is `vkGetDeviceProcAddr` for the device, which has the extension `VK_ARM_tensors` enabled.
        pub unsafe fn load(
            device: VkDevice,
            get: GetDeviceProcAddr,
        ) -> Result<TensorFunctions, VkResult> {
            let find = |name: &'static [u8]| {
                let found = unsafe { get(device, name.as_ptr().cast()) };
                found.ok_or(VK_ERROR_EXTENSION_NOT_PRESENT)
            };
            let create_tensor = find(b"vkCreateTensorARM\0")?;
            let destroy_tensor = find(b"vkDestroyTensorARM\0")?;
            let create_view = find(b"vkCreateTensorViewARM\0")?;
            let destroy_view = find(b"vkDestroyTensorViewARM\0")?;
            let requirements = find(b"vkGetTensorMemoryRequirementsARM\0")?;
            let device_requirements = find(b"vkGetDeviceTensorMemoryRequirementsARM\0")?;
            let bind = find(b"vkBindTensorMemoryARM\0")?;
            // Each function has the type that the registry defines for its name.
            unsafe {
                Ok(TensorFunctions {
                    create_tensor: core::mem::transmute(create_tensor),
                    destroy_tensor: core::mem::transmute(destroy_tensor),
                    create_view: core::mem::transmute(create_view),
                    destroy_view: core::mem::transmute(destroy_view),
                    requirements: core::mem::transmute(requirements),
                    device_requirements: core::mem::transmute(device_requirements),
                    bind: core::mem::transmute(bind),
                })
            }
        }
    }

    /// A tensor that is bound to memory.
    #[derive(Clone, Copy, Debug)]
    pub struct CreatedTensor {
        /// the tensor
        pub tensor: VkTensorARM,
        /// the view; 0 if the usage is neither SHADER nor DATA_GRAPH
        pub view: VkTensorViewARM,
        /// the memory requirements
        pub requirements: VkMemoryRequirements,
    }

    impl CreatedTensor {
        /// Destroys the tensor and its view.
        ///
        /// # Safety
        /// The device created the tensor, and no command uses it any more.
        pub unsafe fn destroy(self, device: VkDevice, functions: &TensorFunctions) {
            unsafe {
                (functions.destroy_view)(device, self.view, ptr::null());
                (functions.destroy_tensor)(device, self.tensor, ptr::null());
            }
        }
    }

    /// Returns the create info of a tensor that one queue family at a time uses. `p_next` is its chain, or null.
    fn create_info(
        description: &VkTensorDescriptionARM,
        p_next: *const c_void,
    ) -> VkTensorCreateInfoARM {
        VkTensorCreateInfoARM {
            s_type: 1_000_460_000, // VK_STRUCTURE_TYPE_TENSOR_CREATE_INFO_ARM
            p_next,
            flags: 0,
            p_description: description,
            sharing_mode: 0, // VK_SHARING_MODE_EXCLUSIVE
            queue_family_index_count: 0,
            p_queue_family_indices: ptr::null(),
        }
    }

    fn unknown_memory() -> VkMemoryRequirements2 {
        VkMemoryRequirements2 {
            s_type: 1_000_146_003, // VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2
            p_next: ptr::null_mut(),
            memory_requirements: VkMemoryRequirements { size: 0, alignment: 1, memory_type_bits: 0 },
        }
    }

    fn check(result: VkResult) -> Result<(), VkResult> {
        if result == VK_SUCCESS { Ok(()) } else { Err(result) }
    }

    unsafe fn requirements(
        device: VkDevice,
        functions: &TensorFunctions,
        description: &VkTensorDescriptionARM,
        p_next: *const c_void,
    ) -> VkMemoryRequirements {
        let create_info = create_info(description, p_next);
        let info = VkDeviceTensorMemoryRequirementsARM {
            s_type: 1_000_460_010, // VK_STRUCTURE_TYPE_DEVICE_TENSOR_MEMORY_REQUIREMENTS_ARM
            p_next: ptr::null(),
            p_create_info: &create_info,
        };
        let mut found = unknown_memory();
        unsafe { (functions.device_requirements)(device, &info, &mut found) };
        found.memory_requirements
    }

    unsafe fn create(
        device: VkDevice,
        functions: &TensorFunctions,
        description: &VkTensorDescriptionARM,
        p_next: *const c_void,
        memory: VkDeviceMemory,
        offset: u64,
    ) -> Result<CreatedTensor, VkResult> {
        let info = create_info(description, p_next);
        let requirements = unknown_memory().memory_requirements;
        let mut created = CreatedTensor { tensor: 0, view: 0, requirements };
        unsafe {
            check((functions.create_tensor)(device, &info, ptr::null(), &mut created.tensor))?;
            let bound = bind(device, functions, memory, offset, &mut created);
            let viewed = bound.and_then(|()| view(device, functions, description, &mut created));
            if viewed.is_err() {
                created.destroy(device, functions);
            }
            viewed.map(|()| created)
        }
    }

    unsafe fn bind(
        device: VkDevice,
        functions: &TensorFunctions,
        memory: VkDeviceMemory,
        memory_offset: u64,
        created: &mut CreatedTensor,
    ) -> Result<(), VkResult> {
        let tensor = created.tensor;
        let info = VkTensorMemoryRequirementsInfoARM {
            s_type: 1_000_460_007, // VK_STRUCTURE_TYPE_TENSOR_MEMORY_REQUIREMENTS_INFO_ARM
            p_next: ptr::null(),
            tensor,
        };
        let mut found = unknown_memory();
        unsafe { (functions.requirements)(device, &info, &mut found) };
        created.requirements = found.memory_requirements;
        if memory_offset % created.requirements.alignment != 0 {
            return Err(VK_ERROR_VALIDATION_FAILED);
        }
        let binding = VkBindTensorMemoryInfoARM {
            s_type: 1_000_460_002, // VK_STRUCTURE_TYPE_BIND_TENSOR_MEMORY_INFO_ARM
            p_next: ptr::null(),
            tensor,
            memory,
            memory_offset,
        };
        check(unsafe { (functions.bind)(device, 1, &binding) })
    }

    unsafe fn view(
        device: VkDevice,
        functions: &TensorFunctions,
        description: &VkTensorDescriptionARM,
        created: &mut CreatedTensor,
    ) -> Result<(), VkResult> {
        if description.usage & VIEWED == 0 {
            return Ok(());
        }
        let info = VkTensorViewCreateInfoARM {
            s_type: 1_000_460_001, // VK_STRUCTURE_TYPE_TENSOR_VIEW_CREATE_INFO_ARM
            p_next: ptr::null(),
            flags: 0,
            tensor: created.tensor,
            format: description.format,
        };
        check(unsafe { (functions.create_view)(device, &info, ptr::null(), &mut created.view) })
    }
"#;
