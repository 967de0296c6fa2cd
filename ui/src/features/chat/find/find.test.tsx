import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toastList } from "@/components/Toaster/toasts";
import { withQueries } from "@/queries.test-env";
import { keep, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { threads } from "@/thread";
import { type ChatMessage, messages } from "../objects";
import { threadName } from "../reducers";
import { unread } from "../unread";
import { loadBackTo, readAround } from "./jump";
import { MessageHits } from "./MessageHits";
import { PinsDialog, SavedDialog } from "./MessagesDialog";
import { placeOf } from "./place";
import { savedAtom, setMuted, setSaved } from "./saved";
import { snippet } from "./snippet";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({
    children,
    to,
    search,
  }: {
    children: React.ReactNode;
    to: string;
    search: (raw: object) => object;
  }) => <a href={`${to}?${JSON.stringify(search({ show: "mine", thread: "old" }))}`}>{children}</a>,
}));
vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  listRecords: vi.fn(),
  patchRecord: vi.fn(),
}));
const listRecords = vi.mocked(api.listRecords);
const patchRecord = vi.mocked(api.patchRecord);

let nth = 0;
const message = (over: Partial<ChatMessage> = {}) =>
  ({
    id: `f${++nth}`,
    version: 1,
    number: nth,
    chat: { id: "c1", name: "Floor" },
    body: "The boots have arrived",
    user: { id: "eve", name: "Eve" },
    created_date: "2026-11-27T10:00:00Z",
    ...over,
  }) as ChatMessage;

beforeEach(() => {
  vi.clearAllMocks();
  signIn();
});

/** My settings, as another change of mine left them. */
const choose = (settings: object) => signIn({ user: { settings } as never });

describe("what a search shows of a message", () => {
  it.each([
    ["The boots have arrived", "boot", "The |[boot]|s have arrived"],
    ["a.b (c)", "(c)", "a.b |[(c)]"],
    ["No match here", "zebra", "No match here"],
    ["Boots and boots", "BOOTS", "[Boots]| and |[boots]"],
  ])("%s for %s is %s", (body, search, shown) =>
    expect(
      snippet(body, search)
        .map(({ text, found }) => (found ? `[${text}]` : text))
        .join("|"),
    ).toBe(shown),
  );

  it("is the part around the first match, on one line", () => {
    const text = snippet(`${"word ".repeat(60)}\nneedle ${"more ".repeat(60)}`, "needle")
      .map((one) => one.text)
      .join("");
    expect(text.length).toBeLessThan(170);
    expect(text).toMatch(/^….*needle.*…$/);
  });
});

describe("the messages that a search finds", () => {
  it("are the newest of all chats, and lead to their place", async () => {
    const reply = message({ parent: { id: "p1" }, number: null as never });
    const one = message();
    listRecords.mockResolvedValue({ rows: [reply, one] } as never);
    render(<MessageHits search="boots" />, { wrapper: withQueries() });
    const [first, second] = await screen.findAllByRole("link");
    expect(first?.getAttribute("href")).toContain(`{"show":"mine","at":"${reply.id}","thread":"p1"}`);
    expect(second?.getAttribute("href")).toContain(`{"show":"mine","at":"${one.id}"}`);
    expect(second?.querySelector("mark")?.textContent).toBe("boots");
    expect(listRecords.mock.calls[0]?.[1]).toMatchObject({ search: "boots", order: "-created_date" });
  });

  it("are none, or can't be had and are asked for again", async () => {
    listRecords.mockRejectedValueOnce(new api.ApiError(503, { detail: "Not now." }));
    render(<MessageHits search="zebra" />, { wrapper: withQueries() });
    expect((await screen.findByRole("alert")).textContent).toContain("Not now.");
    listRecords.mockResolvedValue({ rows: [] } as never);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No message matches.")).toBeTruthy();
  });
});

describe("the way to a message", () => {
  const fill = (chat: string, from: number, to: number) =>
    transact((tx) =>
      threads.newest(
        tx,
        threadName(chat),
        Array.from({ length: to - from + 1 }, (_, at) => ({
          id: `${chat} ${from + at}`,
          version: 1,
          number: from + at,
        })),
        25,
        true,
      ),
    );

  it("reads older messages until it is there", async () => {
    fill("j1", 501, 525);
    listRecords.mockImplementation((_, query) => {
      const before = Number(query.filter?.[1]?.value);
      const rows = Array.from({ length: query.limit }, (_, at) =>
        message({ id: `j1 ${before - 1 - at}`, number: before - 1 - at }),
      );
      return Promise.resolve({ rows } as never);
    });
    expect(await loadBackTo("j1", 250)).toBe(true);
    expect(store.get(threads.atomOf(threadName("j1")))?.items.some(({ number }) => number === 250)).toBe(
      true,
    );
    expect(listRecords).toHaveBeenCalledTimes(2);
    expect(await loadBackTo("j1", 510)).toBe(true);
    expect(listRecords).toHaveBeenCalledTimes(2);
  });

  it("is too far where thousands lie between: those around it are read alone", async () => {
    fill("j2", 90_000, 90_010);
    expect(await loadBackTo("j2", 5)).toBe(false);
    expect(listRecords).not.toHaveBeenCalled();
    listRecords.mockResolvedValue({ rows: [message({ id: "a" }), message({ id: "b" })] } as never);
    expect(await readAround("j2", 5)).toEqual(["a", "b"]);
  });

  it("of a reply is its thread, unless it is in the chat, too", () => {
    expect(placeOf(message({ id: "x", parent: { id: "p" }, number: null as never }))).toEqual({
      at: "x",
      thread: "p",
    });
    expect(placeOf(message({ id: "x", parent: { id: "p" }, number: 4 }))).toEqual({ at: "x" });
  });
});

describe("what I choose", () => {
  it("saves messages for me alone, up to a hundred", async () => {
    patchRecord.mockResolvedValue({ id: "me", version: 1 } as never);
    await setSaved("m1", true);
    expect(patchRecord).toHaveBeenCalledWith(
      "user",
      { id: "me", settings: { saved_messages: { m1: true } } },
      expect.anything(),
    );
    choose({ saved_messages: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`s${at}`, true])) });
    await waitFor(() => expect(store.get(savedAtom)).toHaveLength(100));
    patchRecord.mockClear();
    await setSaved("m2", true);
    expect(patchRecord).not.toHaveBeenCalled();
    expect(store.get(toastList).at(-1)?.text).toContain("You can save 100 messages.");
  });

  it("mutes a chat, which then counts nothing", async () => {
    patchRecord.mockResolvedValue({ id: "me", version: 1 } as never);
    transact((tx) => unread.set(tx, "c7", 3));
    expect(store.get(unread.total)).toBe(3);
    await setMuted("c7", true);
    expect(patchRecord).toHaveBeenCalledWith(
      "user",
      { id: "me", settings: { notifications: { muted: { c7: true } } } },
      expect.anything(),
    );
    choose({ notifications: { muted: { c7: true } } });
    await waitFor(() => expect(store.get(unread.total)).toBe(0));
    transact((tx) => unread.set(tx, "c7", 0));
  });

  it("lists what is pinned, and says where nothing is", async () => {
    const pinned = message({ pinned: true });
    listRecords.mockResolvedValue({ rows: [pinned] } as never);
    render(<PinsDialog chat="c1" onClose={vi.fn()} />, { wrapper: withQueries() });
    expect(await screen.findByText("The boots have arrived")).toBeTruthy();
    keep(messages, [{ ...pinned, version: 2, pinned: false }]);
    expect(await screen.findByText("Nothing is pinned")).toBeTruthy();
  });

  it("lists what I saved", async () => {
    choose({});
    render(<SavedDialog onClose={vi.fn()} />, { wrapper: withQueries() });
    expect(await screen.findByText("Nothing is saved")).toBeTruthy();
    expect(listRecords).not.toHaveBeenCalled();
  });
});
