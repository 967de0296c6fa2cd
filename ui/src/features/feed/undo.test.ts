import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ObjectSchema } from "@/api";
import type { News } from "@/api/feed";
import { toast } from "@/components/Toaster/toasts";
import { undo } from "./undo";

const readHistory = vi.hoisted(() => vi.fn());
const restoreRecord = vi.hoisted(() => vi.fn());
vi.mock("@/api/history", () => ({ readHistory, restoreRecord }));

const schema = {
  properties: { company: { title: "Company" }, email: { title: "E-Mail" } },
} as unknown as ObjectSchema;
const news: News = {
  number: 9,
  at: "2026-01-01T10:00:00Z",
  object: "contact",
  version: 4,
  op: "updated",
  by: {},
  record: { id: "c1", name: "Nina" },
  fields: ["company"],
};
const revision = (version: number, ...fields: string[]) => ({
  version,
  changes: Object.fromEntries(fields.map((name) => [name, { before: 1, after: 2 }])),
});

describe("undoing a change in the feed", () => {
  beforeEach(() => {
    vi.restoreAllMocks();
    readHistory.mockReset();
    restoreRecord.mockReset().mockResolvedValue({ record: { id: "c1", version: 7 } });
  });

  it("puts its fields back to the version before, and offers to put them forth again", async () => {
    const said = vi.spyOn(toast, "success");
    readHistory.mockResolvedValue({ items: [revision(5, "email"), revision(4, "company")], next: undefined });
    await undo(news, schema, ["company"]);
    expect(restoreRecord).toHaveBeenLastCalledWith(
      "contact",
      "c1",
      { version: 3, fields: ["company"] },
      expect.any(String),
    );
    expect(said).toHaveBeenCalledWith("Change undone", expect.objectContaining({ label: "Redo" }));
    said.mock.calls[0]?.[1]?.run();
    expect(restoreRecord).toHaveBeenLastCalledWith(
      "contact",
      "c1",
      { version: 4, fields: ["company"] },
      expect.any(String),
    );
  });

  it("leaves a field that was changed again since, also if that stands on a later page", async () => {
    const warned = vi.spyOn(toast, "warning");
    readHistory
      .mockResolvedValueOnce({ items: [revision(8, "email"), revision(7, "email")], next: 7 })
      .mockResolvedValueOnce({ items: [revision(6, "company"), revision(5, "email")], next: 5 });
    await undo(news, schema, ["company"]);
    expect(readHistory).toHaveBeenCalledTimes(2);
    expect(restoreRecord).not.toHaveBeenCalled();
    expect(warned).toHaveBeenCalledWith(expect.stringMatching(/^Company changed again since/));
  });

  it("says why it could not", async () => {
    const failed = vi.spyOn(toast, "error");
    readHistory.mockResolvedValue({ items: [], next: undefined });
    restoreRecord.mockRejectedValue(new Error("You may not change Company"));
    await undo(news, schema, ["company"]);
    expect(failed).toHaveBeenCalledTimes(1);
  });
});
