// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s
// RUN: layoutc %s | layoutc - | FileCheck %s

// Printed attributes are sorted by name.
// CHECK: {{^}}  layout.target @npu {features = {tensorNonPacked = true}, limits = {maxTensorDimensionCount = 6 : i64, maxTensorStride = 65536 : i64}} {{{$}}
// CHECK-NEXT: {{^}}    layout.rule "onnx.Relu" [#layout.choice<same>]{{$}}
// CHECK-NEXT: {{^}}  }{{$}}
// GENERIC: "layout.target"() ({
// GENERIC-NEXT: "layout.rule"() {choices = [#layout.choice<same>], op = "onnx.Relu"} : () -> ()
// GENERIC-NEXT: }) {features = {tensorNonPacked = true}, limits = {maxTensorDimensionCount = 6 : i64, maxTensorStride = 65536 : i64}, sym_name = "npu"} : () -> ()
layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64, maxTensorStride = 65536 : i64},
                    features = {tensorNonPacked = true}} {
  "layout.rule"() {op = "onnx.Relu", choices = [#layout.choice<same>]} : () -> ()
}

// The region is optional; an absent region is distinguished from an empty one.
// CHECK-NEXT: {{^}}  layout.target @none{{$}}
// GENERIC-NEXT: "layout.target"() {sym_name = "none"} : () -> ()
layout.target @none
// CHECK-NEXT: {{^}}  layout.target @empty {{{$}}
// CHECK-NEXT: {{^}}  }{{$}}
// GENERIC-NEXT: "layout.target"() ({
// GENERIC-NEXT: ^bb0:
// GENERIC-NEXT: }) {sym_name = "empty"} : () -> ()
layout.target @empty {}
// CHECK-NEXT: {{^}}  layout.target @both {limits = {maxTensorSize = 1 : i64}} {{{$}}
// CHECK-NEXT: {{^}}  }{{$}}
layout.target @both {limits = {maxTensorSize = 1 : i64}} {}
// CHECK-NEXT: {{^}}  "layout.target"() ({
// CHECK-NEXT: {{^}}  }) {sym_name = "no_block"} : () -> (){{$}}
"layout.target"() ({}) {sym_name = "no_block"} : () -> ()

// Braces that contain a single key are an op in a region; such attributes are printed in generic form.
// CHECK-NEXT: {{^}}  layout.target @keys {my.beta, my.gamma}{{$}}
layout.target @keys {my.beta, my.gamma}
// CHECK-NEXT: {{^}}  "layout.target"() {my.alone, sym_name = "key"} : () -> (){{$}}
"layout.target"() {sym_name = "key", my.alone} : () -> ()

// Limits without effect on layouts are preserved. Properties are attributes.
// CHECK-NEXT: {{^}}  layout.target @all {features = {descriptorBindingStorageTensorUpdateAfterBind = false,
// CHECK-SAME: tensors = true}, limits = {maxDescriptorSetStorageTensors = 16 : i64, maxDescriptorSetUpdateAfterBindStorageTensors = 0 : i64,
// CHECK-SAME: maxTensorSize = 18446744073709551615 : ui64, maxTensorStride = 9223372036854775807 : i64, shaderTensorSupportedStages = 32 : i64}, npu.vendor = "x", summary = "all names"}{{$}}
"layout.target"() <{
  sym_name = "all", summary = "all names",
  limits = {
    maxTensorDimensionCount = 4294967295 : i64, maxTensorElements = 1 : index, maxPerDimensionTensorElements = 1 : i32,
    maxTensorStride = 9223372036854775807 : i64, maxTensorSize = 18446744073709551615 : ui64,
    maxTensorShaderAccessArrayLength = 4, maxTensorShaderAccessSize = 4, maxDescriptorSetStorageTensors = 16,
    maxPerStageDescriptorSetStorageTensors = 16, maxDescriptorSetUpdateAfterBindStorageTensors = 0,
    maxPerStageDescriptorUpdateAfterBindStorageTensors = 0, shaderTensorSupportedStages = 32
  },
  features = {
    tensorNonPacked = true, shaderTensorAccess = true, shaderStorageTensorArrayDynamicIndexing = false,
    shaderStorageTensorArrayNonUniformIndexing = false, descriptorBindingStorageTensorUpdateAfterBind = false, tensors = true
  }
}> {npu.vendor = "x"} : () -> ()
