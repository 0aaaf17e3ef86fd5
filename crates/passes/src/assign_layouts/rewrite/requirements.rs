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
        let (SiteRule::Offers(offers), Some(offer)) = (&site.rule, offer) else { continue };
        let reqs = &offers[offer].reqs;
        if reqs.iter().all(StrideReqs::is_empty) {
            continue;
        }
        if site.group.is_none() {
            add(module, site.op, reqs);
            continue;
        }
        for (at, slot) in site.slots.iter().enumerate() {
            let own = site.reqs_place(module, at).and_then(|place| reqs.get(place));
            if let (Some((op, place)), Some(own)) = (slot.place(module), own)
                && !own.is_empty()
            {
                let values = module.operands_and_results(op).count();
                let mut of_op = vec![StrideReqs::any(); values];
                of_op[place] = own.clone();
                add(module, op, &of_op);
            }
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
