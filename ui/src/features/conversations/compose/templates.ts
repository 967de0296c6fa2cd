import { useQuery } from "@tanstack/react-query";
import { listRecords, type ObjectSchema, type WireRecord } from "@/api";
import { fieldsOf, fieldType } from "@/fields";

export interface Template extends WireRecord {
  shortcut?: string | null;
  folder?: string | null;
  body?: string | null;
}

const mostTemplates = 200;

/** The templates of texts, by name. */
export const useTemplates = (isWanted: boolean) =>
  useQuery({
    queryKey: ["text templates"],
    enabled: isWanted,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { rows } = await listRecords<Template>(
        "template",
        {
          limit: mostTemplates,
          order: "name",
          filter: [
            { field: "channel", operator: "=", value: "sms" },
            { field: "active", operator: "=", value: true },
          ],
        },
        signal,
      );
      return rows;
    },
  });

const placeholder = /\{contact\.([a-z0-9_.]+)\}/gi;

/** The placeholders that stand in a text and must not be sent. */
export const openPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([whole]) => whole)),
];

/** What a placeholder stands for; "" where the contact has no such value, or no such field. */
function valueAt(path: string, contact: WireRecord, schema: ObjectSchema | undefined): string {
  const [name = "", part] = path.split(".");
  const value = contact[name];
  if (value === null || value === undefined) {
    return "";
  }
  if (part !== undefined) {
    const inner = typeof value === "object" ? (value as Record<string, unknown>)[part] : undefined;
    return typeof inner === "string" || typeof inner === "number" ? String(inner) : "";
  }
  const field = schema && fieldsOf(schema).find((one) => one.name === name);
  return field ? fieldType(field.kind).text(value, field).trim() : typeof value === "string" ? value : "";
}

/** A piece of a template: its own words, a value of the contact, or a placeholder without one. */
export interface Piece {
  text: string;
  kind: "word" | "value" | "missing";
}

/** A template with the contact's values. What is missing stays as it is, to be filled in. */
export function filled(
  body: string,
  contact: WireRecord | undefined,
  schema: ObjectSchema | undefined,
): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of body.matchAll(placeholder)) {
    const [whole, path = ""] = match;
    const value = contact ? valueAt(path, contact, schema) : "";
    pieces.push({ text: body.slice(at, match.index), kind: "word" });
    pieces.push(value === "" ? { text: whole, kind: "missing" } : { text: value, kind: "value" });
    at = match.index + whole.length;
  }
  pieces.push({ text: body.slice(at), kind: "word" });
  return pieces.filter(({ text }) => text !== "");
}

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join("");

/** Those whose shortcut, name or folder holds what was typed; the shortcut that begins with it comes first. */
export function found(templates: readonly Template[], typed: string): Template[] {
  const wanted = typed.trim().toLowerCase();
  const isFirst = ({ shortcut }: Template) => (shortcut ?? "").toLowerCase().startsWith(wanted);
  const fits = ({ name, shortcut, folder }: Template) =>
    [name, shortcut, folder].some((text) => (text ?? "").toLowerCase().includes(wanted));
  const all = templates.filter(fits);
  return wanted === "" ? all : [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
}
