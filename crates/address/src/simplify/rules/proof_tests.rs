//! Proofs of the rules by the SMT solver z3, each as a list of lemmas.
//!
//! A lemma about integers holds for all factors, divisors and values, so it covers words of every width. Nonlinear
//! lemmas are divided into claims: each claim is proven, and then assumed by the next ones. A lemma about bits is proven
//! for words of 32 and of 64 bits, and for all positions and lengths of bit fields. Before its claims, the conditions of
//! a lemma must be satisfiable.

use super::super::rule::Rule;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use testkit::lacks_command;

/// The step limit of a query.
const STEPS: u32 = 20_000_000;

/// A statement in SMT-LIB.
struct Lemma {
    kind: Kind,
    /// The names of the variables.
    over: &'static str,
    given: &'static [&'static str],
    /// The last claim is the equality of the rule.
    claims: &'static [&'static str],
    /// Values that satisfy the conditions; empty if the solver finds some.
    example: &'static str,
}

/// The sort of the variables of a lemma.
enum Kind {
    Integers,
    /// Words, at both widths.
    Words,
    /// Integers, some of which are held by words, at both widths.
    HeldIntegers,
    Booleans,
}

/// The functions that lemmas about integers use. `(divided x d q r)` defines quotient and remainder, `(number p)` is the
/// integer of a boolean, and `(word x)` the integer that a word holds.
const INTEGERS: &str = "
(define-fun divided ((x Int) (d Int) (q Int) (r Int)) Bool (and (> d 0) (= x (+ (* d q) r)) (<= 0 r) (< r d)))
(define-fun number ((p Bool)) Int (ite p 1 0))
(define-fun whole () Int 4294967296)
(define-fun end () Int (ite (= width 32) whole (* whole whole)))
(define-fun is_word ((x Int)) Bool (and (<= 0 x) (< x end)))
(define-fun word ((x Int)) Int (mod x end))
";

/// The functions that lemmas about words use. `(power n)` is 2^n, and `(low n)` the mask of the lowest n bits.
const WORDS: &str = "
(define-fun is_position ((n Word)) Bool (bvult n width))
(define-fun power ((n Word)) Word (bvshl one n))
(define-fun low ((n Word)) Word (bvsub (power n) one))
";

const fn integers(
    over: &'static str,
    given: &'static [&'static str],
    claims: &'static [&'static str],
) -> Lemma {
    Lemma { kind: Kind::Integers, over, given, claims, example: "" }
}

const fn words(
    over: &'static str,
    given: &'static [&'static str],
    claims: &'static [&'static str],
) -> Lemma {
    Lemma { kind: Kind::Words, over, given, claims, example: "" }
}

const fn held(
    over: &'static str,
    given: &'static [&'static str],
    claims: &'static [&'static str],
) -> Lemma {
    Lemma { kind: Kind::HeldIntegers, over, given, claims, example: "" }
}

/// The quotient `n` of x by a*b is that of the quotient `q` by b.
const NESTED: Lemma = integers(
    "x a b q r p s n t",
    &["(divided x a q r)", "(divided q b p s)", "(divided x (* a b) n t)"],
    &[
        "(= x (+ (* a b p) (* a s) r))",
        "(<= 0 (* a s))",
        "(<= (* a s) (* a (- b 1)))",
        "(< (+ (* a s) r) (* a b))",
        "(< (- (* a b)) (- (+ (* a s) r) t) (* a b))",
        "(= (* a b (- n p)) (- (+ (* a s) r) t))",
        "(= n p)",
    ],
);

/// A multiple of the divisor in a sum does not change the remainder, and is divided alone.
const MULTIPLE: Lemma = integers(
    "h l d q r p s",
    &["(divided l d q r)", "(divided (+ (* d h) l) d p s)"],
    &["(= (* d (- p (+ h q))) (- r s))", "(= p (+ h q))", "(= s r)"],
);

/// A value below the divisor is its own remainder.
const SMALL: Lemma =
    integers("l d q r", &["(divided l d q r)", "(<= 0 l)", "(< l d)"], &["(= q 0)", "(= r l)"]);

/// The low half `f` of `x*F` satisfies `r*2^32 <= f*d < (r + 1)*2^32`, where `r = x mod d`. The high half is the quotient.
const FRACTION: Lemma = Lemma {
    kind: Kind::Integers,
    over: "x d factor excess q r",
    given: &[
        "(> d 1)",
        "(= (* factor d) (+ whole excess))",
        "(< 0 excess)",
        "(<= excess d)",
        "(<= 0 x)",
        "(< (* excess x) whole)",
        "(divided x d q r)",
    ],
    claims: &[
        "(= (* d (+ (* q excess) (* r factor))) (+ (* excess x) (* r whole)))",
        "(< (+ (* excess x) (* r whole)) (* d whole))",
        "(<= 0 (+ (* q excess) (* r factor)))",
        "(< (+ (* q excess) (* r factor)) whole)",
        "(= (* x factor) (+ (* q whole) (* q excess) (* r factor)))",
        "(= (mod (* x factor) whole) (+ (* q excess) (* r factor)))",
        "(<= (* r whole) (* (mod (* x factor) whole) d))",
        "(< (* (mod (* x factor) whole) d) (* (+ r 1) whole))",
        "(= (div (* x factor) whole) q)",
    ],
    example: "(and (= x 100) (= d 7))",
};

/// The high half of `f*m` is the quotient `t` of `r` by d, where `f` is the fraction of `r = x mod (d*m)` as in
/// [`FRACTION`]. By [`DIGIT`], t is the digit `x / d mod m`. The low half is the fraction of the remainder `s`.
const NEXT_FRACTION: Lemma = integers(
    "r d m f t s",
    &[
        "(> m 1)",
        "(<= 0 r)",
        "(< r (* d m))",
        "(<= (* r whole) (* f d m))",
        "(< (* f d m) (* (+ r 1) whole))",
        "(divided r d t s)",
    ],
    &[
        "(<= (* s whole) (* d (- (* f m) (* t whole))))",
        "(< (* d (- (* f m) (* t whole))) (* (+ s 1) whole))",
        "(<= (* (+ s 1) whole) (* d whole))",
        "(<= 0 (- (* f m) (* t whole)))",
        "(< (- (* f m) (* t whole)) whole)",
        "(= (mod (* f m) whole) (- (* f m) (* t whole)))",
        "(<= (* s whole) (* (mod (* f m) whole) d))",
        "(< (* (mod (* f m) whole) d) (* (+ s 1) whole))",
        "(= (div (* f m) whole) t)",
    ],
);

/// The digit of a value is that of its remainder.
const DIGIT: Lemma = integers(
    "x d m q r p s n t a b",
    &["(divided x d q r)", "(divided q m p s)", "(divided x (* d m) n t)", "(divided t d a b)"],
    &[
        "(= x (+ (* d m p) (* d s) r))",
        "(<= 0 (* d s))",
        "(<= (* d s) (* d (- m 1)))",
        "(< (- (* d m)) (- (+ (* d s) r) t) (* d m))",
        "(= (* d m (- n p)) (- (+ (* d s) r) t))",
        "(= n p)",
        "(= t (+ (* d s) r))",
        "(= (* d (- a s)) (- r b))",
        "(= a s)",
    ],
);

/// Returns the lemmas that prove a rule.
fn lemmas(rule: Rule) -> Vec<Lemma> {
    match rule {
        Rule::SameBoolean => vec![Lemma {
            kind: Kind::Booleans,
            over: "p q",
            given: &["(= (number p) (number q))"],
            claims: &["(= p q)"],
            example: "",
        }],
        Rule::Expand => {
            vec![integers("x m q r", &["(divided x m q r)"], &["(= r (- x (* m q)))"])]
        }
        Rule::NestedQuotients | Rule::SharedQuotient => vec![NESTED],
        Rule::OneOrNone => vec![held(
            "x d q r",
            &["(divided x d q r)", "(<= 0 x)", "(< x (* 2 d))", "(is_word x)", "(is_word d)"],
            &["(= q (number (>= x d)))", "(= q (number (>= (word x) (word d))))"],
        )],
        Rule::Bit => vec![held(
            "x",
            &["(<= 0 x)", "(< x 2)"],
            &["(= x (number (distinct (word x) (word 0))))"],
        )],
        Rule::QuotientOfSum | Rule::RemainderOfSum => vec![MULTIPLE, SMALL],
        Rule::ByDigits => vec![integers(
            "x b c d q r",
            &["(divided x d q r)"],
            &["(= (+ (* b x) (* c q)) (+ (* b r) (* (+ c (* b d)) q)))"],
        )],
        Rule::IntoQuotient => vec![integers(
            "a b l d y k q r p s",
            &["(divided l d q r)", "(divided (+ l (* d k y)) d p s)"],
            &[
                "(= (* d (- p (+ q (* k y)))) (- r s))",
                "(= p (+ q (* k y)))",
                "(= (+ (* a q) (* b y)) (+ (* a p) (* (- b (* a k)) y)))",
            ],
        )],
        // A constant of at least half the modulus is that of the remaining sum plus half the modulus.
        Rule::HalfTurn => vec![
            MULTIPLE,
            SMALL,
            words(
                "x k",
                &["(is_position k)", "(bvult zero k)"],
                &[
                    "(= (bvand (bvadd x (power (bvsub k one))) (low k)) (bvxor (bvand x (low k)) (power (bvsub k one))))",
                ],
            ),
        ],
        Rule::Flatten => vec![integers(
            "rest factor inner k a b x y shared",
            &["(= inner (+ k (* a x) (* b y)))"],
            &[
                "(= (+ rest (* shared x) (* factor inner)) (+ rest (* factor k) (* (+ shared (* factor a)) x) (* factor b y)))",
            ],
        )],
        Rule::Collect => vec![integers(
            "sum part other ratio",
            &["(= other part)"],
            &["(= sum (+ (- sum (* ratio part)) (* ratio other)))"],
        )],
        Rule::Fraction => vec![FRACTION, NEXT_FRACTION, DIGIT],
        // The bound is the ceiling of t * 2^32 / m.
        Rule::FractionBound => vec![held(
            "x m t bound",
            &[
                "(> m 0)",
                "(> t 0)",
                "(<= 0 x)",
                "(< x whole)",
                "(<= (* (- bound 1) m) (- (* t whole) 1))",
                "(< (- (* t whole) 1) (* bound m))",
                "(< bound whole)",
                "(is_word (div (* x m) whole))",
                "(is_word t)",
            ],
            &[
                "(=> (>= x bound) (>= (* x m) (* bound m)))",
                "(=> (< x bound) (<= (* x m) (* (- bound 1) m)))",
                "(= (>= (div (* x m) whole) t) (>= x bound))",
                "(and (= (word x) x) (= (word bound) bound) (= (word t) t))",
                "(= (word (div (* x m) whole)) (div (* x m) whole))",
                "(= (>= (word (div (* x m) whole)) (word t)) (>= (word x) (word bound)))",
            ],
        )],
        Rule::BitsInPlace => vec![
            words(
                "x shift top",
                &["(is_position shift)", "(is_position top)", "(bvult x (power top))"],
                &["(= (bvshl (bvlshr x shift) shift) (bvand x (low top) (bvnot (low shift))))"],
            ),
            // The quotient by 2^(moved + kept) is that of `y`, the quotient by 2^moved, by 2^kept.
            NESTED,
            words(
                "y kept length",
                &["(is_position kept)", "(bvule length width)"],
                &[
                    "(= (bvshl (bvand (bvlshr y kept) (low length)) kept) (bvand y (bvshl (low length) kept)))",
                ],
            ),
        ],
        Rule::Absorb => vec![words(
            "h l a b p k",
            &[
                "(is_position p)",
                "(bvule k p)",
                "(= (bvand h (low p)) zero)",
                "(bvult l (power k))",
                "(bvult a (power (bvsub p k)))",
                "(bvult b (power (bvsub p k)))",
            ],
            &[
                "(= (bvadd h l) (bvor h l))",
                "(= (bvadd (bvor h l) (bvshl a k)) (bvor (bvor h l) (bvshl a k)))",
                "(= (bvadd (bvor h l) (bvshl (bvxor a b) k)) (bvor (bvor h l) (bvshl (bvxor a b) k)))",
                "(= (bvadd (bvadd h l) (bvshl (bvxor a b) k)) (bvxor (bvadd (bvadd h l) (bvshl a k)) (bvshl b k)))",
            ],
        )],
    }
}

/// Returns the script of a lemma, and the number of its queries.
fn script(lemma: &Lemma, width: u32) -> (String, usize) {
    let mut text = format!("(set-option :rlimit {STEPS})\n");
    let mut line = |line: String| writeln!(text, "{line}").unwrap();
    let sort = match lemma.kind {
        Kind::Words => {
            line(format!("(define-sort Word () (_ BitVec {width}))"));
            for (name, number) in [("zero", 0), ("one", 1), ("width", width)] {
                line(format!("(define-fun {name} () Word (_ bv{number} {width}))"));
            }
            line(WORDS.to_owned());
            "Word"
        }
        _ => {
            line(format!("(define-fun width () Int {width}){INTEGERS}"));
            if matches!(lemma.kind, Kind::Booleans) { "Bool" } else { "Int" }
        }
    };
    lemma.over.split(' ').for_each(|name| line(format!("(declare-const {name} {sort})")));
    lemma.given.iter().for_each(|given| line(format!("(assert {given})")));
    let example = if lemma.example.is_empty() { "true" } else { lemma.example };
    line(format!("(push 1)(assert {example})(check-sat)(pop 1)"));
    for claim in lemma.claims {
        line(format!("(push 1)(assert (not {claim}))(check-sat)(pop 1)(assert {claim})"));
    }
    (text, lemma.claims.len() + 1)
}

/// Returns the answers of the solver.
fn solve(script: &str) -> Vec<String> {
    let mut z3 = Command::new("z3");
    z3.args(["-in", "-smt2", "-memory:2048"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = z3.spawn().unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn solver_proves_every_rule() {
    if lacks_command("z3") {
        return;
    }
    let (mut count, mut queries) = (0, 0);
    for &rule in Rule::ALL {
        let lemmas = lemmas(rule);
        assert!(!lemmas.is_empty(), "{rule} has no proof");
        for lemma in &lemmas {
            let widths: &[u32] = match lemma.kind {
                Kind::Integers | Kind::Booleans => &[64],
                Kind::Words | Kind::HeldIntegers => &[32, 64],
            };
            for &width in widths {
                let (script, answers) = script(lemma, width);
                let mut expected = vec!["unsat"; answers];
                expected[0] = "sat";
                assert_eq!(solve(&script), expected, "{rule}:\n{script}");
                count += 1;
                queries += answers;
            }
        }
    }
    println!("{} rules, {count} lemmas, {queries} queries", Rule::ALL.len());
}
