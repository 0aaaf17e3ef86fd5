// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f() {
  // expected-error @below [L0304] {{`scf.yield` must end a region of}}
  "scf.yield"() : () -> ()
}
