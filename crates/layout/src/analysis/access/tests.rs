//! Access analysis of tiles with known figures, and comparison with a naive count.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::normal::{MixedRadix, RadixDigit};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{Bits, Dim, DimId, ElemSize, Elems, IndexSpace, LogicalIndex};
use crate::stride::AddressError;
use crate::transform::{
    Embed, Insert, Merge, Offset, Pad, PassThrough, Slice, Transform, Unmerge, Xor,
};

fn dim(number: usize) -> Dim {
    Dim::new(number).unwrap()
}

fn access(dims: &[usize], lanes: i64, bits: i64) -> Access {
    let elem = ElemSize::new(Bits::new(bits)).unwrap();
    let dims = dims.iter().map(|&number| dim(number)).collect();
    Access { dims, lanes, banks: 32, bank_bytes: 4, elem }
}

fn plain(lengths: &[i64], strides: &[i64]) -> Layout {
    let builder = LayoutBuilder::strided(lengths, strides, 0).unwrap();
    let dims = builder.base_dims().to_vec();
    builder.finish(&dims).unwrap()
}

/// Returns the degree, and the transactions of 32 and of 128 bytes, of the worst group.
fn figures(layout: &Layout, access: &Access) -> (u64, u64, u64) {
    let report = analyze(layout, access).unwrap();
    (report.degree, report.sectors.most, report.lines.most)
}

fn found(layout: &Layout, access: &Access) -> Vec<Change> {
    let report = analyze(layout, access).unwrap();
    let search = suggest(layout, access, &report).unwrap();
    assert!(search.is_complete);
    search.found.iter().map(|suggestion| suggestion.change).collect()
}

fn pad(dim: usize, by: i64) -> Change {
    Change::Pad(crate::space::MemDim::new(dim).unwrap(), by)
}

fn xor(row: usize, column: usize, rows: i64, unit: i64) -> Change {
    Change::Xor(Swizzle { row: dim(row), column: dim(column), rows, unit })
}

#[test]
fn tile_has_conflicts_by_column_and_none_by_row() {
    let tile = plain(&[32, 32], &[32, 1]);
    assert_eq!(figures(&tile, &access(&[1], 32, 32)), (1, 4, 1));
    assert_eq!(figures(&tile, &access(&[0], 32, 32)), (32, 32, 32));
    let report = analyze(&tile, &access(&[0], 32, 32)).unwrap();
    assert_eq!((report.groups, report.all_groups), (32, 32));
    assert_eq!((report.sectors.ideal, report.lines.ideal), (4, 1));
    assert_eq!((report.sectors.total, report.lines.total), (1024, 1024));
    assert_eq!(report.worst_at, LogicalIndex::new([0, 0]).unwrap());
    assert_eq!(figures(&plain(&[32, 32], &[33, 1]), &access(&[0], 32, 32)).0, 1);
    assert_eq!(found(&tile, &access(&[0], 32, 32)), [xor(0, 1, 1, 1), pad(0, 1)]);
    assert_eq!(found(&tile, &access(&[1], 32, 32)), []);
}

#[test]
fn lanes_of_two_dims_are_mixed_radix_numbers() {
    // Two rows of 16 lanes. A row has 128 elements, so both rows use the same banks.
    let tile = plain(&[8, 128], &[128, 1]);
    assert_eq!(figures(&tile, &access(&[0, 1], 32, 32)).0, 1);
    let tile = plain(&[8, 8, 16], &[128, 16, 1]);
    assert_eq!(figures(&tile, &access(&[0, 2], 32, 32)), (2, 4, 2));
    // By column first, lanes 0 to 7 step through d0: banks 0 to 3 have 8 words each.
    assert_eq!(figures(&tile, &access(&[2, 0], 32, 32)).0, 8);
}

#[test]
fn word_is_broadcast_to_all_lanes() {
    let row = plain(&[32, 32], &[0, 1]);
    assert_eq!(figures(&row, &access(&[0], 32, 32)), (1, 1, 1));
    // Two elements of 16 bits share a word.
    assert_eq!(figures(&plain(&[32], &[1]), &access(&[0], 32, 16)), (1, 2, 1));
    assert_eq!(figures(&plain(&[64], &[1]), &access(&[0], 64, 4)), (1, 1, 1));
}

#[test]
fn wide_elements_are_served_in_phases() {
    let row = plain(&[64], &[1]);
    assert_eq!(figures(&row, &access(&[0], 64, 32)), (1, 8, 2));
    assert_eq!(figures(&row, &access(&[0], 32, 64)), (1, 8, 2));
    assert_eq!(figures(&row, &access(&[0], 32, 128)), (1, 16, 4));
    let column = plain(&[32, 32], &[32, 1]);
    assert_eq!(figures(&column, &access(&[0], 32, 64)).0, 16);
    assert_eq!(figures(&column, &access(&[0], 32, 128)).0, 8);
}

#[test]
fn padding_of_16_bit_elements_is_one_word() {
    let tile = plain(&[64, 64], &[64, 1]);
    assert_eq!(figures(&tile, &access(&[0], 32, 16)).0, 32);
    assert_eq!(figures(&plain(&[64, 64], &[65, 1]), &access(&[0], 32, 16)).0, 2);
    // Columns stay together in pairs, which share a word.
    assert_eq!(found(&tile, &access(&[0], 32, 16)), [xor(0, 1, 1, 2), pad(0, 2)]);
    // Two rows of 16 words share a bank row, and two columns share a bank: the two effects cancel out.
    let narrow = plain(&[32, 32], &[32, 1]);
    assert_eq!(figures(&narrow, &access(&[0], 32, 16)).0, 16);
    assert_eq!(found(&narrow, &access(&[0], 32, 16)), [xor(0, 1, 1, 1), pad(0, 2)]);
    // Four rows of 8 words share a bank row, so they share a pattern.
    let narrow = plain(&[32, 8], &[8, 1]);
    assert_eq!(found(&narrow, &access(&[0], 32, 32)), [xor(0, 1, 4, 1), pad(0, 1)]);
}

/// Returns the layout of A in the shared memory of CK's first GEMM: K in blocks of 8, each block with a row for every
/// M.
fn gemm_lds(block_stride: i64) -> Layout {
    let mut builder = LayoutBuilder::strided(&[4, 256, 8], &[block_stride, 8, 1], 0).unwrap();
    let &[runs, m, within] = builder.base_dims() else { panic!() };
    let m = builder.apply(PassThrough, &[m]).unwrap()[0];
    let k = builder.apply(Merge, &[runs, within]).unwrap()[0];
    builder.finish(&[m, k]).unwrap()
}

#[test]
fn search_finds_the_padding_of_ck() {
    let along_k = access(&[1], 32, 16);
    assert_eq!(figures(&gemm_lds(256 * 8), &along_k).0, 4);
    assert_eq!(figures(&gemm_lds((256 + 1) * 8), &along_k).0, 1);
    // CK's newer pipelines permute M by the block of K instead.
    assert_eq!(found(&gemm_lds(256 * 8), &along_k), [xor(1, 0, 8, 1), pad(0, 8)]);
}

#[test]
fn padding_that_aligns_is_reported_as_alignment() {
    // With rows of 65 16-bit elements, two rows start in the same word or share a bank.
    let rows = plain(&[32, 65], &[65, 1]);
    let lanes = access(&[0], 32, 16);
    assert_eq!(figures(&rows, &lanes).0, 2);
    let row = crate::space::MemDim::new(0).unwrap();
    assert_eq!(found(&rows, &lanes), [Change::Align(row, 2)]);
}

#[test]
fn suggestions_print_as_ops() {
    let lanes = access(&[0], 32, 16);
    let tile = plain(&[64, 64], &[64, 1]);
    let search = suggest(&tile, &lanes, &analyze(&tile, &lanes).unwrap()).unwrap();
    let texts: Vec<String> = search.found.iter().map(|found| found.text("x")).collect();
    expect_test::expect![[r#"
        layout.descriptor @swizzled {
          %d0, %d1 = layout.from @x
          %column, %column_rest = layout.unmerge %d1 into [32, 2]
          %row_x, %column_x = layout.xor %d0, %column
          %column_y = layout.merge %column_x, %column_rest
          layout.yield %row_x, %column_y
        }
        strides = [66, 1]"#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn search_does_not_permute_padded_or_shared_elements() {
    let mut builder = LayoutBuilder::packed(&[32, 30]).unwrap();
    let &[row, column] = builder.base_dims() else { panic!() };
    let column = builder.apply(Pad { low: 0, high: 2 }, &[column]).unwrap()[0];
    let tile = builder.finish(&[row, column]).unwrap();
    let lanes = access(&[0], 32, 32);
    assert_eq!(figures(&tile, &lanes).0, 2);
    assert_eq!(found(&tile, &lanes), [pad(0, 1)]);
    let shared = plain(&[32, 32], &[32, 0]);
    assert_eq!(found(&shared, &access(&[0], 32, 32)), []);
}

#[test]
fn search_is_empty_if_no_change_helps() {
    let one = plain(&[32], &[32]);
    assert_eq!(figures(&one, &access(&[0], 32, 32)).0, 32);
    assert_eq!(found(&one, &access(&[0], 32, 32)), []);
    // Overlapping rows, whose strides must not change.
    let windows = plain(&[32, 64], &[32, 1]);
    assert_eq!(found(&windows, &access(&[0], 32, 32)), []);
}

#[test]
fn invalid_accesses_are_rejected() {
    let tile = plain(&[4, 4], &[4, 1]);
    let refused = |dims: &[usize], lanes| analyze(&tile, &access(dims, lanes, 32)).unwrap_err();
    assert_eq!(refused(&[], 32), AccessError::NoDims);
    assert_eq!(refused(&[2], 32).to_string(), "invalid dim d2: the layout has 2 logical dims");
    assert_eq!(refused(&[1, 1], 32), AccessError::Twice(dim(1)));
    assert_eq!(
        refused(&[0], 0).to_string(),
        "the number of lanes must be within 1 to 1024, but is 0"
    );
    let far = plain(&[2], &[i64::MAX]);
    let error = analyze(&far, &access(&[0], 32, 32)).unwrap_err();
    assert_eq!(error, AccessError::Address(AddressError::Overflow));
}

#[test]
fn analysis_is_limited_to_the_first_groups() {
    let large = plain(&[1 << 20, 1 << 20], &[1 << 20, 1]);
    let report = analyze(&large, &access(&[1], 32, 32)).unwrap();
    assert_eq!((report.groups, report.all_groups), (1 << 15, 1 << 35));
    assert_eq!(report.degree, 1);
}

/// Returns the least padding of a matrix's rows, computed from the definition alone.
fn least_padding(rows: i64, columns: i64, lanes: i64, bytes: i64) -> Option<i64> {
    (0..128 / bytes).find(|by| {
        (0..columns).all(|column| {
            (0..rows).step_by(lanes as usize).all(|first| {
                let mut words: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
                for row in first..rows.min(first + lanes) {
                    let word = (row * (columns + by) + column) * bytes / 4;
                    words.entry(word % 32).or_default().insert(word);
                }
                words.values().all(|words| words.len() == 1)
            })
        })
    })
}

#[test]
fn suggested_padding_is_the_least() {
    for (rows, columns) in [(32, 32), (32, 24), (16, 40), (8, 64), (20, 48), (48, 30), (7, 33)] {
        for bytes in [1, 2, 4] {
            let tile = plain(&[rows, columns], &[columns, 1]);
            let lanes = access(&[0], 32, 8 * bytes);
            let search = suggest(&tile, &lanes, &analyze(&tile, &lanes).unwrap()).unwrap();
            let padded = search.found.iter().find(|it| !matches!(it.change, Change::Xor(_)));
            let by = padded.map(|it| it.extra.get() / rows);
            let least = least_padding(rows, columns, 32, bytes).filter(|&by| by > 0);
            assert_eq!(by, least, "{rows} x {columns}, {bytes} bytes");
        }
    }
}

/// Returns the report by its definition: every index is assigned to its group, every touched bit to a set.
fn naive(layout: &Layout, access: &Access) -> (u64, [Transactions; 2]) {
    let lengths: Vec<i64> = layout.shape().values().map(|len| len.get().unwrap()).collect();
    let mut groups: BTreeMap<(Vec<i64>, i64), Vec<_>> = BTreeMap::new();
    for index in IndexSpace::below(lengths.iter().copied()).iter() {
        let lane = access
            .dims
            .iter()
            .fold(0, |lane, dim| lane * lengths[dim.index()] + index[dim.index()]);
        let mut other = index.clone();
        access.dims.iter().for_each(|dim| other[dim.index()] = 0);
        let group = groups.entry((other, lane / access.lanes)).or_default();
        let offset = layout.offset_of(&LogicalIndex::new(index).unwrap()).unwrap();
        group.extend(offset.map(|offset| (lane % access.lanes, offset.get())));
    }
    let mut degree = 0;
    let mut transactions = [Transactions::default(); 2];
    for lanes in groups.values() {
        degree = degree.max(naive_degree(lanes, access));
        for (transactions, bytes) in transactions.iter_mut().zip([32, 128]) {
            let touched: BTreeSet<i64> = lanes.iter().flat_map(|&it| bits_of(it, access)).collect();
            let segments: BTreeSet<i64> =
                touched.iter().map(|bit| bit.div_euclid(8 * bytes)).collect();
            let count = segments.len() as u64;
            transactions.total += count;
            if count > transactions.most {
                transactions.most = count;
                transactions.ideal = (touched.len() as u64).div_ceil(8 * bytes as u64);
            }
        }
    }
    (degree, transactions)
}

fn bits_of((_, offset): (i64, i64), access: &Access) -> impl Iterator<Item = i64> + use<> {
    let bits = access.elem.bits().get();
    offset * bits..(offset + 1) * bits
}

fn naive_degree(lanes: &[(i64, i64)], access: &Access) -> u64 {
    // A phase has as many lanes as there are banks, divided by the words that an element needs.
    let needed = access.elem.bits().to_bytes_up().unwrap().get() as u64;
    let needed = needed.div_ceil(access.bank_bytes as u64) as i64;
    let phase = (1..=access.banks).rev().find(|lanes| lanes * needed <= access.banks).unwrap_or(1);
    let mut wanted: BTreeMap<(i64, i64), BTreeSet<i64>> = BTreeMap::new();
    for &lane in lanes {
        for bit in bits_of(lane, access) {
            let word = bit.div_euclid(8 * access.bank_bytes);
            let bank = word.rem_euclid(access.banks);
            wanted.entry((lane.0 / phase, bank)).or_default().insert(word);
        }
    }
    wanted.values().map(|words| words.len() as u64).max().unwrap_or(0)
}

/// Generates memory of up to three dims, nested in some order or not nested.
fn memory() -> impl Strategy<Value = LayoutBuilder> {
    let lengths = prop::collection::vec(prop::sample::select(vec![1i64, 2, 3, 4, 5, 8, 16]), 1..=3);
    let nested = lengths.clone().prop_flat_map(|lengths| {
        let gaps = prop::collection::vec(prop::sample::select(vec![0i64, 0, 1, 3]), lengths.len());
        let order = Just((0..lengths.len()).collect::<Vec<_>>()).prop_shuffle();
        (Just(lengths), gaps, order).prop_map(|(lengths, gaps, order)| {
            let mut strides = vec![0; lengths.len()];
            let mut inner = 1;
            for (&dim, gap) in order.iter().zip(gaps) {
                strides[dim] = inner + gap;
                inner = strides[dim] * lengths[dim];
            }
            (lengths, strides)
        })
    });
    let any = lengths.prop_flat_map(|lengths| {
        let strides = prop::collection::vec(-20..40i64, lengths.len());
        (Just(lengths), strides)
    });
    (prop_oneof![3 => nested, 1 => any], -9..9i64).prop_map(|((lengths, strides), offset)| {
        LayoutBuilder::strided(&lengths, &strides, offset).unwrap()
    })
}

/// Generates layouts from numbered transforms over numbered dims. Transforms that do not fit are skipped.
fn layouts() -> impl Strategy<Value = Layout> {
    let steps = prop::collection::vec((0..9u8, 0..8usize, 0..8usize), 0..=4);
    (memory(), steps).prop_filter_map("a fault", |(mut builder, steps)| {
        let mut dims = builder.base_dims().to_vec();
        for (kind, a, b) in steps {
            step(&mut builder, &mut dims, kind, a, b);
        }
        let layout = builder.finish(&dims).ok()?;
        let count: i64 = layout.shape().values().map(|len| len.get().unwrap()).product();
        (count <= 2048 && !dims.is_empty()).then_some(layout)
    })
}

fn step(builder: &mut LayoutBuilder, dims: &mut Vec<DimId>, kind: u8, a: usize, b: usize) {
    let at = a % dims.len();
    let length = builder.length(dims[at]).get().unwrap();
    let by = (b % 3) as i64;
    let transform: Transform = match kind {
        0 => Pad { low: by, high: 1 }.into(),
        1 => Slice { begin: by.min(length - 1), end: length }.into(),
        2 if length % 2 == 0 => Unmerge { lengths: vec![length / 2, 2] }.into(),
        3 => Embed { lengths: vec![length.min(2), length / 2 + 1], strides: vec![1, 1] }.into(),
        4 => Offset { by: 0 }.into(),
        5 if dims.len() > 1 => {
            let first = dims.remove(at);
            let second = dims.remove(b % dims.len());
            let whole = builder.apply(Merge, &[first, second]).unwrap()[0];
            return dims.insert(a % (dims.len() + 1), whole);
        }
        6 if dims.len() > 1 && at != b % dims.len() => {
            let other = b % dims.len();
            if let Ok(permuted) = builder.apply(Xor, &[dims[at], dims[other]]) {
                (dims[at], dims[other]) = (permuted[0], permuted[1]);
            }
            return;
        }
        7 => {
            let new = builder.apply(Insert { length: 2 }, &[]).unwrap()[0];
            return dims.insert(at, new);
        }
        _ => PassThrough.into(),
    };
    if let Ok(results) = builder.apply(transform, &[dims[at]]) {
        dims.splice(at..=at, results);
    }
}

/// Generates dims by number, modulo the rank, and element sizes of several per bank word, one, or a part.
fn accesses() -> impl Strategy<Value = Access> {
    let dims = prop::collection::vec(0..4usize, 1..=2);
    let bits = prop::sample::select(vec![1i64, 4, 8, 16, 32, 64, 96, 128]);
    let banks = prop::sample::select(vec![4i64, 8, 16, 32]);
    let bank_bytes = prop::sample::select(vec![4i64, 4, 8]);
    (dims, 1..40i64, bits, banks, bank_bytes).prop_map(|(dims, lanes, bits, banks, bank_bytes)| {
        Access { banks, bank_bytes, ..access(&dims, lanes, bits) }
    })
}

fn fitted(layout: &Layout, access: Access) -> Access {
    let rank = layout.shape().len();
    let dims: BTreeSet<Dim> = access.dims.iter().rev().map(|it| dim(it.index() % rank)).collect();
    Access { dims: dims.into_iter().rev().collect(), ..access }
}

fn offsets(layout: &Layout) -> Vec<Option<i64>> {
    let lengths: Vec<i64> = layout.shape().values().map(|len| len.get().unwrap()).collect();
    let offset = |index| layout.offset_of(&LogicalIndex::new(index).unwrap()).unwrap();
    IndexSpace::below(lengths).iter().map(|index| offset(index).map(Elems::get)).collect()
}

/// Returns, by index, the first index with the same element; `None` where there is no element.
fn sharing(offsets: &[Option<i64>]) -> Vec<Option<usize>> {
    let first = |offset: &Option<i64>| offsets.iter().position(|other| other == offset);
    offsets.iter().map(|offset| offset.and_then(|_| first(offset))).collect()
}

proptest! {
    #[test]
    fn report_agrees_with_the_definition(layout in layouts(), access in accesses()) {
        let access = fitted(&layout, access);
        let report = analyze(&layout, &access).unwrap();
        prop_assert_eq!(report.groups, report.all_groups);
        let (degree, [sectors, lines]) = naive(&layout, &access);
        prop_assert_eq!((report.degree, report.sectors.total), (degree, sectors.total));
        prop_assert_eq!((report.sectors.most, report.lines.most), (sectors.most, lines.most));
        prop_assert_eq!(report.lines.total, lines.total);
        prop_assert_eq!(report.sectors.ideal <= report.sectors.most, true);
    }

    #[test]
    fn suggestions_remove_all_conflicts(layout in layouts(), access in accesses()) {
        let access = fitted(&layout, access);
        let report = analyze(&layout, &access).unwrap();
        let old = offsets(&layout);
        let size = |offsets: &[Option<i64>]| offsets.iter().flatten().max().map_or(0, |max| max + 1);
        for found in suggest(&layout, &access, &report).unwrap().found {
            prop_assert!(report.degree > 1);
            prop_assert_eq!((naive(&found.layout, &access).0, found.degree), (1, 1));
            let new = offsets(&found.layout);
            prop_assert_eq!(sharing(&old), sharing(&new));
            let allocation = layout.physical().allocation().unwrap().get();
            prop_assert!(size(&new) <= allocation.max(size(&old)) + found.extra.get());
            if matches!(found.change, Change::Xor(_)) {
                prop_assert_eq!(found.extra, Elems::ZERO);
                prop_assert_eq!(old.iter().collect::<BTreeSet<_>>(), new.iter().collect());
            }
        }
    }
}

/// Returns a random packed tile whose lengths are powers of two, with dims in a random order, and a random xor if there
/// are two dims.
fn random_tile(random: &mut testkit::Random, bits: usize) -> Layout {
    let mut lengths = vec![1; 1 + random.index(4)];
    for _ in 0..bits {
        let at = random.index(lengths.len());
        lengths[at] *= 2;
    }
    let mut strides = vec![0; lengths.len()];
    let mut block = 1;
    for at in random.permutation(lengths.len()) {
        strides[at] = block;
        block *= lengths[at];
    }
    let mut builder = LayoutBuilder::strided(&lengths, &strides, 0).unwrap();
    let mut dims = builder.base_dims().to_vec();
    if dims.len() > 1 && random.index(2) == 0 {
        let results = builder.apply(Xor, &[dims[0], dims[1]]).unwrap();
        dims.splice(..2, results);
    }
    builder.finish(&dims).unwrap()
}

fn random_access(random: &mut testkit::Random, layout: &Layout, elem: ElemSize) -> Access {
    let mut dims = random.permutation(layout.shape().len());
    dims.truncate(1 + random.index(dims.len()));
    let dims = dims.into_iter().map(dim).collect();
    Access { dims, lanes: 8, banks: 4, bank_bytes: 4, elem }
}

/// Returns the least greatest degree of all choices of bank functions, by enumeration. The words of an element are one.
fn least_degree(words: &[Vec<u64>], size: usize, banks: usize) -> u64 {
    let mut least = u64::MAX;
    let mut functions = vec![0u64; banks];
    loop {
        let bank = |word: u64| -> Vec<u32> {
            functions.iter().map(|it| (it & word).count_ones() % 2).collect()
        };
        let onto: BTreeSet<Vec<u32>> = (0..1 << size).map(bank).collect();
        if onto.len() == 1 << banks {
            let degree = |words: &Vec<u64>| {
                let mut counts: BTreeMap<Vec<u32>, BTreeSet<u64>> = BTreeMap::new();
                for &word in words {
                    counts.entry(bank(word)).or_default().insert(word);
                }
                counts.values().map(|words| words.len() as u64).max().unwrap_or(0)
            };
            least = least.min(words.iter().map(degree).max().unwrap_or(0));
        }
        let Some(next) = functions.iter().position(|&it| it + 1 < 1 << size) else { return least };
        functions[..next].fill(0);
        functions[next] += 1;
    }
}

#[test]
fn linear_swizzle_has_the_least_degree_of_all() {
    let mut random = testkit::Random::new(1);
    let (mut compared, mut conflicts) = (0, 0);
    for _ in 0..300 {
        let bits = 2 + random.index(5);
        let layout = random_tile(&mut random, bits);
        let elem = ElemSize::new(Bits::new(random.choose(&[8, 16, 32, 64]))).unwrap();
        let accesses: Vec<Access> =
            (0..1 + random.index(9)).map(|_| random_access(&mut random, &layout, elem)).collect();
        let swizzle = linear_swizzle(&layout, &accesses).unwrap().unwrap();
        assert!(swizzle.is_least, "{layout:?} {accesses:?}");
        assert_eq!(swizzle.layout.is_injective(), Ok(true));
        assert_eq!(swizzle.layout.allocation(), layout.allocation());
        for (access, &degree) in accesses.iter().zip(&swizzle.degrees) {
            assert_eq!(analyze(&swizzle.layout, access).unwrap().degree, degree, "{access:?}");
            conflicts += usize::from(analyze(&layout, access).unwrap().degree > degree);
        }
        for (bound, degree) in swizzle.bounds.iter().zip(&swizzle.degrees) {
            assert!(bound <= degree);
            assert!(accesses.len() > 2 || bound == degree);
        }
        // The words of the first phase of each access, from evaluation.
        let elem_bits = elem.bits().get();
        let (within, size) = (
            (32 / elem_bits).max(1),
            (bits as i64 - (32 / elem_bits).max(1).ilog2() as i64).max(0),
        );
        let banks = (if elem_bits > 32 { 1 } else { 2 }).min(size as usize);
        if size > 4 {
            continue;
        }
        let words = |access: &Access| {
            let mut words = Vec::new();
            let space = IndexSpace::below(
                access.dims.iter().map(|&dim| layout.shape()[dim].get().unwrap()),
            );
            for digits in space.iter().take(access.phase().min(access.lanes) as usize) {
                let mut index = vec![0; layout.shape().len()];
                access.dims.iter().zip(digits).for_each(|(dim, digit)| index[dim.index()] = digit);
                let offset = layout.offset_of(&LogicalIndex::new(index).unwrap()).unwrap().unwrap();
                words.push((offset.get() / within).unsigned_abs());
            }
            words
        };
        let words: Vec<Vec<u64>> = accesses.iter().map(words).collect();
        let least = least_degree(&words, size as usize, banks);
        assert_eq!(swizzle.degrees.iter().copied().max(), Some(least), "{layout:?} {accesses:?}");
        compared += 1;
    }
    assert!(compared > 100 && conflicts > 100, "{compared} {conflicts}");
}

#[test]
fn linear_swizzle_is_proven_least_above_the_bound() {
    // Each pair of the four bits of the word number must differ in two bank bits, but only three functions do.
    let tile = plain(&[2, 2, 2, 2], &[8, 4, 2, 1]);
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let accesses = pairs.map(|dims| Access { banks: 4, ..access(&dims, 4, 32) });
    let swizzle = linear_swizzle(&tile, &accesses).unwrap().unwrap();
    assert_eq!((swizzle.degrees.iter().max(), swizzle.bounds.iter().max()), (Some(&2), Some(&1)));
    assert!(swizzle.is_least);
    let five = linear_swizzle(&tile, &accesses[..5]).unwrap().unwrap();
    assert_eq!((&five.degrees[..], five.is_least), (&[1, 1, 1, 1, 1][..], true));
}

#[test]
fn linear_swizzle_serves_a_write_by_rows_and_a_read_by_columns() {
    // 16-bit elements, so that two columns share a word.
    let tile = plain(&[64, 64], &[64, 1]);
    let (write, read) = (access(&[1], 32, 16), access(&[0], 32, 16));
    assert_eq!((figures(&tile, &write).0, figures(&tile, &read).0), (1, 32));
    let swizzle = linear_swizzle(&tile, &[write, read]).unwrap().unwrap();
    assert_eq!((&swizzle.degrees[..], swizzle.is_least), (&[1, 1][..], true));
    // The lanes of a phase may not differ in an odd digit.
    let tile = plain(&[48, 64], &[64, 1]);
    assert!(linear_swizzle(&tile, &[access(&[0], 32, 32)]).unwrap().is_none());
    // An odd digit between the bits stays in place, if all banks are below it.
    let tile = plain(&[64, 96], &[96, 1]);
    let swizzle = linear_swizzle(&tile, &[access(&[0], 32, 32)]).unwrap().unwrap();
    assert_eq!((&swizzle.degrees[..], swizzle.is_least), (&[1][..], true));
    let tile = plain(&[64, 48], &[48, 1]);
    assert!(linear_swizzle(&tile, &[access(&[0], 32, 32)]).unwrap().is_none());
}

#[test]
fn linear_swizzle_keeps_odd_digits_above_the_bits() {
    let tile = plain(&[96, 64], &[64, 1]);
    let (write, read) = (access(&[1], 32, 32), access(&[0], 32, 32));
    let swizzle = linear_swizzle(&tile, &[write.clone(), read.clone()]).unwrap().unwrap();
    assert_eq!((&swizzle.degrees[..], swizzle.is_least), (&[1, 1][..], true));
    for access in [write, read] {
        assert_eq!(
            (figures(&tile, &access).0 > 1, figures(&swizzle.layout, &access).0),
            (access.dims[0].index() == 0, 1)
        );
    }
    assert_eq!(swizzle.layout.is_injective(), Ok(true));
    assert_eq!(swizzle.layout.allocation(), tile.allocation());
    let mut random = testkit::Random::new(2);
    let mut found = 0;
    for _ in 0..200 {
        // A tile of bits, and odd digits above them in any order.
        let bits = 2 + random.index(4);
        let tile = random_tile(&mut random, bits);
        let mut slots = 1 << bits;
        let rank = tile.shape().len();
        let odd: Vec<i64> = (0..rank).map(|_| random.choose(&[1, 1, 3, 5])).collect();
        let Some(modes) = tile.modes() else { continue };
        let mut form = modes;
        for dim in random.permutation(rank) {
            form.dims[dim].push(RadixDigit { length: odd[dim], stride: slots });
            slots *= odd[dim];
        }
        let layout = MixedRadix::of_modes(form.offset, form.dims).unwrap().layout(None).unwrap();
        let elem = ElemSize::new(Bits::new(32)).unwrap();
        let accesses: Vec<Access> =
            (0..1 + random.index(3)).map(|_| random_access(&mut random, &tile, elem)).collect();
        let Some(swizzle) = linear_swizzle(&layout, &accesses).unwrap() else { continue };
        found += usize::from(odd.iter().any(|&it| it > 1));
        assert_eq!(swizzle.layout.is_injective(), Ok(true));
        assert_eq!(swizzle.layout.allocation(), layout.allocation());
        for (access, &degree) in accesses.iter().zip(&swizzle.degrees) {
            assert_eq!(analyze(&swizzle.layout, access).unwrap().degree, degree, "{access:?}");
        }
    }
    assert!(found > 40, "{found}");
}

/// Returns a random packed tile of bits and odd digits in any order, over dims that have the digits in any order.
fn random_mixed_tile(random: &mut testkit::Random) -> Layout {
    let mut dims = vec![Vec::new(); 1 + random.index(3)];
    let mut slots = 1;
    for _ in 0..4 + random.index(5) {
        let length = random.choose(&[2, 2, 2, 2, 3, 5]);
        let dim = random.index(dims.len());
        let place = random.index(dims[dim].len() + 1);
        dims[dim].insert(place, RadixDigit { length, stride: slots });
        slots *= length;
    }
    MixedRadix::of_modes(0, dims).unwrap().layout(None).unwrap()
}

#[test]
fn linear_swizzle_keeps_odd_digits_between_the_bits() {
    let mut random = testkit::Random::new(3);
    let (mut found, mut conflicts) = (0, 0);
    for _ in 0..400 {
        let mut layout = random_mixed_tile(&mut random);
        let elem = ElemSize::new(Bits::new(random.choose(&[16, 32]))).unwrap();
        // The second swizzle is one of a map that is not diagonal.
        for _ in 0..2 {
            let accesses: Vec<Access> = (0..1 + random.index(2))
                .map(|_| Access {
                    lanes: random.choose(&[2, 4]),
                    banks: random.choose(&[2, 4]),
                    ..random_access(&mut random, &layout, elem)
                })
                .collect();
            let accesses: Vec<Access> = accesses
                .iter()
                .map(|it| Access { lanes: it.lanes, banks: accesses[0].banks, ..it.clone() })
                .collect();
            let Some(swizzle) = linear_swizzle(&layout, &accesses).unwrap() else { break };
            found += 1;
            assert_eq!(swizzle.layout.is_injective(), Ok(true));
            assert_eq!(swizzle.layout.offset_range(), layout.offset_range());
            for (access, &degree) in accesses.iter().zip(&swizzle.degrees) {
                let own = analyze(&swizzle.layout, access).unwrap().degree;
                assert_eq!(own, degree, "{layout:?} {accesses:?}");
                conflicts += usize::from(analyze(&layout, access).unwrap().degree > degree);
            }
            layout = swizzle.layout;
        }
    }
    assert!(found > 200 && conflicts > 50, "{found} {conflicts}");
}
