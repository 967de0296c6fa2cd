import { act, render, renderHook, screen } from "@testing-library/react";
import { lazy } from "react";
import { describe, expect, it } from "vitest";
import type { WireRecord } from "@/api";
import { type Feature, FeaturesContext, type ObjectFacts, RecordSlot, useFacts } from "./index";

const record: WireRecord = { id: "c1", version: 1, name: "Mia" };
const Call = (props: { record: WireRecord }) => <p>{`Call ${props.record.name}`}</p>;
const Text = (props: { record: WireRecord }) => <p>{`Text ${props.record.name}`}</p>;

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
});

describe("what features add to a record", () => {
  it("stands in its place only, in the order of the features", () => {
    const facts: ObjectFacts[] = [{ Action: Call }, { Below: Call }, { Action: Text }];
    render(<RecordSlot facts={facts} place="Action" record={record} />);
    expect(screen.getAllByText(/Mia/).map((part) => part.textContent)).toEqual(["Call Mia", "Text Mia"]);
  });

  it("shows when it is loaded, and holds up nothing else", async () => {
    let load: (file: { default: typeof Text }) => void = () => undefined;
    const file = new Promise<{ default: typeof Text }>((take) => {
      load = take;
    });
    const facts: ObjectFacts[] = [{ Action: lazy(() => file) }, { Action: Call }];
    render(<RecordSlot facts={facts} place="Action" record={record} />);
    expect(screen.getByText("Call Mia")).toBeTruthy();
    expect(screen.queryByText("Text Mia")).toBeNull();
    await act(async () => {
      load({ default: Text });
      await file;
    });
    expect(screen.getByText("Text Mia")).toBeTruthy();
  });
});
