import { io } from "socket.io-client";

const [url, token] = process.argv.slice(2);
const socket = io(url, { transports: ["websocket"], auth: { token } });

socket.on("connect", async () => {
  const answer = await socket.emitWithAck("subscribe", { topic: "object:contact" });
  console.log(answer.ok ? "following contacts" : answer.error.detail);
});
socket.on("change", (change) => console.log(change.op, change.id, change.fields));
socket.on("connect_error", (error) => console.log(error.message));
