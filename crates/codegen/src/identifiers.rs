//! Conversion of symbols to unique identifiers of a language. A symbol may be any text.
//!
//! `words` has the names that several emitters avoid. Those of a language with a single emitter are in its file.

pub(crate) mod words;

use ir::layout::joined;
use std::collections::{BTreeMap, BTreeSet};
use words::{
    C_FUNCTIONS, C_KEYWORDS, C_MATH, C_OTHERS, CPP_KEYWORDS, GLSL_FUNCTIONS, GLSL_KEYWORDS,
    RUST_KEYWORDS, RUST_NAMES, SHADER_TYPES, SHADER_WORDS,
};

/// The names of a language that a generated identifier must not use.
pub(crate) struct Reserved {
    words: BTreeSet<&'static str>,
    /// Returns `true` if a name has a form that the language or its headers reserve.
    has_reserved_form: fn(&str) -> bool,
    /// The suffix that is appended to a reserved name.
    ending: &'static str,
}

impl Reserved {
    /// Returns the words of these tables, which white space separates, and the names of a form. `ending` is the suffix
    /// that is appended to a reserved name.
    pub(crate) fn new(
        tables: &[&'static str],
        has_reserved_form: fn(&str) -> bool,
        ending: &'static str,
    ) -> Reserved {
        let words = tables.iter().flat_map(|table| table.split_whitespace()).collect();
        Reserved { words, has_reserved_form, ending }
    }

    /// Returns the reserved names of C and C++: keywords, library declarations, reserved macro prefixes, and Vulkan
    /// names.
    pub(crate) fn c() -> Reserved {
        let words = [C_KEYWORDS, CPP_KEYWORDS, C_FUNCTIONS, C_MATH, C_OTHERS];
        Reserved::new(&words, has_c_form, "_vk")
    }

    /// Returns the reserved names of C and C++ for addressing functions and kernels, with those of the functions and macros
    /// that they use, and the suffix `_fn`.
    pub(crate) fn c_functions() -> Reserved {
        fn is_reserved(name: &str) -> bool {
            has_c_form(name) || name.to_ascii_lowercase().starts_with("layoutc_")
        }
        Reserved { ending: "_fn", has_reserved_form: is_reserved, ..Reserved::c() }
    }

    /// Returns the reserved names of GLSL and GLSL ES, with the name of the emitted helper: keywords, words reserved for
    /// future versions, and built-in functions.
    pub(crate) fn glsl() -> Reserved {
        let words = [SHADER_WORDS, GLSL_KEYWORDS, GLSL_FUNCTIONS];
        Reserved::new(&words, |name| name.starts_with("gl_") || has_type_form(name), "_fn")
    }

    /// Returns the reserved names of all Rust editions.
    pub(crate) fn rust() -> Reserved {
        Reserved::new(&[RUST_KEYWORDS], |_| false, "_vk")
    }

    /// Returns the reserved names of Rust for addressing functions, with the primitive types.
    pub(crate) fn rust_functions() -> Reserved {
        Reserved::new(&[RUST_KEYWORDS, RUST_NAMES], |_| false, "_fn")
    }

    /// Returns no reserved names.
    pub(crate) fn none() -> Reserved {
        Reserved::new(&[], |_| false, "")
    }

    /// Returns the name, with a suffix if it is reserved.
    pub(crate) fn avoided(&self, name: String) -> String {
        if self.holds(&name) { name + self.ending } else { name }
    }

    fn holds(&self, name: &str) -> bool {
        self.words.contains(name) || (self.has_reserved_form)(name)
    }
}

/// Returns a unique identifier for each symbol, in the order of the symbols. An identifier with any of the `endings`
/// appended, such as `x_dims`, is also unique.
///
/// A symbol that is a valid identifier keeps its name, even if another symbol converts to the same name. In other
/// symbols, each sequence of characters other than ASCII letters and digits becomes `_`, a reserved name gets a suffix
/// (`_vk`), and a name in use gets a number.
pub(crate) fn identifiers<S: AsRef<str>>(
    symbols: impl IntoIterator<Item = S>,
    reserved: &Reserved,
    endings: &[&str],
) -> Vec<String> {
    let mut names = UniqueNames::default();
    let endings = [&[""], endings].concat();
    let mut unique = Vec::new();
    let mut kept = Vec::new();
    for symbol in symbols {
        unique.push(identifier(symbol.as_ref(), reserved));
        kept.push(unique.last().is_some_and(|name| name == symbol.as_ref()));
    }
    for is_kept in [true, false] {
        for (name, _) in unique.iter_mut().zip(&kept).filter(|(_, kept)| **kept == is_kept) {
            *name = names.claim_endings(name, &endings);
        }
    }
    unique
}

/// Returns the preferred identifier of a symbol: ASCII letters, digits and single inner underscores after an initial
/// letter. C++ does not reserve names of this form.
fn identifier(symbol: &str, reserved: &Reserved) -> String {
    let words = symbol.split(|c: char| !c.is_ascii_alphanumeric());
    let text = joined(words.filter(|word| !word.is_empty()), "_");
    let has_letter = symbol.starts_with(|c: char| c.is_ascii_alphabetic());
    let text = match (has_letter, text.is_empty()) {
        (true, _) => text,
        (false, true) => "t".to_owned(),
        (false, false) => format!("t_{text}"),
    };
    reserved.avoided(text)
}

/// The names in use.
#[derive(Default)]
pub(crate) struct UniqueNames {
    taken: BTreeSet<String>,
    /// The last number tried for each name, so that many equal names take linear time.
    numbers: BTreeMap<String, u32>,
}

impl UniqueNames {
    /// Returns these names.
    pub(crate) fn new<S: Into<String>>(taken: impl IntoIterator<Item = S>) -> UniqueNames {
        let taken = taken.into_iter().map(Into::into).collect();
        UniqueNames { taken, ..UniqueNames::default() }
    }

    /// Marks names as used.
    pub(crate) fn extend(&mut self, names: impl IntoIterator<Item = String>) {
        self.taken.extend(names);
    }

    /// Returns the name, with a number if it is in use, and marks it as used.
    pub(crate) fn claim(&mut self, preferred: &str) -> String {
        self.claim_endings(preferred, &[""])
    }

    /// Returns the name, with a number if it is in use with one of these endings, and marks it as used with them. The
    /// name alone may be in use.
    pub(crate) fn claim_endings(&mut self, preferred: &str, endings: &[&str]) -> String {
        let mut name = preferred.to_owned();
        while endings.iter().any(|ending| self.taken.contains(&format!("{name}{ending}"))) {
            let number = self.numbers.entry(preferred.to_owned()).or_insert(1);
            *number += 1;
            name = format!("{preferred}_{number}");
        }
        self.taken.extend(endings.iter().map(|ending| format!("{name}{ending}")));
        name
    }
}

/// Returns `true` if a name has the form of a vector or matrix type of a shader language, such as `float4` or `mat2x3`.
pub(crate) fn has_type_form(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
    is_shader_type(stem) && name.len() > stem.len() || is_shader_type(name)
}

fn is_shader_type(word: &str) -> bool {
    SHADER_TYPES.split_whitespace().any(|it| it == word)
}

/// Returns `true` if C reserves the form of a name for future versions or macros, or Vulkan uses the form.
fn has_c_form(name: &str) -> bool {
    const MACROS: &[&str] = &[
        "CHAR", "DBL", "E", "FE_", "FLT", "FP_", "INT", "LC_", "LDBL", "LLONG", "LONG", "PRI",
        "SCHAR", "SCN", "SHRT", "SIG", "UCHAR", "UINT", "ULLONG", "ULONG", "USHRT", "WCHAR",
        "WINT",
    ];
    const VULKAN: &[&str] = &["PFN_", "VK_", "VULKAN_", "Vk"];
    let is_macro = !name.contains(|c: char| c.is_ascii_lowercase())
        && MACROS.iter().any(|prefix| name.starts_with(prefix));
    let is_function = name
        .strip_prefix("vk")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    let is_vulkan = is_function || VULKAN.iter().any(|prefix| name.starts_with(prefix));
    is_macro || is_vulkan || name.ends_with("_t")
}

/// Returns the FNV-1a hash of the declarations of a header. The hash is part of the include guard, so one translation
/// unit can include several headers.
pub(crate) fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests;
