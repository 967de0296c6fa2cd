import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WireRecord } from "@/api";
import { CallJournal } from "./CallJournal";
import type { Journal } from "./journal";

const command = vi.fn<() => Promise<Journal>>();
vi.mock("@/realtime", async (actual) => ({
  ...(await actual<object>()),
  isConnected: () => true,
  command: () => command(),
}));

const call = {
  id: "k1",
  status: "canceled",
  direction: "inbound",
  contact: { id: "c1", name: "Mia Ortiz" },
  journal: 3,
} as unknown as WireRecord;

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds)).toISOString();

const journal: Journal = {
  last: 3,
  people: [{ id: "anna", name: "Anna Berg" }],
  steps: [
    { seq: 1, at: at(0), kind: "ringing", parties: [{ who: "customer", state: "waiting" }] },
    { seq: 2, at: at(4), kind: "accepted", by: "anna", parties: [{ who: "anna", state: "connecting" }] },
    {
      seq: 3,
      at: at(30),
      kind: "ended",
      status: "canceled",
      parties: [
        { who: "customer", state: "left" },
        { who: "anna", state: "none" },
      ],
    },
  ],
};

function show(record: WireRecord) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <CallJournal record={record} />
    </QueryClientProvider>,
  );
}

const current = () => document.querySelector("[aria-current=step]")?.textContent;

describe("the journal on a call's page", () => {
  beforeEach(() => command.mockReset());

  it("is loading, and then says what happened, the newest shown", async () => {
    let answer = (_: Journal) => {};
    command.mockReturnValue(
      new Promise((done) => {
        answer = done;
      }),
    );
    show(call);
    expect(screen.getByRole("status", { name: "Loading the journal" })).toBeTruthy();
    await act(async () => answer(journal));
    const list = await screen.findByRole("list", { name: "Events" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map((row) => row.textContent),
    ).toEqual(["0:00Mia Ortiz called", "0:04Anna Berg accepted", "0:30Missed call"]);
    expect(current()).toBe("0:30Missed call");
  });

  it("is stepped through by buttons and keys", async () => {
    command.mockResolvedValue(journal);
    show(call);
    fireEvent.click(await screen.findByRole("button", { name: "Step back" }));
    expect(current()).toBe("0:04Anna Berg accepted");
    fireEvent.keyDown(screen.getByRole("button", { name: "Step back" }), { key: "ArrowLeft" });
    expect(current()).toBe("0:00Mia Ortiz called");
    fireEvent.keyDown(screen.getByRole("button", { name: "Step back" }), { key: "End" });
    expect(current()).toBe("0:30Missed call");
    fireEvent.change(screen.getByRole("slider", { name: "Step" }), { target: { value: "1" } });
    expect(document.querySelector("[data-lane=anna] [data-standing]")?.textContent).toBe("Connecting");
  });

  it("says that nothing was kept of a call from before", () => {
    show({ ...call, journal: null });
    expect(screen.getByText("No journal")).toBeTruthy();
    expect(command).not.toHaveBeenCalled();
  });

  it("says why it could not be read, and tries again", async () => {
    command.mockRejectedValueOnce(new Error("The server is busy."));
    command.mockResolvedValueOnce(journal);
    show(call);
    expect(await screen.findByText("The journal could not be loaded.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("list", { name: "Events" })).toBeTruthy();
  });

  it("is not there for who may not read it", () => {
    const { journal: _, ...hidden } = call;
    expect(show(hidden as WireRecord).container.textContent).toBe("");
  });
});
