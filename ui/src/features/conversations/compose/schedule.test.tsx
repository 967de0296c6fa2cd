import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { withQueries } from "@/queries.test-env";
import { signIn } from "@/store/signIn.test-env";
import { ComposeBox } from "./ComposeBox";
import { ScheduledTexts } from "./ScheduledTexts";
import { dayAt, daysToMonday, localIn, momentIn } from "./zones";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  listRecords: vi.fn(),
  carryOut: vi.fn(),
}));
const list = vi.mocked(api.listRecords);
const does = vi.mocked(api.carryOut);

const said: string[] = [];
beforeEach(() => {
  vi.clearAllMocks();
  said.length = 0;
  for (const tone of ["success", "error", "warning", "info"] as const) {
    vi.spyOn(toast, tone).mockImplementation((text: string) => {
      said.push(text);
      return 0 as never;
    });
  }
  const rights = { read: true, create: true, update: true, delete: true };
  signIn({ rights: { template: rights, file: rights } });
});

describe("a time in a zone", () => {
  it.each([
    ["America/Chicago", "2026-11-27T09:00", "2026-11-27T15:00:00.000Z"],
    ["Europe/Berlin", "2026-07-01T09:00", "2026-07-01T07:00:00.000Z"],
    // An hour that clocks skip in spring, and one that they show twice in autumn.
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"],
  ])("%s %s is %s", (zone, local, moment) => {
    const at = momentIn(zone, local);
    expect([
      moment,
      new Date(Date.parse(moment) - 3_600_000).toISOString(),
      new Date(Date.parse(moment) + 3_600_000).toISOString(),
    ]).toContain(at?.toISOString());
    if (!local.includes("02:30")) {
      expect(localIn(zone, at as Date)).toBe(local);
    }
  });

  it("is chosen by the calendar there", () => {
    const late = new Date("2026-11-27T23:30:00Z"); // a Friday; already Saturday in Tokyo
    expect(dayAt("America/Chicago", late, 1, 9)).toBe("2026-11-28T09:00");
    expect(dayAt("Asia/Tokyo", late, 1, 9)).toBe("2026-11-29T09:00");
    expect(daysToMonday("America/Chicago", late)).toBe(3);
    expect(daysToMonday("Asia/Tokyo", late)).toBe(2);
    expect(momentIn("UTC", "")).toBeUndefined();
  });
});

const box = () =>
  render(
    <ComposeBox
      draft={crypto.randomUUID()}
      takesFocus={false}
      blocked={undefined}
      contact={undefined}
      conversation="c1"
      onSend={vi.fn()}
    />,
    { wrapper: withQueries() },
  );

describe("scheduling", () => {
  it("sends the text later, at a time of the contact's zone", async () => {
    does.mockImplementation((route) =>
      Promise.resolve(
        (route === "GET /twilio/conversation/{id}/zone"
          ? { time_zone: "America/Chicago" }
          : { id: "s1", version: 1, conversation: { id: "c1" } }) as never,
      ),
    );
    box();
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
    await userEvent.click(screen.getByRole("button", { name: "Schedule" }));
    expect(await screen.findByText("Time in America/Chicago")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Schedule text" }));
    expect(said).toEqual(["Please enter a message or attach a file"]);
    await userEvent.type(field, "See you");
    await userEvent.click(screen.getByRole("button", { name: "Tomorrow 9:00" }));
    await userEvent.click(screen.getByRole("button", { name: "Schedule text" }));
    await waitFor(() => expect(said.at(-1)).toBe("Text scheduled."));
    expect(does.mock.calls.at(-1)).toMatchObject([
      "POST /twilio/scheduled",
      { conversation: "c1", body: "See you", time_zone: "America/Chicago", files: [] },
    ]);
    const { send_at } = (does.mock.calls.at(-1)?.[1] ?? {}) as { send_at: string };
    expect(localIn("America/Chicago", new Date(send_at)).slice(-5)).toBe("09:00");
    expect(field.value).toBe("");
  });

  it("says that it is coming where an administrator turned it off", async () => {
    does.mockRejectedValue(new api.ApiError(403, { detail: "Scheduling feature coming soon!" }));
    box();
    await userEvent.click(screen.getByRole("button", { name: "Schedule" }));
    await waitFor(() => expect(said).toEqual(["Scheduling feature coming soon!"]));
    expect(screen.queryByRole("button", { name: "Schedule text" })).toBeNull();
  });
});

describe("what is scheduled", () => {
  const text = (id: string, state: string, over = {}) => ({
    id,
    version: 1,
    name: `Text ${id}`,
    body: `Text ${id}`,
    state,
    send_at: "2099-01-05T15:00:00Z",
    time_zone: "America/Chicago",
    conversation: { id: "c2" },
    ...over,
  });

  it("is listed, with why something was not sent, and can be sent now, changed and cancelled", async () => {
    list.mockResolvedValue({
      rows: [text("a", "scheduled"), text("b", "failed", { reason: "It is night there." })],
    } as never);
    does.mockImplementation((_, input) =>
      Promise.resolve({ ...text((input as { id: string }).id, "cancelled"), version: 2 } as never),
    );
    render(<ScheduledTexts conversation="c2" />, { wrapper: withQueries() });
    await userEvent.click(await screen.findByRole("button", { name: "2 scheduled texts" }));
    expect(screen.getByText("Not sent. It is night there.")).toBeTruthy();
    expect(screen.getByText(/Jan 5, 2099, 9:00\sAM \(America\/Chicago\)/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Edit the scheduled text" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Text" }), "!");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(does.mock.calls[0]).toMatchObject([
      "POST /twilio/scheduled/{id}",
      { id: "a", body: "Text a!", send_at: "2099-01-05T15:00:00.000Z" },
    ]);
    await userEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
    expect(does.mock.calls[1]?.[0]).toBe("POST /twilio/scheduled/{id}/cancel");
    await waitFor(() => expect(screen.queryByText("Text b")).toBeNull());
  });

  it("says why it can't be sent now", async () => {
    list.mockResolvedValue({ rows: [text("d", "scheduled", { conversation: { id: "c3" } })] } as never);
    does.mockRejectedValue(
      new api.ApiError(409, { detail: "This text is being sent, so it can't be changed." }),
    );
    render(<ScheduledTexts conversation="c3" />, { wrapper: withQueries() });
    await userEvent.click(await screen.findByRole("button", { name: "1 scheduled text" }));
    await userEvent.click(screen.getByRole("button", { name: "Send now" }));
    await waitFor(() => expect(said).toEqual(["This text is being sent, so it can't be changed."]));
    expect(does.mock.calls[0]?.[1]).toMatchObject({ id: "d", now: true });
  });
});
