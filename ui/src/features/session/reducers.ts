import type { Change, Rights, UserRecord } from "@/api";
import { adoptZone } from "@/lib/zone";
import type { ChangeContext, Reducers } from "@/realtime";
import { entities, identityAtom, sessionAtom, type Transaction } from "@/store";
import { followVersion } from "./renewal";
import { adoptTheme } from "./theme";

interface MeSnapshot {
  user?: UserRecord;
  rights?: Record<string, Rights>;
  system?: readonly string[];
  administers?: readonly string[];
  without?: readonly string[];
  version?: string;
}

/** The theme and the time zone that I chose elsewhere are in force here too. */
function changeOwnUser(tx: Transaction, change: Change, { applied }: ChangeContext): void {
  if (applied === "applied" && change.id === tx.get(sessionAtom)?.userId) {
    const user = tx.get(identityAtom)?.user;
    adoptTheme(user?.settings?.theme);
    adoptZone(user?.time_zone);
  }
}

/** What the topic `me` brings of myself and my rights. */
export const sessionReducers: Reducers = {
  snapshots: {
    me(tx, snapshot) {
      const { user, rights, system, administers, without, version } = snapshot as MeSnapshot;
      const session = tx.get(sessionAtom);
      if (session && user) {
        entities.upsert(tx, "user", [user]);
        adoptZone(user.time_zone);
      }
      if (session && rights) {
        tx.set(sessionAtom, {
          ...session,
          rights,
          system: system ?? session.system,
          administers: administers ?? session.administers,
          without: without ?? session.without ?? [],
        });
        if (version !== undefined && version !== session.version) {
          followVersion(version);
        }
      }
    },
  },
  changes: { user: changeOwnUser },
};
