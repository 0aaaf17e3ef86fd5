//! The marks of the ops of groups that a device executes as one.
//!
//! The values inside of a group keep their types, which state no layout that the device uses. The mark says so to
//! readers, and keeps later passes from treating a view op inside of a group as a view.

use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::sites::Sites;
use ir::groups::GROUP_ATTR;
use ir::{Module, Op};

/// Removes the marks of an earlier assignment.
pub(crate) fn clear(module: &mut Module) {
    if module.ctx.find_name(GROUP_ATTR).is_none() {
        return;
    }
    for op in module.walk().collect::<Vec<Op>>() {
        if module.attr(op, GROUP_ATTR).is_some() {
            module.set_attr(op, GROUP_ATTR, None);
        }
    }
}

/// Marks the ops of the groups of an assignment, which are numbered in program order, and connects their ops directly
/// where a removed reorder was between them.
pub(super) fn write(module: &mut Module, sites: &Sites, assignment: &Assignment) {
    let groups = sites.all.iter().enumerate();
    let groups = groups.filter(|(site, _)| !assignment.is_absent(*site));
    let groups = groups.filter_map(|(_, site)| Some((site, site.group.as_ref()?)));
    for (number, (site, group)) in (0i64..).zip(groups) {
        for (op, operand) in site.inner_operands(module, &sites.removed) {
            let value = module.operands(op)[operand];
            module.set_operand(op, operand, sites.removed.source(module, value));
        }
        let ctx = &mut module.ctx;
        let name = ctx.string(&group.name);
        let number = ctx.int(number);
        let [name_key, number_key] = ["name", "number"].map(|key| ctx.name(key));
        let mark = ctx.dict([(name_key, name), (number_key, number)]);
        for &op in &group.ops {
            module.set_attr(op, GROUP_ATTR, Some(mark));
        }
    }
}
