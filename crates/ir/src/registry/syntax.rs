//! The pieces of the custom forms of ops, which the parser reads and the printer writes.

/// A piece of an op's custom form after its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A keyword.
    Word(&'static str),
    /// A punctuation mark: `,`, `:`, `->` or a bracket.
    Mark(&'static str),
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
    /// Any attribute, kept under this key.
    Attr(&'static str),
    /// A word that is the key of a unit attribute. Left out if the op lacks the attribute.
    Unit(&'static str),
    /// One word of an enumeration.
    Enum(&'static EnumWords),
    /// `keyword<a, b>`: words of a set of flags. Left out if no flag is set.
    Flags(&'static FlagWords),
    /// `%a, %b`: all operands.
    Operands,
    /// `%a`: the one operand of a group.
    Operand(usize),
    /// `%a, %b`: the operands of a group, which may be none.
    OperandList(usize),
    /// `[%a, 0, 2]`: integers and the operands of a group, which the dynamic ones of an `array<i64: ...>` stand for.
    Mixed {
        /// The group of operands.
        group: usize,
        /// The key of the array.
        key: &'static str,
        /// `true` if a blank precedes it in print.
        is_spaced: bool,
    },
    /// `{key = value}`: the attributes that no other piece shows. Left out when empty.
    AttrDict,
    /// `: type`, kept as the type attribute of this key. The attribute dictionary may follow it too.
    Type(&'static str),
    /// The types of a group, one for each value.
    Types(FormSlot),
    /// `-> type` or `-> (types)`, the types of a group of results. Left out if the group is empty.
    ArrowTypes(usize),
    /// `: types -> type`, those of the operands and of the one result.
    FunctionTypes,
    /// `: (types) -> types`, those of the operands and of the results.
    Signature,
    /// `: type` or `: i1-like type, type`: the types of a condition and of the values between which it selects. The first is
    /// left out if it is `i1`.
    SelectTypes,
    /// `^block(%a, %b : types)`: a successor with the operands of a group.
    Successor(usize),
    /// These pieces, left out if the op has none of their attributes, operands and results. The first shows whether they
    /// are there.
    Optional(&'static [Syntax]),
    /// No types: those of the operands are known, and the results, as many as are named, get theirs when the
    /// whole text has been read (see [`crate::descriptor`]).
    Inferred,
    /// `{ ops }`: the one region, of one block.
    Region,
    /// The same, left out where the op has no region.
    OptionalRegion,
    /// `{ ^bb0(%a: type): ops }`: the one region, of any blocks.
    Blocks,
}

/// The words of an enumeration, which an op keeps as an integer: the place of the word.
#[derive(Debug, PartialEq, Eq)]
pub struct EnumWords {
    /// The key of the attribute.
    pub key: &'static str,
    /// The width of the integer.
    pub width: u32,
    /// The words, from the value 0.
    pub words: &'static [&'static str],
    /// What a word is, for messages.
    pub what: &'static str,
    /// `true` if the op may lack the attribute, so that no word is there.
    pub is_optional: bool,
}

/// The words of a set of flags, which an op keeps as an attribute of its dialect: `#arith.overflow<nsw, nuw>`.
#[derive(Debug, PartialEq, Eq)]
pub struct FlagWords {
    /// The key of the attribute.
    pub key: &'static str,
    /// The dialect of the attribute.
    pub dialect: &'static str,
    /// The name of the attribute in the dialect, which is the keyword of the custom form.
    pub keyword: &'static str,
    /// The words in the order in which they are printed.
    pub words: &'static [&'static str],
    /// The text between two words.
    pub separator: &'static str,
    /// The word for all flags; `None` if there is none.
    pub all: Option<&'static str>,
}

/// The word for no flags.
pub const NO_FLAGS: &str = "none";

impl FlagWords {
    /// Returns the text of the attribute after the dialect: `overflow<nsw, nuw>`. Equal sets have equal texts; `None` if a
    /// word is unknown.
    pub fn canonical<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let mut set = vec![false; self.words.len()];
        for word in words {
            if self.all == Some(word) {
                set.fill(true);
            } else if word != NO_FLAGS {
                set[self.words.iter().position(|known| *known == word)?] = true;
            }
        }
        let chosen: Vec<&str> =
            self.words.iter().zip(&set).filter(|flag| *flag.1).map(|flag| *flag.0).collect();
        let text = match self.all {
            _ if chosen.is_empty() => NO_FLAGS.to_owned(),
            Some(all) if chosen.len() == set.len() => all.to_owned(),
            _ => chosen.join(self.separator),
        };
        Some(format!("{}<{text}>", self.keyword))
    }
}

/// A group of operands or results of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormSlot {
    /// A group of operands, by its place.
    Operands(usize),
    /// A group of results, by its place.
    Results(usize),
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
            | Syntax::Attr(key)
            | Syntax::Unit(key)
            | Syntax::Mixed { key, .. }
            | Syntax::Type(key) => vec![key],
            Syntax::Enum(words) => vec![words.key],
            Syntax::Flags(words) => vec![words.key],
            Syntax::Optional(pieces) => pieces.iter().flat_map(Syntax::keys).collect(),
            _ => Vec::new(),
        }
    }

    /// `true` if the piece is a region.
    pub fn is_region(self) -> bool {
        matches!(self, Syntax::Region | Syntax::OptionalRegion | Syntax::Blocks)
    }
}
