import { useState } from "react";
import { RecordingRow } from "./RecordingRow";
import { useRecordings } from "./useRecordings";
import { words } from "./words";

/** The recordings of a call, live; nothing where there is none, or none that one may see. */
export function CallRecordings({ call }: { call: string }) {
  const { recordings } = useRecordings(call);
  const [open, setOpen] = useState<string>();
  if (!recordings?.length) {
    return null;
  }
  return (
    <section aria-label={words.ofCall} className="flex flex-col gap-2">
      <h2 className="font-semibold">{words.title}</h2>
      <ul className="flex flex-col gap-2">
        {recordings.map((recording) => (
          <RecordingRow
            key={recording.id}
            recording={recording}
            isInCall
            isOpen={recording.id === open}
            onToggle={() => setOpen(recording.id === open ? undefined : recording.id)}
          />
        ))}
      </ul>
    </section>
  );
}
