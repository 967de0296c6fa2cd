import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "./client";
import { send } from "./commands";

const headers = new Headers();
beforeEach(() => {
  vi.spyOn(api, "post").mockResolvedValue({ data: { id: "m1", version: 1 }, headers });
  vi.spyOn(api, "patch").mockResolvedValue({ data: undefined, headers });
});

describe("a command by REST", () => {
  it("goes to the place that was declared for it and gives the answer", async () => {
    const input = { conversation: "c1", body: "Hello", client_id: "k1" };
    expect(await send("POST /twilio/message", input)).toEqual({ id: "m1", version: 1 });
    expect(api.post).toHaveBeenCalledWith("/v1/twilio/message", input);
  });

  it("names in its path what it is about, and not in its body", async () => {
    await send("POST /chat/{id}/read", { id: "a/b", number: 7 });
    expect(api.post).toHaveBeenCalledWith("/v1/chat/a%2Fb/read", { number: 7 });
  });

  it("sends nothing with what is asked or deleted", async () => {
    const get = vi.spyOn(api, "get").mockResolvedValue({ data: { data: [] }, headers });
    const remove = vi.spyOn(api, "remove").mockResolvedValue({ data: undefined, headers });
    expect(await send("GET /api_key", {})).toEqual({ data: [] });
    expect(get).toHaveBeenCalledWith("/v1/api_key");
    await send("DELETE /api_key/{id}", { id: "k1" });
    expect(remove).toHaveBeenCalledWith("/v1/api_key/k1");
  });

  it("names it in its body where the path has no place for it", async () => {
    await send("PATCH /twilio/call", { id: "k1", status: "completed" });
    expect(api.patch).toHaveBeenCalledWith("/v1/twilio/call", { id: "k1", status: "completed" });
  });
});
