// RUN: layoutc %s --emit=vk-json --verify-diagnostics --split-input-file

// expected-error@+2 {{unknown format "VK_FORMAT_R8_BOOL" in `layout.vk_format`}}
// expected-error@+1 {{unknown attribute `layout.vk_fromat`}}
func.func @f(%x: tensor<4xi8> {layout.vk_format = "VK_FORMAT_R8_BOOL"}, %y: tensor<4xi8> {layout.vk_fromat = "VK_FORMAT_R8_BOOL_ARM"}) {
  // expected-error@+2 {{unknown format "VK_FORMAT_R8_UNROM" in `layout.vk_format`}}
  // expected-note@+1 {{did you mean `"VK_FORMAT_R8_UNORM"`?}}
  %0:2 = "test.a"() {layout.vk_format = [unit, "VK_FORMAT_R8_UNROM"]} : () -> (tensor<4xi8>, tensor<4xi8>)
  // expected-error@+1 {{`layout.vk_format` of `test.b` has 1 entry, but the op has 2 results}}
  %1:2 = "test.b"() {layout.vk_format = ["VK_FORMAT_R8_SNORM"]} : () -> (tensor<4xi8>, tensor<4xi8>)
  // expected-error@+1 {{`layout.vk_format` of `test.c` is `5 : i64`, but must be the name of a format, or a list of names with an entry for each result}}
  %2 = "test.c"() {layout.vk_format = 5} : () -> tensor<4xi8>
  return
}

// -----

// expected-error@+1 {{`%x` has no Vulkan description: `vk_format` VK_FORMAT_R8_BOOL_ARM has 1 byte, but an element of type `f16` has 2 bytes}}
func.func @f(%x: tensor<4xf16> {layout.vk_format = "VK_FORMAT_R8_BOOL_ARM"}) {
  return
}
