import type { WireRecord } from "@/api";
import { words } from "../messages";
import { ShownField } from "./FieldRow";
import type { Layout } from "./layout";
import { Section } from "./Sections";

/** All fields of a record to read, what the product keeps below. */
export function RecordView({ layout, record }: { layout: Layout; record: WireRecord }) {
  return (
    <>
      <Section title={words.details} isList>
        {layout.details.map((field) => (
          <ShownField key={field.name} field={field} value={record[field.name]} />
        ))}
      </Section>
      {layout.system.length > 0 ? (
        <Section title={words.system} isList>
          {layout.system.map((field) => (
            <ShownField key={field.name} field={field} value={record[field.name]} />
          ))}
        </Section>
      ) : null}
    </>
  );
}
