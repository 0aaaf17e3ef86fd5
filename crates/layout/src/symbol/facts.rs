//! Facts about the offsets of symbolic layouts, for all values of their symbols.

use super::claim::Claim;
use super::decide::{Decider, Decision};
use super::expr::{SymExpr, SymNode};
use super::fault::SymbolWitness;
use super::injective::Property;
use super::layout::SymbolicLayout;
use super::maximum::MaxOffset;
use super::polynomial::Polynomial;
use super::prove::Trend;
use super::set::Relation;
use super::space::Space;

/// The maximum number of combinations of ends of dims at which an extreme is sought.
const MAX_CORNERS: usize = crate::limits::SYMBOL_CORNERS as usize;

/// Facts about a symbolic layout as expressions over its symbols. A fact that is not known is the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolicFacts {
    /// The least offset of a valid index, in elements.
    pub least: Result<SymExpr, String>,
    /// The greatest offset of a valid index, in elements.
    pub greatest: Result<SymExpr, String>,
    /// The number of slots up to the greatest offset.
    pub span: Result<SymExpr, String>,
    /// The number of slots of a buffer that includes the padding of every row.
    pub allocation: Result<SymExpr, String>,
    /// Whether no two valid indices share a slot.
    pub injective: Property,
    /// Whether the valid indices are in the first slots, each in a slot of its own, without a gap.
    pub packed: Property,
    /// The vector width of each dim in elements, the least one of all values of the symbols.
    pub vector_widths: Vec<Result<i64, String>>,
    /// The greatest offset for all values of the symbols.
    pub max_offset: Result<MaxOffset, String>,
}

impl SymbolicLayout {
    /// Returns the facts for all values of the symbols. The layout must be valid, as
    /// [`checked`](SymbolicLayout::checked) ensures.
    pub fn facts(&self, decider: &mut Decider<'_>) -> SymbolicFacts {
        let greatest = self.greatest_offset(decider);
        let injective = self.injective(decider);
        SymbolicFacts {
            least: self.least_offset(decider),
            span: greatest.as_ref().map_err(String::clone).and_then(|it| self.one_more(it)),
            allocation: self.allocation(&greatest, decider),
            greatest,
            packed: self.packed_if(&injective, decider),
            injective,
            vector_widths: (0..self.rank()).map(|dim| self.vector_width(dim, decider)).collect(),
            max_offset: self.max_offset(decider),
        }
    }

    /// Returns the least offset of a valid index, in elements.
    ///
    /// # Errors
    /// The reason why it is not known as an expression.
    pub fn least_offset(&self, decider: &mut Decider<'_>) -> Result<SymExpr, String> {
        self.extreme_offset(false, decider)
    }

    /// Returns the greatest offset of a valid index, in elements.
    ///
    /// # Errors
    /// The reason why it is not known as an expression.
    pub fn greatest_offset(&self, decider: &mut Decider<'_>) -> Result<SymExpr, String> {
        self.extreme_offset(true, decider)
    }

    /// Returns an expression plus one.
    pub(super) fn one_more(&self, expr: &SymExpr) -> Result<SymExpr, String> {
        let more = SymExpr::operation("+", expr.clone(), SymExpr::constant(1))?;
        Ok(self.symbols().simplified(&more, &[]))
    }

    fn extreme_offset(&self, greatest: bool, decider: &mut Decider<'_>) -> Result<SymExpr, String> {
        let large = || "the offset has no polynomial within the limits".to_owned();
        let mut space = self.space().ok_or_else(large)?;
        let offset = space.polynomial(self.offset()).ok_or_else(large)?;
        if self.conditions().is_empty()
            && let Some((end, _)) = space.extreme(&offset, greatest)
        {
            return space.expr(&end).ok_or_else(large);
        }
        for corner in self.corners(&mut space, &offset, greatest) {
            if let Some(found) = self.value_at(&corner)
                && self.is_valid_at(&corner, decider)
                && self.is_extreme(&found, greatest, decider)
            {
                return Ok(found);
            }
        }
        let which = if greatest { "greatest" } else { "least" };
        Err(format!("the {which} offset is at no end of the dims for all values of the symbols"))
    }

    /// Returns the variables of the layout.
    pub(super) fn space(&self) -> Option<Space> {
        Space::new(self.symbols(), self.lengths(), self.conditions())
    }

    /// Returns indices, as expressions over the symbols, at which the offset may be extreme.
    fn corners(&self, space: &mut Space, offset: &Polynomial, greatest: bool) -> Vec<Vec<SymExpr>> {
        let mut corners: Vec<Vec<SymExpr>> = vec![Vec::new()];
        for (dim, _) in space.dims() {
            let ends = match dim.vars().first() {
                None => vec![Polynomial::default()],
                Some(&var) => {
                    let trend = space.trend(offset, var);
                    let down = trend.is_some_and(|it| (it == Trend::Up) != greatest);
                    let up = trend.is_some_and(|it| (it == Trend::Down) != greatest);
                    let lower = if up { Vec::new() } else { space.lower(var) };
                    let upper = if down { Vec::new() } else { space.upper(var) };
                    upper.into_iter().chain(lower).collect()
                }
            };
            let mut ends: Vec<SymExpr> = ends.iter().filter_map(|end| space.expr(end)).collect();
            ends.retain(|end| end.extents().1 == 0);
            ends.dedup();
            corners = corners
                .iter()
                .flat_map(|corner| {
                    ends.iter().map(|end| corner.iter().chain([end]).cloned().collect())
                })
                .take(MAX_CORNERS)
                .collect();
        }
        corners
    }

    /// Returns the offset at an index of expressions over the symbols.
    fn value_at(&self, index: &[SymExpr]) -> Option<SymExpr> {
        let numbers = self.symbols().exprs();
        let value = self.offset().replaced(&numbers, index).ok()?;
        Some(self.symbols().simplified(&value, &[]))
    }

    /// Returns `true` if an index of expressions over the symbols is valid for all values.
    fn is_valid_at(&self, index: &[SymExpr], decider: &mut Decider<'_>) -> bool {
        let numbers = self.symbols().exprs();
        let conditions = self.conditions().iter();
        let conditions = conditions.map(|condition| condition.replaced(&numbers, index));
        let inside = index.iter().zip(self.lengths()).flat_map(|(component, length)| {
            let zero = SymExpr::constant(0);
            [
                Relation::comparison("<=", zero, component.clone()),
                Relation::comparison("<", component.clone(), length.clone()),
            ]
        });
        let mut relations = inside.chain(conditions);
        relations.all(|relation: Result<Relation, String>| {
            relation.is_ok_and(|it| decider.holds(&Claim::new(self.symbols(), &[], &[], &it)))
        })
    }

    fn is_extreme(&self, found: &SymExpr, greatest: bool, decider: &mut Decider<'_>) -> bool {
        let sign = if greatest { "<=" } else { ">=" };
        let relation = Relation::comparison(sign, self.offset().clone(), found.clone());
        relation.is_ok_and(|relation| matches!(self.decide(&relation, decider), Decision::Holds(_)))
    }

    /// Decides whether a relation holds for all values of the symbols and all valid indices.
    pub fn decide(&self, relation: &Relation, decider: &mut Decider<'_>) -> Decision {
        decider.decide(&Claim::new(self.symbols(), self.lengths(), self.conditions(), relation))
    }

    /// Decides whether a layout is packed, from whether it is injective. Offsets are not negative, so an injective layout
    /// without an offset of its size or more is.
    fn packed_if(&self, injective: &Property, decider: &mut Decider<'_>) -> Property {
        let Property::Holds(method) = injective else { return injective.clone() };
        if !self.conditions().is_empty() {
            return Property::Undecided("the number of valid indices has no expression".to_owned());
        }
        let size = self.lengths().iter().try_fold(SymExpr::constant(1), |size, length| {
            match (size.node(), length.node()) {
                (SymNode::Constant(1), _) => Ok(length.clone()),
                _ => SymExpr::operation("*", size, length.clone()),
            }
        });
        let relation = size.and_then(|size| Relation::comparison("<", self.offset().clone(), size));
        let relation = match relation {
            Ok(relation) => relation,
            Err(reason) => return Property::Undecided(reason),
        };
        match self.decide(&relation, decider) {
            Decision::Holds(by) => Property::Holds(by.max(*method)),
            Decision::Fails(SymbolWitness { values, index }, _) => {
                Property::Fails { values, index, other: None }
            }
            Decision::Undecided(question) => Property::Undecided(question),
        }
    }
}
