// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0209] {{unknown key `maxTensorStrides` in `limits` of target `@npu`}}
// expected-note @below {{did you mean `maxTensorStride`?}}
// expected-note @below {{the limits are maxTensorDimensionCount, maxTensorElements, maxPerDimensionTensorElements, maxTensorStride, maxTensorSize, }}
layout.target @npu {limits = {maxTensorStrides = 8 : i64}}

// -----

// expected-error @below [L0209] {{unknown key `tensorNonpacked` in `features` of target `@npu`}}
// expected-note @below {{did you mean `tensorNonPacked`?}}
// expected-note @below {{the features are tensorNonPacked, shaderTensorAccess, }}
layout.target @npu {features = {tensorNonpacked = true}}

// -----

// expected-error @below [L0209] {{unknown key `tensorNonPacked` in `limits` of target `@npu`}}
// expected-note @below {{move `tensorNonPacked` to `features`}}
// expected-note @below {{the limits are }}
layout.target @npu {limits = {tensorNonPacked = true}}

// -----

// expected-error @below [L0209] {{unknown key `maxTensorSize` in `features` of target `@npu`}}
// expected-note @below {{move `maxTensorSize` to `limits`}}
// expected-note @below {{the features are }}
layout.target @npu {features = {maxTensorSize = 8 : i64}}

// -----

// Each invalid value is reported.
// expected-error @below [L0303] {{`maxTensorDimensionCount` of target `@npu` is `4294967296`, but must be an integer from 1 to 4294967295}}
// expected-error @below [L0303] {{`maxTensorStride` of target `@npu` is `9223372036854775808`, but must be an integer from 1 to 9223372036854775807}}
// expected-error @+3 [L0303] {{`maxTensorSize` of target `@npu` is `0`, but must be an integer from 1 to 18446744073709551615}}
// expected-error @+2 [L0303] {{`maxTensorElements` of target `@npu` is `-1`, but must be an integer from 1 to 18446744073709551615}}
layout.target @npu {limits = {maxTensorDimensionCount = 4294967296 : i64, maxTensorStride = 9223372036854775808 : ui64,
                              maxTensorSize = 0 : i64, maxTensorElements = -1 : i64}}

// -----

// expected-error @below {{`maxTensorDimensionCount` of target `@npu` is `"6"`, but must be an integer from 1 to 4294967295}}
// expected-error @below {{`maxTensorSize` of target `@npu` is `true`, but must be an integer}}
// expected-error @below {{`maxTensorStride` of target `@npu` is `8.000000e+00 : f64`, but must be an integer}}
layout.target @npu {limits = {maxTensorDimensionCount = "6", maxTensorSize = true, maxTensorStride = 8.0 : f64}}

// -----

// expected-error @below {{`tensorNonPacked` of target `@npu` is `1 : i64`, but must be `true` or `false`}}
// expected-error @below {{`tensors` of target `@npu` is `"on"`, but must be `true` or `false`}}
layout.target @npu {features = {tensorNonPacked = 1, tensors = "on"}}

// -----

// expected-error @below [L0303] {{`limits` of `layout.target` is `[8]`, but must be a dictionary such as `{maxTensorStride = 65536 : i64}`}}
// expected-error @below [L0303] {{`features` of `layout.target` is `true`, but must be a dictionary such as `{tensorNonPacked = true}`}}
// expected-error @below [L0303] {{`summary` of `layout.target` is `1 : i64`, but must be a string}}
layout.target @npu {limits = [8], features = true, summary = 1}

// -----

// expected-error @below {{`layout.target` requires attribute `sym_name`, a string}}
// expected-error @below {{unknown key `a` in `limits` of target `@<unnamed>`}}
// expected-note @below {{the limits are }}
"layout.target"() {limits = {a = 1}} : () -> ()

// -----

// expected-error @below [L0303] {{`workgroup_memory` of target `@npu` is `0`, but must be an integer from 1 to 4294967295}}
layout.target @npu {workgroup_memory = 0 : i64}

// -----

// expected-error @below [L0303] {{`workgroup_memory` of target `@npu` is `true`, but must be an integer from 1 to 4294967295}}
layout.target @npu {workgroup_memory = true}

// -----

// A misspelled key would be a limit without effect.
// expected-error @below [L0209] {{unknown attribute `limit` of `layout.target`}}
// expected-note @below {{did you mean `limits`?}}
// expected-note @below {{the attributes of `layout.target` are `sym_name`, `limits`, `features`, `formats`, `bandwidth`, `index_cost`, `tensorrt`, `vector_dims`, `workgroup_memory`, `summary`}}
layout.target @npu {limit = {maxTensorStride = 8 : i64}}

// -----

// expected-error @below [L0301] {{`layout.target` must have at most 1 region, but has 2}}
"layout.target"() ({}, {}) {sym_name = "npu"} : () -> ()

// -----

// expected-error @below [L0304] {{the region of `layout.target` must be one block without arguments}}
"layout.target"() ({
^bb0(%a: i32):
}) {sym_name = "npu"} : () -> ()

// -----

// expected-note @below {{the first definition is here}}
layout.target @npu
// expected-error @below [L0205] {{symbol `@npu` is defined twice}}
layout.target @npu

// -----

// expected-error @+2 {{unknown key `reed` in `bandwidth` of target `@npu`}}
// expected-note @+1 {{did you mean `read`?}} expected-note @+1 {{the keys are read, write}}
layout.target @npu {bandwidth = {reed = 64 : i64}}

// -----

// expected-error @+1 {{`bandwidth` of target `@npu` must have both `read` and `write`, in bytes per tick}}
layout.target @npu {bandwidth = {read = 64 : i64}}

// -----

// expected-error @+1 {{`write` of target `@npu` is `0`, but must be an integer from 1 to 65536}}
layout.target @npu {bandwidth = {read = 64 : i64, write = 0 : i64}}

// -----

// expected-error @+1 {{`bandwidth` of `layout.target` is `64 : i64`, but must be a dictionary such as `{read = 64 : i64, write = 32 : i64}`}}
layout.target @npu {bandwidth = 64 : i64}

// -----

// expected-error @+2 {{unknown attribute `bandwith`}}
// expected-note @+1 {{did you mean `bandwidth`?}}
layout.target @npu {bandwith = {read = 64 : i64, write = 32 : i64}}

// -----

// expected-error @below [L0303] {{`index_cost` of target `@npu` is `"slot"`, but must be `"weight"`, `"ops"` or `"slots"`}}
// expected-note @below {{did you mean `"slots"`?}}
layout.target @npu {index_cost = "slot"}

// -----

// expected-error @below [L0303] {{`index_cost` of target `@npu` is `4 : i64`, but must be `"weight"`, `"ops"` or `"slots"`}}
layout.target @npu {index_cost = 4}
