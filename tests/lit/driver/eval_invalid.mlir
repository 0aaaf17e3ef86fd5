// RUN: not layoutc eval %s --queries %S/Inputs/eval_faults.jsonl 2> %t.err | FileCheck %s --check-prefix=ANSWERS
// RUN: FileCheck %s --check-prefix=FAULTS < %t.err
// RUN: not layoutc eval %s --of=@f 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not layoutc eval %s --of=@f:%%b 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not layoutc eval %s --of=@bricks 2>&1 | FileCheck %s --check-prefix=TILING
// RUN: not layoutc eval %s --of=@x --inverse 2>&1 | FileCheck %s --check-prefix=NO-SLOT
// RUN: layoutc eval %s --of=@batch 2>&1 | FileCheck %s --check-prefix=DYNAMIC

// Valid queries are answered.
// ANSWERS: {{^}}{"of":"@x","at":[1,2],"offset":9,"byte":36,"valid":true}{{$}}
// ANSWERS-NEXT: {{^}}{"of":"@x","at":[3,4],"offset":19,"byte":76,"valid":true}{{$}}
// ANSWERS-NOT: {{.}}

// FAULTS: eval_faults.jsonl:2:1: error[L0604]: invalid JSON in the query: expected ident, at column 2
// FAULTS: eval_faults.jsonl:3:1: error[L0604]: the index has rank 1, but `@x` has rank 2
// FAULTS: eval_faults.jsonl:4:3: error[L0604]: unknown symbol `@xy`
// FAULTS: = note: did you mean `@x`?

// FUNCTION: error[L0604]: `@f` has no layout; query one of its values
// FUNCTION-NEXT: = note: values of the op: `@f:%a`, `@f:%r#0`, `@f:%r#1`
// VALUE: error[L0604]: unknown value `%b` in `@f:%b`
// TILING: error[L0604]: `@bricks` has no addresses: its tiling is OPTIMAL
// NO-SLOT: error[L0601]: `--inverse` requires `--offset=N`, `--bit=N`, `--slot=AXIS=N`, `--all` or `--queries`
// DYNAMIC: remark[L0604]: cannot compute `min_offset`, {{.*}} of `@batch`: the length of m0 is dynamic

layout.tensor @x : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
layout.tensor @batch : tensor<?x3xf16>
vk.tensor_description @bricks {tiling = "OPTIMAL", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 4>, usage = ["SHADER"]}
func.func @f(%a: tensor<2xf32>) {
  %r:2 = "test.op"(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
