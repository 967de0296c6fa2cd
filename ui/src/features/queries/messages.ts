import { title } from "./names";

const count = new Intl.NumberFormat("en-US");
const of = (n: number, one: string) => `${count.format(n)} ${one}${n === 1 ? "" : "s"}`;

export const words = {
  title,
  lead: "Query your records with SQL. Results follow your permissions.",
  editor: "Query",
  placeholder: "SELECT name, company FROM contact ORDER BY modified_date DESC LIMIT 25",
  run: "Run",
  stop: "Stop",
  live: "Live",
  isLive: "Live",
  notLive: "Live updates stopped. These results may be out of date.",
  result: "Result",
  shapes: { table: "Table", json: "JSON", csv: "CSV" },
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser blocked copying.",
  download: "Download",
  more: "Show more",
  none: "No matching records",
  noneHint: "The query ran, but no records you can access match it.",
  fresh: "Write a query or pick a recent one",
  freshHint: "History is stored in this browser.",
  failed: (detail: string) => `Error running query: ${detail}`,
  place: (line: number, column: number) => `Line ${line}, column ${column}`,
  meant: (name: string) => `Replace with “${name}”`,
  expected: (all: readonly string[]) => `Expected: ${all.join(", ")}`,
  rows: (shown: number, total: number, isEstimated: boolean) =>
    shown === total && !isEstimated
      ? of(total, "record")
      : `${count.format(shown)} of ${isEstimated ? "about " : ""}${of(total, "record")}`,
  took: (milliseconds: number) => `${count.format(milliseconds)} ms`,
  history: "History",
  earlier: "Recent queries",
  forget: "Clear history",
  forgotten: "History cleared.",
  undo: "Undo",
  examples: "Examples",
  yes: "Yes",
  no: "No",
};

/** Example queries for new users. */
export const examples: readonly { label: string; text: string }[] = [
  {
    label: "My contacts this month",
    text: "SELECT name, company, email, modified_date\nFROM contact\nWHERE created_date = THIS MONTH\nORDER BY modified_date DESC\nLIMIT 25",
  },
  {
    label: "Calls by person this week",
    text: "SELECT user.name AS person, COUNT(*) AS calls\nFROM call\nWHERE start_time = THIS WEEK\nGROUP BY user.name\nORDER BY calls DESC",
  },
  {
    label: "Colleagues by name",
    text: "SELECT name, email FROM user WHERE is_active = true ORDER BY name",
  },
];
