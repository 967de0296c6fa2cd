import { describe, expect, it } from "vitest";
import { createProbe } from "./probe";

describe("the probe", () => {
  it("marks connects, cuts and the last changes on its element", () => {
    const element = document.createElement("p");
    const probe = createProbe(element);
    probe.connected(false, "polling");
    probe.disconnected();
    probe.connected(true, "websocket");
    for (const topic of ["me", "call:active", "me"]) {
      probe.snapshot(topic);
    }
    for (let seq = 1; seq <= 501; seq++) {
      probe.change(seq);
    }
    expect(element.dataset).toMatchObject({
      socket: "connected",
      recovered: "true",
      connects: "2",
      transport: "websocket",
      topics: "me call:active",
    });
    const seqs = element.dataset.seqs?.split(",") ?? [];
    expect([seqs.length, seqs[0], seqs.at(-1)]).toEqual([500, "2", "501"]);
  });
});
