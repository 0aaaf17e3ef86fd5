//! The relations between the values of view ops, as attributes, rules of a target and definitions state them.

use super::Registry;
use crate::data::attrs::Attr;
use crate::data::module::{Module, Op};
use crate::registry::target::Target;
use crate::registry::view::{
    DeclaredView, VIEW_ATTR, VIEW_COPIES, VIEW_KIND, ViewRelations, is_in_group,
};
use std::collections::BTreeMap;

impl Registry {
    /// Returns the same registry with the views that the rules of a target declare. `None` if they declare none.
    pub fn with_views_of(&self, target: &Target) -> Option<Registry> {
        let views: BTreeMap<String, DeclaredView> = target
            .rules()
            .filter_map(|(name, rule)| Some((name.to_owned(), rule.view.clone()?)))
            .collect();
        (!views.is_empty()).then(|| Registry { rule_views: views, ..self.clone() })
    }

    /// Returns the view that a rule of the target declares for the ops of a name; `None` if it declares none.
    pub(crate) fn rule_view(&self, name: &str) -> Option<&DeclaredView> {
        self.rule_views.get(name)
    }

    /// Returns `true` if an op declares in an attribute that it is a view, or a rule of the target does.
    pub fn declares_view(&self, module: &Module, op: Op) -> bool {
        // An attribute or a rule that only states that a view op copies declares no view.
        let is_stated = view_attr(module, op).is_some_and(|dict| {
            module.ctx.dict_get(dict, VIEW_KIND).is_some()
                || module.ctx.dict_get(dict, VIEW_COPIES).is_none()
        });
        let rule = (!self.rule_views.is_empty()).then(|| self.rule_view(module.name(op))).flatten();
        self.declared_views.is_some() && (is_stated || rule.is_some_and(|view| view.kind.is_some()))
    }

    /// Returns `true` if a view op copies, because its attribute states it, or else the rule of the target: its results
    /// have buffers of their own, which are dense.
    pub fn copies_view(&self, module: &Module, op: Op) -> bool {
        match view_attr(module, op) {
            Some(dict) => module.ctx.dict_get(dict, VIEW_COPIES).is_some(),
            None if self.rule_views.is_empty() => false,
            None => self.rule_view(module.name(op)).is_some_and(|view| view.copies),
        }
    }

    /// Returns the relations of the view that an op declares in an attribute, or a rule of the target declares; `None`
    /// if neither does.
    pub fn declared_view(&self, module: &Module, op: Op) -> Option<ViewRelations> {
        let declared = self.declared_views.filter(|_| self.declares_view(module, op))?;
        declared(self, module, op)
    }

    /// Returns the relations between the values of a view op that share memory: those that the op or the target
    /// declares, or else those of its definition. `None` if the op is not a view op, copies, or is in a group of ops that a
    /// device executes as one.
    pub fn view_relations(&self, module: &Module, op: Op) -> Option<ViewRelations> {
        (!self.copies_view(module, op)).then(|| self.element_relations(module, op)).flatten()
    }

    /// Returns the relations between the elements of the values of a view op, also of one that copies. `None` if the op is
    /// not a view op, or is in a group of ops that a device executes as one.
    pub fn element_relations(&self, module: &Module, op: Op) -> Option<ViewRelations> {
        if is_in_group(module, op) {
            return None;
        }
        if let Some(declared) = self.declared_view(module, op) {
            return Some(declared);
        }
        self.defined_view(self.op_def(module, op)?, module, op)
    }
}

/// Returns the attribute by which an op states that it is a view; `None` if it has none.
fn view_attr(module: &Module, op: Op) -> Option<Attr> {
    module.ctx.find_name(VIEW_ATTR)?;
    module.attr(op, VIEW_ATTR)
}
