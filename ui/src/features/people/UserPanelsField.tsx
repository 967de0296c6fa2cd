import { useState } from "react";
import type { WireRecord } from "@/api";
import { Panel } from "@/components/Panel/Panel";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { SecondFactorField } from "./SecondFactorField";
import { SessionsField } from "./SessionsField";
import { ViewAsField } from "./ViewAsField";
import { WeekField } from "./WeekField";

/** Below a user's fields: when calls can ring, and where they are signed in. */
export function UserPanels({ record }: { record: WireRecord }) {
  const identity = useAtomValue(identityAtom);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (record.is_program === true || identity === undefined) {
    return null;
  }
  const panel = (key: string) => ({
    isOpen: open.has(key),
    onToggle: () => {
      const next = new Set(open);
      if (!next.delete(key)) {
        next.add(key);
      }
      setOpen(next);
    },
  });
  const maySeeSessions =
    identity.userId === record.id ||
    identity.user.is_superuser === true ||
    identity.system.includes("administer_users");
  const mayViewAs =
    identity.user.is_superuser === true &&
    identity.userId !== record.id &&
    record.is_superuser !== true &&
    record.is_active !== false;
  return (
    <>
      {mayViewAs ? (
        <Panel title={words.viewAs} {...panel("view")}>
          <ViewAsField record={record} />
        </Panel>
      ) : null}
      <Panel title={words.availability} {...panel("availability")}>
        <WeekField user={record.id} />
      </Panel>
      {maySeeSessions ? (
        <>
          <Panel title={words.secondFactor} {...panel("factor")}>
            <SecondFactorField user={record.id} />
          </Panel>
          <Panel title={words.sessions} {...panel("sessions")}>
            <SessionsField user={record.id} />
          </Panel>
        </>
      ) : null}
    </>
  );
}
