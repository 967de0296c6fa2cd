import { describe, expect, it } from "vitest";
import { addToDraft, draftOf, keepDraft } from "./drafts";

describe("addToDraft", () => {
  it("loses nothing that was typed", () => {
    addToDraft("t", "First");
    expect(draftOf("t")).toBe("First");
    keepDraft("t", "Typed");
    addToDraft("t", "Second");
    expect(draftOf("t")).toBe("Typed\nSecond");
  });
});
