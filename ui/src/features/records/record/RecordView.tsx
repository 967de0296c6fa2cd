import type { WireRecord } from "@/api";
import { words } from "../messages";
import { ShownField } from "./FieldRow";
import { Footer } from "./Footer";
import type { Layout } from "./layout";
import { Section } from "./Sections";

/** All fields of a record to read; what the product keeps itself is one line below. */
export function RecordView({ layout, record }: { layout: Layout; record: WireRecord }) {
  return (
    <>
      <Section title={words.details} isList>
        {layout.details.map((field) => (
          <ShownField key={field.name} field={field} record={record} />
        ))}
      </Section>
      <Footer record={record} className="border-t px-6 py-3 max-sm:px-4" />
    </>
  );
}
