//! Execution of kernels that repack records in C: named layouts of ggml and random records, compared bit by bit with the
//! core.
//!
//! Each element of each field must have the same bits before and after, wherever the two records have it. Bits that no field
//! has are kept, unless whole records move or the kernel fills padding.

use crate::address_code::c::lacks_compilers;
use crate::address_code::kernels::{COMPILERS, written_by};
use crate::address_code::layoutc;
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::kernel::{RecordKernel, is_of_records};
use ir::layout::{Bits, FieldBuffer, IndexSpace, LogicalIndex, RecordTensor};
use std::fmt::Write as _;
use testkit::Random;

/// The byte of a target that no kernel has written.
const UNTOUCHED: u8 = 0xa5;

/// Records of ggml and of a runtime, which repacks them for its matrix instructions.
const NAMED: &str = r#"
layout.descriptor @nibbles {
  %m, %n = layout.packed [16, 2]
  %i = layout.merge %n, %m
  layout.yield %i
}
layout.descriptor @rows_of_8 {
  %chunk, %row, %byte, %nibble = layout.packed [2, 8, 8, 2]
  %i = layout.pass_through %row
  %j = layout.merge %nibble, %chunk, %byte
  layout.yield %i, %j
}
layout.descriptor @columns {
  %m, %n = layout.packed [2, 16]
  %i = layout.pass_through %n
  %j = layout.pass_through %m
  layout.yield %i, %j
}
layout.descriptor @spaced {
  %m, %n = layout.strided [16, 2] strides [3, 1]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @swizzled {
  %m, %n = layout.packed [16, 2]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
layout.descriptor @row_nibbles {
  %block, %m, %n = layout.packed [2, 16, 2]
  %i = layout.merge %block, %n, %m
  layout.yield %i
}
layout.record @q4_0 18 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "qs" : ui4 @nibbles at 2 bytes
}
layout.record @q4_0x8 144 bytes {
  layout.field "d" : f16 [8, 1] at 0 bytes per [1, 32]
  layout.field "qs" : ui4 @rows_of_8 at 16 bytes
}
layout.record @row 36 bytes {
  layout.field "d" : f16 [2] at 32 bytes per 32
  layout.field "qs" : ui4 @row_nibbles at 0 bytes
}
layout.record @padded 24 bytes {
  layout.field "d" : f16 at 4 bytes per 32
  layout.field "qs" : ui4 @nibbles at 6 bytes
}
layout.record @raw 20 bytes {
  layout.field "head" : ui8 [3] at 0 bytes
  layout.field "qs" : ui4 [32] at 3 bytes
}
layout.record @turned 20 bytes elements ["qs"] {
  layout.field "qs" : ui4 [32] at 0 bytes
  layout.field "head" : ui8 [3] at 17 bytes
}
layout.blocks @plain : tensor<16x64xui4> of @q4_0 along d1
layout.blocks @by_8 : tensor<16x64xui4> of @q4_0x8 along [d0, d1]
layout.blocks @by_row : tensor<16x64xui4> of @row along d1
layout.blocks @by_column : tensor<16x64xui4> of @q4_0 along d1 layout = @columns
layout.blocks @with_gaps : tensor<16x64xui4> of @q4_0 along d1 layout = @spaced
layout.blocks @with_padding : tensor<16x64xui4> of @padded along d1
layout.blocks @with_swizzle : tensor<16x64xui4> of @q4_0 along d1 layout = @swizzled
layout.blocks @of_bytes : tensor<16x64xui4> of @raw along d1
layout.blocks @of_turned : tensor<16x64xui4> of @turned along d1 layout = @columns
layout.notation @ggml "ggml:Q4_0[16,64]"
layout.notation @linear "mx:mxfp4[140,96]"
layout.notation @tiled "mx:mxfp4[140,96] scale=128x4"
layout.notation @q6 "ggml:Q6_K[4,512]"
layout.notation @q6_again "ggml:Q6_K[4,512]"
"#;

/// The pairs of [`NAMED`] between which kernels repack, and whether they fill padding.
const PAIRS: [(&str, &str, bool); 15] = [
    ("plain", "by_8", false),
    ("by_8", "plain", false),
    ("plain", "by_row", false),
    ("by_row", "by_8", false),
    ("plain", "by_column", false),
    ("by_column", "by_8", false),
    ("plain", "with_gaps", false),
    ("plain", "with_gaps", true),
    ("by_8", "with_padding", false),
    ("by_8", "with_padding", true),
    ("plain", "with_swizzle", false),
    ("with_swizzle", "by_row", false),
    ("of_bytes", "of_turned", false),
    ("ggml", "by_8", false),
    ("q6", "q6_again", false),
];

/// Returns a kernel that repacks one tensor as another.
fn kernel(name: &str, from: &str, to: &str, fills: bool) -> String {
    let fills = if fills { " {fills_padding}" } else { "" };
    format!("layout.kernel @{name} from @{from} to @{to}{fills}\n")
}

/// Returns the byte of a source at an offset.
fn pattern(at: usize) -> u8 {
    let at = u32::try_from(at).unwrap();
    u8::try_from((at.wrapping_mul(2_654_435_761) >> 13) & 0xff).unwrap()
}

/// The buffers of a tensor, of the records first.
fn sizes(tensor: &RecordTensor) -> Vec<usize> {
    let own = (0..tensor.side_fields().len()).map(FieldBuffer::Own);
    let all = std::iter::once(FieldBuffer::Records).chain(own);
    let bytes = all.map(|it| tensor.bits_of(it).unwrap().to_bytes_up().unwrap().get());
    bytes.map(|bytes| usize::try_from(bytes).unwrap()).collect()
}

fn buffer(of: FieldBuffer) -> usize {
    match of {
        FieldBuffer::Records => 0,
        FieldBuffer::Own(number) => number + 1,
    }
}

/// Returns the buffer, the first bit and the width of each element of each field that an index determines, and of the
/// elements that none does, in an order that does not depend on the record.
fn elements(tensor: &RecordTensor, names: &[String]) -> Vec<(usize, i64, i64)> {
    let mut found = Vec::new();
    for name in names {
        let Ok(value) = tensor.value(Some(name)) else {
            let field = &tensor.record().fields()[tensor.record().field(name).unwrap()];
            for record in
                IndexSpace::below(tensor.records().shape().static_lengths().unwrap()).iter()
            {
                let at = tensor.records().offset_of(&LogicalIndex::new(record).unwrap());
                let begin = at.unwrap().unwrap().get() * tensor.record().size().get();
                for index in IndexSpace::below(field.lengths()).iter() {
                    let slot = field.layout().offset_of(&LogicalIndex::new(index).unwrap());
                    let width = field.width().bits().get();
                    let bit = begin + field.at().get() + slot.unwrap().unwrap().get() * width;
                    found.push((0, bit, width));
                }
            }
            continue;
        };
        for index in IndexSpace::below(tensor.lengths()).iter() {
            let parts = value.parts_at(&LogicalIndex::new(index).unwrap()).unwrap().unwrap();
            let parts = parts.iter().map(|it| (buffer(value.buffer), it.bit.get(), it.width.get()));
            found.extend(parts);
        }
    }
    found
}

/// Returns the buffers of the target after the copy.
fn expected(kernel: &RecordKernel<'_>) -> Vec<Vec<u8>> {
    let (source, target) = (&kernel.source, &kernel.target);
    let untouched = if kernel.fills_padding { 0 } else { UNTOUCHED };
    let mut buffers: Vec<Vec<u8>> =
        sizes(target).into_iter().map(|size| vec![untouched; size]).collect();
    let mut copy = |(side, from): (usize, i64), (own, to): (usize, i64), width: i64| {
        for bit in 0..width {
            let [from, to] = [from, to].map(|begin| usize::try_from(begin + bit).unwrap());
            // Each buffer has another pattern.
            let value = (pattern(from / 8 + 1000 * side) >> (from % 8)) & 1;
            let byte = &mut buffers[own][to / 8];
            *byte = (*byte & !(1 << (to % 8))) | (value << (to % 8));
        }
    };
    let is_whole = kernel.copy.moves.iter().any(|it| it.field.is_none());
    if is_whole {
        let size = source.record().size();
        for index in IndexSpace::below(source.records().shape().static_lengths().unwrap()).iter() {
            let index = LogicalIndex::new(index).unwrap();
            let [from, to] = [source, target].map(|tensor| {
                let record = tensor.records().offset_of(&index).unwrap().unwrap();
                size.checked_mul(record.get()).map(Bits::get).unwrap()
            });
            copy((0, from), (0, to), size.get());
        }
    }
    let fields = source.record().fields().iter().map(|it| it.name().to_owned());
    let side = source.side_fields().iter().map(|it| it.name().to_owned());
    let names: Vec<String> = fields.chain(side).collect();
    for (from, to) in elements(source, &names).into_iter().zip(elements(target, &names)) {
        assert_eq!(from.2, to.2);
        copy((from.0, from.1), (to.0, to.1), from.2);
    }
    buffers
}

/// Runs the kernels of a module by gcc with sanitizers and by further compilers, and compares each byte with the core's bits.
/// Returns the number of kernels, and of moves by a plan.
#[track_caller]
fn check(text: &str) -> [usize; 2] {
    layoutc(text, &["--passes=lower-addressing,check-addresses", "--emit=none"]);
    let header = layoutc(text, &["--emit=c"]);
    let (registry, mut sink) = (compiler::registry(), Sink::default());
    let module = parser::parse(text, 0, &registry, &mut sink).unwrap();
    let layouts = Layouts::new(&module, &registry);
    let ops = module.ops(module.body()).filter(|&op| is_of_records(&module, op));
    let kernels: Vec<(&str, RecordKernel<'_>)> = ops
        .map(|op| (module.symbol(op).unwrap(), RecordKernel::read(&layouts, op).unwrap().unwrap()))
        .collect();
    let mut calls = String::new();
    for (name, kernel) in &kernels {
        let (source, target) = (sizes(&kernel.source), sizes(&kernel.target));
        let mut arguments = Vec::new();
        calls.push_str("    {\n");
        for (at, size) in source.iter().enumerate() {
            writeln!(calls, "        unsigned char *s{at} = filled({size}, {at});").unwrap();
            arguments.push(format!("s{at}"));
        }
        for (at, size) in target.iter().enumerate() {
            writeln!(calls, "        unsigned char *d{at} = untouched({size});").unwrap();
            arguments.push(format!("d{at}"));
        }
        writeln!(calls, "        {name}({});", arguments.join(", ")).unwrap();
        for (at, size) in target.iter().enumerate() {
            writeln!(calls, "        fwrite(d{at}, 1, {size}, stdout);").unwrap();
        }
        arguments.iter().for_each(|it| writeln!(calls, "        free({it});").unwrap());
        calls.push_str("    }\n");
    }
    let written = run(&header, &calls);
    let mut at = 0;
    for (name, kernel) in &kernels {
        for expected in expected(kernel) {
            let found = &written[at..at + expected.len()];
            let wrong = found.iter().zip(&expected).position(|(a, b)| a != b);
            assert_eq!(wrong, None, "{name}: {text}");
            at += expected.len();
        }
    }
    assert_eq!(at, written.len());
    let moves = kernels.iter().flat_map(|(_, kernel)| &kernel.copy.moves);
    [kernels.len(), moves.filter(|it| it.plan.is_some()).count()]
}

/// Compiles a program with each compiler, and returns what it writes, which must be equal.
fn run(header: &str, calls: &str) -> Vec<u8> {
    let main = format!(
        "#include \"kernels.h\"\n#include <stdio.h>\n#include <stdlib.h>\n\
         static unsigned char *filled(size_t size, size_t buffer)\n{{\n\
         \x20   unsigned char *s = (unsigned char *)malloc(size);\n\
         \x20   for (size_t i = 0; i < size; ++i) s[i] = (unsigned char)(((uint32_t)(i + 1000 * buffer) * 2654435761u) >> 13);\n\
         \x20   return s;\n}}\n\
         static unsigned char *untouched(size_t size)\n{{\n\
         \x20   unsigned char *d = (unsigned char *)malloc(size);\n    memset(d, {UNTOUCHED}, size);\n    return d;\n}}\n\
         int main(void)\n{{\n    (void)filled;\n    (void)untouched;\n{calls}    return 0;\n}}\n"
    );
    written_by(header, &main, &COMPILERS[..3])
}

#[test]
fn repacked_records_of_ggml_and_mx_have_the_bits_of_the_core() {
    if lacks_compilers() {
        return;
    }
    let mut text = NAMED.to_owned();
    for (at, (from, to, fills)) in PAIRS.iter().enumerate() {
        text += &kernel(&format!("repack_{at}"), from, to, *fills);
    }
    text += &kernel("to_tiles", "linear", "tiled", true);
    text += &kernel("from_tiles", "tiled", "linear", false);
    let [kernels, planned] = check(&text);
    assert_eq!(kernels, PAIRS.len() + 2);
    // Only the records behind a swizzle have no plan.
    assert!(planned > 20, "{planned}");
}

/// A random field: its name, its width, and the indices of each dim that share an element.
struct RandomField {
    name: &'static str,
    width: i64,
    per: [i64; 2],
}

/// Returns a record of a block of these lengths with some fields in a random order, and its order of elements.
fn random_record(
    random: &mut Random,
    name: &str,
    block: [i64; 2],
    fields: &[RandomField],
) -> String {
    let mut definitions = String::new();
    let mut text = String::new();
    let mut at = 0;
    for number in random.permutation(fields.len()) {
        let RandomField { name: field, width, per } = &fields[number];
        let [rows, columns] = [block[0] / per[0], block[1] / per[1]];
        if random.one_in(2) {
            at += random.between(0, 9);
        } else {
            at = (at + 7) / 8 * 8;
        }
        let layout = if random.one_in(2) {
            format!("[{rows}, {columns}]")
        } else {
            let order = format!("@{name}_{field}");
            write!(
                definitions,
                "layout.descriptor {order} {{\n  %m, %n = layout.packed [{columns}, {rows}]\n  \
                 %i = layout.pass_through %n\n  %j = layout.pass_through %m\n  layout.yield %i, %j\n}}\n"
            )
            .unwrap();
            order
        };
        let per = match number {
            0 | 1 => String::new(),
            _ => format!(" per [{}, {}]", per[0], per[1]),
        };
        writeln!(text, "  layout.field \"{field}\" : ui{width} {layout} at {at} bits{per}")
            .unwrap();
        at += rows * columns * width;
    }
    let bytes = (at + 7) / 8 + random.between(0, 2);
    format!(
        "{definitions}layout.record @{name} {bytes} bytes elements [\"low\", \"high\"] {{\n{text}}}\n"
    )
}

#[test]
fn repacked_random_records_have_the_bits_of_the_core() {
    if lacks_compilers() {
        return;
    }
    let random = &mut Random::new(21);
    let lengths = [4_i64, 16];
    let mut text = String::new();
    let count = 24;
    for case in 0..count {
        let low = random.choose(&[1, 3, 4, 5, 8]);
        let high = random.choose(&[1, 2, 4, 7, 8]);
        let per = [random.choose(&[1, 2]), random.choose(&[1, 2, 4])];
        let fields = [
            RandomField { name: "low", width: low, per: [1, 1] },
            RandomField { name: "high", width: high, per: [1, 1] },
            RandomField { name: "scale", width: random.choose(&[6, 8, 16, 64]), per },
            RandomField { name: "least", width: random.between(1, 64), per: [1, 4] },
        ];
        for side in ["a", "b"] {
            let block = [random.choose(&[2, 4]), random.choose(&[4, 8, 16])];
            let name = format!("{side}{case}");
            text += &random_record(random, &format!("r{name}"), block, &fields);
            let records = [lengths[0] / block[0], lengths[1] / block[1]];
            let order = if random.one_in(2) { "" } else { " layout = @" };
            if !order.is_empty() {
                let [rows, columns] = records;
                write!(
                    text,
                    "layout.descriptor @o{name} {{\n  %m, %n = layout.packed [{columns}, {rows}]\n  \
                     %i = layout.pass_through %n\n  %j = layout.pass_through %m\n  layout.yield %i, %j\n}}\n"
                )
                .unwrap();
            }
            let order = if order.is_empty() { String::new() } else { format!("{order}o{name}") };
            writeln!(
                text,
                "layout.blocks @{name} : tensor<4x16xui{}> of @r{name} along [d0, d1]{order}",
                low + high
            )
            .unwrap();
        }
        let fills = random.one_in(3);
        text += &kernel(&format!("k{case}"), &format!("a{case}"), &format!("b{case}"), fills);
    }
    let [kernels, planned] = check(&text);
    assert_eq!(kernels, count);
    assert!(planned > 10, "{planned}");
}
