import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toastList } from "@/components/Toaster/toasts";
import { adoptZone, browserZone, zone } from "@/lib/zone";
import { signIn } from "@/store/signIn.test-env";
import { TimeZoneDialog } from "./TimeZoneDialog";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), patchRecord: vi.fn() }));
const patchRecord = vi.mocked(api.patchRecord);
const onClose = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  Element.prototype.scrollIntoView = vi.fn();
  let version = 10;
  patchRecord.mockImplementation((_, fields) =>
    Promise.resolve({ name: "Alice", ...fields, version: version++ } as never),
  );
  signIn({ user: { version: 1, time_zone: "Europe/Berlin" } });
  adoptZone("Europe/Berlin");
  render(<TimeZoneDialog onClose={onClose} />);
});

afterEach(() => adoptZone(undefined));

function choose(typed: string): void {
  const box = screen.getByLabelText("Search by city, offset or name");
  fireEvent.change(box, { target: { value: typed } });
  fireEvent.keyDown(box, { key: "Enter" });
}
const sent = () => patchRecord.mock.calls.map(([, { time_zone }]) => time_zone);

it("shows times in the chosen zone at once, and as before where that is undone", async () => {
  choose("tokyo");
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(zone()).toBe("Asia/Tokyo");
  const told = await vi.waitFor(() => {
    const [one] = toastList.read().filter(({ text }) => text === "Times now use the time zone of Tokyo.");
    expect(one).toBeDefined();
    return one;
  });
  told?.action?.run();
  await vi.waitFor(() => expect(sent()).toEqual(["Asia/Tokyo", "Europe/Berlin"]));
  expect(zone()).toBe("Europe/Berlin");
});

it("keeps the former zone where the server refuses another", async () => {
  patchRecord.mockRejectedValueOnce(new api.ApiError(422, { detail: "Not this one." }));
  choose("tokyo");
  await vi.waitFor(() => expect(toastList.read().map(({ text }) => text)).toContain("Not this one."));
  expect(zone()).toBe("Europe/Berlin");
});

it("takes the browser's zone", async () => {
  fireEvent.click(screen.getByText("Use this browser’s zone"));
  await vi.waitFor(() => expect(sent()).toEqual([browserZone()]));
  expect(zone()).toBeUndefined();
});
