// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// Names of values, blocks and aliases: unknown, duplicate, or of another kind.

%conv1 = "a"() : () -> i32
// expected-error@+2 [L0201] {{value `%conv2` is not defined}}
// expected-note@+1 {{did you mean `%conv1`?}}
"b"(%conv2) : (i32) -> ()

// -----

// expected-note@+1 {{the first definition is here}}
%a = "a"() : () -> i32
// expected-error@+1 [L0202] {{value `%a` is defined twice}}
%a = "b"() : () -> i32

// -----

// expected-note@+1 {{it is defined here}}
%a = "a"() : () -> i32
// expected-error@+1 [L0302] {{`%a` is used as `f32`, but its type is `i32`}}
"b"(%a) : (f32) -> ()

// -----

// expected-note@+1 {{this definition is not visible}}
%a = "a"() : () -> i32
func.func @f() {
  // expected-error@+1 [L0201] {{value `%a` is not defined}}
  "b"(%a) : (i32) -> ()
  return
}

// -----

%a:2 = "a"() : () -> (i32, i32)
// expected-error@+1 [L0301] {{`%a#2` is out of range: `%a` has 2 results}}
"b"(%a#2) : (i32) -> ()
// expected-error@+1 [L0301] {{`c` has 1 result, but 2 result names}}
%c, %d = "c"() : () -> i32
// expected-error@+1 [L0301] {{the op has 1 operand, but 2 operand types}}
"d"(%a#1) : (i32, i32) -> ()

// -----

"a"() ({
  // expected-error@+2 [L0203] {{block `^bb2` is not defined in this region}}
  // expected-note@+1 {{did you mean `^bb1`?}}
  "b"()[^bb2] : () -> ()
// expected-note@+1 {{the first definition is here}}
^bb1:
  "c"() : () -> ()
// expected-error@+1 [L0204] {{block `^bb1` is defined twice}}
^bb1:
  "d"() : () -> ()
}) : () -> ()

// -----

// expected-note@+1 {{the first definition is here}}
#map = affine_map<(d0) -> (d0)>
// expected-error@+1 [L0208] {{alias `#map` is defined twice}}
#map = 2
// expected-error@+2 [L0207] {{alias `#mpa` is not defined before its use}}
// expected-note@+1 {{did you mean `#map`?}}
"a"() {x = #mpa} : () -> ()

// -----

func.func private @f(i32)
// expected-note@above {{the first definition is here}}
// expected-error@+1 [L0205] {{symbol `@f` is defined twice}}
func.func private @f(f32)

// -----

// expected-error@+2 [L0209] {{unknown op `layout.tensr` in custom form}}
// expected-note@+1 {{did you mean `layout.tensor`?}}
layout.tensr @x : tensor<4xf32>
// expected-error@+2 [L0106] {{unknown type `f33`}}
// expected-note@+1 {{did you mean `f32`?}}
"a"() : () -> f33
// expected-error@+2 [L0105] {{unknown attribute `dens`}}
// expected-note@+1 {{did you mean `dense`?}}
"b"() {x = dens<1>} : () -> ()

// -----

// expected-error@+1 [L0105] {{the name of an attribute must not be empty}}
"a"() {"" = 1} : () -> ()
// expected-error@+1 [L0105] {{the key of a resource must not be empty}}
"b"() {x = dense_resource<""> : tensor<4xi8>} : () -> ()

// -----

"a"() : () -> ()
{-#
  dialect_resources: {
    builtin: {
      // expected-error@+1 [L0105] {{the key of a resource must not be empty}}
      "": "0x0400000001020304"
    }
  }
#-}

// -----

// Namespaces of dialects, which mlir-opt refuses as well.

// expected-error@+1 [L0101] {{invalid dialect namespace `1`; expected letters, digits, `_` and `$`, with a letter or `_` first}}
"a"() {x = #1<x>} : () -> ()
// expected-error@+1 [L0101] {{invalid dialect namespace `23`}}
"b"() : () -> !23<x>
// expected-error@+1 [L0101] {{invalid dialect namespace `$a`}}
"c"() {x = #$a.b<c>} : () -> ()
// expected-error@+1 [L0101] {{invalid dialect namespace `a-b`}}
"d"() {x = [1, #a-b<c>]} : () -> ()
// expected-error@+1 [L0101] {{invalid dialect namespace `-`}}
"e"() {x = #-<c>} : () -> ()
