// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{`dims` of `vk.tensor_description` is `"4"`, but must be a list of integers}}
vk.tensor_description @x_vk {dims = "4"}

// -----

// expected-error @below {{`vk.tensor_description` requires attribute `sym_name`, a string}}
"vk.tensor_description"() {dims = array<i64: 4>} : () -> ()

// -----

// expected-error @below {{`tiling` of `vk.tensor_description` is `[]`, but must be a name in quotes or an integer}}
vk.tensor_description @x_vk {tiling = []}
