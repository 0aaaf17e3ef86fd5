//! An instance of Vulkan, which selects and opens a device for a purpose.

use super::fault::{DriverFault, check};
use super::functions::{Global, OfInstance};
use super::plain::{count, list, text, zeroed};
use libloading::Library;
use std::ffi::{CStr, c_void};
use std::ptr;
use vulkan_headers::vulkan::vulkan_core::*;

/// The file of the Vulkan loader on Linux.
const LOADER: &str = "libvulkan.so.1";

/// The extension that returns machine code.
const MACHINE_CODE: &CStr = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;

/// The purpose of a device.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Creation and copies of tensors.
    Tensors,
    /// Execution of shaders that compute in 64 bits.
    Shaders,
    /// Machine code of shaders.
    MachineCode,
}

impl Purpose {
    fn layers(self) -> &'static [&'static CStr] {
        match self {
            Purpose::Tensors => &LAYERS,
            Purpose::Shaders | Purpose::MachineCode => &[],
        }
    }
}

/// The layers for tensors, in the order of calls. The graph layer provides the usage DATA_GRAPH.
const LAYERS: [&CStr; 2] = [c"VK_LAYER_ML_Graph_Emulation", c"VK_LAYER_ML_Tensor_Emulation"];

/// The features with which shaders read and write small integers in buffers.
struct SmallStorage {
    of_8_bits: VkPhysicalDevice8BitStorageFeatures,
    of_16_bits: VkPhysicalDevice16BitStorageFeatures,
}

impl Default for SmallStorage {
    fn default() -> SmallStorage {
        SmallStorage {
            of_8_bits: VkPhysicalDevice8BitStorageFeatures {
                sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
                ..zeroed()
            },
            of_16_bits: VkPhysicalDevice16BitStorageFeatures {
                sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
                ..zeroed()
            },
        }
    }
}

impl SmallStorage {
    /// Calls `then` with both structs as a chain. The chain is valid during the call.
    fn with<R>(&mut self, then: impl FnOnce(*mut c_void) -> R) -> R {
        self.of_8_bits.pNext = ptr::from_mut(&mut self.of_16_bits).cast();
        then(ptr::from_mut(&mut self.of_8_bits).cast())
    }
}

/// An instance. Its functions are valid during its lifetime.
pub(super) struct Instance {
    handle: VkInstance,
    pub(super) functions: OfInstance,
    /// The library of the functions, which keeps their code loaded.
    _library: Library,
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: this struct owns the instance, and the children of the instance are destroyed.
        unsafe { (self.functions.destroy_instance)(self.handle, ptr::null()) };
    }
}

impl Instance {
    pub(super) fn open(purpose: Purpose) -> Result<Instance, DriverFault> {
        let missing = |_| DriverFault::Missing(LOADER.to_owned());
        // SAFETY: the Vulkan loader executes no code when it is loaded.
        let library = unsafe { Library::new(LOADER) }.map_err(missing)?;
        // SAFETY: the registry defines this type for the function of this name.
        let get =
            unsafe { library.get::<NonNullPFN_vkGetInstanceProcAddr>(b"vkGetInstanceProcAddr\0") };
        let get = *get.map_err(missing)?;
        // SAFETY: a null instance requests functions that need no instance.
        let global = unsafe { Global::load(|name| get(ptr::null_mut(), name)) }?;
        need_layers(&global, purpose.layers())?;
        let handle = create_instance(&global, purpose.layers())?;
        // SAFETY: the instance was just created.
        let functions = unsafe { OfInstance::load(|name| get(handle, name)) }?;
        Ok(Instance { handle, functions, _library: library })
    }

    /// Returns a device for the purpose. A software driver is preferred, because it is the same on every machine.
    pub(super) fn physical_device(
        &self,
        purpose: Purpose,
    ) -> Result<VkPhysicalDevice, DriverFault> {
        let devices = list("vkEnumeratePhysicalDevices", ptr::null_mut(), |count, into| {
            // SAFETY: `list` passes a count and space for that many items.
            unsafe { (self.functions.physical_devices)(self.handle, count, into) }
        })?;
        let mut best = None;
        for device in devices {
            if self.serves(device, purpose)? {
                let software = self.properties(device).0.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
                if software || best.is_none() {
                    best = Some(device);
                }
            }
        }
        let required = match purpose {
            Purpose::Tensors => "a Vulkan device that the emulation layer accepts",
            Purpose::Shaders => "a Vulkan device whose shaders compute with 64 bits",
            Purpose::MachineCode => "a Vulkan driver that returns machine code",
        };
        best.ok_or_else(|| DriverFault::Missing(required.to_owned()))
    }

    fn serves(&self, device: VkPhysicalDevice, purpose: Purpose) -> Result<bool, DriverFault> {
        Ok(match purpose {
            Purpose::Tensors => {
                self.extensions(device)?.iter().any(|name| name == "VK_ARM_tensors")
            }
            Purpose::Shaders => self.all_features(device).0.shaderInt64 == VK_TRUE,
            Purpose::MachineCode => {
                self.extensions(device)?.iter().any(|name| *name == MACHINE_CODE.to_string_lossy())
            }
        })
    }

    fn extensions(&self, device: VkPhysicalDevice) -> Result<Vec<String>, DriverFault> {
        let found = list("vkEnumerateDeviceExtensionProperties", zeroed(), |count, into| {
            // SAFETY: the device belongs to the instance; `list` passes a count and space for that many items.
            unsafe { (self.functions.device_extensions)(device, ptr::null(), count, into) }
        })?;
        Ok(found.iter().map(|found: &VkExtensionProperties| text(&found.extensionName)).collect())
    }

    pub(super) fn properties(
        &self,
        device: VkPhysicalDevice,
    ) -> (VkPhysicalDeviceProperties, VkPhysicalDeviceTensorPropertiesARM) {
        let mut tensors = VkPhysicalDeviceTensorPropertiesARM {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_PROPERTIES_ARM,
            ..zeroed()
        };
        let mut all = VkPhysicalDeviceProperties2 {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
            pNext: ptr::from_mut(&mut tensors).cast(),
            properties: zeroed(),
        };
        // SAFETY: the device belongs to the instance, and both structs carry their type and outlive the call.
        unsafe { (self.functions.properties)(device, &mut all) };
        (all.properties, tensors)
    }

    /// Returns the features of Vulkan itself, and those of tensors.
    pub(super) fn all_features(
        &self,
        device: VkPhysicalDevice,
    ) -> (VkPhysicalDeviceFeatures, VkPhysicalDeviceTensorFeaturesARM) {
        let mut tensors = VkPhysicalDeviceTensorFeaturesARM {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM,
            ..zeroed()
        };
        let mut all = VkPhysicalDeviceFeatures2 {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
            pNext: ptr::from_mut(&mut tensors).cast(),
            features: zeroed(),
        };
        // SAFETY: the device belongs to the instance, and both structs carry their type and outlive the call.
        unsafe { (self.functions.features)(device, &mut all) };
        (all.features, tensors)
    }

    pub(super) fn memory(&self, device: VkPhysicalDevice) -> VkPhysicalDeviceMemoryProperties {
        let mut memory = zeroed();
        // SAFETY: the device belongs to the instance, and the struct outlives the call.
        unsafe { (self.functions.memory_properties)(device, &mut memory) };
        memory
    }

    /// Returns a queue family with compute support, which the emulation of copies requires.
    pub(super) fn queue_family(&self, device: VkPhysicalDevice) -> Result<u32, DriverFault> {
        let families = list("queue families", zeroed(), |count, into| {
            // SAFETY: the device belongs to the instance; `list` passes a count and space for that many items.
            unsafe { (self.functions.queue_families)(device, count, into) };
            VK_SUCCESS
        })?;
        let computes = |it: &VkQueueFamilyProperties| it.queueFlags & VK_QUEUE_COMPUTE_BIT != 0;
        let found = families.iter().position(computes).and_then(|at| u32::try_from(at).ok());
        found.ok_or_else(|| DriverFault::Missing("a Vulkan device with a compute queue".to_owned()))
    }

    pub(super) fn create_tensor_device(
        &self,
        physical: VkPhysicalDevice,
        queue_family: u32,
    ) -> Result<VkDevice, DriverFault> {
        let graph = self.extensions(physical)?.iter().any(|name| name == "VK_ARM_data_graph");
        let names =
            [VK_ARM_TENSORS_EXTENSION_NAME.as_ptr(), VK_ARM_DATA_GRAPH_EXTENSION_NAME.as_ptr()];
        let names = &names[..if graph { 2 } else { 1 }];
        let mut data_graph = VkPhysicalDeviceDataGraphFeaturesARM {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DATA_GRAPH_FEATURES_ARM,
            dataGraph: VK_TRUE,
            ..zeroed()
        };
        let mut tensors = VkPhysicalDeviceTensorFeaturesARM {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM,
            pNext: if graph { ptr::from_mut(&mut data_graph).cast() } else { ptr::null_mut() },
            tensors: VK_TRUE,
            tensorNonPacked: VK_TRUE,
            shaderTensorAccess: VK_TRUE,
            ..zeroed()
        };
        self.create_device(physical, queue_family, |info| {
            info.pNext = ptr::from_mut(&mut tensors).cast();
            info.enabledExtensionCount = count(names.len());
            info.ppEnabledExtensionNames = names.as_ptr();
        })
    }

    pub(super) fn create_shader_device(
        &self,
        physical: VkPhysicalDevice,
        queue_family: u32,
    ) -> Result<VkDevice, DriverFault> {
        let mut small = SmallStorage::default();
        small.with(|chain| {
            let mut offered = VkPhysicalDeviceFeatures2 {
                sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                pNext: chain,
                features: zeroed(),
            };
            // SAFETY: the device belongs to the instance, and all structs carry their type and outlive the call.
            unsafe { (self.functions.features)(physical, &mut offered) };
        });
        let features = VkPhysicalDeviceFeatures { shaderInt64: VK_TRUE, ..zeroed() };
        // The supported features in the chain are enabled.
        small.with(|chain| {
            self.create_device(physical, queue_family, |info| {
                info.pEnabledFeatures = &features;
                info.pNext = chain;
            })
        })
    }

    /// Creates a device that returns the machine code of pipelines.
    pub(super) fn create_showing_device(
        &self,
        physical: VkPhysicalDevice,
        queue_family: u32,
    ) -> Result<VkDevice, DriverFault> {
        let names = [MACHINE_CODE.as_ptr()];
        let mut shown = VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
            pNext: ptr::null_mut(),
            pipelineExecutableInfo: VK_TRUE,
        };
        self.create_device(physical, queue_family, |info| {
            info.pNext = ptr::from_mut(&mut shown).cast();
            info.enabledExtensionCount = count(names.len());
            info.ppEnabledExtensionNames = names.as_ptr();
        })
    }

    /// Creates a device with one queue. `complete` adds features and extensions, which must outlive this call.
    fn create_device(
        &self,
        physical: VkPhysicalDevice,
        queue_family: u32,
        complete: impl FnOnce(&mut VkDeviceCreateInfo),
    ) -> Result<VkDevice, DriverFault> {
        let priority = 1.0;
        let queue = VkDeviceQueueCreateInfo {
            sType: VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            queueFamilyIndex: queue_family,
            queueCount: 1,
            pQueuePriorities: &priority,
        };
        let mut info = VkDeviceCreateInfo {
            sType: VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            queueCreateInfoCount: 1,
            pQueueCreateInfos: &queue,
            enabledLayerCount: 0,
            ppEnabledLayerNames: ptr::null(),
            enabledExtensionCount: 0,
            ppEnabledExtensionNames: ptr::null(),
            pEnabledFeatures: ptr::null(),
        };
        complete(&mut info);
        let mut device = ptr::null_mut();
        // SAFETY: the device belongs to the instance, and all that the struct points to outlives the call: locals of
        // this function, and data that the caller of `create_device` holds.
        let result =
            unsafe { (self.functions.create_device)(physical, &info, ptr::null(), &mut device) };
        check("vkCreateDevice", result)?;
        Ok(device)
    }
}

/// Returns an error with the first layer that the loader does not find.
fn need_layers(global: &Global, layers: &[&CStr]) -> Result<(), DriverFault> {
    let found = list("vkEnumerateInstanceLayerProperties", zeroed(), |count, into| {
        // SAFETY: `list` passes a count and space for that many items.
        unsafe { (global.layers)(count, into) }
    })?;
    let names: Vec<String> =
        found.iter().map(|layer: &VkLayerProperties| text(&layer.layerName)).collect();
    let required = layers.iter().map(|name| name.to_string_lossy());
    match required.into_iter().find(|name| !names.iter().any(|found| found == name)) {
        Some(name) => {
            Err(DriverFault::Missing(format!("the layer {name} (scripts/install-test-tools.sh)")))
        }
        None => Ok(()),
    }
}

fn create_instance(global: &Global, layers: &[&CStr]) -> Result<VkInstance, DriverFault> {
    let application = VkApplicationInfo {
        sType: VK_STRUCTURE_TYPE_APPLICATION_INFO,
        pNext: ptr::null(),
        pApplicationName: c"vulkan-live".as_ptr(),
        applicationVersion: 0,
        pEngineName: ptr::null(),
        engineVersion: 0,
        apiVersion: VK_API_VERSION_1_3,
    };
    let layers: Vec<_> = layers.iter().map(|name| name.as_ptr()).collect();
    let info = VkInstanceCreateInfo {
        sType: VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        pNext: ptr::null(),
        flags: 0,
        pApplicationInfo: &application,
        enabledLayerCount: count(layers.len()),
        ppEnabledLayerNames: layers.as_ptr(),
        enabledExtensionCount: 0,
        ppEnabledExtensionNames: ptr::null(),
    };
    let mut instance = ptr::null_mut();
    // SAFETY: all that the struct points to outlives the call.
    let result = unsafe { (global.create_instance)(&info, ptr::null(), &mut instance) };
    match result {
        VK_ERROR_INCOMPATIBLE_DRIVER => {
            Err(DriverFault::Missing("a Vulkan driver (mesa-vulkan-drivers)".to_owned()))
        }
        VK_ERROR_LAYER_NOT_PRESENT => Err(DriverFault::Missing(
            "libraries of the emulation layer that this machine can load".to_owned(),
        )),
        result => check("vkCreateInstance", result).map(|()| instance),
    }
}
