//! Tests of `layoutc eval`: every form of a query, its answer, and the errors of queries without an answer.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::{Expect, expect};
use std::fs;
use std::path::Path;

/// The file of the queries.
const TEXT: &str = r#"
layout.tensor @x : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d1, d0)>}>
layout.tensor @nibbles : tensor<3x3xi4>
layout.tensor @batch : tensor<?x3xf16>
layout.tensor @one : tensor<f32, {offset = 3}>
layout.tensor @c8 : tensor<3x2x2xf16, {format = #layout.format<hwc8>}>
layout.descriptor @view {
  %m, %n = layout.packed [2, 6]
  %i     = layout.pass_through %m
  %j, %k = layout.unmerge %n into [2, 3]
  layout.yield %i, %j, %k
}
layout.descriptor @padded {
  %i, %j, %k = layout.from @view
  %p = layout.pad %k low 1 high 1
  layout.yield %i, %j, %p
}
layout.descriptor @flat {
  %i, %j = layout.from @x
  %p = layout.merge %i, %j
  layout.yield %p
}
layout.descriptor @twice {
  %m = layout.packed [2]
  %i = layout.pass_through %m
  %j = layout.insert 3
  layout.yield %i, %j
}
layout.descriptor @flipped {
  %m = layout.strided [4] strides [-2] offset 1
  %i = layout.pass_through %m
  layout.yield %i
}
layout.descriptor @frozen {
  %m = layout.packed [1]
  %i = layout.pass_through %m
  %j = layout.insert 1
  layout.freeze %i at 0
  layout.yield %j
}
vk.tensor_description @gaps {tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 4, 5>,
                             strides = array<i64: 32, 4>, usage = ["SHADER"]}
vk.tensor_description @dense {format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 4, 5>, usage = ["SHADER"]}
vk.tensor_description @bricks {tiling = "OPTIMAL", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 4, 5>,
                               usage = ["SHADER"]}
vk.tensor_description @askew {format = "VK_FORMAT_R32_SFLOAT", dims = array<i64: 4, 5>, strides = array<i64: 22, 4>,
                              usage = ["SHADER"]}
func.func @f(%a: tensor<2x3xf32>, %i: i32) -> tensor<2x3xf32> {
  %r:2 = "test.op"(%a) : (tensor<2x3xf32>) -> (tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>, tensor<2x3xf32>)
  %0 = "test.op"(%a) ({
    %same = "test.in"() : () -> tensor<2x3xf32>
  }, {
    %same = "test.in"() : () -> tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func private @outside(tensor<2xf32>)
"#;

fn call(folder: &Path, args: &[&str], stdin: &[u8]) -> (i32, String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (stdin, Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut stdin, &mut stdout, &mut stderr);
    let text = |bytes| {
        let text = String::from_utf8(bytes).unwrap();
        text.replace(&format!("{}/", folder.display()), "")
    };
    let (stdout, stderr) = (text(stdout), text(stderr));
    assert!(status == 0 || stderr.contains("error"), "{stderr}");
    (status, stdout, stderr)
}

/// Runs `eval` with some flags on the text above. Returns both streams and the status.
fn eval(flags: &[&str], stdin: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mlir");
    fs::write(&path, TEXT).unwrap();
    let args = [&["eval", path.to_str().unwrap()], flags].concat();
    let (status, stdout, stderr) = call(folder.path(), &args, stdin.as_ref());
    format!("{stdout}{stderr}{status}\n")
}

#[track_caller]
fn check(flags: &[&str], expect: Expect) {
    expect.assert_eq(&eval(flags, ""));
}

#[track_caller]
fn check_each(runs: &[&[&str]], expect: Expect) {
    let all: Vec<String> = runs.iter().map(|flags| eval(flags, "")).collect();
    expect.assert_eq(&all.concat());
}

#[test]
fn index_has_an_offset_and_a_byte() {
    check_each(
        &[
            &["--of=@x", "--at=1,2"],
            &["--of", "@x", "--at", "-1,2"],
            &["--of=@x", "--at=4,0"],
            &["--of=@nibbles", "--at=1,0"],
            &["--of=@nibbles", "--at=1,1"],
            &["--of=@view", "--at=1,1,2"],
            &["--of=@padded", "--at=1,1,0"],
            &["--of=@batch", "--at=1000000,2"],
            &["--of=@one", "--at="],
        ],
        expect![[r#"
            {"of":"@x","at":[1,2],"offset":9,"byte":36,"valid":true}
            0
            {"of":"@x","at":[-1,2],"offset":null,"byte":null,"valid":false}
            0
            {"of":"@x","at":[4,0],"offset":null,"byte":null,"valid":false}
            0
            {"of":"@nibbles","at":[1,0],"offset":3,"byte":null,"valid":true}
            0
            {"of":"@nibbles","at":[1,1],"offset":4,"byte":2,"valid":true}
            0
            {"of":"@view","at":[1,1,2],"offset":11,"byte":null,"valid":true}
            0
            {"of":"@padded","at":[1,1,0],"offset":null,"byte":null,"valid":false}
            0
            {"of":"@batch","at":[1000000,2],"offset":3000002,"byte":6000004,"valid":true}
            0
            {"of":"@one","at":[],"offset":3,"byte":12,"valid":true}
            0
        "#]],
    );
}

#[test]
fn descriptions_have_physical_indices() {
    check_each(
        &[
            &["--of=@gaps", "--at=1,2"],
            &["--of=@gaps", "--inverse", "--offset=5"],
            &["--of=@dense", "--at=1,2"],
            &["--of=@gaps"],
            &["--of=@bricks", "--at=1,2"],
            &["--of=@askew", "--at=1,2"],
            &["--of=@askew", "--at=2,1"],
            &["--of=@askew", "--at=0,9"],
            &["--of=@askew", "--inverse", "--offset=11"],
            &["--of=@askew", "--inverse", "--offset=6"],
            &["--of=@askew"],
            &["--of=@askew", "--access=d0"],
            &["--same=@askew,@dense"],
        ],
        expect![[r#"
            {"of":"@gaps","at":[1,2],"offset":10,"byte":40,"valid":true}
            0
            {"of":"@gaps","offset":5,"at":null,"owners":0}
            0
            {"of":"@dense","at":[1,2],"offset":7,"byte":14,"valid":true}
            0
            {"of":"@gaps","logical_shape":[4,5],"physical_shape":[4,5],"strides":[8,1],"min_offset":0,"max_offset":28,"span":29,"allocation":32,"size_bytes":128,"packed":false,"injective":true,"vector_width":[1,1]}
            0
            layoutc: error[L0604]: `@bricks` has no addresses: its tiling is OPTIMAL
             = note: only the tiling LINEAR defines addresses of elements; other tilings depend on the device
            1
            {"of":"@askew","at":[1,2],"offset":null,"byte":30,"valid":true}
            0
            {"of":"@askew","at":[2,1],"offset":12,"byte":48,"valid":true}
            0
            {"of":"@askew","at":[0,9],"offset":null,"byte":null,"valid":false}
            0
            {"of":"@askew","offset":11,"at":[2,0],"owners":1}
            0
            {"of":"@askew","offset":6,"at":null,"owners":0}
            0
            {"of":"@askew","logical_shape":[4,5],"physical_shape":[4,5],"strides":null,"min_offset":0,"max_offset":null,"span":null,"allocation":null,"size_bytes":88,"packed":false,"injective":null,"vector_width":null}
            layoutc: remark[L0604]: cannot compute `strides`, `span`, `allocation`, `injective`, `vector_width` of `@askew`: its strides are not whole numbers of elements of 4 bytes
            0
            layoutc: error[L0604]: `@askew` has strides that are not whole numbers of elements of 4 bytes
             = note: `--at` and `--inverse` compute its addresses
            1
            layoutc: error[L0604]: `@askew` has strides that are not whole numbers of elements of 4 bytes
             = note: `--at` and `--inverse` compute its addresses
            1
        "#]],
    );
}

#[test]
fn slot_has_an_index_or_none() {
    check_each(
        &[
            &["--of=@c8", "--inverse", "--offset=2"],
            &["--of=@c8", "--inverse", "--offset=3"],
            &["--of=@c8", "--inverse", "--offset=-1"],
            &["--of", "@flipped", "--inverse", "--offset", "-3"],
            &["--of=@twice", "--inverse", "--offset=1"],
        ],
        expect![[r#"
            {"of":"@c8","offset":2,"at":[2,0,0],"owners":1}
            0
            {"of":"@c8","offset":3,"at":null,"owners":0}
            0
            {"of":"@c8","offset":-1,"at":null,"owners":0}
            layoutc: remark[L0604]: slot -1 is outside of the memory of `@c8`, whose slots are 0 to 31
            0
            {"of":"@flipped","offset":-3,"at":[2],"owners":1}
            0
            {"of":"@twice","offset":1,"at":[1,0],"owners":3}
            0
        "#]],
    );
}

#[test]
fn all_indices_are_in_row_major_order() {
    check(
        &["--of=@padded", "--all"],
        expect![[r#"
        {"of":"@padded","at":[0,0,0],"offset":null,"byte":null,"valid":false}
        {"of":"@padded","at":[0,0,1],"offset":0,"byte":null,"valid":true}
        {"of":"@padded","at":[0,0,2],"offset":1,"byte":null,"valid":true}
        {"of":"@padded","at":[0,0,3],"offset":2,"byte":null,"valid":true}
        {"of":"@padded","at":[0,0,4],"offset":null,"byte":null,"valid":false}
        {"of":"@padded","at":[0,1,0],"offset":null,"byte":null,"valid":false}
        {"of":"@padded","at":[0,1,1],"offset":3,"byte":null,"valid":true}
        {"of":"@padded","at":[0,1,2],"offset":4,"byte":null,"valid":true}
        {"of":"@padded","at":[0,1,3],"offset":5,"byte":null,"valid":true}
        {"of":"@padded","at":[0,1,4],"offset":null,"byte":null,"valid":false}
        {"of":"@padded","at":[1,0,0],"offset":null,"byte":null,"valid":false}
        {"of":"@padded","at":[1,0,1],"offset":6,"byte":null,"valid":true}
        {"of":"@padded","at":[1,0,2],"offset":7,"byte":null,"valid":true}
        {"of":"@padded","at":[1,0,3],"offset":8,"byte":null,"valid":true}
        {"of":"@padded","at":[1,0,4],"offset":null,"byte":null,"valid":false}
        {"of":"@padded","at":[1,1,0],"offset":null,"byte":null,"valid":false}
        {"of":"@padded","at":[1,1,1],"offset":9,"byte":null,"valid":true}
        {"of":"@padded","at":[1,1,2],"offset":10,"byte":null,"valid":true}
        {"of":"@padded","at":[1,1,3],"offset":11,"byte":null,"valid":true}
        {"of":"@padded","at":[1,1,4],"offset":null,"byte":null,"valid":false}
        0
    "#]],
    );
    check(
        &["--of=@batch", "--all"],
        expect![[r#"
        layoutc: error[L0604]: the indices of `@batch` cannot be enumerated: a dim is dynamic
        1
    "#]],
    );
}

#[test]
fn all_slots_start_at_the_least_offset() {
    check(
        &["--of=@flipped", "--inverse", "--all"],
        expect![[r#"
        {"of":"@flipped","offset":-5,"at":[3],"owners":1}
        {"of":"@flipped","offset":-4,"at":null,"owners":0}
        {"of":"@flipped","offset":-3,"at":[2],"owners":1}
        {"of":"@flipped","offset":-2,"at":null,"owners":0}
        {"of":"@flipped","offset":-1,"at":[1],"owners":1}
        {"of":"@flipped","offset":0,"at":null,"owners":0}
        {"of":"@flipped","offset":1,"at":[0],"owners":1}
        0
    "#]],
    );
    check(
        &["--of=@c8", "--inverse", "--all", "-o", "-"],
        expect![[r#"
        {"of":"@c8","offset":0,"at":[0,0,0],"owners":1}
        {"of":"@c8","offset":1,"at":[1,0,0],"owners":1}
        {"of":"@c8","offset":2,"at":[2,0,0],"owners":1}
        {"of":"@c8","offset":3,"at":null,"owners":0}
        {"of":"@c8","offset":4,"at":null,"owners":0}
        {"of":"@c8","offset":5,"at":null,"owners":0}
        {"of":"@c8","offset":6,"at":null,"owners":0}
        {"of":"@c8","offset":7,"at":null,"owners":0}
        {"of":"@c8","offset":8,"at":[0,0,1],"owners":1}
        {"of":"@c8","offset":9,"at":[1,0,1],"owners":1}
        {"of":"@c8","offset":10,"at":[2,0,1],"owners":1}
        {"of":"@c8","offset":11,"at":null,"owners":0}
        {"of":"@c8","offset":12,"at":null,"owners":0}
        {"of":"@c8","offset":13,"at":null,"owners":0}
        {"of":"@c8","offset":14,"at":null,"owners":0}
        {"of":"@c8","offset":15,"at":null,"owners":0}
        {"of":"@c8","offset":16,"at":[0,1,0],"owners":1}
        {"of":"@c8","offset":17,"at":[1,1,0],"owners":1}
        {"of":"@c8","offset":18,"at":[2,1,0],"owners":1}
        {"of":"@c8","offset":19,"at":null,"owners":0}
        {"of":"@c8","offset":20,"at":null,"owners":0}
        {"of":"@c8","offset":21,"at":null,"owners":0}
        {"of":"@c8","offset":22,"at":null,"owners":0}
        {"of":"@c8","offset":23,"at":null,"owners":0}
        {"of":"@c8","offset":24,"at":[0,1,1],"owners":1}
        {"of":"@c8","offset":25,"at":[1,1,1],"owners":1}
        {"of":"@c8","offset":26,"at":[2,1,1],"owners":1}
        {"of":"@c8","offset":27,"at":null,"owners":0}
        {"of":"@c8","offset":28,"at":null,"owners":0}
        {"of":"@c8","offset":29,"at":null,"owners":0}
        {"of":"@c8","offset":30,"at":null,"owners":0}
        {"of":"@c8","offset":31,"at":null,"owners":0}
        0
    "#]],
    );
    check(
        &["--of=@batch", "--inverse", "--all"],
        expect![[r#"
        layoutc: error[L0604]: the slots of `@batch` cannot be counted: the length of m0 is dynamic
        1
    "#]],
    );
}

#[test]
fn symbol_without_query_prints_the_summary() {
    check_each(
        &[
            &["--of=@x"],
            &["--of=@c8"],
            &["--of=@view"],
            &["--of=@padded"],
            &["--of=@flat"],
            &["--of=@twice"],
            &["--of=@flipped"],
            &["--of=@frozen"],
            &["--of=@one"],
            &["--of=@batch"],
        ],
        expect![[r#"
            {"of":"@x","logical_shape":[4,5],"physical_shape":[5,4],"strides":[4,1],"min_offset":0,"max_offset":19,"span":20,"allocation":20,"size_bytes":80,"packed":true,"injective":true,"vector_width":[4,1]}
            0
            {"of":"@c8","logical_shape":[3,2,2],"physical_shape":[2,2,3],"strides":[16,8,1],"min_offset":0,"max_offset":26,"span":27,"allocation":32,"size_bytes":64,"packed":false,"injective":true,"vector_width":[1,1,1]}
            0
            {"of":"@view","logical_shape":[2,2,3],"physical_shape":[2,6],"strides":[6,1],"min_offset":0,"max_offset":11,"span":12,"allocation":12,"size_bytes":null,"packed":true,"injective":true,"vector_width":[1,1,1],"hidden":[{"op":"layout.packed","lower":[0],"upper":[1,2]},{"op":"layout.pass_through","lower":[1],"upper":[3]},{"op":"layout.unmerge","lower":[2],"upper":[4,5]}],"top":[3,4,5]}
            0
            {"of":"@padded","logical_shape":[2,2,5],"physical_shape":[2,6],"strides":[6,1],"min_offset":0,"max_offset":11,"span":12,"allocation":12,"size_bytes":null,"packed":true,"injective":true,"vector_width":[1,1,1],"hidden":[{"op":"layout.packed","lower":[0],"upper":[1,2]},{"op":"layout.pass_through","lower":[1],"upper":[3]},{"op":"layout.unmerge","lower":[2],"upper":[4,5]},{"op":"layout.pad","lower":[5],"upper":[6]}],"top":[3,4,6]}
            0
            {"of":"@flat","logical_shape":[20],"physical_shape":[5,4],"strides":[4,1],"min_offset":0,"max_offset":19,"span":20,"allocation":20,"size_bytes":80,"packed":true,"injective":true,"vector_width":[1],"hidden":[{"op":"layout.strided","lower":[0],"upper":[1,2]},{"op":"layout.merge","lower":[2,1],"upper":[3]}],"top":[3]}
            0
            {"of":"@twice","logical_shape":[2,3],"physical_shape":[2],"strides":[1],"min_offset":0,"max_offset":1,"span":2,"allocation":2,"size_bytes":null,"packed":true,"injective":false,"vector_width":[2,1],"hidden":[{"op":"layout.packed","lower":[0],"upper":[1]},{"op":"layout.pass_through","lower":[1],"upper":[2]},{"op":"layout.insert","lower":[],"upper":[3]}],"top":[2,3]}
            0
            {"of":"@flipped","logical_shape":[4],"physical_shape":[4],"strides":[-2],"min_offset":-5,"max_offset":1,"span":7,"allocation":7,"size_bytes":null,"packed":false,"injective":true,"vector_width":[1],"hidden":[{"op":"layout.strided","lower":[0],"upper":[1]},{"op":"layout.pass_through","lower":[1],"upper":[2]}],"top":[2]}
            0
            {"of":"@frozen","logical_shape":[1],"physical_shape":[1],"strides":[1],"min_offset":0,"max_offset":0,"span":1,"allocation":1,"size_bytes":null,"packed":true,"injective":true,"vector_width":[1],"hidden":[{"op":"layout.packed","lower":[0],"upper":[1]},{"op":"layout.pass_through","lower":[1],"upper":[2]},{"op":"layout.insert","lower":[],"upper":[3]},{"op":"layout.freeze","lower":[2],"upper":[]}],"top":[3]}
            0
            {"of":"@one","logical_shape":[],"physical_shape":[],"strides":[],"min_offset":3,"max_offset":3,"span":4,"allocation":4,"size_bytes":16,"packed":true,"injective":true,"vector_width":[]}
            0
            {"of":"@batch","logical_shape":[null,3],"physical_shape":[null,3],"strides":[3,1],"min_offset":null,"max_offset":null,"span":null,"allocation":null,"size_bytes":null,"packed":true,"injective":null,"vector_width":null}
            layoutc: remark[L0604]: cannot compute `min_offset`, `max_offset`, `span`, `allocation`, `size_bytes`, `injective`, `vector_width` of `@batch`: the length of m0 is dynamic
            0
        "#]],
    );
}

#[test]
fn values_have_assigned_layouts() {
    check_each(
        &[
            &["--of=@f:%a", "--at=1,0"],
            &["--of=@f:%r#0", "--at=1,0"],
            &["--of=@f:%r", "--at=0,1"],
            &["--of=@f:%0", "--at=1,0"],
            &["--of=@f:%r#1", "--at=1,0"],
            &["--of=@f:%i", "--at=1,0"],
            &["--of=@f:%b", "--at=1,0"],
            &["--of=@f:%same", "--at=1,0"],
        ],
        expect![[r#"
            {"of":"@f:%a","at":[1,0],"offset":3,"byte":12,"valid":true}
            0
            {"of":"@f:%r#0","at":[1,0],"offset":1,"byte":2,"valid":true}
            0
            {"of":"@f:%r","at":[0,1],"offset":2,"byte":4,"valid":true}
            0
            {"of":"@f:%0","at":[1,0],"offset":3,"byte":12,"valid":true}
            0
            layoutc: error[L0604]: no layout is assigned to `@f:%r#1`, a `tensor<2x3xf32>`
             = note: declare a layout in its type, such as `{order = ...}`
            1
            layoutc: error[L0604]: `@f:%i` has the type `i32`, which has no layout
            1
            layoutc: error[L0604]: unknown value `%b` in `@f:%b`
             = note: did you mean `%a`?
            1
            layoutc: error[L0604]: `@f:%same` is ambiguous: several values in different regions have this name
             = note: use a unique name for the value
            1
        "#]],
    );
}

#[test]
fn reports_names_without_a_layout() {
    check_each(
        &[
            &["--of=@f"],
            &["--of=@outside"],
            &["--of=@vieww"],
            &["--of=@nothing_like_it"],
            &["--of=x"],
            &["--of=@x:%a"],
        ],
        expect![[r#"
            layoutc: error[L0604]: `@f` has no layout; query one of its values
             = note: values of the op: `@f:%a`, `@f:%i`, `@f:%r#0`, `@f:%r#1`, `@f:%0` and 1 more
            1
            layoutc: error[L0604]: `@outside` has no layout
             = note: `@outside` has no body, so it has no values
            1
            layoutc: error[L0604]: unknown symbol `@vieww`
             = note: did you mean `@view`?
            1
            layoutc: error[L0604]: unknown symbol `@nothing_like_it`
             = note: symbols with a layout: `@x`, `@nibbles`, `@batch`, `@one`, `@c8` and 10 more
            1
            layoutc: error[L0604]: `x` is not a valid name of a layout
             = note: did you mean `@x`?
             = note: a name is `@x` for a symbol, or `@f:%x` for a value of a function
            1
            layoutc: error[L0604]: unknown value `%a` in `@x:%a`
             = note: values: none
            1
        "#]],
    );
}

#[test]
fn same_compares_layouts_as_functions() {
    check_each(
        &[
            &["--same=@x,@x"],
            &["--same=@padded,@view"],
            &["--same=@gaps,@dense"],
            &["--same=@f:%a,@f:%r"],
            &["--same=@f:%a,@f:%0"],
            &["--same=@x,@y"],
        ],
        expect![[r#"
            {"same":true}
            0
            {"same":false,"at":null,"a":null,"b":null}
            layoutc: error[L0604]: `@padded` and `@view` differ: their shapes are [2, 2, 5] and [2, 2, 3]
            1
            {"same":false,"at":[1,0],"a":8,"b":5}
            layoutc: error[L0604]: `@gaps` and `@dense` differ: index [1, 0] is at offset 8 in `@gaps`, at offset 5 in `@dense`
            1
            {"same":false,"at":[0,1],"a":1,"b":2}
            layoutc: error[L0604]: `@f:%a` and `@f:%r` differ: index [0, 1] is at offset 1 in `@f:%a`, at offset 2 in `@f:%r`
            1
            {"same":true}
            0
            layoutc: error[L0604]: unknown symbol `@y`
             = note: did you mean `@x`?
            1
        "#]],
    );
}

const QUERIES: &str = r#"{"of":"@x","at":[1,2]}

 { "at" : [3, 4] , "of" : "\u0040x" }
{"at":[0,0]}
"#;

#[test]
fn queries_are_read_from_standard_input() {
    expect![[r#"
        {"of":"@x","at":[1,2],"offset":9,"byte":36,"valid":true}
        {"of":"@x","at":[3,4],"offset":19,"byte":76,"valid":true}
        0
    "#]]
    .assert_eq(&eval(&[], QUERIES.lines().take(3).collect::<Vec<_>>().join("\r\n")));
    expect![[r#"
        {"of":"@x","at":[1,2],"offset":9,"byte":36,"valid":true}
        {"of":"@x","at":[3,4],"offset":19,"byte":76,"valid":true}
        {"of":"@dense","at":[0,0],"offset":0,"byte":0,"valid":true}
        0
    "#]]
    .assert_eq(&eval(&["--queries=-", "--of=@dense"], QUERIES));
    expect![[r#"
        {"of":"@x","offset":9,"at":[1,2],"owners":1}
        {"of":"@c8","offset":9,"at":[1,0,1],"owners":1}
        0
    "#]]
    .assert_eq(&eval(
        &["--inverse"],
        "{\"of\":\"@x\",\"offset\":9}\n{\"offset\":9,\"of\":\"@c8\"}",
    ));
    expect![[r#"
        0
    "#]]
    .assert_eq(&eval(&[], ""));
}

#[test]
fn queries_are_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, queries) = (folder.path().join("a.mlir"), folder.path().join("q.jsonl"));
    fs::write(&path, TEXT).unwrap();
    fs::write(&queries, QUERIES).unwrap();
    let out = folder.path().join("out");
    let args = ["eval", path.to_str().unwrap(), "--queries", queries.to_str().unwrap(), "-o"];
    let args = [&args, &[out.to_str().unwrap()][..]].concat();
    let failed = call(folder.path(), &args, b"");
    assert_eq!((failed.0, failed.1.as_str()), (1, ""));
    assert!(!out.exists(), "an output file is written on success only");
    let (status, _, stderr) = call(folder.path(), &[&args[..], &["--of=@x"]].concat(), b"");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(out).unwrap().lines().count(), 3);
}

/// Each line except the last one has an error.
const FAULTS: &str = r#"nonsense
[1]
{"at":[1,2]}
{"of":"@x"}
{"of":"@x","offset":1}
{"of":"@x","at":[1,2],"offset":1}
{"of":"@x","at":[1,2],"of_":"@x"}
{"of":"@x","at":[1,2],"note":1}
{"of":1,"at":[1,2]}
{"of":"@x","at":1}
{"of":"@x","at":[1.0,2]}
{"of":"@x","at":["1",2]}
{"of":"@x","at":[9223372036854775808,2]}
{"of":"@x","at":[1]}
{"of":"@x","at":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}
  {"of":"@y","at":[1,2]}
{"of":"@x","at":[1,2]} {"of":"@x","at":[1,2]}
{"of":"@x","at":[1,2]
{"of":"@x","at":[1,2]}
"#;

#[test]
fn reports_invalid_queries_and_answers_the_others() {
    expect![[r#"
        {"of":"@x","at":[1,2],"offset":9,"byte":36,"valid":true}
        <stdin>:1:1: error[L0604]: invalid JSON in the query: expected ident, at column 2
        <stdin>:2:1: error[L0604]: a query must be a JSON object
        <stdin>:3:1: error[L0604]: missing `of` in the query
        <stdin>:4:1: error[L0604]: missing `at` in the query
        <stdin>:5:1: error[L0604]: `offset` is only allowed with `--inverse`
        <stdin>:6:1: error[L0604]: `offset` is only allowed with `--inverse`
        <stdin>:7:1: error[L0604]: unknown key `of_` in the query
        <stdin>:8:1: error[L0604]: unknown key `note` in the query
        <stdin>:9:1: error[L0604]: `of` is 1, but must be a string such as "@x"
        <stdin>:10:1: error[L0604]: `at` is 1, but must be a list such as [1,2]
        <stdin>:11:1: error[L0604]: expected 64-bit integers in `at`, found 1.0
        <stdin>:12:1: error[L0604]: expected 64-bit integers in `at`, found "1"
        <stdin>:13:1: error[L0604]: expected 64-bit integers in `at`, found 9223372036854775808
        <stdin>:14:1: error[L0604]: the index has rank 1, but `@x` has rank 2
        <stdin>:15:1: error[L0604]: the index has rank 16, but `@x` has rank 2
        <stdin>:16:3: error[L0604]: unknown symbol `@y`
        <stdin>:17:1: error[L0604]: invalid JSON in the query: trailing characters, at column 24
        <stdin>:18:1: error[L0604]: invalid JSON in the query: EOF while parsing an object, at column 21
        1
    "#]]
    .assert_eq(&eval(&["--diagnostics=short"], FAULTS));
    expect![[r#"
        {"of":"@x","at":[1,2],"offset":9,"byte":36,"valid":true}
        <stdin>:1:1: error[L0604]: invalid JSON in the query: expected ident, at column 2
          |
        1 | nonsense
          | ^^^^^^^^
        <stdin>:2:1: error[L0604]: a query must be a JSON object
          |
        2 | [1]
          | ^^^
          |
          = note: such as `{"of":"@x","at":[1,2]}`
        2 errors, 16 more not shown
        1
    "#]]
    .assert_eq(&eval(&["--error-limit=2"], FAULTS));
    expect![[r#"
        <stdin>:1:1: error[L0604]: `at` is incompatible with `--inverse`
        <stdin>:2:1: error[L0604]: missing `offset` in the query
        1
    "#]]
    .assert_eq(&eval(
        &["--inverse", "--diagnostics=short"],
        "{\"of\":\"@x\",\"at\":[1]}\n{\"of\":\"@x\"}",
    ));
    expect![[r#"
        <stdin>:1:8: error[L0104]: the text is not UTF-8: byte 0xFF at offset 7, in line 1
        1
    "#]]
    .assert_eq(&eval(&["--diagnostics=short"], b"{\"of\":\"\xff\"}"));
}

#[test]
fn invalid_command_line_has_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = String::new();
    for flags in [
        &[][..],
        &["-", "--queries=-"],
        &["no/such/file.mlir", "--of=@x"],
        &["-", "--queries=no/such/file"],
        &["-", "--inverse", "--of=@x"],
        &["-", "--at=1"],
        &["-", "--of=@x", "--at=1,x"],
        &["-", "--of=@x", "--offset=1"],
        &["-", "--same=@x"],
        &["-", "--of=@x", "--emit=none"],
        &["-", "--of=@x", "--passes=resolve-stride"],
        &["-", "--off=@x"],
        &["a.mlir", "b.mlir"],
    ] {
        let args = [&["eval", "--diagnostics=short"], flags].concat();
        let (status, stdout, stderr) = call(folder.path(), &args, b"");
        assert_eq!((status, stdout.as_str()), (2, ""), "{flags:?}");
        all += &stderr;
    }
    expect![[r#"
        layoutc: error[L0601]: expected a file with a symbol or with queries
        layoutc: error[L0601]: the file and the queries must not both be standard input
        layoutc: error[L0602]: cannot read `no/such/file.mlir`: No such file or directory
        layoutc: error[L0602]: cannot read `no/such/file`: No such file or directory
        layoutc: error[L0601]: `--inverse` requires `--offset=N`, `--bit=N`, `--slot=AXIS=N`, `--all` or `--queries`
        layoutc: error[L0601]: missing `<--of <SYMBOL>|--layout <NOTATION>>`
        layoutc: error[L0601]: invalid value `1,x` for `--at <1,2,3>`: expected 64-bit integers such as `1,2,3` or `(1,1),3`, found `1,x`
        layoutc: error[L0601]: missing `--inverse`
        layoutc: error[L0601]: invalid value `@x` for `--same <SYMBOL,SYMBOL>`: expected two symbols or notations, such as `@a,@b`
        layoutc: error[L0601]: `--emit` has no effect on `eval`, which prints answers
        <passes>:1:1: error[L0601]: unknown pass `resolve-stride`
        layoutc: error[L0601]: unknown flag `--off`
        layoutc: error[L0601]: expected one input, found `a.mlir` and `b.mlir`
    "#]].assert_eq(&all);
}

#[test]
fn invalid_file_is_not_evaluated() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["eval", "-", "--of=@x", "--diagnostics=short"];
    let text = b"layout.tensor @x : tensor<4xf32, {reqs = #layout.reqs<m0: alined<8 bytes>>}>";
    let (status, stdout, stderr) = call(folder.path(), &args, text);
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("<stdin>:1:"), "{stderr}");
}

#[test]
fn only_requested_passes_run() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>";
    let lower = ["eval", "-", "--passes=resolve-strides,lower-to-vulkan", "--of=@x_vk", "--at=1,0"];
    let (status, stdout, stderr) = call(folder.path(), &lower, text);
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert_eq!(
        stdout,
        "{\"of\":\"@x_vk\",\"at\":[1,0],\"offset\":16,\"byte\":64,\"valid\":true}\n"
    );
}

#[test]
fn help_lists_flags_of_eval() {
    let folder = tempfile::tempdir().unwrap();
    let (status, help, _) = call(folder.path(), &["eval", "--help"], b"");
    assert_eq!(status, 0);
    for flag in ["--queries=FILE|-", "--same=SYMBOL,SYMBOL", "--access=DIM[,DIM]", "--target="] {
        assert!(help.contains(flag), "{flag}: {help}");
    }
    assert!(!help.contains("--emit") && !help.contains("--split-input-file"), "{help}");
}
