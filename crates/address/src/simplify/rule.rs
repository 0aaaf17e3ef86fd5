//! The names of the rules of the e-graph.

use std::fmt;

/// Declares the rules with their names, and the list of all of them.
macro_rules! rules {
    ($($rule:ident $name:literal)*) => {
        /// A rule of the e-graph that merges classes. The table in `rules` has its equality.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Rule {
            $(#[doc = $name] $rule,)*
        }

        impl Rule {
            /// Every rule.
            #[cfg(test)]
            pub(super) const ALL: &[Rule] = &[$(Rule::$rule),*];

            /// Returns the name of the rule.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                }
            }
        }
    };
}

rules! {
    SameBoolean "same boolean"
    Expand "expand"
    NestedQuotients "nested quotients"
    SharedQuotient "shared quotient"
    OneOrNone "one or none"
    Bit "bit"
    QuotientOfSum "quotient of sum"
    ByDigits "by digits"
    IntoQuotient "into quotient"
    RemainderOfSum "remainder of sum"
    HalfTurn "half turn"
    Flatten "flatten"
    Collect "collect"
    Fraction "fraction"
    FractionBound "fraction bound"
    BitsInPlace "bits in place"
    Absorb "absorb"
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
