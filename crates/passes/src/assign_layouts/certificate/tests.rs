//! Tests of models and their proofs against all combinations of values.

use super::eliminate::{Elimination, NoOptimum};
use super::model::Model;
use super::proof::proof;
use expect_test::expect;
use testkit::Random;

/// Returns a random model with few combinations of values.
fn random_model(random: &mut Random) -> Model {
    let mut model = Model::default();
    for number in 0..2 + random.index(5) {
        if random.index(3) == 0 {
            model.flag(format!("f{number}"), random.index(20) as u64);
        } else {
            let count = 1 + random.index(3);
            let values =
                (0..count).map(|value| (format!("c{number}{value}"), random.index(9) as u64));
            model.choice(values.collect());
        }
    }
    for _ in 0..random.index(8) {
        let literal = |random: &mut Random, model: &Model| {
            let node = random.index(model.nodes.len());
            (node, random.index(model.nodes[node].costs.len()))
        };
        let need = literal(random, &model);
        let by = (0..1 + random.index(3)).map(|_| literal(random, &model)).collect();
        model.cover(vec![need], by);
    }
    model
}

/// Returns the least cost over all combinations of values; `None` if none is allowed.
fn brute_force(model: &Model) -> Option<u64> {
    let counts: Vec<usize> = model.nodes.iter().map(|node| node.costs.len()).collect();
    let all = (0..counts.iter().product::<usize>()).filter_map(|mut place| {
        let mut values = Vec::new();
        for count in &counts {
            values.push(place % count);
            place /= count;
        }
        let holds = model.covers.iter().all(|cover| cover.holds(&values));
        model.cost(&values).filter(|_| holds)
    });
    all.min()
}

#[test]
fn the_optimum_is_that_of_all_combinations() {
    let mut random = Random::new(17);
    let mut infeasible = 0;
    for _ in 0..2000 {
        let model = random_model(&mut random);
        let Some(least) = brute_force(&model) else {
            assert_eq!(Elimination::new(&model, &[]).err(), Some(NoOptimum::Infeasible));
            infeasible += 1;
            continue;
        };
        let elimination = Elimination::new(&model, &[]).expect("the model has an optimum");
        assert_eq!(elimination.optimum, least);
        let values = elimination.values(&model, &[]);
        assert!(model.covers.iter().all(|cover| cover.holds(&values)));
        assert_eq!(model.cost(&values), Some(least));
    }
    assert!(infeasible > 0);
}

#[test]
fn a_model_with_a_gap_of_its_relaxation_is_proven_by_cases() {
    // Three choices that must differ in pairs cost 3 halves in the relaxation, and 2 in integers.
    let mut model = Model::default();
    let choices: Vec<usize> =
        (0..3).map(|it| model.choice(vec![(format!("a{it}"), 0), (format!("b{it}"), 0)])).collect();
    for [a, b] in [[0, 1], [1, 2], [0, 2]] {
        let flag = model.flag(format!("r{a}{b}"), 1);
        for value in 0..2 {
            let by = vec![(choices[b], 1 - value), (flag, 1)];
            model.cover(vec![(choices[a], value)], by);
        }
    }
    let elimination = Elimination::new(&model, &[]).expect("the model has an optimum");
    let values = elimination.values(&model, &[]);
    expect![[r#"
        * #variable= 9 #constraint= 9
        * x1 = a0
        * x2 = b0
        * x3 = a1
        * x4 = b1
        * x5 = a2
        * x6 = b2
        * x7 = r01
        * x8 = r12
        * x9 = r02
        min: +1 x7 +1 x8 +1 x9 ;
        +1 x1 +1 x2 = 1 ;
    "#]]
    .assert_eq(
        &model.opb(&[]).lines().take(12).map(|line| format!("{line}\n")).collect::<String>(),
    );
    assert_eq!(elimination.optimum, 1);
    assert!(proof(&model, &elimination, &values).ends_with("end pseudo-Boolean proof;\n"));
}
