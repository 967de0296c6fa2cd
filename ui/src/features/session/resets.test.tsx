import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { ForgotPage } from "./ForgotPage";
import { ResetPage } from "./ResetPage";
import * as resetApi from "./resetApi";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), signIn: vi.fn() }));
const signIn = vi.mocked(api.signIn);

beforeEach(() => vi.restoreAllMocks());

describe("asking for a new password", () => {
  const ask = async (email: string) => {
    render(<ForgotPage onBack={vi.fn()} />);
    if (email !== "") {
      await userEvent.type(screen.getByLabelText("Email"), email);
    }
    await userEvent.click(screen.getByRole("button", { name: "Send the link" }));
  };

  it("asks for an address first", async () => {
    const asked = vi.spyOn(resetApi, "askForReset");
    await ask("");
    expect(screen.getByText("Email is required")).toBeTruthy();
    expect(asked).not.toHaveBeenCalled();
  });

  it("says the same of every address", async () => {
    const asked = vi.spyOn(resetApi, "askForReset").mockResolvedValue();
    await ask(" ada@demo.test ");
    expect(asked).toHaveBeenCalledWith("ada@demo.test");
    expect(screen.getByText("If an account exists for ada@demo.test, we have sent a link.")).toBeTruthy();
  });

  it("says what the server refused", async () => {
    vi.spyOn(resetApi, "askForReset").mockRejectedValue(new api.ApiError(429, { detail: "Too many." }));
    await ask("ada@demo.test");
    expect(await screen.findByText("Too many.")).toBeTruthy();
  });
});

describe("the page of a letter's link", () => {
  const offer = { email: "ada@demo.test", expires_date: "2030-01-01T10:00:00.000Z" };

  it("offers another link where this one is over", async () => {
    vi.spyOn(resetApi, "lookAtReset").mockRejectedValue(
      new api.ApiError(409, { detail: "This link has expired." }),
    );
    const onAskAgain = vi.fn();
    render(<ResetPage token="t" onSignIn={vi.fn()} onAskAgain={onAskAgain} />);
    expect(await screen.findByText("This link has expired.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Ask for another link" }));
    expect(onAskAgain).toHaveBeenCalledTimes(1);
  });

  it("takes the password twice, and leads to the sign-in of a person of several organizations", async () => {
    vi.spyOn(resetApi, "lookAtReset").mockResolvedValue(offer);
    const reset = vi.spyOn(resetApi, "resetPassword").mockResolvedValue(offer);
    signIn.mockResolvedValue([{ user: "u", organization: { id: "o", name: "Harbor" } }] as never);
    const onSignIn = vi.fn();
    render(<ResetPage token="t" onSignIn={onSignIn} onAskAgain={vi.fn()} />);
    await userEvent.type(await screen.findByLabelText("New password"), "a new word");
    await userEvent.click(screen.getByRole("button", { name: "Save the new password" }));
    expect(screen.getByText("The passwords don't match")).toBeTruthy();
    expect(reset).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText("Confirm new password"), "a new word");
    await userEvent.click(screen.getByRole("button", { name: "Save the new password" }));
    expect(await screen.findByText("Your new password is saved")).toBeTruthy();
    expect(reset).toHaveBeenCalledWith("t", "a new word");
    await userEvent.click(screen.getByRole("button", { name: "Go to sign-in" }));
    expect(onSignIn).toHaveBeenCalledTimes(1);
  });
});
