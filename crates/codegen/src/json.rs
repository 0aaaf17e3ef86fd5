//! Writes JSON for people: two spaces a level, lists of plain values on one line.

use serde_json::Value;

/// The text of a value with a line break at its end.
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
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            out.push_str(&format!("[{}]", items.join(", ")));
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
    for (place, (key, value)) in entries.enumerate() {
        out.push_str(if place > 0 { ",\n" } else { "\n" });
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
    fn lists_of_plain_values_stay_on_a_line_and_the_text_reads_back() {
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
