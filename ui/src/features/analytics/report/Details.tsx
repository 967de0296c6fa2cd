import type { WireRecord } from "@/api";
import { fieldsOf, fieldType } from "@/fields";
import { useSchema } from "@/store";
import { reportObject } from "../names";

/** Shown by the chart itself. */
const charted = new Set(["chart_settings", "query", "thresholds"]);

/** What is known of a stored report: its owner, its dates and the rest of its fields. */
export function Details({ record }: { record: WireRecord }) {
  const schema = useSchema(reportObject);
  const fields = schema ? fieldsOf(schema).filter(({ name }) => !charted.has(name)) : [];
  return (
    <dl className="grid max-w-3xl grid-cols-[12rem_minmax(0,1fr)] gap-x-6 gap-y-3 p-6 max-sm:grid-cols-1 max-sm:gap-y-1 max-sm:p-4">
      {fields.map((field) => {
        const { View } = fieldType(field.kind);
        return (
          <div key={field.name} className="contents">
            <dt className="text-n11">{field.title}</dt>
            <dd className="min-w-0">
              <View field={field} value={record[field.name]} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
