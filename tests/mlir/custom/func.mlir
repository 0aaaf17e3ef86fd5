// Functions, calls, and ops that need no prefix directly inside a function.
func.func private @callee(i32, f32) -> (i32, f32)
func.func @none() {
  return
}
func.func @caller(%a: i32, %b: f32) -> (i32, f32) {
  %0:2 = call @callee(%a, %b) : (i32, f32) -> (i32, f32)
  %1:2 = func.call @callee(%0#0, %0#1) {k = 1} : (i32, f32) -> (i32, f32)
  %f = constant @callee : (i32, f32) -> (i32, f32)
  %g = func.constant {k} @none : () -> ()
  call_indirect %g() : () -> ()
  %2:2 = call_indirect %f(%1#0, %1#1) {k} : (i32, f32) -> (i32, f32)
  call @none() : () -> ()
  return {k} %2#0, %b : i32, f32
}
// -----
// Inside of another op, the prefix is required.
module @outer attributes {t.k = 1} {
  module {
    func.func @f(%c: i1) {
      scf.if %c {
        func.call @f(%c) : (i1) -> ()
      }
      func.return
    }
  }
  builtin.module @inner {
  }
}
// -----
// Casts of builtin.
func.func @casts(%a: i32, %b: f32) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to i64
  %1:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to index, tuple<i32, f32> {k}
  %2 = builtin.unrealized_conversion_cast to memref<4xf32>
  return
}
%0 = unrealized_conversion_cast to i32
