import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ObjectSchema } from "@/api";
import { signIn } from "@/store/signIn.test-env";
import { edit } from "./draft";
import { keepEdits, keptOf } from "./kept";
import { useKeptDraft } from "./useKeptDraft";

const record = { id: "c1", name: "Mia", company: "Juniper" };

const schema: ObjectSchema = {
  api_name: "contact",
  title: "Contact",
  name_field: "name",
  required: [],
  rights: { create: true, read: true, update: true, delete: true },
  properties: {
    name: { title: "Name", type: ["string", "null"] },
    company: { title: "Company", type: ["string", "null"] },
    pin: { title: "PIN", type: ["string", "null"], format: "encrypted" },
  },
};

function open(version: number | undefined = 3, id = "c1") {
  const hook = renderHook(() => useKeptDraft(schema, id, version));
  const type = (name: string, value: string) =>
    act(() => hook.result.current.setDraft((had) => edit(had, record, name, value)));
  return { ...hook, type };
}

describe("a draft that outlives its page", () => {
  beforeEach(() => {
    localStorage.clear();
    signIn();
  });

  it("stands again where the record is as it was", () => {
    const first = open();
    first.type("company", "Oak");
    first.unmount();
    const { result } = open();
    expect(result.current.draft).toMatchObject({ edits: { company: "Oak" }, bases: { company: "Juniper" } });
    expect(result.current).toMatchObject({ isFromBefore: true, isWaiting: false });
    expect(result.current.keptAt).toBe(keptOf("contact:c1")?.at);
  });

  it("waits where the record has changed since, and lies under what is typed meanwhile", () => {
    const first = open(3);
    first.type("company", "Oak");
    first.type("name", "Mia R.");
    first.unmount();
    const second = open(4);
    expect(second.result.current).toMatchObject({ isWaiting: true, draft: { edits: {} } });
    second.type("name", "Mia Reyes");
    second.unmount();
    const third = open(4);
    expect(third.result.current.isWaiting).toBe(true);
    act(() => third.result.current.restore());
    expect(third.result.current.draft.edits).toEqual({ company: "Oak", name: "Mia Reyes" });
    expect(third.result.current.isWaiting).toBe(false);
  });

  it("is gone once it is saved or given up, and once it was typed back", () => {
    const first = open();
    first.type("company", "Oak");
    act(() => first.result.current.reset());
    expect(first.result.current).toMatchObject({ draft: { edits: {} }, keptAt: undefined });
    expect(first.result.current.draft.revisions).toEqual({ company: 1 });
    expect(keptOf("contact:c1")).toBeUndefined();
    first.type("company", "Elm");
    expect(keptOf("contact:c1")).toBeDefined();
    first.type("company", "Juniper");
    expect(keptOf("contact:c1")).toBeUndefined();
  });

  it("is its person's and its organization's, and the record's", () => {
    const first = open();
    first.type("company", "Oak");
    first.unmount();
    expect(keptOf("contact:c2")).toBeUndefined();
    signIn({ userId: "ben" });
    expect(open().result.current.isFromBefore).toBe(false);
    signIn({ organization: { id: "other", name: "Other" } });
    expect(open().result.current.isFromBefore).toBe(false);
    signIn();
    expect(open().result.current.isFromBefore).toBe(true);
  });

  it("is not kept of what is encrypted, and says so", () => {
    const first = open();
    expect(first.result.current.isKept).toBe(true);
    first.type("pin", "4711");
    expect(first.result.current).toMatchObject({ isKept: false, draft: { edits: { pin: "4711" } } });
    expect(keptOf("contact:c1")).toBeUndefined();
    first.type("company", "Oak");
    expect(keptOf("contact:c1")?.edits).toEqual({ company: "Oak" });
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain("4711");
    first.unmount();
    expect(open().result.current).toMatchObject({ isKept: true, draft: { edits: { company: "Oak" } } });
  });

  it("makes room for newer ones", () => {
    const kept = (at: number) => ({ at: new Date(at).toISOString(), edits: {}, bases: {}, problems: {} });
    for (let at = 0; at < 51; at++) {
      keepEdits(`contact:${at}`, kept(at));
    }
    expect([keptOf("contact:0"), keptOf("contact:1")]).toEqual([undefined, kept(1)]);
  });

  it("does without what cannot be read", () => {
    localStorage.setItem("switchboard.edits.o.me", "{not JSON");
    expect(keptOf("contact:c1")).toBeUndefined();
  });
});
