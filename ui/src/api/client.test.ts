import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const owner = { organization: "o", user: "me" };

const fresh = () => json(200, { token_type: "Bearer", access_token: "second", expires_in: 600, ...owner });

async function load() {
  vi.resetModules();
  return { ...(await import("./client")), ...(await import("./token")), ...(await import("./problem")) };
}

describe("client", () => {
  const fetched = vi.fn<typeof fetch>();

  beforeEach(() => {
    fetched.mockReset();
    vi.stubGlobal("fetch", fetched);
  });
  afterEach(() => vi.unstubAllGlobals());

  const headersOf = (call: number) => fetched.mock.calls[call]?.[1]?.headers as Record<string, string>;
  const paths = () => fetched.mock.calls.map(([path]) => path);

  it("signs a request and sends the command's id along", async () => {
    const { api, acceptToken } = await load();
    acceptToken({ token_type: "Bearer", access_token: "first", expires_in: 600, ...owner });
    fetched.mockResolvedValueOnce(json(200, { ok: 1 }));
    expect((await api.post("/v1/x", { a: 1 }, "cmd")).data).toEqual({ ok: 1 });
    expect(headersOf(0)).toMatchObject({ authorization: "Bearer first", "idempotency-key": "cmd" });
  });

  it("says which version the record must have still, where one is expected", async () => {
    const { api, acceptToken } = await load();
    acceptToken({ token_type: "Bearer", access_token: "first", expires_in: 600, ...owner });
    fetched.mockImplementation(async () => json(200, {}));
    await api.patch("/v1/x", {}, undefined, 7);
    await api.patch("/v1/x", {});
    expect(headersOf(0)["if-match"]).toBe('"7"');
    expect(headersOf(1)).not.toHaveProperty("if-match");
  });

  it("learns the server's time by no answer that the browser may have kept", async () => {
    const { api, acceptToken } = await load();
    const { serverTime } = await import("@/lib/serverTime");
    acceptToken({ token_type: "Bearer", access_token: "first", expires_in: 600, ...owner });
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    const kept = { date, "cache-control": "private, max-age=31536000, immutable" };
    fetched.mockResolvedValueOnce(new Response("[]", { headers: kept }));
    await api.get("/v1/schema?version=1");
    expect(Math.abs(serverTime.now() - Date.now())).toBeLessThan(60_000);
    fetched.mockResolvedValueOnce(new Response("[]", { headers: { date } }));
    await api.get("/v1/schema");
    expect(Math.abs(serverTime.now() - Date.now())).toBeGreaterThan(3_000_000);
  });

  it("refreshes once for many requests at the same time", async () => {
    const { api } = await load();
    fetched.mockImplementation((path) =>
      Promise.resolve(path === "/v1/oauth2/refresh" ? fresh() : json(200, {})),
    );
    await Promise.all([api.get("/v1/a"), api.get("/v1/b"), api.get("/v1/c")]);
    expect(paths().filter((path) => path === "/v1/oauth2/refresh")).toHaveLength(1);
  });

  it("answers a 401 with one refresh and one repeat", async () => {
    const { api, acceptToken } = await load();
    acceptToken({ token_type: "Bearer", access_token: "spent", expires_in: 600, ...owner });
    fetched
      .mockResolvedValueOnce(json(401, { code: "unauthenticated" }))
      .mockResolvedValueOnce(fresh())
      .mockResolvedValueOnce(json(200, { ok: 1 }));
    await api.get("/v1/a");
    expect(paths()).toEqual(["/v1/a", "/v1/oauth2/refresh", "/v1/a"]);
    expect(headersOf(2).authorization).toBe("Bearer second");
  });

  it("ends the session when the refresh is refused", async () => {
    const { api, onSessionEnd } = await load();
    const ended = vi.fn();
    onSessionEnd(ended);
    fetched.mockResolvedValueOnce(json(401, { code: "unauthenticated", detail: "Please sign in." }));
    await expect(api.get("/v1/a")).rejects.toThrow("Please sign in.");
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it("starts afresh when the token is another user's, and not when it is only newer", async () => {
    const { acceptToken, onOtherUser } = await load();
    const other = vi.fn();
    onOtherUser(other);
    acceptToken({ token_type: "Bearer", access_token: "first", expires_in: 600, ...owner });
    acceptToken({ token_type: "Bearer", access_token: "second", expires_in: 600, ...owner });
    expect(other).not.toHaveBeenCalled();
    acceptToken({
      token_type: "Bearer",
      access_token: "third",
      expires_in: 600,
      organization: "p",
      user: "us",
    });
    expect(other).toHaveBeenCalledTimes(1);
  });

  it("tries again, and keeps the session, while the server can't be reached", async () => {
    vi.useFakeTimers();
    const { api, onSessionEnd } = await load();
    const ended = vi.fn();
    onSessionEnd(ended);
    fetched
      .mockRejectedValueOnce(new TypeError("offline"))
      .mockResolvedValueOnce(json(503, {}))
      .mockResolvedValueOnce(fresh())
      .mockResolvedValueOnce(json(200, { ok: 1 }));
    const answer = api.get("/v1/a");
    await vi.runAllTimersAsync();
    expect((await answer).data).toEqual({ ok: 1 });
    expect(ended).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it("throws the server's sentence and the messages of fields", async () => {
    const { api, acceptToken } = await load();
    acceptToken({ token_type: "Bearer", access_token: "first", expires_in: 600, ...owner });
    const problem = {
      code: "invalid",
      detail: "Email is not valid",
      errors: { email: ["Email is not valid"] },
    };
    fetched.mockResolvedValueOnce(json(422, problem));
    await expect(api.get("/v1/a")).rejects.toMatchObject({
      status: 422,
      code: "invalid",
      message: "Email is not valid",
      errors: { email: ["Email is not valid"] },
    });
  });
});
