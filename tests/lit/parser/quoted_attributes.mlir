// RUN: layoutc %s --split-input-file --verify-diagnostics | FileCheck %s

// IRDL reads the parameters of an attribute as attributes, so the text of an attribute of the dialect may be a string.

// CHECK: layout.tensor @x : tensor<2x3xf16, {order = #CN, reqs = #layout.reqs<m0: aligned<64 bytes>>}>
layout.tensor @x : tensor<2x3xf16, {order = #layout.order<"CN">, reqs = #layout.reqs< "m0: aligned<64 bytes>" >}>

// CHECK: layout.tensor @y : tensor<1x35x5x7xf16, {format = #layout.format<chw32>}>
layout.tensor @y : tensor<1x35x5x7xf16, {format = #layout.format<"chw32">}>

// CHECK: layout.choices = [#layout.choice<() -> (), when = [attr(kind) in ("a", "b\22c")]>]
"npu.a"() {layout.choices = [#layout.choice<"() -> (), when = [attr(kind) in (\"a\", \22b\\22c\22)]">]} : () -> ()

// -----

// expected-error@+1 {{the text of this attribute begins with a quote, but does not end with one}}
layout.tensor @x : tensor<2x3xf16, {order = #layout.order<"CN>}>

// -----

// expected-error@+1 {{the text of this attribute ends with a quote, but does not begin with one}}
layout.tensor @x : tensor<2x3xf16, {reqs = #layout.reqs<m0: compact">}>

// -----

// expected-error@+1 {{unknown order `CM`}}
layout.tensor @x : tensor<2x3xf16, {order = #layout.order<"CM">}>

// -----

// expected-error@+1 {{the quotes of a string are written `\"` in a choice in quotes, and `"` in another}}
"npu.a"() {layout.choices = [#layout.choice<() -> (), when = [attr(kind) == \"a\"]>]} : () -> ()

// -----

// expected-error@+1 {{the quotes of a string are written}}
"npu.a"() {layout.choices = [#layout.choice<"() -> (), when = [attr(kind) == "a"]">]} : () -> ()
