// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, type ObjectSchema } from "@/api";
import { createRouter } from "@/realtime/router";
import { identityAtom, schemasAtom, sessionAtom, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { sessionReducers } from "./reducers";

const contact = { api_name: "contact", title: "Contact" } as ObjectSchema;
const may = { create: false, read: true, update: false, delete: false };

describe("rights that change while the page is open", () => {
  const router = createRouter();
  router.register(sessionReducers);
  let get = vi.spyOn(api, "get");
  const tell = (version: string) =>
    transact((tx) =>
      router.snapshot(tx, "me", {
        rights: { contact: may },
        system: ["export"],
        administers: ["app"],
        version,
      }),
    );
  const answer = (version: string, schemas: ObjectSchema[]) =>
    get.mockResolvedValueOnce({ data: schemas, headers: new Headers({ "x-schema-version": version }) });

  beforeEach(() => {
    vi.useFakeTimers();
    get = vi.spyOn(api, "get");
    signIn({ rights: {}, version: "a" });
    store.set(schemasAtom, []);
  });
  afterEach(() => vi.useRealTimers());

  it("are in force at once, and the objects that they open are read once", async () => {
    answer("b", [contact]);
    tell("b");
    expect(store.get(sessionAtom)).toMatchObject({
      rights: { contact: may },
      system: ["export"],
      administers: ["app"],
      version: "a",
    });
    await vi.runAllTimersAsync();
    expect(store.get(schemasAtom)).toEqual([contact]);
    expect(store.get(identityAtom)?.version).toBe("b");
    tell("b");
    await vi.runAllTimersAsync();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it("are read again where a node answers that knows less yet, or none does", async () => {
    answer("a", []);
    get.mockRejectedValueOnce(new Error("away"));
    answer("b", [contact]);
    tell("b");
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(sessionAtom)?.version).toBe("a");
    await vi.runAllTimersAsync();
    expect(store.get(schemasAtom)).toEqual([contact]);
    expect(get).toHaveBeenCalledTimes(3);
  });

  it("end with the last of several changes", async () => {
    answer("b", []);
    answer("c", [contact]);
    tell("b");
    tell("c");
    await vi.runAllTimersAsync();
    expect(store.get(schemasAtom)).toEqual([contact]);
    expect(store.get(sessionAtom)?.version).toBe("c");
  });

  it("are nobody's after a sign-out", async () => {
    answer("b", [contact]);
    tell("b");
    store.set(sessionAtom, undefined);
    await vi.runAllTimersAsync();
    expect(store.get(schemasAtom)).toEqual([]);
    expect(store.get(sessionAtom)).toBeUndefined();
  });
});
