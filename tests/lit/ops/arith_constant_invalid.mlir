// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0302] {{`value` of `arith.constant` is of type `i32`, but the result is `i64`}}
%0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
// expected-error @below [L0303] {{`value` of `arith.constant` is `"x"`, but must be a number or dense elements}}
%1 = "arith.constant"() <{value = "x"}> : () -> i32
// expected-error @below [L0302] {{`arith.constant` of type `si32`: integers of `arith` must be signless}}
%2 = "arith.constant"() <{value = 1 : si32}> : () -> si32
// expected-error @below [L0302] {{`arith.constant` of type `vector<[2]xi8>`: the elements of a scalable vector must be equal}}
%3 = "arith.constant"() <{value = dense<[1, 2]> : vector<[2]xi8>}> : () -> vector<[2]xi8>
// expected-error @below [L0303] {{`arith.constant` requires attribute `value`}}
%4 = "arith.constant"() : () -> i32
