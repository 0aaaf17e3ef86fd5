//! The ops of all kinds of transforms, `layout.<transform>`, built from the forms that the core defines.

use crate::descriptor::DescriptorStage;
use crate::layout::transform::{DimCount, FormPiece, Transform, TransformForm, TransformKind};
use crate::registry::{Arity, AttrClass, AttrSpec, OpDef, Syntax, text};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The lists of a definition, which the definition borrows.
struct Lists {
    kind: &'static TransformKind,
    name: String,
    attrs: Vec<AttrSpec>,
    syntax: Vec<Syntax>,
}

static LISTS: LazyLock<Vec<Lists>> =
    LazyLock::new(|| Transform::KINDS.iter().map(Lists::from_kind).collect());

/// Returns the definition of the op of each kind of transform.
pub(super) fn defs() -> impl Iterator<Item = OpDef> {
    LISTS.iter().map(Lists::def)
}

impl Lists {
    fn from_kind(kind: &'static TransformKind) -> Lists {
        let form = &kind.form;
        Lists {
            kind,
            name: format!("layout.{}", form.name),
            attrs: form.syntax.iter().filter_map(attribute).collect(),
            syntax: syntax(form),
        }
    }

    fn def(&'static self) -> OpDef {
        let form = &self.kind.form;
        OpDef {
            name: text(&self.name),
            summary: text(form.summary),
            operands: arity(form.operands),
            results: arity(form.results),
            regions: Arity::Exactly(0),
            attrs: Cow::Borrowed(&self.attrs),
            syntax: Some(&self.syntax),
            stage: Some(DescriptorStage::Transform(self.kind)),
            ..OpDef::NEW
        }
    }
}

fn arity(count: DimCount) -> Arity {
    match count {
        DimCount::Exactly(count) => Arity::Exactly(count),
        DimCount::OneOrMore => Arity::AtLeast(1),
        DimCount::ByAttributes => Arity::Any,
    }
}

fn attribute(piece: &FormPiece) -> Option<AttrSpec> {
    match piece {
        FormPiece::Word(_) => None,
        FormPiece::Int(key) => Some(AttrSpec::required(key, AttrClass::Expr)),
        FormPiece::Ints(key) => Some(AttrSpec::required(key, AttrClass::Exprs)),
        FormPiece::Table(key) => Some(AttrSpec::required(key, AttrClass::Symbol)),
    }
}

fn syntax(form: &TransformForm) -> Vec<Syntax> {
    let operands = (form.operands != DimCount::Exactly(0)).then_some(Syntax::Operands);
    let pieces = form.syntax.iter().map(|piece| match piece {
        FormPiece::Word(word) => Syntax::Word(word),
        FormPiece::Int(key) => Syntax::Int(key),
        FormPiece::Ints(key) => Syntax::Ints(key),
        FormPiece::Table(key) => Syntax::Symbol(key),
    });
    operands.into_iter().chain(pieces).chain([Syntax::AttrDict, Syntax::Inferred]).collect()
}
