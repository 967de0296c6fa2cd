import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { withQueries } from "@/queries.test-env";
import { createRouter } from "@/realtime/router";
import { createStore, transact } from "@/store";
import * as simulated from "./api";
import { type refuseTexts, useNames, usePeople } from "./api";
import { callNewsAtom, simulatorReducers } from "./reducers";
import { TurnAway } from "./TurnAway";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const listRecords = vi.mocked(api.listRecords);

beforeEach(() => {
  vi.clearAllMocks();
});

const contact = (id: string, number: string | null, name = id) => ({
  id,
  version: 1,
  name,
  phone: number && { phone_number: number },
});

describe("people to call as", () => {
  const asked = async (typed: string) => {
    listRecords.mockResolvedValueOnce({ rows: [contact("Mia", "+1415"), contact("Ben", null)] } as never);
    const { result } = renderHook(() => usePeople(typed), {
      wrapper: withQueries(),
    });
    await waitFor(() => expect(result.current.data).toBeDefined());
    return { people: result.current.data, filter: listRecords.mock.calls[0]?.[1].filter };
  };

  it("are contacts with a number", async () => {
    const { people, filter } = await asked("");
    expect(people).toEqual([{ id: "Mia", name: "Mia", number: "+1415" }]);
    expect(filter).toBeUndefined();
  });

  it.each([
    ["mia o", { field: "name", operator: "LIKE", value: "mia o" }],
    ["(415) 55", { field: "phone.phone_number", operator: "LIKE", value: "41555" }],
    ["+44", { field: "phone.phone_number", operator: "LIKE", value: "+44" }],
    ["7", { field: "name", operator: "LIKE", value: "7" }],
  ])("are found by %j", async (typed, filter) => {
    expect((await asked(typed)).filter).toEqual([filter]);
  });
});

describe("names behind numbers", () => {
  it("are asked for once each, and not at all for none", async () => {
    const none = renderHook(() => useNames([]), { wrapper: withQueries() });
    expect(none.result.current.size).toBe(0);
    expect(listRecords).not.toHaveBeenCalled();
    listRecords.mockResolvedValueOnce({ rows: [contact("Mia", "+1415")] } as never);
    const { result } = renderHook(() => useNames(["+1416", "+1415", "+1416"]), {
      wrapper: withQueries(),
    });
    await waitFor(() => expect(result.current.get("+1415")).toBe("Mia"));
    expect(result.current.has("+1416")).toBe(false);
    expect(listRecords.mock.calls[0]?.[1].filter?.[0]?.value).toEqual(["+1415", "+1416"]);
  });
});

describe("news of calls", () => {
  it("count up with every change of a call and every snapshot, and with nothing else", () => {
    const store = createStore();
    const router = createRouter();
    router.register(simulatorReducers);
    const change = { seq: 1, topics: [], id: "x", op: "updated" as const, version: 1 };
    transact((tx) => {
      router.snapshot(tx, "calls:all", { calls: [] });
      router.change(tx, [
        { ...change, object: "call" },
        { ...change, object: "note" },
      ]);
    }, store);
    expect(store.get(callNewsAtom)).toBe(2);
  });
});

describe("turning texts away", () => {
  let refuse: MockInstance<typeof refuseTexts>;
  const box = () => screen.getByRole<HTMLInputElement>("checkbox");

  beforeEach(() => {
    refuse = vi.spyOn(simulated, "refuseTexts").mockResolvedValue({} as never);
  });

  it("asks for the other state, and has the page read again", async () => {
    const onDone = vi.fn();
    render(<TurnAway isOn={false} onDone={onDone} />);
    await userEvent.click(box());
    expect(refuse).toHaveBeenCalledWith(true);
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(box().disabled).toBe(false);
  });

  it("says a refusal, and shows the state that stands", async () => {
    const error = vi.spyOn(toast, "error").mockReturnValue(undefined);
    refuse.mockRejectedValueOnce(new api.ApiError(500, { detail: "It broke." }));
    render(<TurnAway isOn onDone={vi.fn()} />);
    await userEvent.click(box());
    await waitFor(() => expect(error).toHaveBeenCalledWith("The simulator rejected this: It broke."));
    await act(() => Promise.resolve());
    expect(box().checked).toBe(true);
  });
});
