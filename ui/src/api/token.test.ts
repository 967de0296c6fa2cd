import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const reply = (name: string, over: object = {}) => ({
  token_type: "Bearer" as const,
  access_token: name,
  expires_in: 600,
  organization: "o",
  user: "me",
  ...over,
});

/** The tabs of one browser: what one posts, the others hear. */
class Channel {
  static readonly open = new Set<Channel>();
  private readonly listeners: ((event: { data: unknown }) => void)[] = [];

  constructor() {
    Channel.open.add(this);
  }

  addEventListener(_: string, listener: (event: { data: unknown }) => void): void {
    this.listeners.push(listener);
  }

  postMessage(data: unknown): void {
    for (const other of Channel.open) {
      if (other !== this) {
        for (const listener of other.listeners) {
          listener({ data });
        }
      }
    }
  }
}

/** One tab: a copy of the module with a state of its own. */
function openTab() {
  vi.resetModules();
  return import("./token");
}

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  Channel.open.clear();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a token", () => {
  it("is used as long as it is good for some while", async () => {
    const { acceptToken, freshToken } = await openTab();
    acceptToken(reply("first"));
    vi.advanceTimersByTime(550_000);
    expect((await freshToken()).value).toBe("first");
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockResolvedValueOnce(json(200, reply("second")));
    vi.advanceTimersByTime(10_000);
    expect((await freshToken()).value).toBe("second");
  });

  it("is fetched once for many who ask at the same time", async () => {
    const { refreshToken } = await openTab();
    fetched.mockImplementation(() => Promise.resolve(json(200, reply("one"))));
    const tokens = await Promise.all([refreshToken(), refreshToken(), refreshToken()]);
    expect(new Set(tokens).size).toBe(1);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("is told to all who listen, until they stop", async () => {
    const { acceptToken, onToken } = await openTab();
    const heard: string[] = [];
    const stop = onToken((token) => heard.push(token.value));
    acceptToken(reply("first"));
    stop();
    acceptToken(reply("second"));
    expect(heard).toEqual(["first"]);
  });

  it("is never asked of the server with anything but the cookie", async () => {
    const { refreshToken } = await openTab();
    fetched.mockResolvedValueOnce(json(200, reply("one")));
    await refreshToken();
    expect(fetched).toHaveBeenCalledWith(
      "/v1/oauth2/refresh",
      expect.objectContaining({ method: "POST", credentials: "same-origin", body: "{}" }),
    );
  });
});

describe("what the page asked for before its scripts were there", () => {
  afterEach(() => {
    window.switchboardAsked = undefined;
  });

  it("is the first token, with who is here; the next is asked for", async () => {
    const { refreshToken, takeOpened } = await openTab();
    const me = { simulator: true };
    window.switchboardAsked = Promise.resolve(json(200, reply("early", { me, schema: "v1" })));
    expect((await refreshToken()).value).toBe("early");
    expect(fetched).not.toHaveBeenCalled();
    expect(takeOpened()).toEqual({ me, schema: "v1" });
    expect(takeOpened()).toEqual({});
    fetched.mockResolvedValueOnce(json(200, reply("next")));
    expect((await refreshToken()).value).toBe("next");
    expect(takeOpened()).toEqual({});
  });

  it("is asked for again where nothing came", async () => {
    const { refreshToken } = await openTab();
    window.switchboardAsked = Promise.reject(new TypeError("failed to fetch"));
    fetched.mockResolvedValueOnce(json(200, reply("late")));
    const token = refreshToken();
    await vi.advanceTimersByTimeAsync(400);
    expect((await token).value).toBe("late");
  });
});

describe("a refusal to refresh", () => {
  it("ends the session, and tells it once", async () => {
    const { acceptToken, refreshToken, currentToken, onSessionEnd } = await openTab();
    const ended = vi.fn();
    onSessionEnd(ended);
    acceptToken(reply("spent"));
    fetched.mockResolvedValueOnce(json(401, { code: "unauthenticated", detail: "Sign in." }));
    await expect(refreshToken()).rejects.toMatchObject({ status: 401, message: "Sign in." });
    expect(currentToken()).toBeUndefined();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["no network", () => Promise.reject(new TypeError("failed to fetch"))],
    ["a server that restarts", () => Promise.resolve(json(503, { code: "unavailable" }))],
    ["a server that is busy", () => Promise.resolve(json(429, { code: "rate_limited" }))],
  ])("for %s is none: it is tried again until it is answered", async (_, outage) => {
    const { refreshToken, onSessionEnd } = await openTab();
    const ended = vi.fn();
    onSessionEnd(ended);
    fetched.mockImplementationOnce(outage).mockImplementationOnce(outage);
    fetched.mockResolvedValueOnce(json(200, reply("at last")));
    const token = refreshToken();
    await vi.advanceTimersByTimeAsync(400);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(800);
    expect((await token).value).toBe("at last");
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("the tabs of one browser", () => {
  it("share a new token", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const heard: string[] = [];
    second.onToken((token) => heard.push(token.value));
    first.acceptToken(reply("shared"));
    expect(heard).toEqual(["shared"]);
    expect((await second.freshToken()).value).toBe("shared");
    expect(fetched).not.toHaveBeenCalled();
  });

  it("sign out together", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const ended = vi.fn();
    first.acceptToken(reply("shared"));
    second.onSessionEnd(ended);
    first.endSession();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(second.currentToken()).toBeUndefined();
  });

  it("hear that somebody else signed in, and do not go on with his token", async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.acceptToken(reply("mine"));
    const [other, token] = [vi.fn(), vi.fn()];
    second.onOtherUser(other);
    second.onToken(token);
    first.acceptToken(reply("theirs", { user: "bob" }));
    expect(other).toHaveBeenCalledTimes(1);
    expect(token).not.toHaveBeenCalled();
    const asked = vi.fn();
    void second.freshToken().then(asked);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked, "what waited for a token does not go in his name").not.toHaveBeenCalled();
  });

  it("take turns at refreshing: who waited takes what the other got", async () => {
    let turn = Promise.resolve();
    const locks = {
      request: (_: string, work: () => Promise<unknown>) => {
        const done = turn.then(work);
        turn = done.then(
          () => undefined,
          () => undefined,
        );
        return done;
      },
    };
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks }));
    const [first, second] = [await openTab(), await openTab()];
    fetched.mockImplementation(() => Promise.resolve(json(200, reply("one"))));
    const [one, two] = await Promise.all([first.refreshToken(), second.refreshToken()]);
    expect([one.value, two.value]).toEqual(["one", "one"]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
