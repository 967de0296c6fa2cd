import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, api } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import type { StepProps } from "../wizard";
import { OwnAccount } from "./OwnAccount";
import { PhoneShop } from "./PhoneShop";
import { SaveCredentials } from "./SaveCredentials";

const said = { error: vi.fn(), warning: vi.fn(), success: vi.fn() };
const get = vi.fn();
const post = vi.fn();
const step: StepProps = {
  data: {},
  advance: vi.fn(),
  keep: vi.fn(),
  back: undefined,
  isBusy: false,
  isLast: false,
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(api, "get").mockImplementation(get);
  vi.spyOn(api, "post").mockImplementation(post);
  for (const tone of ["error", "warning", "success"] as const) {
    vi.spyOn(toast, tone).mockImplementation(said[tone]);
  }
});

const show = (children: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {children}
    </QueryClientProvider>,
  );

const refusal = (status: number, detail: string) => new ApiError(status, { detail });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sale = ["+14155550700", "+14155550701"].map((phone_number) => ({
  phone_number,
  friendly_name: phone_number,
  locality: "Springfield",
  postal_code: "98101",
  region: "WA",
}));

const searched = async (numbers: unknown = sale) => {
  get.mockResolvedValue({ data: numbers });
  const onBought = vi.fn();
  show(<PhoneShop isBusy={false} back={undefined} onBought={onBought} />);
  fireEvent.change(screen.getByLabelText("Area code"), { target: { value: "415" } });
  press("Search");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Search" })).toHaveProperty("disabled", false),
  );
  return onBought;
};

it("searches exactly three characters of area code", () => {
  show(<PhoneShop isBusy={false} back={undefined} onBought={vi.fn()} />);
  for (const [value, isDisabled] of [
    ["", true],
    ["41", true],
    ["415", false],
  ] as const) {
    fireEvent.change(screen.getByLabelText("Area code"), { target: { value } });
    expect(screen.getByRole("button", { name: "Search" })).toHaveProperty("disabled", isDisabled);
  }
});

it("buys exactly one number", async () => {
  const onBought = await searched();
  press("Buy");
  expect(said.warning).toHaveBeenLastCalledWith("Please select at least one phone number to buy.");
  const [first, second] = screen.getAllByRole("checkbox");
  fireEvent.click(first as HTMLElement);
  fireEvent.click(second as HTMLElement);
  press("Buy");
  expect(said.warning).toHaveBeenLastCalledWith("Start off with just one phone. You can add more later.");
  expect(post).not.toHaveBeenCalled();
  fireEvent.click(second as HTMLElement);
  post.mockResolvedValue({ data: { sid: "PN1", phone_number: "+14155550700" } });
  press("Buy");
  await waitFor(() => expect(onBought).toHaveBeenCalledWith("+14155550700", ["PN1"]));
  expect(post).toHaveBeenCalledWith("/v1/twilio/phone/purchase", { phone_number: "+14155550700" });
});

it("says that an area has no numbers", async () => {
  await searched([]);
  expect(said.warning).toHaveBeenCalledWith("No phone numbers found");
});

it("says that a purchase failed, and why", async () => {
  await searched();
  fireEvent.click(screen.getAllByRole("checkbox")[0] as HTMLElement);
  post.mockRejectedValue(refusal(409, "It is gone."));
  press("Buy");
  await waitFor(() =>
    expect(said.error).toHaveBeenCalledWith("Failed to purchase phone number: It is gone."),
  );
});

it("says that numbers could not be fetched", async () => {
  get.mockRejectedValue(refusal(503, "Busy."));
  show(<PhoneShop isBusy={false} back={undefined} onBought={vi.fn()} />);
  fireEvent.change(screen.getByLabelText("Area code"), { target: { value: "415" } });
  press("Search");
  await waitFor(() => expect(said.error).toHaveBeenCalledWith("Failed to fetch phone numbers: Busy."));
});

it.each([
  [503, "error", "Failed to create subaccount: Busy."],
  [403, "warning", "Busy."],
] as const)("says that a subaccount failed with %i", async (status, tone, text) => {
  post.mockRejectedValue(refusal(status, "Busy."));
  show(<OwnAccount {...step} />);
  press("No, pay as you go");
  press("Continue");
  await waitFor(() => expect(said[tone]).toHaveBeenCalledWith(text));
  expect(step.keep).not.toHaveBeenCalled();
});

it("goes on with an own account", () => {
  show(<OwnAccount {...step} />);
  press("Yes, use our own account");
  expect(step.advance).toHaveBeenCalledWith({ account: "own" });
});

it("requires both credentials", () => {
  show(<SaveCredentials {...step} />);
  press("Save");
  expect(screen.getAllByText("This field is required")).toHaveLength(2);
  expect(post).not.toHaveBeenCalled();
});

it("knows the credentials of a pay-as-you-go account", () => {
  show(<SaveCredentials {...step} data={{ account: "subaccount" }} />);
  expect(screen.getByText("already created")).toBeTruthy();
  press("Next");
  expect(step.advance).toHaveBeenCalled();
});
