import { Link } from "@tanstack/react-router";
import { CallClock } from "@/components/CallClock/CallClock";
import { nearDay, parseTime } from "@/lib/time";
import { words } from "../messages";
import type { CallRecord } from "../objects";
import { countsFrom } from "../rules";
import { type Caller, useCaller } from "./useCaller";

const notePath = (id: string) => `/view/note/record/${id}/standard`;

function lastContact({ last }: Caller): string | undefined {
  const at = parseTime(last?.at);
  return last && at ? words.lastContact(last.kind, nearDay(at, words)) : undefined;
}

/** Company, last contact in words, and the notes about whom one speaks with; the line is there before they are. */
export function AboutCaller({ call }: { call: CallRecord }) {
  const caller = useCaller(call.id);
  const notes = caller?.notes ?? [];
  const said = caller && [caller.company, lastContact(caller)].filter(Boolean).join(" · ");
  return (
    <p className="flex h-4 min-w-0 items-center gap-1.5 text-meta text-n11">
      <CallClock since={countsFrom(call)} className="md:hidden" />
      {said ? <span className="truncate">{said}</span> : null}
      {notes.length > 0 ? (
        <span className="flex min-w-0 gap-1 max-sm:hidden">
          {said ? "· " : ""}
          <span className="shrink-0">{words.openNotes(notes.length, caller?.more_notes === true)}</span>
          {notes.map((note) => (
            <Link
              key={note.id}
              to={notePath(note.id)}
              className="max-w-40 truncate text-accent-text hover:underline"
            >
              {note.name}
            </Link>
          ))}
        </span>
      ) : null}
    </p>
  );
}
