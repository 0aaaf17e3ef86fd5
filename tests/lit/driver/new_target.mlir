// REQUIRES: sed, echo
// RUN: sed -n 's/^.. JSON: //p' %s > %t.json
// RUN: layoutc new-target --vulkaninfo %t.json --name=phone 2>%t.err | FileCheck %s
// RUN: FileCheck --input-file=%t.err --check-prefix=ERR %s
// RUN: layoutc new-target --vkjson %t.json -o %t.mlir 2>/dev/null
// RUN: layoutc %t.mlir --diagnostics=short | FileCheck %s --check-prefix=READ
// RUN: echo '[]' | not layoutc new-target --vulkaninfo - --diagnostics=short 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not layoutc new-target --vulkaninfo %t.json --name 4x 2>&1 | FileCheck %s --check-prefix=NAME

// A report of a device becomes a target. Members are found by name, at any depth.

// JSON: {"capabilities": {"device": {
// JSON:   "features": {"VkPhysicalDeviceTensorFeaturesARM": {"tensorNonPacked": true, "tensors": true}},
// JSON:   "properties": {
// JSON:     "VkPhysicalDeviceProperties": {"deviceName": "a phone"},
// JSON:     "VkPhysicalDeviceTensorPropertiesARM": {
// JSON:       "maxTensorDimensionCount": 5, "maxTensorElements": 18446744073709551615, "maxTensorStride": "4194304",
// JSON:       "shaderTensorSupportedStages": ["VK_SHADER_STAGE_COMPUTE_BIT", "VK_SHADER_STAGE_FRAGMENT_BIT"]}}}}}

// CHECK: // The limits and features of a phone.
// CHECK-NEXT: layout.target @phone {
// CHECK-NEXT: limits = {
// CHECK-NEXT: maxTensorDimensionCount = 5 : i64,
// CHECK-NEXT: maxTensorElements = 18446744073709551615 : ui64,
// CHECK-NEXT: maxTensorStride = 4194304 : i64,
// CHECK-NEXT: shaderTensorSupportedStages = 48 : i64
// CHECK-NEXT: },
// CHECK-NEXT: features = {
// CHECK-NEXT: tensorNonPacked = true,
// CHECK-NEXT: tensors = true
// CHECK-NEXT: }
// CHECK-NEXT: }

// ERR: warning[L0504]: `{{.*}}` has no value of `maxPerDimensionTensorElements` and 7 others
// ERR-NEXT: note: a limit that a target does not list is the least that Vulkan guarantees

// READ: layout.target @device {

// NONE: error[L0504]: `<stdin>` is not the report of a device with tensors: it has no member of `VkPhysicalDeviceTensorPropertiesARM`

// NAME: error[L0601]: invalid value `4x` for `--name <NAME>`: the name must be letters, digits and `_`, and start with a letter
