import { title } from "./names";

const count = new Intl.NumberFormat("en-US");
const of = (n: number, one: string) => `${count.format(n)} ${one}${n === 1 ? "" : "s"}`;

export const words = {
  title,
  lead: "Ask for records by SELECT: what you may read, as you may read it.",
  editor: "Query",
  placeholder: "SELECT name, company FROM contact ORDER BY modified_date DESC LIMIT 25",
  run: "Run",
  stop: "Stop",
  live: "Live",
  isLive: "Live",
  notLive: "What stands here is not kept current any more.",
  result: "Result",
  shapes: { table: "Table", json: "JSON", csv: "CSV" },
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser did not let it be copied.",
  download: "Download",
  more: "Show more",
  none: "Nothing was found",
  noneHint: "The query is right, and no record that you may read answers to it.",
  fresh: "Write a query, or take one up",
  freshHint: "What you run is kept here, in this browser alone.",
  failed: (detail: string) => `Error running query: ${detail}`,
  place: (line: number, column: number) => `Line ${line}, column ${column}`,
  meant: (name: string) => `Replace by “${name}”`,
  expected: (all: readonly string[]) => `Expected: ${all.join(", ")}`,
  rows: (shown: number, total: number, isEstimated: boolean) =>
    shown === total && !isEstimated
      ? of(total, "record")
      : `${count.format(shown)} of ${isEstimated ? "about " : ""}${of(total, "record")}`,
  took: (milliseconds: number) => `${count.format(milliseconds)} ms`,
  history: "History",
  earlier: "What you ran before",
  forget: "Clear history",
  forgotten: "The history was cleared.",
  undo: "Undo",
  examples: "Examples",
  yes: "Yes",
  no: "No",
};

/** What a query can look like, for who has not written one. */
export const examples: readonly { label: string; text: string }[] = [
  {
    label: "My contacts of this month",
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
