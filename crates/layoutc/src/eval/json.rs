//! Writes JSON without spaces, with members in the order of insertion.

use crate::streams::text::json_string;
use std::fmt::Write;

/// A value of a JSON answer.
pub(super) trait Json {
    /// Appends the value.
    fn write(&self, out: &mut String);
}

macro_rules! plain {
    ($($ty:ty),*) => {$(
        impl Json for $ty {
            fn write(&self, out: &mut String) {
                write!(out, "{self}").expect("writing to a string is infallible");
            }
        }
    )*};
}

plain!(bool, i64, u64, usize);

impl Json for str {
    fn write(&self, out: &mut String) {
        json_string(self, out);
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, out: &mut String) {
        T::write(self, out);
    }
}

/// Writes `None` as `null`.
impl<T: Json> Json for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: Json> Json for [T] {
    fn write(&self, out: &mut String) {
        list(self.iter(), out);
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, out: &mut String) {
        list(self.iter(), out);
    }
}

/// Appends an array.
pub(super) fn list<T: Json>(values: impl Iterator<Item = T>, out: &mut String) {
    out.push('[');
    for (place, value) in values.enumerate() {
        if place > 0 {
            out.push(',');
        }
        value.write(out);
    }
    out.push(']');
}

/// A JSON object under construction.
pub(super) struct Object<'a> {
    out: &'a mut String,
    has_begun: bool,
}

impl<'a> Object<'a> {
    /// Starts an object at the end of a text.
    pub(super) fn new(out: &'a mut String) -> Object<'a> {
        out.push('{');
        Object { out, has_begun: false }
    }

    /// Adds a member.
    pub(super) fn member(self, key: &'static str, value: impl Json) -> Object<'a> {
        self.with(key, |out| value.write(out))
    }

    /// Adds a member whose value is written by `write`.
    pub(super) fn with(mut self, key: &'static str, write: impl FnOnce(&mut String)) -> Object<'a> {
        if self.has_begun {
            self.out.push(',');
        }
        self.has_begun = true;
        self.out.push('"');
        self.out.push_str(key);
        self.out.push_str("\":");
        write(self.out);
        self
    }

    /// Ends the object.
    pub(super) fn end(self) {
        self.out.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_keeps_order_of_members() {
        let mut out = String::new();
        let object = Object::new(&mut out).member("b", "x\"y").member("a", vec![Some(1i64), None]);
        object.member("empty", Vec::<i64>::new()).member("least", i64::MIN).end();
        assert_eq!(out, r#"{"b":"x\"y","a":[1,null],"empty":[],"least":-9223372036854775808}"#);
        let value: serde_json::Value =
            serde_json::from_str(&out).expect("the object is valid JSON");
        assert_eq!(value["b"], "x\"y");
    }
}
