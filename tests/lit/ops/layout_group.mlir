// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s | layoutc - | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC

#two = [#layout.pattern<(x) {"onnx.Relu"(x)}>, #layout.pattern<() {"onnx.Relu"(...)}>]

// CHECK-LABEL: layout.target @npu {
// GENERIC: "layout.target"() ({
layout.target @npu {
  // The complete syntax: operands by name, any operand, all remaining operands, selectors by name and by kind, operands in
  // either order, results by number, and conditions.
  // CHECK-NEXT: {{^}}    layout.group "conv" kind = convolution [#layout.pattern<(x, w) {y = convolution(x, w, ...), "onnx.Relu" | "onnx.Clip" | elementwise(y, ...) when [rank(0) == 4, attr("my.key", "a\22b") != "c"]}>]{{$}}
  // GENERIC-NEXT: "layout.group"() {kind = "convolution", name = "conv", patterns = [#layout.pattern<(x, w) {y = convolution(x, w, ...), "onnx.Relu" | "onnx.Clip" | elementwise(y, ...) when [rank(0) == 4, attr("my.key", "a\22b") != "c"]}>]} : () -> ()
  layout.group "conv" kind = convolution [
    #layout.pattern<(x, w) { // a comment
      y = convolution(x, w, ...),
      "onnx.Relu" | "onnx.Clip" | elementwise(y, ...) when [rank(0)==4, attr("my.key", "a\"b") != "c"]
    }>
  ]
  // CHECK-NEXT: {{^}}    layout.group "dynamic" [#layout.pattern<(a, b) {q = "onnx.DynamicQuantizeLinear"(a), p = "onnx.MatMulInteger"(q, b, q#2, _), f = "onnx.Cast"(p), s = "onnx.Mul"{q#1, _}, "onnx.Mul"{s, f}}>] {my.note = "kept"}{{$}}
  layout.group "dynamic" [
    #layout.pattern<(a, b) {q = "onnx.DynamicQuantizeLinear"(a), p = "onnx.MatMulInteger"(q, b, q#2, _), f = "onnx.Cast"(p), s = "onnx.Mul"{q#1, _}, "onnx.Mul"{s, f}}>
  ] {my.note = "kept"}
  // The kind is read with quotes, too, and a list can be an alias. A pattern can be one op.
  // CHECK-NEXT: {{^}}    layout.group "two" kind = elementwise [#layout.pattern<(x) {"onnx.Relu"(x)}>, #layout.pattern<() {"onnx.Relu"(...)}>]{{$}}
  "layout.group"() {name = "two", kind = "elementwise", patterns = #two} : () -> ()
  // CHECK-NEXT: {{^}}    layout.rule "conv" [#layout.choice<(NHWC, OYXI) -> NHWC>]{{$}}
  layout.rule "conv" [#layout.choice<(NHWC, OYXI) -> NHWC>]
}
