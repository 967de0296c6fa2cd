// The peer that the hub is measured against: Node's socket.io with the events of
// `cmd/conformance --mode bench`, recovery on, WebSocket only, no compression.
import { createServer } from "node:http";
import { Server } from "socket.io";

const server = createServer();
const io = new Server(server, {
  transports: ["websocket"],
  perMessageDeflate: false,
  connectionStateRecovery: {},
});

io.on("connection", (socket) => {
  socket.on("join", (room, ack) => {
    socket.join(room);
    ack();
  });
  socket.on("publish", (room, data, ack) => {
    io.to(room).emit("event", { data });
    ack?.();
  });
  socket.on("echo", (data, ack) => ack(data));
});

// Keeping the first HTTP request would cost about 4 KB a session.
io.engine.on("connection", (raw) => {
  raw.request = null;
});

process.on("SIGUSR2", () => globalThis.gc?.());
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  console.log(`listening on 127.0.0.1:${server.address().port}`);
});
