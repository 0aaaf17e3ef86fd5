// RUN: layoutc %s --passes=assign-layouts --emit=none --verify-diagnostics

// expected-error @below [L0407] {{the total cost of the layouts overflows: the sum of the costs must be below 2^60}}
module {
  func.func @f(%x: tensor<2x3xf16>) -> tensor<2x3xf16> {
    %0 = "t.a"(%x) {layout.choices = [#layout.choice<(NC) -> NC, cost = 9223372036854775807>]} : (tensor<2x3xf16>) -> tensor<2x3xf16>
    return %0 : tensor<2x3xf16>
  }
}
