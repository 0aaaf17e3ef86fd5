//! The values of a digit in a nest, given the digits outside: blocks, and the guards of dims.

use super::{DigitRange, Nest, NestMode};
use crate::c::bounds::{self, Bound, BoundRange, factor};
use std::fmt::Write as _;

impl Nest<'_> {
    /// Returns the end of the current block of a digit.
    pub(super) fn block_end(&self, digit: usize, at: usize) -> BoundRange {
        let blocks = self.loops[..at].iter().rfind(|it| it.digit == digit && it.step > 1);
        let step = blocks.map_or(1, |it| it.step);
        let start = Bound::Text(format!("b{digit}"));
        let end = match self.digit(digit).length.get() {
            Some(length) if length % step == 0 => format!("b{digit} + {step}"),
            _ => format!("layoutc_min(b{digit} + {step}, {})", self.length(digit).text()),
        };
        BoundRange { start, end: Bound::Text(end) }
    }

    /// Returns the dim whose blocks a loop counts, and the first block of a range that is not whole; `None` if all are, or
    /// none.
    pub(super) fn whole_blocks(&self, at: usize, range: &BoundRange) -> Option<(usize, i64)> {
        let plan = self.plan;
        let digit = self.loops[at].digit;
        let part = plan.digits[digit].parts.last()?;
        let dim = plan.dims.get(part.dim).filter(|dim| dim.is_guarded())?;
        let ranges = [&dim.written, &dim.valued].into_iter().flatten();
        let is_outermost = plan.digits_of(part.dim).first() == Some(&(digit, part.weight));
        let &(Bound::Constant(low), Bound::Constant(high)) = &(&range.start, &range.end) else {
            return None;
        };
        let starts = ranges.clone().all(|range| range.start == 0);
        let whole = ranges.map(|range| range.end / part.weight).min()?;
        let is_cut = is_outermost && part.weight > 1 && starts && *low < whole && whole < *high;
        is_cut.then_some((part.dim, whole))
    }

    /// Returns the values of a digit, given the digits outside; in `NestMode::Zero` all written values count as valued.
    /// `block` is the range of the current block. Bounds that are not constant become variables.
    pub(super) fn range(
        &mut self,
        digit: usize,
        block: Option<BoundRange>,
        mode: NestMode,
    ) -> DigitRange {
        let plan = self.plan;
        let whole = block
            .unwrap_or_else(|| BoundRange { start: Bound::Constant(0), end: self.length(digit) });
        let part = plan.digits[digit].parts.last().copied();
        let guarded =
            part.filter(|part| plan.dims[part.dim].is_guarded() && !self.is_whole[part.dim]);
        let Some(part) = guarded else {
            return DigitRange { written: whole.clone(), valued: whole };
        };
        let dim = &plan.dims[part.dim];
        let all = 0..plan.capacity(part.dim);
        let written = dim.written.clone().unwrap_or(all);
        let valued = dim.valued.clone().unwrap_or(written.clone());
        let written = self.clipped(digit, part.weight, part.dim, &written, &whole, "w");
        let valued = if dim.valued.is_none() || mode == NestMode::Zero {
            written.clone()
        } else {
            self.clipped(digit, part.weight, part.dim, &valued, &written, "v")
        };
        DigitRange { written, valued }
    }

    /// Returns the values of a digit at which the position of a dim can be in a range, inside outer bounds.
    fn clipped(
        &mut self,
        digit: usize,
        weight: i64,
        dim: usize,
        range: &std::ops::Range<i64>,
        outer: &BoundRange,
        letter: &str,
    ) -> BoundRange {
        let plan = self.plan;
        let mut fixed = String::new();
        let mut known = 0_i64;
        let mut fixed_most = 0_i64;
        let mut rest = 0_i64;
        for (other, weight) in plan.digits_of(dim).into_iter().filter(|&(other, _)| other != digit)
        {
            let most = plan.digits[other].length.get().unwrap_or(1) - 1;
            let most = most.saturating_mul(weight);
            let value = self.values[other].as_ref();
            if let Some(value) = value.and_then(|value| value.parse::<i64>().ok()) {
                known = known.saturating_add(value.saturating_mul(weight));
                continue;
            }
            match value {
                Some(value) => {
                    let _ = write!(fixed, " - {} * INT64_C({weight})", factor(value));
                    fixed_most = fixed_most.saturating_add(most);
                }
                None => rest = rest.saturating_add(most),
            }
        }
        let most = self.digit(digit).length.get().unwrap_or(i64::MAX);
        let [low, high] = [range.start.saturating_sub(rest), range.end].map(|limit| {
            let limit = limit.saturating_sub(known);
            // The digits outside can only lower the limit.
            let [least, greatest] = [limit.saturating_sub(fixed_most), limit].map(|limit| {
                let limit = limit.max(0);
                (limit / weight + i64::from(limit % weight != 0)).min(most)
            });
            match least == greatest {
                true => Bound::Constant(least),
                false => Bound::Text(format!("layoutc_count({limit}{fixed}, {weight}, {most})")),
            }
        });
        let low = bounds::joined("layoutc_max", &outer.start, &low);
        let high = bounds::joined("layoutc_min", &outer.end, &high);
        let high = match (&low, &high) {
            (Bound::Constant(low), Bound::Constant(high)) => Bound::Constant(*high.max(low)),
            (Bound::Constant(0), high) => high.clone(),
            (low, high) => Bound::Text(format!("layoutc_max({}, {})", low.text(), high.text())),
        };
        let start = self.named(low, &format!("{letter}{digit}_low"));
        BoundRange { start, end: self.named(high, &format!("{letter}{digit}_high")) }
    }

    /// Declares a variable for a bound that is not constant.
    fn named(&mut self, bound: Bound, name: &str) -> Bound {
        let Bound::Text(text) = bound else { return bound };
        if text.chars().all(|it| it.is_alphanumeric() || it == '_') {
            return Bound::Text(text);
        }
        self.line(&format!("const int64_t {name} = {text};"));
        Bound::Text(name.to_owned())
    }
}
