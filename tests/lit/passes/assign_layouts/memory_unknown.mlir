// RUN: layoutc %s --passes=assign-layouts{memory=6000} --emit=none --verify-diagnostics

func.func @dynamic() {
  // expected-error @below [L0408] {{the memory of `%0` cannot be planned: its size is unknown}}
  %0 = "my.source"() : () -> tensor<?x8x16x16xf16>
  "my.sink"(%0) : (tensor<?x8x16x16xf16>) -> ()
  return
}
