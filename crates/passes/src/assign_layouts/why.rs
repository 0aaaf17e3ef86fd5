//! Why layouts are what they are: what `layoutc explain` tells of a decision.
//!
//! Of a value: who decides on its layout, who reads it in which, and what every other layout would have cost all in all,
//! which takes another solution of the whole problem. Of a reorder: who wants it.

use super::candidate::Candidate;
use super::network::Copies;
use super::offers::Source;
use super::sites::{Side, SiteId};
use super::{Chosen, apply::Forms};
use crate::pass::PassContext;
use crate::provenance::{Decision, Subject};
use ir::choice::{Origin, Rule};
use ir::module::Def;
use ir::print::ValueNames;
use ir::source::Span;
use ir::{Module, Value};
use pbqp::Limits;

/// Of so many readers it is told in which layout they read.
const MOST_READERS: usize = 12;

/// What is needed to tell why.
pub(super) struct Why<'a, 'c> {
    pass: &'static str,
    module: &'a Module,
    chosen: &'a Chosen,
    names: ValueNames<'a>,
    cx: &'a PassContext<'c>,
}

impl<'a, 'c> Why<'a, 'c> {
    /// Tells of what was chosen for a module, after it was written, in the name of a pass.
    pub(super) fn new(
        pass: &'static str,
        module: &'a Module,
        chosen: &'a Chosen,
        cx: &'a PassContext<'c>,
    ) -> Why<'a, 'c> {
        Why { pass, module, chosen, names: ValueNames::new(module, cx.registry), cx }
    }

    /// The decisions about all values, and about the ops that convert them.
    pub(super) fn all(&self, forms: &Forms) -> Vec<(Subject, Decision)> {
        let mut told = Vec::new();
        for (&value, copies) in &self.chosen.decision.values {
            told.push((Subject::Value(value), self.value(value, copies)));
            for copy in &copies.copies {
                if let Some(&made) = forms.get(&(value, copy.to))
                    && let Def::Result(op, _) = self.module.def(made)
                {
                    told.push((Subject::Op(op), self.copy(value, copies, copy.to)));
                }
            }
        }
        told
    }

    fn value(&self, value: Value, copies: &Copies) -> Decision {
        let def = self.chosen.sites.values[&value].def;
        let kept = def.is_some_and(|(site, _)| {
            let source = self.chosen.sites.all[site].source;
            matches!(source, Source::Signature | Source::Call | Source::Kept)
        });
        let verb = if kept { "left" } else { "made" };
        let decision = Decision::new(self.pass, format!("{verb} it {}", copies.made));
        let decision = match def {
            Some((site, _)) => self.who(decision, site),
            None => decision,
        };
        let decision = self.readers(decision, value, None);
        self.alternatives(decision, value, copies)
    }

    fn copy(&self, value: Value, copies: &Copies, to: Candidate) -> Decision {
        let name = self.names.get(value);
        let what = format!("put it there: `%{name}` is {}, and is wanted {to}", copies.made);
        let decision = self.readers(Decision::new(self.pass, what), value, Some(to));
        decision.note("each value is converted once for each layout, however many ops read it so")
    }

    /// Who decides on the layout at a slot.
    fn who(&self, decision: Decision, site: SiteId) -> Decision {
        let (span, text) = self.source(site);
        let own = self.module.span(self.chosen.sites.all[site].op);
        decision.note_at(if span == Span::NONE { own } else { span }, text)
    }

    fn source(&self, id: SiteId) -> (Span, String) {
        let site = &self.chosen.sites.all[id];
        let name = self.module.name(site.op);
        let text = match site.source {
            Source::Rule(origin, span) => return (span, self.rule(id, origin)),
            Source::Tied => format!("`{name}` hands values on, which have one layout"),
            Source::Signature => "the signature of the function says so".to_owned(),
            Source::Call => "the signature of the function that is called says so".to_owned(),
            Source::View => {
                format!("`{name}` is a view, which moves nothing in the layouts that were chosen")
            }
            Source::Constant => "it is a constant, written in the layout that is wanted".to_owned(),
            Source::Kept => {
                format!("`{name}` keeps the layouts that it has, as no rule speaks of it")
            }
            Source::Written => "its type is written so".to_owned(),
        };
        (Span::NONE, text)
    }

    /// Which choice of which rule an op took.
    fn rule(&self, id: SiteId, origin: Origin) -> String {
        let site = &self.chosen.sites.all[id];
        let name = self.module.name(site.op);
        let whose = match origin {
            Origin::Op => format!("`{name}` has choices of its own"),
            Origin::Embedder => format!("the compiler around says what `{name}` can take"),
            Origin::Builtin => format!("`{name}` has one layout for all its tensors"),
            Origin::Target => format!("a rule of the target speaks of `{name}`"),
            Origin::Default => format!("the target's rule for all other ops speaks of `{name}`"),
            Origin::RowMajor => return format!("no rule speaks of `{name}`, so it is row major"),
            Origin::View | Origin::Tied => return format!("`{name}` moves nothing"),
        };
        let rule = Rule::of(self.module, site.op, self.cx.registry, self.cx.target);
        let choice = self.chosen.choice_of(id);
        match choice.and_then(|at| rule.choices.get(at)) {
            Some(choice) if rule.choices.len() == 1 => format!("{whose}: `{choice}`"),
            Some(choice) => {
                format!("{whose}; of {} choices it takes `{choice}`", rule.choices.len())
            }
            None => format!("{whose}, but none of its choices fits, so it is row major"),
        }
    }

    /// Who reads a value, in all layouts or in one.
    fn readers(&self, mut decision: Decision, value: Value, only: Option<Candidate>) -> Decision {
        let ends = &self.chosen.sites.values[&value].uses;
        let mut readers = Vec::new();
        for &(site, slot) in ends {
            let end = &self.chosen.sites.all[site].slots[slot];
            if let Side::Use(op, place) = end.side
                && let Some(&read) = self.chosen.decision.reads.get(&(op, place))
                && only.is_none_or(|only| only == read)
            {
                readers.push((site, op, place, read));
            }
        }
        for &(site, op, place, read) in readers.iter().take(MOST_READERS) {
            let (_, why) = self.source(site);
            let name = self.module.name(op);
            let text = format!("`{name}` reads it as operand {place}, {read}: {why}");
            decision = decision.note_at(self.module.span(op), text);
        }
        match readers.len().checked_sub(MOST_READERS) {
            Some(more @ 1..) => decision.note(format!("and {more} more read it")),
            _ => decision,
        }
    }

    /// What the other layouts of a value would have cost.
    fn alternatives(&self, mut decision: Decision, value: Value, copies: &Copies) -> Decision {
        let asked =
            self.cx.provenance.as_deref().is_some_and(|it| it.asks_about(self.module, value));
        let others = self.chosen.labels.of_value.get(&value).filter(|_| asked);
        for &other in others.into_iter().flatten().filter(|&&other| other != copies.made) {
            let text = match self.cost_with(value, other) {
                Some(cost) => {
                    let bytes = |cost: u64| cost / self.chosen.network.byte;
                    let more = bytes(cost).saturating_sub(bytes(self.chosen.cost));
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

    /// The least cost of all layouts with this one.
    fn cost_with(&self, value: Value, made: Candidate) -> Option<u64> {
        let problem =
            self.chosen.network.with(&self.chosen.sites, &self.chosen.labels, value, made)?;
        Some(pbqp::solve(&problem, Limits::default()).ok()?.cost())
    }
}
