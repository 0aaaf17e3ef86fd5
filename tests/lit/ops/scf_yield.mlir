// RUN: layoutc %s --emit=generic | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc --emit=generic | FileCheck %s

// CHECK: "scf.yield"(%x) : (f32) -> ()
func.func @f(%p: i1, %x: f32) -> f32 {
  %0 = "scf.if"(%p) ({
    "scf.yield"(%x) : (f32) -> ()
  }, {
    "scf.yield"(%x) : (f32) -> ()
  }) : (i1) -> f32
  return %0 : f32
}
