import { cn } from "@/lib/cn";
import { isMap, isScalar, namesOf, referredTo, scalarText, switchedOn, title } from "./structure";

/** What stands below its name rather than beside it: else each level would have less room than the one around it. */
const hasParts = (value: unknown): boolean =>
  isMap(value) && Object.keys(value).length > 0 && (referredTo(value) ?? switchedOn(value)) === undefined;

/** A structure as what it means: names beside values, lists as lists, switches as what is on. */
export function Structure({ value }: { value: unknown }) {
  if (isScalar(value)) {
    return <span className="[overflow-wrap:anywhere]">{scalarText(value)}</span>;
  }
  const on = referredTo(value) ?? switchedOn(value);
  if (on !== undefined) {
    return <span>{on}</span>;
  }
  if (Array.isArray(value)) {
    const words = value.every(isScalar) ? value.map(scalarText) : namesOf(value);
    return words ? (
      <span className="[overflow-wrap:anywhere]">{words.join(", ") || "–"}</span>
    ) : (
      <ol className="flex list-inside list-decimal flex-col gap-1">
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items have no names, and are replaced together
          <li key={index}>
            <Structure value={one} />
          </li>
        ))}
      </ol>
    );
  }
  const entries = isMap(value) ? Object.entries(value) : [];
  return entries.length === 0 ? (
    <span>–</span>
  ) : (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1">
      {entries.map(([key, one]) => {
        const isBlock = hasParts(one);
        return (
          <div key={key} className="contents">
            <dt className={cn("text-meta text-n10", isBlock ? "col-span-2 pt-1" : "max-w-28 pt-0.5")}>
              {title(key)}
            </dt>
            <dd className={cn("min-w-0", isBlock && "col-span-2 border-l pl-3")}>
              <Structure value={one} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
