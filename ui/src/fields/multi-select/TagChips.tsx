import { useEffect } from "react";
import { Pill } from "@/components/Pill/Pill";
import { useTopic } from "@/realtime";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import type { FieldSpec } from "../contract";
import { labelOf, readTags, tagFor, tagListsAtom, tagObject } from "./tags";

/** Keeps the tags true while something shows them. */
function Held() {
  const { epoch, phase } = useTopic(`object:${tagObject}`);
  useEffect(() => {
    if (epoch > 0 || phase === "failed") {
      void readTags(epoch);
    }
  }, [epoch, phase]);
  return null;
}

/** Holds the tags for who may read them. */
export function HeldTags() {
  return rightsFor(useAtomValue(identityAtom), tagObject).read ? <Held /> : null;
}

/** Values of a field as their tags look. */
export function TagChips({ field, values }: { field: FieldSpec; values: readonly string[] }) {
  const lists = useAtomValue(tagListsAtom);
  return (
    <>
      <HeldTags />
      {values.map((value) => (
        <Pill key={value} color={tagFor(lists, field, value)?.color}>
          {labelOf(lists, field, value)}
        </Pill>
      ))}
    </>
  );
}
