//! The rules of sums.

use super::super::egraph::{ENode, IntegerGraph, SUMS_TRIED};
use super::super::integer::{IntegerOp, bits_of};
use super::super::rule::Rule;
use super::round::{ClassSum, KnownSum, Round, join};
use crate::operation::WordOp;
use egg::Id;
use indexmap::IndexMap;
use layout::gcd;

/// Applies the rules that match a single sum.
pub(super) fn sum_rules(graph: &mut IntegerGraph, round: &Round<'_>, class: Id, sum: &ClassSum) {
    for &(factor, operand) in &sum.terms {
        let rest = sum.without(operand);
        if !graph.is_boolean(operand) {
            for inner in round.shortest(graph, operand) {
                if let Some(flat) = rest.plus(factor, &inner.sum) {
                    join(graph, Rule::Flatten, class, &flat);
                }
            }
        }
        for node in round.nodes(graph, operand) {
            in_place(graph, round, class, &rest, factor, node);
            match node.op {
                IntegerOp::Word(WordOp::Xor) if factor == 1 => {
                    absorb(graph, class, &rest, &node.operands)
                }
                IntegerOp::Quotient(divisor) => {
                    let quotient = (factor, divisor, node.operands[0]);
                    by_digits(graph, class, &rest, operand, quotient);
                    into_quotient(graph, round, class, &rest, quotient);
                }
                _ => {}
            }
        }
    }
}

/// Applies "by digits": replaces a value and its upper bits by its lower and its upper bits.
fn by_digits(
    graph: &mut IntegerGraph,
    class: Id,
    rest: &ClassSum,
    high_part: Id,
    (factor, divisor, value): (i64, i64, Id),
) {
    let outside = rest.factor_of(value).filter(|_| divisor & (divisor - 1) == 0);
    if let Some(outside) = outside.filter(|_| graph.is_exact(value))
        && let Some(factor) = outside.checked_mul(divisor).and_then(|all| all.checked_add(factor))
    {
        let low_part = graph.add(IntegerOp::Remainder(divisor), &[value]);
        let sum = rest.without(value).with(outside, low_part).with(factor, high_part);
        join(graph, Rule::ByDigits, class, &sum);
    }
}

/// Applies "into quotient": moves multiples of a term of the sum into a quotient that contains the same term. For
/// example, an index of channel vectors, counted image by image, becomes an index over images padded to whole vectors.
fn into_quotient(
    graph: &mut IntegerGraph,
    round: &Round<'_>,
    class: Id,
    rest: &ClassSum,
    (factor, divisor, value): (i64, i64, Id),
) {
    for inner in round.shortest(graph, value) {
        for &(outside, operand) in &rest.terms {
            if inner.sum.factor_of(operand).is_none() || graph.is_boolean(operand) {
                continue;
            }
            let times = outside / factor;
            for times in [times - 1, times, times + 1] {
                if times != 0 && !graph.is_full() {
                    let moved = absorb_multiples(
                        graph,
                        rest,
                        &inner.sum,
                        (factor, divisor),
                        operand,
                        times,
                    );
                    moved.into_iter().for_each(|sum| join(graph, Rule::IntoQuotient, class, &sum));
                }
            }
        }
    }
}

/// Returns the sum after `times` multiples of a term were moved into the quotient of another sum; `None` on overflow or
/// if the dividend may be negative.
fn absorb_multiples(
    graph: &mut IntegerGraph,
    rest: &ClassSum,
    inner: &ClassSum,
    (factor, divisor): (i64, i64),
    operand: Id,
    times: i64,
) -> Option<ClassSum> {
    let one = ClassSum::term(1, operand);
    let inner = inner.plus(divisor.checked_mul(times)?, &one)?;
    let rest = rest.plus(factor.checked_mul(times)?.checked_neg()?, &one)?;
    let value = graph.sum(inner.constant, &inner.terms)?;
    if !graph.is_exact(value) {
        return None;
    }
    let quotient = graph.quotient(value, divisor);
    Some(rest.with(factor, quotient))
}

/// Applies "bits in place": replaces a multiple of a bit field by the field at its original position, or at a position
/// closer to its final one.
fn in_place(
    graph: &mut IntegerGraph,
    round: &Round<'_>,
    class: Id,
    rest: &ClassSum,
    factor: i64,
    node: &ENode,
) {
    fn power(number: i64) -> Option<u32> {
        (number & (number - 1) == 0).then(|| number.trailing_zeros())
    }
    let zeros = factor.trailing_zeros();
    match node.op {
        IntegerOp::Quotient(divisor) => {
            let Some(shift) = power(divisor).filter(|&shift| shift <= zeros) else { return };
            let value = node.operands[0];
            let top = bits_of(graph.interval(value).high);
            if graph.is_exact(value) && top < 62 {
                let mask = ((1 << top) - 1) & !((1 << shift) - 1);
                let bits = graph.add(IntegerOp::Mask(mask), &[value]);
                join(graph, Rule::BitsInPlace, class, &rest.with(factor >> shift, bits));
            }
        }
        IntegerOp::Remainder(modulus) => {
            let Some(length) = power(modulus) else { return };
            for inner in round.nodes(graph, node.operands[0]) {
                let IntegerOp::Quotient(divisor) = inner.op else { continue };
                let Some(shift) = power(divisor) else { continue };
                let kept = shift.min(zeros);
                if kept == 0 || length + kept > 61 || !graph.is_exact(inner.operands[0]) {
                    continue;
                }
                let moved = graph.quotient(inner.operands[0], 1 << (shift - kept));
                let bits = graph.add(IntegerOp::Mask((modulus - 1) << kept), &[moved]);
                join(graph, Rule::BitsInPlace, class, &rest.with(factor >> kept, bits));
            }
        }
        _ => {}
    }
}

/// Applies "absorb": moves the rest of a sum into an operand of an exclusive or of lower bits.
fn absorb(graph: &mut IntegerGraph, class: Id, rest: &ClassSum, parts: &[Id]) {
    let highest = parts.iter().map(|&part| graph.interval(part).high).max().unwrap_or(0);
    let Some(whole) = graph.sum(rest.constant, &rest.terms) else { return };
    let interval = graph.interval(whole);
    if interval.low < 0 || bits_of(highest) > interval.zero_bits() {
        return;
    }
    for (part, other) in [(parts[0], parts[1]), (parts[1], parts[0])] {
        let sum = rest.with(1, part);
        if let Some(sum) = graph.sum(sum.constant, &sum.terms).filter(|&sum| graph.is_exact(sum)) {
            let new = graph.add(IntegerOp::Word(WordOp::Xor), &[sum.min(other), sum.max(other)]);
            graph.union(Rule::Absorb, class, new);
        }
    }
}

/// Applies "collect": replaces terms of a sum by a multiple of another class that shares at least two of its terms.
pub(super) fn collect(graph: &mut IntegerGraph, round: &Round<'_>) {
    let parts: Vec<(Id, &KnownSum)> = parts(graph, round);
    let mut users: IndexMap<Id, Vec<usize>> = IndexMap::new();
    for (number, (_, part)) in parts.iter().enumerate() {
        for &(_, operand) in &part.sum.terms {
            users.entry(operand).or_default().push(number);
        }
    }
    let mut shared = vec![0usize; parts.len()];
    for (&class, sums) in &round.sums {
        for whole in sums {
            shared.fill(0);
            let users = whole.sum.terms.iter().filter_map(|(_, operand)| users.get(operand));
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

/// Returns the sums that "collect" searches for in other sums: the shortest sums of each class.
fn parts<'a>(graph: &IntegerGraph, round: &'a Round<'_>) -> Vec<(Id, &'a KnownSum)> {
    let classes = round.sums.iter().filter(|&(&class, _)| !graph.is_boolean(class));
    let shortest = classes.flat_map(|(&class, sums)| {
        sums.iter().take(2 * SUMS_TRIED).map(move |known| (class, known))
    });
    shortest.filter(|(_, known)| known.sum.terms.len() >= 2).collect()
}

fn collect_part(graph: &mut IntegerGraph, class: Id, sum: &ClassSum, other: Id, part: &ClassSum) {
    for ratio in ratios(sum, part) {
        let rest = ratio.checked_neg().and_then(|ratio| sum.plus(ratio, part));
        if let Some(rest) = rest
            .filter(|rest| rest.factor_of(other).is_none() && rest.terms.len() < sum.terms.len())
        {
            join(graph, Rule::Collect, class, &rest.with(ratio, other));
        }
    }
}

/// Returns the factors by which `inner` agrees with `sum` in at least two terms.
fn ratios(sum: &ClassSum, inner: &ClassSum) -> Vec<i64> {
    let mut found: IndexMap<i64, usize> = IndexMap::new();
    for &(factor, operand) in &inner.terms {
        if let Some(whole) = sum.factor_of(operand)
            && whole % factor == 0
        {
            *found.entry(whole / factor).or_insert(0) += 1;
        }
    }
    found.into_iter().filter(|&(_, count)| count >= 2).map(|(ratio, _)| ratio).collect()
}

/// Applies "common part": adds a class for the terms that sums of two classes have in common. `collect` then uses it.
pub(super) fn common_parts(graph: &mut IntegerGraph, round: &Round<'_>) {
    let mut all: Vec<(Id, &KnownSum)> = Vec::new();
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

fn common_part(graph: &mut IntegerGraph, a: &ClassSum, b: &ClassSum) {
    let mut groups: IndexMap<(i64, i64), Vec<(i64, Id)>> = IndexMap::new();
    for &(x, operand) in &a.terms {
        if let Some(y) = b.factor_of(operand)
            && let Ok(common) = i64::try_from(gcd(x.unsigned_abs(), y.unsigned_abs()))
        {
            let common = if x < 0 { -common } else { common };
            groups.entry((x / common, y / common)).or_default().push((x, operand));
        }
    }
    for terms in groups.into_values().filter(|terms| terms.len() >= 2) {
        let scale = terms.iter().fold(0, |all, &(factor, _)| gcd(all, factor.unsigned_abs()));
        if let Ok(scale) = i64::try_from(scale) {
            let part: Vec<_> =
                terms.into_iter().map(|(factor, operand)| (factor / scale, operand)).collect();
            graph.sum(0, &part);
        }
    }
}
