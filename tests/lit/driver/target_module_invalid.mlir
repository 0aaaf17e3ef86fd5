// RUN: layoutc %s --passes=lower-to-vulkan --emit=none --verify-diagnostics --split-input-file
// RUN: layoutc %s --target=spec_min --split-input-file --passes=lower-to-vulkan --emit=none 2>&1 | FileCheck %s --check-prefix=NAMED

// A named target overrides the attribute, so that an unknown target in the attribute has no effect.
// NAMED-NOT: error

// The attribute names a symbol of the module, or else a shipped target.
// expected-error @below [L0504] {{unknown target `emulatoin`}}
// expected-note @below {{did you mean `emulation`?}}
// expected-note @below {{the targets are npu, arm_ml_engine, channels_last, emulation, npu37xx, spec_min, tensorrt_like, vpux_like}}
module attributes {layout.target = @emulatoin} {
  layout.target @npu
}

// -----

// expected-error @below [L0504] {{`@f` must be a target, but is a `func.func`}}
module attributes {layout.target = @f} {
  // expected-note @below {{it is defined here}}
  func.func private @f()
}

// -----

module {
  // expected-warning @below [L0504] {{`layout.target` of a nested module is ignored}}
  // expected-note @below {{the outermost module selects the target}}
  module attributes {layout.target = @emulation} {
  }
  "test.op"() : () -> ()
}
