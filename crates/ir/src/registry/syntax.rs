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
    /// `@name`, kept as the string attribute of this key.
    SymbolText(&'static str),
    /// `@name`, kept as the symbol reference of this key.
    Symbol(&'static str),
    /// An integer, kept as an `i64` attribute of this key.
    Int(&'static str),
    /// `[1, 2]`, kept as the `array<i64: ...>` of this key.
    Ints(&'static str),
    /// `1` or `[1, 2]`, each number after this prefix, kept as the `array<i64: ...>` of this key. A list of one number is
    /// printed without brackets.
    OneOrInts(&'static str, &'static str),
    /// `dense<[1, 2]> : type`, kept as the attribute of this key.
    Dense(&'static str),
    /// `[?, 2]`: a list of integers as [`Ints`](Syntax::Ints), in which `?` is the least `i64`.
    Lengths(&'static str),
    /// `[4@lane, 1]`: integers on axes, kept as the `array<i64: ...>` of the first key and the list of strings of the
    /// second. An integer without a name is on the axis `m`; without any name, the second attribute is absent.
    AxisInts(&'static str, &'static str),
    /// `3, 5@warp`: the offset without a name, kept as the `i64` attribute of the first key, and the offsets on named
    /// axes, kept as the dictionary of the second.
    AxisOffsets(&'static str, &'static str),
    /// `[rows, cols]`: names, kept as the list of strings of this key. Expressions in the op's region may have these names
    /// as symbols.
    Names(&'static str),
    /// `[lane: 32, register: 4]`: named lengths, kept as the list of strings of the first key and the `array<i64: ...>`
    /// of the second, in which the least `i64` is `?`.
    AxisLengths(&'static str, &'static str),
    /// `"text"`, kept as the string attribute of this key.
    Str(&'static str),
    /// A word, or a string that is no word, kept as the string attribute of this key.
    Keyword(&'static str),
    /// `[...]`: any list, kept as the attribute of this key.
    List(&'static str),
    /// Any attribute, kept under this key.
    Attr(&'static str),
    /// A word that is the key of a unit attribute. Omitted if the op lacks the attribute.
    Unit(&'static str),
    /// One word of an enumeration.
    Enum(&'static EnumWords),
    /// `keyword<a, b>`: words of a set of flags. Omitted if no flag is set.
    Flags(&'static FlagWords),
    /// `%a, %b`: all operands.
    Operands,
    /// `%a`: the one operand of a group.
    Operand(usize),
    /// `%a, %b`: the operands of a group, possibly none.
    OperandList(usize),
    /// `[%a, 0, 2]`: an `array<i64: ...>` whose [`DYNAMIC`](super::DYNAMIC) elements are replaced by the operands of a
    /// group.
    Mixed {
        /// The group of operands.
        group: usize,
        /// The key of the array.
        key: &'static str,
        /// `true` if the printer writes a blank before it.
        is_spaced: bool,
    },
    /// `{key = value}`: the attributes that no other piece shows. Omitted if empty.
    AttrDict,
    /// An [`AttrDict`](Syntax::AttrDict) that shows some attributes as bare words.
    WordDict(&'static [WordAttr]),
    /// `: type`, kept as the type attribute of this key. The attribute dictionary may also follow it.
    Type(&'static str),
    /// The types of a group, one for each value.
    Types(FormSlot),
    /// `-> type` or `-> (types)`, the types of a group of results. Omitted if the group is empty.
    ArrowTypes(usize),
    /// `: types -> type`: the types of the operands and of the one result.
    FunctionTypes,
    /// `: (types) -> types`: the types of the operands and of the results.
    Signature,
    /// `: type` or `: i1-like type, type`: the types of a condition and of the values between which it selects. The
    /// first is omitted if it is `i1`.
    SelectTypes,
    /// `^block(%a, %b : types)`: a successor with the operands of a group.
    Successor(usize),
    /// A sequence of pieces that is omitted if the op has none of their attributes, operands and results. The parser
    /// decides by the first piece whether the sequence is present.
    Optional(&'static [Syntax]),
    /// Pieces that are omitted if the op has none of their attributes; this word then follows.
    Unless(&'static str, &'static [Syntax]),
    /// No types in the text. The types of the operands are known. The results, as many as the text names, get their
    /// types after the whole text has been parsed (see [`crate::descriptor`]).
    Inferred,
    /// `{ ops }`: the one region, of one block.
    Region,
    /// `{ ops }`, omitted if the op has no region.
    OptionalRegion,
    /// `{ ^bb0(%a: type): ops }`: the one region, of any number of blocks.
    Blocks,
}

/// The words of an enumeration. The op keeps the index of the word as an integer attribute.
#[derive(Debug, PartialEq, Eq)]
pub struct EnumWords {
    /// The key of the attribute.
    pub key: &'static str,
    /// The width of the integer.
    pub width: u32,
    /// The words; the first has the value 0.
    pub words: &'static [&'static str],
    /// The noun for a word, for messages.
    pub what: &'static str,
    /// `true` if the op may lack the attribute; the text then has no word.
    pub is_optional: bool,
}

/// The words of a set of flags. The op keeps the set as an attribute of its dialect: `#arith.overflow<nsw, nuw>`.
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
    /// The word for all flags; `None` if the set lacks one.
    pub all: Option<&'static str>,
}

/// An attribute of a dialect that the dictionary of a custom form shows as a bare word: `nan_mode = IGNORE` instead of
/// `nan_mode = #tosa.nan_mode<IGNORE>`.
#[derive(Debug, PartialEq, Eq)]
pub struct WordAttr {
    /// The key of the attribute.
    pub key: &'static str,
    /// The dialect of the attribute.
    pub dialect: &'static str,
    /// The name of the attribute in the dialect.
    pub name: &'static str,
    /// The words.
    pub words: &'static [&'static str],
}

impl WordAttr {
    /// Returns the text of the attribute of a word after the dialect: `nan_mode<IGNORE>`.
    pub fn body(&self, word: &str) -> String {
        format!("{}<{word}>", self.name)
    }

    /// Returns the word of an attribute's text after the dialect. `None` for the text of another attribute.
    pub fn word_of<'a>(&self, body: &'a str) -> Option<&'a str> {
        let word = body.strip_prefix(self.name)?.strip_prefix('<')?.strip_suffix('>')?;
        self.words.contains(&word).then_some(word)
    }
}

/// The word for no flags.
pub const NO_FLAGS: &str = "none";

impl FlagWords {
    /// Returns the text of the attribute after the dialect: `overflow<nsw, nuw>`. Equal sets have equal texts. `None`
    /// if a word is unknown.
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
    /// A group of operands, by its index.
    Operands(usize),
    /// A group of results, by its index.
    Results(usize),
}

impl Syntax {
    /// Returns the keys of the attributes that a piece shows.
    pub fn keys(&self) -> Vec<&'static str> {
        match *self {
            Syntax::SymbolName => vec!["sym_name"],
            Syntax::SymbolText(key)
            | Syntax::Symbol(key)
            | Syntax::Int(key)
            | Syntax::Ints(key)
            | Syntax::OneOrInts(key, _)
            | Syntax::Dense(key)
            | Syntax::Lengths(key)
            | Syntax::Names(key)
            | Syntax::Str(key)
            | Syntax::Keyword(key)
            | Syntax::List(key)
            | Syntax::Attr(key)
            | Syntax::Unit(key)
            | Syntax::Mixed { key, .. }
            | Syntax::Type(key) => vec![key],
            Syntax::AxisInts(first, second)
            | Syntax::AxisOffsets(first, second)
            | Syntax::AxisLengths(first, second) => vec![first, second],
            Syntax::Enum(words) => vec![words.key],
            Syntax::Flags(words) => vec![words.key],
            Syntax::Optional(pieces) | Syntax::Unless(_, pieces) => {
                pieces.iter().flat_map(Syntax::keys).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns `true` if the piece is a region.
    pub fn is_region(self) -> bool {
        matches!(self, Syntax::Region | Syntax::OptionalRegion | Syntax::Blocks)
    }
}
