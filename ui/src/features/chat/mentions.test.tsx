import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toastList } from "@/components/Toaster/toasts";
import { colleaguesAtom, keep, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { outgoing } from "@/thread";
import { sendMessage } from "./actions";
import { ChatText } from "./ChatText";
import { ChatBox } from "./compose/ChatBox";
import { codeBlock } from "./compose/formatting";
import { chat } from "./index";
import { mentionPieces, mentionsIn, typedAt } from "./mentions";
import type { ChatRecord } from "./objects";

outgoing.register(chat);

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  createRecord: vi.fn(),
  patchRecord: vi.fn(),
}));
const createRecord = vi.mocked(api.createRecord);
const patchRecord = vi.mocked(api.patchRecord);

const people = [
  { id: "me", name: "Alice" },
  { id: "ann", name: "Ann" },
  { id: "annlee", name: "Ann Lee" },
  { id: "eve", name: "Eve" },
].map((one) => ({ ...one, status: "available" as const }));

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  signIn();
  store.set(colleaguesAtom, people as never);
});

describe("mentions", () => {
  it.each([
    ["@Ann look", ["ann"], false],
    ["@Ann Lee look", ["annlee"], false],
    ["@Ann Lee and @Ann", ["annlee", "ann"], false],
    ["(@Eve), @here!", ["eve"], true],
    ["mail@Ann.test @Anna @hereabouts", [], false],
  ])("in %j", (text, users, isHere) => {
    const found = mentionsIn(text, people);
    expect([found.users.map(({ id }) => id), found.isHere]).toEqual([users, isHere]);
  });

  it.each([
    ["Hi @an", 6, { from: 3, typed: "an" }],
    ["@", 1, { from: 0, typed: "" }],
    ["@Ann L", 6, { from: 0, typed: "Ann L" }],
    ["a@b", 3, undefined],
    ["no", 2, undefined],
    ["@a\nb", 4, undefined],
  ])("are typed in %j at %i", (text, caret, typed) => expect(typedAt(text, caret)).toEqual(typed));

  it("are pieces of a text", () => {
    const marked = mentionPieces("@Ann Lee, @Ann: x@Ann", ["Ann", "Ann Lee"]);
    expect(marked.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual(["@Ann Lee", "@Ann"]);
    expect(marked.map(({ text }) => text).join("")).toBe("@Ann Lee, @Ann: x@Ann");
  });
});

describe("a message", () => {
  it("is Markdown, with links and mentions, and no HTML", () => {
    const text =
      "**Bold** `code` https://a.test [evil](javascript:alert(1)) <img src=x onerror=alert(1)> @Eve\n\n- one\n\n```log\n<b>\n```";
    const { container } = render(<ChatText text={text} names={["Eve"]} mine="Alice" />);
    expect(container.querySelector("strong")?.textContent).toBe("Bold");
    expect(container.querySelector("mark")?.textContent).toBe("@Eve");
    expect(container.querySelector("li")?.textContent).toBe("one");
    expect(container.querySelector("pre")?.textContent).toBe("<b>");
    expect([...container.querySelectorAll("a")].map((a) => a.getAttribute("href"))).toEqual([
      "https://a.test",
    ]);
    expect(container.querySelector("img, b")).toBeNull();
    expect(container.textContent).toContain("<img src=x onerror=alert(1)>");
  });

  it("names those who are mentioned when it is stored, in a private chat its members alone", async () => {
    keep("chat", [{ id: "p1", version: 1, private: true, members: [{ id: "me" }, { id: "ann" }] }]);
    createRecord.mockResolvedValue({ id: "m", version: 1, number: 1 });
    await sendMessage("p1", "@Ann @Eve @here");
    expect(createRecord.mock.calls[0]?.[1]).toMatchObject({ mentions: ["ann"], mentions_here: true });
    await sendMessage("open", "@Eve");
    expect(createRecord.mock.calls[1]?.[1]).toMatchObject({ mentions: ["eve"] });
  });
});

it("code becomes a block of its own lines", () => {
  const block = codeBlock({ text: "See x", from: 4, to: 5 }, "JSON");
  expect(block.text).toBe("See \n```json\nx\n```");
  expect(block.text.slice(block.from, block.to)).toBe("x");
});

describe("writing", () => {
  const record = (over: Partial<ChatRecord> = {}) =>
    ({
      id: "c1",
      version: 1,
      name: "Billing",
      members: [{ id: "me" }, { id: "ann" }],
      ...over,
    }) as ChatRecord;
  const open = (chatRecord: ChatRecord) => {
    const sent = vi.fn();
    render(
      <ChatBox
        thread={`chat:${chatRecord.id}`}
        chat={chatRecord}
        words={{ label: "Message", placeholder: "Message…", send: "Send" }}
        onTyping={vi.fn()}
        onSend={sent}
      />,
    );
    return { sent, field: screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }) };
  };

  it("completes a name by the keyboard, members first", async () => {
    const { sent, field } = open(record());
    await userEvent.type(field, "Hi @an");
    const list = await screen.findByRole("listbox", { name: "People to mention" });
    expect([...list.querySelectorAll("bdi")].map((one) => one.textContent)).toEqual(["Ann", "Ann Lee"]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(field.value).toBe("Hi @Ann Lee ");
    await userEvent.keyboard("look{Enter}");
    expect(sent).toHaveBeenCalledWith("Hi @Ann Lee look", []);
  });

  it("asks before it mentions somebody who can't read the chat, and adds them", async () => {
    const { sent, field } = open(record({ private: true }));
    await userEvent.type(field, "@Eve hello");
    await userEvent.keyboard("{Escape}{Enter}");
    expect(sent).not.toHaveBeenCalled();
    expect(screen.getByText(/can't read this chat and would not see your message/)).toBeTruthy();
    patchRecord.mockResolvedValueOnce(record() as never);
    fireEvent.click(screen.getByRole("button", { name: "Add and send", hidden: true }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith("@Eve hello", []));
    expect(patchRecord).toHaveBeenCalledWith("chat", { id: "c1", members: ["me", "ann", "eve"] });
  });

  it("gives the text back when the question is closed", async () => {
    const { sent, field } = open(record({ private: true, direct: true }));
    await userEvent.type(field, "@Eve hello");
    await userEvent.keyboard("{Escape}{Enter}");
    expect(screen.queryByRole("button", { name: "Add and send", hidden: true })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Cancel", hidden: true }));
    expect(field.value).toBe("@Eve hello");
    expect(sent).not.toHaveBeenCalled();
  });

  it.each([
    ["Voice", "Voice: not implemented yet"],
    ["Video", "Video: not implemented yet"],
    ["Share Screen", "Share Screen: not implemented yet"],
    ["Link", "Please select text to turn into a link."],
  ])("%s says %j", (button, text) => {
    open(record());
    fireEvent.click(screen.getByRole("button", { name: button }));
    expect(toastList.read().at(-1)?.text).toBe(text);
  });
});
