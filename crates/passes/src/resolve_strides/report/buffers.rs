//! The words for buffers: views that cannot be ones, and demands of several tensors that contradict each other.

use super::super::buffer::{BufferConflict, BufferFault, Limit, Origin};
use super::super::sharing::{Buffer, Link, OpaqueView, Refusal, Sharing};
use super::Reporter;
use crate::tensors::TensorId;
use ir::diag::{Diag, Severity, code};
use ir::target;

/// At most this many tensors of a buffer are named.
pub(super) const MAX_NAMED: usize = 3;

/// What a conflict is about: one tensor, which stands for all of its type, or a buffer.
pub(super) enum About<'a> {
    Tensor(TensorId),
    Buffer(&'a Buffer, &'a Sharing),
}

impl About<'_> {
    /// The slot to speak of for a class of the conflict.
    pub(super) fn representative(&self, reporter: &Reporter<'_>, class: TensorId) -> TensorId {
        match self {
            About::Tensor(representative) => *representative,
            About::Buffer(..) => reporter.tensors.representative(class),
        }
    }
}

impl Reporter<'_> {
    /// A view that cannot be one.
    pub(in super::super) fn refused(&self, link: &Link, refusal: &Refusal) -> Diag {
        let name = |class| self.name(self.tensors.representative(class));
        let (whole, part) = link.classes;
        let op = self.module.name(link.op);
        let message =
            format!("`{op}` cannot read {} as part of {}: {refusal}", name(part), name(whole));
        let diag = Diag::error(code::VIEW, self.module.span(link.op), message);
        let diag = match refusal {
            Refusal::Elsewhere(root) if *root != part => {
                let representative = self.tensors.representative(*root);
                diag.note_at(
                    self.span(representative),
                    format!("it lies in the buffer of {}", self.name(representative)),
                )
            }
            Refusal::NoStrides(representative, what) => diag.note_at(
                self.span(*representative),
                format!("the layout of {} is {what}", self.name(*representative)),
            ),
            _ => diag,
        };
        diag.note("`resolve-strides{copies=insert}` copies it by a `layout.reorder`")
    }

    /// An op of a view's name that does not tell what it reads.
    pub(in super::super) fn opaque_views(&self, opaque_views: &OpaqueView) -> Diag {
        let op = self.module.name(opaque_views.op);
        let message = format!(
            "`{op}` is taken for an op that computes, not for a view: {}",
            opaque_views.reason
        );
        Diag::new(Severity::Remark, code::VIEW, self.module.span(opaque_views.op), message)
    }

    /// A buffer that has no strides.
    pub(in super::super) fn buffer(
        &self,
        buffer: &Buffer,
        sharing: &Sharing,
        fault: &BufferFault,
    ) -> Diag {
        self.fault(&About::Buffer(buffer, sharing), fault)
    }

    pub(super) fn fault(&self, about: &About<'_>, fault: &BufferFault) -> Diag {
        match fault {
            BufferFault::Conflict(conflict) => self.contradiction(about, conflict),
            BufferFault::Offset { class, given, right } => {
                let representative = about.representative(self, *class);
                let message = format!(
                    "the offset of {} is {given}, but in its buffer it begins at element {right}",
                    self.name(representative)
                );
                Diag::error(code::STRIDES_VIOLATED, self.span(representative), message)
                    .note(self.sharers(about))
            }
            BufferFault::TooLarge(class) => {
                let representative = about.representative(self, *class);
                let message = format!(
                    "strides and offset of {} do not fit 64 bits of elements",
                    self.name(representative)
                );
                Diag::error(code::STRIDES_UNSOLVABLE, self.span(representative), message)
            }
        }
    }

    fn contradiction(&self, about: &About<'_>, conflict: &BufferConflict) -> Diag {
        let unknown = |var: usize| match conflict.unknowns.get(var) {
            Some(&(class, at)) => {
                format!("m{at} of {}", self.name(about.representative(self, class)))
            }
            None => format!("unknown {var}"),
        };
        let representative = match about {
            About::Tensor(representative) => *representative,
            About::Buffer(buffer, _) => self.tensors.representative(buffer.root),
        };
        let reason = conflict.reason.words(conflict.elem, &unknown);
        let message = match about {
            About::Tensor(_) => {
                format!(
                    "no strides of {} satisfy all requirements: {reason}",
                    self.name(representative)
                )
            }
            About::Buffer(..) => {
                format!("no strides of a shared buffer satisfy all requirements: {reason}")
            }
        };
        let mut diag = Diag::error(code::STRIDES_UNSOLVABLE, self.span(representative), message);
        if let About::Buffer(..) = about {
            diag = diag.note(self.sharers(about));
        }
        for origins in conflict.core.iter().map(|member| &member.0) {
            diag = self.asked_by_all(diag, about, origins);
        }
        for (origins, strides) in &conflict.core {
            if let (Some(strides), Some(first)) = (strides, origins.first()) {
                let more = match origins.len() - 1 {
                    0 => String::new(),
                    more => format!(" and {more} more that ask the same"),
                };
                let without = self.short(about, first) + &more;
                let text = format!(
                    "without {without} the least strides of {} are {strides}",
                    self.name(representative)
                );
                diag = diag.note(text);
            }
        }
        diag
    }

    /// `%a`, `%b` and 3 more share one buffer.
    pub(super) fn sharers(&self, about: &About<'_>) -> String {
        let About::Buffer(buffer, _) = about else { return String::new() };
        let members = buffer.members.iter();
        let names: Vec<String> = members
            .take(MAX_NAMED)
            .map(|member| self.name(self.tensors.representative(member.class)))
            .collect();
        let named = names.join(", ");
        match buffer.members.len().saturating_sub(MAX_NAMED) {
            0 => format!("{named} share one buffer"),
            more => format!("{named} and {more} more share one buffer"),
        }
    }

    /// All who make a demand, unless they say the same words at the same place.
    pub(super) fn asked_by_all(&self, diag: Diag, about: &About<'_>, origins: &[Origin]) -> Diag {
        let mut diag = diag;
        for origin in origins.iter().take(MAX_NAMED) {
            let before = diag.notes.len();
            diag = self.asked(diag, about, origin);
            let new = diag.notes.split_off(before);
            for note in new {
                if !diag.notes.contains(&note) {
                    diag.notes.push(note);
                }
            }
        }
        match origins.len().saturating_sub(MAX_NAMED) {
            0 => diag,
            more => diag.note(format!("{more} more ask the same")),
        }
    }

    /// Who makes a demand, and where.
    fn asked(&self, diag: Diag, about: &About<'_>, origin: &Origin) -> Diag {
        let representative = |class| about.representative(self, class);
        match origin {
            Origin::Req(class, req) => self.origins(diag, representative(*class), *req),
            Origin::Given(class) => {
                let name = self.name(representative(*class));
                diag.note_at(
                    self.span(representative(*class)),
                    format!("the type of {name} gives its strides"),
                )
            }
            Origin::Nested(class) => {
                let name = self.name(representative(*class));
                let text = format!(
                    "{name} has steps, and each of its strides must span what is inside it"
                );
                diag.note_at(self.span(representative(*class)), text)
            }
            Origin::Merge(link) => {
                let About::Buffer(_, sharing) = about else { return diag };
                let op = sharing.links[*link].op;
                let text = format!(
                    "`{}` reads dims as one, which must follow each other in memory",
                    self.module.name(op)
                );
                diag.note_at(self.module.span(op), text)
            }
            Origin::Limit(class, limit) => {
                let text = self.limit(*limit, &self.name(representative(*class)));
                match self.target.map(|target| target.span()) {
                    Some(span) if span.is_some() => diag.note_at(span, text),
                    _ => diag.note(text),
                }
            }
        }
    }

    fn limit(&self, limit: Limit, name: &str) -> String {
        let Some(target) = self.target else { return String::new() };
        match limit {
            Limit::Innermost => {
                format!(
                    "for target `@{}` the innermost stride of {name} must be one element",
                    target.name
                )
            }
            Limit::WholeBytes => {
                format!("for target `@{}` strides of {name} must be whole bytes", target.name)
            }
            Limit::Packed => format!(
                "target `@{}` lacks `tensorNonPacked`, so that strides of {name} leave no gaps",
                target.name
            ),
            Limit::MaxStride => {
                format!("{}, for the strides of {name}", target.tell(target::Limit::Stride))
            }
            Limit::MaxSize => {
                format!("{}, for the bytes of {name}", target.tell(target::Limit::Size))
            }
        }
    }

    /// A demand in a few words.
    fn short(&self, about: &About<'_>, origin: &Origin) -> String {
        let name = |class: &TensorId| self.name(about.representative(self, *class));
        match origin {
            Origin::Req(class, req) => match about {
                About::Tensor(_) => format!("`{req}`"),
                About::Buffer(..) => format!("`{req}` of {}", name(class)),
            },
            Origin::Given(class) => format!("the given strides of {}", name(class)),
            Origin::Nested(class) => format!("the steps of {}", name(class)),
            Origin::Merge(link) => match about {
                About::Tensor(_) => "the view".to_owned(),
                About::Buffer(_, sharing) => {
                    format!("the view by `{}`", self.module.name(sharing.links[*link].op))
                }
            },
            Origin::Limit(_, limit) => match limit {
                Limit::Innermost => "the rule of the innermost stride".to_owned(),
                Limit::WholeBytes => "the rule of whole bytes".to_owned(),
                Limit::Packed => "the lack of `tensorNonPacked`".to_owned(),
                Limit::MaxStride => "`maxTensorStride`".to_owned(),
                Limit::MaxSize => "`maxTensorSize`".to_owned(),
            },
        }
    }
}
