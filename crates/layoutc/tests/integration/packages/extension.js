// Loads the extension for VS Code with a stand-in for VS Code itself: `node extension.js FOLDER PROGRAM`. Prints the
// answers to one request of each kind, as JSON.
const Module = require("module");
const [folder, program] = process.argv.slice(2);

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...ends) {
    const [a, b, c, d] = ends;
    [this.start, this.end] = ends.length === 2 ? [a, b] : [new Position(a, b), new Position(c, d)];
  }
  // As that of VS Code, which differs from the protocol's form.
  toJSON() {
    return [this.start, this.end];
  }
}

/** Returns a class whose objects have their arguments under these names. */
const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, at) => (this[name] = values[at]));
    }
  };

class Uri {
  static parse(text) {
    return Object.assign(new Uri(), { toString: () => text, toJSON: () => text });
  }
}

class WorkspaceEdit {
  edits = {};
  set(uri, edits) {
    this.edits[uri.toString()] = edits;
  }
}

const providers = {};
const events = {};
const shown = {};
let published = () => {};
const registered = (kind) => (selector, provider) => {
  providers[kind] = provider;
  return { dispose() {} };
};
const listened = (kind) => (listener) => {
  events[kind] = listener;
  return { dispose() {} };
};
const languages = new Proxy(
  {
    createDiagnosticCollection: () => ({
      set: (uri, list) => {
        shown.diagnostics = list;
        published();
      },
    }),
  },
  { get: (own, name) => own[name] ?? registered(name.replace(/^register(.*)Provider$/, "$1")) }
);

/** A text as VS Code has it. */
const text = { value: "", version: 1, languageId: "mlir", uri: Uri.parse("file:///x.mlir"), getText: () => text.value };

const vscode = {
  Position,
  Range,
  Uri,
  WorkspaceEdit,
  Location: record("uri", "range"),
  Hover: record("contents", "range"),
  MarkdownString: record("value"),
  TextEdit: record("range", "newText"),
  Diagnostic: record("range", "message", "severity"),
  DiagnosticRelatedInformation: record("location", "message"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  CompletionItem: record("label", "kind"),
  CodeAction: record("title", "kind"),
  CodeActionKind: { QuickFix: "quickfix" },
  InlayHint: record("position", "label", "kind"),
  SemanticTokens: record("data"),
  SemanticTokensLegend: record("types", "modifiers"),
  languages,
  window: { showErrorMessage: (message) => (shown.error = message) },
  workspace: {
    textDocuments: [text, { ...text, languageId: "rust" }],
    getConfiguration: () => ({ get: () => program }),
    onDidOpenTextDocument: listened("open"),
    onDidChangeTextDocument: listened("change"),
    onDidCloseTextDocument: listened("close"),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

/** Replaces a part of the text as a user who types does, and awaits the diagnostics. */
async function type(range, replacement, value) {
  const next = new Promise((resolve) => (published = resolve));
  [text.value, text.version] = [value, text.version + 1];
  events.change({ document: text, contentChanges: [{ range, text: replacement, rangeOffset: 0 }] });
  await next;
  return shown.diagnostics.map((it) => `${it.severity} ${it.code}: ${it.message.split("\n")[0]}`);
}

async function main() {
  const extension = require(folder);
  text.value = "layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>\n";
  const opened = new Promise((resolve) => (published = resolve));
  await extension.activate({ subscriptions: [] });
  if (shown.error !== undefined) {
    console.log(shown.error);
    return;
  }
  await opened;
  const [x, name, all] = [new Position(0, 15), new Range(0, 0, 0, 13), new Range(0, 0, 9, 0)];
  const print = (what, it) => console.log(`${what}: ${JSON.stringify(it)}`);
  print("opened", shown.diagnostics);
  print("hover", (await providers.Hover.provideHover(text, x)).contents.value.split("\n")[2]);
  print("no hover", await providers.Hover.provideHover(text, new Position(0, 17)));
  print("definition", await providers.Definition.provideDefinition(text, x));
  print("references", (await providers.Reference.provideReferences(text, x, { includeDeclaration: true })).length);
  print("symbols", (await providers.DocumentSymbol.provideDocumentSymbols(text)).map((it) => it.name));
  print("hints", await providers.InlayHints.provideInlayHints(text, all));
  print("tokens", (await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(text)).data.length % 5);
  print("rename", await providers.Rename.provideRenameEdits(text, x, "@y"));
  print("no rename", await providers.Rename.provideRenameEdits(text, x, "%y").catch((error) => error.message));
  print("formatting", await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(text));
  print("mistake", await type(name, "layout.tensr", text.value.replace("tensor", "tensr")));
  const fixes = await providers.CodeActions.provideCodeActions(text, all);
  print("fixes", fixes.map((it) => [it.title, it.edit]));
  const words = await providers.CompletionItem.provideCompletionItems(text, new Position(0, 12));
  print("completion", words.filter((it) => it.label === "layout.tensor"));
  print("fixed", await type(new Range(0, 0, 0, 12), "layout.tensor", text.value.replace("tensr", "tensor")));
  events.close(text);
  print("closed", await providers.Hover.provideHover(text, x).catch((error) => error.message));
  await extension.deactivate();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
