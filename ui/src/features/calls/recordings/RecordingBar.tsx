import type { WireRecord } from "@/api";
import { Player } from "./Player";
import { fileOf } from "./RecordingRow";
import type { Recording } from "./useRecordings";

/** On the page of a recording: what was recorded. */
export function RecordingBar({ record }: { record: WireRecord }) {
  const recording = record as Recording;
  return recording.sid ? (
    <div className="border-b px-5 py-3 max-sm:px-4">
      <Player sid={recording.sid} file={fileOf(recording)} />
    </div>
  ) : null;
}
