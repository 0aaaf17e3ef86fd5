//! The Vulkan functions that this crate calls, loaded at run time.
//!
//! The types come from the registry through `vulkan-headers`. A name cannot disagree with its type, because the name is
//! derived from the type.

use super::fault::DriverFault;
use std::ffi::CString;
use vulkan_headers::vulkan::vulkan_core::*;

/// Declares a table of functions. The name of a function is the end of its type's name.
macro_rules! table {
    ($(#[$doc:meta])* $table:ident { $($field:ident: $pfn:ident,)* }) => {
        $(#[$doc])*
        pub(super) struct $table {
            $(pub(super) $field: $pfn,)*
        }

        impl $table {
            /// Loads every function.
            ///
            /// # Errors
            /// A function is missing.
            ///
            /// # Safety
            /// `load` returns, for the name of a Vulkan function, that function or null.
            pub(super) unsafe fn load(
                load: impl Fn(*const std::ffi::c_char) -> PFN_vkVoidFunction,
            ) -> Result<$table, DriverFault> {
                Ok($table {
                    $($field: {
                        let found = find(stringify!($pfn), &load)?;
                        // SAFETY: the loader returned the function of this name, and the registry defines this type for
                        // it.
                        unsafe { std::mem::transmute::<NonNullPFN_vkVoidFunction, $pfn>(found) }
                    },)*
                })
            }
        }
    };
}

/// Returns the function whose type has this name.
fn find(
    ty: &str,
    load: impl Fn(*const std::ffi::c_char) -> PFN_vkVoidFunction,
) -> Result<NonNullPFN_vkVoidFunction, DriverFault> {
    let name = ty.trim_start_matches("NonNullPFN_");
    let text = CString::new(name).expect("names of functions contain no NUL");
    load(text.as_ptr()).ok_or_else(|| DriverFault::Missing(format!("a Vulkan driver with {name}")))
}

table! {
    /// The functions without an instance.
    Global {
        create_instance: NonNullPFN_vkCreateInstance,
        layers: NonNullPFN_vkEnumerateInstanceLayerProperties,
    }
}

table! {
    /// The functions of an instance.
    OfInstance {
        destroy_instance: NonNullPFN_vkDestroyInstance,
        physical_devices: NonNullPFN_vkEnumeratePhysicalDevices,
        device_extensions: NonNullPFN_vkEnumerateDeviceExtensionProperties,
        properties: NonNullPFN_vkGetPhysicalDeviceProperties2,
        features: NonNullPFN_vkGetPhysicalDeviceFeatures2,
        memory_properties: NonNullPFN_vkGetPhysicalDeviceMemoryProperties,
        queue_families: NonNullPFN_vkGetPhysicalDeviceQueueFamilyProperties,
        format_properties: NonNullPFN_vkGetPhysicalDeviceFormatProperties2,
        create_device: NonNullPFN_vkCreateDevice,
        device_function: NonNullPFN_vkGetDeviceProcAddr,
    }
}

table! {
    /// The functions of a device.
    OfDevice {
        destroy_device: NonNullPFN_vkDestroyDevice,
        queue: NonNullPFN_vkGetDeviceQueue,
        create_command_pool: NonNullPFN_vkCreateCommandPool,
        destroy_command_pool: NonNullPFN_vkDestroyCommandPool,
        allocate_command_buffers: NonNullPFN_vkAllocateCommandBuffers,
        free_command_buffers: NonNullPFN_vkFreeCommandBuffers,
        begin: NonNullPFN_vkBeginCommandBuffer,
        end: NonNullPFN_vkEndCommandBuffer,
        barrier: NonNullPFN_vkCmdPipelineBarrier,
        submit: NonNullPFN_vkQueueSubmit,
        wait: NonNullPFN_vkQueueWaitIdle,
        allocate_memory: NonNullPFN_vkAllocateMemory,
        free_memory: NonNullPFN_vkFreeMemory,
        map: NonNullPFN_vkMapMemory,
    }
}

table! {
    /// The additional functions of a device with `VK_ARM_tensors`.
    OfTensors {
        create_tensor: NonNullPFN_vkCreateTensorARM,
        destroy_tensor: NonNullPFN_vkDestroyTensorARM,
        requirements: NonNullPFN_vkGetTensorMemoryRequirementsARM,
        requirements_before: NonNullPFN_vkGetDeviceTensorMemoryRequirementsARM,
        bind: NonNullPFN_vkBindTensorMemoryARM,
        copy_tensor: NonNullPFN_vkCmdCopyTensorARM,
    }
}

table! {
    /// The additional functions of a device with `VK_KHR_pipeline_executable_properties`.
    OfExecutables {
        representations: NonNullPFN_vkGetPipelineExecutableInternalRepresentationsKHR,
    }
}

table! {
    /// The functions to execute a shader.
    OfShaders {
        create_buffer: NonNullPFN_vkCreateBuffer,
        destroy_buffer: NonNullPFN_vkDestroyBuffer,
        requirements: NonNullPFN_vkGetBufferMemoryRequirements,
        bind: NonNullPFN_vkBindBufferMemory,
        create_set_layout: NonNullPFN_vkCreateDescriptorSetLayout,
        destroy_set_layout: NonNullPFN_vkDestroyDescriptorSetLayout,
        create_pool: NonNullPFN_vkCreateDescriptorPool,
        destroy_pool: NonNullPFN_vkDestroyDescriptorPool,
        allocate_sets: NonNullPFN_vkAllocateDescriptorSets,
        update_sets: NonNullPFN_vkUpdateDescriptorSets,
        create_layout: NonNullPFN_vkCreatePipelineLayout,
        destroy_layout: NonNullPFN_vkDestroyPipelineLayout,
        create_module: NonNullPFN_vkCreateShaderModule,
        destroy_module: NonNullPFN_vkDestroyShaderModule,
        create_pipelines: NonNullPFN_vkCreateComputePipelines,
        destroy_pipeline: NonNullPFN_vkDestroyPipeline,
        use_pipeline: NonNullPFN_vkCmdBindPipeline,
        use_sets: NonNullPFN_vkCmdBindDescriptorSets,
        push: NonNullPFN_vkCmdPushConstants,
        dispatch: NonNullPFN_vkCmdDispatch,
    }
}
