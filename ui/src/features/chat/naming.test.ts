// @vitest-environment node
import { expect, it } from "vitest";
import { chatName, otherOf } from "./naming";
import type { ChatRecord } from "./objects";

const members = [
  { id: "me", name: "Alice" },
  { id: "ben", name: "Ben" },
];
const chat = (over: object) => ({ id: "c", version: 1, name: "Alice, Ben", members, ...over }) as ChatRecord;

it("a direct message is called by the colleague, a chat by its name", () => {
  expect(chatName(chat({ direct: true }), "me")).toBe("Ben");
  expect(chatName(chat({ direct: true }), "ben")).toBe("Alice");
  expect(chatName(chat({ name: "Desk" }), "me")).toBe("Desk");
  expect(otherOf(chat({}), "me")).toBeUndefined();
});
