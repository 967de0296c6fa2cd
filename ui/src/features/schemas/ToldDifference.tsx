import { ArrowRight } from "lucide-react";
import { t } from "@/messages";
import { type Difference, isDifference, saidOf } from "./difference";
import { words } from "./messages";

/** Properties before and after. */
function Sides({ changed }: { changed: Difference["object"] }) {
  return (
    <ul>
      {(changed ?? []).map(({ property, before, after }) => (
        <li key={property} className="flex flex-wrap items-center gap-x-2">
          <span className="text-n11">{words.properties[property] ?? property}</span>
          <span className="sr-only">{t.records.before}: </span>
          <span className="wrap-anywhere line-clamp-3">{saidOf(property, before)}</span>
          <ArrowRight aria-hidden className="size-3.5 text-n10" />
          <span className="sr-only">{t.records.after}: </span>
          <span className="wrap-anywhere line-clamp-3">{saidOf(property, after)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the audit tells of an object: what became of it and of its fields, each before and after. */
export function ToldDifference({ after }: { field: string; before: unknown; after: unknown }) {
  if (!isDifference(after)) {
    return null;
  }
  const { op, object, fields } = after;
  return (
    <div className="mt-1 flex flex-col gap-1 rounded border border-n6 bg-n2 px-3 py-1.5">
      {op === "changed" ? <Sides changed={object} /> : null}
      {fields?.map((field) => (
        <div key={`${field.op} ${field.name}`}>
          <span className="font-medium">{words.becameOf(field.op, field.title)}</span>
          {field.op === "changed" ? <Sides changed={field.changed} /> : null}
          {field.op === "made" ? (
            <span className="text-n11">
              {" "}
              {saidOf("format", field.changed?.find((one) => one.property === "format")?.after)}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}
