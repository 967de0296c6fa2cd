import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { topics } from "@/realtime";
import { connectionAtom, entities, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { keepTabs, step, tabsAtom } from "./keeping";
import type { Tab } from "./openTabs";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), patchRecord: vi.fn() }));
const patchRecord = vi.mocked(api.patchRecord);

const pathOf = (id: string) => `/view/contact/record/${id}/standard`;
const tab = (id: string): Tab => ({ name: id, path: pathOf(id), current: false, id });
const open = (id: string) => step({ do: "open", path: pathOf(id), name: id });
const close = (id: string) => step({ do: "close", path: pathOf(id) });
const shown = () =>
  store
    .get(tabsAtom)
    .map(({ id }) => id)
    .join("");
/** What was sent, by the tabs' names. */
const sent = () =>
  patchRecord.mock.calls.map(([, fields]) =>
    (fields.settings as { open_tabs: Tab[] }).open_tabs.map(({ id }) => id).join(""),
  );
/** What the socket tells of oneself. */
function told(version: number, ...tabs: string[]): void {
  const fields = { settings: { theme: "dark", open_tabs: tabs.map(tab) } };
  const change = { seq: 0, topics: [], object: "user", id: "me", op: "updated" as const, version, fields };
  transact((tx) => entities.apply(tx, change));
}
const second = () => vi.advanceTimersByTimeAsync(1_000);

describe("the opened records that are kept", () => {
  let version = 0;
  let stop = () => {};

  beforeEach(() => {
    vi.useFakeTimers();
    version = signIn({ user: { settings: { theme: "dark", open_tabs: [tab("a")] } } });
    store.set(connectionAtom, "connected");
    patchRecord.mockReset();
    patchRecord.mockImplementation(async (_, { id }, __, had) => ({ id, version: Number(had) + 1 }));
    stop = keepTabs();
  });
  afterEach(async () => {
    for (const { path } of store.get(tabsAtom)) {
      step({ do: "close", path });
    }
    patchRecord.mockImplementation(async (_, { id }, __, had) => ({ id, version: Number(had) + 1 }));
    store.set(connectionAtom, "connected");
    await vi.advanceTimersByTimeAsync(120_000);
    stop();
    vi.useRealTimers();
    store.set(connectionAtom, "idle");
  });

  it("are shown at once, and written together, once a second, on the version that they were made of", async () => {
    open("b");
    open("c");
    expect(shown()).toBe("abc");
    await vi.advanceTimersByTimeAsync(999);
    expect(patchRecord).not.toHaveBeenCalled();
    await second();
    expect(sent()).toEqual(["abc"]);
    expect(patchRecord.mock.calls[0]?.[1]).toMatchObject({ id: "me" });
    expect(patchRecord.mock.calls[0]?.[3]).toBe(version);
    expect(Object.keys(patchRecord.mock.calls[0]?.[1].settings as object)).toEqual(["open_tabs"]);
    expect(shown()).toBe("abc");
    expect(localStorage.length).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(patchRecord).toHaveBeenCalledTimes(1);
  });

  it("that another browser wrote first stay, and one's own come on top", async () => {
    patchRecord.mockRejectedValueOnce(new api.ApiError(412, { code: "version_conflict" }));
    open("b");
    close("a");
    await second();
    told(version + 1, "a", "x");
    expect(shown()).toBe("xb");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent()).toEqual(["b", "xb"]);
    expect(patchRecord.mock.calls[1]?.[3]).toBe(version + 1);
  });

  it("are looked at afresh where the news of a conflict does not come", async () => {
    const again = vi.spyOn(topics, "again").mockReturnValue(undefined);
    patchRecord.mockRejectedValue(new api.ApiError(412, { code: "version_conflict" }));
    open("b");
    await second();
    expect(again).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(again).toHaveBeenCalledWith("me");
  });

  it("wait for the connection, and outlive the page", async () => {
    store.set(connectionAtom, "reconnecting");
    open("b");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(patchRecord).not.toHaveBeenCalled();
    expect(shown()).toBe("ab");
    expect(Object.values({ ...localStorage }).join()).toContain(pathOf("b"));
    // As another page of this browser left it behind.
    localStorage.setItem(
      "switchboard.tabs.me.other",
      JSON.stringify([{ do: "open", path: pathOf("o"), name: "o" }]),
    );
    stop();
    stop = keepTabs();
    expect(shown()).toBe("aob");
    store.set(connectionAtom, "connected");
    await second();
    expect(sent()).toEqual(["aob"]);
    expect(localStorage.length).toBe(0);
  });

  it("go again after an outage, and are given up where the server refuses them", async () => {
    patchRecord.mockRejectedValueOnce(new api.ApiError(0, {}));
    open("b");
    await second();
    await second();
    expect(sent()).toEqual(["ab", "ab"]);
    patchRecord.mockRejectedValueOnce(new api.ApiError(422, { code: "invalid" }));
    open("c");
    await second();
    await second();
    expect(shown()).toBe("ab");
  });

  it("write nothing where nothing is new", async () => {
    open("a");
    await second();
    expect(patchRecord).not.toHaveBeenCalled();
    expect(localStorage.length).toBe(0);
  });
});
