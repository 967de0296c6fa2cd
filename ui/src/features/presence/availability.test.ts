import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, api, type CallStatus } from "@/api";
import { router } from "@/realtime/router";
import { identityAtom, ownStatusAtom, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { chooseAvailability } from "./availability";

let version = 0;

/** Somebody's change of my record comes by the socket. */
function hear(status: CallStatus, over: object = {}): void {
  version++;
  const fields = { availability: { call_availability: { call_status: status } } };
  const change = { seq: version, topics: ["me"], object: "user", id: "me", op: "updated" as const, version };
  transact((tx) => router.change(tx, [{ ...change, fields, ...over }]));
}

const shown = () => store.get(ownStatusAtom);

describe("choosing an availability", () => {
  beforeEach(() => {
    version = signIn({ status: "available" });
  });
  afterEach(() => vi.restoreAllMocks());

  it("shows at once, and stays when the server took it", async () => {
    const post = vi.spyOn(api, "post").mockResolvedValue({} as never);
    const done = chooseAvailability("busy");
    expect(shown()).toBe("busy");
    await done;
    expect(shown()).toBe("busy");
    expect(post).toHaveBeenCalledWith("/v1/twilio/call/available", {
      call_status: "busy",
      command: expect.any(String),
    });
  });

  it("puts the former one back where the server refuses, and says why", async () => {
    vi.spyOn(api, "post").mockRejectedValue(new ApiError(422, { detail: "Not now." }));
    await expect(chooseAvailability("busy")).rejects.toThrow("Not now.");
    expect(shown()).toBe("available");
  });

  it("gives way to what another tab chose later", async () => {
    vi.spyOn(api, "post").mockResolvedValue({} as never);
    await chooseAvailability("busy");
    hear("away");
    expect(shown()).toBe("away");
  });

  it("is not undone by its own answer where a later choice was told first", async () => {
    let answer: (value: unknown) => void = () => undefined;
    vi.spyOn(api, "post").mockReturnValue(new Promise((resolve) => (answer = resolve)) as never);
    const done = chooseAvailability("busy");
    hear("do_not_disturb");
    answer({});
    await done;
    expect(shown()).toBe("do_not_disturb");
  });

  it("is one truth with the rest of my record", () => {
    hear("busy", { fields: { name: "Alicia" } });
    expect(store.get(identityAtom)?.user).toMatchObject({ name: "Alicia" });
    expect(shown()).toBe("available");
  });
});
