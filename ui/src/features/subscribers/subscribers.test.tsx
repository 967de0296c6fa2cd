import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toastList } from "@/components/Toaster/toasts";
import { FeaturesContext } from "@/feature";
import { RecordTools } from "@/feature/RecordTools";
import { colleaguesAtom, entities, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { setActive, unsubscribe } from "./actions";
import { subscribers } from "./index";
import { object, type Subscriber } from "./objects";
import { subscriberReducers } from "./reducers";
import { SubscribersSheet } from "./SubscribersSheet";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  createRecord: vi.fn(),
  listRecords: vi.fn(),
  patchRecord: vi.fn(),
  deleteRecords: vi.fn(),
}));
const createRecord = vi.mocked(api.createRecord);
const listRecords = vi.mocked(api.listRecords);
const patchRecord = vi.mocked(api.patchRecord);
const deleteRecords = vi.mocked(api.deleteRecords);

const all = { create: true, read: true, update: true, delete: true };
let nth = 0;

/** A subscription as the server stores it, under a record of its own in each test. */
const subscription = (over: Partial<Subscriber> = {}): Subscriber => ({
  id: `s${++nth}`,
  version: 1,
  user: { id: "bob", name: "Bob" },
  notification_setting: "Chat Message Created",
  record_id: record(),
  active: true,
  ...over,
});
const record = () => `record${Math.floor(testNumber)}`;
let testNumber = 0;

beforeEach(() => {
  testNumber += 1;
  vi.resetAllMocks();
  signIn({ rights: { [object]: { ...all, rows: "all" } } });
  store.set(colleaguesAtom, [
    { id: "me", name: "Alice", status: "available" },
    { id: "bob", name: "Bob", status: "away" },
    { id: "eve", name: "Eve", status: "available" },
  ] as never);
});

const said = () => toastList.read().at(-1);

async function open(rows: Subscriber[], about = "chat") {
  listRecords.mockResolvedValue({ rows } as never);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <SubscribersSheet object={about} id={record()} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  await screen.findByRole("button", { name: "Add", hidden: true });
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));
const pick = (name: RegExp) => fireEvent.click(screen.getByRole("checkbox", { name, hidden: true }));

describe("adding a subscriber", () => {
  it("needs a user", async () => {
    await open([]);
    press("Add");
    expect(screen.getByText("Please select a user to add as a subscriber.")).toBeTruthy();
    expect(createRecord).not.toHaveBeenCalled();
  });

  it("refuses those who are subscribers already, by their names", async () => {
    await open([subscription(), subscription({ user: { id: "eve", name: "Eve" } })]);
    pick(/Bob/);
    pick(/Eve/);
    press("Add");
    expect(screen.getByText("The following users are already subscribers: Bob, Eve")).toBeTruthy();
    expect(createRecord).not.toHaveBeenCalled();
  });

  it("stores the setting that was chosen, and lists it at once", async () => {
    await open([subscription()]);
    createRecord.mockResolvedValueOnce(subscription({ notification_setting: "Chat Updated" }));
    pick(/Bob/);
    await userEvent.selectOptions(screen.getByRole("combobox", { hidden: true }), "Chat Updated");
    press("Add");
    await waitFor(() => expect(said()?.text).toBe("Subscriber added successfully."));
    expect(createRecord).toHaveBeenCalledWith(
      object,
      {
        name: "Chat Updated",
        user: "bob",
        notification_setting: "Chat Updated",
        record_id: record(),
        object: { schema_api_name: "chat" },
        active: true,
      },
      expect.any(String),
    );
    expect(screen.getAllByText("Chat Updated", { selector: "p" })).toHaveLength(1);
  });

  it("says why the server refused, and keeps who was refused chosen", async () => {
    await open([]);
    createRecord
      .mockRejectedValueOnce(new api.ApiError(403, { detail: "You can only subscribe yourself." }))
      .mockResolvedValueOnce(subscription({ user: { id: "eve", name: "Eve" } }));
    pick(/Bob/);
    pick(/Eve/);
    press("Add");
    await waitFor(() => expect(said()?.text).toBe("Subscriber added successfully."));
    expect(toastList.read().find(({ text }) => text === "You can only subscribe yourself.")?.tone).toBe(
      "warning",
    );
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox", { hidden: true });
    await waitFor(() => expect(boxes.filter(({ checked }) => checked)).toHaveLength(1));
  });

  it("offers the five settings", async () => {
    await open([], "twilio_conversation");
    const select = screen.getByRole<HTMLSelectElement>("combobox", { hidden: true });
    expect([...select.options].map(({ text }) => text).sort()).toEqual(
      [
        "Inbound SMS Alert",
        "SMS Outbound",
        "Twilio Conversation Unread Messages",
        "Chat Message Created",
        "Chat Updated",
      ].sort(),
    );
    expect(select.value).toBe("Twilio Conversation Unread Messages");
  });
});

describe("a subscriber", () => {
  it("is removed, and the list is without it", async () => {
    const one = subscription();
    await open([one]);
    deleteRecords.mockResolvedValueOnce();
    press(/^Remove Bob/);
    await waitFor(() => expect(said()?.text).toBe("Subscriber removed successfully."));
    expect(deleteRecords).toHaveBeenCalledWith(object, [one.id]);
    expect(screen.getByText("No subscribers yet")).toBeTruthy();
  });

  it("who is inactive is activated again", async () => {
    const one = subscription({ active: false });
    await open([one]);
    expect(screen.getByText("Inactive")).toBeTruthy();
    patchRecord.mockResolvedValueOnce({ ...one, version: 2, active: true });
    press(/^Activate Bob/);
    await waitFor(() => expect(said()?.text).toBe("Subscriber activated successfully."));
    expect(patchRecord).toHaveBeenCalledWith(object, { id: one.id, active: true });
    await waitFor(() => expect(screen.queryByText("Inactive")).toBeNull());
  });

  it.each([
    ["is not known", undefined, undefined],
    ["was removed by somebody", "s-gone", new api.ApiError(404, { detail: "Record not found" })],
  ])("who %s is invalid", async (_, id, error) => {
    patchRecord.mockRejectedValueOnce(error);
    deleteRecords.mockRejectedValueOnce(error);
    const one = id === undefined ? undefined : subscription({ id });
    await setActive(one, true);
    expect(said()).toMatchObject({ text: "Invalid subscriber.", tone: "error" });
    await unsubscribe({ object: "chat", id: record() }, one);
    expect(said()?.text).toBe("Invalid subscriber.");
  });

  it("that the server does not let go says why", async () => {
    deleteRecords.mockRejectedValueOnce(new api.ApiError(500, { detail: "The disk is full." }));
    await unsubscribe({ object: "chat", id: record() }, subscription());
    expect(said()).toMatchObject({ text: "The disk is full.", tone: "error" });
  });

  it("of somebody else comes and goes live", async () => {
    const one = subscription();
    await open([one]);
    const other = subscription({ user: { id: "eve", name: "Eve" } });
    const tell = (change: Partial<api.Change>) =>
      act(() =>
        transact((tx) => {
          const whole = {
            seq: 1,
            topics: [],
            object,
            id: other.id,
            op: "created",
            version: 1,
            ...change,
          } as api.Change;
          entities.apply(tx, whole);
          subscriberReducers.changes?.[object]?.(tx, whole, {} as never);
        }),
      );
    tell({ fields: { ...other } as never });
    const list = screen.getByRole("region", { name: "Subscribers", hidden: true });
    expect(within(list).getByText("Eve")).toBeTruthy();
    tell({ op: "removed", version: 2 });
    expect(within(list).queryByText("Eve")).toBeNull();
  });
});

it("who may not see those of others adds themselves alone, and sees why", async () => {
  signIn({ rights: { [object]: { ...all, rows: "own" } } });
  await open([]);
  expect(screen.getAllByRole("checkbox", { hidden: true })).toHaveLength(1);
  expect(screen.getByText(/You see and change your own subscriptions/)).toBeTruthy();
});

it("is offered for every record but a subscription, to those who may read any", () => {
  const tools = (about: string) =>
    render(
      <FeaturesContext value={[subscribers]}>
        <RecordTools object={about} id="r1" />
      </FeaturesContext>,
    ).container.querySelectorAll("button").length;
  expect(["contact", "chat", "twilio_conversation", object].map(tools)).toEqual([1, 1, 1, 0]);
  signIn();
  expect(tools("contact")).toBe(0);
});
