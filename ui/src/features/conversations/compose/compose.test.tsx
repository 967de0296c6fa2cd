import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { withQueries } from "@/queries.test-env";
import { signIn } from "@/store/signIn.test-env";
import { ComposeBox } from "./ComposeBox";
import { carried } from "./carried";
import { addressOf, bold, code, heading, italic, link, quote } from "./formatting";
import { filled, found, openPlaceholders, type Template } from "./templates";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const list = vi.mocked(api.listRecords);

/** A text whose selection stands between bars. */
const at = (marked: string) => {
  const from = marked.indexOf("|");
  return { text: marked.replaceAll("|", ""), from, to: marked.lastIndexOf("|") - 1 };
};

describe("formatting", () => {
  it.each([
    ["bold", bold, "a |b| c", "a **b** c"],
    ["not bold", bold, "a **|b|** c", "a b c"],
    ["italic", italic, "|b|", "__b__"],
    ["a heading", heading, "one\ntw|o|", "one\n# two"],
    ["no heading", heading, "# |two|", "two"],
    ["a quote of two lines", quote, "|a\nb|", "> a\n> b"],
    [
      "a block",
      (one: ReturnType<typeof at>) => code(one, "Python"),
      "see |x| end",
      "see \n```python\nx\n```\n end",
    ],
    [
      "a link",
      (one: ReturnType<typeof at>) => link(one, "https://x.test"),
      "|here|",
      "[here](https://x.test)",
    ],
  ])("makes it %s", (_, change, before, after) => expect(change(at(before)).text).toBe(after));

  it.each([
    ["example.com/a", "https://example.com/a"],
    ["mailto:a@b.test", "mailto:a@b.test"],
    ["javascript:alert(1)", undefined],
    ["nowhere", undefined],
    ["", undefined],
  ])("takes %j as %s", (typed, address) => expect(addressOf(typed)).toBe(address));
});

describe("what phones get", () => {
  it.each([
    ["**Now** __open__", "Now open"],
    ["# Hours\n> From **9**", "Hours\nFrom 9"],
    ["```json\n{}\n```", "{}"],
    ["[Map](https://x.test/m)", "Map (https://x.test/m)"],
    ["“It’s here” – soon…", '"It\'s here" - soon...'],
    ["2 * 3 * 4 and snake__case__name", "2 * 3 * 4 and snake__case__name"],
    ["It’s 🎉", "It’s 🎉"],
  ])("%j is sent as %j", (text, sent) => expect(carried(text)).toBe(sent));
});

const template = (name: string, shortcut: string, body: string): Template => ({
  id: name,
  version: 1,
  name,
  shortcut,
  body,
});

describe("templates", () => {
  it("take the contact's values and mark what is missing or unknown", () => {
    const contact = {
      id: "c",
      version: 1,
      first_name: "Mia",
      phone: { phone_number: "+1206" },
      company: null,
    };
    const pieces = filled(
      "Hi {contact.first_name} of {contact.company}, {contact.phone.phone_number} {contact.nope}",
      contact,
      undefined,
    );
    expect(pieces.filter(({ kind }) => kind === "value").map(({ text }) => text)).toEqual(["Mia", "+1206"]);
    expect(pieces.filter(({ kind }) => kind === "missing").map(({ text }) => text)).toEqual([
      "{contact.company}",
      "{contact.nope}",
    ]);
    expect(openPlaceholders("{contact.a} {contact.a} {b}")).toEqual(["{contact.a}"]);
  });

  it("are found by shortcut first, then by name", () => {
    const all = [
      template("Ready to go", "go", ""),
      template("Other", "ready", ""),
      template("Bye", "bye", ""),
    ];
    expect(found(all, "re").map(({ name }) => name)).toEqual(["Other", "Ready to go"]);
  });
});

const rights = { read: true, create: true, update: true, delete: true };

function show(over: Partial<Parameters<typeof ComposeBox>[0]> = {}) {
  const onSend = vi.fn();
  render(
    <ComposeBox
      draft={crypto.randomUUID()}
      takesFocus={false}
      blocked={undefined}
      contact={{ id: "c", version: 1, first_name: "Mia" }}
      onSend={onSend}
      {...over}
    />,
    { wrapper: withQueries() },
  );
  return { onSend, field: screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }) };
}

describe("the box", () => {
  beforeEach(() => {
    signIn({ rights: { template: rights, file: rights } });
    list.mockResolvedValue({
      rows: [
        template("Ready", "ready", "Hi {contact.first_name}!"),
        template("Offer", "offer", "For {contact.company}"),
      ],
    } as never);
  });

  it("opens the templates by a slash, and puts one in", async () => {
    const { field, onSend } = show();
    await userEvent.type(field, "/");
    await userEvent.type(
      await screen.findByRole("combobox", { name: "Search templates by name or shortcut" }),
      "rea",
    );
    expect(await screen.findByText("Mia")).toBeTruthy();
    await userEvent.keyboard("{Enter}");
    expect(field.value).toBe("Hi Mia!");
    await userEvent.type(field, "{Enter}");
    expect(onSend.mock.calls[0]?.[0]).toBe("Hi Mia!");
  });

  it("never sends a placeholder raw", () => {
    const { field, onSend } = show();
    fireEvent.change(field, { target: { value: "For {contact.company}" } });
    expect(screen.getByRole("status").textContent).toBe("Fill in {contact.company} before you send.");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: "For Acme" } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it("shows what is sent instead of formatting, and sends that", () => {
    const { field, onSend } = show();
    fireEvent.change(field, { target: { value: "**Open** now" } });
    expect(screen.getByText("Text messages carry no formatting. Sent as:").nextSibling?.textContent).toBe(
      "Open now",
    );
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onSend.mock.calls[0]?.[0]).toBe("Open now");
  });

  it("needs selected text for a link", async () => {
    const warning = vi.spyOn(toast, "warning").mockReturnValue(undefined as never);
    const { field } = show();
    await userEvent.type(field, "here");
    const [button] = screen.getAllByRole("button", { name: "Link" });
    await userEvent.click(button as HTMLElement);
    expect(warning).toHaveBeenCalledWith("Please select text to turn into a link.");
    field.setSelectionRange(0, 4);
    await userEvent.click(button as HTMLElement);
    await userEvent.type(screen.getByRole("textbox", { name: "Address of the link" }), "nowhere{Enter}");
    expect(screen.getByRole("alert").textContent).toBe("Enter an address such as https://example.com.");
    await userEvent.clear(screen.getByRole("textbox", { name: "Address of the link" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Address of the link" }), "x.test{Enter}");
    expect(field.value).toBe("[here](https://x.test)");
  });

  it.each(["Voice", "Video", "Share Screen"])("says that %s is not there yet", async (label) => {
    const info = vi.spyOn(toast, "info").mockReturnValue(undefined as never);
    show();
    await userEvent.click(screen.getByRole("button", { name: label }));
    expect(info).toHaveBeenCalledWith(`${label}: not implemented yet`);
  });

  it("offers no tools where nothing may be sent", () => {
    show({ blocked: "Opted out" });
    expect(screen.queryByRole("button", { name: "Templates" })).toBeNull();
  });
});
