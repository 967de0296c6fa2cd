// A driver around the official socket.io-client: it takes commands as lines of
// JSON on standard input and reports everything that happens as lines of JSON on
// standard output. The tests of the hub say what to do.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(process.argv[2]);
const { io } = require("socket.io-client");

const report = (line) => process.stdout.write(JSON.stringify(line) + "\n");
let socket;
let auth = {};

const commands = {
  connect({ url, ...options }) {
    socket = io(url, {
      transports: ["websocket"],
      reconnectionDelay: 20,
      reconnectionDelayMax: 40,
      auth: (give) => give(auth),
      ...options,
    });
    socket.on("connect", () => report({ kind: "connect", recovered: socket.recovered, id: socket.id }));
    socket.on("connect_error", (e) => report({ kind: "connect_error", message: e.message, data: e.data ?? null }));
    socket.on("disconnect", (reason) => report({ kind: "disconnect", reason }));
    socket.onAny((name, ...args) => report({ kind: "event", name, args }));
  },
  auth({ value }) {
    auth = value;
    report({ kind: "done" });
  },
  emit({ name, payload }) {
    socket.emit(name, payload, (answer) => report({ kind: "ack", name, answer }));
  },
  again() {
    socket.connect();
  },
  exit() {
    socket?.close();
    process.exit(0);
  },
};

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const command = JSON.parse(line);
    commands[command.do](command);
  })
  .on("close", () => process.exit(0));
