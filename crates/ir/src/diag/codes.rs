//! The codes of diagnostics, each with its title and its page.

use std::fmt;

/// The stable number of a kind of diagnostic, printed as `L0402`.
///
/// L01xx is syntax, L02xx names, L03xx types and shapes, L04xx strides, L05xx targets, L06xx the invocation, L09xx
/// internal errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{:04}", self.0)
    }
}

macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        /// The codes by name.
        pub mod code {
            use super::Code;
            $(#[doc = $title] pub const $name: Code = Code($number);)*
        }
        /// Every code with its title, in order.
        pub const CODES: &[(Code, &str)] = &[$((code::$name, $title)),*];
    };
}

codes! {
    SYNTAX = 101, "the text is not what the grammar asks for here";
    STRING = 102, "a string is not closed or holds a bad escape";
    NUMBER = 103, "a number does not fit where it stands";
    ENCODING = 104, "the text is not UTF-8 or holds a control character";
    ATTRIBUTE = 105, "an attribute is not well formed";
    TYPE = 106, "a type is not well formed";
    DEPTH = 107, "nesting is deeper than 256";
    LAYOUT_TEXT = 108, "the layout dialect's own text is not well formed";
    UNDEFINED_VALUE = 201, "a value is used that nothing defines";
    REDEFINED_VALUE = 202, "a value is defined twice";
    UNDEFINED_BLOCK = 203, "a block is named that the region does not have";
    REDEFINED_BLOCK = 204, "a block is defined twice";
    DUPLICATE_SYMBOL = 205, "two symbols of one table have the same name";
    UNDEFINED_SYMBOL = 206, "a symbol is named that does not exist";
    UNDEFINED_ALIAS = 207, "an alias is used that nothing defines";
    REDEFINED_ALIAS = 208, "an alias is defined twice";
    UNKNOWN_NAME = 209, "a name is not one of those that are known here";
    COUNT = 301, "two numbers of operands, results, regions or elements disagree";
    TYPE_MISMATCH = 302, "two types that must agree do not";
    OP_ATTRIBUTE = 303, "an op lacks an attribute, or has one of the wrong kind";
    STRUCTURE = 304, "regions, blocks or terminators are not as the op demands";
    DOMINANCE = 305, "a value is used where its definition does not reach";
    ENCODING_KEYS = 306, "a tensor's layout is not well formed";
    ORDER = 307, "an order is not a permutation of the tensor's dims";
    SHAPE = 308, "a shape cannot be laid out";
    FORMAT = 309, "a format does not fit the tensor";
    DESCRIPTOR = 310, "a descriptor is not well formed";
    INDEX_RANGE = 311, "an index leaves the range of what it reaches";
    FOREIGN_LAYOUT = 312, "a memref's layout has no equal here";
    STRIDES_UNSOLVABLE = 401, "no strides satisfy all requirements";
    STRIDES_VIOLATED = 402, "given strides break a requirement or overlap";
    NOT_RESOLVED = 403, "a layout cannot be resolved to strides here";
    VIEW = 404, "a view cannot read the memory that it should";
    ADDRESS = 405, "an addressing function cannot be made as it is asked for";
    ADDRESS_DIFFERS = 406, "an addressing function and its layout differ, or were not compared in full";
    ASSIGN = 407, "layouts cannot be chosen, or are not proven to be the best";
    VULKAN_FORMAT = 501, "an element type has no Vulkan format";
    VULKAN_RANK = 502, "a tensor has more dims than the target allows";
    VULKAN_RULE = 503, "a Vulkan valid-usage rule is violated";
    TARGET = 504, "a target is not known";
    OPTION = 601, "an option or pass is not known, or its value is wrong";
    FILE = 602, "a file cannot be read or written";
    EXPECTATION = 603, "an expected diagnostic is missing, unexpected or not well formed";
    QUERY = 604, "a query is not well formed or cannot be answered";
    PASS_BROKE_IR = 901, "a pass left IR that does not verify";
    INTERNAL = 902, "a fault of layoutc itself";
}

/// The pages of all codes, a section `## L0402` for each.
const PAGES: &str = include_str!("pages.md");

/// The page of a code in Markdown without its heading: its meaning, an example that reports it, and the correct form.
/// `None` if the code has no page.
pub fn page(code: Code) -> Option<&'static str> {
    let sections = PAGES.split("\n## ").skip(1);
    let mut pages = sections.filter_map(|section| section.split_once('\n'));
    pages.find(|(heading, _)| *heading == code.to_string()).map(|(_, page)| page.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_sorted() {
        assert!(CODES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
