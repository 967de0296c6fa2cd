import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { withQueries } from "@/queries.test-env";
import { store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { threads } from "@/thread";
import { threadName } from "../reducers";
import { FindBar } from "./FindBar";
import { FoundText } from "./FoundText";
import { find, findAtom } from "./find";
import { matchesIn, snippetOf } from "./matches";
import { loadTo } from "./search";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const list = vi.mocked(api.listRecords);

beforeEach(() => {
  vi.clearAllMocks();
  store.set(findAtom, undefined);
  signIn();
});

const text = (id: string, number: number, body: string) => ({
  id,
  version: 1,
  number,
  body,
  direction: "incoming",
});
const page = (rows: object[], hasNext = false) => ({ rows, hasNext }) as never;

describe("matches in a text", () => {
  const marked = (body: string, typed: string) =>
    matchesIn(body, typed)
      .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
      .join("");
  it.each([
    ["The tent is here. A TENT!", "tent", "The [tent] is here. A [TENT]!"],
    ["Zoë's café", "cafe", "Zoë's [café]"],
    ["Straße 5", "strasse", "[Straße] 5"],
    ["nothing of it", "tent", "nothing of it"],
    ["any", "  ", "any"],
    ["aaa", "aa", "[aa]a"],
    ["🛶 canoe", "canoe", "🛶 [canoe]"],
    ["100% off", "0% o", "10[0% o]ff"],
  ])("%s, looked through for %s", (body, typed, expected) => expect(marked(body, typed)).toBe(expected));

  it("are shown with what stands around the first", () => {
    const body = `${"Before it. ".repeat(10)}The tent ${"and after it ".repeat(30)}`;
    const snippet = snippetOf(body, "tent")
      .map((piece) => piece.text)
      .join("");
    expect(snippet).toMatch(/^….*The tent and after/);
    expect(snippet.length).toBeLessThan(160);
    expect(snippetOf("tent", "tent")).toEqual([{ text: "tent", found: true }]);
  });

  it("are marked, the current one for everybody", () => {
    const { container } = render(<FoundText text="A tent" typed="tent" isCurrent />);
    expect(container.querySelector("mark")?.textContent).toBe("tent");
    expect(container.querySelector("[aria-current=true]")).not.toBeNull();
  });
});

describe("the search in a conversation", () => {
  const rows = [text("m9", 9, "tent 9"), text("m5", 5, "tent 5"), text("m2", 2, "tent 2")];
  const shown: (string | undefined)[] = [];
  const bar = (conversation: string) => {
    shown.length = 0;
    find(conversation);
    render(<FindBar conversation={conversation} newest={9} onShow={(one) => shown.push(one?.id)} />, {
      wrapper: withQueries(),
    });
    return screen.getByRole("searchbox", { name: "Find in messages" });
  };

  it("counts the matches, and goes from one to the next in a circle", async () => {
    const user = userEvent.setup();
    list.mockResolvedValue(page(rows));
    const input = bar("c1");
    await user.type(input, "tent");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 of 3"));
    expect(list.mock.calls[0]?.[1].filter).toEqual([
      { field: "conversation", operator: "=", value: "c1" },
      { field: "body", operator: "LIKE", value: "%tent%" },
    ]);
    await user.type(input, "{Enter}{Enter}");
    expect(screen.getByRole("status").textContent).toBe("3 of 3");
    await user.click(screen.getByRole("button", { name: "Next match" }));
    expect(screen.getByRole("status").textContent).toBe("1 of 3");
    await user.type(input, "{Shift>}{Enter}{/Shift}");
    expect(screen.getByRole("status").textContent).toBe("3 of 3");
    expect(shown).toEqual([undefined, "m9", "m5", "m2", "m9", "m2"]);
    await user.type(input, "{Escape}");
    expect(store.get(findAtom)).toBeUndefined();
  });

  it("says when there is none, and when the server refuses", async () => {
    const user = userEvent.setup();
    list.mockResolvedValueOnce(page([]));
    const input = bar("c2");
    await user.type(input, "kayak");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("No matches"));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next match" }).disabled).toBe(true);
    list.mockRejectedValueOnce(new api.ApiError(429, { detail: "Too many searches." }));
    await user.type(input, "s");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Too many searches."));
  });

  it("begins at the message that was chosen elsewhere", async () => {
    list.mockResolvedValue(page(rows, true));
    find("c3", "tent", 5);
    render(<FindBar conversation="c3" newest={9} onShow={(one) => shown.push(one?.id)} />, {
      wrapper: withQueries(),
    });
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("2 of 3+"));
    expect(shown.at(-1)).toBe("m5");
    // What is looked for changes: it begins at the newest, and the field keeps the focus.
    const field = screen.getByRole("searchbox", { name: "Find in messages" });
    expect(document.activeElement).toBe(field);
    const { opening } = store.get(findAtom) ?? {};
    await userEvent.type(field, "s");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 of 3+"));
    expect(store.get(findAtom)).toEqual({ conversation: "c3", typed: "tents", from: undefined, opening });
  });
});

it("fetches what is older up to a match, and no further", async () => {
  const all = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => text(`d${from - index}`, from - index, "x"));
  transact((tx) => threads.newest(tx, threadName("d"), all(500, 491), 10));
  list.mockImplementation((_object, query) => {
    const oldest = Number(query.filter?.find(({ field }) => field === "number")?.value);
    return Promise.resolve(page(all(oldest - 1, oldest - query.limit)));
  });
  await loadTo("d", 250);
  const first = store.get(threads.atomOf(threadName("d")))?.items[0]?.number ?? 0;
  expect(first).toBeLessThanOrEqual(250);
  expect(first).toBeGreaterThan(230);
  expect(list).toHaveBeenCalledTimes(2);
  await loadTo("d", 300);
  expect(list).toHaveBeenCalledTimes(2);
});
