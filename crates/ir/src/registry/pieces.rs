//! The notation for the pieces of a custom form, which reads like the text of the op after its name.

/// Returns the pieces of a custom form as a `&'static [Syntax]`.
///
/// | token | piece |
/// |---|---|
/// | `%0`, `%0*` | the one operand of a group; all operands of a group |
/// | `type(%0)`, `type(#0)` | the types of a group of operands; of results |
/// | `{}` | the attribute dictionary |
/// | `?(...)` | pieces that are omitted together |
/// | `@Name`, `@Name(...)` | the other variants of `Syntax` |
/// | `@(...)` | the value of an expression |
/// | a word or mark | itself |
macro_rules! pieces {
    (@[$($done:tt)*]) => { &[$($done)*] };
    (@[$($done:tt)*] % $group:literal * $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)* $crate::registry::Syntax::OperandList($group),] $($rest)*)
    };
    (@[$($done:tt)*] % $group:literal $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)* $crate::registry::Syntax::Operand($group),] $($rest)*)
    };
    (@[$($done:tt)*] type(% $group:literal) $($rest:tt)*) => {
        $crate::registry::pieces!(
            @[$($done)* $crate::registry::Syntax::Types($crate::registry::FormSlot::Operands($group)),]
            $($rest)*
        )
    };
    (@[$($done:tt)*] type(# $group:literal) $($rest:tt)*) => {
        $crate::registry::pieces!(
            @[$($done)* $crate::registry::Syntax::Types($crate::registry::FormSlot::Results($group)),]
            $($rest)*
        )
    };
    (@[$($done:tt)*] {} $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)* $crate::registry::Syntax::AttrDict,] $($rest)*)
    };
    (@[$($done:tt)*] ? ($($inner:tt)*) $($rest:tt)*) => {
        $crate::registry::pieces!(
            @[$($done)* $crate::registry::Syntax::Optional($crate::registry::pieces!($($inner)*)),]
            $($rest)*
        )
    };
    (@[$($done:tt)*] @ ($piece:expr) $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)* $piece,] $($rest)*)
    };
    (@[$($done:tt)*] @ $name:ident ($($args:tt)*) $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)* $crate::registry::Syntax::$name($($args)*),] $($rest)*)
    };
    (@[$($done:tt)*] @ $name:ident $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)* $crate::registry::Syntax::$name,] $($rest)*)
    };
    (@[$($done:tt)*] ($($inner:tt)*) $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)*] @Mark("(") $($inner)* @Mark(")") $($rest)*)
    };
    (@[$($done:tt)*] [$($inner:tt)*] $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)*] @Mark("[") $($inner)* @Mark("]") $($rest)*)
    };
    (@[$($done:tt)*] $word:ident $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)*] @Word(stringify!($word)) $($rest)*)
    };
    (@[$($done:tt)*] $mark:tt $($rest:tt)*) => {
        $crate::registry::pieces!(@[$($done)*] @Mark(stringify!($mark)) $($rest)*)
    };
    ($($text:tt)*) => { $crate::registry::pieces!(@[] $($text)*) };
}
pub(crate) use pieces;
