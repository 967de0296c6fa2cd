import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toastList } from "@/components/Toaster/toasts";
import { colleaguesAtom, keep, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { ChatMessageRow } from "./ChatMessageRow";
import { type ChatMessage, messages } from "./objects";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: React.ReactNode }) => <a href="#history">{children}</a>,
}));

let nth = 0;
const message = (over: Partial<ChatMessage> = {}) =>
  ({
    id: `m${++nth}`,
    version: 1,
    number: 1,
    body: "Hello",
    user: { id: "me", name: "Alice" },
    created_date: "2026-11-27T10:00:00Z",
    ...over,
  }) as ChatMessage;

let post: ReturnType<typeof spyOnPost>;
const spyOnPost = () => vi.spyOn(api.api, "post");

beforeEach(() => {
  post = spyOnPost();
  signIn();
  store.set(colleaguesAtom, [{ id: "eve", name: "Eve", status: "available" }] as never);
});

function show(one: ChatMessage) {
  keep(messages, [one]);
  return render(<ChatMessageRow id={one.id} above={undefined} readNumber={undefined} />);
}
/** The server answers with the message as it is after the change. */
const answers = (one: ChatMessage, over: Partial<ChatMessage>) =>
  post.mockResolvedValueOnce({ data: { ...one, version: one.version + 1, ...over } } as never);

describe("an own message", () => {
  it("is edited in its place, and says that it was", async () => {
    const one = message();
    show(one);
    fireEvent.click(screen.getByRole("button", { name: "Edit" }));
    const field = screen.getByRole("textbox", { name: "Edit message" });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: "Hello all" } });
    answers(one, { body: "Hello all", edited_at: "2026-11-27T10:05:00Z" });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(screen.getByText("edited")).toBeTruthy());
    expect(post).toHaveBeenCalledWith(
      `/v1/chat/message/${one.id}/edit`,
      expect.objectContaining({ body: "Hello all" }),
    );
    expect(screen.getByText("Hello all")).toBeTruthy();
  });

  it("is left as it is by Escape, and keeps what was typed where the server refuses it", async () => {
    const one = message();
    show(one);
    fireEvent.click(screen.getByRole("button", { name: "Edit" }));
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
    expect(screen.queryByRole("textbox")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Edit" }));
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "Again" } });
    post.mockRejectedValueOnce(new api.ApiError(409, { detail: "This chat is closed." }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(toastList.read().at(-1)?.text).toBe("This chat is closed."));
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Again");
  });

  it("is deleted after a question, and nothing more can be done with it", async () => {
    const one = message();
    show(one);
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    answers(one, { body: "This message was deleted.", deleted: true });
    const [confirm] = screen.getAllByRole("button", { name: "Delete", hidden: true }).slice(-1);
    fireEvent.click(confirm as HTMLElement);
    await waitFor(() => expect(screen.getByText("This message was deleted.")).toBeTruthy());
    expect(post).toHaveBeenCalledWith(`/v1/chat/message/${one.id}/delete`, expect.anything());
    expect(screen.queryByRole("toolbar")).toBeNull();
  });
});

describe("a message of somebody else", () => {
  const eves = (over: Partial<ChatMessage> = {}) => message({ user: { id: "eve", name: "Eve" }, ...over });

  it("can't be edited or deleted", () => {
    show(eves());
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  it("gets my reaction at once, and loses it again", async () => {
    const one = eves({ reactions: { "👍": ["eve"] } as never });
    show(one);
    const chip = () => screen.getByRole("button", { name: /^👍 by/ });
    expect(chip().getAttribute("aria-label")).toBe("👍 by Eve");
    answers(one, { reactions: { "👍": ["eve", "me"] } as never });
    fireEvent.click(chip());
    expect(chip().getAttribute("aria-label")).toBe("👍 by Eve, You");
    await waitFor(() =>
      expect(post).toHaveBeenCalledWith(
        `/v1/chat/message/${one.id}/react`,
        expect.objectContaining({ emoji: "👍", remove: false }),
      ),
    );
    await waitFor(() => expect(chip().getAttribute("aria-pressed")).toBe("true"));
    post.mockRejectedValueOnce(new api.ApiError(500, { detail: "Oh no" }));
    fireEvent.click(chip());
    await waitFor(() => expect(toastList.read().at(-1)?.text).toBe("Oh no"));
    expect(chip().getAttribute("aria-label")).toBe("👍 by Eve, You");
  });

  it("is pinned for everybody", async () => {
    const one = eves();
    show(one);
    answers(one, { pinned: true });
    fireEvent.click(screen.getByRole("button", { name: "Pin" }));
    await waitFor(() => expect(screen.getByText("Pinned")).toBeTruthy());
    expect(screen.getByRole("button", { name: "Unpin" })).toBeTruthy();
  });
});
