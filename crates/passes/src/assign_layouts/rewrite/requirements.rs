//! The stride requirements of the selected offers, as attributes for `resolve-strides`.

use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::sites::{SiteRule, Sites};
use ir::attrs::{AttrKind, LayoutAttr};
use ir::layout::StrideReqs;
use ir::stride_reqs::{REQS_ATTR, stated};
use ir::{Attr, Module, Op};

/// Adds the requirements of all selected offers to the attributes of their ops.
pub(crate) fn write(module: &mut Module, sites: &Sites, assignment: &Assignment) {
    for (site, &offer) in sites.all.iter().zip(&assignment.offers) {
        if let SiteRule::Offers(offers) = &site.rule
            && let Some(offer) = offer
            && !offers[offer].reqs.iter().all(StrideReqs::is_empty)
        {
            add(module, site.op, &offers[offer].reqs);
        }
    }
}

/// Joins requirements with those in the attribute of the op for the same values.
fn add(module: &mut Module, op: Op, reqs: &[StrideReqs]) {
    let old = module.attr(op, REQS_ATTR).and_then(|attr| module.ctx.as_array(attr));
    let mut entries: Vec<Attr> = old.map(<[Attr]>::to_vec).unwrap_or_default();
    for (at, reqs) in reqs.iter().enumerate() {
        let own = stated(module, op, at);
        let joined = own.map_or_else(|| reqs.clone(), |own| own.join(reqs));
        let attr = match joined.is_empty() {
            true => module.ctx.unit(),
            false => module.ctx.attr(AttrKind::Layout(LayoutAttr::Reqs(Box::new(joined)))),
        };
        match entries.get_mut(at) {
            Some(entry) => *entry = attr,
            None => entries.push(attr),
        }
    }
    let list = module.ctx.array(&entries);
    module.set_attr(op, REQS_ATTR, Some(list));
}
