// RUN: not layoutc %s --passes=assign-layouts{memory=-1} 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not layoutc %s --passes=assign-layouts{memory=1k} 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not layoutc %s --passes=assign-layouts{memory=9223372036854775808} 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: layoutc %s --passes=assign-layouts{memory=6000} --emit=none --verify-diagnostics
// RUN: layoutc %s --passes=assign-layouts{memory=6000} --emit=none --stats --diagnostics=short 2>&1 | FileCheck %s --check-prefix=STATS

// NEGATIVE: option `memory` is `-1`, but must be a number of bytes from 0 to 9223372036854775807, or `none`
// WORD: option `memory` is `1k`, but must be a number of bytes from 0 to 9223372036854775807, or `none`
// LARGE: option `memory` is `9223372036854775808`, but must be a number of bytes

// STATS: 8192  assign-layouts (1): lower bound (bytes)
// STATS: 0  assign-layouts (1): gap (bytes)
// STATS: 8192  assign-layouts (1): arena (bytes)

// Every assignment reorders the value, so that it is twice in memory.
// expected-warning @below [L0408] {{the arena of `@reordered` has 8192 bytes, but `memory` is 6000}}
func.func @reordered() {
  %0 = "my.source"() {layout.choices = [#layout.choice<() -> row_major>]} : () -> tensor<1x8x16x16xf16>
  "my.sink"(%0) {layout.choices = [#layout.choice<(NHWC) -> ()>]} : (tensor<1x8x16x16xf16>) -> ()
  return
}
