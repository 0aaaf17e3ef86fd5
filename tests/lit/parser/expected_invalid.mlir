// RUN: layoutc %s --verify-diagnostics --split-input-file --emit=none

// expected-error @below {{`layout.expected` names d2 of argument 0 of `func.func`, which has 2 dims}}
func.func @rank(%x: tensor<?x4xf32> {layout.expected = [d2: 8]}) { return }

// -----

// expected-error @below {{`layout.expected` names d1 of argument 0 of `func.func`, which is not dynamic: its length is 4}}
func.func @static(%x: tensor<?x4xf32> {layout.expected = {d0 = 8 : i64, d1 = 4 : i64}}) { return }

// -----

// expected-error @below {{`layout.expected` names d0 of argument 0 of `func.func`, which has the bound 16 and is laid out as long}}
func.func @bounded(%x: tensor<?x4xf32, {bounds = [16, 4]}> {layout.expected = [d0: 8]}) { return }

// -----

// expected-error @below {{`layout.expected` of `func.func` is `{d0 = 0 : i64}`, but must be a dictionary such as `{d0 = 8 : i64}`, with lengths of at least 1}}
func.func @zero(%x: tensor<?x4xf32> {layout.expected = [d0: 0]}) { return }

// -----

// expected-error @below {{`layout.expected` has 1 entry, but `t.op` has 2 results}}
%0:2 = "t.op"() {layout.expected = {d0 = 8 : i64}} : () -> (tensor<?xf32>, tensor<?xf32>)

// -----

// expected-error @below {{`layout.expected` is allowed only on ops and on arguments of functions, but is on result 0 of `func.func`}}
func.func private @result() -> (tensor<?xf32> {layout.expected = [d0: 8]})

// -----

// expected-error @below {{expected a dim and its length, such as `d0: 8`}}
func.func @mixed(%x: tensor<?x4xf32> {layout.expected = [d0: 8, 4]}) { return }

// -----

// expected-error @below {{duplicate dim `d0`}}
func.func @duplicate(%x: tensor<?x4xf32> {layout.expected = [d0: 8, d0: 4]}) { return }
