import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Feature, FeaturesContext, type ShortcutGroup } from "@/feature";
import { atom, connectionAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { ConnectionLine } from "./frame/ConnectionLine";
import { clampWidth, isRailAtom, panelWidthAtom, resetWidth, toggleRailAtom } from "./frame/panelWidth";
import { usePlaces } from "./navigation";
import { overlayAtom } from "./overlays";
import { matching } from "./palette/matching";
import { ShortcutSheet } from "./palette/ShortcutSheet";
import { useShellKeys } from "./shellKeys";

const Icon = (() => null) as never;

describe("places", () => {
  const waiting = atom(0);
  const features: Feature[] = [
    {
      places: [
        {
          key: "inbox",
          path: "/inbox",
          label: "Inbox",
          icon: Icon,
          section: "live",
          badge: { count: waiting, label: (count) => `${count} wait` },
        },
      ],
    },
    {
      places: [
        {
          key: "lab",
          path: "/lab",
          label: "Lab",
          icon: Icon,
          section: "tools",
          isFor: (me) => me?.simulator === true,
        },
      ],
    },
  ];
  const shown = (section: "live" | "tools") =>
    renderHook(() => usePlaces(section), {
      wrapper: ({ children }) => <FeaturesContext value={features}>{children}</FeaturesContext>,
    }).result;

  it("carry what waits there now, and nothing where nothing does", () => {
    const places = shown("live");
    expect(places.current).toEqual([
      { key: "inbox", path: "/inbox", label: "Inbox", icon: Icon, section: "live" },
    ]);
    act(() => store.set(waiting, 3));
    expect(places.current[0]).toMatchObject({ badge: 3, badgeLabel: "3 wait" });
    act(() => store.set(waiting, 0));
    expect(places.current[0]?.badge).toBeUndefined();
  });

  it("appear and go with one's rights", () => {
    signIn({ simulator: false });
    const places = shown("tools");
    expect(places.current).toEqual([]);
    act(() => signIn({ simulator: true }));
    expect(places.current.map((place) => place.key)).toEqual(["lab"]);
  });
});

const navigate = vi.hoisted(() => vi.fn());
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => navigate,
}));

describe("the keys of every page", () => {
  beforeEach(() => store.set(overlayAtom, undefined));

  it("lead to the search of the page and to its list, and to the palette where it has no search", () => {
    renderHook(() => useShellKeys());
    const { unmount } = render(
      <main id="content">
        <input type="search" aria-label="search" />
        <table>
          <tbody>
            <tr>
              <td>
                <a href="/one">One</a>
              </td>
            </tr>
          </tbody>
        </table>
      </main>,
    );
    for (const one of [screen.getByLabelText("search"), screen.getByText("One")]) {
      one.getClientRects = () => [{}] as unknown as DOMRectList;
    }
    fireEvent.keyDown(document, { key: "s", ctrlKey: true });
    expect(document.activeElement).toBe(screen.getByLabelText("search"));
    fireEvent.keyDown(document, { key: "o", metaKey: true });
    expect(document.activeElement).toBe(screen.getByText("One"));
    expect(store.get(overlayAtom)).toBeUndefined();
    unmount();
    fireEvent.keyDown(document, { key: "s", ctrlKey: true });
    expect(store.get(overlayAtom)).toBe("palette");
  });

  it("lead where features say, unless the page takes the key itself", () => {
    const features: Feature[] = [{ leads: { KeyN: "/notes" } }];
    renderHook(() => useShellKeys(), {
      wrapper: ({ children }) => <FeaturesContext value={features}>{children}</FeaturesContext>,
    });
    const press = { code: "KeyN", altKey: true, ctrlKey: true };
    fireEvent.keyDown(document, press);
    expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: "/notes" });
    const take = (event: Event) => event.preventDefault();
    document.addEventListener("keydown", take);
    fireEvent.keyDown(document, press);
    document.removeEventListener("keydown", take);
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["Ctrl+K", { key: "k", ctrlKey: true }, "palette"],
    ["Meta+P", { key: "p", metaKey: true }, "palette"],
    ["?", { key: "?", shiftKey: true }, "shortcuts"],
  ] as const)("%s opens what it should", (_, press, overlay) => {
    renderHook(() => useShellKeys());
    expect(fireEvent.keyDown(document, press)).toBe(false);
    expect(store.get(overlayAtom)).toBe(overlay);
  });

  it("close the palette as they opened it", () => {
    renderHook(() => useShellKeys());
    fireEvent.keyDown(document, { key: "k", ctrlKey: true });
    fireEvent.keyDown(document, { key: "K", ctrlKey: true });
    expect(store.get(overlayAtom)).toBeUndefined();
  });

  it.each([
    ["a letter alone", { key: "k" }],
    ["with Alt too", { key: "k", ctrlKey: true, altKey: true }],
    ["with Ctrl and Meta", { key: "k", ctrlKey: true, metaKey: true }],
  ])("leave %s to the page", (_, press) => {
    renderHook(() => useShellKeys());
    expect(fireEvent.keyDown(document, press)).toBe(true);
    expect(store.get(overlayAtom)).toBeUndefined();
  });

  it("leave a question mark to whom it is typed", () => {
    render(<textarea aria-label="text" />);
    renderHook(() => useShellKeys());
    fireEvent.keyDown(screen.getByLabelText("text"), { key: "?" });
    expect(store.get(overlayAtom)).toBeUndefined();
  });

  it("end with the frame", () => {
    renderHook(() => useShellKeys()).unmount();
    fireEvent.keyDown(document, { key: "k", ctrlKey: true });
    expect(store.get(overlayAtom)).toBeUndefined();
  });
});

describe("the sheet of keys", () => {
  const group = (title: string, ...meanings: string[]): ShortcutGroup => ({
    title,
    keys: meanings.map((meaning) => ["alt+x", meaning] as const),
  });

  it("holds every feature's keys after its own, a shared group once", () => {
    const shared = group("Reading", "Send");
    const features: Feature[] = [
      { shortcuts: [group("Calls", "Accept")] },
      { shortcuts: [shared] },
      { shortcuts: [shared] },
      {},
    ];
    render(
      <FeaturesContext value={features}>
        <ShortcutSheet onClose={vi.fn()} />
      </FeaturesContext>,
    );
    const titles = screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent);
    expect(titles).toEqual(["Everywhere", "Open records", "Calls", "Reading", "Writing"]);
    expect(screen.getAllByText("Send")).toHaveLength(1);
  });
});

describe("finding by name", () => {
  const entries = ["Active Calls", "Contacts", "Call log", "Recalls", "Texts"].map((label) => ({
    key: label,
    label,
  }));
  const found = (query: string) => matching(entries, query).map((entry) => entry.label);

  it("puts what begins so first, then what has a word that does, then what holds it", () => {
    expect(found("call")).toEqual(["Call log", "Active Calls", "Recalls"]);
  });

  it("minds neither capitals nor spaces around, and shows all for nothing", () => {
    expect(found("  TEXTS ")).toEqual(["Texts"]);
    expect(found(" ")).toHaveLength(5);
    expect(found("xyz")).toEqual([]);
  });
});

describe("the width of the navigation", () => {
  it.each([
    [10, 25],
    [250.4, 250],
    [9_999, 600],
  ])("of %d is %d", (wished, width) => {
    expect(clampWidth(wished)).toBe(width);
  });

  it("is a rail when it is narrow, and comes back from it, and is kept", () => {
    store.set(panelWidthAtom, 400);
    expect(store.get(isRailAtom)).toBe(false);
    store.set(toggleRailAtom);
    expect(store.get(isRailAtom)).toBe(true);
    store.set(toggleRailAtom);
    expect(store.get(panelWidthAtom)).toBe(resetWidth);
    expect(localStorage.getItem("switchboard.navigation.width")).toBe(String(resetWidth));
  });
});

describe("the line of a lost connection", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    act(() => store.set(connectionAtom, "idle"));
  });
  const text = () => screen.getByRole("status").textContent;

  it("says nothing of a blink", () => {
    render(<ConnectionLine />);
    act(() => store.set(connectionAtom, "reconnecting"));
    act(() => vi.advanceTimersByTime(599));
    act(() => store.set(connectionAtom, "connected"));
    act(() => vi.advanceTimersByTime(2_000));
    expect(text()).toBe("");
  });

  it("is there while the connection is away, and goes with its return", () => {
    render(<ConnectionLine />);
    act(() => store.set(connectionAtom, "reconnecting"));
    act(() => vi.advanceTimersByTime(600));
    expect(text()).toBe("Reconnecting…");
    act(() => store.set(connectionAtom, "connected"));
    expect(text()).toBe("");
  });

  it("is not there before the first connection", () => {
    render(<ConnectionLine />);
    act(() => store.set(connectionAtom, "connecting"));
    act(() => vi.advanceTimersByTime(10_000));
    expect(text()).toBe("");
  });
});
