// Follows the latest contacts and the user's own calls.
//
//   node follow.mjs http://127.0.0.1:8080 agent1@demo.test switchboard
//
// Lines on standard input: "dial +12065550123" calls, "refresh" renews the token.
// The end of input ends the program.
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const [url, username, password] = process.argv.slice(2);
const say = (...words) => console.log(words.join(" "));
const pause = (seconds) => new Promise((go) => setTimeout(go, seconds * 1000));

// ---- REST: sign in, renew the access token, read ----

async function rest(method, path, body) {
  const headers = { "content-type": "application/json" };
  if (session) headers.authorization = `Bearer ${session.access_token}`;
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) {
    throw Object.assign(new Error(`${method} ${path}: ${answer.status}`), { status: answer.status });
  }
  return answer.json();
}

let session;
let expires;

async function keep(tokens) {
  session = { ...session, ...(await tokens) };
  expires = Date.now() + session.expires_in * 1000;
}

const renew = () => keep(rest("POST", "/v1/oauth2/refresh", { refresh_token: session.refresh_token }));

await keep(rest("POST", "/v1/oauth2/token", { username, password }));

// ---- State: records by object and id ----

const shown = 20;
const held = { contact: new Map(), call: new Map() };

function hold(object, record) {
  const records = held[object];
  records.delete(record.id); // makes it the newest
  records.set(record.id, record);
  if (records.size > shown) records.delete(records.keys().next().value);
}

let newest = 0; // seq of the newest change applied

// A change has absolute values, never increments. Applying newer ones and dropping the
// rest gives the state of the server.
async function apply({ seq, object, id, op, version, fields, large, command }) {
  if (seq <= newest) return; // the library can fire a change twice after repeated disconnects
  newest = seq;
  const old = held[object]?.get(id);
  if (!held[object] || (old && (op === "removed" ? version < old.version : version <= old.version))) return;
  if (op === "removed") {
    held[object].delete(id); // deleted, or no longer visible
  } else if (!large && (op === "created" || "id" in fields)) {
    hold(object, fields); // the whole record: missing fields are not readable
  } else if (old && !large) {
    hold(object, { ...old, ...fields, version }); // the changed fields
  } else {
    try {
      hold(object, await rest("GET", `/v1/object/${object}/${id}`)); // too large to send, or not on our page
    } catch {
      return; // it is gone, and another change will say so
    }
  }
  say(op, object, id, `v${version}`, JSON.stringify(fields), command ? `command=${command}` : "");
}

// ---- Topics: subscribe, take the snapshot, then apply the changes since ----

const takers = {
  calls: ({ snapshot }) => replace("call", snapshot.calls.reverse()),
  "object:contact": async () => {
    const page = await rest("GET", `/v1/object/contact?order=-modified_date&limit=${shown}&total=false`);
    replace("contact", page.data.reverse());
  },
};
const shows = { calls: "call", "object:contact": "contact" };
const taken = new Set(); // topics whose state we have

function replace(object, records) {
  held[object].clear();
  for (const record of records) hold(object, record);
}

async function take(topic) {
  if (!socket.connected) {
    taken.delete(topic); // the next connect subscribes
    return;
  }
  try {
    const answer = await ask("subscribe", { topic });
    await takers[topic](answer);
    taken.add(topic);
    say("snapshot", topic, answer.seq);
  } catch (error) {
    say("no", topic, error.message);
    if (error.code === "forbidden") held[shows[topic]].clear(); // we may no longer read it
    if (error.retry_after) {
      await pause(error.retry_after);
      next(() => take(topic));
    }
  }
}

// Work on the state runs in sequence: a change that arrives while a snapshot is read is
// applied after it.
let turn = Promise.resolve();
const next = (work) => (turn = turn.then(work).catch((error) => say("failed", error.message)));

// ---- The socket ----

const socket = io(url, {
  transports: ["websocket", "polling"], // polling only if WebSockets are blocked
  auth: async (give) => {
    if (Date.now() > expires - 30_000) await renew().catch(() => undefined);
    give({ token: session.access_token, topics: [...taken] }); // the library adds pid and offset
  },
});

socket.on("connect", () => {
  const { recovered } = socket; // then missed changes were fired, or come before newer ones
  next(() => say(recovered ? "recovered" : "connected"));
  if (!recovered) taken.clear(); // missed changes are unknown: start over
  for (const topic of Object.keys(takers)) {
    if (!taken.has(topic)) next(() => take(topic));
  }
});
socket.on("change", (change) => next(() => apply(change)));
socket.on("resync", async ({ topic, after = 0 }) => {
  taken.delete(topic);
  await pause(after * (1 + Math.random())); // spreads the load when many clients resync
  next(() => take(topic));
});
socket.on("notice", ({ code, detail }) => say("notice", code, detail));
socket.on("session.expiring", () => refresh().catch((error) => say("failed", error.message)));
socket.on("disconnect", (reason) => {
  say("disconnected", reason);
  if (reason === "io server disconnect") process.exit(1); // do not reconnect: the notice said why
});
socket.on("connect_error", async (error) => {
  say("refused", error.data?.code ?? "-", error.message);
  if (socket.active) return; // no connection: the library retries
  try {
    if (error.data?.code === "unauthenticated") await renew();
  } catch (failure) {
    if (failure.status === 401) process.exit(1); // the session has ended: sign in again
  }
  await pause((error.data?.retry_after ?? 0.5) + Math.random());
  socket.connect();
});

// ---- Commands ----

async function ask(event, payload) {
  const answer = await socket.timeout(10_000).emitWithAck(event, payload);
  if (!answer.ok) throw Object.assign(new Error(answer.error.detail), answer.error);
  return answer;
}

// A command without a response may have executed. Repeating it with the same id does not
// execute it twice, and returns the first response.
async function command(event, payload) {
  const id = randomUUID();
  for (;;) {
    try {
      return await ask(event, { ...payload, command: id });
    } catch (error) {
      if (error.code) throw error; // refused: retrying would not help
      if (!socket.connected) await new Promise((go) => socket.once("connect", go));
    }
  }
}

async function refresh() {
  await renew();
  const { expires: until } = await ask("auth.refresh", { token: session.access_token });
  say("refreshed until", until);
}

createInterface({ input: process.stdin })
  .on("line", async (line) => {
    const [word, number] = line.split(" ");
    try {
      if (word === "dial") say("dialled", (await command("call.dial", { to: number })).call.id);
      if (word === "refresh") await refresh();
    } catch (error) {
      say("failed", error.code ?? "-", error.message);
    }
  })
  .on("close", () => {
    socket.close();
    process.exit(0);
  });
