//! The custom form of an op, as an entry of a table like those of ODS.

use super::syntax::{FormSlot, Syntax};
use super::type_source::TypeSource;

/// The number of values in a group of operands or results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSize {
    /// Exactly one.
    One,
    /// Any number.
    Many,
}

/// The custom form of an op after its name.
#[derive(Clone, Copy, Debug)]
pub enum FormSyntax {
    /// A list of pieces.
    Pieces(&'static [Syntax]),
    /// A form that a list of pieces cannot describe; parser and printer have a function for each.
    Special(SpecialForm),
}

/// A custom form of MLIR that a list of pieces cannot describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialForm {
    /// `module @name attributes {...} {...}`.
    Module,
    /// `func.func @name(%arg: type) -> type {...}`.
    Function,
    /// `cf.switch %flag : type, [default: ^bb0, 1: ^bb1]`.
    Switch,
    /// `scf.for %i = %a to %b step %c iter_args(%x = %y) -> (type) {...}`.
    For,
    /// `scf.if %c -> (type) {...} else {...}`.
    If,
    /// `scf.while (%x = %y) : (type) -> type {...} do {...}`.
    While,
    /// `scf.forall (%i) in (%n) shared_outs(%x = %y) -> (type) {...}`.
    Forall,
    /// `scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> type {...}`.
    Parallel,
    /// `scf.reduce(%x : type) {...}`.
    Reduce,
    /// `tosa.cond_if %c (%x = %y) : type (type) -> type {...} else {...}`.
    CondIf,
    /// `tosa.variable @name = value`.
    Variable,
    /// `scf.index_switch %i -> type case 1 {...} default {...}`.
    IndexSwitch,
    /// A form of StableHLO, which is read and printed in generic form.
    StableHlo(HloForm),
}

/// A custom form of StableHLO after the name of the op. All forms have attributes and types behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HloForm {
    /// `%a, %b : type`, or `: (types) -> types` if the types differ.
    SameTypes,
    /// `LT, %a, %b, FLOAT`.
    Compare,
    /// `%a, %b, dim = 1`.
    Concatenate,
    /// `(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]}`.
    Convolution,
    /// `%a, %b, precision = [DEFAULT, DEFAULT]`.
    Dot,
    /// `%a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT]`.
    DotGeneral,
    /// `%a, %i, %j, sizes = [1, 4]`.
    DynamicSlice,
    /// `(%a init: %b) applies stablehlo.add across dimensions = [1]`, or with `reducer(...) {...}` behind the types.
    Reduce,
    /// `%a, dims = [0, 1] : type`.
    Reverse,
    /// `%p, %a, %b : type, type`.
    Select,
    /// `%a [1:3, 4:8:2]`.
    Slice,
}

/// The custom form of an op. Its pieces are constants of the program.
#[derive(Clone, Copy, Debug)]
pub struct AssemblyForm<'a> {
    /// The name of the op, `dialect.op`.
    pub name: &'a str,
    /// The groups of operands, in order.
    pub operands: &'static [GroupSize],
    /// The groups of results, in order.
    pub results: &'static [GroupSize],
    /// `true` if the attribute `operandSegmentSizes` holds the sizes of the groups of operands.
    pub has_segments: bool,
    /// The form after the name.
    pub syntax: FormSyntax,
    /// The types of groups that the text omits, in the order in which they are inferred.
    pub types: &'static [(FormSlot, TypeSource)],
    /// The dialect whose ops need no prefix directly inside the regions of the op; `None` if all ops need their prefix.
    pub default_dialect: Option<&'static str>,
    /// `true` if the op ends a block.
    pub is_terminator: bool,
    /// `true` if the form is only read: the op is printed in generic form.
    pub is_read_only: bool,
}

impl<'a> AssemblyForm<'a> {
    /// Returns a form of pieces: any operands, any results, all types in the text.
    pub const fn new(name: &'a str, pieces: &'static [Syntax]) -> AssemblyForm<'a> {
        AssemblyForm {
            name,
            operands: &[GroupSize::Many],
            results: &[GroupSize::Many],
            has_segments: false,
            syntax: FormSyntax::Pieces(pieces),
            types: &[],
            default_dialect: None,
            is_terminator: false,
            is_read_only: false,
        }
    }

    /// Returns a form that parser and printer implement by functions.
    pub const fn special(name: &'a str, form: SpecialForm) -> AssemblyForm<'a> {
        AssemblyForm { syntax: FormSyntax::Special(form), ..AssemblyForm::new(name, &[]) }
    }

    /// Returns the pieces; empty for a special form.
    pub fn pieces(&self) -> &'static [Syntax] {
        match self.syntax {
            FormSyntax::Pieces(pieces) => pieces,
            FormSyntax::Special(_) => &[],
        }
    }

    /// Returns the same form with these groups of operands.
    #[must_use]
    pub const fn operands(self, operands: &'static [GroupSize]) -> AssemblyForm<'a> {
        AssemblyForm { operands, ..self }
    }

    /// Returns the same form with groups of operands whose sizes `operandSegmentSizes` holds.
    #[must_use]
    pub const fn segments(self, operands: &'static [GroupSize]) -> AssemblyForm<'a> {
        AssemblyForm { operands, has_segments: true, ..self }
    }

    /// Returns the same form with these groups of results.
    #[must_use]
    pub const fn results(self, results: &'static [GroupSize]) -> AssemblyForm<'a> {
        AssemblyForm { results, ..self }
    }

    /// Returns the same form with types that the text omits.
    #[must_use]
    pub const fn types(self, types: &'static [(FormSlot, TypeSource)]) -> AssemblyForm<'a> {
        AssemblyForm { types, ..self }
    }

    /// Returns the same form, as the form of a terminator.
    #[must_use]
    pub const fn terminator(self) -> AssemblyForm<'a> {
        AssemblyForm { is_terminator: true, ..self }
    }

    /// Returns the same form, as one that is only read.
    #[must_use]
    pub const fn read_only(self) -> AssemblyForm<'a> {
        AssemblyForm { is_read_only: true, ..self }
    }

    /// Returns the keys of the attributes that the form shows outside the dictionary.
    pub fn keys(&self) -> Vec<&'static str> {
        let segments = self.has_segments.then_some(SEGMENTS);
        self.pieces().iter().flat_map(Syntax::keys).chain(segments).collect()
    }
}

/// The key of the attribute that holds the sizes of the groups of operands.
pub const SEGMENTS: &str = "operandSegmentSizes";

/// The integer that represents an SSA operand in an `array<i64: ...>` of mixed values: MLIR's `ShapedType::kDynamic`.
pub const DYNAMIC: i64 = i64::MIN;
