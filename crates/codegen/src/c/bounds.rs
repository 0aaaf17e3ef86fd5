//! The bounds of loops: constants, or C expressions of the values outside.

/// A number that is a constant or a C expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Constant(i64),
    Text(String),
}

impl Bound {
    pub(super) fn text(&self) -> String {
        match self {
            Bound::Constant(value) => value.to_string(),
            Bound::Text(text) => text.clone(),
        }
    }
}

/// The values from `start` to below `end`.
#[derive(Clone, Debug)]
pub(super) struct BoundRange {
    pub(super) start: Bound,
    pub(super) end: Bound,
}

impl BoundRange {
    pub(super) fn new(start: &Bound, end: &Bound) -> BoundRange {
        BoundRange { start: start.clone(), end: end.clone() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Returns `true` if both bounds are the same text.
    pub(super) fn is_same(&self, other: &BoundRange) -> bool {
        self.start == other.start && self.end == other.end
    }

    /// Returns the bounds; `None` if they are not constant.
    pub(super) fn constants(&self) -> Option<(i64, i64)> {
        match (&self.start, &self.end) {
            (&Bound::Constant(start), &Bound::Constant(end)) => Some((start, end)),
            _ => None,
        }
    }

    /// Returns the length; `None` if it is not constant.
    pub(super) fn length(&self) -> Option<i64> {
        self.constants().map(|(start, end)| (end - start).max(0))
    }

    /// Returns the length times a size.
    pub(super) fn span(&self, size: i64) -> String {
        let count = match (&self.start, &self.end) {
            (Bound::Constant(start), Bound::Constant(end)) => {
                return (end - start).max(0).saturating_mul(size).to_string();
            }
            (Bound::Constant(0), end) => end.text(),
            (start, end) => match end.text().strip_prefix(&format!("{} + ", start.text())) {
                // A whole block.
                Some(count) if count.bytes().all(|digit| digit.is_ascii_digit()) => {
                    count.to_owned()
                }
                _ => format!("({} - {})", end.text(), start.text()),
            },
        };
        if size == 1 { count } else { format!("{count} * {size}") }
    }

    /// Returns the length of a range of elements in bytes.
    pub(super) fn scaled_span(&self, bits: i64) -> String {
        match (&self.start, &self.end) {
            (Bound::Constant(start), Bound::Constant(end)) => {
                let bits = i128::from(end - start) * i128::from(bits);
                (bits / 8).to_string()
            }
            _ => format!("(size_t)({} * {bits} / 8)", self.span(1)),
        }
    }
}

/// Returns an expression as a factor of a product.
pub(super) fn factor(value: &str) -> String {
    let is_word = value.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    if is_word { value.to_owned() } else { format!("({value})") }
}

/// Returns one of two bounds by a function of C.
pub(super) fn joined(function: &str, a: &Bound, b: &Bound) -> Bound {
    match (a, b) {
        (Bound::Constant(a), Bound::Constant(b)) => {
            Bound::Constant(if function == "layoutc_max" { *a.max(b) } else { *a.min(b) })
        }
        // Every value is at least 0.
        (a, Bound::Constant(0)) if function == "layoutc_max" => a.clone(),
        (Bound::Constant(0), b) if function == "layoutc_max" => b.clone(),
        _ => Bound::Text(format!("{function}({}, {})", a.text(), b.text())),
    }
}

/// Returns ` + ` and a number of elements in bytes; empty for zero.
pub(super) fn scaled(start: &Bound, bits: i64) -> String {
    match start {
        Bound::Constant(0) => String::new(),
        Bound::Constant(start) => format!(" + {}", i128::from(*start) * i128::from(bits) / 8),
        Bound::Text(text) => format!(" + ({text}) * {bits} / 8"),
    }
}
