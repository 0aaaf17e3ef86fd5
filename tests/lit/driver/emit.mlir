// RUN: layoutc %s | FileCheck %s --check-prefix=CUSTOM
// RUN: layoutc < %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s --check-prefix=CUSTOM
// RUN: layoutc %s --emit=none -o %t

// CUSTOM: module {
// CUSTOM-NEXT: func.func @f(%a: i32) -> i32 {
// CUSTOM-NEXT: %conv1 = "test.op"(%a) : (i32) -> i32
// CUSTOM-NEXT: return %conv1 : i32

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "func.func"()
// GENERIC-NEXT: ^bb0(%a: i32):
// GENERIC-NEXT: %conv1 = "test.op"(%a) : (i32) -> i32
// GENERIC-NEXT: "func.return"(%conv1) : (i32) -> ()
func.func @f(%a: i32) -> i32 {
  %conv1 = "test.op"(%a) : (i32) -> i32
  return %conv1 : i32
}
