//! The derivation of resolved strides in sentences.

use super::origins::{TensorGroup, add_new};
use super::reporter::StrideReporter;
use crate::provenance::Decision;
use indexmap::IndexSet;
use ir::layout::{
    BoundKind, BufferDerivation, Cause, Constraint, Derivation, Multiple, Scaled, size_text,
};
use rustc_hash::FxBuildHasher;

/// The strides of one buffer, with their derivation.
pub(super) struct Derived<'a, 'r> {
    pub(super) reporter: &'a StrideReporter<'r>,
    pub(super) group: TensorGroup<'a>,
    pub(super) derivation: &'a BufferDerivation,
}

impl Derived<'_, '_> {
    /// Describes the strides of a member by those of its buffer, and its offset in the buffer.
    pub(super) fn describe(&self, member: usize, offset: &[Scaled]) -> String {
        let strides = self.derivation.strides[member].iter().enumerate();
        let dims: Vec<String> = strides
            .filter_map(|(dim, stride)| stride.map(|stride| (dim, stride)))
            .map(|(dim, stride)| match stride.times {
                1 => format!("stride(m{dim}) = stride({})", self.name(stride.var)),
                times => format!("stride(m{dim}) = {times} x stride({})", self.name(stride.var)),
            })
            .collect();
        let offset: Vec<String> = offset
            .iter()
            .map(|term| format!("{} x stride({})", term.times, self.name(term.var)))
            .collect();
        let begins = match offset.is_empty() {
            true => "its offset in the buffer is 0".to_owned(),
            false => format!("its offset in the buffer is {}", offset.join(" + ")),
        };
        match dims.is_empty() {
            true => begins,
            false => format!("{}; {begins}", dims.join(", ")),
        }
    }

    /// Adds the strides of a member, from the innermost to the outermost, each with its derivation.
    pub(super) fn explain(&self, decision: Decision, member: usize) -> Decision {
        let mut decision = decision;
        for var in self.behind(member) {
            decision = self.stride(decision, var);
        }
        for (dim, stride) in self.derivation.strides[member].iter().enumerate().rev() {
            if stride.is_none() {
                let text = format!(
                    "m{dim} has length 1, so its stride is free; it is set to the extent of the dims inside it"
                );
                decision = decision.note(text);
            }
        }
        decision
    }

    fn derivation(&self, var: usize) -> &Derivation {
        &self.derivation.derivations[var]
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.derivation.constraints.elem)
    }

    fn name(&self, var: usize) -> String {
        self.reporter.unknown(self.group, &self.derivation.constraints, var)
    }

    /// Returns the unknowns of a member and those that they are derived from, ordered by their strides.
    fn behind(&self, member: usize) -> Vec<usize> {
        let own = self.derivation.strides[member].iter().flatten().map(|stride| stride.var);
        let mut open: Vec<usize> = own.collect();
        let mut found: IndexSet<usize, FxBuildHasher> = IndexSet::default();
        while let Some(var) = open.pop() {
            if found.insert(var) {
                let derivation = self.derivation(var);
                open.push(self.neighbor(var).map_or(derivation.entry, |(other, _)| other.var));
                open.extend(
                    derivation.base.from.filter(|_| derivation.entry == var).map(|it| it.0.var),
                );
            }
        }
        let mut vars: Vec<usize> = found.into_iter().collect();
        vars.sort_by_key(|&var| (self.derivation(var).elems, std::cmp::Reverse(var)));
        vars
    }

    /// Returns the constraint that makes this stride a multiple of another one. `None` if no constraint does.
    fn neighbor(&self, var: usize) -> Option<(Scaled, Cause)> {
        let derivation = self.derivation(var);
        let equalities = derivation.equalities.iter().filter(|_| derivation.entry != var);
        let mut found = equalities.filter_map(|&cause| {
            match self.derivation.constraints.constraint(cause)? {
                Constraint::Equal(a, b) if a == Scaled::once(var) && b.var != var => {
                    Some((b, cause))
                }
                _ => None,
            }
        });
        found.next()
    }

    /// Adds one stride, and the origins of the constraints that determine it.
    fn stride(&self, decision: Decision, var: usize) -> Decision {
        let derivation = self.derivation(var);
        let head =
            format!("the stride of {} is {}", self.name(var), self.size(derivation.elems.into()));
        if let Some((other, cause)) = self.neighbor(var) {
            let inner = self.times(other, self.derivation(other.var).elems.into());
            return self.with_origins(decision.note(format!("{head}: {inner}")), &[cause]);
        }
        if derivation.entry != var {
            let entry = derivation.entry;
            let own = derivation.elems;
            let other = self.derivation(entry).elems;
            let text = match own % other {
                0 => format!(
                    "{head}: {} x {} of {}",
                    own / other,
                    self.size(other.into()),
                    self.name(entry)
                ),
                _ => format!(
                    "{head}, which equality constraints derive from {} of {}",
                    self.size(other.into()),
                    self.name(entry)
                ),
            };
            return self.with_origins(decision.note(text), &derivation.equalities);
        }
        let causes: Vec<Cause> = derivation.base.because.clone();
        let rounding: Vec<Cause> = derivation.rounded.iter().map(|it| it.cause).collect();
        let equalities = derivation.equalities.iter().copied();
        let all: Vec<Cause> = causes.into_iter().chain(rounding).chain(equalities).collect();
        self.with_origins(decision.note(format!("{head}{}", self.bound(derivation))), &all)
    }

    /// Describes the bound of a stride that no equality determines.
    fn bound(&self, derivation: &Derivation) -> String {
        let base = &derivation.base;
        if base.kind == BoundKind::Exactly {
            return ", exactly as required".to_owned();
        }
        let least = match base.from {
            Some((of, elems)) => {
                format!("{}, so that elements do not overlap", self.times(of, elems))
            }
            None if base.because.is_empty() => "one element".to_owned(),
            None => format!("at least {}", self.size(base.elems)),
        };
        if i128::from(derivation.elems) == base.elems {
            return match base.because.is_empty() {
                true => format!(": {least}, and no constraint requires more"),
                false => format!(": {least}"),
            };
        }
        let up: Vec<String> =
            derivation.rounded.iter().map(|it| self.multiple(derivation, it)).collect();
        match up.is_empty() {
            true => format!(
                ": at least {} ({least}), increased until all strides derived from it are whole elements",
                self.size(base.elems)
            ),
            false => format!(
                ": at least {} ({least}), rounded up {}",
                self.size(base.elems),
                up.join(" and ")
            ),
        }
    }

    fn multiple(&self, derivation: &Derivation, multiple: &Multiple) -> String {
        let size = self.size(multiple.elems);
        if multiple.var == derivation.entry {
            return format!("to a multiple of {size}");
        }
        let tied = self.derivation(multiple.var).elems;
        let name = self.name(multiple.var);
        let times = tied / derivation.elems;
        match tied % derivation.elems {
            0 => format!(
                "so that the stride of {name}, which is {times} x it, is a multiple of {size}"
            ),
            _ => format!(
                "so that the stride of {name}, which equality constraints derive from it, is a multiple of {size}"
            ),
        }
    }

    /// Returns `56 x 64 bytes of m2`.
    fn times(&self, of: Scaled, elems: i128) -> String {
        format!("{} x {} of {}", of.times, self.size(elems), self.name(of.var))
    }

    /// Adds the origins of constraints. A constraint of memory itself, without an origin, is explained by the sentence.
    fn with_origins(&self, decision: Decision, causes: &[Cause]) -> Decision {
        let mut decision = decision;
        for &cause in causes {
            let origins = self.derivation.constraints.origins(cause);
            let mut notes = Vec::new();
            self.reporter.all_origins(&mut notes, self.group, origins);
            add_new(&mut decision.because, notes);
        }
        decision
    }
}
