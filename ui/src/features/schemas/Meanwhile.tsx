import { TriangleAlert } from "lucide-react";
import { Banner } from "@/components/Banner/Banner";
import type { Definition, Format } from "./api";
import { words } from "./messages";
import { tellChanges } from "./told";
import type { Seen } from "./useSaving";

interface MeanwhileProps {
  seen: Seen | undefined;
  definition: Definition;
  formats: readonly Format[];
}

/** What somebody else made of the object while one changed it oneself. */
export function Meanwhile({ seen, definition, formats }: MeanwhileProps) {
  if (!seen) {
    return null;
  }
  const told = tellChanges(seen.definition, definition, formats);
  return (
    <Banner tone="warning" icon={<TriangleAlert aria-hidden />}>
      <p>{words.meanwhile(seen.detail.replace(/\.$/, ""))}</p>
      {told.length > 0 ? (
        <>
          <p className="mt-1 font-medium">{words.whatChanged}</p>
          <ul className="list-disc pl-4">
            {told.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Banner>
  );
}
