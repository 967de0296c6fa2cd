import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { isLikeNumber } from "@/lib/phone";
import { lists, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { listWith } from "../reducers";
import { beginConversation } from "./begin";
import { mayText } from "./newText";
import { offered, recipientsOf, typedRecipient } from "./recipients";

beforeEach(() => signIn({}));

describe("whom one may text", () => {
  it("is each number of a contact, once", () => {
    const phone = { phone_number: "+12065550142" };
    expect(recipientsOf({ id: "a", version: 1, name: "Mia", phone, second_phone: phone })).toEqual([
      { id: "a +12065550142", number: "+12065550142", name: "Mia", contact: "a" },
    ]);
    expect(recipientsOf({ id: "a", version: 1, name: "Mia", phone: null })).toEqual([]);
  });

  it("is a whole number", () => {
    expect(typedRecipient("+49 30 901820")?.number).toBe("+4930901820");
    expect(typedRecipient("Mia")).toBeUndefined();
    expect(typedRecipient("206 555")).toBeUndefined();
  });

  it("fits what is typed by now, not only what it was found for", () => {
    const [mia] = recipientsOf({ id: "a", version: 1, name: "Mia", phone: { phone_number: "+12065550142" } });
    const found = mia ? [mia] : [];
    const names = (typed: string, isCurrent: boolean) =>
      offered(found, isCurrent, typed).map(({ name }) => name);
    expect(names("mi", false)).toEqual(["Mia"]);
    expect(names("ben", false)).toEqual([]);
    expect(names("ben", true)).toEqual(["Mia"]);
    expect(names("206 555 0177", false)).toEqual(["+12065550177"]);
    expect(names("206 555 0142", true)).toEqual(["Mia"]);
    expect(names("", true)).toEqual([]);
  });

  it("is nobody for those who may not send texts", () => {
    const rights = { read: true, create: false, update: false, delete: false };
    signIn({ rights: { twilio_message: rights } });
    expect(mayText()).toBe(false);
    signIn({ rights: { twilio_message: { ...rights, create: true } } });
    expect(mayText()).toBe(true);
  });
});

it.each([
  ["(206) 555-0142", true],
  ["+49 30 901820", true],
  ["206", false],
  ["Mia 2065550142", false],
  ["", false],
])("%s in the palette may be a number: %s", (typed, is) => expect(isLikeNumber(typed)).toBe(is));

it("a conversation that was begun stands with its contact at once", async () => {
  transact((tx) => lists.set(tx, listWith("a"), [])); // his page asked for it
  const conversation = { id: "c1", version: 1, contacts: [{ id: "a" }] };
  const post = vi.spyOn(api.api, "post").mockResolvedValue({ data: { conversation } } as never);
  const to = { id: "a +12065550142", number: "+12065550142", name: "Mia", contact: "a" };
  expect(await beginConversation(to)).toBe("c1");
  expect(post).toHaveBeenCalledWith("/v1/twilio/conversation", { phone: "+12065550142", contact: "a" });
  expect(store.get(lists.atomOf(listWith("a")))).toContain("c1");
});
