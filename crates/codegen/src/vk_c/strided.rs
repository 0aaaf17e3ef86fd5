//! The strides of a layout with symbols, and the order of its dims in memory.
//!
//! A tensor states its strides and its order. A descriptor has strides if its offset is a sum of its dims, each times an
//! expression over the symbols, for all their values, which a merged dim may be, too. The dim with the greatest
//! stride for all values is the outermost one.

use ir::layout::{Decider, Decision, Relation, SymExpr, SymbolicLayout};

/// The strides of a layout by logical dim, in elements.
pub(super) struct Strided {
    pub(super) strides: Vec<SymExpr>,
    /// The offset of index zero, in elements.
    pub(super) offset: SymExpr,
    /// The logical dim of each physical dim.
    pub(super) order: Vec<usize>,
}

impl Strided {
    /// Returns the strides of a layout. `stated` is the logical dim of each physical dim of a layout that states its strides.
    ///
    /// # Errors
    /// The reason why the layout has no strides, or no order of its dims, for all values of the symbols.
    pub(super) fn new(layout: &SymbolicLayout, stated: Vec<usize>) -> Result<Strided, String> {
        if let Some((strides, offset)) = layout.strides() {
            return Ok(Strided {
                strides: strides.to_vec(),
                offset: offset.clone(),
                order: stated,
            });
        }
        if !layout.conditions().is_empty() {
            return Err("its layout has indices without an element".to_owned());
        }
        let mut decider = Decider::new();
        let rank = layout.rank();
        let offset = at(layout, &vec![0; rank])?;
        let minus = SymExpr::operation("*", offset.clone(), SymExpr::constant(-1))?;
        let strides = (0..rank).map(|dim| {
            let mut index = vec![0; rank];
            index[dim] = 1;
            let stride = SymExpr::operation("+", at(layout, &index)?, minus.clone())?;
            Ok(layout.symbols().simplified(&stride, &[]))
        });
        let strides = strides.collect::<Result<Vec<SymExpr>, String>>()?;
        let mut sum = offset.clone();
        for (dim, stride) in strides.iter().enumerate() {
            let term = SymExpr::operation("*", SymExpr::dim(dim), stride.clone())?;
            sum = SymExpr::operation("+", sum, term)?;
        }
        let equal = Relation::comparison("==", layout.offset().clone(), sum)?;
        match layout.decide(&equal, &mut decider) {
            Decision::Holds(_) => {}
            Decision::Fails(..) => {
                let text = layout.offset().text(layout.symbols());
                return Err(format!("its offset `{text}` is no sum of strides"));
            }
            Decision::Undecided(question) => {
                return Err(format!(
                    "whether its offset is a sum of strides is undecided: {question}"
                ));
            }
        }
        let order = order(layout, &strides, &mut decider)?;
        Ok(Strided { strides, offset, order })
    }
}

/// Returns the offset of a layout at an index.
fn at(layout: &SymbolicLayout, index: &[i64]) -> Result<SymExpr, String> {
    let index: Vec<SymExpr> = index.iter().map(|&component| SymExpr::constant(component)).collect();
    let symbols: Vec<SymExpr> = (0..layout.symbols().len()).map(SymExpr::symbol).collect();
    let offset = layout.offset().replaced(&symbols, &index)?;
    Ok(layout.symbols().simplified(&offset, &[]))
}

/// Returns the dims by their strides, the greatest first. Of equal ones the first in the index is the outer one.
fn order(
    layout: &SymbolicLayout,
    strides: &[SymExpr],
    decider: &mut Decider<'_>,
) -> Result<Vec<usize>, String> {
    let mut is_outer = |a: usize, b: usize| -> Result<bool, String> {
        let relation = Relation::comparison(">=", strides[a].clone(), strides[b].clone())?;
        Ok(matches!(layout.decide(&relation, decider), Decision::Holds(_)))
    };
    let mut rest: Vec<usize> = (0..strides.len()).collect();
    let mut order = Vec::new();
    while let Some(&last) = rest.last() {
        let mut place = None;
        // A dim and one whose stride may be greater.
        let mut open = [last, last];
        for (at, &dim) in rest.iter().enumerate() {
            let mut greater = None;
            for &than in rest.iter().filter(|&&than| than != dim) {
                if greater.is_none() && !is_outer(dim, than)? {
                    greater = Some(than);
                }
            }
            match greater {
                None => {
                    place = Some(at);
                    break;
                }
                Some(than) => open = [dim, than],
            }
        }
        let Some(place) = place else {
            let [dim, than] = open;
            let [a, b] = open.map(|dim| strides[dim].text(layout.symbols()));
            return Err(format!(
                "neither d{dim} nor d{than} is the outer dim for all values of its symbols: their strides are `{a}` and `{b}`"
            ));
        };
        order.push(rest.remove(place));
    }
    Ok(order)
}
