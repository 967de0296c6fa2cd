import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signIn } from "@/store/signIn.test-env";
import * as actions from "./actions";
import type { TextMessage } from "./objects";
import { SendingFoot } from "./SendingFoot";

const text = (over: Partial<TextMessage>) =>
  ({
    id: "m1",
    version: 2,
    number: 3,
    direction: "outgoing",
    body: "Are you there?",
    conversation: { id: "c1", name: "Mia Ortiz" },
    user: { id: "me", name: "Alice" },
    ...over,
  }) as TextMessage;

const waits = text({ sending: "waiting", sending_text: "The phone provider is busy." });

function signedIn(rights: { create: boolean; update: boolean }) {
  signIn({ rights: { twilio_message: { read: true, delete: false, ...rights } } });
}

describe("SendingFoot", () => {
  beforeEach(() => signedIn({ create: true, update: true }));

  it("says that a text waits, and why", () => {
    render(<SendingFoot message={waits} onEdit={vi.fn()} />);
    expect(screen.getByText("Waiting to be sent – retrying")).toBeTruthy();
    expect(screen.getByText("The phone provider is busy.")).toBeTruthy();
  });

  it.each([
    ["his own, where he may write", { create: true, update: false }, waits, true],
    [
      "a colleague's, where he may change texts",
      { create: false, update: true },
      text({ ...waits, user: { id: "ben" } }),
      true,
    ],
    [
      "a colleague's, where he may write",
      { create: true, update: false },
      text({ ...waits, user: { id: "ben" } }),
      false,
    ],
    ["one that he only reads", { create: false, update: false }, waits, false],
  ])("offers to cancel %s or not", (_, rights, message, offers) => {
    signedIn(rights);
    render(<SendingFoot message={message} onEdit={vi.fn()} />);
    expect(screen.queryByRole("button", { name: "Cancel" }) !== null).toBe(offers);
  });

  it("cancels by the keyboard, and keeps the focus in the text", async () => {
    const cancel = vi.spyOn(actions, "cancelText").mockResolvedValue();
    const send = vi.spyOn(actions, "sendText").mockResolvedValue();
    const onEdit = vi.fn();
    const { rerender } = render(<SendingFoot message={waits} onEdit={onEdit} />);
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(cancel).toHaveBeenCalledWith("m1");
    rerender(<SendingFoot message={text({ sending: "cancelled" })} onEdit={onEdit} />);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Send again" }));
    await userEvent.keyboard("{Enter}");
    expect(send).toHaveBeenCalledWith("c1", "Are you there?");
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    expect(onEdit).toHaveBeenCalledWith("Are you there?");
  });

  it("takes no focus where somebody else cancelled it", () => {
    const { rerender } = render(<SendingFoot message={waits} onEdit={vi.fn()} />);
    rerender(<SendingFoot message={text({ sending: "cancelled" })} onEdit={vi.fn()} />);
    expect(document.activeElement).toBe(document.body);
  });

  it("can be asked again where it is refused", async () => {
    vi.spyOn(actions, "cancelText").mockRejectedValue(new Error("It may have been sent already."));
    render(<SendingFoot message={waits} onEdit={vi.fn()} />);
    const button = screen.getByRole("button", { name: "Cancel" });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
  });
});
