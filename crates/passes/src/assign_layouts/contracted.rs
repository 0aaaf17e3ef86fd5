//! Flattens whose merged dims are contracted with constants, in the order that the memory has.
//!
//! Any order of a contracted dim is the same sum. A reshape that merges C, H and W to one dim, which a matrix product
//! contracts with constant weights, may merge them as H, W and C, if the rows of the weights are permuted alike. Constants
//! are permuted before execution, so that the reshape of an image in NHWC moves no data.
//!
//! A site of such a reshape has one more label for each order of its operand: the layouts in which the reshape of the
//! transposed operand is a view. The relaxation without forced copies decides on the labels together with all layouts. The
//! module is then rewritten (`permute`), and its layouts are assigned as those of any other module, with the bound of the
//! rewritten module.

mod flattens;
mod permute;

use super::prepared::{PreparedSites, SiteSources, evaluate};
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::candidates::permuted::{PermutedJoint, permuted_joints};
use crate::assign_layouts::sites::SiteId;
use crate::assign_layouts::sites::footprint::Footprints;
use flattens::{Flatten, flattens};
use ir::Module;
use permute::permute;

/// The orders of contracted dims that a module has instead of those of the input.
#[derive(Clone, Copy)]
pub(super) struct PermutedOrders {
    /// The number of contracted dims that have another order.
    pub(super) count: u64,
    /// The cost of the relaxation.
    cost: u64,
}

/// The labels of a site that permute the contracted dims of a flatten.
struct PermutingLabels<'a> {
    site: SiteId,
    flatten: &'a Flatten,
    /// The first of these labels; all later ones follow.
    first: usize,
    /// The permutation of each label.
    permutations: Vec<Vec<usize>>,
}

/// Rewrites a module with the orders of contracted dims of least cost; `None` if all keep their orders.
///
/// # Errors
/// The costs overflow, or the solver finds no layouts.
pub(super) fn choose(
    module: &Module,
    from: SiteSources<'_>,
) -> Result<Option<(Module, PermutedOrders)>, String> {
    let flattens = flattens(module, from.registry);
    if flattens.is_empty() {
        return Ok(None);
    }
    let scope = &from.scope(module);
    let footprints = &mut from.footprints(from.rates(module));
    let mut prepared = PreparedSites::new(module, from, scope, footprints);
    let labels: Vec<PermutingLabels<'_>> = flattens
        .iter()
        .filter_map(|flatten| add_labels(&mut prepared, flatten, footprints))
        .collect();
    if labels.is_empty() {
        return Ok(None);
    }
    let solved = prepared.relax(module, from, footprints)?;
    let mut orders = PermutedOrders { count: 0, cost: solved.totals.cost };
    let mut rewritten = module.clone();
    for labels in labels {
        let label = solved.assignment.labels[labels.site].checked_sub(labels.first);
        if let Some(permutation) = label.and_then(|label| labels.permutations.get(label)) {
            permute(&mut rewritten, labels.flatten, permutation);
            orders.count += 1;
        }
    }
    Ok((orders.count > 0).then_some((rewritten, orders)))
}

impl PermutedOrders {
    /// Returns `true` if the original module costs less than the rewritten one, which costs `cost`. Copies that views
    /// force may cost more than the relaxation; only then is the original module evaluated.
    ///
    /// # Errors
    /// The costs overflow, or the solver finds no layouts.
    pub(super) fn costs_more(
        self,
        original: &Module,
        from: SiteSources<'_>,
        cost: u64,
    ) -> Result<bool, String> {
        Ok(cost > self.cost && evaluate(original, from, &from.scope(original))?.cost < cost)
    }
}

/// Adds the labels that permute the dims of a flatten; `None` if there are none.
fn add_labels<'a>(
    prepared: &mut PreparedSites,
    flatten: &'a Flatten,
    footprints: &mut Footprints,
) -> Option<PermutingLabels<'a>> {
    let PreparedSites { sites, candidates, labels, .. } = prepared;
    let site = sites.all.iter().position(|site| site.op == flatten.op)?;
    let joints = permuted_joints(&sites.all[site], candidates, footprints, |order| {
        flatten.permutation(order)
    });
    let of_site = &mut labels[site];
    let first = of_site.len();
    let mut permutations = Vec::new();
    for PermutedJoint { permutation, layouts } in joints {
        of_site.push(SiteLabel::new(layouts));
        permutations.push(permutation);
    }
    let labels = PermutingLabels { site, flatten, first, permutations };
    (!labels.permutations.is_empty()).then_some(labels)
}
