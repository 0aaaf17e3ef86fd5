//! The custom forms of ops.

/// A piece of an op's custom form after its name, which the parser reads and the printer writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A keyword.
    Word(&'static str),
    /// `@name`, kept as the string attribute `sym_name`.
    SymbolName,
    /// `@name`, kept as the symbol reference of this key.
    Symbol(&'static str),
    /// An integer, kept as an `i64` attribute of this key.
    Int(&'static str),
    /// `[1, 2]`, kept as the `array<i64: ...>` of this key.
    Ints(&'static str),
    /// `"text"`, kept as the string attribute of this key.
    Str(&'static str),
    /// `[...]`: any list, kept as the attribute of this key.
    List(&'static str),
    /// `%a, %b`: all operands.
    Operands,
    /// `{key = value}`: the attributes that no other piece shows. Left out when empty.
    AttrDict,
    /// `: type`, kept as the type attribute of this key. The attribute dictionary may follow it too.
    Type(&'static str),
    /// `: types`, those of the operands.
    OperandTypes,
    /// `: types -> types`, those of the operands and of the results.
    FunctionTypes,
    /// These pieces, left out where the op lacks their attribute. They begin with a word.
    Optional(&'static [Syntax]),
    /// No types: those of the operands are known, and the results, as many as are named, get theirs when the
    /// whole text has been read (see [`crate::descriptor`]).
    Inferred,
    /// `{ ops }`: the one region, of one block. It is the last piece.
    Region,
    /// The same, left out where the op has no region.
    OptionalRegion,
}

impl Syntax {
    /// The keys of the attributes that a piece shows.
    pub fn keys(&self) -> Vec<&'static str> {
        match *self {
            Syntax::SymbolName => vec!["sym_name"],
            Syntax::Symbol(key)
            | Syntax::Int(key)
            | Syntax::Ints(key)
            | Syntax::Str(key)
            | Syntax::List(key)
            | Syntax::Type(key) => vec![key],
            Syntax::Optional(pieces) => pieces.iter().flat_map(Syntax::keys).collect(),
            Syntax::Word(_)
            | Syntax::Operands
            | Syntax::AttrDict
            | Syntax::OperandTypes
            | Syntax::FunctionTypes
            | Syntax::Inferred
            | Syntax::Region
            | Syntax::OptionalRegion => Vec::new(),
        }
    }

    /// `true` if the piece begins with a text of its own and a blank before it.
    pub(crate) fn stands_alone(self) -> bool {
        !matches!(
            self,
            Syntax::AttrDict
                | Syntax::Optional(_)
                | Syntax::Inferred
                | Syntax::Region
                | Syntax::OptionalRegion
        )
    }
}

/// A custom form of MLIR that no list of pieces describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MlirForm {
    /// `module @name attributes {...} {...}`.
    Module,
    /// `func.func @name(%arg: type) -> type {...}`.
    Function,
    /// `return %a, %b : type, type`.
    Return,
}

impl MlirForm {
    /// The word that may replace the op's name; `None` if the name has no short form.
    pub fn keyword(self) -> Option<&'static str> {
        match self {
            MlirForm::Module => Some("module"),
            MlirForm::Function => None,
            MlirForm::Return => Some("return"),
        }
    }
}
