import { Link } from "@tanstack/react-router";
import { CallClock } from "@/components/CallClock/CallClock";
import { nearDay, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { words } from "../messages";
import type { CallRecord } from "../objects";
import { countsFrom } from "../rules";
import { type Caller, useCaller } from "./useCaller";

const notePath = (id: string) => `/view/note/record/${id}/standard`;

const pathOf = {
  call: "/view/call/record/$id/standard",
  text: "/view/twilio_conversation/record/$id/conversation",
};

/** When one last spoke or wrote with him, and the way there. */
function LastContact({ last }: { last: Caller["last"] | undefined }) {
  useZone();
  const at = parseTime(last?.at);
  return last && at ? (
    <Link
      to={pathOf[last.kind === "text" ? "text" : "call"]}
      params={{ id: last.id }}
      className="-mb-2 shrink-0 self-start pb-2 hover:text-n12 hover:underline"
    >
      {words.lastContact(last.kind, nearDay(at, words))}
    </Link>
  ) : null;
}

/** A caller who is nobody's contact yet can become one. */
function CreateContact({ call }: { call: CallRecord }) {
  const mayCreate = rightsFor(useAtomValue(identityAtom), "contact").create;
  const phone = call.direction === "inbound" ? call.from_number : call.to_number;
  return !call.contact && phone && mayCreate ? (
    <Link
      to="/view/$object/new"
      params={{ object: "contact" }}
      search={{ phone }}
      className="-mb-2 shrink-0 self-start pb-2 text-accent-text hover:underline"
    >
      {words.createContact}
    </Link>
  ) : null;
}

/** Company, last contact in words, and the notes about whom one speaks with; the line is there before they are. */
export function AboutCaller({ call }: { call: CallRecord }) {
  const caller = useCaller(call.id);
  const notes = caller?.notes ?? [];
  const said = Boolean(caller?.company || caller?.last);
  return (
    <p className="flex h-4 min-w-0 items-center gap-1.5 text-meta text-n11">
      <CallClock since={countsFrom(call)} className="md:hidden" />
      {caller?.company ? <span className="truncate">{caller.company}</span> : null}
      {caller?.company && caller.last ? "·" : ""}
      <LastContact last={caller?.last} />
      <CreateContact call={call} />
      {notes.length > 0 ? (
        <span className="flex min-w-0 gap-1 max-sm:hidden">
          {said ? "· " : ""}
          <span className="shrink-0">{words.openNotes(notes.length, caller?.more_notes === true)}</span>
          {notes.map((note) => (
            <Link
              key={note.id}
              to={notePath(note.id)}
              className="-mb-2 max-w-40 truncate pb-2 text-accent-text hover:underline"
            >
              {note.name}
            </Link>
          ))}
        </span>
      ) : null}
    </p>
  );
}
