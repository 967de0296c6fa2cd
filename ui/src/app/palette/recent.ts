import { recall, remember } from "@/lib/storage";
import { sessionAtom, store } from "@/store";

/** A record or thread that was open recently. */
export interface Recent {
  path: string;
  label: string;
}

const most = 8;

function place(): string | undefined {
  const session = store.get(sessionAtom);
  return session && `recent.${session.organization.id}.${session.userId}`;
}

/** What this person opened last in this browser, the newest first. */
export function recents(): Recent[] {
  const key = place();
  try {
    const found: unknown = JSON.parse((key && recall(key)) ?? "[]");
    return Array.isArray(found) ? (found as Recent[]) : [];
  } catch {
    return [];
  }
}

export function noteRecent(one: Recent): void {
  const key = place();
  if (key !== undefined) {
    const others = recents().filter(({ path }) => path !== one.path);
    remember(key, JSON.stringify([one, ...others].slice(0, most)));
  }
}
