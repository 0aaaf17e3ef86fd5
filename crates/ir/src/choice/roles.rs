//! The roles of the operands and results of one op, for the rules of its kind.
//!
//! A rule of a kind lists layouts by role. The dims of a role with letters have a canonical order: N, C and the spatial
//! dims for activations, O, I and the spatial dims for filters. Orders, formats and conditions count these dims.
//! [`DimMap`] maps them to the dims of the value.

use crate::data::module::{Module, Op, Value};
use crate::data::types::{Extent, TypeKind};
use crate::layout::DimsOrder;
use crate::registry::{DimLetter, OpKind, Registry, RoleDims};

/// The operands and results of an op that have roles in its kind.
#[derive(Clone, Debug)]
pub(super) struct ValueRoles {
    pub(super) kind: OpKind,
    operands: Vec<ValueRole>,
    results: Vec<ValueRole>,
}

/// An operand or result that has a role.
#[derive(Clone, Debug)]
struct ValueRole {
    /// The position among the operands or the results.
    position: usize,
    dims: DimMap,
}

impl ValueRole {
    /// Returns the role of one of the operands or results by its position.
    fn new(module: &Module, (position, dims): (usize, &RoleDims), values: &[Value]) -> ValueRole {
        ValueRole { position, dims: DimMap::new(dims, module.kind(values[position])) }
    }
}

/// Returns the rank of a tensor; 0 for another type.
fn rank(module: &Module, value: Value) -> usize {
    module.kind(value).tensor_dims().map_or(0, <[_]>::len)
}

/// The number of a role.
#[derive(Clone, Copy, Debug)]
pub(super) struct RolePlace {
    pub(super) is_result: bool,
    /// The number among the roles of operands, or those of results.
    pub(super) number: usize,
}

impl ValueRoles {
    /// Returns the roles of an op; `None` if it is in no kind.
    pub(super) fn of(module: &Module, op: Op, registry: &Registry) -> Option<ValueRoles> {
        let (kind, roles) = registry.roles(module, op)?;
        let operands = module.operands(op);
        let results: Vec<_> = module.results(op).collect();
        let of_operands = roles.operands(operands.len());
        let of_operands = of_operands.map(|role| ValueRole::new(module, role, operands)).collect();
        let of_results = roles.results(results.len());
        let of_results = of_results.map(|role| ValueRole::new(module, role, &results)).collect();
        Some(ValueRoles { kind, operands: of_operands, results: of_results })
    }

    /// Returns the roles of the operands and the result of a group: those of one of its ops, in order. `None` if that op is
    /// in no kind.
    pub(super) fn of_group(
        module: &Module,
        anchor: Op,
        registry: &Registry,
        operands: &[Value],
        result: Value,
    ) -> Option<ValueRoles> {
        let of_anchor = ValueRoles::of(module, anchor, registry)?;
        let of_results: Vec<Value> = module.results(anchor).collect();
        let ranks = [module.operands(anchor), &of_results]
            .map(|values| values.iter().map(|&value| rank(module, value)).collect::<Vec<_>>());
        let of_group = |roles: &[ValueRole], ranks: &[usize], values: &[Value]| {
            let values = values.iter().enumerate();
            let roles = values.map(|(position, &value)| {
                let dims = match roles.get(position) {
                    Some(role) if ranks[role.position] == rank(module, value) => role.dims.clone(),
                    Some(ValueRole { dims: DimMap::Positions, .. }) | None => DimMap::Positions,
                    // A view op inside of the group has other dims.
                    Some(_) => DimMap::Unknown,
                };
                ValueRole { position, dims }
            });
            roles.collect::<Vec<_>>()
        };
        let [operand_ranks, result_ranks] = &ranks;
        Some(ValueRoles {
            kind: of_anchor.kind,
            operands: of_group(&of_anchor.operands, operand_ranks, operands),
            results: of_group(&of_anchor.results, result_ranks, &[result]),
        })
    }

    /// Returns the numbers of roles that operands and that results have.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.operands.len(), self.results.len())
    }

    /// Returns `true` if a choice for this many operands, more than the op has, applies to it: the op lacks operands
    /// that are optional in its kind.
    pub(super) fn lacks_only_optional(&self, listed: usize) -> bool {
        let operands = self.operands.len();
        operands < listed && self.kind.required_operands().is_some_and(|least| least <= operands)
    }

    /// Returns the role of an operand or result by its position; `None` if it has none.
    pub(super) fn place(&self, is_result: bool, position: usize) -> Option<RolePlace> {
        let roles = self.list(is_result);
        let number = roles.iter().position(|role| role.position == position)?;
        Some(RolePlace { is_result, number })
    }

    /// Returns the position of the operand or result that has a role; `None` if the op lacks it.
    pub(super) fn position(&self, place: RolePlace) -> Option<usize> {
        Some(self.list(place.is_result).get(place.number)?.position)
    }

    /// Returns the dims of the value that has a role.
    pub(super) fn dims(&self, place: RolePlace) -> &DimMap {
        self.list(place.is_result).get(place.number).map_or(&DimMap::Positions, |role| &role.dims)
    }

    fn list(&self, is_result: bool) -> &[ValueRole] {
        if is_result { &self.results } else { &self.operands }
    }
}

/// The dims of a value that its canonical dims are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DimMap {
    /// Dims count by position.
    Positions,
    /// The letters of the dims are unknown, or do not fit the rank.
    Unknown,
    /// The dims of the value that are each canonical dim, major to minor; none for a dim of length 1.
    Canonical(Vec<Vec<usize>>),
}

impl DimMap {
    fn new(dims: &RoleDims, ty: &TypeKind) -> DimMap {
        match (dims, ty) {
            (RoleDims::Positions, _) => DimMap::Positions,
            (
                RoleDims::Letters(letters),
                TypeKind::Tensor { dims, .. } | TypeKind::MemRef { dims, .. },
            ) => canonical(letters, dims.len()).map_or(DimMap::Unknown, DimMap::Canonical),
            _ => DimMap::Unknown,
        }
    }

    /// Returns the lengths of the canonical dims.
    pub(super) fn lengths(&self, dims: &[Extent]) -> Vec<Extent> {
        let DimMap::Canonical(parts) = self else { return dims.to_vec() };
        parts
            .iter()
            .map(|parts| {
                parts.iter().try_fold(1u64, |length, &at| length.checked_mul((*dims.get(at)?)?))
            })
            .collect()
    }

    /// Returns the order of the value's dims that is an order of the canonical dims.
    ///
    /// # Errors
    /// The order has another rank than the canonical dims, or their letters are unknown.
    pub(super) fn order(&self, order: DimsOrder) -> Result<DimsOrder, OrderMismatch> {
        let parts = match self {
            DimMap::Positions => return Ok(order),
            DimMap::Unknown => return Err(OrderMismatch::Unknown),
            DimMap::Canonical(parts) if parts.len() != order.rank() => {
                return Err(OrderMismatch::Rank(parts.len()));
            }
            DimMap::Canonical(parts) => parts,
        };
        let results = order.results().flat_map(|dim| parts[dim.index()].iter().copied());
        let results: Vec<usize> = results.collect();
        DimsOrder::from_results(&results).map_err(|_| OrderMismatch::Unknown)
    }

    /// Returns `true` if the canonical dims are the dims of the value, in order.
    pub(super) fn is_identity(&self) -> bool {
        match self {
            DimMap::Positions => true,
            DimMap::Unknown => false,
            DimMap::Canonical(parts) => parts.iter().enumerate().all(|(at, dims)| *dims == [at]),
        }
    }

    /// Returns `true` if each canonical dim is one dim of the value.
    pub(super) fn is_one_to_one(&self) -> bool {
        match self {
            DimMap::Positions | DimMap::Unknown => true,
            DimMap::Canonical(parts) => parts.iter().all(|dims| dims.len() == 1),
        }
    }
}

/// The reason why an order of canonical dims is not an order of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrderMismatch {
    /// The letters of the dims are unknown.
    Unknown,
    /// The value has this many canonical dims.
    Rank(usize),
}

/// Returns the dims of a value of a rank that are each canonical dim. `None` if there are more or fewer letters than
/// dims.
fn canonical(letters: &[DimLetter], rank: usize) -> Option<Vec<Vec<usize>>> {
    let others = letters.iter().filter(|letter| **letter != DimLetter::AllSpatial).count();
    let has_star = others < letters.len();
    let stars = rank.checked_sub(others).filter(|&stars| has_star || stars == 0)?;
    let numbered = letters.iter().filter(|letter| matches!(letter, DimLetter::Spatial(_))).count();
    let mut parts = vec![Vec::new(); 2 + stars + numbered];
    let mut at = 0;
    for letter in letters {
        let (first, count) = match *letter {
            DimLetter::Outer => (0, 1),
            DimLetter::Channels => (1, 1),
            DimLetter::Spatial(number) => (2 + number, 1),
            DimLetter::AllSpatial => (2, stars),
        };
        for canonical in first..first + count {
            parts.get_mut(canonical)?.push(at);
            at += 1;
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::OpRoles;

    /// Returns the map of the first operand of roles, on a value of a rank.
    fn map(roles: &str, rank: usize) -> Option<DimMap> {
        let roles = OpRoles::new(&format!("{roles} -> .")).unwrap();
        let (_, dims) = roles.operands(1).next().unwrap();
        let RoleDims::Letters(letters) = dims else { return None };
        canonical(letters, rank).map(DimMap::Canonical)
    }

    fn order(roles: &str, rank: usize, order: DimsOrder) -> Vec<usize> {
        let order = map(roles, rank).unwrap().order(order).unwrap();
        order.results().map(|dim| dim.index()).collect()
    }

    #[test]
    fn orders_follow_letters() {
        assert_eq!(order("NC*", 4, DimsOrder::NHWC), [0, 2, 3, 1]);
        assert_eq!(order("N*C", 4, DimsOrder::NHWC), [0, 1, 2, 3]);
        assert_eq!(order("N*C", 5, DimsOrder::NDHWC), [0, 1, 2, 3, 4]);
        assert_eq!(order("N*C", 4, DimsOrder::NCHW), [0, 3, 1, 2]);
        assert_eq!(order("*IO", 4, DimsOrder::OYXI), [3, 0, 1, 2]);
        assert_eq!(order("N10C", 4, DimsOrder::NHWC), [0, 2, 1, 3]);
        // Parts of one dim stay together, and a dim that the value lacks has no place.
        assert_eq!(order("*OO", 4, DimsOrder::OYXI), [2, 3, 0, 1]);
        assert_eq!(order("*O", 3, DimsOrder::YXOI), [0, 1, 2]);
    }

    /// Returns the permutations of a list.
    fn permutations(list: &[char]) -> Vec<Vec<char>> {
        if list.is_empty() {
            return vec![Vec::new()];
        }
        let with_first = |at: usize| {
            let mut rest = list.to_vec();
            let first = rest.remove(at);
            permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
        };
        (0..list.len()).flat_map(with_first).collect()
    }

    #[test]
    fn physical_letters_are_those_of_the_order() {
        for (letters, canonical) in [("NC01", "NC01"), ("OI012", "OI012"), ("NCC0", "NC0")] {
            let canonical: Vec<char> = canonical.chars().collect();
            for dims in permutations(&letters.chars().collect::<Vec<_>>()) {
                let map = map(&String::from_iter(&dims), dims.len()).unwrap();
                for physical in permutations(&canonical) {
                    let results = physical
                        .iter()
                        .map(|letter| canonical.iter().position(|other| other == letter).unwrap());
                    let order = DimsOrder::from_results(&results.collect::<Vec<_>>()).unwrap();
                    let order = map.order(order).unwrap();
                    let mut shown: Vec<char> =
                        order.results().map(|dim| dims[dim.index()]).collect();
                    shown.dedup();
                    assert_eq!(shown, physical, "{dims:?}");
                }
            }
        }
    }

    #[test]
    fn letters_must_fit_the_rank() {
        assert_eq!(map("N01C", 5), None);
        assert_eq!(map("NC*", 1), None);
        assert_eq!(map("NC*", 4).unwrap().order(DimsOrder::NDHWC), Err(OrderMismatch::Rank(4)));
        assert!(map("NC*", 4).unwrap().is_identity() && !map("N*C", 4).unwrap().is_identity());
        // With one spatial dim of one letter, both spellings are one map.
        assert!(map("NC*", 2).unwrap().is_identity() && map("N*C", 2).unwrap().is_identity());
    }

    #[test]
    fn lengths_of_split_dims_are_products() {
        let lengths = map("*OO", 4).unwrap().lengths(&[Some(3), Some(5), Some(8), Some(2)]);
        assert_eq!(lengths, [Some(16), Some(1), Some(3), Some(5)]);
        assert_eq!(map("*OO", 4).unwrap().lengths(&[Some(3), Some(5), None, Some(2)])[0], None);
    }
}
