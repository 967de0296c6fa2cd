import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { ApiError, api } from "@/api";
import { PasswordDialog } from "./PasswordDialog";

let post: MockInstance<typeof api.post>;

beforeEach(() => {
  post = vi.spyOn(api, "post");
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

describe("the change of password", () => {
  async function change(current: string, next: string, confirmed: string) {
    const onClose = vi.fn();
    render(<PasswordDialog onClose={onClose} />);
    for (const [label, text] of [
      ["Current password", current],
      ["New password", next],
      ["Confirm new password", confirmed],
    ] as const) {
      if (text !== "") {
        await userEvent.type(screen.getByLabelText(label), text);
      }
    }
    await userEvent.click(screen.getByRole("button", { name: "Change password" }));
    return onClose;
  }

  it.each([
    ["no current password", "", "long enough", "long enough", "Enter your current password"],
    ["a short one", "old", "short", "short", "Use at least 8 characters"],
    ["two that differ", "old", "long enough", "long enougg", "The passwords don't match"],
  ])("does not send %s", async (_, current, next, confirmed, sentence) => {
    await change(current, next, confirmed);
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(post).not.toHaveBeenCalled();
  });

  it("sends both and closes", async () => {
    post.mockResolvedValueOnce({} as never);
    const onClose = await change("old", "long enough", "long enough");
    const sent = { current_password: "old", new_password: "long enough" };
    expect(post).toHaveBeenCalledWith("/v1/me/password", sent);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it.each([
    [{ errors: { current_password: ["This is not it"] } }, "This is not it"],
    [{ detail: "Too many attempts." }, "Too many attempts."],
  ])("stays open when the server refuses", async (refusal, sentence) => {
    post.mockRejectedValueOnce(new ApiError(422, refusal));
    const onClose = await change("old", "long enough", "long enough");
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});
