// Many official socket.io-clients in one process. It takes commands as lines of
// JSON on standard input and reports everything that happens as lines of JSON on
// standard output; it decides nothing. The tests in this folder say what to do.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(process.argv[2]);
const { io } = require("socket.io-client");

const report = (line) => process.stdout.write(JSON.stringify(line) + "\n");
const watchers = new Map();

// What a client does after a refusal or a disconnect that the library leaves to it.
const againAfter = 200;

function open({ name, url, token, topics, transports, headers }) {
  const w = { name, token, closed: false };
  const socket = io(url, {
    forceNew: true,
    transports,
    extraHeaders: headers,
    reconnectionDelay: 50,
    reconnectionDelayMax: 400,
    timeout: 3000,
    auth: (give) => give({ token: w.token, topics }),
  });
  w.socket = socket;
  watchers.set(name, w);

  const subscribe = async (topic) => {
    try {
      const ack = await socket.timeout(8000).emitWithAck("subscribe", { topic });
      const snapshot = topic.startsWith("live_query:") ? (ack.snapshot ?? null) : null;
      report({ name, kind: "subscribed", topic, ok: ack.ok, seq: ack.seq ?? 0, error: ack.error ?? null, snapshot });
      if (!ack.ok && socket.connected && !w.closed) {
        setTimeout(() => socket.connected && void subscribe(topic), againAfter);
      }
    } catch {
      report({ name, kind: "unanswered", topic });
      if (socket.connected && !w.closed) void subscribe(topic);
    }
  };
  const again = () => setTimeout(() => !w.closed && socket.connect(), againAfter);

  socket.on("connect", () => {
    report({ name, kind: "connect", recovered: socket.recovered, id: socket.id });
    socket.emit("phone.state", { state: "ready" }); // for calls to ring
    const { engine } = socket.io;
    const upgraded = () => report({ name, kind: "upgrade" });
    if (transports[0] === "polling" && engine.transport.name === "websocket") upgraded();
    else engine.once("upgrade", upgraded);
    if (!socket.recovered) topics.forEach(subscribe);
  });
  socket.on("connect_error", (e) => {
    const code = e.data?.code ?? "";
    report({ name, kind: "connect_error", code, detail: e.message });
    if (!socket.active && code !== "unauthenticated") again();
  });
  socket.on("disconnect", (reason) => {
    report({ name, kind: "disconnect", reason });
    if (reason === "io server disconnect") again();
  });
  socket.on("change", (c, offset) =>
    report({
      name, kind: "change", at: Date.now(), seq: c.seq, object: c.object, id: c.id, op: c.op, version: c.version,
      command: c.command ?? "", status: c.fields.status ?? "", offset,
    }),
  );
  socket.on("rows", (rows) => report({ name, kind: "rows", topic: rows.topic, rows }));
  socket.on("resync", ({ topic }) => {
    report({ name, kind: "resync", topic });
    void subscribe(topic);
  });
  socket.on("notice", (n) => report({ name, kind: "notice", code: n.code }));
  socket.on("session.ended", () => report({ name, kind: "ended" }));
}

const commands = {
  open,
  token({ name, token }) {
    const w = watchers.get(name);
    w.token = token;
    if (w.socket.connected) w.socket.emit("auth.refresh", { token });
  },
  close({ name }) {
    const w = watchers.get(name);
    w.closed = true;
    w.socket.close();
    watchers.delete(name);
    report({ name, kind: "closed" });
  },
};

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const command = JSON.parse(line);
    commands[command.do](command);
  })
  .on("close", () => process.exit(0));
