//! Transforms over symbols, compared with the same transforms over numbers for all values.

use super::enumeration::{COUNT, Tally};
use super::{each_index, each_value, exprs, random_symbols, symbols, text};
use layoutc_layout::transform::{
    CyclicShift, Embed, Freeze, Insert, Merge, Modulo, Offset, Pad, PassThrough, Replicate, Slice,
    Transform, Unmerge, Xor,
};
use layoutc_layout::{
    Decider, DimId, Layout, LayoutBuilder, LayoutFault, LogicalIndex, SymExpr, SymbolSet,
    SymbolicBuilder, SymbolicFault, SymbolicLayout, SymbolicTransform,
};
use testkit::Random;

/// A transform with the numbers of its operand dims.
type Step = (SymbolicTransform, Vec<DimId>);

/// A base with steps above it.
struct Pipeline {
    set: SymbolSet,
    lengths: Vec<SymExpr>,
    align: i64,
    steps: Vec<Step>,
    logical: Vec<DimId>,
}

/// Returns the transform of numbers.
fn with_numbers(transform: &SymbolicTransform, values: &[i64]) -> Transform {
    use SymbolicTransform as T;
    let one = |expr: &SymExpr| i64::try_from(expr.eval(values, &[]).unwrap()).unwrap();
    let all = |exprs: &[SymExpr]| exprs.iter().map(one).collect::<Vec<i64>>();
    match transform {
        T::CyclicShift(by) => CyclicShift { by: one(by) }.into(),
        T::Embed(lengths, strides) => Embed { lengths: all(lengths), strides: all(strides) }.into(),
        T::Freeze(at) => Freeze { at: one(at) }.into(),
        T::Insert(length) => Insert { length: one(length) }.into(),
        T::Merge => Merge.into(),
        T::Modulo(by, length) => Modulo { modulus: one(by), length: one(length) }.into(),
        T::Offset(by) => Offset { by: one(by) }.into(),
        T::Pad(low, high) => Pad { low: one(low), high: one(high) }.into(),
        T::PassThrough => PassThrough.into(),
        T::Replicate(lengths) => Replicate { lengths: all(lengths) }.into(),
        T::Slice(begin, end) => Slice { begin: one(begin), end: one(end) }.into(),
        T::Unmerge(lengths) => Unmerge { lengths: all(lengths) }.into(),
        T::Xor => Xor.into(),
        _ => panic!("{} is unknown", transform.name()),
    }
}

impl Pipeline {
    /// Returns the layout of numbers.
    fn concrete(&self, values: &[i64]) -> Result<Layout, LayoutFault> {
        let lengths: Vec<i64> =
            self.lengths.iter().map(|it| it.eval(values, &[]).unwrap() as i64).collect();
        let mut builder = LayoutBuilder::aligned(&lengths, self.align)?;
        for (transform, operands) in &self.steps {
            builder.apply(with_numbers(transform, values), operands)?;
        }
        builder.finish(&self.logical)
    }
}

fn op(sign: &str, a: &SymExpr, b: &SymExpr) -> SymExpr {
    SymExpr::operation(sign, a.clone(), b.clone()).unwrap()
}

/// Returns a random transform of one or two of some dims, with their places.
fn random_step(
    random: &mut Random,
    set: &SymbolSet,
    builder: &SymbolicBuilder,
    dims: &[DimId],
) -> (SymbolicTransform, Vec<usize>) {
    use SymbolicTransform as T;
    let place = random.index(dims.len());
    let length = builder.length(dims[place]).unwrap().clone();
    let symbol = SymExpr::symbol(random.index(set.len()));
    let number = SymExpr::constant(random.between(0, 3));
    let positive = SymExpr::constant(random.between(1, 4));
    // A second dim of `xor` is a number.
    let is_power = |&other: &usize| {
        let length = builder.length(dims[other]).and_then(SymExpr::as_constant);
        other != place && length.is_some_and(|length| length.count_ones() == 1)
    };
    let second = (0..dims.len()).find(is_power).filter(|_| random.one_in(3));
    if let Some(second) = second {
        return (T::Xor, vec![place, second]);
    }
    let transform = match random.below(12) {
        0 | 1 if dims.len() > 1 => return (T::Merge, vec![place, (place + 1) % dims.len()]),
        2 | 3 => {
            let sign = if random.one_in(3) { "ceildiv" } else { "floordiv" };
            let outer = op(sign, &length, &positive);
            T::Unmerge(if random.one_in(2) { vec![outer, positive] } else { vec![positive, outer] })
        }
        4 => T::Slice(SymExpr::constant(random.between(0, 1)), length),
        5 => T::Slice(SymExpr::constant(0), op("-", &length, &SymExpr::constant(1))),
        6 => T::Pad(number, if random.one_in(2) { symbol } else { positive }),
        7 => T::Freeze(if random.one_in(2) { number } else { op("-", &length, &positive) }),
        8 => return (T::Insert(symbol), Vec::new()),
        9 => T::CyclicShift(if random.one_in(2) { symbol } else { number.negated().unwrap() }),
        10 => T::Modulo(length.clone(), op("*", &length, &SymExpr::constant(2))),
        11 => {
            let windows =
                op("floordiv", &op("+", &length, &SymExpr::constant(1)), &SymExpr::constant(2));
            let strides = [2, 1].map(SymExpr::constant).to_vec();
            T::Embed(vec![windows, SymExpr::constant(random.between(1, 2))], strides)
        }
        _ => T::PassThrough,
    };
    (transform, vec![place])
}

fn random_pipeline(
    random: &mut Random,
    set: SymbolSet,
) -> (Pipeline, Result<SymbolicLayout, SymbolicFault>) {
    let mut decider = Decider::new();
    let rank = 1 + random.index(3);
    let lengths: Vec<SymExpr> = (0..rank)
        .map(|_| match random.below(3) {
            0 => SymExpr::constant(random.between(1, 6)),
            _ => SymExpr::symbol(random.index(set.len())),
        })
        .collect();
    let align = random.choose(&[1, 1, 4]);
    let aligned = SymExpr::constant(align);
    let builder = SymbolicBuilder::aligned(set.clone(), lengths.clone(), aligned, &mut decider);
    let mut builder = builder.unwrap();
    let mut logical = builder.base_dims().to_vec();
    let mut pipeline = Pipeline { set, lengths, align, steps: Vec::new(), logical: Vec::new() };
    for _ in 0..random.index(5) {
        if logical.is_empty() {
            break;
        }
        let (transform, places) = random_step(random, &pipeline.set, &builder, &logical);
        let operands: Vec<DimId> = places.iter().map(|&place| logical[place]).collect();
        pipeline.steps.push((transform.clone(), operands.clone()));
        match builder.apply(transform, &operands, &mut decider) {
            Ok(results) => {
                logical.retain(|dim| !operands.contains(dim));
                logical.extend(results);
            }
            Err(fault) => return (pipeline, Err(fault)),
        }
    }
    pipeline.logical.clone_from(&logical);
    let layout = builder.finish(&logical, None, &mut decider);
    (pipeline, layout)
}

#[test]
fn layouts_of_random_transforms_agree_with_those_of_numbers() {
    let mut random = Random::new(6);
    let mut tally = Tally::default();
    let (mut accepted, mut refused) = (0, 0);
    while accepted + refused < COUNT {
        let Some(set) = random_symbols(&mut random) else { continue };
        let (pipeline, layout) = random_pipeline(&mut random, set);
        match layout {
            Ok(layout) => {
                accepted += 1;
                each_value(&pipeline.set, &mut |values| agree(&pipeline, &layout, values));
                tally.check(&mut random, &layout);
            }
            Err(fault) => {
                refused += 1;
                assert!(!fault.undecided, "{fault}");
                let witness = fault.witness.as_ref().unwrap();
                assert!(pipeline.set.contains(&witness.values), "{fault}");
                assert!(pipeline.concrete(&witness.values).is_err(), "{fault:?}");
            }
        }
    }
    println!("{accepted} accepted, {refused} refused, {tally:?}");
    assert!(accepted > COUNT / 4 && refused > COUNT / 8, "{accepted} accepted, {refused} refused");
    assert_eq!(tally.refused, 0, "{tally:?}");
    tally.check_sums();
}

/// Checks that a layout has the offsets of the layout of numbers.
fn agree(pipeline: &Pipeline, layout: &SymbolicLayout, values: &[i64]) {
    let expected = pipeline.concrete(values).unwrap();
    let found = layout.with(values).unwrap();
    assert_eq!(found.shape(), expected.shape());
    let mut left = 500;
    each_index(&layout.lengths_at(values).unwrap(), &mut |index| {
        if left == 0 {
            return;
        }
        left -= 1;
        let at = LogicalIndex::new(index.iter().copied()).unwrap();
        let offset = expected.offset_of(&at).unwrap();
        assert_eq!(layout.offset_at(values, index), Ok(offset.map(|it| it.get())), "{index:?}");
        assert_eq!(found.offset_of(&at).unwrap(), offset);
    });
}

/// Builds `merge` of `unmerge` of one dim of length s0.
fn tiles(set: &str, lengths: &str) -> Result<SymbolicLayout, SymbolicFault> {
    let set = symbols(set);
    let parts = exprs(lengths, &set);
    let mut decider = Decider::new();
    let s0 = SymExpr::symbol(0);
    let mut builder = SymbolicBuilder::packed(set, vec![s0], &mut decider)?;
    let base = builder.base_dims().to_vec();
    let dims = builder.apply(SymbolicTransform::Unmerge(parts), &base, &mut decider)?;
    builder.finish(&dims, None, &mut decider)
}

#[test]
fn splits_divide_for_all_values_or_name_the_relation() {
    let tiled = tiles("s0 8 9223372036854775807 8", "s0 floordiv 8, 8").unwrap();
    assert_eq!(tiled.offset().text(tiled.symbols()), "d0*8+d1");
    let fault = tiles("s0 1 4096 1", "s0 ceildiv 8, 8").unwrap_err();
    assert_eq!(fault.enough.as_deref(), Some("s0 mod 8 == 0"), "{fault:?}");
    assert_eq!(fault.witness.unwrap().values, [1]);
    assert!(tiles("s0 8 4096 8", "s0 ceildiv 8, 8").is_ok());
}

#[test]
fn transforms_without_symbolic_form_are_refused_by_name() {
    let fault = SymbolicTransform::from_attributes("lookup", &[]).unwrap_err();
    assert_eq!(fault.to_string(), "`lookup` has no symbolic form");
    let set = symbols("s0 1 9 1");
    let slice = SymbolicTransform::from_attributes("slice", &[exprs("0", &set), exprs("s0", &set)]);
    let from_to = SymbolicTransform::Slice(SymExpr::constant(0), text::expr("s0", &set));
    assert_eq!(slice, Ok(from_to));
    assert!(SymbolicTransform::from_attributes("slice", &[]).is_err());
}

#[test]
fn rows_without_a_bound_are_permuted() {
    let set = symbols("s0 1 9223372036854775807 1");
    let mut decider = Decider::new();
    let lengths = vec![SymExpr::symbol(0), SymExpr::constant(8)];
    let mut builder = SymbolicBuilder::packed(set, lengths, &mut decider).unwrap();
    let base = builder.base_dims().to_vec();
    let dims = builder.apply(SymbolicTransform::Xor, &base, &mut decider).unwrap();
    let layout = builder.finish(&dims, None, &mut decider).unwrap();
    for (index, offset) in [([0, 5], 5), ([3, 5], 30), ([8, 5], 69), ([1 << 40, 1], (8 << 40) + 1)]
    {
        assert_eq!(layout.offset_at(&[1 << 41], &index), Ok(Some(offset)), "{index:?}");
    }
}
