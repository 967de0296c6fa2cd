import { Lock, TriangleAlert } from "lucide-react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import type { Definition, Format } from "./api";
import { Meanwhile } from "./Meanwhile";
import { words } from "./messages";
import type { FieldUnderEdit } from "./useFieldForm";

interface FieldNotesProps {
  form: FieldUnderEdit;
  definition: Definition;
  formats: readonly Format[];
}

/** What is to be known of a field before one changes it: that it is fixed, and what others did to it meanwhile. */
export function FieldNotes({ form, definition, formats }: FieldNotesProps) {
  const { conflicts, drop } = form.draft;
  const alert = <TriangleAlert aria-hidden />;
  return (
    <div className="flex flex-col gap-2 pb-4 empty:hidden">
      {form.isFixed ? (
        <Banner tone="info" icon={<Lock aria-hidden />}>
          {form.isOthers ? words.othersField : words.builtInField}
        </Banner>
      ) : null}
      {form.isGone ? (
        <Banner tone="danger" icon={alert}>
          {words.goneField}
        </Banner>
      ) : null}
      <Meanwhile seen={form.seen} definition={definition} formats={formats} />
      {conflicts.length > 0 ? (
        <Banner
          tone="warning"
          icon={alert}
          action={
            <Button size="small" onClick={() => drop(conflicts)}>
              {words.takeTheirs}
            </Button>
          }
        >
          {words.changedHere(conflicts.map((key) => words.keys[key].toLowerCase()).join(", "))}
        </Banner>
      ) : null}
    </div>
  );
}

/** What a change means for the records that there are. */
export function Consequences({ lines }: { lines: readonly string[] }) {
  return (
    // It stays in sight above the buttons, however long the form is.
    <div role="status" className="sticky -bottom-5 -mx-5 mt-5 -mb-5">
      {lines.length > 0 ? (
        <div className="animate-fade bg-warning-soft px-5 py-2.5 text-warning">
          <p className="font-medium">{words.meaning}</p>
          <ul className="list-disc pl-4">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
