//! Constants in emitted text, for the memory of layouts and of descriptions.

/// A constant of a layout or of a description, for its memory.
pub(crate) struct NamedConstant {
    /// The identifier, in upper case.
    pub(crate) name: String,
    /// The meaning, for a comment.
    pub(crate) comment: String,
    pub(crate) value: i64,
}

impl NamedConstant {
    /// Returns a constant whose identifier is `stem` with an ending.
    pub(crate) fn new(stem: &str, ending: &str, comment: String, value: i64) -> NamedConstant {
        NamedConstant { name: format!("{stem}{ending}"), comment, value }
    }

    /// Returns `true` if the value needs more than 32 bits.
    pub(crate) fn is_wide(&self) -> bool {
        self.value > u32::MAX.into()
    }

    /// Returns the definition in C.
    pub(crate) fn in_c(&self) -> String {
        let NamedConstant { name, comment, value } = self;
        format!("/* {comment} */\n#define {name} {value}ull\n")
    }

    /// Returns the definition in Rust.
    pub(crate) fn in_rust(&self) -> String {
        let NamedConstant { name, comment, value } = self;
        format!("/// {comment}\n#[allow(dead_code)]\npub const {name}: u64 = {value};\n")
    }
}
