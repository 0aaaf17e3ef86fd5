// RUN: layoutc --list-passes | FileCheck %s --check-prefix=PASSES
// RUN: layoutc --list-ops=json | FileCheck %s --check-prefix=OPS
// RUN: layoutc --list-ops | FileCheck %s --check-prefix=OPS-TEXT
// RUN: layoutc --list-targets | FileCheck %s --check-prefix=TARGETS
// RUN: layoutc --list-targets=json | FileCheck %s --check-prefix=TARGETS-JSON
// RUN: layoutc --list-formats=json | FileCheck %s --check-prefix=FORMATS
// RUN: layoutc --list-formats | FileCheck %s --check-prefix=FORMATS-TEXT
// RUN: layoutc --help | FileCheck %s --check-prefix=HELP

// PASSES-NOT: (default )
// PASSES: {{^}}lower-to-vulkan {{.}}
// PASSES-NOT: (default )
// PASSES: {{^}}resolve-strides {{.}}
// OPS: {{^}}[{"name":"IE.AffineReshape","summary":"{{.+}}"},{{$}}
// OPS: {"name":"layout.tensor","summary":"{{.+}}"}
// OPS: {"name":"onnx.Gather","summary":"{{.+}}","kind":"gather"}
// OPS: {"name":"tosa.conv2d","summary":"","kind":"convolution"}
// OPS-TEXT: {{^}}onnx.Gather {{.+}}; of kind gather
// OPS-TEXT: {{^}}tosa.conv2d {{ *}}of kind convolution{{$}}
// TARGETS: {{^}}arm_ml_engine {{.}}
// TARGETS: {{^}}channels_last {{.}}
// TARGETS: {{^}}    layout rules for the kinds elementwise, convolution, {{.+}}
// TARGETS-NEXT: {{^}}    layout rules for *, IE.Deconvolution, {{.+}}
// TARGETS-NEXT: {{^}}emulation {{.}}
// TARGETS: {{^}}spec_min {{.}}
// TARGETS-NEXT: maxTensorDimensionCount = 4
// TARGETS: {{^}}tensorrt_like {{.}}
// TARGETS: {{^}}vpux_like {{.}}
// TARGETS-JSON: {{^}} {"name":"channels_last","summary":"{{.+}}","limits":{"maxTensorDimensionCount":15,{{.+}}},"features":{"tensorNonPacked":true,{{[^}]+}}},"rules":["*",{{.+}}],"bandwidth":null,"index_cost":null,"tensorrt":null,"vector_dims":false,"workgroup_memory":null,"specified":["maxTensorDimensionCount",{{.+}}],"choices":{"*":["(row_major...) -> row_major..."],{{.+}}},"kinds":{"elementwise":["same"],{{.+}}},"views":{},"formats":null},{{$}}
// FORMATS: {"name":"VK_FORMAT_R16_SFLOAT","summary":"2 bytes","value":76,"bytes":2}
// FORMATS: {"name":"chw32","summary":"N, C/32, H, W, 32","min_rank":3,"vector":32,"gpu":["f32","f16","i8"],"dla":["i8"],"family":"tensorrt","tensorrt":{"8":{"gpu":["f32","f16","i8"],"dla":["i8"]},"10":{"gpu":["f32","f16","i8"],"dla":["i8"]},"11":{"gpu":["f32","f16","i8"],"dla":["i8"]}}}
// The types of TensorRT 8 are those without a version.
// FORMATS-TEXT: {{^}}hwc8 {{ *}}N, H, W, C rounded up to 8
// FORMATS-TEXT-NEXT: {{^}}    GPU: f16
// FORMATS-TEXT-NEXT: {{^}}    TensorRT 10, 11: GPU: f16, bf16
// FORMATS-TEXT-NEXT: {{^}}hwc16
// HELP: {{^}}Usage: layoutc [FILE|-] [--passes=LIST]
// HELP: --verify-diagnostics
