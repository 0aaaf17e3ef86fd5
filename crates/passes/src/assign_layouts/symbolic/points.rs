//! The values of symbols at which costs are compared, so that they decide for all values.

use super::shapes::{SymbolicShapes, lengths_at};
use ir::layout::{SymExpr, SymNode, joined};

/// The number of points that are compared one by one.
pub(super) const POINTS: usize = crate::limits::SYMBOL_POINTS as usize;

/// The number of points at which an assignment is found, until one of them costs least at all points.
const STARTS: usize = 4;

/// The points at which assignments are compared.
pub(super) struct Points {
    /// The points, the least values first.
    pub(super) all: Vec<Vec<i64>>,
    /// Points at which assignments are found, the best one first.
    pub(super) starts: Vec<Vec<i64>>,
    /// `true` if these are all values of the symbols.
    pub(super) is_complete: bool,
}

impl Points {
    /// Returns the points of shapes: all values if they are few, else those that decide for costs that are linear in each
    /// symbol.
    ///
    /// # Errors
    /// There are too many values, and the costs are not linear, or a symbol has no bound.
    pub(super) fn new(shapes: &SymbolicShapes) -> Result<Points, String> {
        let symbols = shapes.symbols.symbols();
        let counts = symbols.iter().map(|it| it.steps() + 1);
        let count = counts.fold(1_i128, i128::saturating_mul);
        if count <= POINTS as i128 {
            let values = symbols
                .iter()
                .map(|it| (0..=it.steps()).filter_map(|step| it.value_after(step)).collect());
            let mut all = combinations(values.collect());
            all.retain(|point| shapes.symbols.contains(point));
            let after = |at: usize| all.iter().cycle().skip(at).take(all.len()).take(STARTS);
            let starts = after(all.len() / 2).cloned().collect();
            return Ok(Points { starts, all, is_complete: true });
        }
        shapes.check_linear(count)?;
        let ranges: Vec<(Vec<i64>, Vec<i64>)> =
            (0..symbols.len()).map(|number| shapes.segments(number)).collect::<Result<_, _>>()?;
        let all = ranges.iter().map(|(ends, _)| ends.len()).fold(1, usize::saturating_mul);
        if all > POINTS {
            return Err(format!(
                "costs of {} symbols must be compared at {all} points, but at most {POINTS} are",
                symbols.len()
            ));
        }
        let start = |at: usize| {
            let inside = ranges.iter().enumerate();
            inside.map(|(number, (_, inside))| inside[at * (number + 1) % inside.len()]).collect()
        };
        let starts = (0..STARTS).map(start).collect();
        let all = combinations(ranges.into_iter().map(|(ends, _)| ends).collect());
        Ok(Points { all, starts, is_complete: false })
    }
}

/// Returns all combinations of values, the last the fastest.
fn combinations(values: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    values.into_iter().fold(vec![Vec::new()], |found, own| {
        found
            .iter()
            .flat_map(|point| own.iter().map(|value| [&point[..], &[*value]].concat()))
            .collect()
    })
}

impl SymbolicShapes {
    /// Checks that the bytes of each type are linear in each symbol, and grow with it.
    fn check_linear(&self, count: i128) -> Result<(), String> {
        let names: Vec<&str> = self.symbols.names().collect();
        for layout in self.types.values() {
            let lengths = layout.lengths();
            let mut total = vec![0_u32; names.len()];
            for length in lengths {
                let Some(own) = degrees(length, names.len()) else {
                    return Err(format!(
                        "costs must be compared at {count} values, because the length `{}` is no sum of products of symbols and positive numbers; at most {POINTS} are",
                        length.text(&self.symbols)
                    ));
                };
                total
                    .iter_mut()
                    .zip(own)
                    .for_each(|(total, own)| *total = total.saturating_add(own));
            }
            if let Some(number) = total.iter().position(|degree| *degree > 1) {
                let lengths = joined(lengths.iter().map(|it| it.text(&self.symbols)), ", ");
                return Err(format!(
                    "costs must be compared at {count} values, because `{}` occurs more than once in the lengths [{lengths}]; at most {POINTS} are",
                    names[number]
                ));
            }
            // The bytes of parts of a byte are rounded up, so they grow in steps.
            let bits = layout.elem().map_or(8, |elem| elem.bits().get());
            let numbers = lengths.iter().filter_map(SymExpr::as_constant);
            if numbers.fold(bits % 8, |bits, length| bits * (length % 8) % 8) != 0 {
                let lengths = joined(lengths.iter().map(|it| it.text(&self.symbols)), ", ");
                return Err(format!(
                    "costs must be compared at {count} values, because the lengths [{lengths}] of {bits} bits are not whole bytes; at most {POINTS} are"
                ));
            }
        }
        Ok(())
    }

    /// Returns the values of a symbol that decide for all others, and some between them. Values at which a length is 1 are
    /// points of their own, because a reorder of such a dim moves no data.
    fn segments(&self, number: usize) -> Result<(Vec<i64>, Vec<i64>), String> {
        let symbol = &self.symbols.symbols()[number];
        let name = &symbol.name;
        let mut point: Vec<i64> = self.symbols.symbols().iter().map(|it| it.min).collect();
        let mut own = Vec::new();
        let (mut step, last) = (0, symbol.steps());
        while let Some(value) = symbol.value_after(step).filter(|_| step <= last) {
            point[number] = value;
            let has_unit = self.lengths().any(|length| {
                degrees(length, point.len()).is_some_and(|degrees| degrees[number] > 0)
                    && length.eval(&point, &[]).is_ok_and(|length| length == 1)
            });
            if !has_unit {
                break;
            }
            own.push(value);
            if own.len() > POINTS {
                return Err(format!("more than {POINTS} values of `{name}` have a length of 1"));
            }
            step += 1;
        }
        let ends = [step, last].into_iter().filter(|step| *step <= last);
        let first = (step + last) / 2;
        let inside = (first..last.max(first + 1)).take(2 * STARTS);
        let inside = inside.filter_map(|step| symbol.value_after(step)).collect();
        own.extend(ends.filter_map(|step| symbol.value_after(step)));
        own.dedup();
        point[number] = symbol.max;
        let fits = self.types.values().all(|layout| {
            let lengths = lengths_at(layout.lengths(), &point).unwrap_or_default();
            let count = lengths.into_iter().try_fold(1_u64, u64::checked_mul);
            count.is_some_and(|count| count > 0 && count < 1 << 56)
        });
        if !fits {
            return Err(format!(
                "costs need a bound of `{name}`, but it is up to {}; `where` states one, as `affine_set<()[s0] : (4096 - s0 >= 0)>` does",
                symbol.max
            ));
        }
        Ok((own, inside))
    }
}

/// Returns the degree of an expression in each symbol; `None` if it is no polynomial that grows with each of them.
fn degrees(expr: &SymExpr, count: usize) -> Option<Vec<u32>> {
    let both = |a: &SymExpr, b: &SymExpr, join: fn(u32, u32) -> u32| {
        let [a, b] = [degrees(a, count)?, degrees(b, count)?];
        Some(a.into_iter().zip(b).map(|(a, b)| join(a, b)).collect())
    };
    match expr.node() {
        SymNode::Constant(_) => Some(vec![0; count]),
        SymNode::Symbol(number) => {
            let mut degrees = vec![0; count];
            *degrees.get_mut(*number)? = 1;
            Some(degrees)
        }
        SymNode::Sum(a, b) => both(a, b, u32::max),
        SymNode::Product(a, b) => {
            let is_negative = |it: &SymExpr| it.as_constant().is_some_and(|value| value < 0);
            if is_negative(a) || is_negative(b) {
                return None;
            }
            both(a, b, u32::saturating_add)
        }
        _ => None,
    }
}
