//! Sessions of an editor with the server, through the protocol.

use expect_test::{Expect, expect};
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value as Json, json};

const URI: &str = "file:///x.mlir";

/// The messages of an editor.
#[derive(Default)]
struct EditorSession {
    sent: Vec<u8>,
    requests: i32,
}

impl EditorSession {
    fn open(text: &str) -> EditorSession {
        let mut session = EditorSession::default();
        session.request("initialize", json!({ "capabilities": {} }));
        session.notify("initialized", json!({}));
        let document = json!({ "uri": URI, "languageId": "mlir", "version": 1, "text": text });
        session.notify("textDocument/didOpen", json!({ "textDocument": document }));
        session
    }

    fn request(&mut self, method: &str, params: Json) {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request { id, method: method.to_owned(), params };
        Message::Request(request).write(&mut self.sent).expect("a vector");
    }

    fn notify(&mut self, method: &str, params: Json) {
        let notification = Notification::new(method.to_owned(), params);
        Message::Notification(notification).write(&mut self.sent).expect("a vector");
    }

    /// Sends a request about the position of a text, which occurs once in the document.
    fn ask(&mut self, method: &str, document: &str, word: &str) {
        let before = &document[..document.find(word).expect("the word") + 1];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().expect("a line").encode_utf16().count();
        let position = json!({ "line": line, "character": character });
        self.request(method, json!({ "textDocument": { "uri": URI }, "position": position }));
    }

    fn all(&mut self, method: &str) {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let context = json!({ "diagnostics": [] });
        let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
        self.request(method, params);
    }

    fn change(&mut self, version: i64, range: [[u32; 2]; 2], text: &str) {
        let [start, end] =
            range.map(|[line, character]| json!({ "line": line, "character": character }));
        let change = json!({ "range": { "start": start, "end": end }, "text": text });
        let document = json!({ "uri": URI, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.notify("textDocument/didChange", params);
    }

    /// Ends the session, and returns what the server sent.
    fn end(mut self) -> Vec<Json> {
        self.request("shutdown", Json::Null);
        self.notify("exit", Json::Null);
        let (mut output, registry) = (Vec::new(), compiler::registry());
        let ended = layoutc_lsp::serve(&registry, &mut self.sent.as_slice(), &mut output);
        assert!(ended.expect("the messages are well-formed"));
        let (mut input, mut received) = (output.as_slice(), Vec::new());
        while let Some(message) = Message::read(&mut input).expect("messages of the server") {
            received.push(match message {
                Message::Response(it) => it.response_kind_json(),
                Message::Notification(it) => json!({ "method": it.method, "params": it.params }),
                Message::Request(it) => panic!("{it:?}"),
            });
        }
        received
    }
}

/// The result of a response, or its error.
trait ResponseJson {
    fn response_kind_json(self) -> Json;
}

impl ResponseJson for lsp_server::Response {
    fn response_kind_json(self) -> Json {
        let json = serde_json::to_value(&self).expect("a response is JSON");
        json.get("result").or(json.get("error")).cloned().unwrap_or_default()
    }
}

#[track_caller]
fn check(received: &Json, expect: Expect) {
    expect.assert_eq(&format!("{received:#}\n"));
}

const TENSOR: &str =
    "layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>\n";

#[test]
fn a_mistake_is_reported_hovered_and_fixed() {
    let mut session = EditorSession::open(TENSOR);
    session.ask("textDocument/hover", TENSOR, "@x");
    // `tensr` is typed, `layout` stays.
    session.change(2, [[0, 7], [0, 13]], "tensr");
    session.all("textDocument/codeAction");
    session.change(3, [[0, 7], [0, 12]], "tensor");
    let received = session.end();
    check(
        &received[1],
        expect![[r#"
        {
          "method": "textDocument/publishDiagnostics",
          "params": {
            "uri": "file:///x.mlir",
            "diagnostics": [],
            "version": 1
          }
        }
    "#]],
    );
    check(
        &received[2]["contents"]["value"],
        expect![[r#"
            "`@x` is a `layout.tensor`\n\n- shape: 4x5\n- order: NC\n- strides: 8, 1 elements; 32, 4 bytes\n- size: 32 elements, 128 bytes\n- storage padding: 12 elements\n- vector width: 1, 1\n- Vulkan: `pDimensions` 4, 5; `pStrides` 32, 4 bytes\n\n```text\n  shape [4, 5] of 32 bits\n  memory [4, 5] strides [8, 1]; 32 elements = 128 bytes\n  order d0 d1, outermost first\n\nd0\\d1   0  1  2  3  4\n    0   0  1  2  3  4\n    1   8  9 10 11 12\n    2  16 17 18 19 20\n    3  24 25 26 27 28\n```\n"
        "#]],
    );
    check(
        &received[3],
        expect![[r#"
        {
          "method": "textDocument/publishDiagnostics",
          "params": {
            "uri": "file:///x.mlir",
            "diagnostics": [
              {
                "range": {
                  "start": {
                    "line": 0,
                    "character": 0
                  },
                  "end": {
                    "line": 0,
                    "character": 12
                  }
                },
                "severity": 1,
                "code": "L0209",
                "source": "layoutc",
                "message": "unknown op `layout.tensr` in custom form\nnote: did you mean `layout.tensor`?",
                "relatedInformation": []
              }
            ],
            "version": 2
          }
        }
    "#]],
    );
    check(
        &received[4][0]["edit"],
        expect![[r#"
        {
          "changes": {
            "file:///x.mlir": [
              {
                "range": {
                  "start": {
                    "line": 0,
                    "character": 0
                  },
                  "end": {
                    "line": 0,
                    "character": 12
                  }
                },
                "newText": "layout.tensor"
              }
            ]
          }
        }
    "#]],
    );
    check(
        &received[5]["params"]["diagnostics"],
        expect![[r#"
        []
    "#]],
    );
}

const FUNCTION: &str = "func.func @f(%x: tensor<2x3xf32, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>) {
  %y = \"npu.relu\"(%x) : (tensor<2x3xf32, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>) -> tensor<2x3xf32, {order = #layout.order<CN>}>
  func.return
}
func.func @g(%x: i32) {
  func.return
}
";

#[test]
fn names_strides_and_places_are_found() {
    let mut session = EditorSession::open(FUNCTION);
    session.ask("textDocument/hover", FUNCTION, "%y");
    session.ask("textDocument/definition", FUNCTION, "%x) : (tensor");
    session.ask("textDocument/references", FUNCTION, "%x: tensor");
    session.all("textDocument/inlayHint");
    session.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    session.request("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } }));
    let received = session.end();
    check(
        &received[2]["contents"]["value"],
        expect![[r#"
            "`%y: tensor<2x3xf32, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [1, 2]}>`\n\n- shape: 2x3\n- order: CN\n- strides: 1, 2 elements; 4, 8 bytes\n- size: 6 elements, 24 bytes\n- storage padding: none\n- vector width: 2, 1\n- Vulkan: `pDimensions` 3, 2; packed\n\n```text\n  shape [2, 3] of 32 bits\n  memory [3, 2] strides [2, 1]; 6 elements = 24 bytes\n  order d1 d0, outermost first\n  vectors of 2 elements along d0\n\nd0\\d1  0 1 2\n    0  0 2 4\n    1  1 3 5\n```\n"
        "#]],
    );
    check(
        &received[3]["range"],
        expect![[r#"
        {
          "start": {
            "line": 0,
            "character": 13
          },
          "end": {
            "line": 0,
            "character": 15
          }
        }
    "#]],
    );
    assert_eq!(received[4].as_array().map(Vec::len), Some(2), "{}", received[4]);
    check(
        &received[5],
        expect![[r#"
        [
          {
            "position": {
              "line": 0,
              "character": 15
            },
            "label": " [4, 1]",
            "kind": 1
          },
          {
            "position": {
              "line": 1,
              "character": 4
            },
            "label": " [1, 2]",
            "kind": 1
          }
        ]
    "#]],
    );
    let names = received[6].as_array().expect("symbols").iter().map(|it| it["name"].clone());
    assert_eq!(names.collect::<Vec<_>>(), ["@f", "@g"]);
    let data = received[7]["data"].as_array().expect("tokens");
    assert_eq!(
        (data.len() % 5, &data[..5]),
        (0, &[json!(0), json!(0), json!(9), json!(4), json!(0)][..])
    );
}

#[test]
fn hovers_and_names_exist_next_to_a_syntax_error() {
    let mut session = EditorSession::open(FUNCTION);
    let broken = format!("%% oops\n{FUNCTION}");
    session.change(2, [[0, 0], [0, 0]], "%% oops\n");
    session.ask("textDocument/hover", &broken, "%y");
    session.ask("textDocument/definition", &broken, "%x) : (tensor");
    session.ask("textDocument/completion", &broken, "npu.relu");
    let received = session.end();
    assert!(received[2]["params"]["diagnostics"].as_array().is_some_and(|it| !it.is_empty()));
    assert!(received[3]["contents"]["value"].as_str().is_some_and(|it| it.contains("strides")));
    assert_eq!(received[4]["range"]["start"], json!({ "line": 1, "character": 13 }));
}

#[test]
fn texts_that_were_never_valid_have_hovers_of_their_valid_statements() {
    let text = format!(
        "layout.tensr @t : tensor<4xf32>\n{TENSOR}{FUNCTION}func.func @h(%z: tensor<4xf32>) {{\n  %q = \"a\"(%undefined) : (i32) -> i32\n  \
         func.return\n}}\nfunc.func @open(%o: tensor<4xf32>\nlayout.address @after of @x\nfunc.func @last("
    );
    let mut session = EditorSession::open(&text);
    for word in ["@x", "%y", "%z", "@after"] {
        session.ask("textDocument/hover", &text, word);
    }
    session.change(2, [[0, 0], [0, 12]], "layout.tens");
    session.ask("textDocument/hover", &text, "%z");
    let received = session.end();
    let hovers: Vec<&str> = [2, 3, 4, 5, 7]
        .map(|at: usize| received[at]["contents"]["value"].as_str().unwrap_or_default())
        .into();
    assert!(hovers[0].contains("strides: 8, 1 elements"), "{hovers:?}");
    assert!(hovers[1].contains("strides: 1, 2 elements"), "{hovers:?}");
    assert!(hovers[2].contains("strides: 1 elements"), "{hovers:?}");
    assert!(hovers[3].contains("`layout.address`"), "{hovers:?}");
    assert_eq!(hovers[4], hovers[2]);
}

#[test]
fn words_of_attributes_are_hovered() {
    let text = "#map = affine_map<(d0, d1) -> (d1, d0)>\nlayout.tensor @x : tensor<4x5xf32, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<32 bytes>>}>\n\
                layout.tensor @y : tensor<1x64x4x5xi8, {format = #layout.format<chw32>}>\n\"a\"() {compact = #map} : () -> ()\n";
    let mut session = EditorSession::open(text);
    for word in ["CN>", "aligned", "chw32", "#map}", "compact"] {
        session.ask("textDocument/hover", text, word);
    }
    let received = session.end();
    let hovers = received[2..7].iter().map(|it| it["contents"]["value"].as_str().unwrap_or("none"));
    expect![[r#"
        order `CN`: d1, d0 in memory, outermost first
        requirement `aligned`: the stride is a multiple of a number of `bits`, `bytes` or `elems`
        format `chw32`: N, C/32, H, W, 32
        `#map = affine_map<(d0, d1) -> (d1, d0)>`
        none"#]]
    .assert_eq(&hovers.collect::<Vec<_>>().join("\n"));
}

#[test]
fn names_are_renamed_and_lines_indented() {
    let text = FUNCTION.replace("\n  ", "\n ");
    let mut session = EditorSession::open(&text);
    let position = json!({ "line": 0, "character": 14 });
    for name in ["%z", "%y"] {
        session.request(
            "textDocument/rename",
            json!({ "textDocument": { "uri": URI }, "position": position, "newName": name }),
        );
    }
    session.request(
        "textDocument/rename",
        json!({ "textDocument": { "uri": URI }, "position": position }),
    );
    session.request("textDocument/formatting", json!({ "textDocument": { "uri": URI } }));
    let received = session.end();
    let edits = received[2]["changes"][URI].as_array().expect("edits");
    assert_eq!(edits.iter().map(|it| it["newText"].as_str()).collect::<Vec<_>>(), [Some("%z"); 2]);
    assert_eq!(received[3]["message"], "`%y` exists already");
    assert_eq!(received[4]["message"], "`newName` is missing");
    let lines = received[5]
        .as_array()
        .expect("edits")
        .iter()
        .map(|it| it["range"]["start"]["line"].clone());
    assert_eq!(lines.collect::<Vec<_>>(), [json!(1), json!(2), json!(5)]);
}

#[test]
fn stride_conflicts_and_unknown_methods_are_answered() {
    let text = "layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: fixed<5 elems>, m0: aligned<32 bytes>>}>\n";
    let mut session = EditorSession::open(text);
    session.request("textDocument/foldingRange", json!({}));
    session.request("textDocument/hover", json!({ "textDocument": { "uri": "file:///y" } }));
    let received = session.end();
    assert!(
        received[1]["params"]["diagnostics"][0]["message"]
            .as_str()
            .is_some_and(|it| it.contains("stride")),
        "{}",
        received[1]
    );
    check(
        &received[2],
        expect![[r#"
        {
          "code": -32601,
          "message": "the method `textDocument/foldingRange` is not supported"
        }
    "#]],
    );
    check(
        &received[3],
        expect![[r#"
        {
          "code": -32602,
          "message": "`file:///y` is not open"
        }
    "#]],
    );
}

/// Compares a session with its transcript: the messages of the editor after `->`, those of the server after `<-`.
#[test]
fn transcript_is_up_to_date() {
    let mut session = EditorSession::open(TENSOR);
    session.change(2, [[0, 0], [0, 13]], "layout.tensr");
    session.all("textDocument/codeAction");
    session.change(3, [[0, 0], [0, 12]], "layout.tensor");
    session.ask("textDocument/hover", TENSOR, "@x");
    let shown = |arrow: &str, method: &str, json: &Json| format!("{arrow} {method}{json}\n");
    let sent = messages(&session.sent);
    let received = session.end();
    let mut received = received.iter();
    let mut transcript = String::new();
    for message in &sent {
        let method = message["method"].as_str().expect("a method");
        transcript += &shown("->", &format!("{method} "), &message["params"]);
        let answers = message.get("id").is_some() || method != "initialized";
        if answers && let Some(answer) = received.next() {
            transcript += &shown("<-", "", answer);
        }
    }
    expect_test::expect_file!["transcript.txt"].assert_eq(&transcript);
}

/// Returns the messages of a stream as JSON.
fn messages(mut stream: &[u8]) -> Vec<Json> {
    let mut all = Vec::new();
    while let Some(message) = Message::read(&mut stream).expect("messages") {
        all.push(match message {
            Message::Request(it) => serde_json::to_value(&it),
            Message::Notification(it) => serde_json::to_value(&it),
            Message::Response(it) => serde_json::to_value(&it),
        });
    }
    all.into_iter().map(|it| it.expect("a message is JSON")).collect()
}

/// Checks that the analysis of prefixes and of random edits does not fail.
#[test]
fn every_prefix_of_a_text_is_analyzed() {
    let mut session = EditorSession::open("");
    for (version, at) in (0..FUNCTION.len()).step_by(7).enumerate() {
        let version = version as i64 + 2;
        let document = json!({ "uri": URI, "version": version });
        let change = json!({ "text": &FUNCTION[..at] });
        session.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
        for method in ["hover", "completion", "definition", "references"] {
            let position = json!({ "line": 99, "character": 0 });
            let params = json!({ "textDocument": { "uri": URI }, "position": position });
            session.request(&format!("textDocument/{method}"), params);
        }
        session.all("textDocument/inlayHint");
        session.all("textDocument/codeAction");
    }
    assert!(session.end().iter().all(|it| it.get("code").is_none()));
}
