// RUN: layoutc %s --passes=assign-layouts --target=t --emit=none --verify-diagnostics

layout.target @t {
  layout.rule "nn.b" [#layout.choice<(CWH, row_major) -> row_major>, #layout.choice<(row_major, CWH) -> row_major>]
}
// expected-remark @below {{d0 of `%x` is dynamic and counts as 1 in the cost of its reorders; state its length by `layout.expected = {d0 = 8 : i64}`}}
func.func @f(%x: tensor<?x512x64xf32>, %y: tensor<2x512x64xf32>) -> tensor<2x512x64xf32> {
  %0 = "nn.b"(%x, %y) : (tensor<?x512x64xf32>, tensor<2x512x64xf32>) -> tensor<2x512x64xf32>
  return %0 : tensor<2x512x64xf32>
}
