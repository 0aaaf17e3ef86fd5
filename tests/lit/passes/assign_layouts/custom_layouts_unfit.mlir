// RUN: layoutc %s --split-input-file --passes=assign-layouts --emit=none --verify-diagnostics

// The constants of a descriptor do not fit another shape.
module attributes {layout.target = @t} {
  layout.descriptor @b16 {
    %n, %co, %h, %w, %ci = layout.packed [1, 4, 8, 8, 16]
    %a = layout.pass_through %n
    %c = layout.merge %co, %ci
    %y = layout.pass_through %h
    %x = layout.pass_through %w
    layout.yield %a, %c, %y, %x
  }
  layout.target @t {
    // expected-remark @below [L0407] {{no choice of the rule for `nn.conv` of target `@t` applies to any `nn.conv`: 1 op is row major}}
    layout.rule "nn.conv" [#layout.choice<(@b16) -> @b16>]
  }
  func.func @f(%x: tensor<1x32x8x8xf32>) {
    // expected-note @below {{`(@b16) -> @b16` does not apply here: value 0 cannot have the layout `@b16`: the length of d1 must be 64, as in the descriptor, but is 32}}
    %0 = "nn.conv"(%x) : (tensor<1x32x8x8xf32>) -> tensor<1x32x8x8xf32>
    return
  }
}

// -----

module attributes {layout.target = @t} {
  layout.descriptor @twice {
    %m = layout.packed [?]
    %i = layout.pass_through %m
    %j = layout.insert 2
    layout.yield %i, %j
  }
  layout.target @t {
    // expected-remark @below [L0407] {{no choice of the rule for `nn.a` of target `@t` applies to any `nn.a`: 1 op is row major}}
    layout.rule "nn.a" [#layout.choice<(@twice) -> any>]
    // expected-remark @below [L0407] {{no choice of the rule for `nn.b` of target `@t` applies to any `nn.b`: 1 op is row major}}
    layout.rule "nn.b" [#layout.choice<("onednn:aB16b") -> any, reqs = [#layout.reqs<m0: aligned<64 bytes>>, any]>]
    // expected-remark @below [L0407] {{no choice of the rule for `nn.c` of target `@t` applies to any `nn.c`: 1 op is row major}}
    layout.rule "nn.c" [#layout.choice<("onednn:aBcd16b") -> any>]
  }
  func.func @f(%x: tensor<3x2xf32>) {
    // expected-note @below {{value 0 cannot have the layout `@twice`: two indices share an element slot, so it cannot store a tensor}}
    %0 = "nn.a"(%x) : (tensor<3x2xf32>) -> tensor<3x2xf32>
    // expected-note @below {{value 0 has a layout that the choice defines, which fixes all strides, so that no stride requirements apply}}
    %1 = "nn.b"(%x) : (tensor<3x2xf32>) -> tensor<3x2xf32>
    // expected-note @below {{value 0 cannot have the layout `"onednn:aBcd16b"`: tag `aBcd16b` has 4 dims, but there are 2 lengths}}
    %2 = "nn.c"(%x) : (tensor<3x2xf32>) -> tensor<3x2xf32>
    return
  }
}
