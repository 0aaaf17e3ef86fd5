//! Properties of records, against brute force over the bits of their buffers.

use super::*;
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{Bits, Bytes, ElemSize, IndexSpace, LogicalIndex};
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn strided(lengths: &[i64], strides: &[i64]) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, 0).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap()
}

fn field(name: &str, bits: i64, at: i64, lengths: &[i64], strides: &[i64]) -> RecordField {
    let size = ElemSize::new(Bits::new(bits)).unwrap();
    RecordField::new(name, strided(lengths, strides).with_elem(size), Bits::new(at)).unwrap()
}

/// A field of a random record: the width, the padding before it, the stride, and the power of two that is its granularity.
#[derive(Clone, Debug)]
struct RandomField {
    width: i64,
    gap: i64,
    stride: i64,
    per: i64,
}

fn random_field(length: i64) -> impl Strategy<Value = RandomField> {
    (1i64..=64, 0i64..9, 1i64..4, 1..=length).prop_map(|(width, gap, stride, per)| RandomField {
        width,
        gap,
        stride,
        per,
    })
}

/// The fields of a record of `length` elements, one after another; the first two belong to an element.
fn fields_of(length: i64, random: &[RandomField]) -> (Vec<RecordField>, i64) {
    let mut at = 0;
    let mut fields = Vec::new();
    for (number, random) in random.iter().enumerate() {
        let per = if number < 2 { 1 } else { random.per };
        let width = if number < 2 { random.width.min(32) } else { random.width };
        let count = (length + per - 1) / per;
        at += random.gap;
        let name = format!("f{number}");
        fields.push(field(&name, width, at, &[count], &[random.stride]).per(vec![per]));
        at += ((count - 1) * random.stride + 1) * width;
    }
    (fields, (at + 7) / 8)
}

/// Returns the part of a field at an index, by plain arithmetic.
fn expected_part(
    tensor: &RecordTensor,
    field: &RecordField,
    (row, column): (i64, i64),
    record_strides: [i64; 2],
    stride: i64,
) -> BitPart {
    let length = tensor.record().lengths()[0];
    let record = row * record_strides[0] + column / length * record_strides[1];
    let element = column % length / field.granularity().unwrap()[0];
    let width = field.width().bits();
    let within = field.at().get() + element * stride * width.get();
    BitPart { bit: Bits::new(record * tensor.record().size().get() + within), width }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn bits_of_elements_and_owners_of_bits_are_inverse(
        (length, random) in (1i64..20).prop_flat_map(|length| {
            (Just(length), prop::collection::vec(random_field(length), 2..5))
        }),
        rows in 1i64..4,
        blocks in 1i64..4,
        row_gap in 0i64..3,
        is_row_major in any::<bool>(),
    ) {
        let (fields, bytes) = fields_of(length, &random);
        let record = Record::new("r", Bytes::new(bytes), &[length], fields, &["f0", "f1"]).unwrap();
        let strides = if is_row_major { [blocks + row_gap, 1] } else { [1, rows + row_gap] };
        let records = strided(&[rows, blocks], &strides);
        let lengths = [rows, blocks * length];
        let tensor = RecordTensor::new(&lengths, record, &[1], Some(records)).unwrap();
        let bits = tensor.facts().unwrap().bytes.to_bits().unwrap().get();
        let mut owners: Vec<Option<BitOwner>> = vec![None; bits as usize];
        for at in IndexSpace::below(lengths).iter() {
            let index = LogicalIndex::new(at.iter().copied()).unwrap();
            let mut element = Vec::new();
            for (number, random) in random.iter().enumerate() {
                let field = &tensor.record().fields()[number];
                let part = expected_part(&tensor, field, (at[0], at[1]), strides, random.stride);
                let name = format!("f{number}");
                let value = tensor.value(Some(&name)).unwrap();
                prop_assert_eq!(value.parts_at(&index).unwrap(), Some(vec![part]));
                if number < 2 {
                    element.push(part);
                }
                let per = field.granularity().unwrap()[0];
                let block = at[1] / length * length;
                let begin = block + at[1] % length / per * per;
                for bit in 0..part.width.get() {
                    owners[(part.bit.get() + bit) as usize] = Some(BitOwner {
                        field: name.clone(),
                        element: vec![at[1] % length / per],
                        bit: Bits::new(bit),
                        indices: Some(vec![at[0]..at[0] + 1, begin..(begin + per).min(block + length)]),
                    });
                }
            }
            prop_assert_eq!(tensor.parts_at(&index).unwrap(), Some(element));
        }
        let padding = owners.iter().filter(|owner| owner.is_none()).count();
        prop_assert_eq!(tensor.facts().unwrap().padding.get(), padding as i64);
        for (bit, owner) in owners.into_iter().enumerate() {
            let found = tensor.owner_of_bit(FieldBuffer::Records, Bits::new(bit as i64));
            prop_assert_eq!(found.unwrap(), owner, "bit {}", bit);
        }
        for outside in [-1, bits] {
            let found = tensor.owner_of_bit(FieldBuffer::Records, Bits::new(outside));
            prop_assert_eq!(found.unwrap(), None);
        }
    }

    #[test]
    fn record_accepts_exactly_disjoint_fields(
        length in 1i64..6,
        places in prop::collection::vec((1i64..9, 0i64..40, 0i64..4), 1..4),
    ) {
        let mut owners = vec![0; 64];
        let mut is_inside = true;
        let mut fields = Vec::new();
        for (number, &(width, at, stride)) in places.iter().enumerate() {
            fields.push(field(&format!("f{number}"), width, at, &[length], &[stride]).per(vec![1]));
            for bit in (0..length).flat_map(|i| (0..width).map(move |bit| at + i * stride * width + bit)) {
                match owners.get_mut(bit as usize) {
                    Some(owner) => *owner += 1,
                    None => is_inside = false,
                }
            }
        }
        let is_disjoint = owners.iter().all(|&count| count <= 1);
        let record = Record::new("r", Bytes::new(8), &[length], fields, &["f0"]);
        prop_assert_eq!(record.is_ok(), is_inside && is_disjoint, "{:?}", record.err());
    }

    #[test]
    fn bytes_of_bits_hold_them(bit in -(1i64 << 40)..1 << 40, width in 1i64..=64) {
        let read = BitPart { bit: Bits::new(bit), width: Bits::new(width) }.bytes();
        prop_assert_eq!(8 * read.byte.get() + i64::from(read.shift), bit);
        prop_assert!(read.shift < 8 && (1..=9).contains(&read.bytes));
        let last = (bit + width - 1).div_euclid(8);
        prop_assert_eq!(read.byte.get() + i64::from(read.bytes) - 1, last);
    }
}

/// Two nibbles in each of 4 bytes behind a scale of 16 bits.
fn nibbles() -> Vec<RecordField> {
    let quants = strided(&[2, 4], &[1, 2]);
    let mut builder = LayoutBuilder::from_layout(&quants);
    let dims = builder.base_dims().to_vec();
    let merged = builder.apply(crate::transform::Merge, &dims).unwrap();
    let quants = builder.finish(&merged).unwrap().with_elem(ElemSize::new(Bits::new(4)).unwrap());
    vec![
        field("d", 16, 0, &[1], &[1]).per(vec![8]),
        RecordField::new("qs", quants, Bits::new(16)).unwrap().per(vec![1]),
    ]
}

fn show(result: Result<impl std::fmt::Debug, RecordFault>, expected: Expect) {
    let fault = result.unwrap_err();
    let notes = fault.notes.iter().map(|note| format!("\n  note: {note}")).collect::<String>();
    expected.assert_eq(&format!("{:?}: {}{notes}", fault.fields, fault.message));
}

#[test]
fn element_has_one_part_for_each_field() {
    let mut fields = nibbles();
    fields.push(field("qh", 1, 48, &[8], &[1]).per(vec![1]));
    let record = Record::new("q5", Bytes::new(7), &[8], fields, &["qs", "qh"]).unwrap();
    assert_eq!(record.padding(), Bits::ZERO);
    assert_eq!(
        (0..3).map(|at| record.alignment_of(at).unwrap().get()).collect::<Vec<_>>(),
        [8, 4, 1]
    );
    let tensor = RecordTensor::new(&[2, 16], record, &[1], None).unwrap();
    let index = LogicalIndex::new([1, 13]).unwrap();
    let parts = tensor.parts_at(&index).unwrap().unwrap();
    // Record 3 begins at bit 168; index 5 is the upper nibble of byte 1.
    assert_eq!(
        parts.iter().map(|part| part.bit.get()).collect::<Vec<_>>(),
        [168 + 16 + 12, 168 + 53]
    );
    let outside = LogicalIndex::new([1, 16]).unwrap();
    assert_eq!(tensor.parts_at(&outside), Ok(None));
}

#[test]
fn side_field_covers_the_last_block_in_part() {
    let record = Record::new(
        "r",
        Bytes::new(1),
        &[1],
        vec![field("q", 8, 0, &[1], &[1]).per(vec![1])],
        &["q"],
    );
    let byte = ElemSize::new(Bits::new(8)).unwrap();
    let tensor = RecordTensor::new(&[3, 10], record.unwrap(), &[1], None).unwrap();
    let scales = strided(&[2, 3], &[3, 1]).with_elem(byte);
    let tensor = tensor.with_side_field("scale", scales, vec![2, 4]).unwrap();
    let value = tensor.value(Some("scale")).unwrap();
    assert_eq!(value.buffer, FieldBuffer::Own(0));
    let part = value.parts_at(&LogicalIndex::new([2, 9]).unwrap()).unwrap().unwrap()[0];
    assert_eq!(part.bit, Bits::new(40));
    let owner = tensor.owner_of_bit(FieldBuffer::Own(0), Bits::new(47)).unwrap().unwrap();
    assert_eq!((owner.bit.get(), owner.indices), (7, Some(vec![2..3, 8..10])));
    assert_eq!(tensor.owner_of_bit(FieldBuffer::Own(0), Bits::new(48)), Ok(None));
    assert_eq!(tensor.owner_of_bit(FieldBuffer::Own(1), Bits::new(0)), Ok(None));
}

/// Records of 2 x 6 elements along two dims of the tensor, in the other order, with a scale for 2 x 4 of them.
#[test]
fn record_covers_two_dims_of_the_tensor() {
    let quants = field("q", 3, 16, &[2, 6], &[1, 2]).per(vec![1, 1]);
    let scales = field("s", 5, 3, &[1, 2], &[7, 1]).per(vec![2, 4]);
    let record = Record::new("r", Bytes::new(7), &[2, 6], vec![scales, quants], &["q"]).unwrap();
    let tensor = RecordTensor::new(&[12, 3, 4], record, &[2, 0], None).unwrap();
    assert_eq!(tensor.block(), [6, 1, 2]);
    let mut owned = 0;
    for at in IndexSpace::below([12, 3, 4]).iter() {
        let index = LogicalIndex::new(at.iter().copied()).unwrap();
        let record = (at[0] / 6 * 3 + at[1]) * 2 + at[2] / 2;
        let (outer, inner) = (at[2] % 2, at[0] % 6);
        let expected =
            [56 * record + 16 + 3 * (outer + 2 * inner), 56 * record + 3 + 5 * (inner / 4)];
        for (name, bit) in ["q", "s"].into_iter().zip(expected) {
            let value = tensor.value(Some(name)).unwrap();
            let part = value.parts_at(&index).unwrap().unwrap()[0];
            assert_eq!(part.bit.get(), bit, "{name} at {at:?}");
            let owner =
                tensor.owner_of_bit(FieldBuffer::Records, Bits::new(bit + 2)).unwrap().unwrap();
            assert_eq!((&owner.field[..], owner.bit.get()), (name, 2));
            let ranges = owner.indices.unwrap();
            assert!(ranges.iter().zip(&at).all(|(range, at)| range.contains(at)), "{ranges:?}");
            let count: i64 = ranges.iter().map(|range| range.end - range.start).product();
            let of_scale = if inner < 4 { 8 } else { 4 };
            assert_eq!(count, if name == "q" { 1 } else { of_scale });
        }
        owned += 1;
    }
    assert_eq!(owned, 144);
    let facts = tensor.facts().unwrap();
    assert_eq!(
        (facts.records, facts.bytes.get(), facts.padding.get()),
        (12, 84, 12 * (56 - 36 - 10))
    );
}

#[test]
fn adjacent_parts_are_one() {
    let part = |bit, width| BitPart { bit: Bits::new(bit), width: Bits::new(width) };
    assert_eq!(merged_parts(&[part(8, 4), part(12, 2), part(7, 1)]), [part(8, 6), part(7, 1)]);
}

#[test]
fn faults_name_fields_and_numbers() {
    let record = |bytes, fields, elements: &[&str]| {
        Record::new("r", Bytes::new(bytes), &[8], fields, elements)
    };
    show(
        record(5, nibbles(), &["qs"]),
        expect![[
            r#"["qs"]: element [3] of field `qs` has bits 40 to 43, but the record has 40 bits"#
        ]],
    );
    show(
        record(0, nibbles(), &["qs"]),
        expect!["[]: a record must have 1 to 131072 bytes, but has 0"],
    );
    show(
        record(6, nibbles(), &["d"]),
        expect![[r#"["d"]: field `d` is per [8], but the field of an element must be per [1]"#]],
    );
    show(
        record(6, nibbles(), &["q"]),
        expect![[r#"
        ["q"]: the elements name an unknown field `q`
          note: the fields of the record are `d`, `qs`"#]],
    );
    show(record(6, nibbles(), &[]), expect!["[]: the elements must name at least one field"]);
    show(
        record(6, nibbles(), &["qs", "qs"]),
        expect![[r#"["qs"]: the elements name field `qs` twice"#]],
    );
    let with = |field| {
        let mut fields = nibbles();
        fields.push(field);
        fields
    };
    show(
        record(7, with(field("x", 8, 44, &[1], &[1]).per(vec![8])), &["qs"]),
        expect![[r#"["x", "qs"]: fields `qs` and `x` share bit 44 of the record"#]],
    );
    show(
        record(9, with(field("x", 2, 48, &[8], &[0]).per(vec![1])), &["qs"]),
        expect![[r#"["x"]: two elements of field `x` share bit 48 of the record"#]],
    );
    show(
        record(9, with(field("x", 2, 48, &[8], &[1]).per(vec![4])), &["qs"]),
        expect![[r#"["x"]: field `x` has lengths [8], but must have [2], as [8] per [4] has"#]],
    );
    show(
        record(9, with(field("x", 2, 48, &[8], &[1]).per(vec![1, 1])), &["qs"]),
        expect![[
            r#"["x"]: field `x` is per [1, 1], which has 2 dims, but must have 1 as [8] has"#
        ]],
    );
    show(
        record(7, with(field("d", 8, 48, &[1], &[1]).per(vec![8])), &["qs"]),
        expect![[r#"["d"]: the record has two fields `d`"#]],
    );
    show(
        record(80, with(field("x", 62, 48, &[8], &[1]).per(vec![1])), &["qs", "x"]),
        expect![[r#"["x"]: the elements must have 1 to 64 bits, but have 66"#]],
    );
    show(
        record(7, with(field("x", 8, i64::MAX, &[1], &[1]).per(vec![8])), &["qs"]),
        expect![[r#"["x"]: the bit of element [0] of field `x` does not fit 64 bits"#]],
    );
    let wide = strided(&[1], &[1]).with_elem(ElemSize::new(Bits::new(65)).unwrap());
    show(
        RecordField::new("w", wide, Bits::ZERO),
        expect![[r#"["w"]: the element of field `w` must have 1 to 64 bits, but has 65 bits"#]],
    );
    show(
        RecordField::new("w", strided(&[1], &[1]), Bits::ZERO),
        expect![[r#"["w"]: the element size of field `w` is unknown"#]],
    );
    let good = || record(6, nibbles(), &["qs"]).unwrap();
    show(
        good().with_joined("two", &["d", "qs"]),
        expect![[
            r#"["qs", "d"]: joined fields must have the same elements, but `d` has [1] per [8] and `qs` has [8] per [1]"#
        ]],
    );
    show(good().with_joined("d", &["qs"]), expect![[r#"["d"]: the record has two fields `d`"#]]);
    show(
        RecordTensor::new(&[3, 12], good(), &[1], None),
        expect![
            "[]: the length of dim 1 must be a multiple of the 8 elements of a record, but is 12"
        ],
    );
    show(
        RecordTensor::new(&[3, 16], good(), &[2], None),
        expect!["[]: the record covers dim 2, but the tensor has 2 dims"],
    );
    show(
        RecordTensor::new(&[3, 16], good(), &[], None),
        expect!["[]: the record covers [8], which has 1 dims, along 0 dims of the tensor"],
    );
    show(
        RecordTensor::new(&[3, 16], good(), &[1], Some(strided(&[3, 3], &[3, 1]))),
        expect![
            "[]: the layout of the records has lengths [3, 3], but the tensor has [3, 2] records"
        ],
    );
    show(
        RecordTensor::new(&[3, 16], good(), &[1], Some(strided(&[3, 2], &[1, 1]))),
        expect![
            "[]: the layout of the records: two indices share an element slot, so it cannot store a tensor"
        ],
    );
    show(
        RecordTensor::new(&[1 << 60, 16], good(), &[1], None),
        expect![
            "[]: the logical shape must have less than 2^63 elements, but has 1152921504606846976 x 16"
        ],
    );
    show(
        RecordTensor::new(&[1 << 59, 8], good(), &[1], None),
        expect!["[]: 576460752303423488 records of 48 bits must have less than 2^63 bits"],
    );
    let tensor = || RecordTensor::new(&[3, 16], good(), &[1], None).unwrap();
    show(
        tensor().value(Some("x")),
        expect![[r#"
        ["x"]: unknown field `x`
          note: the fields are `d`, `qs`"#]],
    );
    show(
        tensor().with_side_field("d", strided(&[3, 16], &[16, 1]), vec![1, 1]),
        expect![[r#"["d"]: the record has two fields `d`"#]],
    );
    let record = record(7, with(field("raw", 8, 48, &[1], &[1])), &["qs"]).unwrap();
    let tensor = RecordTensor::new(&[16], record, &[0], None).unwrap();
    show(
        tensor.value(Some("raw")),
        expect![[
            r#"["raw"]: field `raw` has no granularity, so no index of the tensor determines its element"#
        ]],
    );
    assert_eq!(
        tensor.owner_of_bit(FieldBuffer::Records, Bits::new(50)).unwrap().unwrap().indices,
        None
    );
}

/// Two tensors of 4 x 16 elements with the fields `q` of 4 bits and `s` of a width, in blocks of other lengths.
fn two_tensors(width: i64, per: i64) -> [RecordTensor; 2] {
    let tensor = |lengths: [i64; 2], per: i64, at: i64, strides: [i64; 2]| {
        let [rows, columns] = lengths;
        let scales = [rows, columns / per];
        let q = field("q", 4, 0, &lengths, &strides).per(vec![1, 1]);
        let s = field("s", width, at, &scales, &[scales[1], 1]).per(vec![1, per]);
        let bytes = (at + scales[0] * scales[1] * width + 7) / 8;
        let record = Record::new("r", Bytes::new(bytes), &lengths, vec![q, s], &["q"]).unwrap();
        RecordTensor::new(&[4, 16], record, &[0, 1], None).unwrap()
    };
    [tensor([1, 8], 4, 32, [8, 1]), tensor([4, 8], per, 128, [1, 4])]
}

/// Returns the bits of a target after the moves of a copy, as the bits of the source that they come from.
fn moved(copy: &RecordCopy) -> std::collections::BTreeMap<i64, i64> {
    let mut found = std::collections::BTreeMap::new();
    for it in &copy.moves {
        let [from, to] = it.bits().unwrap();
        for index in IndexSpace::below(from.shape().static_lengths().unwrap()).iter() {
            let index = LogicalIndex::new(index).unwrap();
            let [from, to] =
                [&from, &to].map(|layout| layout.offset_of(&index).unwrap().unwrap().get());
            assert_eq!(found.insert(to, from), None);
        }
    }
    found
}

#[test]
fn a_copy_moves_the_bits_of_each_element_of_each_field() {
    for width in [3, 8, 16] {
        let [source, target] = two_tensors(width, 4);
        let copy = source.copy_to(&target).unwrap();
        let moved = moved(&copy);
        let mut count = 0;
        for name in ["q", "s"] {
            let [from, to] = [&source, &target].map(|tensor| tensor.value(Some(name)).unwrap());
            for index in IndexSpace::below(vec![4, 16]).iter() {
                let index = LogicalIndex::new(index).unwrap();
                let [from, to] =
                    [&from, &to].map(|value| value.parts_at(&index).unwrap().unwrap()[0]);
                for bit in 0..from.width.get() {
                    assert_eq!(moved.get(&(to.bit.get() + bit)), Some(&(from.bit.get() + bit)));
                    count += 1;
                }
            }
        }
        assert_eq!(count, 4 * 16 * (4 + width));
        assert_eq!(moved.len() as i64, 4 * 16 * 4 + 4 * 4 * width, "no other bits");
        // Elements of 4 bits in the order of columns are not whole bytes on both sides.
        let plans: Vec<bool> = copy.moves.iter().map(|it| it.plan.is_some()).collect();
        assert_eq!(plans, [false, width % 8 == 0]);
    }
}

#[test]
fn equal_records_move_whole() {
    let [source, _] = two_tensors(8, 4);
    let copy = source.copy_to(&source).unwrap();
    assert_eq!(copy.moves.len(), 1);
    assert_eq!(copy.moves[0].field, None);
    assert!(copy.moves[0].plan.as_ref().is_some_and(|plan| plan.is_identity()));
}

#[test]
fn fields_with_other_granularities_are_refused() {
    let [source, target] = two_tensors(8, 2);
    let fault = source.copy_to(&target).unwrap_err();
    expect!["field `s` is per [1, 4] in the source, but per [1, 2] in the target"]
        .assert_eq(&fault.message);
}
