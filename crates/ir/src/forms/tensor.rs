//! The forms of the ops of `tensor`.

use crate::registry::FormSlot::{Operands, Results};
use crate::registry::GroupSize::{Many, One};
use crate::registry::Syntax as S;
use crate::registry::{AssemblyForm, FormSlot, TypeSource};

const RESULT: S = S::Types(Results(0));
const SOURCE: S = S::Types(Operands(0));

const fn mixed(group: usize, key: &'static str) -> S {
    S::Mixed { group, key, is_spaced: true }
}

const fn tight(group: usize, key: &'static str) -> S {
    S::Mixed { group, key, is_spaced: false }
}

/// Returns the form `%a : type to type`.
const fn cast(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(
        name,
        &[S::Operand(0), S::AttrDict, S::Mark(":"), SOURCE, S::Word("to"), RESULT],
    )
    .operands(&[One])
    .results(&[One])
}

/// The types of the operands of an insertion after its two tensors.
const INSERTED: &[(FormSlot, TypeSource)] = &[
    (Operands(2), TypeSource::Index),
    (Operands(3), TypeSource::Index),
    (Operands(4), TypeSource::Index),
];

/// The pieces of the form `%a into %b[offsets] [sizes] [strides] : type into type`.
const INSERTION: &[S] = &[
    S::Operand(0),
    S::Word("into"),
    S::Operand(1),
    tight(2, "static_offsets"),
    mixed(3, "static_sizes"),
    mixed(4, "static_strides"),
    S::AttrDict,
    S::Mark(":"),
    SOURCE,
    S::Word("into"),
    S::Types(Operands(1)),
];

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    cast("tensor.bitcast"),
    cast("tensor.cast"),
    AssemblyForm::new(
        "tensor.collapse_shape",
        &[
            S::Operand(0),
            S::Attr("reassociation"),
            S::AttrDict,
            S::Mark(":"),
            SOURCE,
            S::Word("into"),
            RESULT,
        ],
    )
    .operands(&[One])
    .results(&[One]),
    AssemblyForm::new(
        "tensor.concat",
        &[
            S::Word("dim"),
            S::Mark("("),
            S::Int("dim"),
            S::Mark(")"),
            S::OperandList(0),
            S::AttrDict,
            S::Signature,
        ],
    )
    .results(&[One]),
    AssemblyForm::new(
        "tensor.dim",
        &[S::AttrDict, S::Operand(0), S::Mark(","), S::Operand(1), S::Mark(":"), SOURCE],
    )
    .operands(&[One, One])
    .results(&[One])
    .types(&[(Operands(1), TypeSource::Index), (Results(0), TypeSource::Index)]),
    AssemblyForm::new(
        "tensor.empty",
        &[S::Mark("("), S::OperandList(0), S::Mark(")"), S::AttrDict, S::Mark(":"), RESULT],
    )
    .results(&[One])
    .types(&[(Operands(0), TypeSource::Index)]),
    AssemblyForm::new(
        "tensor.expand_shape",
        &[
            S::Operand(0),
            S::Attr("reassociation"),
            S::Word("output_shape"),
            mixed(1, "static_output_shape"),
            S::AttrDict,
            S::Mark(":"),
            SOURCE,
            S::Word("into"),
            RESULT,
        ],
    )
    .operands(&[One, Many])
    .results(&[One])
    .types(&[(Operands(1), TypeSource::Index)]),
    AssemblyForm::new(
        "tensor.extract",
        &[
            S::Operand(0),
            S::Mark("["),
            S::OperandList(1),
            S::Mark("]"),
            S::AttrDict,
            S::Mark(":"),
            SOURCE,
        ],
    )
    .operands(&[One, Many])
    .results(&[One])
    .types(&[(Operands(1), TypeSource::Index), (Results(0), TypeSource::Element(Operands(0)))]),
    AssemblyForm::new(
        "tensor.extract_slice",
        &[
            S::Operand(0),
            tight(1, "static_offsets"),
            mixed(2, "static_sizes"),
            mixed(3, "static_strides"),
            S::AttrDict,
            S::Mark(":"),
            SOURCE,
            S::Word("to"),
            RESULT,
        ],
    )
    .segments(&[One, Many, Many, Many])
    .results(&[One])
    .types(&[
        (Operands(1), TypeSource::Index),
        (Operands(2), TypeSource::Index),
        (Operands(3), TypeSource::Index),
    ]),
    AssemblyForm::new(
        "tensor.from_elements",
        &[S::OperandList(0), S::AttrDict, S::Mark(":"), RESULT],
    )
    .results(&[One])
    .types(&[(Operands(0), TypeSource::Element(Results(0)))]),
    AssemblyForm::new(
        "tensor.generate",
        &[S::OperandList(0), S::Blocks, S::AttrDict, S::Mark(":"), RESULT],
    )
    .results(&[One])
    .types(&[(Operands(0), TypeSource::Index)]),
    AssemblyForm::new(
        "tensor.insert",
        &[
            S::Operand(0),
            S::Word("into"),
            S::Operand(1),
            S::Mark("["),
            S::OperandList(2),
            S::Mark("]"),
            S::AttrDict,
            S::Mark(":"),
            S::Types(Operands(1)),
        ],
    )
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
        &[
            S::Operand(0),
            S::Unit("nofold"),
            S::Word("low"),
            tight(1, "static_low"),
            S::Word("high"),
            tight(2, "static_high"),
            S::Blocks,
            S::AttrDict,
            S::Mark(":"),
            SOURCE,
            S::Word("to"),
            RESULT,
        ],
    )
    .segments(&[One, Many, Many])
    .results(&[One])
    .types(&[(Operands(1), TypeSource::Index), (Operands(2), TypeSource::Index)]),
    AssemblyForm::new("tensor.parallel_insert_slice", INSERTION)
        .segments(&[One, One, Many, Many, Many])
        .results(&[])
        .types(INSERTED),
    AssemblyForm::new("tensor.rank", &[S::Operand(0), S::AttrDict, S::Mark(":"), SOURCE])
        .operands(&[One])
        .results(&[One])
        .types(&[(Results(0), TypeSource::Index)]),
    AssemblyForm::new(
        "tensor.reshape",
        &[S::Operand(0), S::Mark("("), S::Operand(1), S::Mark(")"), S::AttrDict, S::Signature],
    )
    .operands(&[One, One])
    .results(&[One]),
    AssemblyForm::new(
        "tensor.splat",
        &[
            S::Operand(0),
            S::Optional(&[S::Mark("["), S::OperandList(1), S::Mark("]")]),
            S::AttrDict,
            S::Mark(":"),
            RESULT,
        ],
    )
    .operands(&[One, Many])
    .results(&[One])
    .types(&[(Operands(0), TypeSource::Element(Results(0))), (Operands(1), TypeSource::Index)]),
    AssemblyForm::new("tensor.yield", &[S::Operand(0), S::AttrDict, S::Mark(":"), SOURCE])
        .operands(&[One])
        .results(&[])
        .terminator(),
];
