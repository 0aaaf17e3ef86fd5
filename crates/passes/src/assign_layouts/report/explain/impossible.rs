//! The reason why a value cannot have a layout.

use super::Explainer;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::offers::Request;
use crate::assign_layouts::sites::{SiteId, SiteOrigin, SiteRule};
use ir::Value;
use ir::choice::ChoiceRule;

impl Explainer<'_> {
    /// Returns the reason why no assignment defines a value in a layout.
    pub(super) fn why_not(&self, value: Value, layout: Candidate) -> String {
        let Some(def) = self.assignment.definition(&self.sites.values[&value]) else {
            return "its definition is outside of the module".to_owned();
        };
        let site = &self.sites.all[def.site];
        let name = self.module.name(site.op);
        match &site.rule {
            SiteRule::Fixed(fixed) => match fixed.get(def.slot).copied().flatten() {
                Some(fixed) => self.fixed(def.site, fixed),
                None => "the layouts of its users exclude it".to_owned(),
            },
            SiteRule::Offers(_) if site.group.is_some() => {
                "no choice of the group of ops that defines it has this layout".to_owned()
            }
            SiteRule::Offers(_) if self.keeps_types(def.site) => {
                format!("`{name}` has no rule that applies, so it keeps the layout of its type")
            }
            SiteRule::Offers(offers) => {
                let exact = Request::Exactly(layout);
                let requests = offers.iter().filter_map(|offer| offer.requests.get(def.slot));
                let is_offered = requests.clone().any(|it| *it == exact || *it == Request::Any);
                let is_shared = requests.clone().any(|it| *it == Request::Same);
                match (is_offered, is_shared) {
                    (true, _) => "the layouts of its users exclude it".to_owned(),
                    (false, true) => {
                        format!(
                            "the other tensors of `{name}` with the layout `same` cannot have it"
                        )
                    }
                    (false, false) => self.no_choice(def.site),
                }
            }
            SiteRule::Same if matches!(site.origin, SiteOrigin::Boundary(_)) => {
                let symbol = self.module.symbol(site.op).unwrap_or_default();
                format!(
                    "the values at `@{symbol}` and its calls have equal types, and not all of them can have it"
                )
            }
            SiteRule::Same => {
                format!("`{name}` forwards values of equal types, and not all of them can have it")
            }
            SiteRule::View(_) => {
                format!(
                    "`{name}` moves no data, and no layout of its operands corresponds to this one"
                )
            }
            SiteRule::CopyingView(_) => format!(
                "`{name}` copies in the order of its operand, and no layout of that corresponds to this one"
            ),
            SiteRule::Copy(_) => format!("`{name}` is a reorder, whose type states another layout"),
            SiteRule::Free | SiteRule::Covers(_) => "its users exclude it".to_owned(),
        }
    }

    /// Returns `true` if no choice applies to the op of a site.
    fn keeps_types(&self, site: SiteId) -> bool {
        let is_without_rule =
            matches!(self.sites.all[site].origin, SiteOrigin::Rule(origin, _) if origin.is_none());
        is_without_rule || self.choice_of(site).is_none()
    }

    fn fixed(&self, site: SiteId, fixed: Candidate) -> String {
        let name = self.module.name(self.sites.all[site].op);
        match self.sites.all[site].origin {
            SiteOrigin::Signature => format!("the signature of the function requires {fixed}"),
            SiteOrigin::Call => format!("the signature of the callee requires {fixed}"),
            _ => format!("`{name}` keeps its layout, {fixed}"),
        }
    }

    /// Returns the reason for an op of whose rule no choice that applies has the layout.
    fn no_choice(&self, site: SiteId) -> String {
        let op = self.sites.all[site].op;
        let name = self.module.name(op);
        let rule = ChoiceRule::for_op(self.module, op, self.rules.registry, self.rules.target);
        let unfit = rule.choices.iter().find_map(|choice| {
            let unfit = rule.fit(choice, self.module, op).err()?;
            Some(format!("; `{choice}` does not apply: {unfit}"))
        });
        let unfit = unfit.unwrap_or_default();
        format!("no choice that applies to `{name}` defines this layout{unfit}")
    }
}
