import { useState } from "react";
import type { WireRecord } from "@/api";
import { Panel } from "@/components/Panel/Panel";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { WeekField } from "./WeekField";

/** Below a user's fields: when calls can ring. */
export function UserPanels({ record }: { record: WireRecord }) {
  const identity = useAtomValue(identityAtom);
  const [isOpen, setOpen] = useState(false);
  if (record.is_program === true || identity === undefined) {
    return null;
  }
  return (
    <Panel title={words.availability} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      <WeekField user={record.id} />
    </Panel>
  );
}
