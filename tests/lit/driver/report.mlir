// The statistics, the picture and the report read the same moves. The report and `explain` have the same alternatives.
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --report=json --emit=none 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --passes=assign-layouts --target=channels_last | layoutc draw - --of @f --view=graph | FileCheck %s --check-prefix=PICTURE
// RUN: layoutc explain %s --of @f:%%x --passes=assign-layouts --target=channels_last | FileCheck %s --check-prefix=EXPLAINED
// RUN: not layoutc %s --report=xml --emit=none 2>&1 | FileCheck %s --check-prefix=FORM

// JSON: {"reorders":1,"bytes":16384,"constants":1,"free":1,"moves":[
// JSON-SAME: "from":"@f:%x","kind":"copy","bytes":16384,"types":["tensor<1x16x16x8xf32>","tensor<1x16x16x8xf32, {order = {{[^}]*}}}>"],"users":[{"op":"onnx.Conv","operand":0,"at":"{{[^"]*}}report.mlir:[[@LINE+21]]:8"}]
// JSON-SAME: "alternatives":[{"layout":"NHWC","cost":null,"is_exact":true,"why":"it cannot be NHWC: the signature of the function requires row major (NCHW)"}]
// JSON-SAME: "from":"@f:%w","kind":"constant","bytes":2304,
// JSON-SAME: "users":[{"op":"onnx.Conv","operand":1,
// JSON-SAME: "op":"layout.view",
// JSON-SAME: "from":"@f:%1","kind":"free","bytes":0,
// JSON-SAME: "users":[{"op":"func.return","operand":0,

// STATS: 1  assign-layouts (1): reorders
// STATS-NEXT: 16384  assign-layouts (1): bytes that reorders read and write
// STATS-NEXT: 1  assign-layouts (1): free reorders
// STATS-NEXT: 1  assign-layouts (1): constants copied to another layout

// PICTURE: 1 reorder, 16384 bytes read and written, 1 constant copied
// PICTURE: ! %{{.*}} = layout.reorder %x
// PICTURE-NOT: ! %

// EXPLAINED: it cannot be NHWC: the signature of the function requires row major (NCHW)

// FORM: error[L0601]: invalid value `xml` for `--report=<json>`
func.func @f(%x: tensor<1x16x16x8xf32>, %w: tensor<2x16x3x3xf32> {layout.constant}) -> tensor<1x2x1x1xf32> {
  %0 = "onnx.Conv"(%x, %w) {kernel_shape = [3, 3]} : (tensor<1x16x16x8xf32>, tensor<2x16x3x3xf32>) -> tensor<1x2x14x6xf32>
  %1 = "onnx.GlobalAveragePool"(%0) : (tensor<1x2x14x6xf32>) -> tensor<1x2x1x1xf32>
  return %1 : tensor<1x2x1x1xf32>
}
