import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Feature, FeaturesContext, part } from "@/feature";
import { atom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { isUsed, useUsedFeatures } from "./used";

const Part = part(() => Promise.resolve(() => null));
const callAtom = atom(false);
const phone: Feature = {
  name: "calls",
  holds: callAtom,
  topics: ["calls"],
  objects: { call: { order: 3, Happened: Part }, contact: { Action: Part } },
  starters: [{ key: "call", Starter: Part }],
  Dock: Part,
};
const others: Feature = { objects: { contact: { order: 1 } } };

const used = () =>
  renderHook(useUsedFeatures, {
    wrapper: ({ children }) => <FeaturesContext value={[phone, others]}>{children}</FeaturesContext>,
  }).result;

describe("a feature that an organization may do without", () => {
  it("is there as long as nothing else is said", () => {
    signIn();
    expect(used().current).toEqual([phone, others]);
  });

  it("leaves what its records are, at its place, and comes back", () => {
    signIn({ without: ["calls"] });
    const shown = used();
    expect(shown.current).toEqual([
      {
        name: "calls",
        holds: callAtom,
        topics: ["calls"],
        objects: { call: { order: 3, Happened: Part }, contact: {} },
      },
      others,
    ]);
    act(() => void signIn());
    expect(shown.current).toEqual([phone, others]);
  });

  it("stays while something of it is under way", () => {
    signIn({ without: ["calls"] });
    store.set(callAtom, true);
    const shown = used();
    expect(shown.current).toEqual([phone, others]);
    act(() => store.set(callAtom, false));
    expect(shown.current[0]?.Dock).toBeUndefined();
    expect(isUsed(phone, undefined)).toBe(true);
  });
});
