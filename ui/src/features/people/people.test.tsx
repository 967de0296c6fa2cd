import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { browserOf } from "./browserOf";
import { SessionsField } from "./SessionsField";
import { WeekField } from "./WeekField";
import {
  clockOf,
  copyToAll,
  dayProblem,
  enableDay,
  holidayProblem,
  removeDay,
  weekOf,
  writeWeek,
} from "./week";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), send: vi.fn() }));
vi.mock("@/lib/unsaved", () => ({ useUnsaved: () => () => undefined }));
const send = vi.mocked(api.send);

describe("a week", () => {
  const stored = {
    do_not_disturb: true,
    time_zone: "America/Denver",
    monday_enabled: true,
    monday_start_time: "9:00 AM",
    monday_end_time: "12:00",
    monday_more_hours: [{ start_time: "13:00", end_time: "17:00" }],
    tuesday_enabled: false,
    holidays: ["2026-12-25", { date: "2026-12-24", name: "Eve", start_time: "12:00", end_time: "18:00" }],
  };

  it("is written as it was read", () => {
    const written = writeWeek(weekOf(stored));
    expect(written).toMatchObject({
      do_not_disturb: true,
      time_zone: "America/Denver",
      monday_enabled: true,
      monday_start_time: "09:00",
      monday_end_time: "12:00",
      monday_more_hours: [{ start_time: "13:00", end_time: "17:00" }],
      tuesday_enabled: false,
      sunday_enabled: null,
      holidays: [
        { date: "2026-12-25", all_day: true },
        { date: "2026-12-24", name: "Eve", start_time: "12:00", end_time: "18:00" },
      ],
    });
    expect(weekOf(written)).toEqual(weekOf(stored));
  });

  it("takes over a day for all days, and forgets one", () => {
    const week = copyToAll(weekOf(stored), "monday");
    expect(week.days.sunday).toEqual(week.days.monday);
    expect(writeWeek(removeDay(week, "sunday"))).toMatchObject({
      sunday_enabled: null,
      sunday_start_time: null,
      sunday_end_time: null,
      sunday_more_hours: null,
    });
  });

  it.each([
    ["10:00 PM", "22:00"],
    ["12:15 AM", "00:15"],
    ["24:00", "00:00"],
    ["09:30:00", "09:30"],
    ["noon", ""],
    [7, ""],
  ])("reads %j as %j", (given, clock) => expect(clockOf(given)).toBe(clock));

  it("begins a day with the usual hours", () => {
    expect(enableDay(weekOf({}), "friday", true).days.friday.ranges).toEqual([
      { start: "09:00", end: "17:00" },
    ]);
  });

  it.each([
    [
      [
        ["09:00", "12:00"],
        ["13:00", "17:00"],
      ],
      undefined,
    ],
    [
      [
        ["09:00", "12:00"],
        ["11:59", "17:00"],
      ],
      "overlap",
    ],
    [
      [
        ["22:00", "02:00"],
        ["23:00", "23:30"],
      ],
      "overlap",
    ],
    [[["09:00", ""]], "time"],
    [[["22:00", "00:00"]], undefined],
  ] as const)("finds in %j: %s", (ranges, problem) =>
    expect(dayProblem({ isEnabled: true, ranges: ranges.map(([start, end]) => ({ start, end })) })).toBe(
      problem,
    ),
  );

  it.each([
    [[{ date: "" }], 0, "date"],
    [[{ date: "2026-12-24", start_time: "18:00", end_time: "12:00" }], 0, "order"],
    [["2026-12-24", "2026-12-24"], 1, "twice"],
    [["2026-12-24", { date: "2026-12-24", start_time: "08:00", end_time: "12:00" }], 1, undefined],
  ])("finds in the holidays %j at %d: %s", (holidays, at, problem) =>
    expect(holidayProblem(weekOf({ holidays }), at)).toBe(problem),
  );
});

describe("the editor", () => {
  const answer = (availability: object) => ({ user: "u1", name: "Mia", availability, reason: "" });
  const show = (availability: object) => {
    send.mockImplementation(
      (route, input) =>
        Promise.resolve(
          answer(route.startsWith("GET") ? availability : (input as { availability: object }).availability),
        ) as never,
    );
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <WeekField user="u1" />
      </QueryClientProvider>,
    );
  };
  beforeEach(() => {
    send.mockReset();
  });

  it("copies a day to all, stores the week and says so", async () => {
    const said = vi.spyOn(toast, "success").mockReturnValue(undefined);
    show({});
    expect(await screen.findByText("No hours are set, so calls can ring at any time.")).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: "Monday" }));
    fireEvent.click(screen.getByRole("button", { name: "Add a range to Monday" }));
    expect(screen.getByLabelText("Monday from, range 2")).toHaveProperty("value", "18:00");
    fireEvent.click(screen.getByRole("button", { name: "More for Monday" }));
    fireEvent.click(screen.getByText("Copy to All Days"));
    fireEvent.click(screen.getByRole("button", { name: "More for Sunday" }));
    fireEvent.click(screen.getByText("Remove Availability"));
    fireEvent.change(screen.getByLabelText("Time zone"), { target: { value: "America/Chicago" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(said).toHaveBeenCalledWith("Users updated"));
    expect(send.mock.lastCall?.[1]).toMatchObject({
      id: "u1",
      availability: {
        time_zone: "America/Chicago",
        saturday_enabled: true,
        saturday_start_time: "09:00",
        saturday_more_hours: [{ start_time: "18:00", end_time: "19:00" }],
        sunday_enabled: null,
      },
    });
  });

  it("sends nothing that is not valid", async () => {
    const warned = vi.spyOn(toast, "warning").mockReturnValue(undefined);
    show({ monday_enabled: true, monday_start_time: "09:00", monday_end_time: "17:00" });
    fireEvent.change(await screen.findByLabelText("Monday from, range 1"), { target: { value: "" } });
    fireEvent.click(screen.getByRole("button", { name: "Add holiday" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(warned).toHaveBeenCalledWith("Some hours are not valid. Correct what is marked.");
    expect(screen.getByText("Fill in both times.")).toBeTruthy();
    expect(screen.getByText("Choose a date.")).toBeTruthy();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("shows the server's words where it may not be seen", async () => {
    send.mockRejectedValue(new api.ApiError(403, { detail: "Only supervisors may see these hours." }));
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <WeekField user="u1" />
      </QueryClientProvider>,
    );
    expect(await screen.findByText("Only supervisors may see these hours.")).toBeTruthy();
  });
});

describe("the sessions", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
      "Chrome on Windows",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge on Windows",
    ],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari on iOS"],
    ["curl/8.5.0", "curl/8.5.0"],
    ["", undefined],
  ])("%s is %s", (agent, name) => expect(browserOf(agent)).toBe(name));

  it("are ended after a question, but for this one", async () => {
    HTMLDialogElement.prototype.showModal = vi.fn();
    HTMLDialogElement.prototype.close = vi.fn();
    const said = vi.spyOn(toast, "success").mockReturnValue(undefined);
    const one = {
      browser: "curl/8",
      address: "::1",
      created: "",
      last_seen: "2026-11-27T12:00:00Z",
      expires: "",
    };
    send.mockReset();
    send.mockImplementation(
      (route) =>
        Promise.resolve(
          route.startsWith("GET")
            ? {
                data: [
                  { ...one, id: "s1", current: true },
                  { ...one, id: "s2", current: false },
                ],
              }
            : undefined,
        ) as never,
    );
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionsField user="u1" />
      </QueryClientProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name: "End session" }));
    expect(screen.getByText("End this session?")).toBeTruthy();
    fireEvent.click(screen.getByText("End", { selector: "button" }));
    await waitFor(() => expect(said).toHaveBeenCalledWith("Session ended"));
    expect(send.mock.calls).toContainEqual(["DELETE /session/{id}", { id: "s2" }]);
  });
});
