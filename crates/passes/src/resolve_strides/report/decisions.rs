//! The words for what was decided of a tensor: its strides, and what each of them follows from.

use super::super::buffer::{Derived, Origin};
use super::super::sharing::{Buffer, Link, Member, Sharing};
use super::super::types::TypeFacts;
use super::Reporter;
use super::buffers::{About, MAX_NAMED};
use crate::provenance::Decision;
use crate::tensors::TensorId;
use indexmap::IndexMap;
use ir::diag::{Diag, Note, Severity, code};
use ir::encoding::{self, Reading};
use ir::layout::{
    Bound, Cause, Demand, Derivation, Multiple, Scaled, Strides, TensorLayout, size_text,
};
use ir::source::Span;
use rustc_hash::FxBuildHasher;

/// The name under which the pass records.
const PASS: &str = super::super::INFO.name;

/// What is known of a tensor in a buffer when it is told of.
pub(in super::super) struct InBuffer<'a> {
    pub(in super::super) buffer: &'a Buffer,
    pub(in super::super) sharing: &'a Sharing,
    pub(in super::super) member: &'a Member,
    /// The links of which the tensor is one end.
    pub(in super::super) links: &'a [&'a Link],
    pub(in super::super) facts: &'a TypeFacts,
    /// Its strides by logical dim, and its offset.
    pub(in super::super) strides: &'a Strides,
    pub(in super::super) offset: i64,
}

impl Reporter<'_> {
    /// A tensor whose type nobody had to change. Nothing for one that cannot be laid out.
    pub(in super::super) fn kept(&self, class: TensorId, asked: usize) -> Option<Decision> {
        let representative = self.tensors.representative(class);
        let ty = self.tensors.get(representative).ty;
        let decision = match encoding::read(&self.module.ctx, ty).ok()?? {
            Reading::Open if self.tensors.is_boundary(representative) => {
                Decision::new(PASS, "left it row major, without strides in its type")
                    .note_at(self.span(representative), "in a signature or declaration, a type without an encoding is row major, and is kept")
                    .note("nothing asks for strides")
            }
            Reading::Open => Decision::new(PASS, "left its layout open")
                .note_at(self.span(representative), "its type names no order, strides or format")
                .note("nothing asks for strides: no requirement reaches it, and no tensor with a layout shares its memory"),
            Reading::Ordered(layout) => self.checked(representative, &layout),
            Reading::Format(layout) => {
                let format = &layout.format;
                let decision = Decision::new(PASS, format!("kept its format `{format}`"))
                    .note_at(self.span(representative), format!("the type of {} says so", self.name(representative)))
                    .note(format!("format `{}`: {}", format.format.name(), format.format.summary()));
                match layout.ordered() {
                    Ok(Some(ordered)) => fixed_strides(decision, &ordered),
                    _ => decision.note("it has no stride for each dim, as it cuts C into vectors"),
                }
            }
            Reading::Descriptor(key) => Decision::new(PASS, "left its layout to its descriptor")
                .note_at(self.span(representative), format!("`{key}` of its type says where each element is, so that there is nothing to solve")),
        };
        Some(with_checks(decision, asked))
    }

    fn checked(&self, representative: TensorId, layout: &TensorLayout) -> Decision {
        let strides = layout.strides().map(ToString::to_string).unwrap_or_default();
        Decision::new(PASS, format!("kept the strides {strides}")).note_at(
            self.span(representative),
            format!("the type of {} gives them", self.name(representative)),
        )
    }

    /// Says whose type it is, where that of several holders is one.
    pub(in super::super) fn of_all(&self, decision: Decision, class: &[TensorId]) -> Decision {
        let Some(&first) = class.first() else { return decision };
        let representative = self.tensors.representative(first);
        let others: Vec<TensorId> =
            class.iter().copied().filter(|&slot| slot != representative).collect();
        let Some(&other) = others.first() else { return decision };
        let (name, span) = (self.name(other), self.span(other));
        let text = match others.len() - 1 {
            0 => format!("{} and {name} have one type", self.name(representative)),
            more => format!("{}, {name} and {more} more have one type", self.name(representative)),
        };
        decision.note_at(span, text)
    }

    /// The strides of a tensor that shares its memory with none.
    pub(in super::super) fn alone(
        &self,
        class: TensorId,
        facts: Option<&TypeFacts>,
        strides: &Strides,
        derived: &Derived,
    ) -> Decision {
        let representative = self.tensors.representative(class);
        let what = format!("gave it the strides {strides}, the least that its requirements allow");
        let decision = Decision::new(PASS, what);
        let decision = match facts.and_then(|facts| facts.order) {
            Some(order) => decision.note_at(
                self.span(representative),
                format!("the order is {order}, by the type of {}", self.name(representative)),
            ),
            None => decision
                .note("it is row major, as a requirement reaches it and its type names no order"),
        };
        self.derived(decision, &About::Tensor(representative), derived, class)
    }

    /// The strides of a tensor in a buffer that several share.
    pub(in super::super) fn shared(&self, told: &InBuffer<'_>, derived: &Derived) -> Decision {
        let InBuffer { buffer, sharing, member, strides, offset, .. } = told;
        let about = About::Buffer(buffer, sharing);
        let (representative, root) =
            (self.tensors.representative(member.class), self.tensors.representative(buffer.root));
        let what = match told.facts.given {
            Some(_) => format!(
                "laid it at offset {offset} of a shared buffer, with the strides {strides} that its type gives"
            ),
            None => format!(
                "gave it the strides {strides} and the offset {offset}, the least that all who share its buffer allow"
            ),
        };
        let mut decision = Decision::new(PASS, what);
        decision = decision.note(self.sharers(&about));
        for link in told.links.iter().take(MAX_NAMED) {
            decision = decision.note_at(self.module.span(link.op), self.linked(link));
        }
        if told.links.len() > MAX_NAMED {
            decision = decision
                .note(format!("{} more ops read or make it so", told.links.len() - MAX_NAMED));
        }
        let order = told.facts.order;
        decision = match order {
            Some(order) => decision.note_at(
                self.span(representative),
                format!("the order is {order}, by the type of {}", self.name(representative)),
            ),
            None => decision.note(format!(
                "the order is {}, which follows from its place in the buffer of {}",
                member.order,
                self.name(root)
            )),
        };
        if representative != root {
            decision = decision.note(self.placed(told, derived));
        }
        self.derived(decision, &about, derived, member.class)
    }

    /// Why a view cannot be one, so that a copy is made.
    pub(in super::super) fn cut(&self, link: &Link, why: Diag) -> Vec<Note> {
        let first = Note { message: why.message.clone(), span: why.span() };
        let name = |class| self.name(self.tensors.representative(class));
        let (op, (whole, part)) = (self.module.name(link.op), link.classes);
        let view = format!(
            "as a view, `{op}` would make {} part of the memory of {}",
            name(part),
            name(whole)
        );
        let linked = Note { message: view, span: self.module.span(link.op) };
        // The last note of a refusal tells how to ask for the copy, which is there now.
        let rest = why.notes.into_iter().filter(|note| !note.message.contains("copies=insert"));
        std::iter::once(linked).chain([first]).chain(rest).collect()
    }

    /// Which op makes a tensor part of another one.
    fn linked(&self, link: &Link) -> String {
        let name = |class| self.name(self.tensors.representative(class));
        let (whole, part) = link.classes;
        format!(
            "`{}` moves no data, so that {} is part of the memory of {}",
            self.module.name(link.op),
            name(part),
            name(whole)
        )
    }

    /// How the strides of a tensor are those of its buffer, and where it begins.
    fn placed(&self, told: &InBuffer<'_>, derived: &Derived) -> String {
        let about = About::Buffer(told.buffer, told.sharing);
        let name = |var| self.unknown(&about, derived, var);
        let strides = derived.strides_of(told.member.class).iter().enumerate();
        let dims: Vec<String> = strides
            .filter_map(|(at, scaled)| scaled.map(|scaled| (at, scaled)))
            .map(|(at, scaled)| match scaled.times {
                1 => format!("m{at} steps as {}", name(scaled.var)),
                times => format!("m{at} steps {times} x as far as {}", name(scaled.var)),
            })
            .collect();
        let offset = told.member.place.offset().iter();
        let offset: Vec<String> =
            offset.map(|&(var, by)| format!("{by} x the stride of {}", name(var))).collect();
        let begins = match offset.is_empty() {
            true => "it begins where the buffer does".to_owned(),
            false => format!("it begins at {} in it", offset.join(" + ")),
        };
        match dims.is_empty() {
            true => begins,
            false => format!("{}; {begins}", dims.join(", ")),
        }
    }

    fn unknown(&self, about: &About<'_>, derived: &Derived, var: usize) -> String {
        let Some(&(class, at)) = derived.unknowns.get(var) else { return format!("unknown {var}") };
        match about {
            About::Tensor(_) => format!("m{at}"),
            About::Buffer(..) => {
                format!("m{at} of {}", self.name(about.representative(self, class)))
            }
        }
    }

    /// The strides from the innermost out, each with what it follows from.
    fn derived(
        &self,
        decision: Decision,
        about: &About<'_>,
        derived: &Derived,
        class: TensorId,
    ) -> Decision {
        let mut decision = decision;
        let telling = Telling { reporter: self, about, derived };
        for var in telling.behind(class) {
            decision = telling.stride(decision, var);
        }
        for (at, scaled) in derived.strides_of(class).iter().enumerate().rev() {
            if scaled.is_none() {
                let text = format!(
                    "m{at} has length 1, so that its stride is free; it is filled as what lies inside it takes"
                );
                decision = decision.note(text);
            }
        }
        decision
    }
}

/// What was held against strides that are given.
fn with_checks(decision: Decision, asked: usize) -> Decision {
    match asked {
        0 => decision,
        1 => decision.note("1 requirement was checked against it, and holds"),
        _ => decision.note(format!("{asked} requirements were checked against it, and hold")),
    }
}

fn fixed_strides(decision: Decision, layout: &TensorLayout) -> Decision {
    match layout.resolve() {
        Ok(resolved) => decision.note(format!("that fixes the strides {}", resolved.strides())),
        Err(_) => decision,
    }
}

/// Tells of strides of one system.
struct Telling<'a, 'r> {
    reporter: &'a Reporter<'r>,
    about: &'a About<'a>,
    derived: &'a Derived,
}

impl Telling<'_, '_> {
    fn of(&self, var: usize) -> &Derivation {
        &self.derived.derivations[var]
    }

    fn size(&self, elems: i128) -> String {
        size_text(elems, self.derived.elem)
    }

    fn name(&self, var: usize) -> String {
        self.reporter.unknown(self.about, self.derived, var)
    }

    /// The unknowns of a tensor and those that they are derived from, the least strides first.
    fn behind(&self, class: TensorId) -> Vec<usize> {
        let own = self.derived.strides_of(class).iter().flatten().map(|scaled| scaled.var);
        let mut open: Vec<usize> = own.collect();
        let mut found: IndexMap<usize, (), FxBuildHasher> = IndexMap::default();
        while let Some(var) = open.pop() {
            if found.insert(var, ()).is_none() {
                let derivation = self.of(var);
                open.push(self.neighbour(var).map_or(derivation.entry, |(other, _)| other.var));
                open.extend(
                    derivation.base.from.filter(|_| derivation.entry == var).map(|it| it.0.var),
                );
            }
        }
        let mut vars: Vec<usize> = found.into_keys().collect();
        vars.sort_by_key(|&var| (self.of(var).elems, std::cmp::Reverse(var)));
        vars
    }

    /// The demand that makes this stride a multiple of another one, where one does.
    fn neighbour(&self, var: usize) -> Option<(Scaled, Cause)> {
        let derivation = self.of(var);
        let ties = derivation.ties.iter().filter(|_| derivation.entry != var);
        let mut found = ties.filter_map(|&cause| match self.derived.demand(cause)? {
            Demand::Equal(a, b) if a == Scaled::once(var) && b.var != var => Some((b, cause)),
            _ => None,
        });
        found.next()
    }

    /// One stride, and who asks for what it follows from.
    fn stride(&self, decision: Decision, var: usize) -> Decision {
        let derivation = self.of(var);
        let head =
            format!("the stride of {} is {}", self.name(var), self.size(derivation.elems.into()));
        if let Some((other, cause)) = self.neighbour(var) {
            let inner = self.times(other, self.of(other.var).elems.into());
            return self.asked(decision.note(format!("{head}: {inner}")), &[cause]);
        }
        if derivation.entry != var {
            let entry = derivation.entry;
            let (own, other) = (derivation.elems, self.of(entry).elems);
            let text = match own % other {
                0 => format!(
                    "{head}: {} x {} of {}",
                    own / other,
                    self.size(other.into()),
                    self.name(entry)
                ),
                _ => format!(
                    "{head}, as it is tied to {} of {}",
                    self.size(other.into()),
                    self.name(entry)
                ),
            };
            return self.asked(decision.note(text), &derivation.ties);
        }
        let causes: Vec<Cause> = derivation.base.because.clone();
        let rounding: Vec<Cause> = derivation.rounded.iter().map(|it| it.cause).collect();
        let tied = derivation.ties.iter().copied();
        let all: Vec<Cause> = causes.into_iter().chain(rounding).chain(tied).collect();
        self.asked(decision.note(format!("{head}{}", self.bound(derivation))), &all)
    }

    /// What a stride that is derived for itself is bound by.
    fn bound(&self, derivation: &Derivation) -> String {
        let base = &derivation.base;
        if base.bound == Bound::Exactly {
            return ", as it is asked for exactly".to_owned();
        }
        let least = match base.from {
            Some((of, elems)) => format!("{}, so that nothing overlaps", self.times(of, elems)),
            None if base.because.is_empty() => "one element".to_owned(),
            None => format!("at least {}", self.size(base.elems)),
        };
        if i128::from(derivation.elems) == base.elems {
            return match base.because.is_empty() {
                true => format!(": {least}, and nothing asks for more"),
                false => format!(": {least}"),
            };
        }
        let up: Vec<String> =
            derivation.rounded.iter().map(|it| self.multiple(derivation, it)).collect();
        match up.is_empty() {
            true => format!(
                ": at least {} ({least}), and more for what is tied to it to be whole elements",
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
        let tied = self.of(multiple.var).elems;
        let (name, times) = (self.name(multiple.var), tied / derivation.elems);
        match tied % derivation.elems {
            0 => format!(
                "so that the stride of {name}, which is {times} x it, is a multiple of {size}"
            ),
            _ => format!(
                "so that the stride of {name}, which is tied to it, is a multiple of {size}"
            ),
        }
    }

    /// `56 x 64 bytes of m2`.
    fn times(&self, of: Scaled, elems: i128) -> String {
        format!("{} x {} of {}", of.times, self.size(elems), self.name(of.var))
    }

    /// Adds who makes each demand; those that are facts of memory are in the sentence itself.
    fn asked(&self, decision: Decision, causes: &[Cause]) -> Decision {
        let mut decision = decision;
        for &cause in causes {
            let Some(origins) = self.derived.origins(cause) else { continue };
            for note in self.notes(origins) {
                if !decision.because.contains(&note) {
                    decision.because.push(note);
                }
            }
        }
        decision
    }

    fn notes(&self, origins: &[Origin]) -> Vec<Note> {
        let diag = Diag::new(Severity::Remark, code::STRIDES_UNSOLVABLE, Span::NONE, "");
        self.reporter.asked_by_all(diag, self.about, origins).notes
    }
}
