import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import * as realtime from "@/realtime";
import { ChangeBar } from "./ChangeBar";

vi.mock("@/fields/lookup/RecordLink", () => ({
  RecordLink: ({ object, reference }: { object: string; reference: api.Reference }) => (
    <a href={`/view/${object}/record/${reference.id}`}>{reference.name ?? "No name"}</a>
  ),
}));
vi.mock("@/realtime", async (original) => ({
  ...(await original<typeof realtime>()),
  useLiveRecord: vi.fn(),
}));
vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), carryOut: vi.fn() }));

const onOver = vi.fn();
const onDismiss = vi.fn();
const shown = (job: object | undefined) =>
  vi.mocked(realtime.useLiveRecord).mockReturnValue({
    shown: job && { record: { id: "j", version: 1, name: "Change an object", ...job }, isRemoved: false },
    error: null,
    isFetching: false,
    retry: vi.fn(),
    refetch: vi.fn(),
  });
const bar = () => <ChangeBar job="j" onOver={onOver} onDismiss={onDismiss} />;

beforeEach(() => vi.clearAllMocks());

it("shows how far a change has got, and cancels it", () => {
  shown({ status: "running", done: 1200, total: 4800 });
  vi.mocked(api.carryOut).mockResolvedValue({ id: "j" } as never);
  render(bar());
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
  expect(screen.getByText("1,200 of 4,800")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancel change" }));
  expect(api.carryOut).toHaveBeenCalledWith("POST /job/{id}/cancel", { id: "j" });
  expect(onOver).not.toHaveBeenCalled();
});

it("says at the end what came of it, once", () => {
  shown({ status: "queued" });
  const { rerender } = render(bar());
  expect(screen.getByText("Queued")).toBeTruthy();
  shown({ status: "done", result: "The object was changed." });
  rerender(bar());
  rerender(bar());
  expect(screen.getByText("The object was changed.")).toBeTruthy();
  expect(onOver).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(onDismiss).toHaveBeenCalled();
});

it("names the records that don't fit, with the way to each", () => {
  const problems = [
    { id: "a", name: "Tandem kayak", value: "heavy", detail: "this is no whole number" },
    { id: "b", name: "", value: "?", detail: "this is no whole number either" },
  ];
  shown({
    status: "failed",
    error: "1402 records don't fit, and nothing was changed.",
    problems: { object: "deal", count: 1402, problems },
  });
  render(bar());
  expect(screen.getByText("1,402 records don't fit")).toBeTruthy();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/view/deal/record/a",
    "/view/deal/record/b",
  ]);
  expect(screen.getByRole("row", { name: "Tandem kayak heavy this is no whole number" })).toBeTruthy();
  expect(screen.getByText("and 1,400 more")).toBeTruthy();
  expect(screen.queryByText(/and nothing was changed/)).toBeNull(); // the list says it
});

it.each([
  ["failed", { error: "Something went wrong." }, "Something went wrong."],
  ["failed", { error: "It stopped.", problems: "none" }, "It stopped."],
  ["canceled", {}, "Change canceled. Nothing was modified."],
])("that %s says so (%j)", (status, over, text) => {
  shown({ status, ...over });
  render(bar());
  expect(screen.getByText(text)).toBeTruthy();
});
