// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{`layout.tensor` names a ranked tensor, not memref<4xf32>}}
layout.tensor @x : memref<4xf32>

// -----

// expected-error @below {{`tiling` of `layout.tensor` has no value "LINEER"}}
layout.tensor @x {tiling = "LINEER"} : tensor<4xf32>

// -----

// expected-error @below {{`usage` of `layout.tensor` has no value "SHADOW"}}
layout.tensor @x {usage = ["SHADOW"]} : tensor<4xf32>

// -----

// expected-error @below {{`usage` is a list of names in quotes}}
layout.tensor @x {usage = [1 : i32]} : tensor<4xf32>

// -----

// expected-error @below {{`layout.tensor` lacks its attribute `type`, a type}}
"layout.tensor"() {sym_name = "x"} : () -> ()

// -----

// expected-note @below {{the first definition is here}}
layout.tensor @x : tensor<4xf32>
// expected-error @below {{symbol `@x` is defined twice}}
layout.tensor @x : tensor<5xf32>
