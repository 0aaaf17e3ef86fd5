//! The forms of the ops of `tensor`.

use super::cast::cast;
use crate::registry::FormSlot::{Operands, Results};
use crate::registry::GroupSize::{Many, One};
use crate::registry::{AssemblyForm, FormSlot, Syntax, TypeSource, pieces};

const fn mixed(group: usize, key: &'static str) -> Syntax {
    Syntax::Mixed { group, key, is_spaced: true }
}

const fn tight(group: usize, key: &'static str) -> Syntax {
    Syntax::Mixed { group, key, is_spaced: false }
}

/// The types of the operands of an insertion after its two tensors.
const INSERTED: &[(FormSlot, TypeSource)] = &[
    (Operands(2), TypeSource::Index),
    (Operands(3), TypeSource::Index),
    (Operands(4), TypeSource::Index),
];

/// The pieces of the form `%a into %b[offsets] [sizes] [strides] : type into type`.
const INSERTION: &[Syntax] = pieces!(
    %0 into %1 @(tight(2, "static_offsets")) @(mixed(3, "static_sizes"))
    @(mixed(4, "static_strides")) {} : type(%0) into type(%1)
);

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    cast("tensor.bitcast"),
    cast("tensor.cast"),
    AssemblyForm::new(
        "tensor.collapse_shape",
        pieces!(%0 @Attr("reassociation") {} : type(%0) into type(#0)),
    )
    .operands(&[One])
    .results(&[One]),
    AssemblyForm::new("tensor.concat", pieces!(dim (@Int("dim")) %0* {} @Signature))
        .results(&[One]),
    AssemblyForm::new("tensor.dim", pieces!({} %0, %1 : type(%0)))
        .operands(&[One, One])
        .results(&[One])
        .types(&[(Operands(1), TypeSource::Index), (Results(0), TypeSource::Index)]),
    AssemblyForm::new("tensor.empty", pieces!((%0*) {} : type(#0)))
        .results(&[One])
        .types(&[(Operands(0), TypeSource::Index)]),
    AssemblyForm::new(
        "tensor.expand_shape",
        pieces!(
            %0 @Attr("reassociation") output_shape @(mixed(1, "static_output_shape"))
            {} : type(%0) into type(#0)
        ),
    )
    .operands(&[One, Many])
    .results(&[One])
    .types(&[(Operands(1), TypeSource::Index)]),
    AssemblyForm::new("tensor.extract", pieces!(%0 [%1*] {} : type(%0)))
        .operands(&[One, Many])
        .results(&[One])
        .types(&[(Operands(1), TypeSource::Index), (Results(0), TypeSource::Element(Operands(0)))]),
    AssemblyForm::new(
        "tensor.extract_slice",
        pieces!(
            %0 @(tight(1, "static_offsets")) @(mixed(2, "static_sizes"))
            @(mixed(3, "static_strides")) {} : type(%0) to type(#0)
        ),
    )
    .segments(&[One, Many, Many, Many])
    .results(&[One])
    .types(&[
        (Operands(1), TypeSource::Index),
        (Operands(2), TypeSource::Index),
        (Operands(3), TypeSource::Index),
    ]),
    AssemblyForm::new("tensor.from_elements", pieces!(%0* {} : type(#0)))
        .results(&[One])
        .types(&[(Operands(0), TypeSource::Element(Results(0)))]),
    AssemblyForm::new("tensor.generate", pieces!(%0* @Blocks {} : type(#0)))
        .results(&[One])
        .types(&[(Operands(0), TypeSource::Index)]),
    AssemblyForm::new("tensor.insert", pieces!(%0 into %1 [%2*] {} : type(%1)))
        .operands(&[One, One, Many])
        .results(&[One])
        .types(&[
            (Operands(0), TypeSource::Element(Operands(1))),
            (Operands(2), TypeSource::Index),
            (Results(0), TypeSource::Same(Operands(1))),
        ]),
    AssemblyForm::new("tensor.insert_slice", INSERTION)
        .segments(&[One, One, Many, Many, Many])
        .results(&[One])
        .types(&[
            (Operands(2), TypeSource::Index),
            (Operands(3), TypeSource::Index),
            (Operands(4), TypeSource::Index),
            (Results(0), TypeSource::Same(Operands(1))),
        ]),
    AssemblyForm::new(
        "tensor.pad",
        pieces!(
            %0 @Unit("nofold") low @(tight(1, "static_low")) high @(tight(2, "static_high")) @Blocks
            {} : type(%0) to type(#0)
        ),
    )
    .segments(&[One, Many, Many])
    .results(&[One])
    .types(&[(Operands(1), TypeSource::Index), (Operands(2), TypeSource::Index)]),
    AssemblyForm::new("tensor.parallel_insert_slice", INSERTION)
        .segments(&[One, One, Many, Many, Many])
        .results(&[])
        .types(INSERTED),
    AssemblyForm::new("tensor.rank", pieces!(%0 {} : type(%0)))
        .operands(&[One])
        .results(&[One])
        .types(&[(Results(0), TypeSource::Index)]),
    AssemblyForm::new("tensor.reshape", pieces!(%0 (%1) {} @Signature))
        .operands(&[One, One])
        .results(&[One]),
    AssemblyForm::new("tensor.splat", pieces!(%0 ?([%1*]) {} : type(#0)))
        .operands(&[One, Many])
        .results(&[One])
        .types(&[(Operands(0), TypeSource::Element(Results(0))), (Operands(1), TypeSource::Index)]),
    AssemblyForm::new("tensor.yield", pieces!(%0 {} : type(%0)))
        .operands(&[One])
        .results(&[])
        .terminator(),
];
