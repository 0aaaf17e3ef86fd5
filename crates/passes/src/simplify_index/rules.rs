//! The rules of the e-graph. Each is an equality of numbers under the condition that it tests; `mod` and
//! division round down.
//!
//! | rule | equality | condition |
//! |---|---|---|
//! | same bool | two bools that are the same number | |
//! | expand | `x mod m = x - m*(x / m)` | |
//! | nested quotients | `(x / a) / b = x / (a*b)` | |
//! | shared quotient | `x / (a*b) = (x / a) / b` | `x / a` exists |
//! | one or none | `x / d = (x >= d)` | `0 <= x < 2d` |
//! | bit | `x = (x != 0)` | `0 <= x < 2` |
//! | quotient of sum | `(d*h + l) / d = h + l / d` | `l >= 0` |
//! | by digits | `b*x + c*(x / d) = b*(x mod d) + (c + b*d)*(x / d)` | `d` a power of two, `x >= 0` |
//! | into quotient | `a*(l / d) + b*y = a*((l + d*k*y) / d) + (b - a*k)*y` | `y` is a term of `l`, `l + d*k*y >= 0` |
//! | remainder of sum | `(m*h + l) mod m = l mod m` | `l >= 0` |
//! | flatten | a sum inside a sum | |
//! | collect | a part of a sum that is a multiple of another class | |
//! | common part | the part that two sums have in common | |
//! | fraction | `(x / i) mod m = ((x*F mod 2^32) * m) / 2^32`, `x / (i*m) = x*F / 2^32`, digits one after the other likewise | `F = ceil(2^32 / (i*m))`, `(F*i*m - 2^32) * x < 2^32` |
//! | bits in place | `2^a * (x / 2^a) = x & ~(2^a - 1)`, fields likewise | `x >= 0` |
//! | absorb | `h + (a ^ b) = (h + a) ^ b` | `h` a multiple of `2^p`, `h >= 0`, `a, b < 2^p` |

use super::graph::{Graph, SUMS_TRIED, Snapshot, Term};
use super::op::{Op, Pred, bits_of};
use egg::Id;
use indexmap::{IndexMap, IndexSet};
use ir::layout::gcd;
use rustc_hash::FxHashSet;

/// What the rules of one round look at: the classes as they were when it began.
pub(crate) struct Round<'a> {
    snapshot: &'a Snapshot,
    /// The classes that have a node which no round before has seen.
    fresh: FxHashSet<Id>,
    /// The nodes that rounds before have seen.
    seen: &'a FxHashSet<Term>,
    /// The sums of each class, shortest first.
    sums: IndexMap<Id, Vec<Known>>,
    /// The quotients of each class: divisor and class.
    quotients: IndexMap<Id, Vec<(i64, Id)>>,
    /// By quotient, what it is the remainder of: the modulus.
    remainders: IndexMap<Id, Vec<i64>>,
}

/// A sum, and whether this round is the first that has it.
struct Known {
    sum: Sum,
    fresh: bool,
}

impl<'a> Round<'a> {
    fn new(snapshot: &'a Snapshot, seen: &'a FxHashSet<Term>) -> Round<'a> {
        let is_fresh = |terms: &[Term]| terms.iter().any(|term| !seen.contains(term));
        let classes = snapshot.iter().filter(|(_, terms)| is_fresh(terms));
        let fresh = classes.map(|(&class, _)| class).collect();
        let sums = snapshot.iter().map(|(&class, terms)| (class, sums_of(terms, seen))).collect();
        let (quotients, remainders) = (quotients(snapshot), remainders(snapshot));
        Round { snapshot, fresh, seen, sums, quotients, remainders }
    }

    /// Whether a node or one of its operands was not there in the round before.
    fn is_due(&self, term: &Term) -> bool {
        !self.seen.contains(term) || term.kids.iter().any(|kid| self.fresh.contains(kid))
    }

    /// The nodes that a class had, also one that has joined another since.
    fn nodes(&self, graph: &Graph, class: Id) -> &'a [Term] {
        let own = self.snapshot.get(&class);
        let own = own.or_else(|| self.snapshot.get(&graph.egraph.find(class)));
        own.map_or(&[], Vec::as_slice)
    }

    /// The shortest sums of a class.
    fn shortest(&self, graph: &Graph, class: Id) -> &[Known] {
        let own = self.sums.get(&class).or_else(|| self.sums.get(&graph.egraph.find(class)));
        let own = own.map_or(&[][..], Vec::as_slice);
        &own[..own.len().min(SUMS_TRIED)]
    }
}

/// The sums among the nodes of a class, shortest first.
fn sums_of(terms: &[Term], seen: &FxHashSet<Term>) -> Vec<Known> {
    let sums = terms.iter().filter_map(|term| match &term.op {
        Op::Lin(constant, factors) => {
            let sum = Sum::of(*constant, factors, &term.kids);
            Some(Known { sum, fresh: !seen.contains(term) })
        }
        _ => None,
    });
    let mut sums: Vec<Known> = sums.collect();
    sums.sort_by_key(|known| known.sum.terms.len() + usize::from(known.sum.constant != 0));
    sums
}

/// Applies every rule where something is new since the rounds that saw the nodes in `seen`.
pub(crate) fn apply(graph: &mut Graph, snapshot: &Snapshot, seen: &FxHashSet<Term>) {
    let round = Round::new(snapshot, seen);
    for (&class, terms) in snapshot {
        same_bool(graph, terms, class);
        for term in terms.iter().filter(|term| round.is_due(term)) {
            if graph.is_full() {
                return;
            }
            match &term.op {
                Op::Mod(divisor) => {
                    remainder(graph, &round, class, term.kids[0], *divisor);
                    digit(graph, &round, class, term.kids[0], *divisor);
                }
                Op::Div(divisor) => {
                    quotient(graph, &round, class, term.kids[0], *divisor);
                    shared_quotient(graph, &round, class, term.kids[0], *divisor);
                    quotient_of_product(graph, class, term.kids[0], *divisor);
                }
                Op::Lin(constant, factors) => {
                    let sum = Sum::of(*constant, factors, &term.kids);
                    sum_rules(graph, &round, class, &sum);
                }
                Op::Mask(mask) => masked(graph, class, term.kids[0], *mask),
                Op::Arg(_) => bit(graph, class),
                _ => {}
            }
        }
    }
    collect(graph, &round);
    common_parts(graph, &round);
}

/// A constant plus factor times class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    constant: i64,
    terms: Vec<(i64, Id)>,
}

impl Sum {
    /// A sum with each class once: classes that were joined since may stand in a node more than once.
    fn of(constant: i64, factors: &[i64], kids: &[Id]) -> Sum {
        let mut terms: Vec<(i64, Id)> = Vec::with_capacity(kids.len());
        for (&factor, &kid) in factors.iter().zip(kids) {
            match terms.iter_mut().find(|term| term.1 == kid) {
                Some(term) => term.0 += factor,
                None => terms.push((factor, kid)),
            }
        }
        terms.retain(|term| term.0 != 0);
        Sum { constant, terms }
    }

    fn factor_of(&self, kid: Id) -> Option<i64> {
        self.terms.iter().find(|term| term.1 == kid).map(|term| term.0)
    }

    /// This with a multiple of another added; none on overflow.
    fn plus(&self, factor: i64, other: &Sum) -> Option<Sum> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms: IndexMap<Id, i64> = self.terms.iter().map(|&(k, kid)| (kid, k)).collect();
        for &(k, kid) in &other.terms {
            let sum = terms.entry(kid).or_insert(0);
            *sum = sum.checked_add(k.checked_mul(factor)?)?;
        }
        terms.retain(|_, factor| *factor != 0);
        Some(Sum { constant, terms: terms.into_iter().map(|(kid, k)| (k, kid)).collect() })
    }

    fn without(&self, kid: Id) -> Sum {
        let terms = self.terms.iter().copied().filter(|term| term.1 != kid).collect();
        Sum { constant: self.constant, terms }
    }

    fn with(&self, factor: i64, kid: Id) -> Sum {
        let mut sum = self.clone();
        sum.terms.push((factor, kid));
        sum
    }
}

/// For each class, its quotients: divisor and class.
fn quotients(snapshot: &Snapshot) -> IndexMap<Id, Vec<(i64, Id)>> {
    let mut quotients: IndexMap<Id, Vec<(i64, Id)>> = IndexMap::new();
    for (&class, terms) in snapshot {
        for term in terms {
            if let Op::Div(divisor) = term.op {
                quotients.entry(term.kids[0]).or_default().push((divisor, class));
            }
        }
    }
    quotients
}

/// For each class, the moduli of its remainders.
fn remainders(snapshot: &Snapshot) -> IndexMap<Id, Vec<i64>> {
    let mut remainders: IndexMap<Id, Vec<i64>> = IndexMap::new();
    for term in snapshot.values().flatten() {
        if let Op::Mod(modulus) = term.op {
            remainders.entry(term.kids[0]).or_default().push(modulus);
        }
    }
    remainders
}

fn join(graph: &mut Graph, rule: &'static str, class: Id, sum: &Sum) {
    if graph.has_room(class)
        && let Some(id) = graph.sum(sum.constant, &sum.terms)
    {
        graph.union(rule, class, id);
    }
}

fn remainder(graph: &mut Graph, round: &Round<'_>, class: Id, value: Id, divisor: i64) {
    let quotient = graph.quotient(value, divisor);
    let terms = vec![(1, value), (-divisor, quotient)];
    join(graph, "expand", class, &Sum { constant: 0, terms });
    if divisor == 2 {
        bit(graph, class);
    }
    for Known { sum, .. } in round.shortest(graph, value) {
        let constant = sum.constant.rem_euclid(divisor);
        let terms: Vec<_> =
            sum.terms.iter().copied().filter(|(factor, _)| factor % divisor != 0).collect();
        if constant == sum.constant && terms.len() == sum.terms.len() {
            continue;
        }
        let Some(rest) = graph.sum(constant, &terms) else { continue };
        if graph.is_exact(rest) {
            let whole = graph.facts(rest).high < divisor.into();
            let new = if whole { rest } else { graph.add(Op::Mod(divisor), &[rest]) };
            graph.union("remainder of sum", class, new);
        }
    }
}

fn quotient(graph: &mut Graph, round: &Round<'_>, class: Id, value: Id, divisor: i64) {
    let facts = graph.facts(value);
    if facts.low >= 0 && facts.high < 2 * i128::from(divisor) {
        let condition = graph.add(Op::CmpTo(Pred::Ge, divisor), &[value]);
        join(graph, "one or none", class, &Sum { constant: 0, terms: vec![(1, condition)] });
    }
    for term in round.nodes(graph, value) {
        match &term.op {
            Op::Div(inner) => {
                let whole = divisor.checked_mul(*inner).filter(|whole| *whole < 1 << 31);
                if let Some(whole) = whole {
                    let new = graph.quotient(term.kids[0], whole);
                    graph.union("nested quotients", class, new);
                }
            }
            Op::Lin(constant, factors) => {
                let sum = Sum::of(*constant, factors, &term.kids);
                quotient_of_sum(graph, class, &sum, divisor);
            }
            _ => {}
        }
    }
}

fn quotient_of_sum(graph: &mut Graph, class: Id, sum: &Sum, divisor: i64) {
    let (high, low): (Vec<_>, Vec<_>) =
        sum.terms.iter().copied().partition(|(factor, _)| factor % divisor == 0);
    let constant = sum.constant.div_euclid(divisor);
    if high.is_empty() && constant == 0 {
        return;
    }
    let Some(rest) = graph.sum(sum.constant.rem_euclid(divisor), &low) else { return };
    if !graph.is_exact(rest) {
        return;
    }
    let mut terms: Vec<_> = high.into_iter().map(|(factor, kid)| (factor / divisor, kid)).collect();
    if graph.facts(rest).high >= divisor.into() {
        terms.push((1, graph.quotient(rest, divisor)));
    }
    join(graph, "quotient of sum", class, &Sum { constant, terms });
}

fn shared_quotient(graph: &mut Graph, round: &Round<'_>, class: Id, value: Id, divisor: i64) {
    for &(inner, quotient) in round.quotients.get(&value).into_iter().flatten() {
        if inner < divisor && divisor % inner == 0 {
            let new = graph.quotient(quotient, divisor / inner);
            graph.union("shared quotient", class, new);
        }
    }
}

/// The factor that makes of a number its quotient by a divisor, in the high half of the product, and in the low half
/// the remainder as a fraction of 2^32, from which digits are taken by further products. None where that is not exact.
fn fraction_factor(graph: &Graph, value: Id, divisor: i64) -> Option<i64> {
    let (whole, divisor) = (1i128 << 32, i128::from(divisor));
    let factor = whole.div_euclid(divisor) + 1;
    let short = graph.egraph.analysis.bits() == 32 && graph.is_exact(value);
    // A power of two would give the factor without the 1, but has cheaper ways.
    let fits = short && (divisor & (divisor - 1)) != 0;
    let exact = fits && (factor * divisor - whole) * graph.facts(value).high < whole;
    exact.then(|| i64::try_from(factor).ok())?
}

/// The remainders of a number by a divisor, as fractions of 2^32.
fn fractions(graph: &mut Graph, round: &Round<'_>, value: Id, divisor: i64) -> Vec<Id> {
    let mut found = Vec::new();
    if let Some(factor) = fraction_factor(graph, value, divisor) {
        let product = graph.add(Op::Product(factor), &[value]);
        let quotient = Term { op: Op::Div(divisor), kids: vec![value] };
        if let Some(quotient) = graph.egraph.lookup(quotient) {
            let upper = graph.add(Op::Upper, &[product]);
            graph.union("fraction", quotient, upper);
        }
        found.push(graph.add(Op::Lower, &[product]));
    }
    let quotients = round.quotients.get(&value).into_iter().flatten();
    let upper = quotients.filter(|&&(by, _)| by == divisor);
    let moduli = upper.flat_map(|(_, class)| round.remainders.get(class).into_iter().flatten());
    let moduli: IndexSet<i64> = moduli.copied().collect();
    for modulus in moduli {
        let Some(whole) = divisor.checked_mul(modulus).filter(|&whole| whole < 1 << 31) else {
            continue;
        };
        for fraction in fractions(graph, round, value, whole) {
            let product = graph.add(Op::Product(modulus), &[fraction]);
            found.push(graph.add(Op::Lower, &[product]));
        }
    }
    found
}

/// A digit is a part of the fraction that the digits from it down are of the one above it.
fn digit(graph: &mut Graph, round: &Round<'_>, class: Id, value: Id, modulus: i64) {
    let mut places = vec![(1, value)];
    places.extend(round.nodes(graph, value).iter().filter_map(|term| match term.op {
        Op::Div(divisor) => Some((divisor, term.kids[0])),
        _ => None,
    }));
    for (place, value) in places {
        let whole = place.checked_mul(modulus).filter(|whole| whole & (whole - 1) != 0);
        let Some(whole) = whole.filter(|&whole| whole < 1 << 31) else { continue };
        for fraction in fractions(graph, round, value, whole) {
            let product = graph.add(Op::Product(modulus), &[fraction]);
            let digit = graph.add(Op::Upper, &[product]);
            graph.union("fraction", class, digit);
        }
    }
}

/// A quotient whose fraction is used.
fn quotient_of_product(graph: &mut Graph, class: Id, value: Id, divisor: i64) {
    if let Some(factor) = fraction_factor(graph, value, divisor) {
        let product = Term { op: Op::Product(factor), kids: vec![value] };
        if let Some(product) = graph.egraph.lookup(product) {
            let upper = graph.add(Op::Upper, &[product]);
            graph.union("fraction", class, upper);
        }
    }
}

fn bit(graph: &mut Graph, class: Id) {
    if graph.facts(class).within(0..2) && graph.facts(class).constant().is_none() {
        let condition = graph.add(Op::CmpTo(Pred::Ne, 0), &[class]);
        join(graph, "bit", class, &Sum { constant: 0, terms: vec![(1, condition)] });
    }
}

fn masked(graph: &mut Graph, class: Id, value: Id, mask: i64) {
    let shift = mask.trailing_zeros();
    let field = mask >> shift;
    if field & (field + 1) != 0 {
        return;
    }
    let upper = graph.quotient(value, 1 << shift);
    let whole = graph.facts(upper).high <= field.into();
    let digit = if whole { upper } else { graph.add(Op::Mod(field + 1), &[upper]) };
    join(graph, "bits in place", class, &Sum { constant: 0, terms: vec![(1 << shift, digit)] });
}

fn sum_rules(graph: &mut Graph, round: &Round<'_>, class: Id, sum: &Sum) {
    for &(factor, kid) in &sum.terms {
        let rest = sum.without(kid);
        if !graph.is_bool(kid) {
            for inner in round.shortest(graph, kid) {
                if let Some(flat) = rest.plus(factor, &inner.sum) {
                    join(graph, "flatten", class, &flat);
                }
            }
        }
        for term in round.nodes(graph, kid) {
            in_place(graph, round, class, &rest, factor, term);
            match term.op {
                Op::Xor if factor == 1 => absorb(graph, class, &rest, &term.kids),
                Op::Div(divisor) => {
                    let quotient = (factor, divisor, term.kids[0]);
                    by_digits(graph, class, &rest, kid, quotient);
                    into_quotient(graph, round, class, &rest, quotient);
                }
                _ => {}
            }
        }
    }
}

/// Instead of a number and its upper bits, its lower and its upper bits.
fn by_digits(
    graph: &mut Graph,
    class: Id,
    rest: &Sum,
    upper: Id,
    (factor, divisor, value): (i64, i64, Id),
) {
    let outside = rest.factor_of(value).filter(|_| divisor & (divisor - 1) == 0);
    if let Some(outside) = outside.filter(|_| graph.is_exact(value))
        && let Some(factor) = outside.checked_mul(divisor).and_then(|all| all.checked_add(factor))
    {
        let lower = graph.add(Op::Mod(divisor), &[value]);
        let sum = rest.without(value).with(outside, lower).with(factor, upper);
        join(graph, "by digits", class, &sum);
    }
}

/// Moves multiples of a term of a sum into a quotient that has the term, too. So the channels of an image that are
/// counted in vectors, image by image, become the vectors of channels that are counted as if images were padded.
fn into_quotient(
    graph: &mut Graph,
    round: &Round<'_>,
    class: Id,
    rest: &Sum,
    (factor, divisor, value): (i64, i64, Id),
) {
    for inner in round.shortest(graph, value) {
        for &(outside, kid) in &rest.terms {
            if inner.sum.factor_of(kid).is_none() || graph.is_bool(kid) {
                continue;
            }
            let times = outside / factor;
            for times in [times - 1, times, times + 1] {
                if times != 0 && !graph.is_full() {
                    let moved = moved(graph, rest, &inner.sum, (factor, divisor), kid, times);
                    moved.into_iter().for_each(|sum| join(graph, "into quotient", class, &sum));
                }
            }
        }
    }
}

/// The sum after so many multiples of a term were moved into the quotient of another sum.
fn moved(
    graph: &mut Graph,
    rest: &Sum,
    inner: &Sum,
    (factor, divisor): (i64, i64),
    kid: Id,
    times: i64,
) -> Option<Sum> {
    let one = Sum { constant: 0, terms: vec![(1, kid)] };
    let inner = inner.plus(divisor.checked_mul(times)?, &one)?;
    let rest = rest.plus(factor.checked_mul(times)?.checked_neg()?, &one)?;
    let value = graph.sum(inner.constant, &inner.terms)?;
    if !graph.is_exact(value) {
        return None;
    }
    let quotient = graph.quotient(value, divisor);
    Some(rest.with(factor, quotient))
}

/// Two bools that are the same number are the same.
fn same_bool(graph: &mut Graph, terms: &[Term], class: Id) {
    if !graph.facts(class).within(0..2) {
        return;
    }
    let plain = |term: &&Term| {
        matches!(&term.op, Op::Lin(0, factors) if **factors == [1]) && graph.is_bool(term.kids[0])
    };
    let bools: Vec<Id> = terms.iter().filter(plain).map(|term| term.kids[0]).collect();
    for pair in bools.windows(2) {
        graph.union("same bool", pair[0], pair[1]);
    }
}

/// A multiple of a field of bits, where the field stands or closer to where it goes.
fn in_place(graph: &mut Graph, round: &Round<'_>, class: Id, rest: &Sum, factor: i64, term: &Term) {
    let power = |number: i64| (number & (number - 1) == 0).then(|| number.trailing_zeros());
    let zeros = factor.trailing_zeros();
    match term.op {
        Op::Div(divisor) => {
            let Some(shift) = power(divisor).filter(|&shift| shift <= zeros) else { return };
            let value = term.kids[0];
            let top = bits_of(graph.facts(value).high);
            if graph.is_exact(value) && top < 62 {
                let mask = ((1 << top) - 1) & !((1 << shift) - 1);
                let bits = graph.add(Op::Mask(mask), &[value]);
                join(graph, "bits in place", class, &rest.with(factor >> shift, bits));
            }
        }
        Op::Mod(modulus) => {
            let Some(length) = power(modulus) else { return };
            for inner in round.nodes(graph, term.kids[0]) {
                let Op::Div(divisor) = inner.op else { continue };
                let Some(shift) = power(divisor) else { continue };
                let kept = shift.min(zeros);
                if kept == 0 || length + kept > 61 || !graph.is_exact(inner.kids[0]) {
                    continue;
                }
                let moved = graph.quotient(inner.kids[0], 1 << (shift - kept));
                let bits = graph.add(Op::Mask((modulus - 1) << kept), &[moved]);
                join(graph, "bits in place", class, &rest.with(factor >> kept, bits));
            }
        }
        _ => {}
    }
}

/// A sum with an exclusive or of lower bits is an exclusive or of sums.
fn absorb(graph: &mut Graph, class: Id, rest: &Sum, parts: &[Id]) {
    let highest = parts.iter().map(|&part| graph.facts(part).high).max().unwrap_or(0);
    let Some(whole) = graph.sum(rest.constant, &rest.terms) else { return };
    let facts = graph.facts(whole);
    if facts.low < 0 || bits_of(highest) > facts.zero_bits() {
        return;
    }
    for (part, other) in [(parts[0], parts[1]), (parts[1], parts[0])] {
        let sum = rest.with(1, part);
        if let Some(sum) = graph.sum(sum.constant, &sum.terms).filter(|&sum| graph.is_exact(sum)) {
            let new = graph.add(Op::Xor, &[sum.min(other), sum.max(other)]);
            graph.union("absorb", class, new);
        }
    }
}

/// Takes a multiple of another class out of a sum, where that has two terms of it or more.
fn collect(graph: &mut Graph, round: &Round<'_>) {
    let parts: Vec<(Id, &Known)> = parts(graph, round);
    let mut users: IndexMap<Id, Vec<usize>> = IndexMap::new();
    for (number, (_, part)) in parts.iter().enumerate() {
        for &(_, kid) in &part.sum.terms {
            users.entry(kid).or_default().push(number);
        }
    }
    let mut shared = vec![0usize; parts.len()];
    for (&class, sums) in &round.sums {
        for whole in sums {
            shared.fill(0);
            let users = whole.sum.terms.iter().filter_map(|(_, kid)| users.get(kid));
            users.flatten().for_each(|&number| shared[number] += 1);
            for (&(other, part), _) in parts.iter().zip(&shared).filter(|&(_, &count)| count >= 2) {
                let differs = graph.egraph.find(other) != graph.egraph.find(class);
                if differs && (whole.fresh || part.fresh) && !graph.is_full() {
                    collect_part(graph, class, &whole.sum, other, &part.sum);
                }
            }
        }
    }
}

/// The sums that may be part of others: the shortest of each class.
fn parts<'a>(graph: &Graph, round: &'a Round<'_>) -> Vec<(Id, &'a Known)> {
    let classes = round.sums.iter().filter(|&(&class, _)| !graph.is_bool(class));
    let shortest = classes.flat_map(|(&class, sums)| {
        sums.iter().take(2 * SUMS_TRIED).map(move |known| (class, known))
    });
    shortest.filter(|(_, known)| known.sum.terms.len() >= 2).collect()
}

fn collect_part(graph: &mut Graph, class: Id, sum: &Sum, other: Id, part: &Sum) {
    for ratio in ratios(sum, part) {
        let rest = ratio.checked_neg().and_then(|ratio| sum.plus(ratio, part));
        let shorter =
            |rest: &Sum| rest.factor_of(other).is_none() && rest.terms.len() < sum.terms.len();
        if let Some(rest) = rest.filter(shorter) {
            join(graph, "collect", class, &rest.with(ratio, other));
        }
    }
}

/// The multiples of one sum that agree with another in two terms at least.
fn ratios(sum: &Sum, inner: &Sum) -> Vec<i64> {
    let mut found: IndexMap<i64, usize> = IndexMap::new();
    for &(factor, kid) in &inner.terms {
        if let Some(whole) = sum.factor_of(kid)
            && whole % factor == 0
        {
            *found.entry(whole / factor).or_insert(0) += 1;
        }
    }
    found.into_iter().filter(|&(_, count)| count >= 2).map(|(ratio, _)| ratio).collect()
}

/// Makes classes of what sums of two classes have in common; `collect` then finds them.
fn common_parts(graph: &mut Graph, round: &Round<'_>) {
    let mut all: Vec<(Id, &Known)> = Vec::new();
    for &class in round.sums.keys() {
        let own = round.shortest(graph, class);
        if own.iter().any(|known| known.sum.terms.len() > 2) {
            all.extend(own.iter().map(|known| (class, known)));
        }
    }
    for (n, (first, a)) in all.iter().enumerate() {
        for (second, b) in &all[n + 1..] {
            if graph.is_full() {
                return;
            }
            if first != second && (a.fresh || b.fresh) {
                common_part(graph, &a.sum, &b.sum);
            }
        }
    }
}

fn common_part(graph: &mut Graph, a: &Sum, b: &Sum) {
    let mut groups: IndexMap<(i64, i64), Vec<(i64, Id)>> = IndexMap::new();
    for &(x, kid) in &a.terms {
        if let Some(y) = b.factor_of(kid)
            && let Ok(common) = i64::try_from(gcd(x.into(), y.into()))
        {
            let common = if x < 0 { -common } else { common };
            groups.entry((x / common, y / common)).or_default().push((x, kid));
        }
    }
    for terms in groups.into_values().filter(|terms| terms.len() >= 2) {
        let scale = terms.iter().fold(0, |all, &(factor, _)| gcd(all, factor.into()));
        if let Ok(scale) = i64::try_from(scale) {
            let part: Vec<_> =
                terms.into_iter().map(|(factor, kid)| (factor / scale, kid)).collect();
            graph.sum(0, &part);
        }
    }
}
