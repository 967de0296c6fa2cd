import { useQuery } from "@tanstack/react-query";
import type { ObjectSchema } from "@/api";
import { request } from "@/api/client";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import type { ReportDraft } from "./draft";

/** A field that a chart can use. */
export interface ChartField {
  name: string;
  title: string;
  isDated: boolean;
  isNumeric: boolean;
}

const unchartable = new Set(["json", "encrypted", "code", "rich-text", "file", "image"]);

const optionOf = (field: FieldSpec): ChartField => ({
  name: field.name,
  title: field.title,
  isDated: field.kind === "date" || field.kind === "date-time",
  isNumeric: fieldType(field.kind).isNumeric === true,
});

/** The fields of an object that a chart can use: the id first, which counts records. */
export function chartFieldsOf(schema: ObjectSchema): ChartField[] {
  return [
    { name: "id", title: "Id", isDated: false, isNumeric: false },
    ...fieldsOf(schema)
      .filter(({ kind }) => !unchartable.has(kind))
      .map(optionOf)
      .sort((left, right) => left.title.localeCompare(right.title)),
  ];
}

interface Column {
  key: string;
  type: string;
}

const numeric = /int|num|float|decimal|money|double/i;
const dated = /date|time/i;

/** The columns of a custom query, and what is wrong with its text. */
export function useColumns({ isSql, sql }: Pick<ReportDraft, "isSql" | "sql">) {
  const isAsked = isSql && sql.trim() !== "";
  const { data, error } = useQuery({
    queryKey: ["query check", sql],
    enabled: isAsked,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { query: sql };
      return (await request<{ columns: Column[] }>("POST", "/v1/query/check", { body, signal })).data.columns;
    },
  });
  const columns = data?.map(({ key, type }) => ({
    name: key,
    title: key,
    isDated: dated.test(type),
    isNumeric: numeric.test(type),
  }));
  return { columns: isAsked ? columns : undefined, error: isAsked ? error : null };
}
