//! The provenance of layouts, for `layoutc explain`.
//!
//! A value has a decision that names the reason for its layout, its uses, and the extra cost of every other layout, each of
//! which takes another solution of the whole problem. A reorder has one that names the uses that need it.

use super::apply::ValueForms;
use super::candidate::Candidate;
use super::conversions::ConversionPlan;
use super::offers::RuleSources;
use super::problem::{Assignment, LayoutProblem};
use super::propagate::Candidates;
use super::sites::{SiteId, SiteOrigin, SiteRule, Sites, SlotRole};
use crate::provenance::{Decision, Provenance, Subject};
use ir::choice::{ChoiceRule, RuleOrigin};
use ir::module::Def;
use ir::print::ValueNames;
use ir::source::Span;
use ir::{Module, Op, Value};
use pbqp::{Cost, Limits};

/// So many uses of a value are listed.
const MOST_USES: usize = 12;

/// The layouts of a module with all that they were chosen from, once they are written.
pub(super) struct Explainer<'a> {
    pub(super) pass: &'static str,
    pub(super) module: &'a Module,
    pub(super) rules: RuleSources<'a>,
    pub(super) names: ValueNames<'a>,
    pub(super) sites: &'a Sites,
    pub(super) candidates: &'a Candidates,
    pub(super) problem: &'a LayoutProblem<'a>,
    pub(super) assignment: &'a Assignment,
    /// The cost of the assignment in the problem.
    pub(super) cost: Cost,
    /// The question, which limits what takes long to find out.
    pub(super) question: &'a Provenance,
}

impl Explainer<'_> {
    /// Returns the decisions about all values, and about the ops that convert them.
    pub(super) fn decisions(&self, forms: &ValueForms) -> Vec<(Subject, Decision)> {
        let mut decisions = Vec::new();
        for (&value, plan) in &self.assignment.values {
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
        decisions
    }

    fn value(&self, value: Value, plan: &ConversionPlan) -> Decision {
        let def = self.sites.values[&value].def;
        let is_kept = def.is_some_and(|def| {
            let origin = self.sites.all[def.site].origin;
            matches!(origin, SiteOrigin::Signature | SiteOrigin::Call | SiteOrigin::Kept)
        });
        let verb = if is_kept { "left" } else { "made" };
        let mut decision = Decision::new(self.pass, format!("{verb} it {}", plan.defined));
        if let Some(def) = def {
            let (span, text) = self.origin(def.site);
            let own = self.module.span(self.sites.all[def.site].op);
            decision = decision.note_at(if span == Span::NONE { own } else { span }, text);
        }
        let decision = self.uses(decision, value, None);
        self.alternatives(decision, value, plan)
    }

    fn conversion(&self, value: Value, plan: &ConversionPlan, to: Candidate) -> Decision {
        let name = self.names.get(value);
        let what = format!("put it there: `%{name}` is {}, and is wanted {to}", plan.defined);
        let decision = self.uses(Decision::new(self.pass, what), value, Some(to));
        decision.note("each value is converted once for each layout, however many ops read it so")
    }

    /// Returns the reason for the rule of a site, and its place in the source.
    fn origin(&self, id: SiteId) -> (Span, String) {
        let site = &self.sites.all[id];
        let name = self.module.name(site.op);
        let text = match site.origin {
            SiteOrigin::Rule(origin, span) => return (span, self.rule(id, origin)),
            SiteOrigin::ControlFlow => format!("`{name}` hands values on, which have one layout"),
            SiteOrigin::Signature => "the signature of the function says so".to_owned(),
            SiteOrigin::Call => "the signature of the function that is called says so".to_owned(),
            SiteOrigin::View => {
                format!("`{name}` is a view, which moves nothing in the layouts that were chosen")
            }
            SiteOrigin::Constant => {
                "it is a constant, written in the layout that is wanted".to_owned()
            }
            SiteOrigin::Kept => {
                format!("`{name}` keeps the layouts that it has, as no rule speaks of it")
            }
            SiteOrigin::Written => "its type is written so".to_owned(),
        };
        (Span::NONE, text)
    }

    /// Describes the choice of a rule that an op took.
    fn rule(&self, id: SiteId, origin: RuleOrigin) -> String {
        let op = self.sites.all[id].op;
        let name = self.module.name(op);
        let whose = match origin {
            RuleOrigin::Op => format!("`{name}` has choices of its own"),
            RuleOrigin::Embedder => format!("the compiler around says what `{name}` can take"),
            RuleOrigin::Builtin => format!("`{name}` has one layout for all its tensors"),
            RuleOrigin::Target => format!("a rule of the target speaks of `{name}`"),
            RuleOrigin::Default => {
                format!("the target's rule for all other ops speaks of `{name}`")
            }
            RuleOrigin::RowMajor => {
                return format!("no rule speaks of `{name}`, so it is row major");
            }
            RuleOrigin::View | RuleOrigin::TypeEqualities => {
                return format!("`{name}` moves nothing");
            }
        };
        let rule = ChoiceRule::of(self.module, op, self.rules.registry, self.rules.target);
        match self.choice_of(id).and_then(|at| rule.choices.get(at)) {
            Some(choice) if rule.choices.len() == 1 => format!("{whose}: `{choice}`"),
            Some(choice) => {
                format!("{whose}; of {} choices it takes `{choice}`", rule.choices.len())
            }
            None => format!("{whose}, but none of its choices fits, so it is row major"),
        }
    }

    /// Returns the choice of its rule that a site takes.
    fn choice_of(&self, site: SiteId) -> Option<usize> {
        let SiteRule::Offers(offers) = &self.sites.all[site].rule else { return None };
        offers.get(self.assignment.offers[site]?)?.choice
    }

    /// Adds notes on the uses of a value, in all layouts or in one.
    fn uses(&self, mut decision: Decision, value: Value, only: Option<Candidate>) -> Decision {
        let uses: Vec<(SiteId, Op, usize, Candidate)> = self.sites.values[&value]
            .uses
            .iter()
            .filter_map(|&at| {
                let SlotRole::Use(op, operand) = self.sites.slot(at).role else { return None };
                let &layout = self.assignment.uses.get(&(op, operand))?;
                let is_listed = only.is_none_or(|only| only == layout);
                is_listed.then_some((at.site, op, operand, layout))
            })
            .collect();
        for &(site, op, operand, layout) in uses.iter().take(MOST_USES) {
            let (_, why) = self.origin(site);
            let name = self.module.name(op);
            let text = format!("`{name}` reads it as operand {operand}, {layout}: {why}");
            decision = decision.note_at(self.module.span(op), text);
        }
        match uses.len().checked_sub(MOST_USES) {
            Some(more @ 1..) => decision.note(format!("and {more} more read it")),
            _ => decision,
        }
    }

    /// Adds notes on the extra cost of the other layouts of a value, if the question is about it.
    fn alternatives(
        &self,
        mut decision: Decision,
        value: Value,
        plan: &ConversionPlan,
    ) -> Decision {
        let is_asked = self.question.asks_about(self.module, value);
        let others = self.candidates.of_value.get(&value).filter(|_| is_asked);
        for &other in others.into_iter().flatten().filter(|&&other| other != plan.defined) {
            let text = match self.cost_with(value, other) {
                Some(cost) => {
                    let bytes = |cost: Cost| cost / self.problem.byte;
                    let more = bytes(cost).saturating_sub(bytes(self.cost));
                    format!(
                        "made {other} instead, all layouts together would cost {more} bytes more"
                    )
                }
                None => format!("it cannot be made {other}"),
            };
            decision = decision.note(text);
        }
        decision
    }

    /// Returns the least cost of all layouts where a value is defined in this one.
    fn cost_with(&self, value: Value, defined: Candidate) -> Option<Cost> {
        let problem = self.problem.with_definition(value, defined)?;
        Some(pbqp::solve(&problem, Limits::default()).ok()?.cost())
    }
}
