//! The codes of diagnostics, each with a headline and a page.

use layout::impl_display;

/// The stable number of a kind of diagnostic, printed as `L0402`.
///
/// L01xx is syntax, L02xx names, L03xx types and shapes, L04xx strides, L05xx targets, L06xx the command line and the
/// output, L09xx internal errors. A code never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl_display!(Code { Self(number) => "L{number:04}" });

macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        /// The codes by name.
        pub mod code {
            use super::Code;
            $(#[doc = $title] pub const $name: Code = Code($number);)*
        }
        /// Every code with its headline, in ascending order.
        pub const CODES: &[(Code, &str)] = &[$((code::$name, $title)),*];
    };
}

codes! {
    SYNTAX = 101, "the text does not match the grammar";
    STRING = 102, "a string is not closed or has an invalid escape";
    NUMBER = 103, "a number is out of range";
    ENCODING = 104, "the input is not UTF-8 or contains a control character";
    ATTRIBUTE = 105, "an attribute is malformed";
    TYPE = 106, "a type is malformed";
    DEPTH = 107, "the nesting is deeper than 256 levels";
    LAYOUT_TEXT = 108, "the text of the layout dialect is malformed";
    UNDEFINED_VALUE = 201, "a used value is not defined";
    REDEFINED_VALUE = 202, "a value is defined twice";
    UNDEFINED_BLOCK = 203, "a successor is not a block of the region";
    REDEFINED_BLOCK = 204, "a block is defined twice";
    DUPLICATE_SYMBOL = 205, "a symbol is defined twice in one symbol table";
    UNDEFINED_SYMBOL = 206, "a referenced symbol is not defined or has the wrong kind";
    UNDEFINED_ALIAS = 207, "a used alias is not defined";
    REDEFINED_ALIAS = 208, "an alias is defined twice";
    UNKNOWN_NAME = 209, "an op, attribute, key, order or format has an unknown name";
    COUNT = 301, "the numbers of operands, results, regions or elements differ";
    TYPE_MISMATCH = 302, "two types that must be equal differ";
    OP_ATTRIBUTE = 303, "an attribute of an op is missing or has an invalid value";
    STRUCTURE = 304, "the regions, blocks or terminators of an op are invalid";
    DOMINANCE = 305, "a use is not dominated by its definition";
    ENCODING_KEYS = 306, "the layout in a tensor type is invalid";
    ORDER = 307, "an order is not a permutation of the tensor's dims";
    SHAPE = 308, "a shape has no memory layout";
    FORMAT = 309, "a format does not support the tensor";
    DESCRIPTOR = 310, "a descriptor is malformed";
    INDEX_RANGE = 311, "a descriptor maps a valid index out of range";
    FOREIGN_LAYOUT = 312, "the layout of a memref is unsupported";
    NOTATION = 313, "the text of a notation denotes no layout";
    RECORD = 314, "a table, a record or a tensor of records is malformed";
    STRIDES_UNSOLVABLE = 401, "no strides satisfy all requirements";
    STRIDES_VIOLATED = 402, "given strides violate a requirement or let elements overlap";
    NOT_RESOLVED = 403, "the layout of a tensor has no strides";
    VIEW = 404, "a view op cannot alias the memory of its operand";
    ADDRESS = 405, "an addressing function cannot be generated";
    ADDRESS_DIFFERS = 406, "an addressing function differs from its layout, or was not compared in full";
    ASSIGN = 407, "layouts cannot be assigned, or are not proven optimal";
    MEMORY = 408, "the memory of a function cannot be planned, or its plan is invalid";
    MATERIALIZE = 409, "a layout cannot become a shape, or an op needs transposes to keep its own";
    VULKAN_FORMAT = 501, "an element type has no Vulkan format";
    VULKAN_RANK = 502, "a tensor has more dims than the target allows";
    VULKAN_RULE = 503, "a tensor description violates a valid-usage rule of Vulkan";
    TARGET = 504, "a target is unknown";
    OPTION = 601, "an option, pass or value on the command line is invalid";
    FILE = 602, "a file cannot be read or written";
    EXPECTATION = 603, "the reported and the expected diagnostics differ";
    QUERY = 604, "a query is malformed or cannot be answered";
    EMPTY_OUTPUT = 605, "an emitter has nothing to write";
    OUTPUT = 606, "the format of the output cannot express a part of the module";
    PASS_BROKE_IR = 901, "a pass produced IR that fails verification";
    INTERNAL = 902, "an internal error of layoutc";
}

/// The pages of all codes: one section per code, with a heading such as `## L0402`.
const PAGES: &str = include_str!("pages.md");

/// Returns the Markdown page of a code without its heading: the meaning, an example that reports the code, and the fix.
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
