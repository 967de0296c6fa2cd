import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { placeAfter } from "./Bubble/runs";
import { ConfirmDialog } from "./ConfirmDialog/ConfirmDialog";
import { Dialog } from "./Dialog/Dialog";
import { Menu } from "./Menu/Menu";
import { Toaster } from "./Toaster/Toaster";
import { dismissCourse, toast, toastList } from "./Toaster/toasts";
import { TooltipHost } from "./TooltipHost/TooltipHost";

describe("a menu", () => {
  function show() {
    const chosen = vi.fn();
    const item = (label: string, over: object = {}) => ({
      key: label,
      label,
      onSelect: () => chosen(label),
      ...over,
    });
    render(
      <Menu
        label="Actions"
        trigger="Open"
        sections={[
          { title: "State", items: [item("Away", { isChecked: false }), item("Busy", { isChecked: true })] },
          { items: [item("Settings"), item("Sign out")] },
        ]}
      />,
    );
    return chosen;
  }
  const focused = () => document.activeElement?.textContent;
  const trigger = () => screen.getByRole("button", { name: "Open" });

  it("is named by its label where the trigger is an icon", () => {
    render(<Menu label="More actions" isIcon trigger={<svg />} sections={[]} />);
    expect(screen.getByRole("button", { name: "More actions" }).getAttribute("aria-label")).toBe(
      "More actions",
    );
  });

  it("opens with the focus on what is chosen", async () => {
    show();
    expect(screen.queryByRole("menu")).toBeNull();
    await userEvent.click(trigger());
    expect(trigger().getAttribute("aria-expanded")).toBe("true");
    expect(focused()).toBe("Busy");
  });

  it("is walked by arrows, round its ends, and by Home, End and letters", async () => {
    show();
    await userEvent.click(trigger());
    await userEvent.keyboard("{ArrowDown}");
    expect(focused()).toBe("Settings");
    await userEvent.keyboard("{End}{ArrowDown}");
    expect(focused()).toBe("Away");
    await userEvent.keyboard("{ArrowUp}");
    expect(focused()).toBe("Sign out");
    await userEvent.keyboard("{Home}b");
    expect(focused()).toBe("Busy");
    await userEvent.keyboard("x");
    expect(focused()).toBe("Busy");
  });

  it("does what is chosen once, and gives the focus back", async () => {
    const chosen = show();
    await userEvent.click(trigger());
    await userEvent.keyboard("{End}{Enter}");
    expect(chosen.mock.calls).toEqual([["Sign out"]]);
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it("closes by Escape without doing anything, and by a press elsewhere", async () => {
    const chosen = show();
    await userEvent.click(trigger());
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(trigger());
    await userEvent.click(trigger());
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole("menu")).toBeNull();
    expect(chosen).not.toHaveBeenCalled();
  });
});

describe("a dialog", () => {
  it("is named by its title, closes by its cross, by Escape and by a press outside", async () => {
    const onClose = vi.fn();
    render(
      <Dialog title="New chat" onClose={onClose}>
        <input aria-label="name" />
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog", { name: "New chat" });
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    fireEvent.pointerDown(dialog);
    fireEvent.pointerDown(screen.getByLabelText("name"));
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it("gives the focus back to where it was", () => {
    const opener = document.body.appendChild(document.createElement("button"));
    opener.focus();
    const { unmount } = render(
      <Dialog title="New chat" onClose={vi.fn()}>
        <input aria-label="name" />
      </Dialog>,
    );
    screen.getByLabelText("name").focus();
    unmount();
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });

  const form = (over: object = {}) => {
    const told = { onClose: vi.fn(), onSubmit: vi.fn() };
    render(
      <Dialog title="New chat" {...told} footer={<button type="submit">Create</button>} {...over}>
        <input aria-label="name" defaultValue="Desk" />
        <input aria-label="private" type="checkbox" />
      </Dialog>,
    );
    return told;
  };
  const stay = () => screen.getByRole("button", { name: "Keep editing" });

  it("begins in its first field, and is submitted by Enter there", async () => {
    const { onClose, onSubmit } = form();
    await userEvent.keyboard("!{Enter}");
    expect(screen.getByLabelText<HTMLInputElement>("name").value).toBe("Desk!");
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ["typed", () => userEvent.keyboard("!")],
    ["chosen", () => userEvent.click(screen.getByLabelText("private"))],
  ])("asks before it takes away what was %s", async (_, fillIn) => {
    const { onClose } = form();
    await fillIn();
    const where = document.activeElement;
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).toBe(stay());
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).toBe(where);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await userEvent.click(stay());
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("closes at once where nothing would be lost", async () => {
    const { onClose } = form();
    await userEvent.keyboard("!{Backspace}{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("closes at once where what is typed is no work", async () => {
    const { onClose } = form({ isPassing: true });
    await userEvent.keyboard("!{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("that asks before a deletion is busy until it is done", async () => {
    let done: () => void = () => undefined;
    const onConfirm = vi.fn(
      () =>
        new Promise<void>((take) => {
          done = take;
        }),
    );
    render(
      <ConfirmDialog
        title="Delete"
        text="Sure?"
        action="Delete it"
        onConfirm={onConfirm}
        onClose={vi.fn()}
      />,
    );
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Delete it" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(button);
    await userEvent.click(button);
    expect(onConfirm).toHaveBeenCalledTimes(1);
    await act(() => {
      done();
      return Promise.resolve();
    });
    await userEvent.click(button);
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });
});

describe("toasts", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });
  const texts = () => toastList.read().map((one) => one.text);

  it("stay as long as their weight asks", () => {
    toast.success("Saved");
    toast.error("Lost");
    vi.advanceTimersByTime(4_000);
    expect(texts()).toEqual(["Lost"]);
    vi.advanceTimersByTime(4_000);
    expect(texts()).toEqual([]);
  });

  it("say the same once, newest last, and never more than four", () => {
    for (const text of ["a", "b", "c", "a", "d", "e"]) {
      toast.info(text);
    }
    expect(texts()).toEqual(["c", "a", "d", "e"]);
  });

  it("of one course of events take each other's place, and stay as long as that takes", () => {
    const course = { key: "transfer" };
    toast.info("Ringing Ben…", undefined, { ...course, lifetime: 45_000 });
    toast.success("Saved");
    vi.advanceTimersByTime(30_000);
    expect(texts()).toEqual(["Ringing Ben…"]);
    toast.error("Lost");
    toast.warning("Ben declined", undefined, course);
    expect(texts()).toEqual(["Ben declined", "Lost"]);
    dismissCourse("transfer");
    expect(texts()).toEqual(["Lost"]);
  });

  it("stand in a strip that the page leaves free above what is at its foot", () => {
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      const [left = 0, top = 0, width = 0, height = 0] = (this.getAttribute("data-box") ?? "")
        .split(" ")
        .map(Number);
      return { left, top, width, height, bottom: top + height } as DOMRect;
    });
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(48);
    const free = () => document.documentElement.style.getPropertyValue("--toasts");
    const page = (foot: boolean) => (
      <main data-box="300 100 1000 600">
        {foot ? <div data-foot data-box="640 620 500 80" /> : null}
        <Toaster />
      </main>
    );
    const { rerender } = render(page(true));
    act(() => toast.info("Ringing Ben…"));
    const { style } = screen.getByRole("log");
    expect([style.left, style.bottom, style.width]).toEqual(["698px", `${innerHeight - 620 + 8}px`, "384px"]);
    expect(free()).toBe("64px");
    rerender(page(false));
    window.dispatchEvent(new Event("resize"));
    act(() => toast.info("Saved"));
    expect([style.left, style.bottom]).toEqual(["608px", `${innerHeight - 700 + 8}px`]);
    act(() => vi.runAllTimers());
    expect(free()).toBe("0px");
    vi.restoreAllMocks();
  });

  it("offer what can be done about them, once, and stay long enough to do it", () => {
    const undo = vi.fn();
    render(<Toaster />);
    act(() => toast.info("Removed", { label: "Undo", run: undo }));
    act(() => vi.advanceTimersByTime(19_000));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(undo).toHaveBeenCalledOnce();
    expect(texts()).toEqual([]);
  });

  it("are read out by their weight, and can be closed", () => {
    render(<Toaster />);
    act(() => {
      toast.error("Lost");
      toast.warning("Careful");
    });
    expect(screen.getByRole("alert").textContent).toBe("Lost");
    fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    expect(texts()).toEqual(["Careful"]);
  });
});

describe("tooltips", () => {
  afterEach(() => vi.useRealTimers());

  const over = (name: string) => fireEvent.pointerOver(screen.getByText(name));
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

  beforeEach(() => {
    vi.useFakeTimers();
    render(
      <>
        <button type="button" data-tip="Answers the call" data-tip-keys="Alt+A">
          <i>Accept</i>
        </button>
        <p>Plain</p>
        <b data-tip="Around it">
          <i data-tip-cut>A long name</i>
        </b>
        <TooltipHost />
      </>,
    );
  });

  it("come after a rest on what has one, with its keys", () => {
    over("Accept");
    wait(449);
    expect(screen.queryByRole("tooltip")).toBeNull();
    wait(1);
    expect(screen.getByRole("tooltip").textContent).toBe("Answers the callAlt+A");
  });

  it("tell all of a text where it is cut, and there alone", () => {
    const text = screen.getByText("A long name");
    over("A long name");
    wait(450);
    expect(screen.getByRole("tooltip").textContent).toBe("Around it");
    Object.defineProperty(text, "scrollWidth", { value: 90 });
    over("A long name");
    wait(450);
    expect(screen.getByRole("tooltip").textContent).toBe("A long name");
  });

  it.each([
    ["going on", () => over("Plain")],
    ["a key", () => fireEvent.keyDown(document, { key: "a" })],
    ["a press", () => fireEvent.pointerDown(document)],
    ["scrolling", () => fireEvent.scroll(document)],
  ])("go by %s, and do not come afterwards", (_, leave) => {
    over("Accept");
    wait(500);
    act(() => void leave());
    expect(screen.queryByRole("tooltip")).toBeNull();
    over("Accept");
    wait(100);
    act(() => void leave());
    wait(1_000);
    expect(screen.queryByRole("tooltip")).toBeNull();
  });
});

describe("runs of messages", () => {
  const at = (minutes: number, author = "Ada") => ({
    author,
    at: new Date(2026, 2, 2, 9, minutes).toISOString(),
  });

  it("begin with the first message and with another author, and go on with the same", () => {
    expect(placeAfter(undefined, at(0)).startsRun).toBe(true);
    expect(placeAfter(at(0), at(1, "Bob")).startsRun).toBe(true);
    expect(placeAfter(at(0), at(1)).startsRun).toBe(false);
  });

  it("begin anew with a new day", () => {
    const tomorrow = { author: "Ada", at: new Date(2026, 2, 3, 9).toISOString() };
    expect(placeAfter(at(0), tomorrow)).toMatchObject({ startsDay: true, startsRun: true });
    expect(placeAfter(at(0), at(1)).startsDay).toBe(false);
  });
});
