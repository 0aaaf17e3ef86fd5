// A target with the required minima of Vulkan and with VK_ARM_tensor_controls.
layout.target @controls {features = {tensorControls = true, tensorNonPacked = true}} {
}
