import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { ApiError } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { router } from "@/realtime";
import { transact } from "@/store";
import { CallButton } from "./CallButton";
import { Dialer } from "./Dialer";
import { MissedRow } from "./dock/Missed";
import type { CallRecord } from "./objects";
import * as placing from "./placeCall";
import { shortNumber, whyNot } from "./refusal";

let placeCall: MockInstance<typeof placing.placeCall>;

beforeEach(() => {
  placeCall = vi.spyOn(placing, "placeCall").mockResolvedValue({} as never);
});

describe("the dialer", () => {
  const dial = async (typed: string) => {
    const onClose = vi.fn();
    render(<Dialer onClose={onClose} />);
    await userEvent.type(screen.getByLabelText("Phone number"), `${typed}{Enter}`);
    return onClose;
  };

  it.each([
    ["(415) 555-0134", "+14155550134"],
    ["1 415 555 0134", "+14155550134"],
    ["+44 20 7946 0958", "+442079460958"],
    ["911", "911"],
  ])("calls %s and closes", async (typed, number) => {
    const onClose = await dial(typed);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(placeCall).toHaveBeenCalledWith(number, undefined);
  });

  it.each(["", "55", "12345", "+1", "call me"])("asks again for %j, and calls nobody", async (typed) => {
    const onClose = await dial(typed);
    expect((await screen.findByRole("alert")).textContent).toContain("Please enter a valid 10-digit number");
    expect(placeCall).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("says in place why a call was not made, until one types again", async () => {
    placeCall.mockRejectedValueOnce(new ApiError(422, { detail: "Calls to Cuba are not allowed." }));
    const onClose = await dial("+53 7 1234567");
    expect((await screen.findByRole("alert")).textContent).toBe("Calls to Cuba are not allowed.");
    await userEvent.type(screen.getByLabelText("Phone number"), "8");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("a number that is not to be called", () => {
  const barred = (number: string, is: boolean) =>
    act(() => transact((tx) => router.snapshot(tx, `number:${number}`, { barred: is })));

  it("is not dialed: DNC stands in place of the button, as long as it holds", async () => {
    render(<Dialer onClose={vi.fn()} />);
    await userEvent.type(screen.getByLabelText("Phone number"), "(415) 555-0190");
    barred("+14155550190", true);
    expect(await screen.findByText("DNC")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Call" })).toBeNull();
    await userEvent.type(screen.getByLabelText("Phone number"), "{Enter}");
    expect(placeCall).not.toHaveBeenCalled();
    barred("+14155550190", false);
    expect(await screen.findByRole("button", { name: "Call" })).toBeTruthy();
  });

  it("is not called back, whoever has it", () => {
    const call = {
      id: "c",
      version: 1,
      direction: "inbound",
      status: "no-answer",
      from_number: "+14155550191",
    };
    render(<MissedRow call={call as CallRecord} />);
    expect(screen.getByRole("button", { name: "Call back" })).toBeTruthy();
    barred("+14155550191", true);
    expect(screen.queryByRole("button", { name: "Call back" })).toBeNull();
    expect(screen.getByText("DNC")).toBeTruthy();
  });

  it("bars a contact's button too, though the contact says nothing", () => {
    barred("+14155550192", true);
    render(<CallButton record={{ id: "c", version: 1, phone: { phone_number: "+14155550192" } }} />);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText("DNC")).toBeTruthy();
  });
});

describe("a contact's call button", () => {
  const contact = (over: object) => ({
    id: "c",
    version: 1,
    phone: { phone_number: "+14155550134" },
    ...over,
  });
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Call" });

  it("is not there for somebody without a number", () => {
    render(<CallButton record={contact({ phone: null })} />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("calls the first number", async () => {
    render(<CallButton record={contact({})} />);
    await userEvent.click(button());
    expect(placeCall).toHaveBeenCalledWith("+14155550134");
  });

  it("is barred for somebody who asked not to be called", () => {
    render(<CallButton record={contact({ do_not_call: true })} />);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText("DNC")).toBeTruthy();
  });

  it("tells a rule as a warning with its own words, anything else as an error", async () => {
    const warning = vi.spyOn(toast, "warning").mockReturnValue(undefined);
    const error = vi.spyOn(toast, "error").mockReturnValue(undefined);
    render(<CallButton record={contact({})} />);
    placeCall.mockRejectedValueOnce(new ApiError(429, { detail: "Wait a minute." }));
    await userEvent.click(button());
    await waitFor(() => expect(warning).toHaveBeenCalledWith("Wait a minute."));
    placeCall.mockRejectedValueOnce(new ApiError(500, { detail: "It broke." }));
    await userEvent.click(button());
    await waitFor(() => expect(error).toHaveBeenCalledWith("Error calling number: It broke."));
  });
});

describe("why a call is not made", () => {
  it("is the rule's own sentence, or that it failed", () => {
    expect(whyNot(new ApiError(403, { detail: "Not allowed." }))).toBe("Not allowed.");
    expect(whyNot(new ApiError(500, { detail: "Oops." }))).toBe("Error calling number: Oops.");
    expect(whyNot("x")).toBe("Error calling number");
  });

  it("for short numbers is the server's to say", () => {
    expect(shortNumber("9-1-1")).toBe("911");
    expect(shortNumber("91")).toBeUndefined();
    expect(shortNumber("9111")).toBeUndefined();
  });
});
