import { useEffect } from "react";
import { Pill } from "@/components/Pill/Pill";
import { useTopic } from "@/realtime";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { labelOf, readTags, tagKey, tagObject, tagsAtom } from "./tags";

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

/** Values as their tags look. */
export function TagChips({ values }: { values: readonly string[] }) {
  const tags = useAtomValue(tagsAtom);
  return (
    <>
      <HeldTags />
      {values.map((value) => (
        <Pill key={value} color={tags.get(tagKey(value))?.color}>
          {labelOf(tags, value)}
        </Pill>
      ))}
    </>
  );
}
