//! Writing of readable JSON: an indent of two spaces per level, and lists of scalars on one line.

use ir::layout::joined;
use serde_json::Value;

/// Returns the text of a value, with a final newline.
pub(crate) fn to_text(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.push('\n');
    out
}

fn write(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            let entries = entries.iter().map(|(key, value)| (Some(key.as_str()), value));
            block(['{', '}'], entries, indent, out);
        }
        Value::Array(items) if items.iter().any(is_nested) => {
            block(['[', ']'], items.iter().map(|item| (None, item)), indent, out);
        }
        Value::Array(items) => {
            out.push_str(&format!("[{}]", joined(items, ", ")));
        }
        plain => out.push_str(&plain.to_string()),
    }
}

fn is_nested(value: &Value) -> bool {
    matches!(value, Value::Object(_) | Value::Array(_))
}

fn block<'a>(
    [open, close]: [char; 2],
    entries: impl Iterator<Item = (Option<&'a str>, &'a Value)>,
    indent: usize,
    out: &mut String,
) {
    out.push(open);
    for (position, (key, value)) in entries.enumerate() {
        out.push_str(if position > 0 { ",\n" } else { "\n" });
        out.push_str(&"  ".repeat(indent + 1));
        if let Some(key) = key {
            out.push_str(&format!("{}: ", Value::from(key)));
        }
        write(value, indent + 1, out);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(indent));
    out.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use serde_json::json;

    #[test]
    fn text_keeps_scalar_lists_on_one_line_and_parses_back() {
        let value = json!({"a\"": [1, 2], "b": [], "c": {}, "d": [{"e": null, "f": [[1], "x"]}]});
        let text = to_text(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        expect![[r#"
            {
              "a\"": [1, 2],
              "b": [],
              "c": {},
              "d": [
                {
                  "e": null,
                  "f": [
                    [1],
                    "x"
                  ]
                }
              ]
            }
        "#]]
        .assert_eq(&text);
    }
}
