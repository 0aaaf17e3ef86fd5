//! The kinds of ops, and the roles of their operands and results.
//!
//! A rule of a target can hold for all ops of a kind, whatever their dialects. It lists layouts by *role*, such as the
//! input and the weights of a convolution. [`OpRoles`] states which operands and results of an op have these roles, and
//! the *letters* of their dims: `NHWC` then means the same physical order for `onnx.Conv`, whose input has the dims N,
//! C, H, W, and for `tosa.conv2d`, whose input has the dims N, H, W, C.

use crate::data::module::{Module, Op};
use crate::data::shared::SharedFn;
use std::borrow::Cow;
use std::sync::Arc;

/// What an op computes, as far as layouts depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OpKind {
    /// Each element of the results depends on the elements of the operands at the same index.
    Elementwise,
    /// A convolution or transposed convolution.
    Convolution,
    /// The maximum, sum or mean of windows.
    Pool,
    /// A product of matrices.
    Matmul,
    /// A normalization by channels, groups or rows.
    Normalization,
    /// A reduction of some dims.
    Reduction,
    /// An interpolation of the spatial dims.
    Resize,
    /// A lookup by indices.
    Gather,
    /// A conversion to quantized numbers.
    Quantize,
    /// A conversion from quantized numbers.
    Dequantize,
    /// A recurrent layer.
    Recurrent,
}

impl OpKind {
    /// All kinds.
    pub const ALL: [OpKind; 11] = [
        OpKind::Elementwise,
        OpKind::Convolution,
        OpKind::Pool,
        OpKind::Matmul,
        OpKind::Normalization,
        OpKind::Reduction,
        OpKind::Resize,
        OpKind::Gather,
        OpKind::Quantize,
        OpKind::Dequantize,
        OpKind::Recurrent,
    ];

    /// Returns the name of the kind in a `layout.rule`.
    pub fn name(self) -> &'static str {
        match self {
            OpKind::Elementwise => "elementwise",
            OpKind::Convolution => "convolution",
            OpKind::Pool => "pool",
            OpKind::Matmul => "matmul",
            OpKind::Normalization => "normalization",
            OpKind::Reduction => "reduction",
            OpKind::Resize => "resize",
            OpKind::Gather => "gather",
            OpKind::Quantize => "quantize",
            OpKind::Dequantize => "dequantize",
            OpKind::Recurrent => "recurrent",
        }
    }

    /// Returns the kind of a name; `None` if the name is unknown.
    pub fn named(name: &str) -> Option<OpKind> {
        OpKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the roles of the operands and results, in the order in which a rule lists their layouts.
    pub fn roles(self) -> &'static str {
        match self {
            OpKind::Elementwise => "(operand...) -> result...",
            OpKind::Convolution => "(input, weights, bias, rest...) -> output",
            OpKind::Pool => "(input, rest...) -> (output, rest...)",
            OpKind::Matmul => "(a, b, rest...) -> output",
            OpKind::Gather => "(data, indices, rest...) -> output",
            OpKind::Resize => "(input, rest...) -> output",
            OpKind::Normalization
            | OpKind::Reduction
            | OpKind::Quantize
            | OpKind::Dequantize
            | OpKind::Recurrent => "(input, rest...) -> (output, rest...)",
        }
    }

    /// Returns the number of operands that every op of the kind has, after which a choice may list more than an op has.
    /// `None` if a choice lists exactly the operands of an op.
    pub(crate) fn required_operands(self) -> Option<usize> {
        match self {
            OpKind::Elementwise => None,
            OpKind::Convolution | OpKind::Matmul | OpKind::Gather => Some(2),
            OpKind::Pool
            | OpKind::Normalization
            | OpKind::Reduction
            | OpKind::Resize
            | OpKind::Quantize
            | OpKind::Dequantize
            | OpKind::Recurrent => Some(1),
        }
    }
}

/// The op that onnx-mlir and the importer write for each op of a domain that is not ONNX's own. Two attributes name it.
const CUSTOM_OP: &str = "onnx.Custom";

/// Returns the name of an op for rules and kinds: `com.microsoft.QLinearAdd` for an `onnx.Custom` with this domain and
/// function, and otherwise the name of the op.
pub fn qualified_name(module: &Module, op: Op) -> Cow<'_, str> {
    let name = module.name(op);
    if name != CUSTOM_OP {
        return Cow::Borrowed(name);
    }
    let parts = ["domain_name", "function_name"].map(|key| module.str_attr(op, key));
    match parts {
        [Some(domain), Some(function)] => Cow::Owned(format!("{domain}.{function}")),
        _ => Cow::Borrowed(name),
    }
}

/// A dim of a value, by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DimLetter {
    /// The batch N of activations, or the output channels O of a filter.
    Outer,
    /// The channels C of activations, or the input channels I of a filter.
    Channels,
    /// The spatial dim of this number, outermost first.
    Spatial(usize),
    /// All spatial dims of the value, outermost first.
    AllSpatial,
}

/// The dims of a value in its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RoleDims {
    /// The dims have no letters: a layout of a rule counts them by position.
    Positions,
    /// The dims have letters that are unknown.
    Unknown,
    /// The letter of each dim. Dims that repeat a letter are the parts of one dim, major to minor.
    Letters(Vec<DimLetter>),
}

/// The roles of operands or of results, by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RoleList {
    /// The roles of the first values; `None` for a value without a role.
    head: Vec<Option<RoleDims>>,
    /// `true` if all remaining values have roles.
    has_rest: bool,
}

/// The roles of the operands and results of an op, with the letters of their dims.
///
/// The text has a word for each operand, then for each result. Roles have the order of [`OpKind::roles`].
///
/// | word | value |
/// |---|---|
/// | `NC*`, `N*C`, `O*I` | the next role, with a letter for each dim: N, C for activations; O, I for filters; `*` for all spatial dims, or a digit for the spatial dim of this number. Dims of one letter are parts of one dim, as in `N*CC`; a letter that the word lacks is a dim of length 1 |
/// | `.` | the next role, without letters: layouts count its dims by position |
/// | `?` | the next role, of unknown letters: only `any`, `same` and `row_major` apply |
/// | `_` | no role: rules do not restrict the value |
/// | `...` | as the last word: roles without letters for all remaining values |
///
/// ```
/// use layoutc_ir::Registry;
/// use layoutc_ir::registry::{OpKind, OpRoles};
///
/// let mut registry = Registry::new();
/// // The operands are the input, the weights, a table that has no role, and the bias.
/// let roles = OpRoles::new("N*C O*I _ . -> N*C").unwrap();
/// registry.add_kind("npu.conv", OpKind::Convolution, roles);
/// assert_eq!(registry.kind("npu.conv"), Some(OpKind::Convolution));
///
/// assert!(OpRoles::new("NX -> N").unwrap_err().contains("`NX`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpRoles {
    operands: RoleList,
    results: RoleList,
}

impl OpRoles {
    /// Returns the roles of a text.
    ///
    /// # Errors
    /// The text has a word of another form, a `...` that is not the last word, or not exactly one `->`; the message
    /// has the word.
    pub fn new(text: &str) -> Result<OpRoles, String> {
        let lists: Vec<&str> = text.split("->").collect();
        let [operands, results] = lists[..] else {
            return Err(format!("roles must have exactly one `->`, but are `{text}`"));
        };
        Ok(OpRoles { operands: RoleList::new(operands)?, results: RoleList::new(results)? })
    }

    /// Returns the roles of an op of which only the kind is known: all values have roles of unknown letters.
    fn unknown(module: &Module, op: Op) -> OpRoles {
        fn list(count: usize) -> RoleList {
            RoleList { head: vec![Some(RoleDims::Unknown); count], has_rest: false }
        }
        OpRoles {
            operands: list(module.operands(op).len()),
            results: list(module.results(op).count()),
        }
    }

    /// Returns the position and the dims of each of `count` operands that has a role, in the order of roles.
    pub(crate) fn operands(&self, count: usize) -> impl Iterator<Item = (usize, &RoleDims)> {
        self.operands.roles(count)
    }

    /// Returns the position and the dims of each of `count` results that has a role, in the order of roles.
    pub(crate) fn results(&self, count: usize) -> impl Iterator<Item = (usize, &RoleDims)> {
        self.results.roles(count)
    }
}

impl RoleList {
    fn new(text: &str) -> Result<RoleList, String> {
        let mut list = RoleList::default();
        for word in text.split_whitespace() {
            if list.has_rest {
                return Err(format!("`...` must be the last role, but `{word}` follows it"));
            }
            match word {
                "..." => list.has_rest = true,
                "_" => list.head.push(None),
                "." => list.head.push(Some(RoleDims::Positions)),
                "?" => list.head.push(Some(RoleDims::Unknown)),
                _ => list.head.push(Some(RoleDims::Letters(letters(word)?))),
            }
        }
        Ok(list)
    }

    fn roles(&self, count: usize) -> impl Iterator<Item = (usize, &RoleDims)> {
        let head = self.head.iter().enumerate().take(count);
        let head = head.filter_map(|(at, dims)| Some((at, dims.as_ref()?)));
        let rest = if self.has_rest { self.head.len()..count } else { 0..0 };
        head.chain(rest.map(|at| (at, &RoleDims::Positions)))
    }
}

/// Returns the letters of a word such as `N*C`.
fn letters(word: &str) -> Result<Vec<DimLetter>, String> {
    let is_filter = word.contains(['O', 'I']);
    let outer = if is_filter { 'O' } else { 'N' };
    let channels = if is_filter { 'I' } else { 'C' };
    let letters = word.chars().map(|letter| match letter {
        '*' => Some(DimLetter::AllSpatial),
        _ if letter == outer => Some(DimLetter::Outer),
        _ if letter == channels => Some(DimLetter::Channels),
        _ => Some(DimLetter::Spatial(usize::try_from(letter.to_digit(10)?).ok()?)),
    });
    let letters: Option<Vec<DimLetter>> = letters.collect();
    let letters = letters.filter(|letters| has_each_spatial_dim_once(letters));
    letters.ok_or_else(|| {
        format!(
            "`{word}` is not the dims of a role: expected N and C, or O and I, with one `*` or the digits of the spatial \
             dims from 0, or one of `.`, `?`, `_` and `...`"
        )
    })
}

/// Returns `true` if the letters have one `*` without digits, or each digit from 0 once.
fn has_each_spatial_dim_once(letters: &[DimLetter]) -> bool {
    let stars = letters.iter().filter(|letter| **letter == DimLetter::AllSpatial).count();
    let mut spatial: Vec<usize> = letters
        .iter()
        .filter_map(|letter| match letter {
            DimLetter::Spatial(number) => Some(*number),
            _ => None,
        })
        .collect();
    spatial.sort_unstable();
    let is_complete = spatial.iter().copied().eq(0..spatial.len());
    is_complete && stars + usize::from(!spatial.is_empty()) <= 1
}

/// A function that returns the roles of an op; `None` if its attributes do not state them.
type RolesOf = SharedFn<dyn Fn(&Module, Op) -> Option<OpRoles> + Send + Sync>;

/// The kind of the ops of a name, with their roles.
#[derive(Clone, Debug)]
pub(crate) struct KindEntry {
    pub(super) kind: OpKind,
    roles: RolesSource,
}

#[derive(Clone, Debug)]
enum RolesSource {
    /// All ops of the name have these roles.
    Fixed(Arc<OpRoles>),
    /// The roles depend on the op.
    OfOp(RolesOf),
}

impl KindEntry {
    pub(crate) fn new(kind: OpKind, roles: OpRoles) -> KindEntry {
        KindEntry { kind, roles: RolesSource::Fixed(Arc::new(roles)) }
    }

    pub(crate) fn of_op(
        kind: OpKind,
        roles: impl Fn(&Module, Op) -> Option<OpRoles> + Send + Sync + 'static,
    ) -> KindEntry {
        KindEntry { kind, roles: RolesSource::OfOp(SharedFn::new(Arc::new(roles))) }
    }

    /// Returns the roles of an op.
    pub(super) fn roles(&self, module: &Module, op: Op) -> Arc<OpRoles> {
        match &self.roles {
            RolesSource::Fixed(roles) => Arc::clone(roles),
            RolesSource::OfOp(roles) => {
                Arc::new(roles(module, op).unwrap_or_else(|| OpRoles::unknown(module, op)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_have_the_positions_of_their_words() {
        let roles = OpRoles::new("NC* _ OI* . ... -> N*CC").unwrap();
        let positions: Vec<usize> = roles.operands(6).map(|(at, _)| at).collect();
        assert_eq!(positions, [0, 2, 3, 4, 5]);
        assert_eq!(roles.operands(2).count(), 1);
        assert_eq!(roles.results(3).count(), 1);
        use DimLetter::{AllSpatial, Channels, Outer};
        let letters = RoleDims::Letters(vec![Outer, AllSpatial, Channels, Channels]);
        assert_eq!(roles.results(1).collect::<Vec<_>>(), [(0, &letters)]);
    }

    #[test]
    fn roles_of_other_forms_are_refused() {
        for text in
            ["NC*", "a -> b -> c", "... . -> .", "NI -> .", "N** -> .", "N*0 -> .", "N02C -> ."]
        {
            assert!(OpRoles::new(text).is_err(), "{text}");
        }
        assert!(OpRoles::new("N10C OI01 -> 0 ...").is_ok());
    }

    #[test]
    fn kinds_have_distinct_names() {
        for kind in OpKind::ALL {
            assert_eq!(OpKind::named(kind.name()), Some(kind));
            let operands = kind.roles().split("->").next().unwrap_or_default();
            let listed = operands.split(',').count();
            assert!(kind.required_operands().is_none_or(|least| least < listed), "{kind:?}");
        }
        assert_eq!(OpKind::named("conv"), None);
    }
}
