// RUN: not layoutc %s --target=emulatoin 2>&1 | FileCheck %s
// RUN: not layoutc %s --target=smal --emit=none 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not layoutc %s --target=x 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: layoutc %s --target=@small --emit=vk-json | FileCheck %s --check-prefix=JSON
// RUN: layoutc --list-targets=json | FileCheck %s --check-prefix=LIST

// CHECK: {{^}}layoutc: error[L0504]: unknown target `emulatoin`{{$}}
// CHECK-NEXT: note: did you mean `emulation`?
// CHECK-NEXT: note: the targets are small, arm_ml_engine, channels_last, emulation, npu37xx, spec_min, tensorrt_like, vpux_like
// CHECK-NEXT: note: the value of `--target` is a name, or a file with a `layout.target`
// OWN: unknown target `smal`
// OWN-NEXT: note: did you mean `small`?
// TENSOR: error[L0504]: `@x` must be a target, but is a `layout.tensor`
// JSON: "target": "small",
// LIST: {{^}}[{"name":"arm_ml_engine",{{.+}}},{{$}}
// LIST-NEXT: {{^}} {"name":"channels_last",{{.+}}"features":{"tensorNonPacked":true,{{[^}]+}}},"rules":["*","IE.Deconvolution",{{.+}}],"bandwidth":null,"index_cost":null,"tensorrt":null,"vector_dims":false,"workgroup_memory":null,"specified":[{{.+}}],"choices":{{{.+}}},"kinds":{{{.+}}},"views":{},"formats":null},{{$}}
// LIST-NEXT: {{^}} {"name":"emulation","summary":"{{.+}}","limits":{"maxTensorDimensionCount":6,"maxTensorElements":134217728,
// LIST-SAME: "maxPerDimensionTensorElements":134217728,"maxTensorStride":134217728,"maxTensorSize":134217728},"features":{"tensorNonPacked":true,{{[^}]+}}},"rules":[],"bandwidth":null,"index_cost":null,"tensorrt":null,"vector_dims":false,"workgroup_memory":null,"specified":["maxTensorDimensionCount","maxTensorElements","maxPerDimensionTensorElements","maxTensorStride","maxTensorSize"],"choices":{},"kinds":{},"inplace":{},"views":{},"formats":[{"format":"VK_FORMAT_R8_UNORM","tiling":"OPTIMAL","usage":["SHADER","TRANSFER_SRC","TRANSFER_DST","DATA_GRAPH"]},{{.+}}]},{{$}}
// LIST-NEXT: {"name":"npu37xx",
// LIST-NEXT: {"name":"spec_min",{{.+}}"maxTensorSize":65536},"features":{"tensorNonPacked":false,{{[^}]+}}},"rules":[],"bandwidth":null,"index_cost":null,"tensorrt":null,"vector_dims":false,"workgroup_memory":null,"specified":["maxTensorDimensionCount","maxTensorElements","maxPerDimensionTensorElements","maxTensorStride","maxTensorSize"],"choices":{},"kinds":{},"inplace":{},"views":{},"formats":null},
// LIST-NEXT: {"name":"tensorrt_like",
// LIST-NEXT: {"name":"vpux_like",{{.+}}"views":{},"formats":null}]{{$}}
layout.target @small
layout.tensor @x : tensor<2x2xf16>
