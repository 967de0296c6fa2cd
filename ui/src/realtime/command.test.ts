// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import { ackTimeout } from "./connection";
import { statuses } from "./refusals";
import { createDesk } from "./server.test-env";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function connected() {
  const desk = createDesk();
  desk.connection.start();
  await pass(1);
  return desk;
}

/** How a command ends, as it ends. */
function outcomeOf(sent: Promise<unknown>) {
  const outcome: { answer?: unknown; error?: ApiError } = {};
  sent.then(
    (answer) => Object.assign(outcome, { answer }),
    (error: unknown) => Object.assign(outcome, { error }),
  );
  return outcome;
}

describe("a command", () => {
  it("carries an id of its own and gives the server's answer", async () => {
    const { server, connection } = await connected();
    server.answers["call.accept"] = () => ({ ok: true, leg: "l1" });
    const first = await connection.command("call.accept", { id: "k1" });
    await connection.command("call.accept", { id: "k1" });
    const ids = server.heard("call.accept").map((payload) => payload.command);
    expect(first).toEqual({ ok: true, leg: "l1" });
    expect(server.heard("call.accept")[0]).toMatchObject({ id: "k1" });
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it("carries the id that it was given", async () => {
    const { server, connection } = await connected();
    server.answers["call.hangup"] = () => ({ ok: true });
    await connection.command("call.hangup", { id: "k1" }, "mine");
    expect(server.heard("call.hangup")).toEqual([{ id: "k1", command: "mine" }]);
  });

  it("is sent once more, under the same id, after a silence", async () => {
    const { server, connection } = await connected();
    server.answers["call.accept"] = () =>
      server.heard("call.accept").length === 1 ? undefined : { ok: true, at: "the second time" };
    const outcome = outcomeOf(connection.command("call.accept", { id: "k1" }));
    await pass(ackTimeout - 1);
    expect(server.heard("call.accept")).toHaveLength(1);
    await pass(2);
    const [first, second] = server.heard("call.accept");
    expect(second).toEqual(first);
    expect(outcome.answer).toEqual({ ok: true, at: "the second time" });
  });

  it("fails after two silences, and says that nothing answered", async () => {
    const { server, connection } = await connected();
    const outcome = outcomeOf(connection.command("call.accept", { id: "k1" }));
    await pass(2 * ackTimeout + 1);
    expect(server.heard("call.accept")).toHaveLength(2);
    expect(outcome.error).toBeInstanceOf(ApiError);
    expect(outcome.error).toMatchObject({ code: "timeout", isNetwork: true });
  });

  it("that a cut met on its way is repeated when the connection is back", async () => {
    const { server, connection } = await connected();
    server.answers["call.accept"] = () => {
      if (server.heard("call.accept").length === 1) {
        server.cut();
        return undefined;
      }
      return { ok: true };
    };
    const outcome = outcomeOf(connection.command("call.accept", { id: "k1" }, "mine"));
    await pass(400);
    expect(server.heard("call.accept")).toEqual([
      { id: "k1", command: "mine" },
      { id: "k1", command: "mine" },
    ]);
    expect(outcome.answer).toEqual({ ok: true });
  });

  it("given while the link is cut goes when it is back", async () => {
    const { server, connection } = await connected();
    server.answers["call.accept"] = () => ({ ok: true });
    server.cut();
    await pass(1);
    const outcome = outcomeOf(connection.command("call.accept", { id: "k1" }));
    expect(server.heard("call.accept")).toEqual([]);
    await pass(400);
    expect(outcome.answer).toEqual({ ok: true });
  });

  it.each([...Object.entries(statuses), ["a_code_of_tomorrow", 500]])(
    "that is refused as %s throws the refusal, and is not repeated",
    async (code, status) => {
      const { server, connection } = await connected();
      server.answers["call.accept"] = () => ({
        ok: false,
        error: { code, detail: "Bob took the call.", retry_after: 3 },
      });
      const outcome = outcomeOf(connection.command("call.accept", { id: "k1" }));
      await pass(1);
      expect(outcome.error).toMatchObject({
        status,
        code,
        message: "Bob took the call.",
        retryAfter: 3,
      });
      await pass(2 * ackTimeout);
      expect(server.heard("call.accept")).toHaveLength(1);
    },
  );

  it("fails at once where there is no socket", async () => {
    const { connection } = createDesk();
    await expect(connection.command("call.accept", { id: "k1" })).rejects.toMatchObject({
      status: 0,
      code: "network",
    });
  });
});

describe("a passing word", () => {
  it("reaches the server while there is a connection", async () => {
    const { server, connection } = await connected();
    connection.tell("typing", { topic: "chat:1" });
    expect(server.heard("typing")).toEqual([{ topic: "chat:1" }]);
  });

  it("is dropped while the link is busy: the next one says more", async () => {
    const { server, connection } = await connected();
    connection.tell("activity", { active: false });
    connection.tell("activity", { active: true });
    await pass(1);
    connection.tell("activity", { active: false });
    expect(server.heard("activity")).toEqual([{ active: false }, { active: false }]);
  });

  it("is dropped without one, and is not sent later", async () => {
    const { server, connection } = await connected();
    server.cut();
    await pass(1);
    connection.tell("typing", { topic: "chat:1" });
    await pass(1_000);
    connection.stop();
    connection.tell("typing", { topic: "chat:1" });
    expect(server.heard("typing")).toEqual([]);
  });
});
