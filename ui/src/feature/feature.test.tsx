import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { WireRecord } from "@/api";
import { NotLoaded } from "@/lib/chunks";
import { t } from "@/messages";
import { opening } from "@/messages/opening";
import { connectionAtom, store } from "@/store";
import {
  type Feature,
  FeaturesContext,
  type ObjectFacts,
  page,
  part,
  RecordSlot,
  shownAs,
  useFacts,
  useRecordParts,
} from "./index";

const record: WireRecord = { id: "c1", version: 1, name: "Mia" };
type Props = { record: WireRecord };
const CallLine = (props: Props) => <p>{`Call ${props.record.name}`}</p>;
const TextLine = (props: Props) => <p>{`Text ${props.record.name}`}</p>;
const Lines = () => <p>All lines</p>;
const Call = part(() => Promise.resolve(CallLine));
const Text = part(() => Promise.resolve(TextLine));

const settled = () => act(() => Promise.resolve());

describe("what features say of an object", () => {
  const features: Feature[] = [
    { objects: { contact: { order: 1 }, note: { order: 2 } } },
    {},
    { objects: { contact: { hasFace: true } } },
  ];

  it("comes together in the order of the features", () => {
    const { result } = renderHook(() => [useFacts("contact"), useFacts("unheard of")], {
      wrapper: ({ children }) => <FeaturesContext value={features}>{children}</FeaturesContext>,
    });
    expect(result.current).toEqual([[{ order: 1 }, { hasFace: true }], []]);
  });

  it("shows a field as a feature says, by the other fields, and else as it is stored", () => {
    const facts = [
      { order: 1 },
      { shows: { status: ({ isIn }: Record<string, unknown>) => (isIn ? "in" : "out") } },
    ];
    expect(shownAs(facts, "status", { status: "x", isIn: true })).toBe("in");
    expect(shownAs(facts, "status", { status: "x" })).toBe("out");
    expect(shownAs(facts, "name", { name: "x" })).toBe("x");
  });
});

describe("what features add to a record", () => {
  it("stands in its place only, in the order of the features", async () => {
    const facts: ObjectFacts[] = [{ Action: Call }, { Below: Call }, { Action: Text }];
    render(<RecordSlot facts={facts} place="Action" record={record} />);
    await settled();
    expect(screen.getAllByText(/Mia/).map((shown) => shown.textContent)).toEqual(["Call Mia", "Text Mia"]);
  });

  it("is loaded before the record is shown, and is then there at once", async () => {
    const load = vi.fn(() => Promise.resolve(TextLine));
    const facts: ObjectFacts[] = [{ Below: part(load) }, {}];
    const { result } = renderHook(() => useRecordParts(facts));
    expect(result.current).toBe(false);
    await settled();
    expect(result.current).toBe(true);
    render(<RecordSlot facts={facts} place="Below" record={record} />);
    expect(screen.getByText("Text Mia")).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("holds nothing up where there is nothing, or where it is known already", async () => {
    await Call.preload();
    const facts: ObjectFacts[] = [{ Action: Call }];
    const none: ObjectFacts[] = [{ order: 1 }];
    expect(renderHook(() => useRecordParts(facts)).result.current).toBe(true);
    expect(renderHook(() => useRecordParts(none)).result.current).toBe(true);
  });

  it("that cannot be loaded says so, does not hold the record up, and may be tried again", async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const load = vi.fn<() => Promise<typeof TextLine>>();
    load.mockRejectedValueOnce(new Error("no network")).mockRejectedValueOnce(new Error("still none"));
    load.mockResolvedValueOnce(TextLine);
    const Broken = part(load);
    const facts: ObjectFacts[] = [{ Bar: Broken }];
    const { result } = renderHook(() => useRecordParts(facts));
    await settled();
    expect(result.current).toBe(true);
    render(<RecordSlot facts={facts} place="Bar" record={record} />);
    await expect(settled()).rejects.toThrow("still none");
    await Broken.preload();
    expect(Broken.isLoaded()).toBe(true);
  });
});

describe("a page whose files could not be loaded", () => {
  const setUp = (isGone = false) => {
    const load = vi.fn<() => Promise<{ Lines: typeof Lines }>>();
    load.mockRejectedValueOnce(new NotLoaded(isGone)).mockRejectedValueOnce(new NotLoaded(isGone));
    load.mockResolvedValue({ Lines });
    return { load, Page: page(load, "Lines") };
  };

  it("lets the router go there, says why nothing is shown, and is tried again by hand", async () => {
    const { Page, load } = setUp();
    await Page.preload();
    expect(Page.isLoaded()).toBe(false);
    render(<Page />);
    await settled();
    expect(screen.getByRole("alert").textContent).toContain(t.frame.notLoaded.awayTitle);
    fireEvent.click(screen.getByRole("button", { name: t.frame.retry }));
    await settled();
    expect(screen.getByText("All lines")).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it("is tried again when the connection is back", async () => {
    const { Page } = setUp();
    await Page.preload();
    store.set(connectionAtom, "reconnecting");
    render(<Page />);
    await settled();
    act(() => store.set(connectionAtom, "connected"));
    await settled();
    expect(screen.getByText("All lines")).toBeTruthy();
  });

  it("is tried again where the connection came back while it failed", async () => {
    const { Page } = setUp();
    await Page.preload();
    store.set(connectionAtom, "reconnecting");
    render(<Page />);
    act(() => store.set(connectionAtom, "connected"));
    await settled();
    expect(screen.getByText("All lines")).toBeTruthy();
  });

  it("says so where a newer release took its place", async () => {
    const { Page } = setUp(true);
    render(<Page />);
    await settled();
    expect(screen.getByRole("alert").textContent).toContain(t.frame.notLoaded.goneTitle);
    expect(screen.getByRole("button", { name: opening.reload })).toBeTruthy();
  });
});
