//! Provenance records of layouts, for `layoutc explain`.
//!
//! The decision about a value names the reason for its layout, its uses, and the extra cost of every other layout. Each
//! extra cost requires another solution of the whole problem. The decision about a reorder names the uses that require
//! it.

mod impossible;

use crate::assign_layouts::candidates::propagate::Candidates;
use crate::assign_layouts::clones::Originals;
use crate::assign_layouts::conflicts::CopyReasons;
use crate::assign_layouts::problem::conversions::{ConversionPlan, MemoryForm};
use crate::assign_layouts::problem::{Assignment, LayoutProblem};
use crate::assign_layouts::rewrite::apply::FormValues;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::offers::{RuleSources, SiteOffer};
use crate::assign_layouts::sites::{Freedom, SiteId, SiteOrigin, SiteRule, Sites};
use crate::provenance::{Alternative, AlternativeCost, Decision, Provenance, Subject};
use ir::choice::{ChoiceRule, RuleOrigin};
use ir::module::Def;
use ir::print::ValueNames;
use ir::registry::OpKind;
use ir::source::Span;
use ir::{Module, Op, Value};
use pbqp::{Cost, Limits};

const MAX_USES: usize = crate::limits::EXPLAINED_USES as usize;

/// The assigned layouts of a module and the data they were selected from.
pub(crate) struct Explainer<'a> {
    pub(crate) pass: &'static str,
    pub(crate) module: &'a Module,
    pub(crate) rules: RuleSources<'a>,
    pub(crate) names: ValueNames<'a>,
    pub(crate) sites: &'a Sites,
    pub(crate) candidates: &'a Candidates,
    /// The problem of each group, with the cost of its solution.
    pub(crate) problems: &'a [(LayoutProblem<'a>, Cost)],
    pub(crate) assignment: &'a Assignment,
    /// The reasons for copies in equal layouts.
    pub(crate) reasons: &'a CopyReasons,
    /// The originals of cloned functions.
    pub(crate) clones: &'a Originals,
    /// The limits of the solver for each alternative.
    pub(crate) limits: Limits,
    /// The explanation request. It limits the values for which alternatives are solved.
    pub(crate) provenance: &'a Provenance,
}

impl Explainer<'_> {
    /// Returns the decisions about all values, and about the ops that convert them.
    pub(crate) fn decisions(&self, forms: &FormValues) -> Vec<(Subject, Decision)> {
        let mut decisions = Vec::new();
        for (value, plan) in self.assignment.values.iter() {
            decisions.push((Subject::Value(value), self.value(value, plan)));
            for conversion in &plan.conversions {
                if let Some(&form) = forms.get(&(value, conversion.to))
                    && let Def::Result(op, _) = self.module.def(form)
                {
                    let decision = self.conversion(value, plan, conversion.to);
                    decisions.push((Subject::Op(op), decision));
                }
            }
        }
        for (id, site) in self.sites.all.iter().enumerate() {
            let Some(group) = site.group.as_ref().filter(|_| !self.assignment.is_absent(id)) else {
                continue;
            };
            for &op in group.ops.iter().filter(|&&op| op != site.op) {
                let values = self.module.results(op);
                decisions.extend(values.map(|value| (Subject::Value(value), self.inner(id))));
            }
        }
        decisions
    }

    /// Returns the decision about a value inside of a group.
    fn inner(&self, site: SiteId) -> Decision {
        let (span, text) = self.group(site);
        let what = "kept its type: it is inside of a group of ops, and has no layout of its own";
        let own = self.module.span(self.sites.all[site].op);
        Decision::new(self.pass, what.to_owned())
            .note_at(if span == Span::NONE { own } else { span }, text)
    }

    fn value(&self, value: Value, plan: &ConversionPlan) -> Decision {
        let def = self.assignment.definition(&self.sites.values[&value]);
        let is_kept = def.is_some_and(|def| {
            let origin = self.sites.all[def.site].origin;
            matches!(origin, SiteOrigin::Signature | SiteOrigin::Call | SiteOrigin::Fixed)
        });
        let verb = if is_kept { "kept" } else { "assigned" };
        let mut decision =
            Decision::new(self.pass, format!("{verb} {}", plan.defined.text(self.module)));
        if let Some(def) = def {
            let (span, text) = self.origin(def.site);
            let own = self.module.span(self.sites.all[def.site].op);
            decision = decision.note_at(if span == Span::NONE { own } else { span }, text);
        }
        if self.sites.declared.get(&value) == Some(&plan.defined) {
            decision = decision.note("its type declares this layout");
        }
        let decision = self.uses(decision, value, None);
        self.alternatives(decision, value, plan)
    }

    fn conversion(&self, value: Value, plan: &ConversionPlan, to: MemoryForm) -> Decision {
        let name = self.names.get(value);
        if to.copy > 0 {
            return self.forced_copy(value, to);
        }
        let what = format!(
            "inserted it: `%{name}` is {}, but its users require {}",
            plan.defined.text(self.module),
            to.layout.text(self.module)
        );
        let mut decision = self.uses(Decision::new(self.pass, what), value, Some(to));
        if self.sites.declared.get(&value) == Some(&to.layout) {
            decision = decision.note(format!("the type of `%{name}` declares this layout"));
        }
        decision.note("a value is converted once for each layout, for all of its users")
    }

    /// Returns the decision about a copy that some uses have in memory of their own.
    fn forced_copy(&self, value: Value, to: MemoryForm) -> Decision {
        let name = self.names.get(value);
        let what = format!(
            "inserted it: a copy of `%{name}` in {}, with its own memory",
            to.layout.text(self.module)
        );
        let mut decision = self.uses(Decision::new(self.pass, what), value, Some(to));
        if let Some((ops, why)) = self.reasons.get(&value) {
            for &op in ops.iter().take(MAX_USES) {
                let text = format!("`{}` is a view op of this conflict", self.module.name(op));
                decision = decision.note_at(self.module.location(op), text);
            }
            decision = decision.note(format!("these views cannot share memory: {why}"));
        }
        decision
    }

    /// Returns the reason for the rule of a site, with its source location.
    fn origin(&self, id: SiteId) -> (Span, String) {
        let site = &self.sites.all[id];
        let name = self.module.name(site.op);
        let text = match site.origin {
            SiteOrigin::Rule(origin, span) => return (span, self.rule(id, origin)),
            SiteOrigin::ControlFlow => {
                format!("`{name}` forwards values, which must have equal types")
            }
            SiteOrigin::Signature => {
                "the signature of the function requires this layout".to_owned()
            }
            SiteOrigin::Boundary(freedom) => self.boundary(site.op, freedom),
            SiteOrigin::Call => "the signature of the callee requires this layout".to_owned(),
            SiteOrigin::View => match site.rule {
                SiteRule::CopyingView(_) => format!(
                    "`{name}` copies, and the order of its result follows that of its operand"
                ),
                _ => format!("`{name}` is a view op, which moves no data in the assigned layouts"),
            },
            SiteOrigin::Constant => {
                "it is a constant, written in each layout that its users require".to_owned()
            }
            SiteOrigin::Declared => "its type declares this layout".to_owned(),
            SiteOrigin::Group => return self.group(id),
            SiteOrigin::Covers => {
                format!("groups of ops that share `{name}` define it in this layout")
            }
            SiteOrigin::Fixed => {
                format!("`{name}` has no rule, so it keeps its layouts")
            }
        };
        (Span::NONE, text)
    }

    /// Describes the choice of its rule that a group of ops uses.
    fn group(&self, id: SiteId) -> (Span, String) {
        let site = &self.sites.all[id];
        let Some(group) = &site.group else { return (Span::NONE, String::new()) };
        let ops = group.ops.len();
        let whose = format!("the target's rule for the group \"{}\" of {ops} ops", group.name);
        let choice = self.choice_of(id).and_then(|at| group.choices.get(at));
        let text = match choice {
            Some(choice) if group.choices.len() == 1 => format!("{whose} requires `{choice}`"),
            Some(choice) => {
                let count = group.choices.len();
                format!("{whose} allows {count} choices, of which it uses `{choice}`")
            }
            None => format!("{whose} has no choice for it"),
        };
        (group.span, text)
    }

    /// Describes why the layout of an input or result of a function is chosen.
    fn boundary(&self, function: Op, freedom: Freedom) -> String {
        let original = self.clones.get(&function);
        let [symbol, original] = [Some(&function), original]
            .map(|op| op.map(|&op| self.module.symbol(op).unwrap_or_default()));
        let reason = match (original, freedom) {
            (Some(original), _) => {
                format!("it is a clone of `@{original}`, whose calls use several layouts")
            }
            (None, Freedom::Any) => "it has the attribute `layout.any`".to_owned(),
            (None, _) => "the function is private, and all its uses are calls".to_owned(),
        };
        format!(
            "the layout in the signature of `@{}` costs least for the function and its calls: {reason}",
            symbol.unwrap_or_default()
        )
    }

    /// Describes the choice of its rule that an op uses.
    fn rule(&self, id: SiteId, origin: RuleOrigin) -> String {
        let op = self.sites.all[id].op;
        let name = self.module.name(op);
        let whose = match origin {
            RuleOrigin::Op => format!("the attribute `layout.choices` of `{name}`"),
            RuleOrigin::Embedder => format!("the embedder's rule for `{name}`"),
            RuleOrigin::Builtin => format!("the built-in rule for `{name}`"),
            RuleOrigin::Target => format!("the target's rule for `{name}`"),
            RuleOrigin::Kind => {
                let kind = self.rules.registry.op_kind(self.module, op).map_or("", OpKind::name);
                format!("the target's rule for kind `{kind}`, which `{name}` is in,")
            }
            RuleOrigin::Default => {
                format!("the target's default rule for `{name}`")
            }
            RuleOrigin::Elementwise => {
                return format!(
                    "`{name}` has no rule and is elementwise, so it keeps the layouts of its types, and has one layout where they declare none"
                );
            }
            RuleOrigin::RowMajor => {
                return format!(
                    "`{name}` has no rule, so it keeps the layouts of its types, row major if they declare none"
                );
            }
            RuleOrigin::View | RuleOrigin::TypeEqualities => {
                return format!("`{name}` moves no data");
            }
        };
        let rule = ChoiceRule::for_op(self.module, op, self.rules.registry, self.rules.target);
        let fused = self.fused(id);
        match self.choice_of(id).and_then(|at| rule.choices.get(at)) {
            Some(choice) if rule.choices.len() == 1 => {
                format!("{whose} requires `{choice}`{fused}")
            }
            Some(choice) => {
                format!(
                    "{whose} allows {} choices, of which it uses `{choice}`{fused}",
                    rule.choices.len()
                )
            }
            None => {
                format!(
                    "{whose} has no choice that fits its types, so it keeps their layouts, row major if they declare none"
                )
            }
        }
    }

    /// Returns the choice of its rule that a site uses; `None` if the rule has no choices or none fits.
    fn choice_of(&self, site: SiteId) -> Option<usize> {
        self.offer_of(site)?.choice
    }

    fn offer_of(&self, site: SiteId) -> Option<&SiteOffer> {
        let SiteRule::Offers(offers) = &self.sites.all[site].rule else { return None };
        offers.get(self.assignment.offers[site]?)
    }

    /// Describes the conversions that the op of a site performs itself; empty if there are none.
    fn fused(&self, site: SiteId) -> String {
        let operands = self.module.operands(self.sites.all[site].op).len();
        let unit = self.rules.rates.unit().name;
        let fused = self.offer_of(site).map_or(&[][..], |offer| &offer.fused);
        let each = fused.iter().map(|fused| {
            let value = fused.value;
            match value.checked_sub(operands) {
                None => format!("operand {value} at a cost of {} {unit}", fused.cost),
                Some(result) => format!("result {result} at a cost of {} {unit}", fused.cost),
            }
        });
        let each: Vec<String> = each.collect();
        match each.is_empty() {
            true => String::new(),
            false => format!(", and itself converts {}", each.join(" and ")),
        }
    }

    /// Adds notes about the uses of a value, in all layouts or in one.
    fn uses(&self, mut decision: Decision, value: Value, only: Option<MemoryForm>) -> Decision {
        let uses: Vec<(SiteId, Op, usize, MemoryForm)> = self.sites.values[&value]
            .uses
            .iter()
            .filter_map(|&at| {
                let (op, operand) = self.sites.slot(at).role.operand()?;
                let form = self.assignment.form(self.sites, at)?;
                let is_listed = only.is_none_or(|only| only == form);
                is_listed.then_some((at.site, op, operand, form))
            })
            .collect();
        for &(site, op, operand, MemoryForm { layout, .. }) in uses.iter().take(MAX_USES) {
            let (_, why) = self.origin(site);
            let name = self.module.name(op);
            let layout = layout.text(self.module);
            let text = format!("`{name}` uses it as operand {operand} in layout {layout}: {why}");
            decision = decision.note_at(self.module.location(op), text);
        }
        match uses.len().checked_sub(MAX_USES) {
            Some(more @ 1..) => decision.note(format!("and {more} more uses")),
            _ => decision,
        }
    }

    /// Adds notes about the extra cost of the other layouts of a value, if the value is to be explained.
    fn alternatives(
        &self,
        mut decision: Decision,
        value: Value,
        plan: &ConversionPlan,
    ) -> Decision {
        let is_moved = self.provenance.is_about_moves() && !plan.conversions.is_empty();
        let is_explained = is_moved || self.provenance.is_about(self.module, value);
        let others = self.candidates.of_value.get(&value).filter(|_| is_explained);
        for &other in others.into_iter().flatten().filter(|&&other| other != plan.defined) {
            let unit = self.rules.rates.unit().name;
            let cost = match self.extra_bytes(value, other) {
                Some((by, is_exact)) => AlternativeCost::Higher { by, unit, is_exact },
                None => AlternativeCost::Impossible(self.why_not(value, other)),
            };
            decision = decision.alternative(Alternative { layout: other.text(self.module), cost });
        }
        decision
    }

    /// Returns the additional cost in bytes if a value is defined in this layout, and `true` if no solution in that
    /// layout costs less; `None` if the layout is impossible.
    fn extra_bytes(&self, value: Value, defined: Candidate) -> Option<(u64, bool)> {
        self.problems.iter().find_map(|(problem, cost)| {
            let forced = problem.with_definition(value, defined)?;
            let solution = pbqp::solve(&forced, self.limits).ok()?;
            let byte = problem.byte;
            let extra = (solution.cost() / byte).saturating_sub(cost / byte);
            Some((extra, solution.gap() < byte))
        })
    }
}
