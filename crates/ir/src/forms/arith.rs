//! The forms of the ops of `arith`.

use crate::registry::FormSlot::{Operands, Results};
use crate::registry::GroupSize::One;
use crate::registry::{AssemblyForm, EnumWords, FlagWords, FormSlot, Syntax, TypeSource, pieces};

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

/// The type of all values: that of the result.
const SAME_TYPES: &[(FormSlot, TypeSource)] =
    &[(Operands(0), TypeSource::Same(Results(0))), (Operands(1), TypeSource::Same(Results(0)))];

/// Returns the form of an op whose two operands and result have equal types.
const fn same_types(name: &'static str, pieces: &'static [Syntax]) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces).operands(&[One, One]).results(&[One]).types(SAME_TYPES)
}

/// Returns the form `%a, %b : type`.
const fn binary(name: &'static str) -> AssemblyForm<'static> {
    same_types(name, pieces!(%0, %1 {} : type(#0)))
}

/// Returns the form `%a, %b overflow<nsw> : type`.
const fn overflowing(name: &'static str) -> AssemblyForm<'static> {
    same_types(name, pieces!(%0, %1 @Flags(&OVERFLOW) {} : type(#0)))
}

/// Returns the form `%a, %b fastmath<nnan> : type`.
const fn float(name: &'static str) -> AssemblyForm<'static> {
    same_types(name, pieces!(%0, %1 @Flags(&FASTMATH) {} : type(#0)))
}

/// Returns the form `%a : type to type`.
const fn cast(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0 {} : type(%0) to type(#0))).operands(&[One]).results(&[One])
}

/// Returns the form `%a, %b : type` with two results of the same type.
const fn extended_product(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0, %1 {} : type(%0)))
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
    AssemblyForm::new("arith.addui_extended", pieces!(%0, %1 {} : type(#0), type(#1)))
        .operands(&[One, One])
        .results(&[One, One])
        .types(SAME_TYPES),
    binary("arith.andi"),
    cast("arith.bitcast"),
    binary("arith.ceildivsi"),
    binary("arith.ceildivui"),
    AssemblyForm::new(
        "arith.cmpf",
        pieces!(@Enum(&FLOAT_PREDICATE), %0, %1 @Flags(&FASTMATH) {} : type(%0)),
    )
    .operands(&[One, One])
    .results(&[One])
    .types(COMPARED),
    AssemblyForm::new("arith.cmpi", pieces!(@Enum(&INTEGER_PREDICATE), %0, %1 {} : type(%0)))
        .operands(&[One, One])
        .results(&[One])
        .types(COMPARED),
    AssemblyForm::new("arith.constant", pieces!({} @Attr("value")))
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
    AssemblyForm::new("arith.negf", pieces!(%0 @Flags(&FASTMATH) {} : type(#0)))
        .operands(&[One])
        .results(&[One])
        .types(&[(Operands(0), TypeSource::Same(Results(0)))]),
    binary("arith.ori"),
    float("arith.remf"),
    binary("arith.remsi"),
    binary("arith.remui"),
    AssemblyForm::new("arith.select", pieces!(%0, %1, %2 {} @SelectTypes))
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
    AssemblyForm::new("arith.truncf", pieces!(%0 @Enum(&ROUNDING) {} : type(%0) to type(#0)))
        .operands(&[One])
        .results(&[One]),
    cast("arith.trunci"),
    cast("arith.uitofp"),
    binary("arith.xori"),
];
