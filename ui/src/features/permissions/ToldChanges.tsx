import { schemasAtom, useAtomValue } from "@/store";
import { type ToldChange, tellChanges } from "./changes";
import { words } from "./messages";
import type { RightSet } from "./rights";

function Line({ about, given, taken }: ToldChange) {
  const part = (label: string, what: string[], look: string) =>
    what.length === 0 ? null : (
      <>
        {" "}
        <span className={look}>{label}</span> {what.join(", ")}
        {"."}
      </>
    );
  return (
    <li className="wrap-anywhere">
      <span className="font-medium">{about === "" ? words.system : about}</span>
      {":"}
      {part(words.given, given, "text-success")}
      {part(words.taken, taken, "text-danger")}
    </li>
  );
}

/** What became of the rights that a set gives, in words. */
export function ToldChanges({ before, after }: { before: RightSet; after: RightSet }) {
  const told = tellChanges(before, after, useAtomValue(schemasAtom) ?? []);
  return told.length === 0 ? (
    <span className="text-n11">{words.noChange}</span>
  ) : (
    <ul className="flex flex-col gap-0.5 text-n12">
      {told.map((one) => (
        <Line key={one.about} {...one} />
      ))}
    </ul>
  );
}
