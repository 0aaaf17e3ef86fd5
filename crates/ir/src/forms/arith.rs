//! The forms of the ops of `arith`.

use crate::registry::FormSlot::{Operands, Results};
use crate::registry::GroupSize::One;
use crate::registry::Syntax as S;
use crate::registry::{AssemblyForm, EnumWords, FlagWords, FormSlot, TypeSource};

const OVERFLOW: FlagWords = FlagWords {
    key: "overflowFlags",
    dialect: "arith",
    keyword: "overflow",
    words: &["nsw", "nuw"],
    separator: ", ",
    all: None,
};

const FASTMATH: FlagWords = FlagWords {
    key: "fastmath",
    dialect: "arith",
    keyword: "fastmath",
    words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
    separator: ",",
    all: Some("fast"),
};

const INTEGER_PREDICATE: EnumWords = EnumWords {
    key: "predicate",
    width: 64,
    words: &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"],
    what: "a predicate such as `slt`",
    is_optional: false,
};

const FLOAT_PREDICATE: EnumWords = EnumWords {
    key: "predicate",
    width: 64,
    words: &[
        "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult",
        "ule", "une", "uno", "true",
    ],
    what: "a predicate such as `olt`",
    is_optional: false,
};

const ROUNDING: EnumWords = EnumWords {
    key: "roundingmode",
    width: 32,
    words: &["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"],
    what: "a rounding mode such as `to_nearest_even`",
    is_optional: true,
};

const RESULT: S = S::Types(Results(0));

/// The type of all values: that of the result.
const SAME_TYPES: &[(FormSlot, TypeSource)] =
    &[(Operands(0), TypeSource::Same(Results(0))), (Operands(1), TypeSource::Same(Results(0)))];

/// Returns the form of an op whose two operands and result have equal types.
const fn same_types(name: &'static str, pieces: &'static [S]) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces).operands(&[One, One]).results(&[One]).types(SAME_TYPES)
}

/// Returns the form `%a, %b : type`.
const fn binary(name: &'static str) -> AssemblyForm<'static> {
    same_types(
        name,
        &[S::Operand(0), S::Mark(","), S::Operand(1), S::AttrDict, S::Mark(":"), RESULT],
    )
}

/// Returns the form `%a, %b overflow<nsw> : type`.
const fn overflowing(name: &'static str) -> AssemblyForm<'static> {
    same_types(
        name,
        &[
            S::Operand(0),
            S::Mark(","),
            S::Operand(1),
            S::Flags(&OVERFLOW),
            S::AttrDict,
            S::Mark(":"),
            RESULT,
        ],
    )
}

/// Returns the form `%a, %b fastmath<nnan> : type`.
const fn float(name: &'static str) -> AssemblyForm<'static> {
    same_types(
        name,
        &[
            S::Operand(0),
            S::Mark(","),
            S::Operand(1),
            S::Flags(&FASTMATH),
            S::AttrDict,
            S::Mark(":"),
            RESULT,
        ],
    )
}

/// Returns the form `%a : type to type`.
const fn cast(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(
        name,
        &[S::Operand(0), S::AttrDict, S::Mark(":"), S::Types(Operands(0)), S::Word("to"), RESULT],
    )
    .operands(&[One])
    .results(&[One])
}

/// Returns the form `%a, %b : type` with two results of the same type.
const fn extended_product(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(
        name,
        &[
            S::Operand(0),
            S::Mark(","),
            S::Operand(1),
            S::AttrDict,
            S::Mark(":"),
            S::Types(Operands(0)),
        ],
    )
    .operands(&[One, One])
    .results(&[One, One])
    .types(&[
        (Operands(1), TypeSource::Same(Operands(0))),
        (Results(0), TypeSource::Same(Operands(0))),
        (Results(1), TypeSource::Same(Operands(0))),
    ])
}

/// The types of a comparison, whose text shows the type of the first operand.
const COMPARED: &[(FormSlot, TypeSource)] = &[
    (Operands(1), TypeSource::Same(Operands(0))),
    (Results(0), TypeSource::BoolLike(Operands(0))),
];

pub(super) const FORMS: &[AssemblyForm<'static>] = &[
    float("arith.addf"),
    overflowing("arith.addi"),
    AssemblyForm::new(
        "arith.addui_extended",
        &[
            S::Operand(0),
            S::Mark(","),
            S::Operand(1),
            S::AttrDict,
            S::Mark(":"),
            RESULT,
            S::Mark(","),
            S::Types(Results(1)),
        ],
    )
    .operands(&[One, One])
    .results(&[One, One])
    .types(SAME_TYPES),
    binary("arith.andi"),
    cast("arith.bitcast"),
    binary("arith.ceildivsi"),
    binary("arith.ceildivui"),
    AssemblyForm::new(
        "arith.cmpf",
        &[
            S::Enum(&FLOAT_PREDICATE),
            S::Mark(","),
            S::Operand(0),
            S::Mark(","),
            S::Operand(1),
            S::Flags(&FASTMATH),
            S::AttrDict,
            S::Mark(":"),
            S::Types(Operands(0)),
        ],
    )
    .operands(&[One, One])
    .results(&[One])
    .types(COMPARED),
    AssemblyForm::new(
        "arith.cmpi",
        &[
            S::Enum(&INTEGER_PREDICATE),
            S::Mark(","),
            S::Operand(0),
            S::Mark(","),
            S::Operand(1),
            S::AttrDict,
            S::Mark(":"),
            S::Types(Operands(0)),
        ],
    )
    .operands(&[One, One])
    .results(&[One])
    .types(COMPARED),
    AssemblyForm::new("arith.constant", &[S::AttrDict, S::Attr("value")])
        .operands(&[])
        .results(&[One])
        .types(&[(Results(0), TypeSource::OfAttr("value"))]),
    float("arith.divf"),
    binary("arith.divsi"),
    binary("arith.divui"),
    cast("arith.extf"),
    cast("arith.extsi"),
    cast("arith.extui"),
    binary("arith.floordivsi"),
    cast("arith.fptosi"),
    cast("arith.fptoui"),
    cast("arith.index_cast"),
    cast("arith.index_castui"),
    float("arith.maximumf"),
    float("arith.maxnumf"),
    binary("arith.maxsi"),
    binary("arith.maxui"),
    float("arith.minimumf"),
    float("arith.minnumf"),
    binary("arith.minsi"),
    binary("arith.minui"),
    float("arith.mulf"),
    overflowing("arith.muli"),
    extended_product("arith.mulsi_extended"),
    extended_product("arith.mului_extended"),
    AssemblyForm::new(
        "arith.negf",
        &[S::Operand(0), S::Flags(&FASTMATH), S::AttrDict, S::Mark(":"), RESULT],
    )
    .operands(&[One])
    .results(&[One])
    .types(&[(Operands(0), TypeSource::Same(Results(0)))]),
    binary("arith.ori"),
    float("arith.remf"),
    binary("arith.remsi"),
    binary("arith.remui"),
    AssemblyForm::new(
        "arith.select",
        &[
            S::Operand(0),
            S::Mark(","),
            S::Operand(1),
            S::Mark(","),
            S::Operand(2),
            S::AttrDict,
            S::SelectTypes,
        ],
    )
    .operands(&[One, One, One])
    .results(&[One])
    .types(&[
        (Operands(1), TypeSource::Same(Results(0))),
        (Operands(2), TypeSource::Same(Results(0))),
    ]),
    overflowing("arith.shli"),
    binary("arith.shrsi"),
    binary("arith.shrui"),
    cast("arith.sitofp"),
    float("arith.subf"),
    overflowing("arith.subi"),
    AssemblyForm::new(
        "arith.truncf",
        &[
            S::Operand(0),
            S::Enum(&ROUNDING),
            S::AttrDict,
            S::Mark(":"),
            S::Types(Operands(0)),
            S::Word("to"),
            RESULT,
        ],
    )
    .operands(&[One])
    .results(&[One]),
    cast("arith.trunci"),
    cast("arith.uitofp"),
    binary("arith.xori"),
];
