//! The texts of types as lists: one format string for each pattern, and the errors that an error wraps.

/// Implements `Display`: the first pattern that the value matches selects the text. Arguments that are not names follow
/// the text in parentheses.
#[macro_export]
macro_rules! impl_display {
    ($name:ident $(<$generic:ident>)? {
        $($pattern:pat => $text:literal $(($($argument:expr),+))?),+ $(,)?
    }) => {
        impl $(<$generic>)? std::fmt::Display for $name $(<$generic>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $($pattern => write!(f, $text $(, $($argument),+)?),)+ }
            }
        }
    };
}

/// Implements `Display` and `Error`.
#[macro_export]
macro_rules! impl_error {
    ($name:ident $(<$generic:ident>)? { $($texts:tt)+ }) => {
        $crate::impl_display! { $name $(<$generic>)? { $($texts)+ } }
        impl $(<$generic: std::fmt::Debug>)? std::error::Error for $name $(<$generic>)? {}
    };
}

/// Implements the conversions into an enum from the only field of each variant.
#[macro_export]
macro_rules! impl_from {
    ($name:ident { $($variant:ident($source:ty)),+ }) => {
        $(impl From<$source> for $name {
            fn from(source: $source) -> $name {
                $name::$variant(source)
            }
        })+
    };
}

/// Returns the texts of all items, with the separator between them.
pub fn joined<T: ToString>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    texts.join(separator)
}
