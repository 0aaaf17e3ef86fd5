// RUN: not layoutc check-description %S/Inputs/descriptions/invalid.c --target=emulation --diagnostics=short 2>&1 | FileCheck %s --check-prefix=C
// RUN: not layoutc check-description %S/Inputs/descriptions/invalid.json --target=emulation --diagnostics=short 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: layoutc check-description %S/Inputs/descriptions/valid.txt --diagnostics=short 2>&1 | FileCheck %s --check-prefix=MINIMUM
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_unknown_value.c 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_macros.c 2>&1 | FileCheck %s --check-prefix=MACROS
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_unknown_array.c 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_in_block.c 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_member.c 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_call.c 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_fields.json 2>&1 | FileCheck %s --check-prefix=FIELDS
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_details.txt 2>&1 | FileCheck %s --check-prefix=DETAILS
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_html.html 2>&1 | FileCheck %s --check-prefix=HTML
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_none.c 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not layoutc check-description %S/Inputs/descriptions/refused_unclosed.c 2>&1 | FileCheck %s --check-prefix=UNCLOSED
// RUN: not layoutc check-description 2>&1 | FileCheck %s --check-prefix=FILE

// A violated rule is reported at the field; the description is printed all the same.
// C: invalid.c:5:14: error[L0503]: `@faulty` violates VUID-VkTensorDescriptionARM-sType-sType: `sType` must be VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM, but is VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO
// C: invalid.c:10:17: error[L0503]: `@faulty` violates VUID-VkTensorDescriptionARM-pStrides-09736: the innermost stride must be 4 bytes, the size of an element, but is 8
// C: invalid.c:13:24: error[L0503]: `@zero` violates VUID-VkTensorDescriptionARM-dimensionCount-arraylength
// C: vk.tensor_description @faulty {dims = array<i64: 4, 5>

// What a text states about the memory is compared with the description.
// JSON: invalid.json:13:17: error[L0503]: `packed` of `@x` is true, but must be false for its strides
// JSON: invalid.json:14:21: error[L0503]: `size_bytes` of `@x` is 80, but its memory has 128 bytes

// Without a target, the minimum of the specification applies, as in `verify-vulkan`.
// MINIMUM: valid.txt:17:{{[0-9]+}}: warning[L0503]: `@pDescription` violates VUID-VkTensorDescriptionARM-None-09740

// A value that depends on code is refused, with what to write instead.
// VALUE: refused_unknown_value.c:1:78: error[L0101]: the value of `choose` is unknown
// VALUE: note: write the number
// MACROS: refused_macros.c:23:47: error[L0101]: the macros of a value expand to more than 65536 tokens
// ARRAY: error[L0101]: `shape` is no array of `int64_t` that is initialized before
// ARRAY: note: write the elements: `(const int64_t[]){1, 2}`
// BLOCK: refused_in_block.c:2:27: error[L0101]: `x.format =` depends on code: the value of `x` is not constant
// BLOCK: note: write the value in the initializer
// MEMBER: error[L0101]: unknown field `pDimension` of `VkTensorDescriptionARM`
// MEMBER: note: did you mean `pDimensions`?
// CALL: error[L0101]: the value of `x` is not an initializer in braces
// FIELDS: error[L0101]: `description` has no field `pStrides`
// DETAILS: error[L0101]: `pDescription` has no members
// DETAILS: note: set `detailed` of api_dump to TRUE
// HTML: error[L0101]: the HTML of api_dump is not read
// HTML: note: set `output_format` of api_dump to `text` or `json`
// NONE: error[L0101]: `{{.*}}refused_none.c` has no `VkTensorDescriptionARM`
// UNCLOSED: refused_unclosed.c:1:28: error[L0101]: `{` is not closed
// FILE: error[L0601]
