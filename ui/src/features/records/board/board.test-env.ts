import type { ObjectSchema, Property } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { fieldsOf } from "@/fields";
import { type Board, type BoardSettings, boardOf } from "./settings";

const text = ["string", "null"];

const properties: Record<string, Property> = {
  name: { title: "Name", type: "string" },
  state: { title: "State", type: text, format: "enum", enum: ["on", "off"], modify: false },
  stage: {
    title: "Stage",
    type: text,
    format: "picklist",
    enum: ["new", "won"],
    options: [
      { value: "new", label: "New lead", color: "blue", active: true },
      { value: "won", label: "Won", color: "green", active: true },
      { value: "old", label: "Long ago", color: "gray", active: false },
    ],
  },
  amount: { title: "Amount", type: ["number", "null"], format: "currency" },
  seats: { title: "Seats", type: ["integer", "null"] },
  rush: { title: "Rush", type: ["boolean", "null"] },
  company: { title: "Company", type: text },
  owner: { title: "Owner", type: text, format: "lookup", anyOf: [{ schema_api_name: "user" }] as never },
};

/** Deals, which have stages; some fields are others, or are not there. */
export function dealSchema(over: Record<string, Property | undefined> = {}): ObjectSchema {
  const all = Object.entries({ ...properties, ...over }).filter(
    (one): one is [string, Property] => one[1] !== undefined,
  );
  return objectSchema("deal", { title: "Deal", properties: Object.fromEntries(all) });
}

export function dealBoard(settings: BoardSettings = {}): Board {
  const schema = dealSchema();
  const board = boardOf(schema, fieldsOf(schema), settings);
  if (!board) {
    throw new Error("deals have a board");
  }
  return board;
}
