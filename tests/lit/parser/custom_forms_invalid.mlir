// RUN: layoutc %s --verify-diagnostics --split-input-file

// An unknown custom form has one error; uses of its results have no additional error.
func.func @loop(%lb: index, %ub: index, %m: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %cst = arith.constant dense<1.0> : tensor<4xf32>
  scf.for %i = %lb to %ub step %c1 {
    // expected-error@+1 [L0209] {{unsupported custom form of `memref.load`}}
    %0 = memref.load %m[%i] : memref<?xf32>
    memref.store %0, %m[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
  }
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @predicate(%a: i32) {
  // expected-error@+1 [L0101] {{expected a predicate such as `slt`, found `sllt`}}
  %0 = arith.cmpi sllt, %a, %a : i32
  return
}

// -----

func.func @flag(%a: i32) {
  // expected-error@+1 [L0101] {{expected a flag of `overflow`, found `nsx`}}
  %0 = arith.addi %a, %a overflow<nsx> : i32
  return
}

// -----

func.func @types(%a: i32, %b: i64) {
  // expected-error@+1 [L0302] {{`%b` is used as `i32`, but its type is `i64`}}
  %0 = arith.addi %a, %b : i32
  return
}

// -----

func.func @name(%a: i32) {
  // expected-error@+1 [L0209] {{unknown op `arith.adi` in custom form}}
  %0 = arith.adi %a, %a : i32
  return
}

// -----

func.func @inner(%c: i1) {
  scf.if %c {
    // expected-error@+1 [L0209] {{unknown op `call` in custom form}}
    call @inner(%c) : (i1) -> ()
  }
  return
}
