//! Claims: digit rules on published cases, and random claims against the evaluation of all values.

use super::{each_index, each_value, exprs, random_symbols, symbols, text};
use layoutc_layout::{
    Claim, Decider, Decision, Method, Prover, Relation, SmtScript, SymExpr, SymbolSet, Verdict,
};
use testkit::Random;

const ALL: &str = "1 9223372036854775807 1";

/// The symbols (`*` is any value), the lengths, and a claim that digit rules prove.
const PROVEN: &[(&str, &str, &str)] = &[
    ("s0 *, s1 *", "s0, s1", "d0*(s1 ceildiv 16*16) + d1 < s0*(s1 ceildiv 16*16)"),
    ("s0 *, s1 *", "s0, s1", "(d0*s1 + d1) floordiv s1 == d0"),
    ("s0 *, s1 *", "s0, s1", "(d0*s1 + d1) mod s1 == d1"),
    ("s0 *, s1 *, s2 *", "s0, s1, s2", "((d0*s1+d1)*s2+d2) floordiv (s1*s2) == d0"),
    ("s0 *, s1 *, s2 *", "s0, s1, s2", "((d0*s1+d1)*s2+d2) floordiv s2 mod s1 == d1"),
    ("s0 *, s1 *", "s0*s1", "d0 floordiv s1 < s0"),
    ("s0 *, s1 *", "s0*s1", "d0 floordiv s1*s1 + d0 mod s1 == d0"),
    ("s0 *", "s0", "(d0 floordiv 6) floordiv 7 == d0 floordiv 42"),
    ("s0 8 100000 8", "s0", "d0 floordiv 8 < s0 floordiv 8"),
    ("s0 *", "s0", "d0 floordiv 8 < s0 ceildiv 8"),
    (
        "s0 1 100000 1, s1 1 100000 1",
        "s0, s1",
        "((d1 floordiv 128)*(s0 ceildiv 8) + d0 floordiv 8)*1024 + (d1 mod 128)*8 + d0 mod 8 \
         < (s0 ceildiv 8)*(s1 ceildiv 128)*1024",
    ),
    ("s0 1 100000 1, s1 1 100000 1", "s0*s1", "(d0 mod s1)*s0 + d0 floordiv s1 < s0*s1"),
    ("s0 *, s1 *, s2 *", "s0*s1*s2", "d0 floordiv (s1*s2) == d0 floordiv s2 floordiv s1"),
    ("s0 *, s1 *, s2 *", "s0*s1*s2", "d0 floordiv s2 mod s1*s2 + d0 mod s2 == d0 mod (s1*s2)"),
    ("s0 *, s1 *", "", "s0*s1 >= s0 + s1 - 1"),
    ("s0 24 240000 24", "", "s0 ceildiv 8*8 == s0"),
    ("s0 *", "", "s0 ceildiv 8*8 - s0 <= 7"),
    ("s0 *", "", "s0 ceildiv 8 ceildiv 4 == s0 ceildiv 32"),
    ("s0 3 100000 1, s1 1 4 1", "(s0 - 3) floordiv s1 + 1, 3", "d0*s1 + d1 < s0"),
    ("s0 1 46340 1", "s0, s0", "d0*s0 + d1 <= 2147483647"),
    ("s0 *, s1 *", "", "s0 ceildiv s1*s1 >= s0"),
    ("s0 *", "s0", "d0 mod 24 floordiv 8*8 + d0 mod 8 == d0 mod 24"),
    ("s0 *", "s0*8", "((d0 mod s0)*8 + d0 floordiv s0) mod 8 == d0 floordiv s0"),
];

#[test]
fn digit_rules_prove_claims_of_any_size() {
    for (set, lengths, claim) in PROVEN {
        let set = symbols(&set.replace('*', ALL));
        let relation = text::relation(claim, &set);
        let lengths = exprs(lengths, &set);
        let claim = Claim::new(&set, &lengths, &[], &relation);
        let decision = Decider::new().decide(&claim);
        assert_eq!(decision, Decision::Holds(Method::Digits), "{}", claim.text());
    }
}

#[test]
fn relations_between_symbols_are_facts() {
    let mut set = symbols(&format!("s0 {ALL}, s1 {ALL}, s2 {ALL}"));
    for relation in ["s1 >= s0", "s2 >= s1*4", "s1 <= 4096"] {
        let relation = text::relation(relation, &set);
        set.require(relation).unwrap();
    }
    assert_eq!(set.symbols()[1].max, 4096);
    for claim in ["s0 <= 4096", "s2 >= s0", "s2 >= s0*4", "s0*s0 <= 16777216", "s2 - s1 >= s0*3"] {
        let relation = text::relation(claim, &set);
        let decision = Decider::new().decide(&Claim::new(&set, &[], &[], &relation));
        assert_eq!(decision, Decision::Holds(Method::Digits), "{claim}");
    }
}

fn random_expr(random: &mut Random, depth: u32, symbols: usize, dims: usize) -> SymExpr {
    if depth == 0 || random.one_in(5) {
        return match random.below(3) {
            0 => SymExpr::constant(random.between(-2, 6)),
            1 if dims > 0 => SymExpr::dim(random.index(dims)),
            _ => SymExpr::symbol(random.index(symbols)),
        };
    }
    let sign = random.choose(&["+", "+", "-", "*", "*", "floordiv", "mod", "ceildiv"]);
    let left = random_expr(random, depth - 1, symbols, dims);
    let right = match sign {
        "+" | "-" | "*" => random_expr(random, depth - 1, symbols, dims),
        _ if random.one_in(3) => SymExpr::symbol(random.index(symbols)),
        _ => SymExpr::constant(random.between(1, 8)),
    };
    SymExpr::operation(sign, left, right).unwrap()
}

fn random_length(random: &mut Random, symbols: usize) -> SymExpr {
    let symbol = SymExpr::symbol(random.index(symbols));
    match random.below(4) {
        0 => SymExpr::constant(random.between(1, 5)),
        1 => {
            SymExpr::operation("ceildiv", symbol, SymExpr::constant(random.between(1, 4))).unwrap()
        }
        _ => symbol,
    }
}

/// Returns `true` if a claim holds at all values and indices.
fn holds_everywhere(set: &SymbolSet, lengths: &[SymExpr], relation: &Relation) -> bool {
    let mut holds = true;
    each_value(set, &mut |values| {
        let lengths: Vec<i64> =
            lengths.iter().map(|it| it.eval(values, &[]).unwrap().try_into().unwrap()).collect();
        each_index(&lengths, &mut |index| holds &= relation.holds(values, index));
    });
    holds
}

#[test]
fn decisions_of_random_claims_agree_with_enumeration() {
    let mut random = Random::new(15);
    let mut digits = 0;
    let mut held = 0;
    for _ in 0..3000 {
        let Some(set) = random_symbols(&mut random) else { continue };
        let dims = random.index(3);
        let lengths: Vec<SymExpr> =
            (0..dims).map(|_| random_length(&mut random, set.len())).collect();
        let left = random_expr(&mut random, 3, set.len(), dims);
        let right = random_expr(&mut random, 2, set.len(), dims);
        let sign = random.choose(&["==", ">=", "<="]);
        let relation = Relation::comparison(sign, left, right).unwrap();
        let claim = Claim::new(&set, &lengths, &[], &relation);
        let holds = holds_everywhere(&set, &lengths, &relation);
        match Decider::new().decide(&claim) {
            Decision::Holds(method) => {
                assert!(holds, "{} of {set:?}", claim.text());
                held += 1;
                digits += u32::from(method == Method::Digits);
            }
            Decision::Fails(witness, _) => {
                assert!(!holds && claim.is_refuted_by(&witness), "{} of {set:?}", claim.text());
            }
            Decision::Undecided(question) => panic!("{question} of {set:?}"),
        }
    }
    assert!(digits * 10 >= held * 9, "digit rules decided {digits} of {held}");
}

#[test]
fn extreme_numbers_are_undecided_or_decided() {
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    let mut random = Random::new(3);
    for _ in 0..1500 {
        let mut set = SymbolSet::new();
        let (low, high) = (random.choose(&ends), random.choose(&ends));
        if set
            .declare("s0", low.min(high), low.max(high), random.choose(&[1, 2, i64::MAX]))
            .is_err()
        {
            continue;
        }
        let mut expr = SymExpr::symbol(0);
        for _ in 0..random.index(6) {
            let other = match random.below(3) {
                0 => SymExpr::symbol(0),
                1 => SymExpr::dim(0),
                _ => SymExpr::constant(random.choose(&ends)),
            };
            let sign = random.choose(&["+", "-", "*", "floordiv", "mod", "ceildiv"]);
            expr = SymExpr::operation(sign, expr.clone(), other).unwrap_or(expr);
        }
        let lengths = [SymExpr::symbol(0)];
        let relation = Relation::non_negative(expr);
        let claim = Claim::new(&set, &lengths, &[], &relation);
        if let Decision::Fails(witness, _) = Decider::new().decide(&claim) {
            assert!(claim.is_refuted_by(&witness), "{}", claim.text());
        }
    }
}

/// A prover with a fixed answer, which records the claims.
struct Fixed(Verdict, Vec<SmtScript>);

impl Prover for Fixed {
    fn prove(&mut self, script: &SmtScript) -> Verdict {
        self.1.push(script.clone());
        self.0.clone()
    }
}

#[test]
fn prover_decides_only_what_no_rule_decides_and_is_not_believed_in_a_wrong_witness() {
    let set = symbols(&format!("s0 {ALL}, s1 {ALL}"));
    let squares = text::relation("s0*s0 + s1*s1 >= 2*s0*s1", &set);
    let claim = Claim::new(&set, &[], &[], &squares);
    assert!(matches!(Decider::new().decide(&claim), Decision::Undecided(_)));
    let mut prover = Fixed(Verdict::Proven, Vec::new());
    assert_eq!(Decider::with_prover(&mut prover).decide(&claim), Decision::Holds(Method::Prover));
    let script = &prover.1[0];
    assert!(script.text.contains("(assert (not (>= "), "{}", script.text);
    assert_eq!(script.verdict("unsat\n"), Verdict::Proven);
    let values = script.verdict("sat\n((s0 5)\n (s1 (- 7)))\n");
    assert_eq!(values, Verdict::Refuted(vec![5, -7]));
    assert!(matches!(script.verdict("timeout\n"), Verdict::Unknown(_)));
    let mut wrong = Fixed(Verdict::Refuted(vec![1, 1]), Vec::new());
    let decision = Decider::with_prover(&mut wrong).decide(&claim);
    assert!(matches!(decision, Decision::Undecided(_)), "{decision:?}");
}

#[test]
fn expressions_survive_their_texts() {
    let mut random = Random::new(8);
    let set = symbols("s0 1 9 1, s1 1 9 1");
    for _ in 0..2000 {
        let expr = random_expr(&mut random, 4, 2, 2);
        let read = text::expr(&expr.text(&set), &set);
        for (values, index) in [([3, 7], [2, 5]), ([9, 1], [0, 4]), ([1, 2], [6, 1])] {
            assert_eq!(read.eval(&values, &index), expr.eval(&values, &index));
        }
    }
}
