import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./problem";
import { fetchInstance, signIn, signOut, switchOrganization } from "./session";
import { acceptToken, currentToken, endSession, onSessionEnd } from "./token";

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const reply = (name: string) => ({
  token_type: "Bearer" as const,
  access_token: name,
  expires_in: 600,
  organization: "o",
  user: "me",
});

const fetched = vi.fn<typeof fetch>();
const bodyOf = (call: number) => JSON.parse(String(fetched.mock.calls[call]?.[1]?.body));

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe("signing in", () => {
  it("keeps the token, and asks nothing more", async () => {
    fetched.mockResolvedValueOnce(json(200, reply("first")));
    expect(await signIn("ada@demo.test", "secret")).toBeUndefined();
    expect(currentToken()?.value).toBe("first");
    expect(bodyOf(0)).toEqual({ username: "ada@demo.test", password: "secret" });
  });

  it("of a person of several organizations gives them to choose from, and no token", async () => {
    const memberships = [{ user: "u", organization: { id: "o1", name: "Harbor" } }];
    fetched.mockResolvedValueOnce(json(200, { memberships }));
    expect(await signIn("ada@demo.test", "secret")).toEqual({ memberships });
    expect(currentToken()).toBeUndefined();
    fetched.mockResolvedValueOnce(json(200, reply("chosen")));
    await signIn("ada@demo.test", "secret", "o1");
    expect(bodyOf(1)).toMatchObject({ organization: "o1" });
  });

  it("says what the server said against it, or that there was none", async () => {
    fetched.mockResolvedValueOnce(json(401, { code: "unauthenticated", detail: "Wrong password." }));
    await expect(signIn("ada@demo.test", "x")).rejects.toThrow("Wrong password.");
    fetched.mockRejectedValueOnce(new TypeError("failed to fetch"));
    const failure = await signIn("ada@demo.test", "x").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect((failure as ApiError).isNetwork).toBe(true);
  });
});

describe("going on", () => {
  beforeEach(() => acceptToken(reply("first")));

  it("to another organization takes its token", async () => {
    fetched.mockResolvedValueOnce(json(200, reply("second")));
    await switchOrganization("o2");
    expect(bodyOf(0)).toEqual({ organization: "o2" });
    expect(currentToken()?.value).toBe("second");
  });

  it("out ends the session, also where the server cannot be reached", async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    fetched.mockRejectedValueOnce(new TypeError("failed to fetch"));
    await signOut();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(currentToken()).toBeUndefined();
    stop();
  });

  it("asks about the installation without a token", async () => {
    fetched.mockResolvedValueOnce(json(200, { demo: true }));
    expect(await fetchInstance()).toEqual({ demo: true });
    expect(fetched.mock.calls[0]?.[1]?.headers).toBeUndefined();
  });
});
