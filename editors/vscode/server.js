// A language server as a process: requests, notifications and answers in frames on its standard streams.
const { spawn } = require("child_process");

class Server {
  /** Starts `command lsp`. `notified` is called with the method and the parameters of each notification. */
  constructor(command, notified) {
    this.notified = notified;
    this.waiting = new Map();
    this.received = Buffer.alloc(0);
    this.process = spawn(command, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", (error) => this.end(`cannot start \`${command}\`: ${error.message}`));
    this.process.on("exit", (status) => this.end(`\`${command} lsp\` ended with status ${status}`));
    // A write to a process that has ended is reported by its exit.
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
  }

  /** Returns the promise of the result of a request. */
  request(method, params) {
    if (this.ended) {
      return Promise.reject(new Error(this.ended));
    }
    const id = (this.last = (this.last ?? 0) + 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** Ends the process as the protocol demands. */
  async stop() {
    if (!this.ended) {
      await this.request("shutdown", null);
      this.notify("exit", null);
    }
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const body = this.received.indexOf("\r\n\r\n") + 4;
      const length = Number(/Content-Length: (\d+)/.exec(this.received.toString("latin1", 0, body))?.[1]);
      if (body < 4 || !(this.received.length >= body + length)) {
        return;
      }
      const message = JSON.parse(this.received.toString("utf8", body, body + length));
      this.received = this.received.subarray(body + length);
      this.dispatch(message);
    }
  }

  dispatch({ id, method, params, result, error }) {
    const answer = this.waiting.get(id);
    if (method !== undefined) {
      this.notified(method, params);
    } else if (answer !== undefined) {
      this.waiting.delete(id);
      error === undefined ? answer.resolve(result) : answer.reject(new Error(error.message));
    }
  }

  /** Fails the requests without an answer, and all later ones. */
  end(reason) {
    this.ended ??= reason;
    this.waiting.forEach(({ reject }) => reject(new Error(this.ended)));
    this.waiting.clear();
  }
}

exports.Server = Server;
