import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { WireRecord } from "@/api";
import { type FieldSpec, fieldType } from "@/fields";
import { referenceOf } from "@/fields/lookup/value";
import { isEmpty } from "@/fields/value";
import { cn } from "@/lib/cn";
import { parseTime, shortTime } from "@/lib/time";
import { words } from "../messages";
import type { Layout } from "./layout";

const asWords = (text: string) => ` ${text.toLowerCase()} `;

/** Whether a text stands in the record's name already, as a first name does. */
const isInName = (value: unknown, name: string): boolean =>
  typeof value === "string" && value !== "" && asWords(name).includes(asWords(value));

function Property({ field, value }: { field: FieldSpec; value: unknown }) {
  const { View, isWide } = fieldType(field.kind);
  return (
    <div className={cn("flex min-h-7 gap-2 py-1", isWide && "flex-col gap-0.5")}>
      <dt data-tip={field.help} className="w-24 shrink-0 truncate pt-0.5 text-meta text-n10">
        {field.title}
      </dt>
      <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <View field={field} value={value} />
      </dd>
    </div>
  );
}

/** When the record was made and last changed, and by whom, in one line. */
function Footer({ record }: { record: WireRecord }) {
  const say = (at: unknown, by: unknown, sentence: (when: string, who: string) => string) => {
    const date = parseTime(typeof at === "string" ? at : undefined);
    return date ? sentence(shortTime(date), referenceOf(by)?.name ?? "") : "";
  };
  const facts = record as Record<string, unknown>;
  const text = [
    say(facts.created_date, facts.created_by, words.createdLine),
    say(facts.modified_date, facts.modified_by, words.changedLine),
  ].filter(Boolean);
  return text.length > 0 ? <p className="pt-3 text-meta text-n10">{text.join(" · ")}</p> : null;
}

interface PropertiesProps {
  layout: Layout;
  record: WireRecord;
  title: string;
  nameField: string;
}

/** What is known of a record, a line each; what is empty is folded, and nothing is said twice. */
export function Properties({ layout, record, title, nameField }: PropertiesProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const values = record as Record<string, unknown>;
  const told = layout.details.filter(
    (field) => field.name !== nameField && !isInName(values[field.name], title),
  );
  const empty = told.filter((field) => isEmpty(values[field.name]));
  const full = told.filter((field) => !isEmpty(values[field.name]));
  return (
    <section aria-labelledby={`${id}-title`} className="px-4 py-4">
      <h2 id={`${id}-title`} className="pb-2 font-semibold">
        {words.details}
      </h2>
      <dl>
        {full.map((field) => (
          <Property key={field.name} field={field} value={values[field.name]} />
        ))}
      </dl>
      {empty.length > 0 ? (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-empty`}
            onClick={() => setOpen(!isOpen)}
            className="-mx-1 mt-1 flex h-7 items-center gap-1 rounded-sm px-1 text-meta text-n11 hover:text-n12"
          >
            <ChevronRight
              aria-hidden
              className={cn("size-3.5 transition-transform duration-120", isOpen && "rotate-90")}
            />
            {isOpen ? words.hideEmpty : words.showEmpty(empty.length)}
          </button>
          <dl id={`${id}-empty`} hidden={!isOpen}>
            {empty.map((field) => (
              <Property key={field.name} field={field} value={values[field.name]} />
            ))}
          </dl>
        </>
      ) : null}
      <Footer record={record} />
    </section>
  );
}
