//! Execution of conversions between placements in C, and compilation of those in OpenCL C.
//!
//! The function of a conversion gets the index that each slot of the source holds. Every slot of the target must then have
//! its index, as the placement of the target says. `testing/vulkan-live` executes the functions of shaders.

use crate::address_code::c::{installed, lacks_compilers};
use crate::address_code::layoutc;
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{AxisName, IndexSpace, LogicalIndex, Placement};
use ir::{Registry, Verified};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// Placements of 64 indices in 4 registers, 8 lanes and 2 warps: the dims of a descriptor are `%r`, `%l` and `%w`. A warp holds
/// the same indices in all of them.
const BODIES: [&str; 6] = [
    "%i = layout.merge %w, %l, %r",
    "%i = layout.merge %w, %r, %l",
    "%h, %q = layout.unmerge %l into [2, 4]
     %s, %t = layout.xor %q, %r
     %i = layout.merge %w, %h, %s, %t",
    "%h, %q = layout.unmerge %l into [2, 4]
     %v, %u = layout.xor %w, %h
     %i = layout.merge %v, %q, %r, %u",
    "%a, %b = layout.unmerge %r into [2, 2]
     %i = layout.merge %w, %b, %l, %a",
    "%a, %b, %c = layout.unmerge %l into [2, 2, 2]
     %i = layout.merge %w, %c, %r, %b, %a",
];

fn program() -> String {
    let mut text = String::new();
    for (number, body) in BODIES.iter().enumerate() {
        text += &format!(
            "layout.descriptor @p{number} {{\n  %r, %l, %w = layout.axes [register: 4, lane: 8, warp: 2]\n  {body}\n  \
             layout.yield %i\n}}\n"
        );
    }
    // Every lane of the upper half holds what the lower half holds.
    text += "layout.descriptor @p6 {\n  %r, %l, %w = layout.axes [register: 8, lane: 8, warp: 2]\n  \
             %h, %q = layout.unmerge %l into [2, 4]\n  layout.copies %h\n  %i = layout.merge %w, %q, %r\n  \
             layout.yield %i\n}\n";
    for (from, to) in pairs() {
        let ty = |number| format!("tensor<64xi16, {{layout = @p{number}}}>");
        let (source, target) = (ty(from), ty(to));
        text += &format!(
            "func.func @f{from}_{to}(%x: {source}) -> {target} {{\n  %y = layout.reorder %x : {source} -> {target}\n  \
             return %y : {target}\n}}\n"
        );
    }
    text
}

fn pairs() -> Vec<(usize, usize)> {
    let numbers = 0..=BODIES.len();
    numbers
        .clone()
        .flat_map(|a| numbers.clone().filter(move |b| *b != a).map(move |b| (a, b)))
        .collect()
}

/// Returns the index in each slot, by warp, lane and register.
fn slots(placement: &Placement) -> BTreeMap<[i64; 3], i64> {
    let mut found = BTreeMap::new();
    for index in IndexSpace::below([64]).iter() {
        let number = index[0];
        for slot in placement.slots_of(&LogicalIndex::new(index).unwrap()).unwrap() {
            let on = |axis| {
                let at = placement.axes().position(|known| *known == axis);
                at.map_or(0, |at| slot.coordinates[at])
            };
            found.insert([AxisName::WARP, AxisName::LANE, AxisName::REGISTER].map(on), number);
        }
    }
    found
}

#[test]
fn conversions_in_c_move_every_register() {
    if lacks_compilers() {
        return;
    }
    let text = program();
    let registry = Registry::new();
    let mut sink = Sink::default();
    let module = parser::parse(&text, 0, &registry, &mut sink).unwrap();
    let module = Verified::new(module, &registry, &mut sink).unwrap();
    let layouts = Layouts::new(&module, &registry);
    let header = layoutc(&text, &["--emit=c"]);
    let mut body = String::new();
    let mut calls = 0;
    for (from, to) in pairs() {
        let name = format!("reorder_f{from}_{to}_y");
        calls += 1;
        let [source, target] =
            [from, to].map(|number| slots(&layouts.placement(&format!("p{number}")).unwrap()));
        let list = |slots: &BTreeMap<[i64; 3], i64>| {
            slots.values().map(i64::to_string).collect::<Vec<_>>().join(", ")
        };
        body += &format!(
            "    {{\n        static const int16_t src[] = {{{}}}, want[] = {{{}}};\n        \
             int16_t dst[sizeof want / sizeof *want];\n        memset(dst, 0xff, sizeof dst);\n        \
             {name}(src, dst);\n        if (memcmp(dst, want, sizeof dst) != 0) return {calls};\n    }}\n",
            list(&source),
            list(&target)
        );
    }
    assert_eq!(calls, 42);
    let folder = tempfile::tempdir().unwrap();
    let [source, binary] = ["main.c", "main"].map(|name| folder.path().join(name));
    fs::write(&source, format!("{header}\nint main(void)\n{{\n{body}    return 0;\n}}\n")).unwrap();
    let mut compile = Command::new("gcc");
    compile.args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
    compile.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o"]);
    let compiled = compile.arg(&binary).arg(&source).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&binary).output().unwrap();
    assert!(
        ran.status.success(),
        "call {:?}: {}",
        ran.status,
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn conversions_in_opencl_compile() {
    let Some(clang) = installed("clang") else {
        testkit::lacks("clang", false);
        return;
    };
    let header = layoutc(&program(), &["--emit=opencl"]);
    assert!(header.contains("sub_group_shuffle("));
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("moves.cl");
    fs::write(&source, &header).unwrap();
    let mut compile = Command::new(clang);
    compile.args(["-x", "cl", "-cl-std=CL3.0", "-target", "spir64", "-fsyntax-only", "-Werror"]);
    compile.args(["-Wno-unused-function", "-Xclang", "-finclude-default-header"]);
    let compiled = compile.arg(&source).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}
