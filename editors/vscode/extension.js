// Connects VS Code to `layoutc lsp`. The extension uses nothing but VS Code and Node, so its package is complete.
const vscode = require("vscode");
const { Server } = require("./server");

const MLIR = { language: "mlir" };

/** Returns a range of VS Code in the protocol's form. VS Code itself writes it as an array. */
const plain = (it) => ({ start: it.start, end: it.end });

/** Positions and ranges of the protocol are those of VS Code, as other classes. */
const position = (it) => new vscode.Position(it.line, it.character);
const range = (it) => new vscode.Range(position(it.start), position(it.end));
const location = (it) => new vscode.Location(vscode.Uri.parse(it.uri), range(it.range));
const edit = (it) => new vscode.TextEdit(range(it.range), it.newText);

function workspaceEdit(it) {
  const all = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(it.changes)) {
    all.set(vscode.Uri.parse(uri), edits.map(edit));
  }
  return all;
}

function diagnostic(it) {
  // The severities of the protocol count from 1.
  const shown = new vscode.Diagnostic(range(it.range), it.message, it.severity - 1);
  shown.code = it.code;
  shown.source = it.source;
  shown.relatedInformation = it.relatedInformation.map(
    (note) => new vscode.DiagnosticRelatedInformation(location(note.location), note.message)
  );
  return shown;
}

function symbol(it) {
  const kind = it.kind - 1;
  return new vscode.DocumentSymbol(it.name, it.detail, kind, range(it.range), range(it.selectionRange));
}

function completion(it) {
  const item = new vscode.CompletionItem(it.label, it.kind - 1);
  item.detail = it.detail;
  item.insertText = it.textEdit.newText;
  item.range = range(it.textEdit.range);
  return item;
}

function action(it) {
  const fix = new vscode.CodeAction(it.title, vscode.CodeActionKind.QuickFix);
  fix.edit = workspaceEdit(it.edit);
  fix.isPreferred = it.isPreferred;
  return fix;
}

const hover = (it) => new vscode.Hover(new vscode.MarkdownString(it.contents.value), range(it.range));
const hint = (it) => new vscode.InlayHint(position(it.position), it.label, it.kind);

/** Registers a provider for each feature of the server. */
function providers(server, capabilities) {
  const of = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const at = (document, place) => ({ ...of(document), position: place });
  const one = (method, params, convert) => server.request(method, params).then((it) => it && convert(it));
  const all = (method, params, convert) => server.request(method, params).then((list) => list.map(convert));
  const { completionProvider, semanticTokensProvider } = capabilities;
  const { tokenTypes, tokenModifiers } = semanticTokensProvider.legend;
  const languages = vscode.languages;
  return [
    languages.registerHoverProvider(MLIR, {
      provideHover: (document, place) => one("textDocument/hover", at(document, place), hover),
    }),
    languages.registerDefinitionProvider(MLIR, {
      provideDefinition: (document, place) => one("textDocument/definition", at(document, place), location),
    }),
    languages.registerReferenceProvider(MLIR, {
      provideReferences: (document, place, context) =>
        all("textDocument/references", { ...at(document, place), context }, location),
    }),
    languages.registerRenameProvider(MLIR, {
      provideRenameEdits: (document, place, newName) =>
        one("textDocument/rename", { ...at(document, place), newName }, workspaceEdit),
    }),
    languages.registerDocumentSymbolProvider(MLIR, {
      provideDocumentSymbols: (document) => all("textDocument/documentSymbol", of(document), symbol),
    }),
    languages.registerDocumentFormattingEditProvider(MLIR, {
      provideDocumentFormattingEdits: (document) => all("textDocument/formatting", of(document), edit),
    }),
    languages.registerCodeActionsProvider(MLIR, {
      provideCodeActions: (document, where) =>
        all("textDocument/codeAction", { ...of(document), range: plain(where), context: { diagnostics: [] } }, action),
    }),
    languages.registerInlayHintsProvider(MLIR, {
      provideInlayHints: (document, where) =>
        all("textDocument/inlayHint", { ...of(document), range: plain(where) }, hint),
    }),
    languages.registerCompletionItemProvider(
      MLIR,
      {
        provideCompletionItems: (document, place) =>
          all("textDocument/completion", at(document, place), completion),
      },
      ...completionProvider.triggerCharacters
    ),
    languages.registerDocumentSemanticTokensProvider(
      MLIR,
      {
        provideDocumentSemanticTokens: (document) =>
          one("textDocument/semanticTokens/full", of(document), (it) => new vscode.SemanticTokens(new Uint32Array(it.data))),
      },
      new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers)
    ),
  ];
}

/** Reports each text in MLIR and its changes to the server. */
function synchronization(server) {
  const isText = (document) => document.languageId === MLIR.language;
  const open = (document) => {
    if (isText(document)) {
      const { languageId, version } = document;
      const textDocument = { uri: document.uri.toString(), languageId, version, text: document.getText() };
      server.notify("textDocument/didOpen", { textDocument });
    }
  };
  const workspace = vscode.workspace;
  workspace.textDocuments.forEach(open);
  return [
    workspace.onDidOpenTextDocument(open),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (isText(document)) {
        const textDocument = { uri: document.uri.toString(), version: document.version };
        const changes = contentChanges.map((it) => ({ range: plain(it.range), text: it.text }));
        server.notify("textDocument/didChange", { textDocument, contentChanges: changes });
      }
    }),
    workspace.onDidCloseTextDocument((document) => {
      if (isText(document)) {
        server.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
      }
    }),
  ];
}

let server;

exports.activate = async (context) => {
  const command = vscode.workspace.getConfiguration("layoutc").get("path", "layoutc");
  const shown = vscode.languages.createDiagnosticCollection("layoutc");
  context.subscriptions.push(shown);
  server = new Server(command, (method, params) => {
    if (method === "textDocument/publishDiagnostics") {
      shown.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    }
  });
  try {
    const { capabilities } = await server.request("initialize", { capabilities: {} });
    server.notify("initialized", {});
    context.subscriptions.push(...providers(server, capabilities), ...synchronization(server));
  } catch (error) {
    vscode.window.showErrorMessage(`layoutc: ${error.message}; the setting \`layoutc.path\` has the program`);
  }
};

exports.deactivate = () => server?.stop();
