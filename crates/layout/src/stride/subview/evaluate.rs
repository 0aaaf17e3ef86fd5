//! The chain of transforms of a view, evaluated: over linear forms as its subview map, over numbers as its elements.

use super::form::{IndexForm, LinearForms, LinearIndex};
use super::map::{ContiguityConstraint, DimBinding, SubviewFault, SubviewMap};
use super::view::{ViewChain, ViewMap};
use crate::domain::Concrete;
use crate::space::{DimsOrder, IndexSpace};
use crate::stride::constraint::Scaled;

impl SubviewMap {
    /// Returns the map of a part in its whole, and the contiguity constraints under which the part has strides. A
    /// reshape that merges dims requires them; they are listed from the innermost dim out. `orders` are the physical
    /// orders of the whole and the part, which only [`ViewMap::Memory`] uses.
    ///
    /// # Errors
    /// The view does not fit the lengths, or a factor does not fit 64 bits.
    pub fn of_view(
        map: &ViewMap,
        whole: &[i64],
        part: &[i64],
        orders: Option<(DimsOrder, DimsOrder)>,
    ) -> Result<(SubviewMap, Vec<ContiguityConstraint>), SubviewFault> {
        let chain = ViewChain::new(map, whole, part, orders)?;
        let mut forms = LinearForms::default();
        let index: Vec<IndexForm> = (0..part.len()).map(LinearForms::component).collect();
        let values = chain.evaluate(&index, &mut forms);
        let mut found = StrideCollector::new(part.len());
        let order = orders.filter(|_| matches!(map, ViewMap::Memory)).map(|(whole, _)| whole);
        let order = order.map_or_else(|| (0..whole.len()).collect(), DimsOrder::indices);
        for &dim in order.iter().rev() {
            found.add(dim, &values[dim]).ok_or(match forms.overflow {
                true => SubviewFault::TooLarge,
                false => SubviewFault::Outside,
            })?;
        }
        found.finish(part, whole).ok_or(SubviewFault::Outside)
    }
}

impl ViewMap {
    /// Returns the row-major position in the whole of each element of the part, in row-major order. `orders` are the
    /// physical orders of the whole and the part, which only [`ViewMap::Memory`] uses.
    ///
    /// # Errors
    /// The view does not fit the lengths, or a position does not fit 64 bits.
    ///
    /// ```
    /// # use layoutc_layout::ViewMap;
    /// assert_eq!(ViewMap::Transpose(vec![1, 0]).elements(&[2, 3], &[3, 2], None), Ok(vec![0, 3, 1, 4, 2, 5]));
    /// ```
    pub fn elements(
        &self,
        whole: &[i64],
        part: &[i64],
        orders: Option<(DimsOrder, DimsOrder)>,
    ) -> Result<Vec<usize>, SubviewFault> {
        let chain = ViewChain::new(self, whole, part, orders)?;
        let mut numbers = Concrete::default();
        IndexSpace::below(part.iter().copied())
            .iter()
            .map(|index| {
                let found = chain.evaluate(&index, &mut numbers);
                let position =
                    found.iter().zip(whole).try_fold(0i64, |position, (&index, &len)| {
                        position.checked_mul(len)?.checked_add(index)
                    });
                let position =
                    position.filter(|_| !numbers.overflow).ok_or(SubviewFault::TooLarge)?;
                usize::try_from(position).map_err(|_| SubviewFault::Outside)
            })
            .collect()
    }
}

/// The digits of one value so far: the innermost dim that holds a digit, and the digit of the last dim added.
struct Digits {
    index: LinearIndex,
    innermost: usize,
    last: (usize, i64, Option<i64>),
}

/// The strides of a part, while the dims of its whole are added from the innermost out.
struct StrideCollector {
    /// The stride of each dim of the part; `None` until it is known.
    strides: Vec<Option<Scaled>>,
    offset: Vec<Scaled>,
    digits: Vec<Digits>,
    contiguity: Vec<ContiguityConstraint>,
}

impl StrideCollector {
    fn new(rank: usize) -> StrideCollector {
        let strides = vec![None; rank];
        StrideCollector { strides, offset: Vec::new(), digits: Vec::new(), contiguity: Vec::new() }
    }

    /// Adds the index of a dim of the whole. `None` if the index is neither a multiple of a component nor the next
    /// digit of a value.
    fn add(&mut self, dim: usize, value: &IndexForm) -> Option<()> {
        match value {
            IndexForm::Linear(form) => self.add_form(dim, form),
            IndexForm::Digit { of, divisor, modulus } => {
                self.add_digit(dim, of, *divisor, *modulus)
            }
            IndexForm::Nonlinear => None,
        }
    }

    fn add_form(&mut self, dim: usize, form: &LinearIndex) -> Option<()> {
        if form.constant != 0 {
            self.offset.push(Scaled { var: dim, times: form.constant });
        }
        for &(component, times) in &form.terms {
            let stride = self.strides.get_mut(component)?;
            if times < 1 || stride.replace(Scaled { var: dim, times }).is_some() {
                return None;
            }
        }
        Some(())
    }

    /// Adds a digit. If the dim is contiguous with the dim of the next lower digit, both count as one dim with a larger
    /// digit. With all digits, that dim holds the value itself.
    fn add_digit(
        &mut self,
        dim: usize,
        of: &LinearIndex,
        divisor: i64,
        modulus: Option<i64>,
    ) -> Option<()> {
        let last = (dim, divisor, modulus);
        let Some(digits) = self.digits.iter_mut().find(|digits| digits.index == *of) else {
            self.digits.push(Digits { index: of.clone(), innermost: dim, last });
            return (divisor == 1).then_some(());
        };
        let (inner, below, radix) = std::mem::replace(&mut digits.last, last);
        let radix = radix.filter(|radix| below.checked_mul(*radix) == Some(divisor))?;
        let inner = Scaled { var: inner, times: radix };
        self.contiguity.push(ContiguityConstraint { outer: Scaled::once(dim), inner });
        Some(())
    }

    /// Returns the map; `None` if the upper digits of a value are missing.
    fn finish(
        mut self,
        part: &[i64],
        whole: &[i64],
    ) -> Option<(SubviewMap, Vec<ContiguityConstraint>)> {
        for Digits { index: of, innermost, last: (_, _, modulus) } in
            std::mem::take(&mut self.digits)
        {
            if modulus.is_some() {
                return None;
            }
            self.add_form(innermost, &of)?;
        }
        let dims = self
            .strides
            .iter()
            .zip(part)
            .map(|(stride, &len)| match stride {
                Some(Scaled { var, times }) => {
                    Some(DimBinding { root: Some(*var), times: *times, len })
                }
                // Only a dim of length 1 has no stride, as a view repeats no element.
                None => (len == 1).then_some(DimBinding { root: None, times: 1, len }),
            })
            .collect::<Option<_>>()?;
        // The offset of a dim of length 1 is always that of its only index.
        self.offset.retain(|term| whole[term.var] > 1);
        Some((SubviewMap::new(dims, self.offset), self.contiguity))
    }
}
