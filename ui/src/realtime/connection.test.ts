// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionAtom } from "@/store";
import { longestDelay, openTimeout, refusedDelay } from "./connection";
import { type Admission, createDesk } from "./server.test-env";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => vi.useRealTimers());

const soon = () => vi.advanceTimersByTimeAsync(1);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function setUp() {
  const desk = createDesk();
  return { ...desk, phase: () => desk.store.get(connectionAtom) };
}

/** A desk whose socket is connected, and holds one topic. */
async function connected(admission: Admission = { sid: "s", pid: "p" }) {
  const desk = setUp();
  desk.server.admit = () => admission;
  desk.connection.topics.acquire("calls");
  desk.connection.start();
  await soon();
  expect(desk.phase()).toBe("connected");
  return desk;
}

describe("opening", () => {
  it("signs in with the token and asks for the topics that are wanted", async () => {
    const { server, connection } = await connected();
    expect(server.auths).toEqual([{ token: "t0", topics: [] }]);
    expect(server.heard("subscribe")).toEqual([{ topic: "calls" }]);
    expect(connection.isConnected()).toBe(true);
  });

  it("opens one socket, however often it is started", async () => {
    const { server, connection } = await connected();
    connection.start();
    await pass(10_000);
    expect(server.tries).toBe(1);
  });

  it("says that it connects until it is connected", async () => {
    const { connection, phase } = setUp();
    expect(phase()).toBe("idle");
    connection.start();
    expect(phase()).toBe("connecting");
    expect(connection.isConnected()).toBe(false);
    await soon();
    expect(phase()).toBe("connected");
  });

  it("keeps connecting while there is no network, and is not called reconnecting", async () => {
    const { server, connection, phase } = setUp();
    server.isUp = false;
    connection.start();
    await pass(20_000);
    expect(phase()).toBe("connecting");
    expect(server.tries).toBeGreaterThan(4);
    server.isUp = true;
    await pass(4_000);
    expect(phase()).toBe("connected");
  });

  it("gives up a try that nobody answers, and tries again", async () => {
    const { server, connection, phase } = setUp();
    server.isSilent = true;
    connection.start();
    await pass(openTimeout - 10);
    expect(server.tries).toBe(1);
    server.isSilent = false;
    await pass(500);
    expect(server.tries).toBe(2);
    expect(phase()).toBe("connected");
  });

  it("makes no session where the sign-in is over", async () => {
    const { server, tokens, connection, phase } = setUp();
    tokens.isOver = true;
    connection.start();
    await pass(60_000);
    expect(server.auths).toEqual([]);
    expect(phase()).toBe("connecting");
  });
});

describe("a refusal of the server", () => {
  const codes = ["malformed", "rate_limited", "unavailable", "internal", "forbidden", undefined] as const;

  it.each(codes)("%s: is followed by another try with the same token", async (code) => {
    const { server, tokens, connection, phase } = setUp();
    server.admit = () => ({ refusal: code === undefined ? {} : { code } });
    connection.start();
    await soon();
    expect(server.auths).toHaveLength(1);
    server.admit = () => ({ sid: "s" });
    await pass(refusedDelay - 2);
    expect(server.auths).toHaveLength(1);
    await pass(2);
    expect(server.auths.map((auth) => auth.token)).toEqual(["t0", "t0"]);
    expect(tokens.refreshes).toBe(0);
    expect(phase()).toBe("connected");
  });

  it("unauthenticated: is followed by a new token", async () => {
    const { server, tokens, connection, phase } = setUp();
    server.admit = ({ token }) =>
      token === "t0" ? { refusal: { code: "unauthenticated", detail: "spent" } } : { sid: "s" };
    connection.start();
    await pass(refusedDelay + 1);
    expect(tokens.refreshes).toBe(1);
    expect(server.auths.map((auth) => auth.token)).toEqual(["t0", "t1"]);
    expect(phase()).toBe("connected");
  });

  it("unauthenticated, and no new token either: sends nothing more", async () => {
    const { server, tokens, connection } = setUp();
    server.admit = () => {
      tokens.isOver = true;
      return { refusal: { code: "unauthenticated" } };
    };
    connection.start();
    await pass(60_000);
    expect(server.auths).toHaveLength(1);
  });

  it("asks again ever more slowly, up to a bound, and quickly once it was let in", async () => {
    const { server, connection } = setUp();
    const moments: number[] = [];
    server.admit = () => {
      moments.push(Date.now());
      return { refusal: { code: "unavailable" } };
    };
    connection.start();
    await pass(80_000);
    const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    expect(pauses.slice(0, 7)).toEqual([500, 1_000, 2_000, 4_000, 8_000, longestDelay, longestDelay]);

    server.admit = () => ({ sid: "s" });
    await pass(longestDelay);
    moments.length = 0;
    server.admit = () => {
      moments.push(Date.now());
      return { refusal: { code: "unavailable" } };
    };
    server.cut();
    await pass(250 + refusedDelay + 1);
    expect(moments).toHaveLength(2);
  });

  it("waits as long as the server asks, and a part of a second more so that tabs come apart", async () => {
    const { server, connection } = setUp();
    vi.mocked(Math.random).mockReturnValue(0.5);
    server.admit = () => ({ refusal: { code: "rate_limited", retry_after: 7 } });
    connection.start();
    await soon();
    await pass(7_000 + refusedDelay / 2 - 2);
    expect(server.auths).toHaveLength(1);
    await pass(2);
    expect(server.auths).toHaveLength(2);
  });

  it("after a connection shows as reconnecting", async () => {
    const { server, phase } = await connected();
    server.admit = () => ({ refusal: { code: "unavailable" } });
    server.cut();
    await pass(300);
    expect(phase()).toBe("reconnecting");
  });
});

describe("a cut", () => {
  const cuts: [string, (desk: Awaited<ReturnType<typeof connected>>) => unknown][] = [
    ["of the network", ({ server }) => server.cut()],
    ["by an error of the link", ({ server }) => server.breakDown()],
    ["by the server, which closes the session", ({ server }) => server.dismiss()],
  ];

  it.each(cuts)("%s is mended by itself, and everything is asked anew", async (_, cut) => {
    const desk = await connected({ sid: "s" });
    cut(desk);
    await soon();
    expect(desk.phase()).toBe("reconnecting");
    expect(desk.connection.isConnected()).toBe(false);
    await pass(600);
    expect(desk.phase()).toBe("connected");
    expect(desk.server.heard("subscribe")).toEqual([{ topic: "calls" }, { topic: "calls" }]);
  });

  it("that nobody tells of is found when the server's pings stay away", async () => {
    const { server, connection, phase } = setUp();
    server.pingInterval = 2_000;
    connection.start();
    await soon();
    expect(phase()).toBe("connected");
    server.isUp = false;
    await pass(3_001);
    expect(phase()).toBe("reconnecting");
    server.isUp = true;
    server.pingInterval = 100_000_000;
    await pass(5_000);
    expect(phase()).toBe("connected");
  });

  it("is mended with what is needed to go on: session, place in the log, and topics", async () => {
    const { server } = await connected();
    server.change(7);
    await soon();
    server.cut();
    await pass(300);
    expect(server.auths.at(-1)).toEqual({ token: "t0", topics: ["calls"], pid: "p", offset: "o7" });
  });

  it("asks for nothing again where the session was recovered", async () => {
    const { server, phase } = await connected();
    server.change(1);
    server.cut();
    await pass(300);
    expect(phase()).toBe("connected");
    expect(server.heard("subscribe")).toHaveLength(1);
  });

  it("takes each change once where the session was recovered, though it is sent again", async () => {
    const { server, router } = await connected();
    const seen: number[] = [];
    router.register({ changes: { call: (_, change) => seen.push(change.seq) } });
    server.change(1);
    server.change(2);
    await pass(50);
    server.cut();
    await pass(300);
    server.change(2);
    server.change(3);
    await pass(50);
    expect(seen).toEqual([1, 2, 3]);
  });

  it("takes lower places too where the session is another: the log may be another", async () => {
    const { server, router } = await connected({ sid: "s" });
    const seen: number[] = [];
    router.register({ changes: { call: (_, change) => seen.push(change.seq) } });
    server.change(9);
    server.cut();
    await pass(300);
    server.change(2, { id: "k2" });
    await pass(50);
    expect(seen).toEqual([9, 2]);
  });
});

describe("stopping", () => {
  it("closes the socket, and nothing opens it again", async () => {
    const { server, tokens, connection, phase } = await connected();
    connection.stop();
    expect(phase()).toBe("idle");
    tokens.renew();
    await pass(60_000);
    expect(server.tries).toBe(1);
    expect(tokens.listening).toBe(0);
    expect(phase()).toBe("idle");
  });

  it("ends the waiting for another try", async () => {
    const { server, connection } = setUp();
    server.admit = () => ({ refusal: { code: "unavailable" } });
    connection.start();
    await soon();
    connection.stop();
    await pass(60_000);
    expect(server.auths).toHaveLength(1);
  });

  it("ends also what waits for a new token: the closed socket stays closed", async () => {
    const { server, tokens, connection } = setUp();
    let renewed: () => void = () => undefined;
    const answer = new Promise<void>((take) => {
      renewed = take;
    });
    vi.spyOn(tokens, "refresh").mockReturnValue(answer.then(tokens.fresh));
    server.admit = () => ({ refusal: { code: "unauthenticated" } });
    connection.start();
    await soon();
    connection.stop();
    renewed();
    await pass(60_000);
    expect(server.auths).toHaveLength(1);
  });

  it("may be followed by a new start, which takes the log from its beginning", async () => {
    const { server, router, connection, phase } = await connected({ sid: "s" });
    const seen: number[] = [];
    router.register({ changes: { call: (_, change) => seen.push(change.seq) } });
    server.change(9);
    await soon();
    connection.stop();
    connection.start();
    await soon();
    expect(phase()).toBe("connected");
    server.change(1, { id: "k2" });
    await pass(50);
    expect(seen).toEqual([9, 1]);
  });
});
