// RUN: layoutc %s --split-input-file --verify-diagnostics --emit=none

layout.notation @k "ggml:Q4_K[2,512]"
// expected-error @below {{expected a layout with one offset for each index, but `ggml:Q4_K[2,512]` has records, whose elements are bits}}
layout.tensor @x : tensor<2x512xi4, {layout = @k}>

// -----

layout.notation @k "ggml:Q4_K[2,512]"
layout.descriptor @d {
  // expected-error @below {{expected a layout with one offset for each index, but `ggml:Q4_K[2,512]` has records, whose elements are bits}}
  %a, %b = layout.from @k
  layout.yield %a, %b
}

// -----

// expected-error @below {{must be a multiple of}}
layout.notation @k "ggml:Q4_K[2,500]"
