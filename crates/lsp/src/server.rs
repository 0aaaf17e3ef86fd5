//! The loop of the server: messages in, messages out.
//!
//! Each method of the protocol is one row of a table. A message that the server does not know gets the protocol's error,
//! and a malformed one an error with the reason; neither ends the server.

use crate::document::Document;
use crate::features;
use crate::frame;
use crate::semantic::{self, LEGEND};
use crate::text::TextPosition;
use ir::Registry;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use std::io::{self, BufRead, Write};
use std::ops::Range;

/// The state of a server.
struct Server<'a> {
    registry: &'a Registry,
    documents: FxHashMap<String, Document>,
    /// `true` after the request `shutdown`.
    is_shut_down: bool,
}

/// The answer to a request; the message of a malformed one.
type RequestResult = Result<Json, String>;

/// A document that a request names, with its address.
struct Asked<'a> {
    document: &'a Document,
    uri: &'a str,
    registry: &'a Registry,
    params: &'a Json,
}

impl Asked<'_> {
    /// Returns the byte of the position in the parameters.
    fn byte(&self) -> Result<usize, String> {
        Ok(self.document.text.byte(position(&self.params["position"])?))
    }

    /// Returns the bytes of the range in the parameters.
    fn bytes(&self) -> Result<Range<usize>, String> {
        let (start, end) = positions(&self.params["range"])?;
        let start = self.document.text.byte(start);
        Ok(start..self.document.text.byte(end).max(start))
    }
}

/// A method, and the function that answers it.
type RequestRow = (&'static str, fn(&Asked<'_>) -> RequestResult);

/// The requests about a document, sorted by method.
const REQUESTS: &[RequestRow] = &[
    ("textDocument/codeAction", |it| Ok(features::actions(it.document, it.uri, it.bytes()?))),
    ("textDocument/completion", |it| {
        Ok(features::completions(it.document, it.registry, it.byte()?))
    }),
    ("textDocument/definition", |it| Ok(features::definition(it.document, it.uri, it.byte()?))),
    ("textDocument/documentSymbol", |it| Ok(features::symbols(it.document))),
    ("textDocument/formatting", |it| Ok(features::formatting(it.document))),
    ("textDocument/hover", |it| Ok(features::hover(it.document, it.registry, it.byte()?))),
    ("textDocument/inlayHint", |it| Ok(features::inlays(it.document, it.registry, it.bytes()?))),
    ("textDocument/references", |it| {
        let with_definition = it.params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
        Ok(features::references(it.document, it.uri, it.byte()?, with_definition))
    }),
    ("textDocument/rename", |it| {
        let name = it.params["newName"].as_str().ok_or("`newName` is missing")?;
        features::rename(it.document, it.uri, it.byte()?, name)
    }),
    ("textDocument/semanticTokens/full", |it| {
        let data = semantic::semantic_tokens(&it.document.text, &it.document.analysis);
        Ok(json!({ "data": data }))
    }),
];

/// Serves one editor until it sends `exit` or closes the input. Returns `true` if it sent `shutdown` before.
///
/// # Errors
/// The input is not a stream of messages, or the output cannot be written.
pub fn serve(
    registry: &Registry,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<bool> {
    let mut server = Server { registry, documents: FxHashMap::default(), is_shut_down: false };
    let mut output = output;
    while let Some(message) = frame::read(input)? {
        match message {
            Message::Request(request) => {
                let response = server.respond(request);
                Message::Response(response).write(&mut output)?;
            }
            Message::Notification(it) if it.method == "exit" => break,
            Message::Notification(it) => {
                for message in server.notify(&it) {
                    message.write(&mut output)?;
                }
            }
            // The server sends no requests.
            Message::Response(_) => {}
        }
    }
    Ok(server.is_shut_down)
}

/// Returns the features that the server offers.
fn capabilities() -> Json {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2 },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentSymbolProvider": true,
            "documentFormattingProvider": true,
            "renameProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "completionProvider": { "triggerCharacters": ["#", "%", "@", "<", "{", "."] },
            "inlayHintProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": LEGEND, "tokenModifiers": [] },
                "full": true,
            },
        },
        "serverInfo": { "name": "layoutc", "version": env!("CARGO_PKG_VERSION") },
    })
}

impl Server<'_> {
    fn respond(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        if self.is_shut_down {
            let message = "the server is shut down".to_owned();
            return Response::new_err(id, ErrorCode::InvalidRequest as i32, message);
        }
        let answer = match method.as_str() {
            "initialize" => Ok(capabilities()),
            "shutdown" => {
                self.is_shut_down = true;
                Ok(Json::Null)
            }
            _ => match REQUESTS.iter().find(|(name, _)| *name == method) {
                Some((_, answer)) => self.asked(&params).and_then(|asked| answer(&asked)),
                None => {
                    let message = format!("the method `{method}` is not supported");
                    return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
                }
            },
        };
        match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(message) => Response::new_err(id, ErrorCode::InvalidParams as i32, message),
        }
    }

    fn asked<'a>(&'a self, params: &'a Json) -> Result<Asked<'a>, String> {
        let uri = uri(params)?;
        let document = self.documents.get(uri).ok_or_else(|| format!("`{uri}` is not open"))?;
        Ok(Asked { document, uri, registry: self.registry, params })
    }

    /// Heeds a notification, and returns the messages that follow from it. A malformed one is ignored, as the protocol
    /// has no answer to a notification.
    fn notify(&mut self, notification: &Notification) -> Vec<Message> {
        let params = &notification.params;
        let Ok(uri) = uri(params) else { return Vec::new() };
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let item = &params["textDocument"];
                let text = item["text"].as_str().unwrap_or_default().to_owned();
                let version = item["version"].as_i64().unwrap_or_default();
                let document = Document::new(version, text, self.registry);
                self.documents.insert(uri.to_owned(), document);
            }
            "textDocument/didChange" => self.change(uri, params),
            "textDocument/didClose" => {
                self.documents.remove(uri);
            }
            _ => return Vec::new(),
        }
        vec![self.diagnostics(uri)]
    }

    fn change(&mut self, uri: &str, params: &Json) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        for change in params["contentChanges"].as_array().into_iter().flatten() {
            let text = change["text"].as_str().unwrap_or_default();
            match positions(&change["range"]) {
                Ok(range) => document.text.replace(range, text),
                Err(_) => document.text = crate::text::DocumentText::new(text.to_owned()),
            }
        }
        let version = params["textDocument"]["version"].as_i64().unwrap_or(document.version);
        document.update(version, self.registry);
    }

    /// Returns the notification with the diagnostics of a document; without any if it is not open.
    fn diagnostics(&self, uri: &str) -> Message {
        let document = self.documents.get(uri);
        let diags: Vec<Json> = document.map_or_else(Vec::new, |document| {
            let diags = document.analysis.diags.iter();
            diags.map(|diag| features::diagnostic(document, uri, diag)).collect()
        });
        let mut params = json!({ "uri": uri, "diagnostics": diags });
        if let Some(document) = document {
            params["version"] = document.version.into();
        }
        Message::Notification(Notification::new(
            "textDocument/publishDiagnostics".to_owned(),
            params,
        ))
    }
}

fn uri(params: &Json) -> Result<&str, String> {
    let uri = params["textDocument"]["uri"].as_str();
    uri.ok_or_else(|| "`textDocument.uri` is missing".to_owned())
}

fn position(json: &Json) -> Result<TextPosition, String> {
    fn number(json: &Json, key: &str) -> Result<u32, String> {
        let number = json[key].as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| format!("`{key}` of a position is missing"))
    }
    Ok(TextPosition { line: number(json, "line")?, unit: number(json, "character")? })
}

fn positions(json: &Json) -> Result<(TextPosition, TextPosition), String> {
    Ok((position(&json["start"])?, position(&json["end"])?))
}
