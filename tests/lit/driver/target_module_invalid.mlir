// RUN: layoutc %s --passes=lower-to-vulkan --emit=none --verify-diagnostics --split-input-file
// RUN: layoutc %s --target=spec_min --split-input-file --passes=lower-to-vulkan --emit=none 2>&1 | FileCheck %s --check-prefix=NAMED

// A named target wins, so that one which is not there does no harm.
// NAMED-NOT: error

// A symbol of the module, or else a target that layoutc knows.
// expected-error @below [L0504] {{unknown target `emulatoin`}}
// expected-note @below {{did you mean `emulation`?}}
// expected-note @below {{the targets are npu, channels_last, emulation, spec_min, tensorrt_like, vpux_like}}
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
