// RUN: layoutc %s | FileCheck %s
// RUN: layoutc eval %s --of=@padded --at=1,3 | FileCheck %s --check-prefix=PADDED
// RUN: layoutc eval --layout='ck:dim 2, lengths {3, 4}, strides {8, 1}' --at=2,3 | FileCheck %s --check-prefix=HOST
// RUN: layoutc convert 'torch:(3,4):(8,1)+5' --to=ck | FileCheck %s --check-prefix=WRITTEN
// RUN: not layoutc eval --layout='ck:make_naive_tensor_descriptor(make_tuple(M, 4), make_tuple(4, 1))' 2>&1 | FileCheck %s --check-prefix=NAME

// CHECK: layout.notation @padded "ck:transform_tensor_descriptor(
layout.notation @padded "ck:transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(2, 6)), make_tuple(make_pass_through_transform(2), make_pad_transform(6, 1, 2)), make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1>{}))"

// PADDED: {"of":"@padded","at":[1,3],"offset":8,"byte":null,"valid":true}
// HOST: {{.*}}"at":[2,3],"offset":19,
// WRITTEN: ck:make_naive_tensor_descriptor_with_offset(make_tuple(3, 4), make_tuple(8, 1), 5)
// NAME: error[L0313]: `M` is not a number
// NAME: note: write the value, such as `4` or `number<4>{}`
