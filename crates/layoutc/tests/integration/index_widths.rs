//! The width contract: the thirteen published overflows of 32-bit indices are refused with the first values that do not
//! fit, and their mended forms are accepted.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use address::{AddressFault, Division, IndexType, OffsetUnit, lower_symbolic};
use ir::layout::{SymExpr, SymNode, SymbolicFault, SymbolicLayout};

/// A published overflow. `MAX` in the text is the greatest value of the symbol `s0`.
struct Overflow {
    /// The system and the thread.
    of: &'static str,
    text: &'static str,
    /// The greatest value of `s0` that is published, or the least that shows the class.
    most: i64,
    unit: OffsetUnit,
    /// The values of the symbols, `s0` first, where the message says that a value does not fit first.
    first: &'static [i64],
}

const ELEMENTS: OffsetUnit = OffsetUnit::Element;
const BYTES: OffsetUnit = OffsetUnit::Byte;

const PUBLISHED: [Overflow; 13] = [
    Overflow {
        of: "weights with K = C = 65537, rocm-libraries #10545",
        text: "torch:(s0,s1):(s1,1) where s0 in 1..MAX, s1 in 1..65537",
        most: 65537,
        unit: ELEMENTS,
        first: &[32768, 65537],
    },
    // The size of a page is not published. 256 elements is the least at which 8.4 million pages exceed 31 bits.
    Overflow {
        of: "cache of keys and values of 8.4 million pages, composable_kernel #3722",
        text: "torch:(s0,256):(256,1) where s0 in 1..MAX",
        most: 8_400_000,
        unit: ELEMENTS,
        first: &[8_388_609],
    },
    // A matrix of f16 of 2^15 rows, one column longer than 2 GiB. Its elements fit, its bytes do not.
    Overflow {
        of: "tiles above 2 GiB, rocm-libraries #11603",
        text: "torch:(s0,s1):(s1,1):f16 where s0 in 1..MAX, s1 in 1..32769",
        most: 32768,
        unit: BYTES,
        first: &[32768, 32769],
    },
    // The image is not published. This one, with the channels last, reaches 2^31 - 1 elements with 32 batches.
    Overflow {
        of: "convolution, rocm-libraries #11754",
        text: "torch:(s0,s1,s2,s3):(s1*s2*s3,1,s1*s3,s1) where s0 in 1..MAX, s1 in 1..256, s2 in 1..512, s3 in 1..512",
        most: 64,
        unit: ELEMENTS,
        first: &[33, 256, 512, 512],
    },
    // A scale for each 32 of s1 elements, in rows of a multiple of 4 scales. The size is not published: 2^20 rows of 2^16
    // elements fit, a further block does not.
    Overflow {
        of: "scales of MX blocks, review of rocm-libraries #8554",
        text: "torch:(s0,s1 ceildiv 32):(s1 ceildiv 128*4,1) where s0 in 1..MAX, s1 in 32..65568 by 32",
        most: 1 << 20,
        unit: ELEMENTS,
        first: &[1_046_532, 65568],
    },
    // The tile and the matrix are not published: tile number s0 of 128 rows of a matrix of 2^16 columns.
    Overflow {
        of: "`domain_offset`, cutlass #3604",
        text: "torch:(128,64):(65536,1)+s0*128*65536 where s0 in 0..MAX",
        most: 511,
        unit: ELEMENTS,
        first: &[256],
    },
    Overflow {
        of: "strides of a batch, dion #102",
        text: "torch:(s0,2560,3072):(2560*3072,3072,1) where s0 in 1..MAX",
        most: 320,
        unit: ELEMENTS,
        first: &[274],
    },
    // The form that fits, [16383, 8, 128, 128], is published. With 16384 the last element is at 2^31 - 1.
    Overflow {
        of: "index operations, FlagGems #4156 and #5882",
        text: "torch:(s0,8,128,128):(8*128*128,128*128,128,1) where s0 in 1..MAX",
        most: 16385,
        unit: ELEMENTS,
        first: &[16385],
    },
    // With 524288 rows the number of elements exceeds 31 bits, but no offset does.
    Overflow {
        of: "rows of experts, megablocks #185",
        text: "torch:(s0,4096):(4096,1) where s0 in 1..MAX",
        most: 524_289,
        unit: ELEMENTS,
        first: &[524_289],
    },
    Overflow {
        of: "64 blocks of 8192 x 8192, ROCm/triton #944",
        text: "torch:(s0,8192,8192):(8192*8192,8192,1) where s0 in 1..MAX",
        most: 64,
        unit: ELEMENTS,
        first: &[33],
    },
    // The tensor is not published: 128 channels of 256 x 256 are 2^23 elements of a batch.
    Overflow {
        of: "MIOpen, rocm-libraries #9049",
        text: "torch:(s0,s1,s2,s3):(s1*s2*s3,s2*s3,s3,1) where s0 in 1..MAX, s1 in 1..128, s2 in 1..256, s3 in 1..256",
        most: 257,
        unit: ELEMENTS,
        first: &[257, 128, 256, 256],
    },
    Overflow {
        of: "image of [1, 46342, 46341], tensorflow #127164",
        text: "torch:(1,s0,s1):(s0*s1,s1,1) where s0 in 1..MAX, s1 in 1..46341",
        most: 46342,
        unit: ELEMENTS,
        first: &[46341, 46341],
    },
    // The base is not published: 256 elements below 2^31.
    Overflow {
        of: "constant base, pytorch #186057",
        text: "torch:(s0,s1):(s1,1)+2147483392 where s0 in 1..MAX, s1 in 1..32",
        most: 16,
        unit: ELEMENTS,
        first: &[9, 32],
    },
];

fn read(text: &str) -> SymbolicLayout {
    let read =
        notation::read_symbolic(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    read.unwrap_or_else(|| panic!("{text} has no symbols")).layout
}

fn refusal(layout: &SymbolicLayout, unit: OffsetUnit, index: IndexType) -> Option<SymbolicFault> {
    match lower_symbolic(layout, unit, index, Division::Divide) {
        Ok(_) => None,
        Err(AddressFault::Symbolic(fault)) => Some(*fault),
        Err(fault) => panic!("{fault}"),
    }
}

/// Returns the greatest value of an expression and of its parts.
fn greatest_part(expr: &SymExpr, values: &[i64], index: &[i64]) -> i128 {
    let own = expr.eval(values, index).unwrap();
    let parts = match expr.node() {
        // The factor of a difference is no value of its own.
        SymNode::Constant(_) => None,
        node => node.operands(),
    };
    let parts = parts.into_iter().flatten().map(|part| greatest_part(part, values, index));
    parts.fold(own, i128::max)
}

/// Returns the greatest intermediate value of the offset at the last index, which is the greatest of all indices: no stride
/// is negative.
fn greatest_at(layout: &SymbolicLayout, unit: OffsetUnit, values: &[i64]) -> i128 {
    let lengths = layout.lengths_at(values).unwrap();
    let last: Vec<i64> = lengths.iter().map(|length| length - 1).collect();
    let scale = match unit {
        OffsetUnit::Byte => i128::from(layout.elem().unwrap().bytes().unwrap().get()),
        _ => 1,
    };
    greatest_part(layout.offset(), values, &last) * scale
}

#[test]
fn published_overflows_are_refused_and_their_mended_forms_accepted() {
    let most = i128::from(i32::MAX);
    for case in PUBLISHED {
        let of = case.of;
        let up_to = |greatest: i64| read(&case.text.replace("MAX", &greatest.to_string()));
        let layout = up_to(case.most);
        let fault = refusal(&layout, case.unit, IndexType::I32).unwrap_or_else(|| panic!("{of}"));
        assert!(!fault.undecided, "{of}: {fault}");
        let witness = fault.witness.as_ref().unwrap();
        assert_eq!(witness.values, case.first, "{of}: {fault}");
        let others = case.first.iter().enumerate().skip(1);
        let others: Vec<String> = others.map(|(at, value)| format!("s{at} = {value}")).collect();
        let mut first = format!("first values that do not fit: s0 = {}", case.first[0]);
        if !others.is_empty() {
            first += &format!(" at {}", others.join(", "));
        }
        assert!(fault.message.ends_with(&first), "{of}: {fault}");
        // The index is valid, and a value at it exceeds 31 bits. Before the first value none does at any index.
        let offset = layout.offset_at(&witness.values, &witness.index).unwrap();
        assert!(offset.is_some(), "{of}");
        assert!(greatest_at(&layout, case.unit, case.first) > most, "{of}");
        let mut before = case.first.to_vec();
        before[0] -= 1;
        assert!(greatest_at(&layout, case.unit, &before) <= most, "{of}");
        // The form without the values that do not fit, and that with wider indices.
        assert_eq!(refusal(&up_to(before[0]), case.unit, IndexType::I32), None, "{of}");
        assert!(refusal(&up_to(case.first[0]), case.unit, IndexType::I32).is_some(), "{of}");
        for index in [IndexType::I64, IndexType::Auto] {
            assert_eq!(refusal(&layout, case.unit, index), None, "{of}");
        }
    }
}

#[test]
fn published_forms_that_fit_are_accepted() {
    for text in [
        "torch:(s0,s1):(s1,1) where s0 in 1..46340, s1 in 1..46340",
        "torch:(s0,8,128,128):(8*128*128,128*128,128,1) where s0 in 1..16383",
        "torch:(s0,4096):(4096,1) where s0 in 1..524288",
    ] {
        assert_eq!(refusal(&read(text), ELEMENTS, IndexType::I32), None, "{text}");
    }
}
