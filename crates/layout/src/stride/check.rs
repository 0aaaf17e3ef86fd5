//! The check of given strides against requirements, which reports every violation.

use super::buffer::BufferError;
use super::constraint::{Constraint, Scaled};
use super::reqs::{Req, ReqKind};
use super::system::size_text;
use crate::space::{ElemSize, Elems, MemDim, MemShape, MemStrides};

/// One violation by given strides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The physical dimension.
    pub dim: MemDim,
    /// The violated requirement; `None` if the strides are not nested, or a length or stride is missing.
    pub req: Option<Req>,
    /// The stride that corrects the violation, if the others stay unchanged; `None` if there is none.
    pub right: Option<Elems>,
    /// The message, with the actual and the required stride.
    pub text: String,
}

impl_display!(Violation { Self { text, .. } => "{text}" });

/// Returns all violations of the requirements and of the nesting rule, outermost dimension first.
///
/// Strides are nested if each is at least the next inner stride times its length, and the innermost is at least one
/// element. Dimensions of length 1 are not exempt. VPUX tolerates an overlap of one element; this check does not, so
/// strides that pass never let two elements overlap.
pub fn check(
    shape: &MemShape,
    elem: ElemSize,
    reqs: &[Req],
    strides: &MemStrides,
) -> Vec<Violation> {
    if shape.len() != strides.len() {
        let rank = shape.len();
        let found = strides.len();
        let dim =
            MemDim::new(rank.min(found)).expect("the smaller of two ranks is below the limit");
        let text = format!("expected {rank} strides, one for each physical dim, found {found}");
        return vec![Violation::new(dim, None, None, text)];
    }
    let strides = strides.values().map(|stride| stride.get()).collect();
    let checker = Checker { shape, elem, strides };
    let missing = reqs.iter().filter(|req| shape.get(req.dim).is_none());
    let mut violations: Vec<Violation> = missing.map(|&req| checker.no_such_dim(req)).collect();
    for dim in shape.dims() {
        violations.extend(checker.nesting(dim));
        let own = reqs.iter().filter(|req| req.dim == dim);
        violations.extend(own.filter_map(|&req| checker.requirement(req)));
    }
    violations
}

impl Violation {
    fn new(dim: MemDim, req: Option<Req>, right: Option<i128>, text: String) -> Violation {
        let right = right.and_then(|elems| i64::try_from(elems).ok()).map(Elems::new);
        Violation { dim, req, right, text }
    }
}

struct Checker<'a> {
    shape: &'a MemShape,
    elem: ElemSize,
    /// The strides in elements, by physical dim.
    strides: Vec<i64>,
}

impl Checker<'_> {
    fn no_such_dim(&self, req: Req) -> Violation {
        let text = format!(
            "invalid physical dim {}: the layout has {} physical dims",
            req.dim,
            self.shape.len()
        );
        Violation::new(req.dim, Some(req), None, text)
    }

    fn next(&self, dim: MemDim) -> Option<MemDim> {
        self.shape.dims().nth(dim.index() + 1)
    }

    /// Returns the extent of the dims inside a dim, with their padding; `None` for the innermost dim, or if the length
    /// of the next inner dim is dynamic.
    fn inner(&self, dim: MemDim) -> Option<Scaled> {
        let next = self.next(dim)?;
        Some(Scaled { var: next.index(), times: self.shape[next].get()? })
    }

    /// Returns the derivation of the extent inside a dim: ` (3 x 4 bytes of m1)`.
    fn inner_text(&self, inner: Option<Scaled>) -> String {
        let Some(Scaled { var, times }) = inner else { return " (one element)".to_owned() };
        let stride = self.size(self.strides[var].into());
        let next = self.shape.dims().nth(var);
        next.map_or_else(String::new, |next| format!(" ({times} x {stride} of {next})"))
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.elem)
    }

    /// Returns the stride that satisfies a constraint and is closest to the given one; `None` if there is none.
    fn closest(&self, constraint: Constraint) -> Option<i128> {
        constraint.closest(&self.strides, self.elem)
    }

    fn nesting(&self, dim: MemDim) -> Option<Violation> {
        if let Some(next) = self.next(dim).filter(|&next| self.shape[next].is_dynamic()) {
            let text = BufferError::Dynamic(next).to_string();
            return Some(Violation::new(next, None, None, text));
        }
        let of = Scaled::once(dim.index());
        let inner = self.inner(dim);
        let stride = i128::from(self.strides[of.var]);
        // A stride below one overlaps itself, whatever the inner strides are.
        let one = self.closest(Constraint::AtLeastElems(of, 1))?;
        let spans = inner.and_then(|inner| self.closest(Constraint::AtLeast(of, inner)));
        let (least, inner) = match spans {
            Some(spans) if spans >= one => (spans, inner),
            _ => (one, None),
        };
        (stride < least).then(|| {
            let found = self.size(stride);
            let least_text = self.size(least);
            let reason = self.inner_text(inner);
            let text = format!(
                "the stride of {dim} is {found}, but must be at least {least_text}{reason}"
            );
            Violation::new(dim, None, Some(least), text)
        })
    }

    fn requirement(&self, req: Req) -> Option<Violation> {
        let of = Scaled::once(req.dim.index());
        let inner = self.inner(req.dim);
        let is_open = inner.is_none() && self.next(req.dim).is_some();
        if req.kind == ReqKind::Any || (req.kind == ReqKind::Compact && is_open) {
            // The violation of the nesting rule reports a missing length.
            return None;
        }
        let constraint = Constraint::of_requirement(req.kind, of, inner, self.elem);
        let stride = i128::from(self.strides[of.var]);
        let right = self.closest(constraint);
        if right == Some(stride) {
            return None;
        }
        let found = self.size(stride);
        let reason = self.requirement_text(req.kind, inner, right);
        let text = format!("the stride of {} is {found}, but `{}` {reason}", req.dim, req.kind);
        Some(Violation::new(req.dim, Some(req), right, text))
    }

    /// Returns the end of the message for a violated requirement. `right` is the stride that satisfies it.
    fn requirement_text(
        &self,
        kind: ReqKind,
        inner: Option<Scaled>,
        right: Option<i128>,
    ) -> String {
        let right_text = right.map(|right| self.size(right));
        match (kind, right_text) {
            (ReqKind::Compact | ReqKind::Any, right) => {
                format!("requires {}{}", right.unwrap_or_default(), self.inner_text(inner))
            }
            (ReqKind::Aligned(amount), right) => {
                let right = right
                    .map_or_else(String::new, |right| format!("; the next multiple is {right}"));
                let step = self.size(amount.step(self.elem));
                format!("requires a multiple of {step}{right}")
            }
            (ReqKind::Fixed(_), Some(_)) => "is required".to_owned(),
            (ReqKind::Fixed(_), None) => "is not a whole number of elements".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::space::Bits;
    use crate::space::Len;
    use crate::stride::{Amount, Unit};

    fn req(dim: usize, kind: ReqKind) -> Req {
        Req { dim: MemDim::new(dim).unwrap(), kind }
    }

    fn bytes(count: i64) -> Amount {
        Amount::new(count, Unit::Bytes).unwrap()
    }

    fn strides(values: &[i64]) -> MemStrides {
        MemStrides::new(values.iter().map(|&stride| Elems::new(stride))).unwrap()
    }

    #[track_caller]
    fn violations(shape: &MemShape, reqs: &[Req], given: &[i64], expect: Expect) {
        let elem = ElemSize::new(Bits::new(16)).unwrap();
        let found = check(shape, elem, reqs, &strides(given));
        let lines: Vec<String> = found
            .iter()
            .map(|found| {
                let right = found.right.map_or("none".to_owned(), |right| format!("{right:#}"));
                let req = found.req.map_or("None".to_owned(), |req| format!("Some({req})"));
                format!("{} {req} right {right}: {found}", found.dim)
            })
            .collect();
        expect.assert_eq(&lines.join("\n"));
    }

    fn fixed_shape(lens: &[i64]) -> MemShape {
        MemShape::of_static(lens).unwrap()
    }

    #[test]
    fn check_accepts_legal_strides() {
        let reqs =
            [req(0, ReqKind::Aligned(bytes(6))), req(1, ReqKind::Compact), req(0, ReqKind::Any)];
        violations(&fixed_shape(&[2, 5]), &reqs, &[6, 1], expect![""]);
        violations(&fixed_shape(&[]), &[], &[], expect![""]);
    }

    #[test]
    fn check_reports_every_violation() {
        let reqs = [
            req(0, ReqKind::Aligned(bytes(6))),
            req(0, ReqKind::Fixed(bytes(9))),
            req(0, ReqKind::Fixed(bytes(18))),
            req(1, ReqKind::Compact),
            req(7, ReqKind::Compact),
        ];
        violations(
            &fixed_shape(&[2, 5]),
            &reqs,
            &[8, 2],
            expect![[r#"
            m7 Some(m7: compact) right none: invalid physical dim m7: the layout has 2 physical dims
            m0 None right 10: the stride of m0 is 16 bytes, but must be at least 20 bytes (5 x 4 bytes of m1)
            m0 Some(m0: aligned<6 bytes>) right 9: the stride of m0 is 16 bytes, but `aligned<6 bytes>` requires a multiple of 6 bytes; the next multiple is 18 bytes
            m0 Some(m0: fixed<9 bytes>) right none: the stride of m0 is 16 bytes, but `fixed<9 bytes>` is not a whole number of elements
            m0 Some(m0: fixed<18 bytes>) right 9: the stride of m0 is 16 bytes, but `fixed<18 bytes>` is required
            m1 Some(m1: compact) right 1: the stride of m1 is 4 bytes, but `compact` requires 2 bytes (one element)"#]],
        );
    }

    #[test]
    fn check_rejects_zero_and_negative_strides() {
        violations(
            &fixed_shape(&[2, 5]),
            &[],
            &[0, 0],
            expect![[r#"
                m0 None right 1: the stride of m0 is 0 bytes, but must be at least 2 bytes (one element)
                m1 None right 1: the stride of m1 is 0 bytes, but must be at least 2 bytes (one element)"#]],
        );
        violations(
            &fixed_shape(&[2, 5]),
            &[req(0, ReqKind::Compact)],
            &[-5, -1],
            expect![[r#"
                m0 None right 1: the stride of m0 is -10 bytes, but must be at least 2 bytes (one element)
                m1 None right 1: the stride of m1 is -2 bytes, but must be at least 2 bytes (one element)"#]],
        );
    }

    #[test]
    fn check_rejects_an_overlap_of_one_element() {
        violations(
            &fixed_shape(&[4, 1]),
            &[],
            &[0, 1],
            expect![
                "m0 None right 1: the stride of m0 is 0 bytes, but must be at least 2 bytes (1 x 2 bytes of m1)"
            ],
        );
        violations(
            &fixed_shape(&[2, 3]),
            &[],
            &[2, 1],
            expect![
                "m0 None right 3: the stride of m0 is 4 bytes, but must be at least 6 bytes (3 x 2 bytes of m1)"
            ],
        );
    }

    #[test]
    fn check_reports_missing_strides_and_lengths() {
        violations(
            &fixed_shape(&[2, 5]),
            &[],
            &[1],
            expect!["m1 None right none: expected 2 strides, one for each physical dim, found 1"],
        );
        let dynamic = MemShape::new([Len::new(2).unwrap(), Len::DYNAMIC]).unwrap();
        violations(
            &dynamic,
            &[req(0, ReqKind::Compact)],
            &[5, 1],
            expect![
                "m1 None right none: the length of m1 must be static, because only the outermost dim can be dynamic"
            ],
        );
        let batch = MemShape::new([Len::DYNAMIC, Len::new(5).unwrap()]).unwrap();
        violations(&batch, &[req(0, ReqKind::Compact)], &[5, 1], expect![""]);
    }

    #[test]
    fn extreme_numbers_do_not_overflow() {
        let most = i64::MAX;
        violations(
            &fixed_shape(&[most, most, most]),
            &[req(0, ReqKind::Compact), req(1, ReqKind::Aligned(bytes(most)))],
            &[most, most, i64::MIN],
            expect![[r#"
                m0 None right none: the stride of m0 is 18446744073709551614 bytes, but must be at least 85070591730234615847396907784232501249 elements (9223372036854775807 x 18446744073709551614 bytes of m1)
                m0 Some(m0: compact) right none: the stride of m0 is 18446744073709551614 bytes, but `compact` requires 85070591730234615847396907784232501249 elements (9223372036854775807 x 18446744073709551614 bytes of m1)
                m2 None right 1: the stride of m2 is -18446744073709551616 bytes, but must be at least 2 bytes (one element)"#]],
        );
    }
}
