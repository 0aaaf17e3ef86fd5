//! Comparison of searches with the enumeration of all indices, and the number of their steps on long dims.

use super::*;
use crate::pipeline::{LayoutBuilder, LayoutFault};
use crate::transform::*;
use proptest::prelude::*;

/// Returns a transform for one dim of length `n`, chosen by a number.
fn transform(choice: u32, n: i64) -> Transform {
    let small = i64::from(choice >> 4) % 5;
    match choice % 9 {
        0 => Pad { low: small, high: i64::from(choice >> 7) % 3 }.into(),
        1 => Embed { lengths: vec![small + 1, 4], strides: vec![1, 3] }.into(),
        2 => Embed { lengths: vec![5, 3, 2], strides: vec![small - 2, -3, 6] }.into(),
        3 => CyclicShift { by: small }.into(),
        4 => Modulo { modulus: n, length: n + small }.into(),
        5 => Offset { by: small - 1 }.into(),
        6 if n % 2 == 0 => Unmerge { lengths: vec![n / 2, 2] }.into(),
        7 => Slice { begin: small.min(n - 1), end: n }.into(),
        _ => PassThrough.into(),
    }
}

/// Builds a pipeline of random transforms. Fails if an index is out of bounds or a transform does not fit.
fn pipeline(choices: &[u32]) -> Result<Layout, LayoutFault> {
    let mut builder = LayoutBuilder::packed(&[8, 3, 4])?;
    let mut open = builder.base_dims().to_vec();
    for &choice in choices {
        let at = (choice >> 10) as usize % open.len();
        let dim = open.remove(at);
        let length = builder.length(dim).get().unwrap_or(1);
        let results = match choice >> 14 & 7 {
            0 | 1 if !open.is_empty() => {
                let other = open.remove(0);
                let mixes = choice & 1 == 0 && length.count_ones() == 1;
                let kind: Transform = if mixes { Xor.into() } else { Merge.into() };
                builder.apply(kind, &[other, dim])?
            }
            _ => builder.apply(transform(choice, length), &[dim])?,
        };
        open.extend(results);
    }
    let points = open
        .iter()
        .try_fold(1i64, |points, &dim| points.checked_mul(builder.length(dim).get().unwrap_or(1)));
    if points.is_none_or(|points| points > 20_000) {
        return Err(LayoutFault::new("too large for enumeration"));
    }
    builder.finish(&open)
}

/// Returns the first index of a component that satisfies the goal, by enumeration.
fn enumerated(layout: &Layout, component: &IndependentComponent, goal: Goal) -> Found {
    let mut found = Found::Absent;
    layout.enumerate(component, |values, is_valid, _| {
        let hit = is_valid
            && match goal {
                Goal::Valid => true,
                Goal::Outside(dim, length) => !(0..length).contains(&values[dim.number()]),
            };
        if hit {
            let index = component.cut.iter().map(|(dim, _)| values[dim.number()]);
            found = Found::Index(index.collect());
        }
        !hit
    });
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, max_global_rejects: 40_000, ..ProptestConfig::default() })]

    #[test]
    fn search_equals_enumeration(
        choices in proptest::collection::vec(any::<u32>(), 1..8),
        shorter in 0..4i64,
    ) {
        let layout = pipeline(&choices);
        prop_assume!(layout.is_ok());
        let layout = layout.unwrap();
        let dims = (1..layout.dims_len()).map(DimId::new);
        let mut goals = vec![Goal::Valid];
        goals.extend(dims.map(|dim| {
            Goal::Outside(dim, layout.length(dim).get().unwrap_or(1) - shorter)
        }));
        for component in layout.components() {
            for &goal in &goals {
                let exact = enumerated(&layout, &component, goal);
                let mut search = IndexSearch::new(&layout, &component, goal);
                let first = search.first(&mut CheckBudget::default());
                prop_assert_eq!(first, exact, "{:?}", layout);
            }
        }
    }
}

/// Returns the number of steps of the checks of a layout, and its fault.
fn steps(builder: LayoutBuilder, logical_dims: &[DimId]) -> (u64, Option<LayoutFault>) {
    let mut budget = CheckBudget::default();
    let fault = builder.finish_within(logical_dims, &mut budget).err();
    (CheckBudget::STEPS - budget.left, fault)
}

#[test]
fn checks_of_long_windows_need_few_steps() {
    let lengths = vec![3, 10_000_000];
    let strides = vec![1, 1_000_000_007];
    for (low, high) in [(1, 1), (-5, 0)] {
        let mut builder = LayoutBuilder::packed(&[10_000_000]).unwrap();
        let padded = builder.apply(Pad { low, high }, builder.base_dims().to_vec().as_slice());
        let embed = Embed { lengths: lengths.clone(), strides: strides.clone() };
        let dims = builder.apply(embed, &padded.unwrap()).unwrap();
        let (steps, fault) = steps(builder, &dims);
        assert!(steps < 2000 && fault.is_none(), "{steps} steps, {fault:?}");
    }
}

#[test]
fn message_reports_the_first_index_of_a_long_dim() {
    let mut builder = LayoutBuilder::packed(&[1 << 40]).unwrap();
    let memory = builder.base_dims().to_vec();
    let embed = Embed { lengths: vec![1 << 30, 1 << 20], strides: vec![1 << 11, 3] };
    let dims = builder.apply(embed, &memory).unwrap();
    let (steps, fault) = steps(builder, &dims);
    assert!(steps < 5000, "{steps}");
    let first = ((1i64 << 40) - 3 * ((1 << 20) - 1)).div_euclid(1 << 11) + 1;
    let message = fault.unwrap().message;
    assert!(message.contains(&format!("at d0 = {first}, d1 = ")), "{message}");
}

#[test]
fn exhausted_budget_is_reported_as_undecided() {
    // Only many bisections decide whether a sum is outside memory after the modulo.
    let mut builder = LayoutBuilder::strided(&[1 << 20], &[1], 0).unwrap();
    let memory = builder.base_dims().to_vec();
    let by = Modulo { modulus: 1 << 21, length: 1 << 40 };
    let wide = builder.apply(by, &memory).unwrap();
    let embed = Embed { lengths: vec![1 << 19, 1 << 19], strides: vec![1 << 20, 3] };
    let dims = builder.apply(embed, &wide).unwrap();
    let mut few = CheckBudget::new(10);
    let fault = builder.clone().finish_within(&dims, &mut few).unwrap_err();
    assert!(fault.undecided && fault.index, "{fault:?}");
    let note = fault.notes.last().unwrap();
    assert!(note.starts_with("undecided: the budget of 33554432 steps"), "{note}");
    let decided = builder.finish(&dims).unwrap_err();
    assert!(!decided.undecided, "{decided:?}");
}

#[test]
fn search_fixes_multiples_of_a_modulus() {
    let mut builder = LayoutBuilder::packed(&[999]).unwrap();
    let memory = builder.base_dims().to_vec();
    let periodic = Modulo { modulus: 1000, length: 1_000_000_000 };
    let periodic = builder.apply(periodic, &memory).unwrap();
    let digits = Embed { lengths: vec![1000, 1_000_000], strides: vec![1, 1000] };
    let dims = builder.apply(digits, &periodic).unwrap();
    let (steps, fault) = steps(builder, &dims);
    assert!(steps < 1000, "{steps}");
    let message = fault.unwrap().message;
    assert!(message.contains("is 999 at d0 = 999, d1 = 0,"), "{message}");
}
