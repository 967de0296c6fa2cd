import { Users } from "lucide-react";
import type { CallStatus } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { cn } from "@/lib/cn";
import { words } from "./messages";

/** Someone who can be mentioned. */
export interface Candidate {
  /** Their id, or "here" for all members. */
  id: string;
  name: string;
  status?: CallStatus;
  canRead: boolean;
}

interface MentionListProps {
  id: string;
  candidates: readonly Candidate[];
  chosen: Candidate | undefined;
  optionProps: (candidate: Candidate) => object;
}

/** Who can be mentioned by what was typed after the at sign. */
export function MentionList({ id, candidates, chosen, optionProps }: MentionListProps) {
  return (
    <div id={id} role="listbox" aria-label={words.people} className="max-h-52 overflow-y-auto border-b py-1">
      {candidates.map((one) => (
        <div
          key={one.id}
          id={`${id}-${one.id}`}
          {...optionProps(one)}
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          className={cn(
            "flex h-9 cursor-pointer items-center gap-2.5 px-3",
            one === chosen ? "bg-n4" : undefined,
          )}
        >
          {one.status ? (
            <Avatar name={one.name} size="small" presence={one.status} />
          ) : (
            <span className="flex size-6 items-center justify-center rounded-full bg-n4 text-n11">
              <Users aria-hidden className="size-3.5" />
            </span>
          )}
          <bdi className="min-w-0 truncate font-medium">{one.status ? one.name : `@${one.name}`}</bdi>
          <span className="truncate text-meta text-n11">
            {one.status ? (one.canRead ? "" : words.cantRead) : words.everyone}
          </span>
        </div>
      ))}
    </div>
  );
}
