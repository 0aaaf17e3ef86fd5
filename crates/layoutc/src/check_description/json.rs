//! A reader of JSON that keeps the bytes of each value, for the places of faults.

use super::described::TextFault;
use std::ops::Range;

/// A value with its bytes in the text.
#[derive(Clone, Debug)]
pub(super) struct JsonNode {
    /// The value.
    pub(super) value: JsonValue,
    /// The bytes.
    pub(super) at: Range<usize>,
}

/// A value of JSON.
#[derive(Clone, Debug)]
pub(super) enum JsonValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A string without its escapes.
    Text(String),
    /// A list.
    List(Vec<JsonNode>),
    /// The entries of an object, in the order of the text.
    Object(Vec<JsonEntry>),
}

/// An entry of an object.
#[derive(Clone, Debug)]
pub(super) struct JsonEntry {
    /// The key.
    pub(super) key: String,
    /// The bytes of the key.
    pub(super) key_at: Range<usize>,
    /// The value.
    pub(super) node: JsonNode,
}

impl JsonNode {
    /// Returns the value of a key; `None` if this is no object, or lacks the key.
    pub(super) fn get(&self, key: &str) -> Option<&JsonNode> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// Returns the entries of an object; none for another value.
    pub(super) fn entries(&self) -> &[JsonEntry] {
        match &self.value {
            JsonValue::Object(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the items of a list; none for another value.
    pub(super) fn items(&self) -> &[JsonNode] {
        match &self.value {
            JsonValue::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the string; `None` for another value.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            JsonValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the integer of a number; `None` for another value, or if it does not fit.
    pub(super) fn int<T: std::str::FromStr>(&self) -> Option<T> {
        match &self.value {
            JsonValue::Number(number) => number.parse().ok(),
            _ => None,
        }
    }
}

/// The maximum nesting of lists and objects.
const MAX_DEPTH: usize = 128;

/// Returns the values of a text: one, or one a line.
///
/// # Errors
/// The text is not JSON, or is nested too deeply.
pub(super) fn values(text: &str) -> Result<Vec<JsonNode>, TextFault> {
    let mut reader = JsonReader { text, at: 0 };
    let mut values = Vec::new();
    reader.skip_blanks();
    while reader.at < text.len() {
        values.push(reader.value(0)?);
        reader.skip_blanks();
    }
    Ok(values)
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
}

impl JsonReader<'_> {
    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Returns the next byte after blanks; 0 at the end.
    fn peek(&mut self) -> u8 {
        self.skip_blanks();
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn fault<T>(&self, expected: &str) -> Result<T, TextFault> {
        let rest = &self.text[self.at..];
        let (found, length) = match rest.chars().next() {
            None => ("the end of the text".to_owned(), 0),
            Some(letter) => (format!("`{}`", letter.escape_debug()), letter.len_utf8()),
        };
        let at = self.at..self.at + length;
        Err(TextFault::new(at, format!("invalid JSON: expected {expected}, found {found}")))
    }

    fn expect(&mut self, mark: u8, name: &str) -> Result<(), TextFault> {
        if self.peek() != mark {
            return self.fault(name);
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<JsonNode, TextFault> {
        if depth > MAX_DEPTH {
            let message = format!("JSON is nested more than {MAX_DEPTH} deep");
            return Err(TextFault::new(self.at..self.at, message));
        }
        let first = self.peek();
        let start = self.at;
        let value = match first {
            b'{' => JsonValue::Object(self.object(depth)?),
            b'[' => {
                let mut items = Vec::new();
                self.separated((b'[', b']', "`]`"), |reader| {
                    items.push(reader.value(depth + 1)?);
                    Ok(())
                })?;
                JsonValue::List(items)
            }
            b'"' => JsonValue::Text(self.string()?),
            _ => self.plain()?,
        };
        Ok(JsonNode { value, at: start..self.at })
    }

    fn object(&mut self, depth: usize) -> Result<Vec<JsonEntry>, TextFault> {
        let mut entries = Vec::<JsonEntry>::new();
        self.separated((b'{', b'}', "`}`"), |reader| {
            if reader.peek() != b'"' {
                return reader.fault("a key in quotes");
            }
            let start = reader.at;
            let key = reader.string()?;
            let key_at = start..reader.at;
            if entries.iter().any(|entry| entry.key == key) {
                return Err(TextFault::new(key_at, format!("duplicate key `{key}`")));
            }
            reader.expect(b':', "`:`")?;
            entries.push(JsonEntry { key, key_at, node: reader.value(depth + 1)? });
            Ok(())
        })?;
        Ok(entries)
    }

    /// Reads items between commas and brackets.
    fn separated(
        &mut self,
        (open, close, name): (u8, u8, &str),
        mut item: impl FnMut(&mut Self) -> Result<(), TextFault>,
    ) -> Result<(), TextFault> {
        self.expect(open, "a bracket")?;
        if self.peek() == close {
            self.at += 1;
            return Ok(());
        }
        loop {
            item(self)?;
            match self.peek() {
                b',' => self.at += 1,
                _ => return self.expect(close, name),
            }
        }
    }

    fn string(&mut self) -> Result<String, TextFault> {
        let start = self.at;
        let mut is_escaped = false;
        let end = self.text[start + 1..].find(|letter| {
            let ends = letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            ends
        });
        let Some(end) = end.map(|end| start + end + 2) else {
            return Err(TextFault::new(
                start..self.text.len(),
                "invalid JSON: a string has no end",
            ));
        };
        let parsed = serde_json::from_str(&self.text[start..end]);
        self.at = end;
        parsed.map_err(|error| TextFault::new(start..end, format!("invalid JSON: {error}")))
    }

    /// Reads a number or a word.
    fn plain(&mut self) -> Result<JsonValue, TextFault> {
        let rest = &self.text[self.at..];
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && !"+-.".contains(it));
        let word = &rest[..end.unwrap_or(rest.len())];
        let value = match word {
            "null" => JsonValue::Null,
            "true" => JsonValue::Bool(true),
            "false" => JsonValue::Bool(false),
            _ if serde_json::from_str::<serde_json::Number>(word).is_ok() => {
                JsonValue::Number(word.to_owned())
            }
            _ => return self.fault("a value"),
        };
        self.at += word.len();
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn values_have_their_bytes() {
        let text = " {\"a\": [1, -2.5], \"\\u0062\": null}\n{\"c\": true}";
        let nodes = values(text).unwrap();
        let list = nodes[0].get("a").unwrap();
        assert_eq!(&text[list.at.clone()], "[1, -2.5]");
        assert_eq!(list.items()[0].int::<i64>(), Some(1));
        assert_eq!(list.items()[1].int::<i64>(), None);
        assert!(matches!(nodes[0].get("b").unwrap().value, JsonValue::Null));
        assert!(matches!(nodes[1].get("c").unwrap().value, JsonValue::Bool(true)));
    }

    #[test]
    fn faults_have_their_bytes() {
        let mut found = String::new();
        let deep = "[".repeat(200);
        for text in
            ["{\"a\": }", "{a: 1}", "[1, 2", "{\"a\": 1, \"a\": 2}", "\"x", "[1 2]", "01", &deep]
        {
            let fault = values(text).unwrap_err();
            found += &format!("{:?} {}\n", fault.at, fault.message);
        }
        expect![[r#"
            6..7 invalid JSON: expected a value, found `}`
            1..2 invalid JSON: expected a key in quotes, found `a`
            5..5 invalid JSON: expected `]`, found the end of the text
            9..12 duplicate key `a`
            0..2 invalid JSON: a string has no end
            3..4 invalid JSON: expected `]`, found `2`
            0..1 invalid JSON: expected a value, found `0`
            129..129 JSON is nested more than 128 deep
        "#]]
        .assert_eq(&found);
    }
}
