// Starts `layoutc lsp` for each window with MLIR text.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const command = workspace.getConfiguration("layoutc").get("path", "layoutc");
  const server = { command, args: ["lsp"] };
  const selector = [{ language: "mlir" }];
  client = new LanguageClient("layoutc", "layoutc", server, { documentSelector: selector });
  await client.start();
};

exports.deactivate = () => client?.stop();
