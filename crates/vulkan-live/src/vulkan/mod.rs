//! A device with `VK_ARM_tensors`, and the little of it that the checks need, as safe functions.
//!
//! `functions` lists what is called; here a device is opened; `tensor` creates tensors in memory of their own
//! and copies between them. All unsafe code of the project is in this folder.

mod functions;
mod tensor;

pub(crate) use tensor::{Requirement, Tensor};

use functions::{Global, OfDevice, OfInstance};
use libloading::Library;
use std::ffi::{CStr, c_char};
use std::{fmt, ptr};
use vulkan_headers::vulkan::vulkan_core::*;

/// The loader of Vulkan, as it is named on Linux.
const LOADER: &str = "libvulkan.so.1";

/// The layers to enable, in the order in which calls reach them. The graph layer gives the usage DATA_GRAPH.
const LAYERS: [&CStr; 2] = [c"VK_LAYER_ML_Graph_Emulation", c"VK_LAYER_ML_Tensor_Emulation"];

/// What goes wrong with a driver.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Something is not installed: what.
    Missing(String),
    /// A call failed: its name and result.
    Call(&'static str, VkResult),
    /// No memory can be written by the host.
    NoHostMemory,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Missing(what) => write!(f, "needs {what}"),
            Fault::Call(name, result) => write!(f, "{name} gave VkResult {result}"),
            Fault::NoHostMemory => f.write_str("the tensor fits no memory that the host can write"),
        }
    }
}

/// An error unless a call succeeded.
fn check(name: &'static str, result: VkResult) -> Result<(), Fault> {
    if result == VK_SUCCESS { Ok(()) } else { Err(Fault::Call(name, result)) }
}

/// A struct of Vulkan that holds numbers and pointers alone, so that all zeros is a value of it.
///
/// # Safety
/// That is so.
unsafe trait Plain: Copy {}

/// All zeros.
fn zeroed<T: Plain>() -> T {
    // SAFETY: `Plain` says that all zeros is a value.
    unsafe { std::mem::zeroed() }
}

// SAFETY: structs of the registry with numbers, arrays of numbers and pointers, which may be null.
unsafe impl Plain for VkPhysicalDeviceProperties {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceFeatures {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceMemoryProperties {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceTensorPropertiesARM {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceTensorFeaturesARM {}
// SAFETY: as above.
unsafe impl Plain for VkPhysicalDeviceDataGraphFeaturesARM {}
// SAFETY: as above.
unsafe impl Plain for VkTensorFormatPropertiesARM {}
// SAFETY: as above.
unsafe impl Plain for VkFormatProperties {}
// SAFETY: as above.
unsafe impl Plain for VkMemoryRequirements {}
// SAFETY: as above.
unsafe impl Plain for VkLayerProperties {}
// SAFETY: as above.
unsafe impl Plain for VkExtensionProperties {}
// SAFETY: as above.
unsafe impl Plain for VkQueueFamilyProperties {}

/// An opened device with one queue.
pub(crate) struct Vulkan {
    instance: Instance,
    physical: VkPhysicalDevice,
    /// What the device is called.
    pub(crate) name: String,
    device: VkDevice,
    functions: OfDevice,
    queue: VkQueue,
    pool: VkCommandPool,
    memory: VkPhysicalDeviceMemoryProperties,
}

/// The limits and features of a device that a target states.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) properties: VkPhysicalDeviceTensorPropertiesARM,
    pub(crate) features: VkPhysicalDeviceTensorFeaturesARM,
}

/// An instance; its functions are good as long as it lives.
struct Instance {
    handle: VkInstance,
    functions: OfInstance,
    /// Holds the code of the functions.
    _library: Library,
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: the instance is this struct's own, and what was made of it is gone.
        unsafe { (self.functions.destroy_instance)(self.handle, ptr::null()) };
    }
}

impl Instance {
    fn open() -> Result<Instance, Fault> {
        let missing = |_| Fault::Missing(LOADER.to_owned());
        // SAFETY: the loader of Vulkan does nothing when it is loaded.
        let library = unsafe { Library::new(LOADER) }.map_err(missing)?;
        // SAFETY: the registry says that the function of this name has this type.
        let get =
            unsafe { library.get::<NonNullPFN_vkGetInstanceProcAddr>(b"vkGetInstanceProcAddr\0") };
        let get = *get.map_err(missing)?;
        // SAFETY: a null instance asks for functions that need none.
        let global = unsafe { Global::load(|name| get(ptr::null_mut(), name)) }?;
        need_layers(&global)?;
        let handle = create_instance(&global)?;
        // SAFETY: the instance was just created.
        let functions = unsafe { OfInstance::load(|name| get(handle, name)) }?;
        Ok(Instance { handle, functions, _library: library })
    }

    /// The device to test on: one with the extension, best a software driver, which is everywhere the same.
    fn physical_device(&self) -> Result<VkPhysicalDevice, Fault> {
        let devices = list("vkEnumeratePhysicalDevices", ptr::null_mut(), |count, into| {
            // SAFETY: `list` passes a count and room for so many.
            unsafe { (self.functions.physical_devices)(self.handle, count, into) }
        })?;
        let mut best = None;
        for device in devices {
            if self.extensions(device)?.iter().any(|name| name == "VK_ARM_tensors") {
                let software = self.properties(device).0.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
                if software || best.is_none() {
                    best = Some(device);
                }
            }
        }
        best.ok_or_else(|| {
            Fault::Missing("a Vulkan device that the emulation layer accepts".to_owned())
        })
    }

    fn extensions(&self, device: VkPhysicalDevice) -> Result<Vec<String>, Fault> {
        let found = list("vkEnumerateDeviceExtensionProperties", zeroed(), |count, into| {
            // SAFETY: the device is the instance's; `list` passes a count and room for so many.
            unsafe { (self.functions.device_extensions)(device, ptr::null(), count, into) }
        })?;
        Ok(found.iter().map(|found: &VkExtensionProperties| text(&found.extensionName)).collect())
    }

    fn properties(
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
        // SAFETY: the device is the instance's, and both structs carry their type and outlive the call.
        unsafe { (self.functions.properties)(device, &mut all) };
        (all.properties, tensors)
    }

    fn features(&self, device: VkPhysicalDevice) -> VkPhysicalDeviceTensorFeaturesARM {
        let mut tensors = VkPhysicalDeviceTensorFeaturesARM {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TENSOR_FEATURES_ARM,
            ..zeroed()
        };
        let mut all = VkPhysicalDeviceFeatures2 {
            sType: VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
            pNext: ptr::from_mut(&mut tensors).cast(),
            features: zeroed(),
        };
        // SAFETY: the device is the instance's, and both structs carry their type and outlive the call.
        unsafe { (self.functions.features)(device, &mut all) };
        tensors
    }

    fn memory(&self, device: VkPhysicalDevice) -> VkPhysicalDeviceMemoryProperties {
        let mut memory = zeroed();
        // SAFETY: the device is the instance's, and the struct outlives the call.
        unsafe { (self.functions.memory_properties)(device, &mut memory) };
        memory
    }

    /// A family of queues that computes, which the emulation of copies needs.
    fn queue_family(&self, device: VkPhysicalDevice) -> Result<u32, Fault> {
        let families = list("queue families", zeroed(), |count, into| {
            // SAFETY: the device is the instance's; `list` passes a count and room for so many.
            unsafe { (self.functions.queue_families)(device, count, into) };
            VK_SUCCESS
        })?;
        let computes = |it: &VkQueueFamilyProperties| it.queueFlags & VK_QUEUE_COMPUTE_BIT != 0;
        let found = families.iter().position(computes).and_then(|at| u32::try_from(at).ok());
        found.ok_or_else(|| Fault::Missing("a Vulkan device with a queue that computes".to_owned()))
    }

    fn create_device(
        &self,
        physical: VkPhysicalDevice,
        queue_family: u32,
    ) -> Result<VkDevice, Fault> {
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
        let priority = 1.0;
        let queue = VkDeviceQueueCreateInfo {
            sType: VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
            pNext: ptr::null(),
            flags: 0,
            queueFamilyIndex: queue_family,
            queueCount: 1,
            pQueuePriorities: &priority,
        };
        let info = VkDeviceCreateInfo {
            sType: VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
            pNext: ptr::from_mut(&mut tensors).cast(),
            flags: 0,
            queueCreateInfoCount: 1,
            pQueueCreateInfos: &queue,
            enabledLayerCount: 0,
            ppEnabledLayerNames: ptr::null(),
            enabledExtensionCount: count(names.len()),
            ppEnabledExtensionNames: names.as_ptr(),
            pEnabledFeatures: ptr::null(),
        };
        let mut device = ptr::null_mut();
        // SAFETY: the device is the instance's, and all that the struct points to outlives the call.
        let result =
            unsafe { (self.functions.create_device)(physical, &info, ptr::null(), &mut device) };
        check("vkCreateDevice", result)?;
        Ok(device)
    }
}

/// An error naming the first layer that the loader does not find.
fn need_layers(global: &Global) -> Result<(), Fault> {
    let found = list("vkEnumerateInstanceLayerProperties", zeroed(), |count, into| {
        // SAFETY: `list` passes a count and room for so many.
        unsafe { (global.layers)(count, into) }
    })?;
    let names: Vec<String> =
        found.iter().map(|layer: &VkLayerProperties| text(&layer.layerName)).collect();
    let wanted = LAYERS.iter().map(|name| name.to_string_lossy());
    match wanted.into_iter().find(|name| !names.iter().any(|found| found == name)) {
        Some(name) => {
            Err(Fault::Missing(format!("the layer {name} (scripts/install-test-tools.sh)")))
        }
        None => Ok(()),
    }
}

fn create_instance(global: &Global) -> Result<VkInstance, Fault> {
    let application = VkApplicationInfo {
        sType: VK_STRUCTURE_TYPE_APPLICATION_INFO,
        pNext: ptr::null(),
        pApplicationName: c"vulkan-live".as_ptr(),
        applicationVersion: 0,
        pEngineName: ptr::null(),
        engineVersion: 0,
        apiVersion: VK_API_VERSION_1_3,
    };
    let layers = LAYERS.map(CStr::as_ptr);
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
            Err(Fault::Missing("a Vulkan driver (mesa-vulkan-drivers)".to_owned()))
        }
        VK_ERROR_LAYER_NOT_PRESENT => Err(Fault::Missing(
            "libraries of the emulation layer that this machine can load".to_owned(),
        )),
        result => check("vkCreateInstance", result).map(|()| instance),
    }
}

/// All items of a list of Vulkan, which is first counted and then filled in.
fn list<T: Copy>(
    name: &'static str,
    empty: T,
    mut fill: impl FnMut(*mut u32, *mut T) -> VkResult,
) -> Result<Vec<T>, Fault> {
    let mut count = 0;
    check(name, fill(&mut count, ptr::null_mut()))?;
    let mut items = vec![empty; count as usize];
    check(name, fill(&mut count, items.as_mut_ptr()))?;
    items.truncate(count as usize);
    Ok(items)
}

/// A text in an array, to its NUL.
fn text(chars: &[c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|&char| char.cast_unsigned()).collect();
    CStr::from_bytes_until_nul(&bytes).unwrap_or_default().to_string_lossy().into_owned()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).expect("lists given to Vulkan are short")
}

impl Vulkan {
    /// Opens a device under the emulation layers.
    ///
    /// # Errors
    /// The loader, a layer or a driver is missing, or a call fails.
    pub(crate) fn open() -> Result<Vulkan, Fault> {
        let instance = Instance::open()?;
        let physical = instance.physical_device()?;
        let name = text(&instance.properties(physical).0.deviceName);
        let memory = instance.memory(physical);
        let family = instance.queue_family(physical)?;
        let device = instance.create_device(physical, family)?;
        let get = instance.functions.device_function;
        // SAFETY: the device was just created.
        let functions = unsafe { OfDevice::load(|name| get(device, name)) }?;
        let mut queue = ptr::null_mut();
        // SAFETY: the device was created with one queue of this family.
        unsafe { (functions.queue)(device, family, 0, &mut queue) };
        let pool = create_pool(device, family, &functions)?;
        Ok(Vulkan { instance, physical, name, device, functions, queue, pool, memory })
    }

    /// What the device bounds and can do.
    pub(crate) fn limits(&self) -> Limits {
        let properties = self.instance.properties(self.physical).1;
        Limits { properties, features: self.instance.features(self.physical) }
    }

    /// The features that tensors of a format may have: of tiling OPTIMAL, and of LINEAR.
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
        let ask = self.instance.functions.format_properties;
        // SAFETY: the device is the instance's, and both structs carry their type and outlive the call.
        unsafe { ask(self.physical, format, &mut all) };
        tensors
    }
}

fn create_pool(
    device: VkDevice,
    family: u32,
    functions: &OfDevice,
) -> Result<VkCommandPool, Fault> {
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

impl Drop for Vulkan {
    fn drop(&mut self) {
        // SAFETY: pool and device are this struct's own; tensors borrow it, so none is left, and every copy
        // was waited for.
        unsafe {
            (self.functions.destroy_command_pool)(self.device, self.pool, ptr::null());
            (self.functions.destroy_device)(self.device, ptr::null());
        }
    }
}
