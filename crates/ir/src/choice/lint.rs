//! Lint of the rules that apply to the ops of a module.
//!
//! A rule that never applies, and an op that no rule describes, are valid: the op is then row major. Both are often
//! mistakes, so [`lint_rules`] reports them as remarks, one for each rule and each op name, with counts. Only ops with a
//! choice to make are counted: those with a tensor of two or more dims longer than 1.

use super::rules::{CHOICES_ATTR, ChoiceRule, RuleOrigin};
use super::{Mismatch, Term};
use crate::data::module::{Module, Op};
use crate::diag::{Code, Diag, Severity, code, counted, nearest, nearest_within};
use crate::registry::{OpKind, Registry};
use crate::source::{SourceLocation, Span};
use crate::target::{ANY_OP, Target, TargetRule};
use std::collections::BTreeMap;

const MAX_CHOICES: usize = crate::limits::EXPLAINED_CHOICES as usize;

/// The code of the remarks.
const CODE: Code = code::ASSIGN;

/// Returns remarks about the rules of a module, in the order of their names:
///
/// - a rule of the target for a name or kind of which no choice applies to any op;
/// - a rule of the target whose view none of the ops of its name can be;
/// - a rule of the target for a name that no op of the module has, although the name of another op is near;
/// - ops that are row major because they have no rule, or because no choice of their rule applies.
///
/// `ops` are the ops with a rule, and whether a choice of it applies. Without a target, only ops with choices of their own
/// are reported.
pub fn lint_rules(
    module: &Module,
    registry: &Registry,
    target: Option<&Target>,
    ops: impl IntoIterator<Item = RuledOp>,
) -> Vec<Diag> {
    let mut lint = RuleLint { module, registry, target, by_name: BTreeMap::new() };
    ops.into_iter().for_each(|ruled| lint.op(ruled));
    let mut remarks: Vec<Diag> = target.into_iter().flat_map(|it| lint.of_target(it)).collect();
    for (&(rule, name), ops) in lint.by_name.iter().filter(|(_, ops)| ops.unfit > 0) {
        match rule {
            AppliedRule::Elementwise | AppliedRule::None if target.is_none() => {}
            AppliedRule::Named | AppliedRule::Kind(_) | AppliedRule::Default
                if lint.never_applies(rule, name) => {}
            _ => remarks.push(lint.fallback(rule, name, ops)),
        }
    }
    remarks
}

/// An op with its rule.
#[derive(Clone, Copy, Debug)]
pub struct RuledOp {
    /// The op.
    pub op: Op,
    /// The origin of the rule.
    pub origin: RuleOrigin,
    /// `true` if a choice of the rule applies to the op.
    pub applies: bool,
}

/// The rule that applies to an op.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AppliedRule {
    /// The target's rule for the name of the op.
    Named,
    /// The target's rule for the kind of the op.
    Kind(OpKind),
    /// The target's rule `"*"`.
    Default,
    /// The op's attribute, or the embedder's rule.
    Own,
    /// No rule, but the op is elementwise.
    Elementwise,
    /// No rule.
    None,
}

/// The ops of one name to which the same kind of rule applies.
struct LintedOps {
    count: usize,
    /// The number of ops to which no choice applies.
    unfit: usize,
    /// The first op, or the first one to which no choice applies.
    first: Op,
}

struct RuleLint<'a> {
    module: &'a Module,
    registry: &'a Registry,
    target: Option<&'a Target>,
    by_name: BTreeMap<(AppliedRule, &'a str), LintedOps>,
}

impl<'a> RuleLint<'a> {
    fn op(&mut self, RuledOp { op, origin, applies }: RuledOp) {
        let applied = match origin {
            RuleOrigin::Target => AppliedRule::Named,
            RuleOrigin::Kind => match self.registry.op_kind(self.module, op) {
                Some(kind) => AppliedRule::Kind(kind),
                None => return,
            },
            RuleOrigin::Default => AppliedRule::Default,
            RuleOrigin::Op | RuleOrigin::Embedder => AppliedRule::Own,
            RuleOrigin::Elementwise => AppliedRule::Elementwise,
            RuleOrigin::RowMajor => AppliedRule::None,
            RuleOrigin::Builtin | RuleOrigin::View | RuleOrigin::TypeEqualities => return,
        };
        if !has_choice_to_make(self.module, op) {
            return;
        }
        let is_unfit = applied == AppliedRule::None || !applies;
        let key = (applied, self.module.name(op));
        let ops = self.by_name.entry(key).or_insert(LintedOps { count: 0, unfit: 0, first: op });
        ops.count += 1;
        if is_unfit {
            ops.unfit += 1;
            ops.first = if ops.unfit == 1 { op } else { ops.first };
        }
    }

    /// Returns the ops to which a rule of the target applies; `name` is that of the ops of a rule for a name.
    fn ruled(&self, rule: AppliedRule, name: &str) -> impl Iterator<Item = &LintedOps> {
        let ruled = self.by_name.iter().filter(move |(key, _)| match rule {
            AppliedRule::Named => **key == (rule, name),
            _ => key.0 == rule,
        });
        ruled.map(|(_, ops)| ops)
    }

    /// Returns `true` if a rule of the target never applies to an op.
    fn never_applies(&self, rule: AppliedRule, name: &str) -> bool {
        self.ruled(rule, name).all(|ops| ops.unfit == ops.count)
    }

    /// Returns the number of ops to which a rule of the target applies, and of those that no choice fits.
    fn counts(&self, rule: AppliedRule, name: &str) -> (usize, usize) {
        let ruled = self.ruled(rule, name);
        ruled.fold((0, 0), |(count, unfit), ops| (count + ops.count, unfit + ops.unfit))
    }

    /// Returns the remarks about the rules of the target.
    fn of_target(&self, target: &Target) -> Vec<Diag> {
        let named = target.rules().filter_map(|(name, rule)| {
            let applied = if name == ANY_OP { AppliedRule::Default } else { AppliedRule::Named };
            match self.counts(applied, name) {
                (0, _) => {
                    self.misspelled(target, name, rule).or_else(|| self.no_view(target, name, rule))
                }
                (count, unfit) if count == unfit => {
                    self.unfit_rule(target, (applied, name), rule, count)
                }
                _ => None,
            }
        });
        let of_kinds = target.kind_rules().filter_map(|(kind, rule)| {
            let applied = AppliedRule::Kind(kind);
            match self.counts(applied, "") {
                (count @ 1.., unfit) if count == unfit => {
                    self.unfit_rule(target, (applied, ""), rule, count)
                }
                _ => None,
            }
        });
        named.chain(of_kinds).collect()
    }

    /// Returns the location of a rule, or that of an op for a rule without source text.
    fn rule_or_op(&self, rule: &TargetRule, op: Op) -> SourceLocation {
        match rule.span().is_some() {
            true => SourceLocation::from(rule.span()),
            false => self.module.location(op),
        }
    }

    /// Reports a rule of which no choice applies to any of the ops.
    fn unfit_rule(
        &self,
        target: &Target,
        (applied, name): (AppliedRule, &str),
        rule: &TargetRule,
        count: usize,
    ) -> Option<Diag> {
        let first = self.ruled(applied, name).next()?.first;
        let place = self.rule_or_op(rule, first);
        let (subject, whose) = match applied {
            AppliedRule::Kind(kind) => {
                (format!("kind `{}`", kind.name()), "any op of the kind".to_owned())
            }
            AppliedRule::Default => {
                (format!("`{ANY_OP}`"), "any op without a rule of its own".to_owned())
            }
            _ => (format!("`{name}`"), format!("any `{name}`")),
        };
        let are = if count == 1 { "op is" } else { "ops are" };
        let message = format!(
            "no choice of the rule for {subject} of target `@{}` applies to {whose}: {count} {are} row major",
            target.name
        );
        let diag = Diag::new(Severity::Remark, CODE, place, message);
        let list = choices_of(rule.span());
        let rule = ChoiceRule::for_op(self.module, first, self.registry, Some(target));
        Some(self.reasons(diag, first, &list, &rule))
    }

    /// Reports a rule for a name that no op has, if an op without a rule has a near name.
    fn misspelled(&self, target: &Target, name: &str, rule: &TargetRule) -> Option<Diag> {
        let is_known = self.registry.get(name).is_some() || self.registry.kind(name).is_some();
        if name == ANY_OP || is_known {
            return None;
        }
        let ops = self.by_name.iter().filter(|(key, _)| key.0 != AppliedRule::Named);
        let near = near_name(name, ops.map(|(key, _)| key.1))?;
        // Ops that make no choice are not in the table, but their names are not misspelled either.
        if self.module.walk().any(|op| self.module.name(op) == name) {
            return None;
        }
        let place = match rule.span().is_some() {
            true => SourceLocation::from(rule.span()).attr("op"),
            false => self.module.location(self.module.root()),
        };
        let message = format!(
            "the rule for `{name}` of target `@{}` applies to no op of the module",
            target.name
        );
        let diag = Diag::new(Severity::Remark, CODE, place.clone(), message);
        Some(match rule.span().is_some() {
            true => {
                diag.note(format!("did you mean `{near}`?")).suggest(place, format!("{near:?}"))
            }
            false => diag.note(format!("`{near}` has no rule")),
        })
    }

    /// Reports a rule that declares a view which none of the ops can be.
    fn no_view(&self, target: &Target, name: &str, rule: &TargetRule) -> Option<Diag> {
        rule.view.as_ref()?.kind()?;
        let registry = self.registry;
        let ops = self.module.walk().filter(|&op| self.module.name(op) == name);
        let mut reasons = Vec::new();
        for op in ops {
            match registry.view_relations(self.module, op) {
                Some(Err(opaque)) => reasons.push((op, opaque)),
                _ => return None,
            }
        }
        let (first, opaque) = reasons.first()?;
        let message = format!(
            "the view that target `@{}` declares for `{name}` applies to none of {}",
            target.name,
            counted(reasons.len(), "op")
        );
        let place = self.rule_or_op(rule, *first);
        let diag = Diag::new(Severity::Remark, CODE, place, message);
        Some(diag.note_at(self.module.location(*first), opaque.to_string()))
    }

    /// Reports ops of one name that are row major although they have other layouts to choose from.
    fn fallback(&self, rule: AppliedRule, name: &str, ops: &LintedOps) -> Diag {
        let are = if ops.unfit == 1 { "op" } else { "ops" };
        let subject = match ops.unfit == ops.count {
            true => format!("{} {are} `{name}` fell back to row major", ops.count),
            false => format!(
                "{} of {} `{name}` fell back to row major",
                ops.unfit,
                counted(ops.count, "op")
            ),
        };
        let target = self.target.map_or("", |target| &*target.name);
        let because = match rule {
            AppliedRule::Elementwise | AppliedRule::None => match self.registry.kind(name) {
                Some(kind) => format!(
                    "target `@{target}` has no rule for this name or for its kind, `{}`",
                    kind.name()
                ),
                None => format!("target `@{target}` has no rule for this name"),
            },
            AppliedRule::Kind(kind) => format!(
                "no choice of the rule for kind `{}` of target `@{target}` applies",
                kind.name()
            ),
            AppliedRule::Named => format!("no choice of the rule of target `@{target}` applies"),
            AppliedRule::Default => {
                format!("no choice of the rule for `{ANY_OP}` of target `@{target}` applies")
            }
            AppliedRule::Own => "none of its own choices applies".to_owned(),
        };
        let place = self.module.location(ops.first);
        let diag = Diag::new(Severity::Remark, CODE, place, format!("{subject}: {because}"));
        let rule = ChoiceRule::for_op(self.module, ops.first, self.registry, self.target);
        match rule.origin {
            origin if origin.is_none() => diag,
            origin => {
                let list = match origin {
                    RuleOrigin::Op => self.module.location(ops.first).attr(CHOICES_ATTR),
                    _ => choices_of(rule.span),
                };
                self.reasons(diag, ops.first, &list, &rule)
            }
        }
    }

    /// Returns a term with an attribute that an op lacks, and the term with the near name of an attribute that it has.
    fn near_attr(&self, op: Op, unfit: &Mismatch) -> Option<(String, String)> {
        let module = self.module;
        unfit.terms().into_iter().find_map(|term| {
            let Term::Attr { key, default } = term else { return None };
            let key = key.as_str();
            if module.attr(op, key).is_some() {
                return None;
            }
            let keys = module.all_attrs(op).map(|(key, _)| module.ctx.text(key));
            let near = Term::Attr { key: nearest(key, keys)?.to_owned(), default: default.clone() };
            Some((term.to_string(), near.to_string()))
        })
    }

    /// Adds the reason why each choice does not apply to an op, and suggests a near name for an attribute that the op
    /// lacks. `list` is the place of the choices.
    fn reasons(
        &self,
        mut diag: Diag,
        op: Op,
        list: &SourceLocation,
        rule: &ChoiceRule<'_>,
    ) -> Diag {
        let more = rule.choices.len().saturating_sub(MAX_CHOICES);
        for (at, choice) in rule.choices.iter().take(MAX_CHOICES).enumerate() {
            let Err(unfit) = rule.fit(choice, self.module, op) else { continue };
            let text = format!("`{choice}` does not apply here: {unfit}");
            diag = diag.note_at(self.module.location(op), text);
            if let Some((term, near)) = self.near_attr(op, &unfit) {
                let right = choice.to_string().replace(&term, &near);
                diag = diag.note(format!("did you mean `{near}`?"));
                diag = diag.suggest(list.clone().element(at), format!("#layout.choice<{right}>"));
            }
        }
        match more {
            0 => diag,
            _ => diag.note(format!("{} more", counted(more, "choice"))),
        }
    }
}

/// Returns the location of the choices of a rule.
fn choices_of(rule: Span) -> SourceLocation {
    SourceLocation::from(rule).attr("choices")
}

/// Returns `true` if an op has an operand or a result with more than one layout.
fn has_choice_to_make(module: &Module, op: Op) -> bool {
    let values = module.operands_and_results(op);
    let mut dims = values.filter_map(|value| module.kind(value).tensor_dims());
    dims.any(|dims| dims.iter().filter(|&&dim| dim != Some(1)).count() > 1)
}

/// Returns the name nearest to a name. A name without its dialect is near. A target has rules for many ops that a module
/// lacks, so short names that differ twice are not near: `tanh` and `any` are different ops.
fn near_name<'n>(name: &str, names: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
    let (dialect, op) = name.rsplit_once('.').unwrap_or(("", name));
    fn limit(name: &str) -> usize {
        if name.len() < 6 { 1 } else { 2 }
    }
    let mut of_dialect = names.clone().filter_map(|known| {
        let (other, known) = known.rsplit_once('.')?;
        (other == dialect || dialect.is_empty()).then_some(known)
    });
    let near = of_dialect.clone().find(|known| *known == op && dialect.is_empty());
    let near = near.or_else(|| nearest_within(op, of_dialect.by_ref(), limit(op)));
    match near {
        Some(near) => {
            names.clone().find(|known| known.rsplit_once('.').is_some_and(|it| it.1 == near))
        }
        // The name of the dialect may be the misspelled part.
        None => nearest_within(name, names.filter(|known| known.ends_with(op)), limit(dialect)),
    }
}
