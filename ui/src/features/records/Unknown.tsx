import { SearchX } from "lucide-react";
import type { ObjectSchema } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { WayOut } from "@/feature/WayOut";
import { words } from "./messages";
import { pluralOf } from "./objects";

/** Stands where an object is not there: one that was there a moment ago has gone for everybody, or for its reader. */
export function Unknown({ had }: { had?: ObjectSchema | undefined }) {
  return had ? (
    <PageState
      icon={<SearchX />}
      title={words.objectGone(pluralOf(had))}
      text={words.objectGoneHint}
      action={<WayOut />}
    />
  ) : (
    <PageState
      icon={<SearchX />}
      title={words.unknownObject}
      text={words.unknownObjectHint}
      action={<WayOut />}
    />
  );
}
