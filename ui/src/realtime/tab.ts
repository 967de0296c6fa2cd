import { io } from "socket.io-client";
import { endSession, freshToken, getRecord, onToken, refreshToken } from "@/api";
import { entities, store } from "@/store";
import { createConnection } from "./connection";
import { parser } from "./parser";
import { createProbe } from "./probe";
import { router } from "./router";

/** The connection of this tab, with the product's own parts. */
export const {
  topics,
  command,
  tell,
  isConnected,
  start: startRealtime,
  stop: stopRealtime,
} = createConnection({
  open: (options) => io({ ...options, parser }),
  tokens: { fresh: freshToken, refresh: refreshToken, onChange: onToken, end: endSession },
  router,
  entities,
  store,
  read: getRecord,
  // The build for browser tests has this mode (package.json, build:e2e); from all others the probe is left out.
  probe: import.meta.env.MODE === "e2e" ? createProbe(document.documentElement) : undefined,
});
