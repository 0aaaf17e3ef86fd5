//! The forms of the ops of `arith`.

use super::cast::cast;
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

pub(super) const FORMS: &[AssemblyForm<'static>] = forms! {
    "arith"; [
    float: addf divf maximumf maxnumf minimumf minnumf mulf remf subf;
    overflowing: addi muli shli subi;
    binary:
        andi ceildivsi ceildivui divsi divui floordivsi maxsi maxui minsi minui ori remsi remui
        shrsi shrui xori;
    cast: bitcast extf extsi extui fptosi fptoui index_cast index_castui sitofp trunci uitofp;
    extended_product: mulsi_extended mului_extended;
    ]
    AssemblyForm::new("arith.addui_extended", pieces!(%0, %1 {} : type(#0), type(#1)))
        .operands(&[One, One])
        .results(&[One, One])
        .types(SAME_TYPES),
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
    AssemblyForm::new("arith.negf", pieces!(%0 @Flags(&FASTMATH) {} : type(#0)))
        .operands(&[One])
        .results(&[One])
        .types(&[(Operands(0), TypeSource::Same(Results(0)))]),
    AssemblyForm::new("arith.select", pieces!(%0, %1, %2 {} @SelectTypes))
        .operands(&[One, One, One])
        .results(&[One])
        .types(&[
            (Operands(1), TypeSource::Same(Results(0))),
            (Operands(2), TypeSource::Same(Results(0))),
        ]),
    AssemblyForm::new("arith.truncf", pieces!(%0 @Enum(&ROUNDING) {} : type(%0) to type(#0)))
        .operands(&[One])
        .results(&[One]),
};
